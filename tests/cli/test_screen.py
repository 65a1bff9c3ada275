"""What a terminal adds: its width, colour, pages; and the manners of the guided table on it."""

import contextlib
import os
import re
import sys
from itertools import product

import pytest

from companion import games
from companion.content.load import load
from companion.core.text_wrap import WIDTH
from tests.cli.conftest import ROOT
from tests.tiers import sample

TEXTS = load("shared").texts
LANGUAGES = ["en", "pl", "ru", "uk"]
GAMES = {
    "dice": ("dice", "--player", "Ania:frodo", "--player", "Bo:sam"),
    "fellowship": ("fellowship", "--player", "Ania:frodo", "--player", "Bo:sam"),
    "wotr": ("wotr", "--variant", "full", "--player", "Ania:fp", "--player", "Bo:shadow"),
    "wotrcards": ("wotrcards", "--variant", "duel", "--player", "Ania:witch-king", "--player", "Bo:gandalf"),
}
SGR = re.compile(r"\x1b\[[0-9;]*m")


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def plain(text: str) -> str:
    return SGR.sub("", text)


def said(key: str, lang: str = "en") -> str:
    """The beginning of a text, up to what is put in."""
    return TEXTS[key][lang].split("{")[0]


@pytest.fixture(params=GAMES)
def table(request, good):
    """The id of a table of each game."""
    return good("new", *GAMES[request.param], "--seed", "0123456789abcdef" * 2).last


@pytest.fixture
def action_roll(good):
    """A table of War of the Ring whose action dice are about to be rolled."""
    id = good("new", *GAMES["wotr"], "--seed", "00ff" * 8).last
    while (first := good("legal", id, "--json").json[0])["type"] != "roll":
        good("do", id, *first["do"].split(), "--seat", first["seat"])
    return id


@pytest.fixture
def army_die(good, action_roll):
    """The same when the Shadow uses its first die: armies may march."""
    good("do", action_roll, "roll", "--rolled", "character,character,event,event")
    good("do", action_roll, "roll", "--rolled", ",".join(["army"] * 3 + ["muster"] * 4))
    good("do", action_roll, "skip", "die=character")
    return action_roll


# --- width -----------------------------------------------------------------------------------------------------------


def test_all_games_are_here():
    """A fifth game is looked at as well."""
    assert set(GAMES) == set(games.GAMES)


@pytest.mark.parametrize(("columns", "lang"), sample(product((60, 80, 140), ("en", "uk")), (60, "uk"), (140, "en")))
def test_lines_fill_the_terminal_and_break_between_words(good, table, columns, lang, monkeypatch):
    """At most 100 characters; every word that a pipe is told stands there whole, in the same order."""
    monkeypatch.setenv("LINES", "9999")
    commands = [("show", table), ("legal", table), ("log", table), ("table", table)]
    lines, longest = [], 0
    for command in commands:
        words = typed("", "1", "?", "l", "q")
        narrow = good(*command, "--lang", lang, typed=words).out
        if command[0] == "table":  # has gone on
            good("undo", table, "--to", 0, "--agree", "all")
        wide = plain(good(*command, "--lang", lang, typed=words, columns=columns).out)
        if command[0] != "table":
            assert wide.split() == narrow.split()
        lines += [line.removeprefix("> ") for line in wide.splitlines()]
        longest = max(longest, *map(len, narrow.splitlines()))
    assert max(map(len, lines)) <= min(columns, 100)
    assert longest <= 60 or max(map(len, lines)) > WIDTH


@pytest.mark.parametrize(
    "table",
    [id if id == "wotr" else pytest.param(id, marks=pytest.mark.tier("exhaustive")) for id in GAMES],
    indirect=True,
)
def test_the_size_of_a_real_terminal_is_used(good, table):
    """Without COLUMNS it is asked; a page stops when the screen is full, and ends with the input."""
    pty, termios = pytest.importorskip("pty"), pytest.importorskip("termios")
    child, screen = pty.fork()
    if child == 0:  # pragma: no cover
        for name in ("COLUMNS", "LINES", "NO_COLOR"):
            os.environ.pop(name, None)
        os.environ.update(PYTHONPATH=str(ROOT), PYTHONUTF8="1", TERM="xterm")
        sys.stdin.close()
        termios.tcsetwinsize(1, (12, 60))
        os.execv(sys.executable, [sys.executable, "-m", "companion", "table", table])
    told = b""
    with contextlib.suppress(OSError):  # its end
        while said("table.left").encode() not in told:
            told += os.read(screen, 4096)
            if told.rstrip().endswith(b">") or told.rstrip().endswith(b"stop."):
                os.write(screen, b"q\n")
                told += b"\n"
    os.close(screen)
    os.waitpid(child, 0)
    lines = [line for line in plain(told.decode()).splitlines() if not line.startswith(f"{sys.executable}")]
    assert WIDTH < max(map(len, lines)) <= 60
    assert "\x1b[" in told.decode()


