"""First-time hints of a guided table: when they come, and that a command once used is never named again."""

import pytest

from companion.cli.guided.hints import HINTS, Hints
from companion.content.load import load
from companion.core.user_folders import user_folder

TEXTS = load("shared").texts
SEED = "0123456789abcdef" * 2
DICE = ("dice", "--player", "Ania:frodo", "--player", "Bo:sam", "--seed", SEED)
HIDDEN = ("fellowship", "--player", "Ania:frodo", "--player", "Bo:sam", "--seed", SEED)


def hint(name: str) -> str:
    """The beginning of a hint, up to what is put in."""
    return TEXTS[f"hint.{name}"]["en"].split("{")[0]


@pytest.fixture
def play(good):
    """`play(id, "keep black", ...)`: what a guided table prints on a terminal."""

    def call(id: str, *lines: str, columns: int = 80) -> str:
        return good("table", id, typed="".join(f"{line}\n" for line in (*lines, "q")), columns=columns).out

    return call


@pytest.fixture
def dice(good):
    """The id of a table that is about to roll."""
    return good("new", *DICE).last


def test_a_roll_brings_the_hint_at_undo_until_that_was_used(play, good, dice):
    """Once a sitting; at other tables of this machine no more, as a file in the user's folder says."""
    assert play(dice, "", "c", "c").count(hint("undo")) == 1
    assert hint("undo") in play(good("new", *DICE).last, "", "u")
    assert (user_folder("data") / "used-commands.txt").read_text() == "u\n"
    assert hint("undo") not in play(good("new", *DICE).last, "")


def test_a_refusal_brings_the_hint_at_its_rule(play, dice):
    """The very rule that the refusal names."""
    assert f"{hint('rule')}DG-ROLL-2`" in play(dice, "", "c", "keep")


def test_hints_never_come_at_two_questions_in_a_row():
    """One a question, then none, then the next one."""
    hints = Hints()
    given = [hints.choose({"refused", "drawn", "long_game"}) for _ in range(8)]
    assert [one and one.command for one in given] == ["rule", None, "u", None, "show", None, "l", None]
    assert hints.choose({"refused", "long_game"}) is None


@pytest.mark.parametrize("hint", HINTS, ids=lambda hint: f"{hint.command} {hint.moment}")
def test_each_hint_has_its_moment(hint):
    """And none at any other, or once its command was used."""
    assert Hints().choose({hint.moment}) is not None
    assert Hints().choose(set()) is None
    used = Hints()
    for other in HINTS:
        used.keep_use(other.command)
    assert used.choose({hint.moment}) is None
    assert Hints().choose({hint.moment}) is None  # the file remembers


def test_other_words_are_not_kept():
    """An answer to the game is no command with a hint."""
    Hints().keep_use("keep")
    assert not (user_folder("data") / "used-commands.txt").exists()


def test_a_folder_that_cannot_be_written_stops_nobody(tmp_path):
    """A hint is given and a use counts as long as the table is open; a file that cannot be read is as none."""
    (tmp_path / "data").write_text("no folder")
    hints = Hints()
    hints.keep_use("u")
    assert hints.choose({"drawn"}) is None
    assert Hints().choose({"drawn"}) is not None


def test_no_hint_goes_to_a_pipe(play, dice):
    """Scripts read what they always read."""
    assert hint("undo") not in play(dice, "", columns=0)


def test_a_covered_hand_brings_the_hint_to_look_at_it(play, good):
    """Until somebody has looked."""
    id = good("new", *HIDDEN).last
    assert hint("hand") in play(id, "", "", "c", "h", "")
    assert hint("hand") not in play(id, "c")
