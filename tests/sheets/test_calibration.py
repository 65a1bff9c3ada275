"""The calibration sheet: readings become the right correction, and what is printed can be read."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.content import load
from companion.core.errors import LayoutError, WrongCall
from companion.faces import template
from companion.faces.model import Face, Point, Rect, Shape, Text, rotate_point
from companion.faces.print_texts import PrintVoice
from companion.faces.text import FLOOR, Typesetter
from companion.pdf import fonts
from companion.sheets.calibration import (
    LETTERS,
    REACH,
    SPAN,
    Trial,
    calibration_sheets,
    correction_of_readings,
    line_names,
    parse_reading,
    target_points,
)
from companion.sheets.impose import impose_leaves
from companion.sheets.layouts import load_layout
from companion.sheets.model import Correction, Sheet, Size
from companion.sheets.turn_over import back_slot
from tests.each import each
from tests.languages import LANGUAGES
from tests.sheets.sides import leaves

A4 = (210.0, 297.0)
Move = Callable[[Point], Point]


# ---------------------------------------------------------------------- readings


def moving(by: Correction, size: Size) -> Move:
    """What a correction (or a printer) does to a point of the back: a turn round the page's middle, then a shift."""
    cx, cy = size[0] / 2, size[1] / 2

    def move(point: Point) -> Point:
        x, y = rotate_point((point[0] - cx, point[1] - cy), by.angle)
        return cx + x + by.x, cy + y + by.y

    return move


def undone(by: Correction, size: Size) -> Move:
    """The way back."""
    cx, cy = size[0] / 2, size[1] / 2

    def move(point: Point) -> Point:
        x, y = rotate_point((point[0] - by.x - cx, point[1] - by.y - cy), -by.angle)
        return cx + x, cy + y

    return move


def read_by_pin(error: Correction, size: Size, flip: str) -> list[Point]:
    """What a person reads, left and right, on a back that the printer put elsewhere.

    The pin goes through a target of the front and comes out at the mirrored place of the paper; the grid it comes out
    in was printed, with the whole back, where the error put it.
    """
    w, h = size
    upright = (flip == "long") == (h >= w)
    readings = []
    for x, y in (target_points(size)[0], target_points(size)[2]):
        pin = (w - x, y) if upright else (x, h - y)
        on_page = undone(error, size)(pin)  # the point of the page that was printed where the pin is
        origin = min(target_points(size), key=lambda at: abs(at[0] - on_page[0]))
        readings.append((origin, (on_page[0] - origin[0], on_page[1] - origin[1])))
    return [reading for _, reading in sorted(readings)]


ERRORS = st.builds(
    Correction,
    st.floats(-3, 3, allow_nan=False),
    st.floats(-3, 3, allow_nan=False),
    st.floats(-1.5, 1.5, allow_nan=False),
)


@settings(deadline=None)
@given(error=ERRORS, flip=st.sampled_from(["long", "short"]), paper=st.sampled_from(["a4", "letter", "297x210"]))
def test_corrected_backs_fall_behind_their_fronts(error: Correction, flip: str, paper: str) -> None:
    """A printer that shifts and turns every back point, read with a pin: all slots of a full sheet agree to 0.01 mm."""
    size = load_layout(paper).size
    left, right = read_by_pin(error, size, flip)
    needed = correction_of_readings(left, right)
    fix, print_ = moving(needed, size), moving(error, size)
    front, back = impose_leaves(leaves(50, (40, 40)), load_layout(paper), flip)[:2]
    if front.size != size:  # packed on the paper lying down: the same holds for a test of that paper
        return
    assert len(front.placed) == len(back.placed) >= 20
    for one, other in zip(front.placed, back.placed, strict=True):
        assert back_slot(one.slot, size, flip) == other.slot
        for point in (other.slot.centre, (other.slot.x, other.slot.y)):
            assert print_(fix(point)) == pytest.approx(point, abs=0.01)


def test_a_page_of_slots_was_looked_at() -> None:
    """The papers of the test before are packed as they are: nothing was passed over."""
    for paper in ("a4", "letter", "297x210"):
        assert impose_leaves(leaves(50, (40, 40)), load_layout(paper), "long")[0].size == load_layout(paper).size


def test_the_signs_are_those_that_people_read() -> None:
    """A pin right of and below the origins: a shift right and down; lower on the right than left: a clockwise turn."""
    assert correction_of_readings((0.6, 0.3), (0.6, 0.3)) == Correction(0.6, 0.3, 0)
    assert correction_of_readings((0, -0.2), (0, 0.2)).angle == pytest.approx(0.143, abs=0.001)
    moved = moving(correction_of_readings((0, -0.2), (0, 0.2)), A4)
    assert moved(target_points(A4)[2]) == pytest.approx((A4[0] / 2 + SPAN / 2, A4[1] / 2 + 0.2), abs=0.001)


