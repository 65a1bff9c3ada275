"""Papers, margins, gaps and fixed slots: what a layout file may say, and what is wrong named with its line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.core import resources
from companion.core.errors import LayoutError, WrongCall
from companion.sheets import layouts
from companion.sheets.impose import impose_leaves
from companion.sheets.layouts import load_layout
from tests.sheets.sides import leaves

Write = Callable[[str], None]


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Write]:
    """own(text): writes layouts/mine.yaml of a folder that is looked at first."""
    (tmp_path / "layouts").mkdir()

    def write(text: str, name: str = "mine") -> None:
        resources.clear_readers()
        (tmp_path / "layouts" / f"{name}.yaml").write_text(text, encoding="utf-8")

    with resources.using_folder(tmp_path):
        yield write


@pytest.mark.parametrize(
    ("word", "size"),
    [
        ("a4", (210, 297)),
        ("A4", (210, 297)),
        ("100x150", (100, 150)),
        ("13.5X19", None),
        ("330.2x482.6", (330.2, 482.6)),
    ],
)
def test_a_paper_is_a_name_or_a_size(word: str, size: tuple[float, float] | None) -> None:
    """Capitals are fine, inches are given in mm, a stamp is no paper."""
    if size is None:
        with pytest.raises(WrongCall, match="no_paper_size"):
            load_layout(word)
    else:
        assert load_layout(word).size == size


@pytest.mark.parametrize("word", ["a44", "0x0", "-5x9", "a4x", "1e3x200", "x"])
def test_an_unknown_paper(word: str) -> None:
    with pytest.raises(WrongCall, match="no_paper"):
        load_layout(word)


def test_margin_and_gap_of_the_call_come_before_the_layouts() -> None:
    """With a gap of 4 mm slots stand 4 mm apart; with margins of 20 mm nothing lies nearer to the edge."""
    sheet = impose_leaves(leaves(4, (63, 88)), load_layout("a4", margin=20, gap=4), "none")[0]
    first, second = sheet.placed[0].slot, sheet.placed[1].slot
    assert second.x - first.x - first.w == pytest.approx(4)
    assert min(sheet.trim[0], sheet.trim[1]) >= 20


def test_a_layout_has_its_own_slots(own: Write) -> None:
    """A grid in reading order and single turned slots; leaves fill them page by page, centred if smaller."""
    own("paper: a6\ntrim: [40, 40]\ngrid: {at: [10, 14], columns: 2, rows: 3, step: [45, 42]}\n")
    sheets = impose_leaves(leaves(7, (38, 38), back=False), load_layout(name="mine"), "none")
    assert [len(sheet.placed) for sheet in sheets] == [6, 1]
    assert [(p.slot.x, p.slot.y) for p in sheets[0].placed[:3]] == [(11, 15), (56, 15), (11, 57)]
    own("paper: [300, 200]\ntrim: poker\nslots: [[5, 5], [80, 5, 90]]\nmargin: 0\n")
    room = load_layout(name="mine")
    assert (room.size, room.paper) == ((300, 200), "300x200")
    assert [(s.w, s.h, s.angle) for s in room.slots] == [(63, 88, 0), (88, 63, 90)]


def test_a_layout_extends_another(own: Write) -> None:
    """What it does not say comes from there, in the end from the house's press.yaml."""
    own("extends: press\nmarks: {kind: full, length: 7}\nnotes: {edge: 9}\npapers: {big: [165, 165]}\npaper: big\n")
    room, house = load_layout(name="mine"), load_layout()
    assert (room.marks.kind, room.marks.length, room.marks.pen) == ("full", 7, house.marks.pen)
    assert (room.notes["edge"], room.notes["height"]) == (9, house.notes["height"])
    assert room.size == (165, 165)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("colour: red\n", r"layouts/mine.yaml:1: unknown key 'colour'"),
        ("paper: a4\nmargn: 5\n", r"mine.yaml:2: unknown key 'margn'; did you mean 'margin'"),
        ("paper: a9\n", r"mine.yaml:1: 'paper' is not a paper: 'a9'"),
        ("paper: [5, 5]\n", r"mine.yaml:1: 'paper' is not a length"),
        ("margin: -1\n", r"mine.yaml:1: 'margin' is not a length in mm: -1"),
        ("margin: wide\n", r"mine.yaml:1: 'margin' is not a length in mm: 'wide'"),
        ("marks: {kind: crosses}\n", r"mine.yaml:1: 'marks' are of no kind 'crosses'; did you mean 'cross'"),
        ("marks: {lenght: 3}\n", r"mine.yaml:1: 'marks' has no 'lenght'; did you mean 'length'"),
        ("slots: [[1, 2]]\n", r"mine.yaml:1: 'slots' needs a 'trim' beside it"),
        ("trim: pokr\nslots: [[1, 2]]\n", r"mine.yaml:1: 'trim' is not a trim: 'pokr'; did you mean 'poker'"),
        ("trim: poker\nslots: [[1, 2, 45]]\n", r"mine.yaml:2: 'slots' has a turn that is not"),
        ("trim: poker\nslots: []\n", r"mine.yaml:2: 'slots' is a list of places"),
        ("trim: poker\ngrid: {at: [1, 2], columns: 0, rows: 1, step: [1, 1]}\n", r"mine.yaml:2: 'grid' has between 1"),
        ("trim: poker\ngrid: {at: [1, 2]}\n", r"mine.yaml:2: 'grid' has exactly the keys"),
        ("extends: pres\n", r"mine.yaml:1: no layout 'pres'; did you mean 'press'"),
        ("extends: mine\n", r"mine.yaml:1: 'mine' extends itself"),
        ("papers: 5\n", r"mine.yaml:1: 'papers' is a mapping, not 5"),
        ("- 5\n", r"mine.yaml:1: a layout is a mapping"),
        ("margin: 5\nmargin: 6\n", r"mine.yaml:2: key 'margin' appears twice"),
    ],
)
def test_a_fault_is_named_with_its_line(own: Write, text: str, told: str) -> None:
    own(text)
    with pytest.raises(LayoutError, match=told):
        load_layout(name="mine")
    assert len(layouts.layout_problems()) == 1  # and `companion check` finds it


