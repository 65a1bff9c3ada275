"""Plane geometry without libraries: polylines, noise, distances, contours and hatching. Knows points, not maps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil, cos, dist, floor, hypot, radians, sin
from random import Random

Point = tuple[float, float]
Line = list[Point]
Edge = tuple[tuple[int, int], tuple[int, int]]


def pieces(line: Sequence[Point], closed: bool = False) -> Iterator[tuple[Point, Point]]:
    """Its segments."""
    yield from pairwise(line)
    if closed and len(line) > 1:
        yield line[-1], line[0]


def length(line: Sequence[Point]) -> float:
    """How long a line is."""
    return sum(dist(a, b) for a, b in pieces(line))


def spread(line: Sequence[Point], step: float) -> Line:
    """Points at about equal distances along a line, its ends included."""
    total = length(line)
    count = max(1, round(total / step))
    out, walked, want = [line[0]], 0.0, total / count
    for a, b in pieces(line):
        long = dist(a, b)
        while len(out) < count and walked + long >= want * len(out) and long > 0:
            t = (want * len(out) - walked) / long
            out.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
        walked += long
    return [*out[:count], line[-1]]


def part(line: Sequence[Point], start: float, end: float) -> Line:
    """The stretch of a line between two lengths along it."""
    out: Line = []
    walked = 0.0
    for a, b in pieces(line):
        long = dist(a, b)
        low, high = max(start, walked), min(end, walked + long)
        if low < high and long > 0:
            for at in (low, high):
                t = (at - walked) / long
                point = (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
                if not out or dist(out[-1], point) > 1e-6:
                    out.append(point)
        walked += long
    return out


def rough(line: Sequence[Point], amount: float, depth: int, random: Random) -> Line:
    """A line broken again and again, each middle moved sideways."""
    out = list(line)
    for _ in range(depth):
        finer = [out[0]]
        for (ax, ay), (bx, by) in pieces(out):
            k = random.uniform(-amount, amount)
            finer += [((ax + bx) / 2 - (by - ay) * k, (ay + by) / 2 + (bx - ax) * k), (bx, by)]
        out = finer
    return out


def along(line: Sequence[Point], reach: float) -> list[tuple[float, float, float, float]]:
    """Small rectangles that cover a line and `reach` on both sides."""
    points = spread(line, 2 * reach)
    return [
        (min(a[0], b[0]) - reach, min(a[1], b[1]) - reach, max(a[0], b[0]) + reach, max(a[1], b[1]) + reach)
        for a, b in pieces(points)
    ]


def coarse(line: Sequence[Point], limit: float) -> Line:
    """A line with fewer points, nowhere further off than the limit, mm."""
    if len(line) < 3:
        return list(line)
    far, at = max((away(point, line[0], line[-1]), k) for k, point in enumerate(line[1:-1], 1))
    if far <= limit:
        return [line[0], line[-1]]
    return [*coarse(line[: at + 1], limit)[:-1], *coarse(line[at:], limit)]


def even(line: Sequence[Point], times: int) -> Line:
    """A line with its corners rounded off, the ends fixed."""
    out = list(line)
    for _ in range(times):
        middle = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(out, out[1:], out[2:], strict=False)
        ]
        out = [out[0], *middle, out[-1]]
    return out


def even_ring(ring: Sequence[Point], times: int) -> Line:
    """The same for a closed line."""
    out = list(ring)
    for _ in range(times):
        before, after = [out[-1], *out[:-1]], [*out[1:], out[0]]
        out = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(before, out, after, strict=True)
        ]
    return out


def curve(line: Sequence[Point], count: int = 6) -> Line:
    """A smooth curve through the points."""
    if len(line) < 3:
        return list(line)
    ends = [line[0], *line, line[-1]]
    out: Line = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        for k in range(count):
            t = k / count
            x, y = (
                0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t**3)
                for p, q, r, s in zip(a, b, c, d, strict=True)
            )
            out.append((x, y))
    return [*out, line[-1]]


class Noise:
    """A smooth wavering number at every point or along a line, between -1 and 1."""

    def __init__(self, seed: int, wave: float) -> None:
        random = Random(seed)
        self.values = [random.uniform(-1, 1) for _ in range(64 * 64)]
        self.wave = wave

    def __call__(self, x: float, y: float = 0.0) -> float:
        x, y = x / self.wave, y / self.wave
        column, row = floor(x), floor(y)
        u, v = x - column, y - row
        u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
        a, b, c, d = (
            self.values[(row + down) % 64 * 64 + (column + right) % 64] for down in (0, 1) for right in (0, 1)
        )
        return (a * (1 - u) + b * u) * (1 - v) + (c * (1 - u) + d * u) * v


def holds(rings: Iterable[Sequence[Point]], x: float, y: float) -> bool:
    """Whether a shape of one or more rings holds a point."""
    inside = False
    for ring in rings:
        for (ax, ay), (bx, by) in pieces(ring, True):
            if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
                inside = not inside
    return inside


def area(ring: Sequence[Point]) -> float:
    """Area of a ring."""
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pieces(ring, True))) / 2


def away(p: Point, a: Point, b: Point) -> float:
    """Distance of a point from a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square)) if square else 0.0
    return hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def scan(rings: Sequence[Sequence[Point]], y: float) -> list[tuple[float, float]]:
    """Where the level line at y runs inside the shape."""
    cuts = []
    for ring in rings:
        for (ax, ay), (bx, by) in pieces(ring, True):
            if (ay > y) != (by > y):
                cuts.append(ax + (bx - ax) * (y - ay) / (by - ay))
    cuts.sort()
    return list(zip(cuts[::2], cuts[1::2], strict=False))


