"""Spreads a face larger than the paper over overlapping pages. Positions only.

Every page shows a window of the face, all of one size; two neighbours share just the layout's overlap, which is cut in
half, so each page keeps a cell and the cells make up the whole. Rows are letters, columns numbers: A1 is the top left
page of the front.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from companion.core.errors import LayoutError
from companion.faces.model import Face
from companion.sheets.model import Layout, Leaf, PageTile, PlacedFace, Sheet, Size, Slot
from companion.sheets.turn_over import back_slot

LEAST_ROOM = 40.0  # mm; a page that shows less is no help
MARK_ROOM = 6.0  # mm round the window or more, for the marks that say where pages join
MOST_PAGES = 26


def tile_leaves(leaves: Sequence[Leaf], layout: Layout, duplex: str, bleed: float) -> list[Sheet]:
    """Return the pages of each leaf, each front page followed by its back page.

    Raises LayoutError if paper or margins are too small.
    """
    out: list[Sheet] = []
    for leaf in leaves:
        for front in spread_face(leaf.front, layout, bleed):
            out.append(front)
            if leaf.back:
                out.append(_back(front, leaf.back, duplex))
    return out


def _back(sheet: Sheet, face: Face, duplex: str) -> Sheet:
    """Return the back of a front page: the mirrored window in the turned slot."""
    assert sheet.tile
    placed, tile = sheet.placed[0], sheet.tile
    x, y, w, h = placed.window or (0, 0, *face.trim)
    slot = back_slot(placed.slot, sheet.size, duplex)
    if duplex == "none":
        return replace(sheet, side="back", placed=(PlacedFace(face, slot, (x, y, w, h)),))
    cell = back_slot(Slot(*tile.cell), sheet.size, duplex).rect
    swap = {"left": "right", "right": "left"} if slot.angle == 0 else {"above": "below", "below": "above"}
    joins = {swap.get(way, way): name for way, name in tile.joins.items()}
    window = (face.trim[0] - x - w, y, w, h)
    return replace(
        sheet, side="back", placed=(PlacedFace(face, slot, window),), tile=replace(tile, cell=cell, joins=joins)
    )


def spread_face(face: Face, layout: Layout, bleed: float) -> list[Sheet]:
    """Return the pages of one face row by row, on paper turned for the fewest pages, then the shortest joins."""
    margin = max(layout.margin, MARK_ROOM) + bleed
    choices = []
    for size in (layout.size, layout.size[::-1]):
        room = (size[0] - 2 * margin, size[1] - 2 * margin)
        if min(room) < LEAST_ROOM or min(room) <= layout.overlap:
            continue
        across, down = (_windows(edge, space, layout.overlap) for edge, space in zip(face.trim, room, strict=True))
        joins = (len(across) - 1) * face.trim[1] + (len(down) - 1) * face.trim[0]
        choices.append((len(across) * len(down), joins, size, across, down))
    if not choices:
        w, h = layout.size
        raise LayoutError(
            f"{face.id} ({face.trim[0]:g} x {face.trim[1]:g} mm) does not fit {layout.paper} paper ({w:g} x {h:g} mm), "
            f"and margins of {margin:g} mm leave too little to spread it over pages"
        )
    pages, _, size, across, down = min(choices, key=lambda choice: choice[:2])
    if pages > MOST_PAGES or len(down) > 26:
        raise LayoutError(f"{face.id} would take {pages} pages of {layout.paper} paper; take a larger one")
    return [
        _page(face, size, across, down, row, column, bleed) for row in range(len(down)) for column in range(len(across))
    ]


def _windows(length: float, room: float, overlap: float) -> list[tuple[float, float]]:
    """Return start and end of the fewest equal windows, none longer than the room, that overlap by `overlap` mm."""
    if length <= room + 1e-6:
        return [(0.0, length)]
    count = ceil((length - overlap) / (room - overlap) - 1e-9)
    step = (length - overlap) / count
    return [(step * index, step * index + step + overlap) for index in range(count)]


def _page(
    face: Face,
    size: Size,
    across: Sequence[tuple[float, float]],
    down: Sequence[tuple[float, float]],
    row: int,
    column: int,
    bleed: float,
) -> Sheet:
    (left, right), (top, bottom) = across[column], down[row]
    w, h = right - left, bottom - top
    x, y = (size[0] - w) / 2, (size[1] - h) / 2
    cut_left, cut_right = _cell(across, column)
    cut_top, cut_bottom = _cell(down, row)
    cell = (x + cut_left - left, y + cut_top - top, cut_right - cut_left, cut_bottom - cut_top)
    sides = {"left": (0, -1), "right": (0, 1), "above": (-1, 0), "below": (1, 0)}
    joins = {
        way: page_name(row + dy, column + dx)
        for way, (dy, dx) in sides.items()
        if 0 <= row + dy < len(down) and 0 <= column + dx < len(across)
    }
    tile = PageTile(page_name(row, column), row, column, (len(down), len(across)), cell, joins)
    placed = PlacedFace(face, Slot(x, y, w, h), (left, top, w, h))
    return Sheet(size, "front", (placed,), bleed, tile=tile)


def _cell(windows: Sequence[tuple[float, float]], index: int) -> tuple[float, float]:
    """Return the part of a window that is kept: from the middle of one overlap to the middle of the next."""
    start = windows[index][0] if index == 0 else (windows[index - 1][1] + windows[index][0]) / 2
    last = index == len(windows) - 1
    return start, windows[index][1] if last else (windows[index][1] + windows[index + 1][0]) / 2


def page_name(row: int, column: int) -> str:
    """Return a page's name: `B3` for second row, third column."""
    return f"{chr(ord('A') + row)}{column + 1}"
