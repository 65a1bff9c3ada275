"""Faces larger than the paper: the pages make up the whole again, on both sides."""

from __future__ import annotations

from itertools import pairwise
from math import ceil

import pytest

from companion.core.errors import LayoutError
from companion.faces import template
from companion.faces.model import Face, Point, Text
from companion.faces.text import Typesetter
from companion.pdf import fonts
from companion.sheets.impose import impose_leaves
from companion.sheets.layouts import load_layout
from companion.sheets.marks import crop_marks
from companion.sheets.model import Leaf, Sheet
from companion.sheets.notes import Notes, finish_all
from tests.sheets.sides import turned_over

SIZES = [(420, 260), (500, 700), (205, 600), (297.1, 420)]


def board(size: tuple[float, float], back: bool = False) -> Leaf:
    return Leaf("board", Face("board front", size, (), "vellum"), Face("board back", size, (), "") if back else None)


def whole(sheet: Sheet, point: Point) -> Point:
    """Which point of the face lies at a point of the page."""
    placed = sheet.placed[0]
    assert placed.window
    x, y, w, h = placed.window
    dx, dy = point[0] - placed.slot.centre[0], point[1] - placed.slot.centre[1]
    if placed.slot.angle == 180:
        dx, dy = -dx, -dy
    return x + w / 2 + dx, y + h / 2 + dy


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_the_cells_make_up_the_whole(size: tuple[float, float], paper: str) -> None:
    """Cells of all pages laid side by side cover the face exactly, without gap or overlap, to 0.01 mm."""
    room = load_layout(paper)
    sheets = impose_leaves([board(size)], room, "none")
    seen = 0.0
    corners: set[Point] = set()
    for sheet in sheets:
        assert sheet.tile
        x, y, w, h = sheet.tile.cell
        seen += w * h
        for corner in ((x, y), (x + w, y + h)):
            u, v = whole(sheet, corner)
            corners.add((round(u, 2), round(v, 2)))
    assert seen == pytest.approx(size[0] * size[1], rel=1e-6)
    rows, columns = sheets[0].tile.of if sheets[0].tile else (0, 0)
    assert len(sheets) == rows * columns
    assert {(0.0, 0.0), (round(size[0], 2), round(size[1], 2))} <= corners
    assert apart([u for u, _ in corners]) == columns + 1
    assert apart([v for _, v in corners]) == rows + 1


def apart(values: list[float]) -> int:
    """How many differ by more than rounding."""
    ordered = sorted(values)
    return 1 + sum(b - a > 0.015 for a, b in pairwise(ordered))


@pytest.mark.parametrize("size", SIZES)
def test_windows_overlap_and_stay_off_the_margin(size: tuple[float, float]) -> None:
    """Neighbours share 10 mm; nothing is printed nearer than 6 mm to the edge, where the marks stand."""
    room = load_layout("a4")
    for sheet in impose_leaves([board(size)], room, "none"):
        assert sheet.tile
        x, y, w, h = sheet.placed[0].slot.rect
        assert min(x, y, sheet.size[0] - x - w, sheet.size[1] - y - h) >= 6 - 1e-6
        cx, cy, cw, ch = sheet.tile.cell
        past = {"left": cx - x, "above": cy - y, "right": x + w - cx - cw, "below": y + h - cy - ch}
        for side, length in past.items():
            wanted = room.overlap / 2 if side in sheet.tile.joins else 0.0
            assert length == pytest.approx(wanted), side


def test_pages_are_named_and_know_their_neighbours() -> None:
    """Rows are letters, columns numbers; the way to the next page stands on each side."""
    tiles = [sheet.tile for sheet in impose_leaves([board((420, 260))], load_layout("a4"), "none")]
    assert [tile.name for tile in tiles if tile] == ["A1", "A2", "A3"]
    assert [dict(tile.joins) for tile in tiles if tile] == [
        {"right": "A2"},
        {"left": "A1", "right": "A3"},
        {"left": "A2"},
    ]
    four = {
        sheet.tile.name: dict(sheet.tile.joins)
        for sheet in impose_leaves([board((300, 400))], load_layout("a4"), "none")
        if sheet.tile
    }
    assert four["B1"] == {"right": "B2", "above": "A1"}