# --- colour ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("off", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colour_can_be_left_out(good, table, monkeypatch, off):
    """The words are the same with and without; what goes to a pipe never has any."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    words = typed("?", "nonsense", "l", "q")
    coloured = good("table", table, typed=words, columns=80).out
    assert SGR.search(coloured)
    assert "\x1b" not in good("table", table, typed=words).out
    for name, value in off.items():
        monkeypatch.setenv(name, value)
    assert good("table", table, typed=words, columns=80).out == plain(coloured)


def test_a_refusal_on_a_terminal_is_wrapped_like_the_rest(run, action_roll, monkeypatch):
    """Standard error has a width and colour of its own."""
    monkeypatch.setenv("TERM", "xterm")
    refused = run("do", action_roll, "pass", columns=50)
    assert refused.code == 1
    assert SGR.search(refused.err)
    assert max(map(len, plain(refused.err).splitlines())) <= 50
    assert plain(refused.err).split() == run("do", action_roll, "pass").err.split()


# --- pages -----------------------------------------------------------------------------------------------------------


def test_what_is_longer_than_the_screen_stops(good, action_roll, monkeypatch):
    """Enter goes on, `q` has enough, anything else is asked again; nothing is lost; a pipe is never stopped."""
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("NO_COLOR", "1")
    more = re.compile(r"\(\d+ more lines\) Enter: go on\. q: stop\. ")
    whole = good("show", action_roll).out
    assert not more.search(whole)
    wide = good("show", action_roll, typed="\n" * 10, columns=100).out
    assert len(more.findall(wide)) >= 2
    assert more.sub("", wide).split() == whole.split()
    first = more.split(good("show", action_roll, typed=typed("1", "q"), columns=100).out)
    assert len(first[0].splitlines()) == 23
    assert first[1:] == ["", ""]
    assert more.split(good("show", action_roll, columns=100).out)[1].strip() == ""


# --- answers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_behind_a_choice_are_refused(good, action_roll, lang):
    """In a sentence, and nothing is done; dice typed alone are understood."""
    told = good("table", action_roll, "--lang", lang, typed=typed("1 army,army", "q")).out
    assert TEXTS["error.words_behind"][lang].format(word="army,army", said="1") in told
    assert good("log", action_roll, "--json").json[-1]["type"] != "roll"
    good("table", action_roll, typed=typed("muster event event, character", "q"))
    rolled = good("log", action_roll, "--json").json[-1]["args"]
    assert (rolled["source"], rolled["faces"]) == ("table", ["character", "muster", "event", "event"])


@pytest.mark.parametrize("game", GAMES)
def test_no_game_drops_words(good, game, exhaustive):
    """The first choice with words behind it, or the words of an action with more, appends nothing."""
    id = good("new", *GAMES[game], "--seed", "77" * 16).last
    for _ in range(12 if exhaustive else 5):
        first = next(row for row in good("legal", id, "--json").json if "open" not in row)
        before = good("show", id, "--json").json["seq"]
        good("table", id, typed=typed("1 army", f"{first['do']} zebra zebra", "q"))
        assert good("show", id, "--json").json["seq"] == before, first
        good("table", id, typed=typed("h", "", first["do"], "app", "q"))  # the app draws own cards when it is let
        assert good("show", id, "--json").json["seq"] > before, first


@pytest.mark.parametrize("lang", LANGUAGES)
def test_yes_or_no_is_yes_or_no(good, lang):
    """In letters of the language or y and n, or Enter where it says so; a number and half a word are asked again."""
    yes, no = [TEXTS[key][lang].split() for key in ("answer.yes", "answer.no")]
    assert {"y", "n"} <= {*yes, *no}
    hint = TEXTS["table.only_yes_no"][lang].format(yes=yes[0], no=no[0])
    names = ["2", "Ania", "1", "Bo", "1", "1"]
    new: list[str] = []
    for answer, wanted in ((yes[0].upper(), True), ("y", True), (no[1], False), ("n", False), ("", False)):
        told = good(
            "table", "dice", "--lang", lang, typed=typed(*new, *names, "", "1", "maybe", "n", "n", answer, "", "q")
        )
        new = ["2", "n"]  # the unfinished game is not gone on with
        assert told.out.count(hint) == 3 + told.out.count(TEXTS["table.resume"][lang].rpartition("}")[2])
        assert good("show", told.last.split()[-1], "--json").json["end_variant"] is wanted


def test_dice_are_not_unseen_by_anything_but_yes(good):
    """Neither Enter nor `back` agrees."""
    id = good("new", *GAMES["dice"]).last
    good("do", id, "roll", "--rolled", "ring,orc,weapon,gandalf,orc")
    good("table", id, typed=typed("u", "", "1", "back", "u", "ye", "n", "q"))
    assert good("show", id, "--json").json["seq"] == 1
    good("table", id, typed=typed("u", "", "yes", "q"))
    assert good("log", id, "--json").json[-1]["type"] == "undo"


# --- what is shown again ---------------------------------------------------------------------------------------------


def test_only_what_changed_is_shown_again(good, army_die):
    """One nation at war is one line; a wrong word repeats nothing; `show` shows all."""
    told = good("table", army_die, typed=typed("zebra", "c", "1", "show", "q")).out
    prompts = re.split(r"^> ", told, flags=re.MULTILINE)
    assert prompts[0].count("Minas Tirith: Gondor 4") == 1
    assert len(prompts[1].splitlines()) == 1
    assert len(prompts[2].splitlines()) == 1
    assert "\nIsengard: At War\n" in prompts[3]
    assert "Sauron: box" not in prompts[3]
    assert "Minas Tirith" not in prompts[3]
    assert "Minas Tirith: Gondor 4" in prompts[4]
    assert "Ania uses an action die." in prompts[4]


# --- help and back ---------------------------------------------------------------------------------------------------


def test_help_at_every_question_before_a_game(good):
    """`?` and `help` say what can be typed, with an example, and ask again."""
    answers = ["2", "Ania", "1", "Bo", "1", "1", "n", "n", "n", ""]
    lines = [line for answer in answers for line in ("?", "HELP", answer)]
    told = good("table", "dice", typed=typed(*lines, "q"))
    assert told.out.count(TEXTS["table.how_back"]["en"]) == 2 * len(answers)
    assert "for example Ania" in told.out
    assert good("show", told.last.split()[-1], "--json").json["seq"] == 0


def test_back_returns_to_the_question_before(good):
    """Any number of times, up to the first; what was answered before that stays."""
    lines = ["back", "2", "Ania", "1", "Bo", "back", "back", "2", "Bea", "1", "back", "back", "Cela", "1"]
    lines += ["1", "n", "n", "n", ""]
    told = good("table", "dice", typed=typed(*lines, "q"))
    assert told.out.count(TEXTS["table.first_question"]["en"]) == 1
    shown = good("show", told.last.split()[-1], "--json").json
    assert [(player["name"], player["hobbit"]) for player in shown["players"]] == [("Ania", "sam"), ("Cela", "frodo")]


def test_a_choice_is_made_word_by_word(good, army_die):
    """What it leaves open is asked for with what it may be; a wrong word leaves it open; it does what one line does."""
    march = next(
        line.split()[0]
        for line in good("table", army_die, typed=typed("q")).out.splitlines()
        if line.endswith("from Gorgoroth …")
    )
    seq = good("show", army_die, "--json").json["seq"]
    told = good("table", army_die, typed=typed(march, "?", "", "mornnon", "u x", "morannon", "army", "q"))
    asked = TEXTS["table.word"]["en"].format(said=march, word="region", example="barad-dur")
    assert told.out.count(asked) == 3  # at first, after `?` and after Enter
    assert re.search(r"^    morannon +Morannon$", told.out, re.MULTILINE)
    assert "Did you mean: morannon?" in told.out
    assert good("show", army_die, "--json").json["seq"] == seq + 1
    taken = good("log", army_die, "--json").json[-1]
    assert (taken["type"], taken["args"]["region"]) == ("march", "morannon")
    good("undo", army_die, "--to", seq)
    good("table", army_die, typed=typed(f"{march} morannon army", "q"))
    again = good("log", army_die, "--json").json[-1]["args"]
    assert {**again, "salt": ""} == {**taken["args"], "salt": ""}


def test_back_leaves_a_half_made_choice(good, army_die):
    """Nothing is done; another `back` has nothing to leave; the question stands there again."""
    question = good("table", army_die, typed=typed("q")).out.split("> ")[0]
    march = next(line.split()[0] for line in question.splitlines() if line.endswith("from Gorgoroth …"))
    told = good("table", army_die, typed=typed(march, "back", "back", "morannon", "q")).out
    assert told.count(TEXTS["table.choice_left"]["en"]) == 1
    assert told.count(TEXTS["table.no_back"]["en"]) == 1
    assert told.count("Bo uses an action die.") == 2
    assert good("log", army_die, "--json").json[-1]["type"] == "skip"


def test_a_half_made_choice_tells_no_hand(good):
    """By its number a choice of a closed hand may be begun; what it may be is told to an open hand alone."""
    id = good("new", *GAMES["wotrcards"], "--seed", "0123" * 8).last
    while (first := good("legal", id, "--json").json[0])["type"] not in ("play", "pass", "ring"):
        good("do", id, *first["do"].split(), "--seat", first["seat"])
    seat = first["seat"]
    player = next(row for row in good("show", id, "--seat", seat, "--json").json["players"] if row["seat"] == seat)
    names = [load("wotrcards")["card"][card]["name"]["en"] for card in player["cards"]]
    numbers = [word for number in range(3, 12) for word in (str(number), "?", "back")]
    closed = good("table", id, typed=typed(*numbers, "q")).out
    assert TEXTS["table.word_alone"]["en"].partition("{")[0] in closed
    assert not [name for name in names if name in closed]
    opened = good("table", id, typed=typed("h", "", *numbers, "q")).out
    assert all(name in opened for name in names)
