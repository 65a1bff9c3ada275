"""`verify` and `simulate`: what a table sees of its finished game, and what a forger gets."""

import re

import pytest

from companion.content.load import load
from companion.words.wording import Voice
from tests.languages import LANGUAGES
from tests.play.forge import changed, entries, extra, forged, rehash


@pytest.fixture
def game(good, tmp_path):
    """A whole random game of the app: lines of its journal."""
    good("simulate", "dice", "--games", 1, "--seed", 3, "--journals", tmp_path / "games")
    return (tmp_path / "games" / "dice-3-000000.jsonl").read_text(encoding="utf-8").splitlines()


@pytest.fixture
def judged(run, write):
    """Exit code and document of `verify --json` for these lines, after a look that the plain form agrees."""

    def call(lines, *words):
        path = write("".join(f"{line}\n" for line in lines), "game.jsonl")
        told, plain = run("verify", path, *words, "--json"), run("verify", path, *words)
        assert plain.code == told.code
        assert plain.out
        if told.code:
            assert str(told.json["entry"]) in plain.out
            assert told.json["reason"] in plain.out
        return told.code, told.json

    return call


def bad(judged, lines, *words) -> tuple[int, str]:
    code, told = judged(lines, *words)
    assert (code, told["ok"]) == (1, False)
    return told["entry"], told["code"]


# --- journals --------------------------------------------------------------------------------------------------------


def test_an_untouched_file(judged, game):
    """Exit code 0, who won and why, the draws proved, the dice counted."""
    code, told = judged(game)
    assert (code, told["ok"], told["entries"]) == (0, True, len(game))
    assert told["drawn"] == sum('"draw":{' in line for line in game)
    assert told["outcome"]["winners"] == entries(game)[-1]["args"]["winners"]
    assert told["outcome"]["rule"].startswith("DG-")
    assert told["same_facts"] is True
    assert sum(sum(die["counts"].values()) for die in told["dice"]) > told["drawn"]


