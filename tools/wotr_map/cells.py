"""The land divided: every region grown from its label until it touches the neighbours of the table.

Seeds lie round each label and along the way to each neighbour; every spot of a fine grid belongs to the nearest seed.
The lines between the regions are then smoothed one by one with fixed ends and set trembling. Knows no pen.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, cos, dist, exp, floor, hypot, pi, sin
from random import Random

from .lands import ACROSS, BOARD, COAST, DOWN, LAKES, LENS, LENSES, REACH, RIVERS, SEA_CORNERS, SHARE, WASTES, WINDOW
from .plane import Line, Noise, Point, curve, even, holds, length, rough, scan, spread

GRID = 0.8  # mm
FRAME, SEA, WASTE, LAKE = "frame", "sea", "waste", "lake"
VOIDS = (FRAME, SEA, WASTE, LAKE)
SEED = 7


@dataclass(frozen=True)
class Arc:
    """A line between two lands, `left` and `right` of it as it runs; mm."""

    left: str
    right: str
    line: tuple[Point, ...]

    @property
    def pair(self) -> tuple[str, str]:
        """Both lands in order."""
        return (self.left, self.right) if self.left < self.right else (self.right, self.left)


def placed(point: Point) -> Point:
    """A point of the table in mm on the board: the crowded places are spread out, the empty ones drawn together."""
    x, y = _along(point[0], ACROSS), _along(point[1], DOWN)
    dx = dy = 0.0
    for cx, cy, strength in LENSES:
        push = strength * exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * LENS * LENS))
        dx, dy = dx + (x - cx) * push, dy + (y - cy) * push
    near = max(0.0, min(1.0, min(x, BOARD[0] - x, y, BOARD[1] - y) / LENS))
    return x + dx * near, y + dy * near


def _along(value: float, knots: Sequence[tuple[float, float]]) -> float:
    k = max(1, min(len(knots) - 1, bisect_right([knot[0] for knot in knots], value)))
    (a, x), (b, y) = knots[k - 1], knots[k]
    return x + (y - x) * (value - a) / (b - a)


def coast() -> Line:
    """The line of the western sea, as rough as a coast is."""
    return rough([placed(point) for point in COAST], 0.2, 3, Random(SEED))


def rivers() -> list[tuple[float, Line]]:
    """The rivers with their width at the mouth, mm, the great one first."""
    random = Random(SEED)
    return [(width, curve(rough([placed(point) for point in points], 0.1, 1, random), 5)) for width, points in RIVERS]


def seeds(regions: Mapping[str, Point], neighbours: Iterable[tuple[str, str]]) -> list[tuple[float, float, str]]:
    """Where the regions grow from. regions: their labels in units of the table."""
    random = Random(SEED)
    out = []
    stems = {id: [placed(point), *map(placed, REACH.get(id, ()))] for id, point in regions.items()}
    for id, points in stems.items():
        x, y = points[0]
        out += [(*point, id) for point in points]
        out += [(x + 6.3 * cos(k * pi / 3), y + 4.9 * sin(k * pi / 3), id) for k in range(6)]
    for one, two in sorted(neighbours):
        start, end = min(((p, q) for p in stems[one] for q in stems[two]), key=lambda pair: dist(*pair))
        count = max(2, int(dist(start, end) / 5.8))
        mine = SHARE.get(one, 1.0) / (SHARE.get(one, 1.0) + SHARE.get(two, 1.0))
        for k in range(1, count):
            t = k / count
            if abs(t - mine) > 0.04:
                at = start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t
                out.append((*at, one if t < mine else two))
    return [(x + random.uniform(-0.15, 0.15), y + random.uniform(-0.15, 0.15), id) for x, y, id in out]


def grown(points: Sequence[tuple[float, float, str]]) -> list[list[str]]:
    """The land at every spot of the grid, a frame of one spot round it."""
    x0, y0, x1, y1 = WINDOW
    columns, rows = round((x1 - x0) / GRID), round((y1 - y0) / GRID)
    out = [[FRAME] * (columns + 2) for _ in range(rows + 2)]

    def fill(left: int, top: int, size: int, near: list[tuple[float, float, str]]) -> None:
        if left >= columns or top >= rows:
            return
        cx, cy = x0 + (left + size / 2) * GRID, y0 + (top + size / 2) * GRID
        far = [hypot(x - cx, y - cy) for x, y, _ in near]
        reach = min(far) + (size - 1) * GRID * 1.4143 + 1e-9
        near = [seed for seed, away in zip(near, far, strict=True) if away <= reach]
        if len({id for _, _, id in near}) > 1 and size > 1:
            half = size // 2
            for right in (0, half):
                for down in (0, half):
                    fill(left + right, top + down, half, near)
            return
        for row in range(top + 1, min(rows, top + size) + 1):
            end = min(columns, left + size)
            out[row][left + 1 : end + 1] = [near[0][2]] * (end - left)

    fill(0, 0, 1024, list(points))
    shapes = [(SEA, [*coast(), *map(placed, SEA_CORNERS)])]
    shapes += [(WASTE, rough([placed(p) for p in (*shape, shape[0])], 0.1, 2, Random(SEED))) for shape in WASTES]
    shapes += [(LAKE, rough([placed(p) for p in (*shape, shape[0])], 0.12, 2, Random(SEED))) for shape in LAKES]
    for land, ring in shapes:
        for row in range(rows):
            for start, end in scan([ring], y0 + (row + 0.5) * GRID):
                first = max(0, ceil((start - x0) / GRID - 0.5))
                last = min(columns - 1, floor((end - x0) / GRID - 0.5))
                out[row + 1][first + 1 : last + 2] = [land] * max(0, last - first + 1)
    return out


def tidy(grid: list[list[str]]) -> None:
    """Give stray bits of a land to whoever lies round them; leave no two lands touching only at corners."""
    rows, columns = len(grid), len(grid[0])
    seen = [[False] * columns for _ in range(rows)]
    parts: dict[str, list[list[tuple[int, int]]]] = defaultdict(list)
    for row in range(rows):
        for column in range(columns):
            if seen[row][column]:
                continue
            land, stack, bit = grid[row][column], [(row, column)], []
            seen[row][column] = True
            while stack:
                r, c = stack.pop()
                bit.append((r, c))
                for s, d in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                    if 0 <= s < rows and 0 <= d < columns and not seen[s][d] and grid[s][d] == land:
                        seen[s][d] = True
                        stack.append((s, d))
            parts[land].append(bit)
    for land, bits in parts.items():
        bits.sort(key=len, reverse=True)
        for bit in bits[1:]:
            if land in VOIDS and len(bit) > 900:
                continue
            own = set(bit)
            round_it = Counter(
                grid[s][d]
                for r, c in bit
                for s, d in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1))
                if (s, d) not in own and grid[s][d] != FRAME
            )
            for r, c in bit:
                grid[r][c] = round_it.most_common(1)[0][0]
    again = True
    while again:
        again = False
        for row in range(1, rows - 2):
            for column in range(1, columns - 2):
                one, two = grid[row][column : column + 2]
                three, four = grid[row + 1][column : column + 2]
                if (one == four and one not in (two, three)) or (two == three and two not in (one, four)):
                    grid[row + 1][column + 1] = two
                    again = True


def arcs(grid: list[list[str]]) -> list[Arc]:
    """The lines between lands, from meeting point to meeting point, in steps of the grid."""
    x0, y0 = WINDOW[0] - GRID, WINDOW[1] - GRID
    steps: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    rows, columns = len(grid), len(grid[0])
    for row in range(rows):
        for column in range(columns):
            if column + 1 < columns and grid[row][column] != grid[row][column + 1]:
                steps[row, column + 1].append((row + 1, column + 1))
                steps[row + 1, column + 1].append((row, column + 1))
            if row + 1 < rows and grid[row][column] != grid[row + 1][column]:
                steps[row + 1, column].append((row + 1, column + 1))
                steps[row + 1, column + 1].append((row + 1, column))

    def sides(a: tuple[int, int], b: tuple[int, int]) -> tuple[str, str]:
        (r, c), (s, d) = a, b
        if r == s:  # level
            above, below = grid[r - 1][min(c, d)], grid[r][min(c, d)]
            return (above, below) if d > c else (below, above)
        before, behind = grid[min(r, s)][c - 1], grid[min(r, s)][c]
        return (behind, before) if s > r else (before, behind)

    used: set[tuple[tuple[int, int], tuple[int, int]]] = set()
    out = []
    nodes = [corner for corner, to in steps.items() if len(to) != 2]
    for start in [*nodes, *steps]:
        for first in steps[start]:
            if (start, first) in used:
                continue
            way = [start, first]
            while len(steps[way[-1]]) == 2 and way[-1] != start:
                way.append(next(to for to in steps[way[-1]] if to != way[-2]))
            for a, b in pairwise(way):
                used |= {(a, b), (b, a)}
            left, right = sides(way[0], way[1])
            out.append(Arc(left, right, tuple((x0 + c * GRID, y0 + r * GRID) for r, c in way)))
    return out


def drawn(raw: Sequence[Arc]) -> list[Arc]:
    """The same lines as a hand draws them; points that lines share stay shared, the frame stays straight."""
    x0, y0, x1, y1 = WINDOW
    waves = [(Noise(SEED + k, wave), Noise(SEED + 50 + k, wave), size) for k, (wave, size) in enumerate(WAVES)]

    def moved(point: Point) -> Point:
        x, y = point
        near = min(1.0, max(0.0, min(x - x0, x1 - x, y - y0, y1 - y) / 7))
        dx = sum(size * across(x, y) for across, _, size in waves)
        dy = sum(size * down(x, y) for _, down, size in waves)
        return round(x + dx * near, 2), round(y + dy * near, 2)

    out = []
    for arc in raw:
        line: Line = list(arc.line)
        if FRAME in arc.pair:
            out.append(
                Arc(
                    arc.left,
                    arc.right,
                    tuple((round(x, 2), round(y, 2)) for x, y in (line[0], *line[1:-1:6], line[-1])),
                )
            )
            continue
        shore = arc.left in VOIDS or arc.right in VOIDS
        if len(line) > 4:
            line = [line[0], *line[2:-2:2], line[-1]]
            line = even(line, 3 if shore else 14)
            line = spread(line, 0.9 if shore else 1.3)
        out.append(Arc(arc.left, arc.right, tuple(map(moved, line))))
    return out


WAVES = ((26.0, 2.2), (9.0, 1.15), (3.6, 0.42))  # how borders tremble: wave length and size, mm


def rings(lines: Sequence[Arc], lands: Iterable[str]) -> list[list[Point]]:
    """The outline of one or more lands together, as closed rings without the first point repeated."""
    wanted = set(lands)
    starts: dict[Point, list[Line]] = defaultdict(list)
    for arc in lines:
        if (arc.left in wanted) != (arc.right in wanted):
            line = list(arc.line) if arc.left in wanted else list(arc.line[::-1])
            starts[line[0]].append(line)
    out = []
    while starts:
        first = min(starts)
        ring: Line = []
        at = first
        while starts.get(at):
            line = starts[at].pop()
            if not starts[at]:
                del starts[at]
            ring += line[:-1]
            at = line[-1]
            if at == first:
                break
        out.append(ring)
    return sorted(out, key=length, reverse=True)


def contacts(lines: Iterable[Arc]) -> dict[tuple[str, str], float]:
    """How long the line between each two lands is, mm."""
    out: dict[tuple[str, str], float] = defaultdict(float)
    for arc in lines:
        out[arc.pair] += length(arc.line)
    return dict(out)


def land_at(regions: Mapping[str, list[list[Point]]], x: float, y: float) -> str:
    """The region at a point, or nothing."""
    return next((id for id, shape in regions.items() if holds(shape, x, y)), "")