@pytest.mark.parametrize("wrong", [0.1, 0.25])
def test_what_a_wrong_reading_costs(wrong: float) -> None:
    """Off by so much up on one side and down on the other: the corner of A4 is off by less than 2.3 times as much."""
    needed = correction_of_readings((0, -wrong), (0, wrong))
    x, y = moving(needed, A4)((0, 0))
    assert (x * x + y * y) ** 0.5 < 2.3 * wrong


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("N13", (0, 0)),
        ("A1", (-6, -6)),
        ("Z25", (6, 6)),
        ("q11", (1.5, -1)),
        (" O12 ", (0.5, -0.5)),
        ("Р13", (1, 0)),  # a Cyrillic letter that looks the same
        ("1.5,-1", (1.5, -1)),
        ("-0.25, 0", (-0.25, 0)),
        ("6,-6", (6, -6)),
    ],
)
def test_readings(text: str, point: Point) -> None:
    """Lines or mm, right and down."""
    assert parse_reading(text) == point


@pytest.mark.parametrize(
    "text",
    ["", "N", "13", "N0", "N26", "N99", "I5", "13N", "AA1", "N013", "1", "1,2,3", "0,5,1", "6.1,0", "nan,0", "inf,0",
     "1;2", "x,y", "Д5", "9" * 5000 + ",0", "1e999,0"],
)  # fmt: skip
def test_readings_that_are_none(text: str) -> None:
    """Lines that are not there, decimal commas, mm beyond the grid."""
    with pytest.raises(WrongCall) as told:
        parse_reading(text)
    assert told.value.code == "not_reading"


def test_every_line_has_its_own_name() -> None:
    """25 by 25 of them, without the letter I, the same read back."""
    steps = [index / 2 - 6 for index in range(25)]
    names = {line_names((x, y)): (x, y) for x, y in itertools.product(steps, steps)}
    assert len(names) == len(LETTERS) ** 2 == 625
    assert "I" not in LETTERS
    assert all(parse_reading(name) == point for name, point in names.items())


def test_readings_that_paper_cannot_give() -> None:
    """Left and right moved apart: not printed at 100 %, or misread."""
    assert correction_of_readings((-0.7, 0), (0.7, 0)).x == 0
    with pytest.raises(WrongCall) as told:
        correction_of_readings((-1, 0), (1, 0))
    assert told.value.code == "readings_apart"


# ---------------------------------------------------------------------- what is printed


def printed(lang: str = "en", paper: str = "a4", flip: str = "long", name: str = "") -> list[Sheet]:
    shared = load.load(load.SHARED)
    room = load_layout(paper)
    trial = Trial(room.paper, room.size, flip, name, Correction(1, 2, 0.5) if name else None)
    setter = Typesetter(fonts.letter_widths, lang)
    return calibration_sheets(trial, PrintVoice(shared, shared, lang).say, setter, template.styles())


def face(sheet: Sheet) -> Face:
    (placed,) = sheet.placed
    assert placed.slot.rect == (0, 0, *sheet.size)
    return placed.face


def texts(sheet: Sheet) -> list[tuple[Text, Rect]]:
    """Each stretch of words with the box round its letters."""
    setter = Typesetter(fonts.letter_widths, "en")
    out = []
    for item in face(sheet).items:
        if isinstance(item, Text):
            em = item.size * 0.352778
            words = item.words.rstrip()
            wide = em * (setter.em(item.font, words) + item.tracking * (len(words) - 1))
            out.append((item, (item.x, item.y - 0.66 * em, wide, 0.66 * em)))
    return out


def touch(a: Rect, b: Rect) -> bool:
    overlaps = [min(a[axis] + a[axis + 2], b[axis] + b[axis + 2]) - max(a[axis], b[axis]) for axis in (0, 1)]
    return min(overlaps) > 0.001


CASES = list(
    itertools.product(LANGUAGES, ("a4", "letter", "a3", "297x210", "200x205"), ("long", "short"), ("", "study"))
)


@each(("lang", "paper", "flip", "name"), CASES, one_of=7)
def test_every_word_can_be_read(lang: str, paper: str, flip: str, name: str) -> None:
    """None smaller than the floor, none over another, all inside the frame; the frame is 5 mm from the edge."""
    for sheet in printed(lang, paper, flip, name):
        w, h = sheet.size
        found = texts(sheet)
        assert min(item.size for item, _ in found) >= FLOOR
        for item, (x, y, wide, tall) in found:
            assert min(x, y, w - x - wide, h - y - tall) > 6, item
        for (a, box), (b, other) in itertools.combinations(found, 2):
            assert not touch(box, other), (a, b)
        frame = next(item for item in face(sheet).items if isinstance(item, Shape))
        assert frame.path == (("rect", 5, 5, w - 10, h - 10),)


