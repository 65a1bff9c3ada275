"""Counts the round bases that fit side by side in a shape, clear of printed areas. mm.

Free centres are found row by row on a grid; bases are then placed greedily from several sides and the best count is
kept. The count is never too high, and at most about one too low.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import cos, hypot, pi, sin, sqrt

from companion.core.units import mm
from companion.faces.model import Face, Point, Rect, Text
from companion.faces.scripts.stretches import count_tracked
from companion.faces.text import Typesetter

STEP = 0.8  # mm between the middles that are tried
WAYS = 16  # sides from which bases are set
TOUCH = 0.02  # mm by which bases may seem to overlap

SMOOTH = 0.15  # mm that an outline may be off

Ring = Sequence[Point]
Rings = tuple[tuple[Point, ...], ...]
Interval = tuple[float, float]


def crowded_spaces(face: Face, setter: Typesetter) -> Iterator[str]:
    """Yield a message for each figure space of the face that is too small for its figures."""
    words = [_words(item, setter) for item in face.items if isinstance(item, Text)] if face.rooms else []
    for number, room in enumerate(face.rooms, 1):
        rings = _simplify_rings(room.rings)
        left, top, right, bottom = _bounds(rings)
        beside = [
            (x, y, w, h)
            for x, y, w, h in (*room.beside, *(words if room.words else ()))
            if x < right and x + w > left and y < bottom and y + h > top
        ]
        found = count_bases(rings, beside, room.base, room.figures)
        if found < room.figures:
            name = room.name or f"number {number}"
            yield f"{face.id}: room {name} holds {found} figures of {room.base:g} mm, not {room.figures}"


@lru_cache(256)  # the same in every language
def _simplify_rings(rings: Rings) -> Rings:
    return tuple(tuple(simplify_line((*ring, ring[0]), SMOOTH)[:-1]) for ring in rings)


def _bounds(rings: Sequence[Ring]) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of the rings."""
    across, down = ([point[axis] for ring in rings for point in ring] for axis in (0, 1))
    return min(across), min(down), max(across), max(down)


def _words(item: Text, setter: Typesetter) -> Rect:
    """Return the rectangle of a line of words."""
    tall = mm(item.size)
    wide = tall * (setter.em_uncached(item.font, item.words) + item.tracking * count_tracked(item.words))
    return item.x, item.y - 0.72 * tall, wide, 0.96 * tall


def simplify_line(line: Sequence[Point], limit: float) -> list[Point]:
    """Return a line with fewer points that nowhere deviates by more than `limit` mm."""
    if len(line) < 3:
        return list(line)
    far, at = max((_distance(point, line[0], line[-1]), k) for k, point in enumerate(line[1:-1], 1))
    if far <= limit:
        return [line[0], line[-1]]
    return [*simplify_line(line[: at + 1], limit)[:-1], *simplify_line(line[at:], limit)]


def _distance(point: Point, a: Point, b: Point) -> float:
    """Return the distance from a point to a segment."""
    (x, y), (ax, ay), (bx, by) = point, a, b
    long = (bx - ax) ** 2 + (by - ay) ** 2
    t = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long)) if long else 0.0
    return hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay))


def count_bases(rings: Sequence[Ring], taken: Sequence[Rect], across: float, wanted: int = 1000) -> int:
    """Return the number of bases that fit inside the rings and outside the rectangles, at most `wanted`.

    across: diameter of a base, mm.
    """
    points = free_centres(rings, taken, across / 2)
    best = 0
    for k in range(WAYS):
        c, s = cos(2 * pi * k / WAYS), sin(2 * pi * k / WAYS)
        best = max(best, _place_bases(sorted(points, key=lambda point: point[0] * c + point[1] * s), across, wanted))
        if best >= wanted:
            break
    return best


def _place_bases(points: Sequence[Point], across: float, wanted: int) -> int:
    """Return how many of these centres can be taken in order, each far enough from those before."""
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


def free_centres(rings: Sequence[Ring], taken: Sequence[Rect], r: float) -> list[Point]:
    """Return the grid points where the centre of a disc of radius `r` may lie."""
    out = []
    for y, cuts, walls in _levels(tuple(map(tuple, rings)), r):
        shut = sorted([*walls, *(found for box in taken if (found := _round_box(box, y, r)))])
        for left, right in zip(cuts[::2], cuts[1::2], strict=True):
            out += _steps(left, right, shut, y)
    return out


@lru_cache(256)
def _levels(rings: Rings, r: float) -> Sequence[tuple[float, Sequence[float], Sequence[Interval]]]:
    """Return, per grid height, where a level line crosses the rings and where it runs nearer than `r` to them."""
    edges = [edge for ring in rings for edge in zip(ring, (*ring[1:], ring[0]), strict=True)]
    heights = [y for ring in rings for _, y in ring]
    out = []
    y, bottom = min(heights) + r, max(heights) - r
    while y <= bottom:
        cuts = sorted(ax + (bx - ax) * (y - ay) / (by - ay) for (ax, ay), (bx, by) in edges if (ay > y) != (by > y))
        if cuts:
            walls = [found for a, b in edges if _near(a[1], b[1], y, r) and (found := _capsule(a, b, y, r))]
            out.append((y, cuts, walls))
        y += STEP
    return out


def _near(a: float, b: float, y: float, r: float) -> bool:
    """True if the heights from a to b come nearer than `r` to y."""
    return min(a, b) < y + r and max(a, b) > y - r


def _steps(left: float, right: float, shut: Sequence[Interval], y: float) -> list[Point]:
    """Return points along the open parts of a level line, ends included.

    shut: blocked intervals, sorted.
    """
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
    """Return the interval where a level line is nearer than `r` to a segment, or None."""
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
    """Return the interval where a level line is nearer than `r` to a rectangle, or None."""
    x, top, w, h = box
    away = max(top - y, y - top - h, 0.0)
    if away >= r:
        return None
    half = sqrt(r * r - away * away)
    return x - half, x + w + half
