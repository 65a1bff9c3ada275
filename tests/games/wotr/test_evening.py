"""An evening on the command line: what the rules forbid, guided play in four languages, positions, the journal."""

import re
from pathlib import Path

import pytest

from companion.content.load import load
from companion.words.wording import Voice
from tests.cli.conftest import good, own_folders, refused, run  # noqa: F401 (fixtures)
from tests.languages import LANGUAGES
from tests.tiers import sample

CONTENT = load("wotr")
TWO = ("--player", "Ania:fp", "--player", "Bo:shadow")
ACT = "phase: action, dice: {fp: [character, character, muster, event], shadow: [event, army, muster]}"
ALL = """
seats: [{seat: fp, name: Ania}, {seat: shadow, name: Bo}]
turn: 4
phase: action
to_act: fp
dice: {fp: [character, character, muster], shadow: [army, muster, event]}
hunt_box: {shadow: 2, fp: 1}
fellowship:
  {region: moria, progress: 2, hidden: true, guide: strider, companions: [strider, gimli, legolas, meriadoc],
   corruption: 3, mordor_step: null, declared: true, tried: false}
pool: {in: {standard-eye: 3}, out: [standard-3], removed: [standard-eye], waiting: [fellowship-elven-cloaks]}
rings: {fp: 2, shadow: 1, used: [fp]}
politics: {rohan: {box: 3, active: true}, isengard: {box: 4}}
regions:
  orthanc: {characters: [saruman], units: {isengard: {regular: 4, elite: 1}}}
  lorien: {besieged: true, leaders: {elves: 1}}
  dale: {control: shadow, captor: shadow}
  fangorn: {characters: [gandalf-the-white], nazgul: 1}
gone: [boromir, gandalf-the-grey]
hands: {fp: 3, shadow: {hidden: 4}}
decks: {fp: {character: 20, strategy: 21}, shadow: {character: 20, strategy: 20}}
table: [fp-char-06]
vp: {shadow: 1}
"""
ALL = re.sub(r"in: \{[^}]*\}, ", "", ALL)


@pytest.fixture
def start(good):  # noqa: F811
    """A session of a position; its id."""

    def call(position: str, *words: str) -> str:
        Path("position.yaml").write_text(position)
        players = () if "seats:" in position else TWO
        return good("new", "wotr", *players, "--position", "position.yaml", *words).last

    return call


@pytest.mark.parametrize(
    ("position", "words", "code", "rule"),
    [
        (f"{ACT}, fellowship: {{hidden: false}}", "move die=character", "move_revealed", "WR-FELL-21"),
        (
            f"{ACT}, fellowship: {{mordor_step: 1, hidden: false}}",
            "move die=character",
            "move_revealed",
            "WR-MORDOR-13",
        ),
        ("phase: allocation, fellowship: {companions: [gimli]}", "allocate dice=2", "allocate_most", "WR-DICE-8"),
        ("phase: allocation, fellowship: {companions: []}", "allocate dice=2", "allocate_most", "WR-DICE-8"),
        ("phase: allocation, hunt_box: {fp: 1}", "allocate dice=0", "allocate_least", "WR-DICE-10"),
        (ACT, "ring die=character face=will-of-the-west", "ring_will", "WR-RING-8"),
        (
            "phase: fellowship, fellowship: {region: morannon, declared: true}",
            "declare",
            "declared_already",
            "WR-FELL-10",
        ),
        ("phase: fellowship", "enter", "enter_elsewhere", "WR-MORDOR-1"),
        (
            f"{ACT}, fellowship: {{mordor_step: 0}}",
            "separate die=character character=gimli",
            "separate_track",
            "WR-FELL-33",
        ),
        (f"{ACT}, fellowship: {{region: hollin}}", "hide die=character", "hide_hidden", "WR-FELL-30"),
    ],
)
def test_what_the_rules_forbid(start, refused, position, words, code, rule):  # noqa: F811
    """Each prohibition has its rule, and nothing is written."""
    assert refused(start(f"{{{position}}}"), *words.split())[:2] == (code, rule)


def test_a_tile_that_has_been_drawn(start, good, refused):  # noqa: F811
    """It lies beside the pool: of another kind there are some left."""
    out = "out: [standard-3, standard-3, standard-3]"
    id = start(f"{{{ACT}, hunt_box: {{shadow: 1}}, fellowship: {{region: hollin}}, pool: {{{out}}}}}")
    good("do", id, "move", "die=character")
    good("do", id, "watch", "conditions=0", "by=shadow")
    good("do", id, "search", "by=shadow", "--rolled", "six")
    assert refused(id, "tile", "by=shadow", "--rolled", "standard-3")[:2] == ("tile_not_left", "WR-HUNT-17")
    good("do", id, "tile", "by=shadow", "--rolled", "standard-2")


@pytest.mark.parametrize(
    ("option", "hand"),
    [("true", "6"), ("false", "[fp-char-01, fp-char-02, fp-char-03, fp-str-01, fp-str-02, fp-str-03]")],
)
def test_a_seventh_card_is_not_kept(start, good, refused, option, hand):  # noqa: F811
    """Whoever draws it discards one before anybody does anything."""
    id = start(f"{{{ACT}, hands: {{fp: {hand}}}}}", "--option", f"real_cards={option}")
    good("do", id, "take", "deck=character", "die=event")
    if option == "false":
        good("do", id, "draw")
    for words in ("pass", "army die=army by=shadow", "captured region=dale by=shadow"):
        assert refused(id, *words.split())[1] in ("WR-EVENT-2", "WR-TURN-13")
    good("do", id, "discard", *(["card=fp-str-03"] if option == "false" else []))
    assert good("show", id, "--json").json["players"][0]["cards"] == 6


