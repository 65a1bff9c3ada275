"""How many equal rectangles go on a page: one grid, upright or turned, or two of them side by side or stacked."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor

from companion.sheets.model import Slot

_SLACK = 1e-6


def pack(w: float, h: float, room_w: float, room_h: float, gap: float, wanted: int) -> list[Slot]:
    """Slots of w x h (turned by 90 degrees where that wins) from 0,0 in a room: what fits, but no more than wanted.

    In reading order. Of equal counts the plainest wins: one grid before two, upright before turned.
    """
    best: list[Slot] = []
    for slots in _arrangements(w, h, room_w, room_h, gap):
        if min(len(slots), wanted) > len(best):
            best = sorted(slots, key=lambda slot: (round(slot.y, 3), slot.x))[:wanted]
    return best


def _arrangements(w: float, h: float, room_w: float, room_h: float, gap: float) -> Iterator[list[Slot]]:
    for angle in (0, 90):
        yield _grid(w, h, room_w, room_h, gap, angle)
    for angle in (0, 90):
        wide, high = (w, h) if angle == 0 else (h, w)
        for columns in range(_count(wide, room_w, gap), 0, -1):
            used = columns * (wide + gap)
            first = _grid(w, h, used - gap, room_h, gap, angle)
            yield first + [slot.moved(used, 0) for slot in _grid(w, h, room_w - used, room_h, gap, 90 - angle)]
        for rows in range(_count(high, room_h, gap), 0, -1):
            used = rows * (high + gap)
            first = _grid(w, h, room_w, used - gap, gap, angle)
            yield first + [slot.moved(0, used) for slot in _grid(w, h, room_w, room_h - used, gap, 90 - angle)]


def _count(length: float, room: float, gap: float) -> int:
    return max(0, floor((room + gap + _SLACK) / (length + gap)))


def _grid(w: float, h: float, room_w: float, room_h: float, gap: float, angle: int) -> list[Slot]:
    if angle:
        w, h = h, w
    columns, rows = _count(w, room_w, gap), _count(h, room_h, gap)
    return [Slot(column * (w + gap), row * (h + gap), w, h, angle) for row in range(rows) for column in range(columns)]