@pytest.mark.parametrize(
    ("text", "bleed", "told"),
    [
        ("trim: [60, 80]\nslots: [[5, 5]]\n", 0, r"l0 \(63 x 88 mm\) does not fit its slot of 60 x 80 mm"),
        ("trim: poker\nslots: [[5, 5], [60, 5]]\n", 0, r"layout 'mine': slots 1 and 2 overlap"),
        ("trim: poker\nslots: [[160, 5]]\n", 0, r"layout 'mine': slot 1 is outside a4 paper"),
        ("margin: 105\n", 0, r"margins of 105 mm leave no slot on a4 paper"),
        ("margin: 103\n", 3, r"margins of 103 mm and a bleed of 3 mm leave no slot on a4 paper"),
    ],
)
def test_faces_that_do_not_go_with_a_layout(own: Write, text: str, bleed: float, told: str) -> None:
    own(text)
    with pytest.raises(LayoutError, match=told):
        impose_leaves(leaves(3, (63, 88), "vellum"), load_layout(name="mine"), "none", bleed)


def test_an_unknown_layout_is_answered_with_the_nearest() -> None:
    with pytest.raises(WrongCall, match="no_layout") as told:
        load_layout(name="pres")
    assert told.value.values["near"] == "press"


def test_a_press_of_ones_own_extends_that_of_the_house(own: Write) -> None:
    """And is what other layouts of the folder extend in turn."""
    own("margin: 11\n", "press")
    own("gap: 3\n")
    assert load_layout().margin == 11
    mine = load_layout(name="mine")
    assert (mine.margin, mine.gap, mine.ruler) == (11, 3, 50)
