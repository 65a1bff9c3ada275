"""`games`, `rule`, `card` and `check`: what is known, and whether it is sound."""

import re

import pytest

from companion.cli import games as cli_games
from companion.content import kept_values, texts
from companion.content.load import load
from companion.press import kept_proofs
from tools import merge_texts

LANGUAGES = ("en", "de", "pl", "ru", "uk")
RULES = [*load("dice")["rule"].values(), *load("shared")["rule"].values()]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_can_be_looked_up(good, lang):
    """By its id, in any case, with its page; in every language."""
    for rule in RULES[:: 1 if lang == "en" else 9]:
        told = good("rule", rule.id.lower(), "--lang", lang)
        assert rule["text"][lang] in told.out
        assert rule.id in told.out
        assert good("rule", rule.id, "--lang", lang, "--json").json == {
            "id": rule.id,
            "kind": rule["kind"],
            "page": rule.get("page"),
            "prov": rule["prov"],
            "text": rule["text"][lang],
            **({"players": True} if rule.get("players") else {}),
        }


def test_games_are_read_again_when_a_file_changes(good, monkeypatch, tmp_path, content_copy):
    """Until then no game is loaded."""
    monkeypatch.setattr(kept_values, "_folder", lambda: tmp_path / "kept")
    before = good("games", "dice").out
    monkeypatch.setattr(cli_games, "_read_game", lambda id, words: {"id": f"new {id}"})
    assert good("games", "dice").out == before
    with (content_copy / "dice" / "dice.yaml").open("a", encoding="utf-8") as file:
        file.write("\n")
    assert good("games", "dice", "--json").json == [{"id": "new dice"}]


def test_a_ruling_is_called_ours_once(good):
    """Its kind and its source are the same; another rule names both."""
    assert good("rule", "LR-AMB-1").out.splitlines()[0] == "LR-AMB-1 (our ruling)"
    assert good("rule", "DG-ROLL-3").out.splitlines()[0] == "DG-ROLL-3 (not allowed, p. 3; rulebook)"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_games_tells_what_can_be_chosen(good, lang):
    """Title, seats, variants, options, languages and print kinds."""
    content = load("dice")
    out, rows = good("games", "--lang", lang).out, good("games", "--lang", lang, "--json").json
    row = next(row for row in rows if row["id"] == "dice")
    assert row["title"] == content.info["title"][lang]
    assert row["seat_ids"] == ["frodo", "sam", "merry", "pippin"]
    assert list(row["options"]) == list(content["option"])
    assert row["languages"] == list(LANGUAGES)
    assert row["print"] == ["sheets", "dice", "aids", "figures", "tiles", "boxes"]
    for word in (
        row["title"],
        *row["seat_ids"],
        *row["variants"],
        *row["options"],
        *row["options"].values(),
        *row["print"],
    ):
        assert word in out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_games_tells_values_defaults_and_bots(good, lang):
    """Of every option, the table's own too, and the names of the app's players."""
    row = good("games", "--lang", lang, "--json").json[0]
    assert row["choices"]["squares"] == {"values": ["1..20"], "default": "7"}
    assert row["choices"]["first"] == {"values": ["frodo", "sam", "merry", "pippin"], "default": "frodo"}
    assert row["choices"]["dice"] == {"values": ["app", "real"], "default": "app"}
    assert row["bots"] == list(row["characters"]) == ["random", "easy", "good"]
    told = good("games", "--lang", lang).out
    assert re.search(r"^    squares=7 +\(1\.\.20\) ", told, re.MULTILINE)
    assert re.search(r"^    end_variant=false +\(true\|false\) ", told, re.MULTILINE)
    for bot, character in row["characters"].items():
        assert re.search(rf"^    {bot} +{re.escape(character)}$", told, re.MULTILINE)


def test_defaults_that_games_tells_are_taken(good):
    """A game that is begun with them is the one begun without options."""
    for row in good("games", "--json").json:
        begun = [f"--player={number}" for number in range(row["seats"][0])]
        given = [f"--option={option}={choice['default']}" for option, choice in row["choices"].items()]
        plain, chosen = [good("new", row["id"], *begun, *words).last for words in ((), given)]
        headers = [good("log", id, "--json").json[0]["args"] for id in (plain, chosen)]
        assert headers[0]["options"] == headers[1]["options"]


def test_rules_are_listed_and_searched(good, run):
    """Without words all of them, of one game with `--game`; words in any order, capitals and accents left out."""
    listed = good("rule", "--game", "dice").out.splitlines()
    assert [line.split()[0] for line in listed] == list(load("dice")["rule"])
    found = good("rule", "POOL", "hunt", "--json").json
    assert "WR-HUNT-17" in [row["id"] for row in found]
    assert all("pool" in row["text"].lower() or "POOL" in row["id"] for row in found)
    assert good("rule", "nazgul", "--game", "dice", "--lang", "pl").out.startswith("DG-")
    none = run("rule", "hobbitses")
    assert (none.code, none.err) == (2, "No rule has these words: hobbitses.\n")
    wrong = run("rule", "DG-ROL-3")
    assert (wrong.code, "Did you mean: DG-ROLL-3?" in wrong.err) == (2, True)