def test_every_key_of_a_position(start, good):  # noqa: F811
    """All that a file may say is on the table, in the journal and in what another device takes in."""
    id = start(ALL)
    shown = good("show", id, "--json").json
    assert (shown["round"], shown["phase"], shown["active"]) == (4, "action", "fp")
    assert (shown["hunt_box"]["level"], shown["hunt_box"]["walkers"], shown["waiting"]) == (
        2,
        1,
        ["fellowship-elven-cloaks"],
    )
    assert (shown["pool"]["standard-eye"], shown["drawn"]["standard-3"]) == (3, 1)
    assert (shown["sides"]["fp"]["rings"], shown["sides"]["fp"]["ring_used"]) == (2, True)
    assert (shown["control"], shown["besieged"], shown["characters"]["saruman"]) == (
        {"dale": "shadow"},
        ["lorien"],
        "orthanc",
    )
    good("do", id, "hide", "die=character") if not shown["fellowship"]["hidden"] else good(
        "do", id, "skip", "die=muster"
    )
    good("undo", id)
    good("redo", id)
    path = good("export", id).last
    code = good("show", id, "--json").json["code"]
    assert good("verify", id, "--head", code, "--json").json["ok"]
    copy = good("import", path, "--store", "other.sqlite").last
    assert good("show", copy, "--store", "other.sqlite", "--json").json["code"] == code
    assert good("odds", "wotr", "hunt", "--session", id, "--json").json["given"]["level"] == "2"


BAD = """
turn: 0|turn: x|fellowship: {region: nowhere}|fellowship: 7|[]|hands: {fp: 7}|phase: sleep|{
dice: {fp: [eye]}|fellowship: {corruption: 12}|politics: {gondor: {box: 4}}|table: [fp-char-01]|rings: {fp: 4}|Ω: 1
pool: {in: {standard-eye: 5}}|vp: {fp: 3}|regions: {bree: {besieged: true}}
fellowship: {mordor_step: 5}|fellowship: {progress: 99999999999999999999}
"""


@pytest.mark.parametrize("bad", BAD.replace("\n", "|").strip("|").split("|"))
def test_positions_that_cannot_be(run, bad):  # noqa: F811
    """Refused, or a wrong call; never a session."""
    Path("position.yaml").write_text(bad)
    told = run("new", "wotr", *TWO, "--position", "position.yaml")
    assert (told.code in (1, 2), told.out, bool(told.err)) == (True, "", True)


TEAMS = {
    2: ["2", "Ania", "1", "Bo"],
    3: ["3", "Ania", "1", "Bo", "1", "Cela"],
    4: ["4", "Ania", "3", "Bo", "1", "Cela", "1", "Dan"],
}
IDS = [id for kind in ("event_card", "hunt_tile", "region", "character", "face") for id in CONTENT[kind] if "-" in id]


HOW_TYPED = [load("shared").texts[key] for key in ("ask.type_dice", "ask.type_tile", "ask.type_cards", "table.word")]


def spoken(text: str, lang: str) -> str:
    """What is said, without the lines that show what may be typed."""
    heads = tuple(how[lang].partition("{")[0] for how in HOW_TYPED)
    lines = [line for line in text.splitlines() if "=" not in line and not line.startswith(heads)]
    return "\n".join(line for line in lines if not re.match(r"  [a-z0-9-]+: .*; |    [a-z0-9-]+  ", line))


def raw(text: str) -> list[str]:
    """Ids and keys that are no words of any language."""
    return [id for id in IDS if re.search(rf"(?<![\w=,-]){id}(?![\w-])", text)] + re.findall(r"\w+\.\w+_\w+", text)


@pytest.mark.parametrize("lang", sample(LANGUAGES, "uk"))
@pytest.mark.parametrize(("players", "real"), sample([(2, True), (3, False), (4, True)], (3, False), (4, True)))
def test_a_guided_wotr_game_ignores_nonsense(run, lang, players, real):  # noqa: F811
    """From the names on, Enter by Enter; words, ids only where they are typed; nonsense changes nothing."""
    yes, no = {"en": "y n", "pl": "t n", "ru": "д н", "uk": "т н"}[lang].split()
    lines = [*TEAMS[players], "1", no, no, yes, yes if real else no, "", *[""] * 60]  # dice, tiles, taught, cards
    for at, nonsense in enumerate(("zażółć", "99999999999999999999", "= = =", "\x00🤖"), 2):
        lines.insert(at * 10, nonsense)
    told = run("table", "wotr", "--lang", lang, typed="".join(f"{line}\n" for line in [*lines, "?", "l", "q"]))
    assert (told.code, told.err) == (0, "")
    assert raw(spoken(told.out, lang)) == []


def test_whatever_is_typed_after_the_end(start, good):  # noqa: F811
    """It is refused, a word of an action too; the seal is open, so nothing is taken back."""
    taken = ", ".join(
        f"{id}: {{control: shadow}}" for id in ("minas-tirith", "helms-deep", "lorien", "rivendell", "erebor")
    )
    id = start(f"{{phase: action, dice: {{shadow: [army]}}, fellowship: {{region: moria}}, regions: {{{taken}}}}}")
    good("do", id, "skip", "die=army", "by=shadow")
    told = good("table", id, typed="1\nmove\nmove die=army\nfoo\n6 6\n?\nu\nq\n")
    assert told.out.count("WR-WIN-4") == 3  # the result stands there once, two actions are refused
    assert "TB-DRAW-3" in told.out
    assert Voice("en").say("table.over_sealed") in told.out
    assert Voice("en").say("table.over") not in told.out
    assert good("show", id, "--json").json["outcome"]["ending"] == "military_shadow"
