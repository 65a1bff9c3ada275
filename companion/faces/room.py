"""How many round bases stand side by side in a shape, clear of what is printed there. Geometry only; mm.

The middles that are free are found line by line; bases are then set one after another from one side, from many sides,
and the best count is kept. It is never more than really fit, and a base or so less than a patient hand finds.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin, sqrt

from companion.faces.model import Point, Rect

STEP = 0.8  # mm between the middles that are tried
WAYS = 16  # sides from which bases are set
TOUCH = 0.02  # mm by which bases may seem to overlap

Ring = Sequence[Point]
Interval = tuple[float, float]


def holds(rings: Sequence[Ring], taken: Sequence[Rect], across: float, wanted: int = 1000) -> int:
    """How many bases find room inside the rings and outside the rectangles; stops at `wanted`."""
    points = middles(rings, taken, across / 2)
    best = 0
    for k in range(WAYS):
        c, s = cos(2 * pi * k / WAYS), sin(2 * pi * k / WAYS)
        best = max(best, _set(sorted(points, key=lambda point: point[0] * c + point[1] * s), across, wanted))
        if best >= wanted:
            break
    return best


def _set(points: Sequence[Point], across: float, wanted: int) -> int:
    """How many of these middles are taken one after another, each as far from those before as bases need."""
    least = (across - TOUCH) ** 2
    chosen: list[Point] = []
    for x, y in points:
        for px, py in reversed(chosen):
            if (px - x) * (px - x) + (py - y) * (py - y) < least:
                break
        else:
            chosen.append((x, y))
            if len(chosen) == wanted:
                break
    return len(chosen)


def middles(rings: Sequence[Ring], taken: Sequence[Rect], r: float) -> list[Point]:
    """Where the middle of a disc of that radius may lie, on a grid."""
    edges = [edge for ring in rings for edge in zip(ring, (*ring[1:], ring[0]), strict=True)]
    heights = [y for ring in rings for _, y in ring]
    out = []
    y, bottom = min(heights) + r, max(heights) - r
    while y <= bottom:
        cuts = [ax + (bx - ax) * (y - ay) / (by - ay) for (ax, ay), (bx, by) in edges if (ay > y) != (by > y)]
        cuts.sort()
        if cuts:
            shut = [found for a, b in edges if _near(a[1], b[1], y, r) and (found := _capsule(a, b, y, r))]
            shut += [found for box in taken if (found := _round_box(box, y, r))]
            shut.sort()
            for left, right in zip(cuts[::2], cuts[1::2], strict=True):
                out += _steps(left, right, shut, y)
        y += STEP
    return out


def _near(a: float, b: float, y: float, r: float) -> bool:
    """Whether a stretch of heights comes nearer than r to y."""
    return min(a, b) < y + r and max(a, b) > y - r


def _steps(left: float, right: float, shut: Sequence[Interval], y: float) -> list[Point]:
    """Points of every stretch that is not shut, its ends among them. shut: in their order."""
    out: list[Point] = []
    x = left
    for low, high in (*shut, (right, right)):
        end = min(low, right)
        if x <= end:
            out += [(x + k * STEP, y) for k in range(int((end - x) / STEP) + 1)]
            if end - out[-1][0] > STEP / 4:
                out.append((end, y))
        x = max(x, high)
    return out


def _capsule(a: Point, b: Point, y: float, r: float) -> Interval | None:
    """Where a level line runs nearer than r to a segment."""
    found = []
    for px, py in (a, b):
        if abs(y - py) < r:
            half = sqrt(r * r - (y - py) ** 2)
            found += [px - half, px + half]
    (ax, ay), (bx, by) = a, b
    long = sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    if long > 1e-9:
        nx, ny = -(by - ay) / long * r, (bx - ax) / long * r
        corners = ((ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny))
        for k in range(4):
            (px, py), (qx, qy) = corners[k - 1], corners[k]
            if (py > y) != (qy > y):
                found.append(px + (qx - px) * (y - py) / (qy - py))
    return (min(found), max(found)) if found else None


def _round_box(box: Rect, y: float, r: float) -> Interval | None:
    """Where a level line runs nearer than r to a rectangle."""
    x, top, w, h = box
    away = max(top - y, y - top - h, 0.0)
    if away >= r:
        return None
    half = sqrt(r * r - away * away)
    return x - half, x + w + half