def test_check_reports_every_fault_at_once(run, content_copy):
    """In several files, each as file:line; exit code 1."""
    dice, hobbits, shared = (
        content_copy / "dice" / "dice.yaml",
        content_copy / "dice" / "hobbits.yaml",
        content_copy / "shared" / "rules.yaml",
    )
    for path, old, new in (
        (dice, "id: red,", "id: red, id: blue,"),
        (hobbits, "die: red", "die: rad"),
        (hobbits, "icon: merry, ", ""),
        (shared, "kind: choice", "kind: choise"),
    ):
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    result = run("check", "--game", "dice")
    assert (result.code, result.out) == (1, "")
    faults = result.err.splitlines()
    for place, word in (
        ("content/dice/dice.yaml:14: ", "'id'"),
        ("content/dice/hobbits.yaml:8: ", "'red'"),
        ("content/dice/hobbits.yaml:9: ", "'icon'"),
        ("content/shared/rules.yaml:7: ", "'choice'"),
    ):
        assert [fault for fault in faults if fault.startswith(place) and word in fault], (place, faults)


def test_check_reports_what_no_card_can_say(run, content_copy):
    """Verbs that the rules do not know, and wrong arguments, each by file:line; a bare word by the line of its row."""
    path = content_copy / "wotr" / "event_cards.yaml"
    text = path.read_text(encoding="utf-8")
    wrong = [
        ("[challenge_of_the_king]", "[chalenge_of_the_king]", "- id: fp-char-14", "names no effect"),
        ("[ring_ready]", "[rings_ready]", "- id: sh-char-21", "no condition 'rings_ready'; did you mean 'ring_ready'?"),
        ("{go_to_war: dwarves}", "{go_to_war: dwarfs}", "", "of 'go_to_war': 'nation' names no nation 'dwarfs'"),
        ("{active: gondor}", "{active: {land: gondor}}", "", "gives 'active' an unknown 'land'"),
        ("[revealed]", "[{revealed: true}]", "", "says 'revealed: True', which takes nothing"),
        ("{corrupt_up_to: 3}", "{corrupt_up_to: {}}", "", "lacks 'most' of 'corrupt_up_to'"),
    ]
    for old, new, _, _ in wrong:
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")
    result = run("check", "--game", "wotr")
    assert (result.code, result.out) == (1, "")
    faults = [line for line in result.err.splitlines() if line.startswith("content/wotr/event_cards.yaml:")]
    for _, new, row, fault in wrong:
        line = text[: text.index(row or new)].count("\n") + 1
        assert [1 for found in faults if f".yaml:{line}: " in found and fault in found], (line, fault, faults)
    assert len(faults) == len(wrong)


def test_check_reports_a_wrong_verb(run, content_copy):
    """What a row does and a function does not take, as file:line; in verbs inside others and in short ones too."""
    events, hobbits = (content_copy / "fellowship" / f"{name}.yaml" for name in ("events", "hobbits"))
    places = []
    for path, old, new in (
        (events, "{choose: {who: group,", "{choose: {who: grupo,"),
        (events, "else: [{sauron: 1}, next_event]", "else: [{sauron: 1}, next_evnt]"),
        (events, "at_least: {travel: 5}", "at_leats: {travel: 5}"),
        (events, "effect: [game_lost]", "effect: [{game_lost: 1}]"),
        (hobbits, "{life_types: 2}", "{life_types: two}"),
    ):
        text = path.read_text(encoding="utf-8")
        before, found, after = text.partition(old)
        assert found
        path.write_text(f"{before}{new}{after}", encoding="utf-8")
        places.append(f"content/fellowship/{path.name}:{before.count(chr(10)) + 1}: ")
    result = run("check", "--game", "fellowship")
    assert (result.code, result.out) == (1, "")
    assert sorted(result.err.splitlines()) == sorted(
        [
            f"{places[0]}MO-E6: 'effect' of 'choose': 'who' is 'grupo', not one of group, active, self; "
            "did you mean 'group'?",
            f"{places[1]}MO-E3: 'effect' names no effect 'next_evnt'; did you mean 'next_event'?",
            f"{places[2]}HD-E3: 'effect' gives 'check' an unknown 'at_leats'; did you mean 'at_least'?",
            f"{places[3]}MD-E6: 'effect' says 'game_lost: 1', which takes nothing",
            f"{places[4]}merry: 'power' of 'life_types': 'needed' is not a whole number of 1 or more: 'two'",
        ]
    )


@pytest.fixture
def no_faces(monkeypatch):
    """No face is drawn: what is looked at are words."""
    monkeypatch.setattr(kept_proofs, "prove_games", lambda *given, **how: {})


