"""Leaves + layout -> Sheets: slots chosen for the least waste, fronts and backs paired as the paper is turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from companion.errors import LayoutError, WrongCall
from companion.faces.model import Point
from companion.sheets.model import Layout, Leaf, Placed, Sheet, Slot
from companion.sheets.pack import pack

DUPLEX = ("none", "long", "short", "fold")


def impose(
    leaves: Sequence[Leaf], layout: Layout, duplex: str, bleed: float = 0.0, offset: Point = (0.0, 0.0)
) -> list[Sheet]:
    """Place every leaf; leaves of one trim that follow each other share pages.

    duplex: none gives each side its own page; long and short put the backs behind the fronts, mirrored for the edge
    over which the paper is turned; fold puts both sides on one page, to be folded and glued. offset: mm by which
    this printer shifts the second side.
    Raises LayoutError if a leaf does not fit the paper, WrongCall for an unknown way.
    """
    if duplex not in DUPLEX:
        raise WrongCall("no_duplex", duplex, DUPLEX, choices=", ".join(DUPLEX))
    sheets: list[Sheet] = []
    for trim, group in groupby(leaves, key=lambda leaf: leaf.front.trim):
        same = list(group)
        for leaf in same:
            if leaf.back is not None and leaf.back.trim != trim:
                raise LayoutError(f"{leaf.id}: front and back differ in size: {trim} and {leaf.back.trim}")
        sheets += _group(same, trim, layout, duplex, bleed, offset)
    return sheets


def _group(
    leaves: Sequence[Leaf], trim: tuple[float, float], layout: Layout, duplex: str, bleed: float, offset: Point
) -> list[Sheet]:
    faces = [face for leaf in leaves for face in (leaf.front, leaf.back) if face]
    spread = bleed if any(face.ground for face in faces) else 0.0  # a white edge needs no bleed
    w, h = trim
    fold = duplex == "fold" and any(leaf.back for leaf in leaves)
    unit = (w, 2 * (h + layout.gutter)) if fold else (w, h)
    size, slots = place(unit, layout, spread, len(leaves), f"{leaves[0].id} ({w:g} x {h:g} mm)")
    sheets: list[Sheet] = []
    for first in range(0, len(leaves), len(slots)):
        pairs = list(zip(leaves[first : first + len(slots)], slots, strict=False))
        if fold:
            sheets.append(_folded(pairs, size, h, layout.gutter, spread))
            continue
        sheets.append(Sheet(size, "front", tuple(Placed(leaf.front, slot) for leaf, slot in pairs), spread))
        backs = [(leaf.back, slot) for leaf, slot in pairs if leaf.back]
        if backs:
            shift = (0.0, 0.0) if duplex == "none" else offset
            placed = tuple(Placed(face, behind(slot, size, duplex).moved(*shift)) for face, slot in backs)
            sheets.append(Sheet(size, "back", placed, spread))
    return sheets


def place(
    unit: tuple[float, float], layout: Layout, bleed: float, count: int, what: str
) -> tuple[tuple[float, float], list[Slot]]:
    """The paper, upright or lying, and its slots, centred: as many as fit, but no more than `count`."""
    for margin in (layout.margin, 0.0):
        best: tuple[tuple[float, float], list[Slot]] = (layout.size, [])
        for size in (layout.size, layout.size[::-1]):
            room_w, room_h = (edge - 2 * (margin + bleed) for edge in size)
            slots = pack(*unit, room_w, room_h, 2 * bleed, count)
            if _merit(slots) > _merit(best[1]):
                best = (size, slots)
        size, slots = best
        if slots:
            dx, dy = ((edge - end) / 2 for edge, end in zip(size, _extent(slots), strict=True))
            return size, [slot.moved(dx, dy) for slot in slots]
    w, h = layout.size
    raise LayoutError(f"{what} does not fit {layout.paper} paper ({w:g} x {h:g} mm)")


def _merit(slots: Sequence[Slot]) -> tuple[int, int]:
    """Many slots, and few that have to be turned."""
    return len(slots), -sum(slot.angle != 0 for slot in slots)


def _extent(slots: Sequence[Slot]) -> Point:
    return max(slot.x + slot.w for slot in slots), max(slot.y + slot.h for slot in slots)


def behind(slot: Slot, size: tuple[float, float], duplex: str) -> Slot:
    """Where a back lies on its own page so that it comes to lie behind `slot`, the same way up as its front.

    Turning the paper over an upright edge mirrors x, over a level edge y; on a lying page the long edge is a level one.
    """
    w, h = size
    if duplex == "none":
        return slot
    if (duplex == "long") == (h >= w):
        return replace(slot, x=w - slot.x - slot.w, angle=-slot.angle % 360)
    return replace(slot, y=h - slot.y - slot.h, angle=(180 - slot.angle) % 360)


def _folded(
    pairs: Sequence[tuple[Leaf, Slot]], size: tuple[float, float], h: float, gutter: float, bleed: float
) -> Sheet:
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