def test_a_changed_byte_anywhere(judged, game):
    """Every tenth place of the file, one character changed: the line it stands in is named."""
    for seq in (0, 1, len(game) // 2, len(game) - 1):
        for place in range(1, len(game[seq]) - 1, 60):
            other = "0" if game[seq][place] != "0" else "1"
            line = game[seq][:place] + other + game[seq][place + 1 :]
            assert bad(judged, [*game[:seq], line, *game[seq + 1 :]])[0] == seq


def test_each_kind_of_forgery_is_named_with_its_entry(judged, game):
    """A changed die, a changed order, a line left out, draws forged and rehashed, an illegal move, a changed header."""
    roll = next(seq for seq, entry in enumerate(entries(game)) if entry["type"] == "roll")
    dice = ["weapon"] * 5
    assert bad(judged, changed(game, roll, lambda entry: entry["args"].update(dice=dice))) == (roll, "changed")
    assert bad(judged, forged(game, roll, lambda entry: entry["args"].update(dice=dice))) == (roll, "dice_forged")
    assert bad(judged, [game[0], game[2], game[1], *game[3:]]) == (1, "wrong_place")
    assert bad(judged, [*game[:4], *game[5:]]) == (4, "wrong_place")
    assert bad(judged, game[:-1]) == (len(game) - 1, "end_missing")
    assert bad(judged, [*game[:-1], game[-1][:40]]) == (len(game) - 1, "damaged")
    assert bad(judged, forged(game, 2, lambda entry: entry["args"].update(dice=[]))) == (2, "illegal")
    header = forged(game, 0, lambda entry: entry["args"]["options"].update(squares="9"))
    assert bad(judged, header) == (1, "numbers_forged")


def test_a_burnt_link(judged, game):
    """The second draw shows the link of the third."""
    rolls = [seq for seq, entry in enumerate(entries(game)) if "draw" in entry["args"]]
    link = entries(game)[rolls[2]]["args"]["draw"]["link"]
    burnt = forged(game, rolls[1], lambda entry: entry["args"]["draw"].update(link=link))
    assert bad(judged, burnt) == (rolls[1], "link_foreign")


def test_an_illegal_move_names_its_rule(run, game, write):
    """The reason says which rule, in the language asked for."""
    path = write("\n".join(forged(game, 2, lambda entry: entry["args"].update(dice=[]))), "game.jsonl")
    told = {lang: run("verify", path, "--lang", lang).out for lang in ("en", "pl", "ru", "uk")}
    assert all("[DG-ROLL-2" in text for text in told.values())
    assert len(set(told.values())) == 4


def test_the_code_of_the_table(good, judged, new, turn, tmp_path):
    """A rehashed file with another legal choice holds, but not against the code that the table wrote down."""
    s = new()
    turn(s, "r,o,w,g,o", "halve=1")
    code = good("show", s, "--json").json["code"]
    good("export", s, "--out", tmp_path / "s.jsonl")
    lines = (tmp_path / "s.jsonl").read_text(encoding="utf-8").splitlines()
    assert judged(lines, "--head", code.lower().replace("-", " "))[1]["code_at"] == len(lines) - 1
    forgery = forged(lines, len(lines) - 1, lambda entry: entry["args"].update(halve=[7]))
    assert judged(forgery)[0] == 0
    assert bad(judged, forgery, "--head", code) == (len(lines) - 1, "code_unknown")


def test_the_code_is_shown_wherever_the_table_looks(good, new, run):
    """`new`, `show`, `log`, `table` and `verify` all print it."""
    s = new("--seed", "05" * 16)
    code = good("show", s, "--json").json["code"]
    assert code in good("show", s).out
    assert code in good("log", s).out
    assert code in good("verify", s).out
    assert code in good("table", s, typed="c\nq\n").out
    out = good("new", "dice", "--player", "Ania:frodo", "--player", "Bo:sam").out
    assert good("show", out.split()[-1], "--json").json["code"] in out


def test_a_session_is_verified_like_a_file(good, new, turn):
    """By its id, from the store."""
    s = new("--option", "squares=1", "--option", "end_variant=true")
    turn(s, "n,o,w,g,r")
    told = good("verify", s, "--json").json
    assert told["outcome"] == {"ending": "last_one", "rule": "DG-VAR-1", "winners": ["sam"]}
    assert "[DG-VAR-1" in good("verify", s).out


def test_the_tie_break_is_shown(good, write, turn):
    """Unmarked spaces of those at home, wholes and halves, and the rule."""
    sheets = "[{name: Ania, hobbit: frodo, circles: 9, squares: xxxxhww}, {name: Bo, hobbit: sam, circles: 8}]"
    s = good("new", "dice", "--position", write(f"{{active: sam, round: 6, players: {sheets}}}")).last
    turn(s, "r,o,w,g,n")
    told = good("verify", s, "--json").json
    assert told["outcome"] == {"ending": "tie_break", "rule": "DG-END-3", "winners": ["sam"]}
    assert [player["capacity"] for player in told["state"]["players"]] == [4, 6]
    assert good("verify", s).out.count("[DG-END-3") == 3  # one line for each of two at home, one for the victory


def test_what_the_table_decided_is_listed(judged, game, new, good, write):
    """Overrulings and unknown entries stand in the report; the file holds."""
    s = new()
    rows = "[{name: Ania, hobbit: frodo}, {name: Bo, hobbit: sam}]"
    good("do", s, "override", "reason=tea on the sheets", "--position", write(f"{{players: {rows}}}"))
    assert "tea on the sheets" in good("verify", s).out
    code, told = judged(rehash([entries(game)[0], extra("dance", {"x": 1})]))
    assert (code, told["unknown"]) == (0, [1])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_was_mistyped_is_listed_apart(good, new, lang):
    """How many, who, and which step: the mistyped one and what was typed instead; dice count the second."""
    s = new()
    good("do", s, "roll", "--rolled", "nnnnn")
    good("do", s, "amend")
    good("do", s, "roll", "--rolled", "rrrrr")
    told = good("verify", s, "--json").json
    assert (told["amended"], told["typed"]) == ([{"seq": 2, "of": 1, "seat": "frodo"}], 1)
    assert {face: count for die in told["dice"] for face, count in die["counts"].items() if count} == {"ring": 1}
    out = good("verify", s, "--lang", lang).out
    title = Voice(lang, load("dice")).say("verify.amended", number=1)
    below = out.partition(title)[2].splitlines()[1:4]
    assert [re.search(r"\d+", line).group() for line in below] == ["2", "1", "3"], out


@pytest.mark.parametrize("text", ["", "\n", "{}", "[]", "null", "{", '{"args":{}}', "hello\nworld", "0", '"x"'])
def test_files_that_are_no_journals(judged, text):
    """Entry 0 is named."""
    assert bad(judged, text.split("\n"))[0] == 0


def test_line_ends_of_another_system(run, game, write):
    """A file that went through Windows still holds; a missing last line end does no harm."""
    assert run("verify", write("\r\n".join(game), "game.jsonl")).code == 0
    assert run("verify", write("\n".join(game), "game.jsonl")).code == 0


def test_a_journal_of_an_unknown_game(run, game, write):
    """It is not the call that is wrong: entry 0 is named, exit code 1."""
    path = write("\n".join(forged(game, 0, lambda entry: entry["args"].update(game="chess"))), "game.jsonl")
    told = run("verify", path, "--json")
    assert (told.code, told.json["entry"], told.json["code"]) == (1, 0, "other_game")


@pytest.mark.parametrize(
    "change",
    [
        lambda args: args.update(lang="xx"),
        lambda args: args.update(lang=5),
        lambda args: args.update(lang=["pl"]),
        lambda args: args["seats"][0].update(name=""),
        lambda args: args["seats"][0].update(name="{x}"),
        lambda args: args.update(variant=None),
        lambda args: args.update(anchor=""),
        lambda args: args.update(options=None),
        lambda args: args.clear(),
    ],
)
def test_forged_headers_do_not_break_the_report(run, game, write, change):
    """Whatever stands in a header, `verify`, `import` and what follows end with a message."""
    path = write("\n".join(forged(game, 0, lambda entry: change(entry["args"]))[:1]), "game.jsonl")
    for words in (("verify", path), ("verify", path, "--json"), ("import", path)):
        assert run(*words).code in (0, 1, 2)


def test_a_journal_in_a_language_of_a_newer_companion(good, game, write):
    """It is judged all the same, in English."""
    path = write("\n".join(forged(game, 0, lambda entry: entry["args"].update(lang="de"))[:1]), "game.jsonl")
    assert good("verify", path, "--json").json["ok"] is True


# --- sheets ----------------------------------------------------------------------------------------------------------

TWO = (
    "{name: Ania, hobbit: frodo, circles: 9, squares: xxdwwww, turns: 6}, "
    "{name: Bo, hobbit: sam, circles: 7, squares: xwwwwww, turns: 6}"
)


def sheets(rows: str = TWO, **more: str) -> str:
    told = {"game": "dice", **more}
    return "{" + ", ".join([*(f"{key}: {value}" for key, value in told.items()), f"players: [{rows}]"]) + "}"


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        (sheets(), ("win", "DG-END-3", ["frodo"])),
        (sheets(game="dice", variant="advanced", first="Bo", winner="Ania"), ("win", "DG-END-3", ["frodo"])),
        (sheets(TWO.replace("circles: 7", "circles: 9")), ("tie_break", "DG-END-3", ["sam"])),
        (
            sheets(TWO.replace("circles: 7", "circles: 9").replace("xxdwwww", "xwwwwww"), winner="[Bo, Ania]"),
            ("shared", "DG-END-4", ["frodo", "sam"]),
        ),
        (sheets(TWO.replace("xxdwwww", "xxxxxxx").replace("xwwwwww", "xxxxxxx")), ("all_lost", "DG-END-1", [])),
        (
            sheets(TWO.replace("xxdwwww", "xxxxxxx"), end_variant="true", winner="sam"),
            ("last_one", "DG-VAR-1", ["sam"]),
        ),
        (
            sheets(TWO.replace("xxdwwww", "xxdw").replace("xwwwwww", "xwww"), squares="4"),
            ("win", "DG-END-3", ["frodo"]),
        ),
        (sheets(TWO.replace(", turns: 6", "")), ("win", "DG-END-3", ["frodo"])),
        ("{game: wotrcards, free_total: 24, shadow_total: 25, winner: shadow}", ("last_shadow", "WC-VIC-2", [])),
    ],
)
def test_possible_sheets_are_scored_with_the_winner(good, write, text, outcome):
    """Who won and why, from hand-filled sheets alone; the claim is right where there is one."""
    path = write(text)
    told = good("verify", "--sheet", path, "--json").json
    assert told["ok"] is True
    assert tuple(told["outcome"].values()) == outcome
    assert f"[{outcome[1]}" in good("verify", "--sheet", path).out


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (sheets(TWO.replace("circles: 9", "circles: 10")), ["sheet_circles"]),
        (sheets(TWO.replace("circles: 7, ", "")), ["sheet_circles"]),
        (sheets(TWO.replace("circles: 9", "circles: 8")), ["sheets_not_over"]),
        (sheets(TWO.replace("xxdwwww", "xxdwww")), ["sheet_length"]),
        (sheets(TWO.replace("xxdwwww", "xxdwwwz")), ["sheet_letters"]),
        (sheets(TWO.replace("xxdwwww", "wxxwwww")), ["sheet_order"]),
        (
            sheets(TWO.replace("xxdwwww", "dxwwwww").replace("circles: 7", "circles: 77")),
            ["sheet_order", "sheet_circles"],
        ),
        (sheets(TWO.replace("turns: 6", "turns: 5", 1)), ["sheets_turns"]),
        (sheets(TWO.replace("turns: 6", "turns: 1")), ["sheets_too_far", "sheets_too_far"]),
        (
            sheets(
                TWO.replace("xwwwwww", "xxxxxxx").replace("turns: 6", "turns: 7").replace("turns: 7", "turns: 6", 1)
            ),
            ["sheets_turns_out"],
        ),
        (sheets(winner="Bo"), ["sheets_winner"]),
        (sheets(winner="[Ania, Bo]"), ["sheets_winner"]),
        (sheets(TWO.replace("xxdwwww", "xxxxxxx").replace("xwwwwww", "xxxxxxx"), winner="Ania"), ["sheets_nobody"]),
        (sheets(TWO.replace("sam", "frodo")), ["seats_same_hobbit"]),
        (sheets("{name: Ania, hobbit: frodo, circles: 9, squares: wwwwwww}"), ["seats_number"]),
    ],
)
def test_impossible_sheets_are_named_with_their_rules(run, write, text, faults):
    """Every fault is found, each with its rule; exit code 1."""
    path = write(text)
    told, plain = run("verify", "--sheet", path, "--json"), run("verify", "--sheet", path)
    assert (told.code, plain.code, told.json["ok"]) == (1, 1, False)
    assert [fault["code"] for fault in told.json["faults"]] == faults
    assert all(f"[{fault['rule']}" in plain.err for fault in told.json["faults"])