def test_check_warns_of_stale_translations(run, content_copy, no_faces):
    """One line a file, exit code 0, and the English is shown; `--strict` refuses them; German is one line."""
    folder = content_copy / "dice" / "texts"
    path = folder / "en.pot"
    text = path.read_text(encoding="utf-8")
    changed = re.sub(r'(msgctxt "refusal.roll_die_twice"\nmsgid ")', r"\1Not so. ", text)
    assert changed != text
    path.write_text(changed, encoding="utf-8")
    result = run("check", "--game", "dice")
    assert (result.code, result.out) == (0, "Nothing wrong in: dice\n")
    lines = result.err.splitlines()
    assert [re.split(r" \((?:first|optional)", line)[0] for line in lines] == [
        *(f"warning: content/dice/texts/{lang}.po: 1 translation stale" for lang in LANGUAGES[2:]),
        "de",
    ]
    assert all("`python tools/merge_texts.py content/dice` marks" in line for line in lines[:-1])
    said = texts.read_texts(content_copy / "dice", "content/dice", [])["refusal.roll_die_twice"]
    assert len({said[lang] for lang in said}) == 1
    strict = run("check", "--game", "dice", "--strict")
    assert (strict.code, strict.out) == (1, "")
    assert strict.err.splitlines() == [line.removeprefix("warning: ") for line in lines[:-1]]
    merge_texts.main([str(content_copy / "dice")])
    merged = run("check", "--game", "dice", "--lang", "de")
    assert merged.code == 0
    assert [line.partition(" (first")[0] for line in merged.err.splitlines()[:-2]] == [
        f"warning: content/dice/texts/{lang}.po: 1 translation marked fuzzy" for lang in LANGUAGES[2:]
    ]
    assert merged.err.splitlines()[-2].endswith(
        "refusal.roll_die_twice: marked as fuzzy; look at it and take the mark away"
    )


def test_check_names_a_refusal_without_text(run, content_copy, no_faces):
    """With the line of the code and the file to add it to; exit code 1."""
    for path in (content_copy / "dice" / "texts").glob("*.po*"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("refusal.roll_die_twice", "refusal.roll_die_thrice"), encoding="utf-8")
    result = run("check", "--game", "dice")
    assert (result.code, result.out) == (1, "")
    assert re.fullmatch(
        r"companion/games/dice/actions\.py:\d+: no text 'refusal\.roll_die_twice'; add it to"
        r" content/dice/texts/en\.pot; did you mean 'refusal\.roll_die_thrice'\?\n",
        result.err,
    )


def test_a_rule_that_stays_with_the_players_says_so(good):
    """What a text orders is told by the table; how a combat is won is counted by the app."""
    told = good("rule", "WC-PLAY-10")
    assert told.out.splitlines()[-1] == "The players see to this, or to a part of it: the app takes their word."
    assert good("rule", "WC-PLAY-10", "--json").json["players"] is True
    assert "players" not in good("rule", "WC-CMB-8", "--json").json
    assert "The players see to this" not in good("rule", "WC-CMB-8").out


# --- card ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["minas-tirith", "Minas Tirith", "минас тирит", "Мінас-Тіріт"])
def test_a_thing_is_found_by_its_name(good, name):
    """In any language; all rows of that id are shown, those with a name first."""
    out = re.sub(" +", " ", good("card", "wotr", *name.split()).out)
    assert " name: en Minas Tirith; pl Minas Tirith; ru Минас-Тирит; uk Мінас-Тіріт [" in out
    assert " nation: gondor (Gondor) [public source J]" in out
    assert " J: war-of-the-ring on GitHub (johnchampaign), https://github.com/johnchampaign/war-of-the-ring" in out
    assert out.index("(region, ") < out.index("(army, ")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_thing_in_every_language(good, lang):
    row = load("dice")["place"]["rivendell"]
    out = " ".join(good("card", "dice", "rivendell", "--lang", lang).out.split())
    assert f" says: {row['says'][lang]}" in out
    assert f"name: en {row['name']['en']}; " in out


def test_a_thing_as_json(good):
    rows = good("card", "fellowship", "brown-wild", "--json").json
    assert [(row["kind"], row["id"]) for row in rows] == [("travel_card", "brown-wild")]
    assert rows[0]["fields"] == {"colour": "brown", "symbol": "wild", "symbols": 1, "count": 12}
    assert rows[0]["prov"]["count"] == "public TNS"
    assert [source["id"] for source in rows[0]["sources"]] == ["TNS", "DRS"]


def test_an_unknown_thing(run):
    told = run("card", "wotr", "minas-trith")
    assert (told.code, told.err) == (2, "Unknown id or name: minas-trith. Did you mean: Minas Tirith?\n")


def test_one_game_alone_is_listed(run, good):
    """By its id; a name that is none is refused with the nearest."""
    told = good("games", "dice").out
    assert told == good("games").out[: len(told)]
    assert [row["id"] for row in good("games", "dice", "--json").json] == ["dice"]
    assert run("games", "dise").code == 2
