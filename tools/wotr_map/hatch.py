"""The hatch code of the nations on shapes of any outline: lines and dots clipped to rings, on one grid for the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, cos, floor, radians, sin

from .plane import Point, scan

Rings = Sequence[Sequence[Point]]
Segment = tuple[Point, Point]
KINDS = {  # the same patterns as on every other piece of the game
    "gondor": "level",
    "north": "level-broken",
    "rohan": "slant",
    "elves": "slant-broken",
    "dwarves": "brick",
    "isengard": "dots",
    "sauron": "upright",
    "southrons": "zigzag",
}
STROKES = {  # a darker colour for the strokes of the light nations, as in cards/palette.yaml
    "north": "#4F86B5",
    "elves": "#5F7F28",
    "isengard": "#A8821A",
    "southrons": "#B4571A",
}
_ANGLES = {"upright": 90.0, "slant": -45.0}
DOT = 0.02  # mm; a dot is a round end twice


def pattern(kind: str, rings: Rings, gap: float) -> list[Segment]:
    """The strokes of a pattern inside a shape."""
    base, _, broken = kind.partition("-")
    angle = _ANGLES.get(base, 0.0)
    c, s = cos(radians(angle)), sin(radians(angle))
    turned = [[(x * c + y * s, y * c - x * s) for x, y in ring] for ring in rings]
    out = []
    for (ax, ay), (bx, by) in _flat(base, bool(broken), turned, gap):
        out.append(((ax * c - ay * s, ax * s + ay * c), (bx * c - by * s, bx * s + by * c)))
    return out


def _flat(kind: str, broken: bool, rings: Rings, gap: float) -> Iterator[Segment]:
    """The pattern with its lines level."""
    heights = [y for ring in rings for _, y in ring]
    if not heights:
        return
    high = gap * {"dots": 0.87, "zigzag": 1.5}.get(kind, 1.0)
    for row in range(floor(min(heights) / high) - 1, ceil(max(heights) / high) + 1):
        y = row * high
        spans = scan(rings, y + 1e-7)
        if kind == "dots":
            for left, right in spans:
                for at in _steps(left + 0.1, right - 0.1, gap, gap / 2 * (row % 2)):
                    yield (at, y), (at + DOT, y)
        elif kind == "zigzag":
            for left, right in scan(rings, y + 0.35 * gap):
                for at in _steps(left, right - gap, gap, 0.0):
                    down = round(at / gap) % 2
                    yield (at, y + 0.7 * gap * down), (at + gap, y + 0.7 * gap * (1 - down))
        else:
            for left, right in spans:
                if broken:
                    for at in _steps(left - 3 * gap, right, 3 * gap, 1.5 * gap * (row % 2)):
                        if max(at, left) < min(at + 1.9 * gap, right):
                            yield (max(at, left), y), (min(at + 1.9 * gap, right), y)
                else:
                    yield (left, y), (right, y)
        if kind == "brick":
            for left, right in scan(rings, y + gap / 2):
                for at in _steps(left, right, 2 * gap, gap * (row % 2)):
                    yield (at, y), (at, y + gap)


def _steps(start: float, end: float, step: float, shift: float) -> Iterator[float]:
    for k in range(ceil((start - shift) / step), floor((end - shift) / step) + 1):
        yield k * step + shift