def test_the_paper_lies_so_that_the_fewest_pages_are_needed() -> None:
    """Upright or lying, whichever takes fewer; never more than the plain sum asks for."""
    for size in SIZES:
        count = len(impose_leaves([board(size)], load_layout("a4"), "none"))
        by_way = [
            max(1, ceil((size[0] - 10) / (w - 12 - 10))) * max(1, ceil((size[1] - 10) / (h - 12 - 10)))
            for w, h in ((210, 297), (297, 210))
        ]
        assert count == min(by_way)


def test_of_equal_page_counts_the_shorter_joins_win() -> None:
    """Six pages either way: upright ones are joined along 2 x 550 + 400 mm, lying ones along 550 + 2 x 400 mm."""
    sheets = impose_leaves([board((400, 550))], load_layout("a4"), "none")
    assert (len(sheets), sheets[0].size) == (6, (297, 210))


@pytest.mark.parametrize("duplex", ["long", "short", "glue"])
@pytest.mark.parametrize("size", SIZES)
def test_backs_lie_behind_their_fronts(size: tuple[float, float], duplex: str) -> None:
    """Each point of each cell meets its mirror image on the back page that follows (or that is glued to it)."""
    sheets = impose_leaves([board(size, back=True)], load_layout("a4"), duplex)
    half = len(sheets) // 2
    pairs = (
        zip(sheets[:half], sheets[half:], strict=True)
        if duplex == "glue"
        else zip(sheets[::2], sheets[1::2], strict=True)
    )
    for front, back in pairs:
        assert (front.side, back.side) == ("front", "back")
        assert front.tile
        assert back.tile
        assert front.tile.name == back.tile.name
        x, y, w, h = front.tile.cell
        for point in ((x, y), (x + w, y), (x + w / 3, y + h)):
            way = duplex if duplex != "glue" else ("long" if front.size[1] >= front.size[0] else "short")
            behind = turned_over(point, front.size, way)
            u, v = whole(front, point)
            assert whole(back, behind) == pytest.approx((size[0] - u, v), abs=0.01)
        assert back.tile.cell[2:] == pytest.approx((w, h))


def test_marks_show_where_to_cut() -> None:
    """In line with every edge of the cell, outside the window; and small print names page and neighbours."""
    sheet = impose_leaves([board((420, 260))], load_layout("a4"), "none")[1]
    assert sheet.tile
    marks = crop_marks(sheet, load_layout("a4"))
    x, y, w, h = sheet.tile.cell
    assert {round(ax, 3) for (ax, _), (bx, _) in marks if ax == bx} == {round(x, 3), round(x + w, 3)}
    assert {round(ay, 3) for (_, ay), (_, by) in marks if ay == by} == {round(y, 3), round(y + h, 3)}
    wx, wy, ww, wh = sheet.placed[0].slot.rect
    for (ax, ay), (bx, by) in marks:
        assert not (wx < (ax + bx) / 2 < wx + ww and wy < (ay + by) / 2 < wy + wh)
    setter, style = Typesetter(fonts.letter_widths, "en"), template.styles()["small"]
    notes = Notes("50 mm", ("Own drawings.",), page="page A2 of A3")
    (done,) = finish_all([(sheet, load_layout("a4"), notes)], style, setter)
    said = [item.words for item in done.items if isinstance(item, Text)]
    assert {"page A2 of A3", "A1", "A3", "50 mm"} <= set(said)


def test_what_cannot_be_spread() -> None:
    """Too little room on the paper, or more pages than letters."""
    with pytest.raises(LayoutError, match="leave too little to spread it"):
        impose_leaves([board((420, 260))], load_layout("a4", margin=90), "none")
    with pytest.raises(LayoutError, match=r"would take \d+ pages of a6 paper; take a larger one"):
        impose_leaves([board((900, 1200))], load_layout("a6"), "none")
