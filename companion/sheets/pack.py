"""Packs equal faces on a page: one grid, upright or turned, two grids side by side, or interlocking rows."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor, sqrt

from companion.sheets.model import Slot

_SLACK = 1e-6
_LEAN = sqrt(3) / 2  # of round pieces that lie in each other's gaps: distance of rows


def pack_equal(
    w: float, h: float, room_w: float, room_h: float, gap: float, wanted: int, outline: str = "rect"
) -> list[Slot]:
    """Return slots of w x h mm (turned by 90 degrees where better) from 0,0: the best arrangement for `wanted` faces.

    All that fit, in reading order. Of equal counts the plainest wins: one grid before two, upright before turned. Round
    pieces and hexagons may interlock, never closer than `gap`.
    """
    best: list[Slot] = []
    for slots in _arrangements(w, h, room_w, room_h, gap, outline):
        if min(len(slots), wanted) > min(len(best), wanted):
            best = slots
    return sorted(best, key=lambda slot: (round(slot.y, 3), slot.x))


def _arrangements(w: float, h: float, room_w: float, room_h: float, gap: float, outline: str) -> Iterator[list[Slot]]:
    for angle in (0, 90):
        yield _grid(w, h, room_w, room_h, gap, angle)
    if outline == "hex" or (outline == "round" and w == h):
        yield from _interlocking(w, h, room_w, room_h, gap, outline)
        return
    for angle in (0, 90):
        wide, high = (w, h) if angle == 0 else (h, w)
        for columns in range(_count(wide, room_w, gap), 0, -1):
            used = columns * (wide + gap)
            first = _grid(w, h, used - gap, room_h, gap, angle)
            yield first + [slot.move_by(used, 0) for slot in _grid(w, h, room_w - used, room_h, gap, 90 - angle)]
        for rows in range(_count(high, room_h, gap), 0, -1):
            used = rows * (high + gap)
            first = _grid(w, h, room_w, used - gap, gap, angle)
            yield first + [slot.move_by(0, used) for slot in _grid(w, h, room_w, room_h - used, gap, 90 - angle)]


def _count(length: float, room: float, gap: float) -> int:
    return max(0, floor((room + gap + _SLACK) / (length + gap)))


def _grid(w: float, h: float, room_w: float, room_h: float, gap: float, angle: int) -> list[Slot]:
    if angle:
        w, h = h, w
    columns, rows = _count(w, room_w, gap), _count(h, room_h, gap)
    return [Slot(column * (w + gap), row * (h + gap), w, h, angle) for row in range(rows) for column in range(columns)]


def _interlocking(w: float, h: float, room_w: float, room_h: float, gap: float, outline: str) -> Iterator[list[Slot]]:
    """Yield rows with every second one shifted by half a step, then columns, then turned hexagons."""
    for angle in (0, 90) if outline == "hex" else (0,):
        wide, high = (w, h) if angle == 0 else (h, w)
        if outline == "round" or wide < high:
            yield [Slot(x, y, wide, high, angle) for x, y in _rows(wide, high, room_w, room_h, gap, outline)]
        if outline == "round" or wide > high:
            yield [Slot(x, y, wide, high, angle) for y, x in _rows(high, wide, room_h, room_w, gap, outline)]


def _rows(w: float, h: float, room_w: float, room_h: float, gap: float, outline: str) -> list[tuple[float, float]]:
    """Return top left corners; w is along the rows. A hexagon has a corner between two of the next row."""
    along = w + gap
    down = along * _LEAN if outline == "round" else h * 0.75 + gap * _LEAN
    rows = floor((room_h - h + _SLACK) / down) + 1 if room_h + _SLACK >= h else 0
    out = []
    for row in range(rows):
        shift = along / 2 * (row % 2)
        out += [(shift + along * column, row * down) for column in range(_count(w, room_w - shift, gap))]
    return out
