"""Hatch patterns: one for each colour, so that no information depends on colour alone. Lines clipped to a band, mm.

dots, upright, level, slant, zigzag, brick, solid; `-broken` is the lighter of a pair. The lines of `solid` cross;
they are visible in inks that leave out the ground.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import floor, sqrt

from companion.core.errors import FaceError, did_you_mean
from companion.faces.model import Point, Rect

Segment = tuple[Point, Point]
KINDS = ("dots", "upright", "level", "level-broken", "slant", "slant-broken", "zigzag", "brick", "solid")


@dataclass(frozen=True, slots=True)
class Disc:
    """A round region."""

    x: float
    y: float
    r: float

    def box(self) -> Rect:
        """The bounding rectangle."""
        return self.x - self.r, self.y - self.r, 2 * self.r, 2 * self.r

    def span(self, a: Point, b: Point) -> tuple[float, float]:
        """Return the part of the segment inside, as fractions of its length; empty if the second is not larger."""
        dx, dy, fx, fy = b[0] - a[0], b[1] - a[1], a[0] - self.x, a[1] - self.y
        square, half = dx * dx + dy * dy, fx * dx + fy * dy
        root = half * half - square * (fx * fx + fy * fy - self.r * self.r)
        if root <= 0 or not square:
            return (0.0, 1.0) if fx * fx + fy * fy < self.r * self.r and not square else (1.0, 0.0)
        return max(0.0, (-half - sqrt(root)) / square), min(1.0, (-half + sqrt(root)) / square)


@dataclass(frozen=True, slots=True)
class Block:
    """A rectangular region."""

    x: float
    y: float
    w: float
    h: float

    def box(self) -> Rect:
        """The rectangle itself."""
        return self.x, self.y, self.w, self.h

    def span(self, a: Point, b: Point) -> tuple[float, float]:
        """Return the part of the segment inside, as fractions of its length; empty if the second is not larger."""
        low, high = 0.0, 1.0
        for at, to, start, size in ((a[0], b[0], self.x, self.w), (a[1], b[1], self.y, self.h)):
            if abs(to - at) < 1e-9:
                if not start <= at <= start + size:
                    return 1.0, 0.0
                continue
            t, u = (start - at) / (to - at), (start + size - at) / (to - at)
            low, high = max(low, min(t, u)), min(high, max(t, u))
        return low, high


@dataclass(frozen=True, slots=True)
class Corners:
    """A convex region with straight sides; points clockwise."""

    points: tuple[Point, ...]

    def box(self) -> Rect:
        """The bounding rectangle."""
        xs, ys = zip(*self.points, strict=True)
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)

    def span(self, a: Point, b: Point) -> tuple[float, float]:
        """Return the part of the segment inside, as fractions of its length; empty if the second is not larger."""
        low, high = 0.0, 1.0
        for start, end in self.sides():
            at, to = side_distance(a, start, end), side_distance(b, start, end)
            if abs(to - at) < 1e-9:
                if at < 0:
                    return 1.0, 0.0
            elif to > at:
                low = max(low, -at / (to - at))
            else:
                high = min(high, -at / (to - at))
        return low, high

    def sides(self) -> Iterator[Segment]:
        """Yield the sides from corner to corner."""
        return zip(self.points, (*self.points[1:], self.points[0]), strict=True)


def side_distance(p: Point, a: Point, b: Point) -> float:
    """Return the signed distance in mm of p from the line a-b; positive to the right (inside, if clockwise)."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return ((p[1] - a[1]) * dx - (p[0] - a[0]) * dy) / sqrt(dx * dx + dy * dy)


Region = Disc | Block | Corners


def hatch_lines(kind: str, outer: Region, inner: Region | None, gap: float) -> tuple[list[Segment], list[Point]]:
    """Return the lines and dots of a pattern inside `outer` and outside `inner`.

    gap: distance between lines, mm.
    Raises FaceError for an unknown kind.
    """
    if kind not in KINDS:
        raise FaceError(f"no hatch '{kind}'{did_you_mean(kind, KINDS)}")
    if kind == "dots":
        inside = [
            p
            for p in _dots(outer.box(), gap)
            if _contains(outer, p, -0.12) and not (inner and _contains(inner, p, 0.12))
        ]
        return [], inside
    lines: list[Segment] = []
    for a, b in _lines(kind, outer.box(), gap):
        low, high = outer.span(a, b)
        if low >= high:
            continue
        parts = [(low, high)]
        if inner:
            start, end = inner.span(a, b)
            if start < end:
                parts = [(low, min(high, start)), (max(low, end), high)]
        long = sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)
        lines += [(_point_on(a, b, t), _point_on(a, b, u)) for t, u in parts if (u - t) * long > 0.12]
    return lines, []


def _point_on(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def _contains(region: Region, p: Point, grown: float) -> bool:
    """True if the region, enlarged by `grown` mm, contains the point."""
    if isinstance(region, Disc):
        return (p[0] - region.x) ** 2 + (p[1] - region.y) ** 2 < (region.r + grown) ** 2
    if isinstance(region, Corners):
        return all(side_distance(p, a, b) > -grown for a, b in region.sides())
    return -grown < p[0] - region.x < region.w + grown and -grown < p[1] - region.y < region.h + grown


def _steps(start: float, length: float, gap: float) -> Iterator[tuple[int, float]]:
    """Yield index and position on one grid for the whole page, so that adjacent bands match."""
    first = floor(start / gap)
    for index in range(first, floor((start + length) / gap) + 2):
        yield index, index * gap


def _dots(box: Rect, gap: float) -> Iterator[Point]:
    x, y, w, h = box
    for row, dot_y in _steps(y, h, gap * 0.87):
        for _, dot_x in _steps(x - gap, w + gap, gap):
            yield dot_x + (gap / 2 if row % 2 else 0), dot_y


def _lines(kind: str, box: Rect, gap: float) -> Iterator[Segment]:
    x, y, w, h = box
    if kind in ("upright", "solid"):
        for _, at in _steps(x, w, gap):
            yield (at, y - 1), (at, y + h + 1)
    if kind in ("level", "brick", "solid"):
        for row, at in _steps(y, h, gap):
            yield (x - 1, at), (x + w + 1, at)
            if kind == "brick":
                for _, joint in _steps(x - 2 * gap, w + 2 * gap, 2 * gap):
                    left = joint + (gap if row % 2 else 0)
                    yield (left, at), (left, at + gap)
    elif kind == "level-broken":
        for row, at in _steps(y, h, gap):
            for _, left in _steps(x - 3 * gap, w + 3 * gap, 3 * gap):
                left += 1.5 * gap if row % 2 else 0
                yield (left, at), (left + 1.9 * gap, at)
    elif kind in ("slant", "slant-broken"):
        tall = h + 2
        for row, at in _steps(x - tall, w + tall, gap * sqrt(2)):
            a, b = (at, y - 1), (at + tall, y - 1 + tall)
            if kind == "slant":
                yield a, b
                continue
            long = tall * sqrt(2)
            start = (row % 2) * 1.5 * gap
            while start < long:
                yield _point_on(a, b, start / long), _point_on(a, b, min(1.0, (start + 1.9 * gap) / long))
                start += 3 * gap
    elif kind == "zigzag":
        for _, at in _steps(y - gap, h + gap, 1.5 * gap):
            for column, left in _steps(x - gap, w + 2 * gap, gap):
                low, high = at + 0.7 * gap, at
                yield (left, low if column % 2 else high), (left + gap, high if column % 2 else low)
