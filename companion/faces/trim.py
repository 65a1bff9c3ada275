"""Checks of a face against its trim: words outside it, cuts beyond its paper. mm."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.units import mm
from companion.faces.model import Item, Point, Shape, Text, rotate_point
from companion.faces.text import Typesetter

OUTSIDE = 0.5  # mm that a side bearing may stand out
PAPER_EDGE = 3.0  # mm of paper beyond a net that outgrew its trim


def words_outside_trim(items: Sequence[Item], w: float, h: float, setter: Typesetter) -> str:
    """Return the first three lines of words that begin or end outside the trim, as text; "" if none."""
    found = []
    for item in items:
        if isinstance(item, Text):
            long = setter.em_uncached(item.font, item.words) * mm(item.size)
            dx, dy = rotate_point((long, 0.0), item.angle)
            ends = ((item.x, item.y), (item.x + dx, item.y + dy))
            if any(not (-OUTSIDE <= x <= w + OUTSIDE and -OUTSIDE <= y <= h + OUTSIDE) for x, y in ends):
                found.append(f"'{item.words}'")
    return ", ".join(found[:3])


def net_paper(items: Sequence[Item], trim: Point) -> Point:
    """Return the paper size of a net that is larger than its design."""
    points = _cut_points(items)
    w, h = (max([edge, *(point[axis] + PAPER_EDGE for point in points)]) for axis, edge in enumerate(trim))
    return w, h


def _cut_points(items: Sequence[Item]) -> list[Point]:
    """Return the points of all cutting lines."""
    steps = [step for item in items if isinstance(item, Shape) and item.line == "cut" for step in item.path]
    return [(float(step[1]), float(step[2])) for step in steps if len(step) > 2]


def cut_overhang(items: Sequence[Item], w: float, h: float) -> float:
    """Return how far cutting lines reach beyond the trim, mm."""
    most = max((max(-x, -y, x - w, y - h) for x, y in _cut_points(items)), default=0.0)
    return most if most > 1e-6 else 0.0
