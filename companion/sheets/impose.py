"""Leaves + layout -> Sheets: slots chosen for the least waste, fronts and backs paired as the paper is turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from companion.errors import LayoutError, WrongCall
from companion.faces.model import Point, differ
from companion.sheets.model import Correction, Layout, Leaf, Placed, Sheet, Size, Slot
from companion.sheets.pack import pack
from companion.sheets.tile import tiles
from companion.sheets.turn import behind

ROUND_GAP = 2.0  # mm; scissors cannot part round pieces that touch
DUPLEX = ("none", "long", "short", "fold", "glue")


def impose(
    leaves: Sequence[Leaf], layout: Layout, duplex: str, bleed: float = 0.0, correction: Correction | None = None
) -> list[Sheet]:
    """Place every leaf; leaves of one trim and outline that follow each other share pages.

    duplex: none gives each side its own page; long and short put the backs behind the fronts, mirrored for the edge
    over which the paper is turned; fold puts both sides on one page, to be folded and glued; glue makes all fronts and
    then all backs, to be glued sheet on sheet before cutting. correction: what this printer's second side needs.
    A leaf larger than the paper is spread over several pages. Raises LayoutError if a leaf does not fit its slot or the
    paper, WrongCall for an unknown way.
    """
    if duplex not in DUPLEX:
        raise WrongCall("no_duplex", duplex, DUPLEX, choices=", ".join(DUPLEX))
    sheets: list[Sheet] = []
    for (trim, outline), group in groupby(leaves, key=lambda leaf: (leaf.front.trim, leaf.front.outline)):
        same = list(group)
        for leaf in same:
            if leaf.back is not None and (leaf.back.trim, leaf.back.outline) != (trim, outline):
                raise LayoutError(differ(leaf.id, leaf.front, leaf.back))
        sheets += _group(same, layout, duplex, bleed)
    backs = [sheet for sheet in sheets if sheet.side == "back"]
    if duplex == "glue":
        return [sheet for sheet in sheets if sheet.side != "back"] + backs
    if duplex in ("long", "short"):
        return _paired([replace(sheet, correction=correction) if sheet.side == "back" else sheet for sheet in sheets])
    return sheets


def _paired(sheets: Sequence[Sheet]) -> list[Sheet]:
    """With an empty back behind each page that has none, so that a printer puts no front on a back."""
    if not any(sheet.side == "back" for sheet in sheets):
        return list(sheets)
    out: list[Sheet] = []
    for sheet in sheets:
        if sheet.side == "front" and out and out[-1].side == "front":
            out.append(Sheet(out[-1].size, "back", (), 0.0))
        out.append(sheet)
    return out


def _group(leaves: Sequence[Leaf], layout: Layout, duplex: str, bleed: float) -> list[Sheet]:
    faces = [face for leaf in leaves for face in (leaf.front, leaf.back) if face]
    face, what = leaves[0].front, leaves[0].id
    spread = bleed if any(face.ground for face in faces) else 0.0  # a white edge needs no bleed
    w, h = face.trim
    what = f"{what} ({w:g} x {h:g} mm)"
    fold = duplex == "fold" and any(leaf.back for leaf in leaves)
    unit = (w, 2 * (h + layout.gutter)) if fold else (w, h)
    size, slots = place(unit, layout, spread, len(leaves), what, face.outline)
    if not slots:
        if fold:
            raise LayoutError(
                f"{what} does not fit {layout.paper} paper with a fold between its sides; take a larger one"
            )
        return tiles(leaves, layout, duplex, spread)
    sheets: list[Sheet] = []
    for first in range(0, len(leaves), len(slots)):
        pairs = list(zip(leaves[first : first + len(slots)], slots, strict=False))
        if fold:
            sheets.append(_folded(pairs, size, h, layout.gutter, spread))
            continue
        sheets.append(Sheet(size, "front", tuple(Placed(leaf.front, slot) for leaf, slot in pairs), spread))
        placed = tuple(Placed(leaf.back, behind(slot, size, duplex)) for leaf, slot in pairs if leaf.back)
        if placed:
            sheets.append(Sheet(size, "back", placed, spread))
    return sheets


def place(
    unit: Size, layout: Layout, bleed: float, count: int, what: str, outline: str = "rect"
) -> tuple[Size, list[Slot]]:
    """The paper, upright or lying, and its slots, centred: as many as fit, but no more than `count`; none if too large.

    Raises LayoutError: fixed slots that are too small, a bleed larger than the gap, margins that leave no room.
    """
    gap = _gap(layout, bleed, outline)
    if layout.slots:
        return layout.size, _fixed(unit, layout, bleed, what)
    if 2 * (layout.margin + bleed) >= min(layout.size):
        w, h = layout.size
        room = f"margins of {layout.margin:g} mm" + (f" and a bleed of {bleed:g} mm" if bleed else "")
        raise LayoutError(f"{room} leave no slot on {layout.paper} paper ({w:g} x {h:g} mm)")
    for margin in (layout.margin, layout.least):
        best: tuple[Size, list[Slot]] = (layout.size, [])
        for size in (layout.size, layout.size[::-1]):
            room_w, room_h = (edge - 2 * (margin + bleed) for edge in size)
            slots = pack(*unit, room_w, room_h, gap, count, outline)
            if _merit(slots) > _merit(best[1]):
                best = (size, slots)
        size, slots = best
        if slots:
            dx, dy = ((edge - end) / 2 for edge, end in zip(size, _extent(slots), strict=True))
            return size, [slot.moved(dx, dy) for slot in slots]
    return layout.size, []


def _gap(layout: Layout, bleed: float, outline: str) -> float:
    if layout.gap is None:
        return max(2 * bleed, ROUND_GAP if outline == "round" else 0.0)
    if 2 * bleed > layout.gap + 1e-6:
        raise LayoutError(
            f"a bleed of {bleed:g} mm needs {2 * bleed:g} mm between slots, the layout leaves {layout.gap:g} mm; "
            f"take a bleed of {layout.gap / 2:g} mm or a wider gap"
        )
    return layout.gap


def _fixed(unit: Size, layout: Layout, bleed: float, what: str) -> list[Slot]:
    """The layout's own slots with the unit in their middle."""
    w, h = unit
    out = []
    for slot in layout.slots:
        wide, high = (w, h) if slot.angle % 180 == 0 else (h, w)
        if wide > slot.w + 0.01 or high > slot.h + 0.01:
            raise LayoutError(f"{what} does not fit its slot of {slot.w:g} x {slot.h:g} mm")
        out.append(Slot(slot.x + (slot.w - wide) / 2, slot.y + (slot.h - high) / 2, wide, high, slot.angle))
    paper_w, paper_h = layout.size
    for index, slot in enumerate(out):
        if slot.x < 0 or slot.y < 0 or slot.x + slot.w > paper_w + 0.01 or slot.y + slot.h > paper_h + 0.01:
            raise LayoutError(f"layout '{layout.name}': slot {index + 1} lies outside {layout.paper} paper")
        for other in out[:index]:
            across = max(other.x - slot.x - slot.w, slot.x - other.x - other.w)
            down = max(other.y - slot.y - slot.h, slot.y - other.y - other.h)
            room = max(across, down)
            if room < -0.01:
                raise LayoutError(f"layout '{layout.name}': slots {out.index(other) + 1} and {index + 1} overlap")
            if room < 2 * bleed - 0.01:
                raise LayoutError(
                    f"a bleed of {bleed:g} mm needs {2 * bleed:g} mm between slots, the layout leaves {room:g} mm"
                )
    return out