@pytest.mark.parametrize("flip", ["long", "short"])
def test_targets_and_grids_lie_behind_each_other(flip: str) -> None:
    """Each target's rings have a grid behind them, whichever edge the paper is turned over."""
    front, back = printed(flip=flip)
    rings = {
        (step[1], step[2])
        for item in face(front).items
        if isinstance(item, Shape)
        for step in item.path
        if step[0] == "circle" and step[3] == 5
    }
    w, h = front.size
    assert rings == set(target_points(front.size))
    assert {(w - float(x), y) for x, y in rings} == {(x, h - float(y)) for x, y in rings} == rings
    axes = [item for item in face(back).items if isinstance(item, Shape) and item.width == 0.2 and item.stroke == "ink"]
    origins = {(item.path[0][1], item.path[2][2]) for item in axes}
    assert rings <= origins


def test_names_stand_at_their_lines() -> None:
    """Of the left grid: letters above whole mm lines, numbers beside them, mm below."""
    back = printed()[1]
    x, y = target_points(back.size)[0]
    found = texts(back)
    for index in range(0, 25, 2):
        at = (index - 12) / 2
        above = [
            box for item, box in found if item.words == LETTERS[index] and abs(box[0] - x) < 8 and abs(box[1] - y) < 12
        ]
        assert [box[0] + box[2] / 2 - x for box in above] == [pytest.approx(at, abs=0.01)]
        beside = [
            box
            for item, box in found
            if item.words == f"{index + 1}" and x - 14 < box[0] < x - 6 and abs(box[1] - y) < 9
        ]
        assert [box[1] + box[3] / 2 - y for box in beside] == [pytest.approx(at, abs=0.05)]
    for mm in (-6, -3, 0, 3, 6):
        words = f"{mm}".replace("-", "−")
        below = [box for item, box in found if item.words == words and 6 < box[1] - y < 9 and abs(box[0] - x) < 8]
        assert [box[0] + box[2] / 2 - x for box in below] == [pytest.approx(mm, abs=0.01)]


def test_a_grid_has_a_line_every_half_millimetre() -> None:
    """25 upright and 25 level ones, 12 mm long."""
    back = printed()[1]
    x, y = target_points(back.size)[1]
    upright = set()
    for item in face(back).items:
        if isinstance(item, Shape) and item.width in (0.06, 0.1):
            for (_, ax, ay), (_, bx, by) in _pairs(item):
                if ax == bx and abs(ax - x) < 7 and by - ay == pytest.approx(2 * REACH):
                    assert (ay + by) / 2 == pytest.approx(y)
                    upright.add(round(ax - x, 3))
    assert sorted(upright) == [index / 2 - 6 for index in range(25)]


def _pairs(shape: Shape) -> list[tuple[tuple[str, float, float], tuple[str, float, float]]]:
    steps = [(str(step[0]), float(step[1]), float(step[2])) for step in shape.path]
    return list(zip(steps[::2], steps[1::2], strict=True))


def test_the_ruler_measures_100_mm_and_4_inches() -> None:
    """From the same zero."""
    front = printed()[0]
    ends = {item.words: box[0] + box[2] / 2 for item, box in texts(front) if item.words in ("0", "100", "4")}
    assert ends["100"] - ends["0"] == pytest.approx(100)
    assert ends["4"] - ends["0"] == pytest.approx(101.6)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sheet_says_what_to_type(lang: str) -> None:
    """A command that works: its readings are taken, the other edge is named in it."""
    for flip, end in (("long", ""), ("short", " --flip short")):
        said = [item.words for sheet in printed(lang, flip=flip) for item, _ in texts(sheet)]
        commands = {words for words in said if words.startswith("companion printer add")}
        (command,) = commands
        assert command.endswith(f"--left Q11 --right O12{end}")
        assert correction_of_readings(parse_reading("Q11"), parse_reading("O12")) == Correction(
            1, -0.75, pytest.approx(0.18, abs=0.01)
        )


def test_only_the_back_of_a_proof_is_corrected() -> None:
    """And it names its printer; a plain test is not corrected at all."""
    front, back = printed(name="study")
    assert (front.correction, back.correction) == (None, Correction(1, 2, 0.5))
    assert any("study" in item.words for item, _ in texts(back))
    assert [sheet.correction for sheet in printed()] == [None, None]


def test_paper_that_is_too_small() -> None:
    """Says what is needed and the way out."""
    with pytest.raises(LayoutError, match="needs 200 x 205 mm, a5 paper has 148 x 210 mm; measure on larger paper"):
        printed(paper="a5")