def test_too_many_marks_for_so_few_turns(run, write):
    """Two turns of two players: ten dice of one's own and two of the other's in one's colour cannot do all that."""
    rows = (
        "{name: A, hobbit: frodo, circles: 9, squares: xxxxwww, turns: 2}, "
        "{name: B, hobbit: sam, circles: 0, squares: wwwwwww, turns: 2}"
    )
    told = run("verify", "--sheet", write(sheets(rows)), "--json")
    assert [fault["code"] for fault in told.json["faults"]] == ["sheets_too_many_marks"]


@pytest.mark.parametrize(
    "text",
    [
        sheets(colour="red"),
        sheets(TWO.replace("circles", "circle", 1)),
        sheets(TWO.replace("circles: 9", "circles: nine")),
        sheets(TWO.replace("turns: 6", "turns: many")),
        sheets(TWO.replace("hobbit: sam", "hobbit: sauron")),
        sheets(winner="Gollum"),
        sheets(variant="expert"),
        sheets(game="chess"),
        "{game: dice, players: 5}",
        "{game: dice, players: [5]}",
        "{players: []}",
        "[]",
        "5",
        "{}",
    ],
)
def test_sheets_that_cannot_be_read(run, write, text):
    """Unknown words and values of the wrong kind are wrong calls."""
    result = run("verify", "--sheet", write(text))
    assert (result.code, result.out) == (2, "")
    assert result.err