def hatched(
    rings: Sequence[Sequence[Point]], angle: float, gap: float, shift: float = 0.0
) -> Iterator[tuple[Point, Point]]:
    """Lines across a shape, `angle` degrees from level, `gap` apart on one grid for the whole page."""
    c, s = cos(radians(angle)), sin(radians(angle))
    turned = [[(x * c + y * s, y * c - x * s) for x, y in ring] for ring in rings]
    heights = [y for ring in turned for _, y in ring]
    if not heights:
        return
    for row in range(ceil((min(heights) - shift) / gap), floor((max(heights) - shift) / gap) + 1):
        y = row * gap + shift
        for left, right in scan(turned, y + 1e-7):
            yield (left * c - y * s, left * s + y * c), (right * c - y * s, right * s + y * c)


class Field:
    """Numbers on a grid of points, `step` apart from x, y on."""

    def __init__(self, x: float, y: float, columns: int, rows: int, step: float, value: float) -> None:
        self.x, self.y, self.columns, self.rows, self.step = x, y, columns, rows, step
        self.values = [[value] * columns for _ in range(rows)]

    def near(self, line: Iterable[tuple[Point, Point]], reach: float) -> None:
        """Lower every number to the distance from the segments, as far as `reach`."""
        for a, b in line:
            low_x, high_x = sorted((a[0], b[0]))
            low_y, high_y = sorted((a[1], b[1]))
            for row in range(
                max(0, ceil((low_y - reach - self.y) / self.step)),
                min(self.rows, floor((high_y + reach - self.y) / self.step) + 1),
            ):
                y, values = self.y + row * self.step, self.values[row]
                for column in range(
                    max(0, ceil((low_x - reach - self.x) / self.step)),
                    min(self.columns, floor((high_x + reach - self.x) / self.step) + 1),
                ):
                    far = away((self.x + column * self.step, y), a, b)
                    if far < values[column]:
                        values[column] = far

    def turn(self, rings: Sequence[Sequence[Point]]) -> None:
        """Make the numbers of points outside the shape negative."""
        for row, values in enumerate(self.values):
            spans = scan(rings, self.y + row * self.step + 1e-6)
            for column in range(self.columns):
                x = self.x + column * self.step
                if not any(left <= x <= right for left, right in spans):
                    values[column] = -values[column]

    def contour(self, level: float) -> list[Line]:
        """Closed lines round everything above a level; the rim counts as below."""
        grid, after = self.values, {}

        def value(row: int, column: int) -> float:
            return grid[row][column] if 0 <= row < self.rows and 0 <= column < self.columns else level - 1

        def cut(r: int, c: int, s: int, d: int) -> Point:
            a, b = value(r, c), value(s, d)
            t = (level - a) / (b - a)
            return self.x + (c + (d - c) * t) * self.step, self.y + (r + (s - r) * t) * self.step

        for row in range(-1, self.rows):
            for column in range(-1, self.columns):
                corners = ((row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column))
                high = [value(*corner) > level for corner in corners]
                if all(high) or not any(high):
                    continue
                enters: list[tuple[Edge, Point]] = []
                leaves: list[tuple[Edge, Point]] = []
                for k in range(4):
                    if high[k] != high[(k + 1) % 4]:
                        one, two = corners[k], corners[(k + 1) % 4]
                        edge = (min(one, two), max(one, two))
                        (leaves if high[k] else enters).append((edge, cut(*edge[0], *edge[1])))
                for (edge, point), (to, _) in zip(enters, leaves, strict=True):
                    after[edge] = (point, to)
        rings = []
        while after:
            edge = start = next(iter(after))
            ring: Line = []
            while edge in after:
                point, edge = after.pop(edge)
                ring.append(point)
            if edge == start and len(ring) > 3:
                rings.append(ring)
        return rings
