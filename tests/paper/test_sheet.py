"""From chances of marks to a sheet: what the rules allow is preferred, what is not clear is asked, never guessed."""

import pytest

from companion import games
from companion.content.load import load
from companion.core.messages import Phrase
from companion.paper.sheet import is_untouched, read_parts
from companion.play.game.paper_form import WRITTEN, PaperForm, SheetPart
from tests.each import each
from tests.paper.dice_forms import FORM, PLACES, chances


def test_a_clear_sheet_is_read_whole():
    """As it was filled in, without a doubt."""
    for hobbit, circles, squares in (("frodo", 0, "wwwwwww"), ("sam", 4, "xxdhwww"), ("pippin", 9, "xxxxxxx")):
        read = read_parts(FORM, chances(hobbit, circles, squares))
        assert read.values == {"hobbit": hobbit, "circles": circles, "squares": squares}
        assert read.doubts == ()


def test_the_rules_decide_what_the_eye_does_not():
    """A faint circle between two marked ones is marked: circles are marked in their order (DG-RING-1)."""
    faint = {PLACES[1]: {"w": 0.5, "x": 0.5, "?": 0.0}}
    assert read_parts(FORM, chances(circles=4, **faint)).values["circles"] == 4
    hidden = {PLACES[1]: {"w": 0.0, "x": 0.0, "?": 1.0}}
    assert read_parts(FORM, chances(circles=4, **hidden)).values["circles"] == 4


DOUBTFUL = {  # part -> a field that makes it so, and what is asked
    "circles": (PLACES[4], {"w": 0.6, "x": 0.4, "?": 0.0}, {4, 5}),
    "squares": ("square-3", {"w": 0.0, "h": 0.6, "d": 0.4, "x": 0.0, "?": 0.0}, {"xxdhwww", "xxhhwww"}),
    "hobbit": ("merry", {"w": 0.001, "x": 0.999, "?": 0.0}, {"sam", "merry"}),
}


@pytest.mark.parametrize("key", DOUBTFUL)
def test_what_is_not_clear_is_asked(key):
    """With both readings and the field that decides; the other parts are read all the same."""
    field, seen, asked = DOUBTFUL[key]
    read = read_parts(FORM, chances(**{field: seen}))
    (doubt,) = read.doubts
    assert doubt.part.key == key
    assert {doubt.likely, doubt.other} == asked
    assert field in doubt.fields
    assert read.values.keys() == {"hobbit", "circles", "squares"} - {key}


@pytest.mark.parametrize("mark", ["x", "?"])
def test_marks_that_no_rule_allows_are_asked(mark):
    """A clear cross behind a gap, or one that was crossed out at the end of the row: no reading is certain."""
    place = PLACES[6] if mark == "x" else PLACES[4]
    strange = {letter: 0.999 if letter == mark else 0.0005 for letter in "wx?"}
    (doubt,) = read_parts(FORM, chances(circles=4, **{place: strange})).doubts
    assert doubt.part.rule == "DG-RING-1"


def test_a_mark_that_may_have_been_crossed_out():
    """Where only that much speaks for it, the last mark of the row is asked about, one before it is not."""
    suspect = {"w": 0.0, "x": 0.97, "?": 0.03}
    (doubt,) = read_parts(FORM, chances(circles=4, **{PLACES[3]: suspect})).doubts
    assert (doubt.likely, doubt.other, doubt.fields) == (4, 3, (PLACES[3],))
    assert read_parts(FORM, chances(circles=4, **{PLACES[2]: suspect})).values["circles"] == 4


@pytest.mark.parametrize(("game", "rule"), [("fellowship", "LR-END-2"), ("wotrcards", "WC-VIC-2")])
def test_two_endings_are_asked(game, rule):
    """A game ends once: of two lines that are ticked neither is taken."""
    (form,) = games.get(game).show.sheets.paper_forms(load(game))
    seen = {field: {"w": 0.999, "x": 0.001} for field in form.kinds}
    for field in form.parts[0].fields[:2]:
        seen[field] = {"w": 0.001, "x": 0.999}
    (doubt,) = [doubt for doubt in read_parts(form, seen).doubts if doubt.part.key == "ending"]
    assert (doubt.part.rule, {doubt.likely, doubt.other}) == (rule, set(form.parts[0].fields[:2]))


def test_a_sheet_without_a_hobbit_is_not_guessed():
    """Without a hobbit nothing is guessed; without any mark the sheet is untouched."""
    empty = {name: {"w": 0.999, "x": 0.001, "?": 0.0} for name in ("frodo", "sam", "merry", "pippin")}
    seen = chances(circles=0, squares="wwwwwww", **empty)
    assert [doubt.part.key for doubt in read_parts(FORM, seen).doubts] == ["hobbit"]
    assert is_untouched(seen)
    assert not is_untouched(chances(circles=1, squares="wwwwwww", **empty))


ROW = (
    SheetPart(
        "hobbit", Phrase("sheet.seat", {}), "DG-SET-2", WRITTEN, ("name", "dead", "runes"), {"sam": "x", "": "w"}, "sam"
    ),
    SheetPart("runes", Phrase("sheet.seat", {}), "DG-SET-2", WRITTEN, ("runes",), {}, "sam"),
    SheetPart("alive", Phrase("sheet.seat", {}), "DG-SET-2", "tick", ("dead",), {True: "w", False: "x"}, "sam"),
)
TABLE = PaperForm("score", "front", {}, ROW, whole=True)


@each(
    ("written", "values", "asked"),
    [
        ({}, {"hobbit.sam": ""}, []),
        ({"name": 0.999}, {"hobbit.sam": "sam", "alive.sam": True}, []),
        ({"dead": 0.999}, {"hobbit.sam": "sam", "alive.sam": False}, []),
        ({"runes": 0.999}, {"hobbit.sam": "sam", "alive.sam": True}, ["runes.sam"]),
        ({"runes": 0.3}, {"alive.sam": True}, ["hobbit.sam", "runes.sam"]),
    ],
)
def test_a_row_counts_if_anything_stands_in_it(written, values, asked):
    """What is written there is asked, never guessed; of an empty row nothing is."""
    seen = {field: {"w": 0.999, "x": 0.001} for field in TABLE.kinds}
    seen |= {field: {"w": 1 - chance, "x": chance} for field, chance in written.items()}
    read = read_parts(TABLE, seen)
    assert read.values == values
    assert [doubt.part.name for doubt in read.doubts] == asked
    assert all((doubt.likely, doubt.other) == ("", "") for doubt in read.doubts if not doubt.part.ways)


def test_a_mark_that_was_taken_back_in_an_empty_row_is_asked():
    """Whether that player took part only a person can tell; likelier not."""
    seen = {field: {"w": 0.999, "x": 0.001} for field in TABLE.kinds} | {"dead": {"w": 0.0, "x": 0.0, "?": 1.0}}
    doubt = read_parts(TABLE, seen).doubts[0]
    assert (doubt.part.name, doubt.likely) == ("hobbit.sam", "")