@pytest.mark.parametrize(
    "text",
    [
        sheets(variant="true"),
        sheets(variant="5"),
        sheets(variant="1.5"),
        sheets(variant="[[basic]]"),
        sheets(TWO.replace("squares: xxdwwww", "squares: ~")),
    ],
)
def test_values_of_sheets_that_are_no_texts(run, write, text):
    """Flags, numbers, lists and nothing where a text should be: a wrong call."""
    result = run("verify", "--sheet", write(text))
    assert (result.code, result.out) == (2, "")


def test_a_sheet_file_that_is_broken(run, write):
    """file:line, exit code 1."""
    path = write("players:\n- {name: Ania\n- x")
    result = run("verify", "--sheet", path)
    assert result.code == 1
    assert f"{path}:" in result.err


# --- simulate --------------------------------------------------------------------------------------------------------


def test_simulate_tells_endings_and_wins(good):
    """Statistics by ending and by player; the same seed gives the same numbers."""
    words = ("simulate", "dice", "--games", 6, "--seed", 9, "--player", "Ania:frodo", "--player", "Bo:merry")
    told, again = good(*words, "--json").json, good(*words, "--json").json
    assert {key: told[key] for key in told if key != "seconds"} == {
        key: again[key] for key in again if key != "seconds"
    }
    assert set(told["wins"]) <= {"frodo", "merry"}
    out = good(*words).out
    assert "Ania: " in out
    assert "Bo: " in out


def test_simulate_keeps_journals_that_hold(good, tmp_path):
    """--journals keeps every game, and each verifies."""
    good("simulate", "dice", "--games", 3, "--journals", tmp_path / "a" / "b", "--variant", "advanced")
    files = sorted((tmp_path / "a" / "b").iterdir())
    assert len(files) == 3
    assert all(good("verify", path, "--json").json["ok"] for path in files)


def test_simulate_refuses_what_new_refuses(run):
    """One player, equal hobbits: exit code 1 with the rule."""
    result = run("simulate", "dice", "--player", "Ania:frodo")
    assert (result.code, "[DG-SET-1" in result.err) == (1, True)