def _merit(slots: Sequence[Slot]) -> tuple[int, int]:
    """Many slots, and few that have to be turned."""
    return len(slots), -sum(slot.angle != 0 for slot in slots)


def _extent(slots: Sequence[Slot]) -> Point:
    return max(slot.x + slot.w for slot in slots), max(slot.y + slot.h for slot in slots)


def _folded(pairs: Sequence[tuple[Leaf, Slot]], size: Size, h: float, gutter: float, bleed: float) -> Sheet:
    """Fronts before the fold, backs behind it upside down. A turned unit has its fold upright."""
    placed: list[Placed] = []
    folds: list[tuple[Point, Point]] = []
    for leaf, unit in pairs:
        x, y, w, tall = unit.rect
        if unit.angle:  # turned clockwise: the front lies to the right of the fold
            middle = x + w / 2
            front = Slot(middle + gutter, y, h, tall, 90)
            back = Slot(middle - gutter - h, y, h, tall, 270)
            folds.append(((middle, y), (middle, y + tall)))
        else:
            middle = y + tall / 2
            front = Slot(x, middle - gutter - h, w, h, 0)
            back = Slot(x, middle + gutter, w, h, 180)
            folds.append(((x, middle), (x + w, middle)))
        placed.append(Placed(leaf.front, front))
        if leaf.back:
            placed.append(Placed(leaf.back, back))
    return Sheet(size, "fold", tuple(placed), bleed, tuple(folds))
