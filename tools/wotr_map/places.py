"""Where the name and the sign of each region stand: inside it in every language, off bands and water, and so that many
figures find room beside them. Knows type, no pen.

The words themselves are set by the face (cards/wotr/map.yaml); this module sets them in the same way to see how much
room they take, and keeps in step with the styles there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import dist, hypot, inf

from companion.core.errors import FaceError
from companion.core.units import mm
from companion.faces.figure_space import count_bases
from companion.faces.text import Style, Typesetter
from companion.pdf.fonts import letter_widths

from .plane import Line, Point, coarse, scan

SETTLED = Style("serif-600", 11.6, lead=1.0, floor=7.9)
WILD = Style("serif-400", 11.4, lead=1.02, floor=7.9)
KEEP, LINES = 9.8, 3
GAP = 3.8  # mm from the rim of a sign to the first baseline
WIDTHS = (46.0, 40.0, 34.0, 29.0, 25.0, 22.0, 19.5, 17.0)
RADIUS = {"stronghold": 5.7, "city": 5.5, "town": 5.1, "fortification": 5.2}
STEP = 0.6
RIM = 1.5  # mm between a name and the border of its region
BASE, ENOUGH = 13.0, 9  # mm across the base of a figure, and how many are to find room
SLACK, TRIED = 6.0, 24  # how much worse a place may look that leaves more room, and how many such are tried

Box = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True)
class Place:
    """x, y: the middle of the sign, or of a name without sign; width: room for the name; radius: of the sign, or 0."""

    x: float
    y: float
    width: float
    radius: float
    boxes: tuple[Box, ...]


def sign(region: Mapping[str, object]) -> str:
    """Which sign a region bears."""
    return str(region.get("settlement") or ("fortification" if region.get("fortification") else ""))


class Room:
    """How much of a rectangle lies inside a shape, off by less than a millimetre."""

    def __init__(self, shape: Sequence[Line], taken: Sequence[Box], rim: float) -> None:
        xs, ys = zip(*(point for ring in shape for point in ring), strict=True)
        self.x: float = min(xs) - STEP
        self.y: float = min(ys) - STEP
        columns, rows = int((max(xs) - self.x) / STEP) + 3, int((max(ys) - self.y) / STEP) + 3
        grid = [[0] * columns for _ in range(rows)]
        for row in range(rows):
            y = self.y + row * STEP
            for left, right in scan(shape, y + 1e-6):
                for column in range(max(0, int((left - self.x) / STEP) + 1), int((right - self.x) / STEP) + 1):
                    grid[row][column] = 1
        for left, top, right, bottom in taken:
            for row in range(max(0, int((top - self.y) / STEP)), min(rows, int((bottom - self.y) / STEP) + 2)):
                for column in range(
                    max(0, int((left - self.x) / STEP)), min(columns, int((right - self.x) / STEP) + 2)
                ):
                    grid[row][column] = 0
        k = max(1, round(rim / STEP))
        inner = [
            [
                int(
                    bool(grid[r][c])
                    and k <= r < rows - k
                    and k <= c < columns - k
                    and bool(grid[r - k][c] and grid[r + k][c] and grid[r][c - k] and grid[r][c + k])
                )
                for c in range(columns)
            ]
            for r in range(rows)
        ]
        self.columns, self.rows = columns, rows
        self.sums = [[0] * (columns + 1)]
        for values in inner:
            total, line = 0, [0]
            for column, value in enumerate(values):
                total += value
                line.append(self.sums[-1][column + 1] + total)
            self.sums.append(line)

    def missing(self, box: Box) -> float:
        """How many square millimetres of a rectangle lie outside."""
        left, top, right, bottom = box
        a, b = round((left - self.x) / STEP), round((right - self.x) / STEP)
        c, d = round((top - self.y) / STEP), round((bottom - self.y) / STEP)
        whole = (b - a) * (d - c)
        a, b = max(0, min(self.columns, a)), max(0, min(self.columns, b))
        c, d = max(0, min(self.rows, c)), max(0, min(self.rows, d))
        have = self.sums[d][b] - self.sums[c][b] - self.sums[d][a] + self.sums[c][a] if a < b and c < d else 0
        return (whole - have) * STEP * STEP


def name_boxes(names: Mapping[str, str], radius: float, width: float) -> tuple[list[Box], float] | None:
    """The rectangles of the name in each language round 0,0 and how bad they look; nothing if a name does not fit."""
    boxes: list[Box] = []
    cost = 0.0
    for lang in names:
        setter = Typesetter(letter_widths, lang)
        style = SETTLED if radius else WILD
        try:
            fitted = setter.fit(names[lang], style, width, LINES, KEEP)
        except FaceError:
            return None
        size, lead = mm(fitted.size), mm(fitted.size) * style.lead
        half = max(line.w for line in fitted.lines) / 2
        tall = lead * (len(fitted.lines) - 1)
        first = radius + GAP if radius else 0.32 * size - tall / 2
        boxes.append((-half - 0.5, first - 0.72 * size, half + 0.5, first + tall + 0.24 * size))
        cost += (style.size - fitted.size) * 4.0 + (len(fitted.lines) - 1) * 2.0
    return boxes, cost


def boxes_of(names: Mapping[str, str], radius: float, width: float) -> tuple[list[Box], float] | None:
    """The rectangles of name and sign round 0,0 and how bad they look; nothing if a name does not fit."""
    found = name_boxes(names, radius, width)
    if found is None:
        return None
    plate = (-radius - 0.4, -radius - 2.0, radius + 0.4, radius + 0.4)
    return found[0] + [plate] * (2 if radius else 0), found[1]


def at(names: Mapping[str, str], x: float, y: float, width: float, radius: float) -> Place:
    """The place as it stands in the table."""
    found = boxes_of(names, radius, width)
    assert found
    return Place(x, y, width, radius, tuple((x + a, y + b, x + c, y + d) for a, b, c, d in found[0]))


def find(
    names: Mapping[str, str],
    radius: float,
    shape: Sequence[Line],
    label: Point,
    taken: Sequence[Box],
    water: Sequence[Box],
    shift: Point,
    rim: float = RIM,
) -> Place:
    """The best place in a region. label: where the table has it; taken: what must stay free, of figures too; water:
    what must stay free of names; shift: moved by hand; rim: mm of the border that stay free.
    """
    room = Room(shape, [*taken, *water], rim)
    xs, ys = zip(*shape[0], strict=True)
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    best: list[tuple[float, float, float, float]] = []
    least = inf
    for width in WIDTHS:
        found = boxes_of(names, radius, width)
        if found is None:
            continue
        boxes, cost = found
        low, high = min(box[1] for box in boxes), max(box[3] for box in boxes)
        y = min(ys)
        while y < max(ys):
            x = min(xs)
            while x < max(xs):
                total = cost
                for left, top, right, bottom in boxes:
                    total += 1.5 * room.missing((x + left, y + top, x + right, y + bottom))
                    if total >= least + SLACK:
                        break
                else:
                    centre = y + (low + high) / 2
                    total += 0.06 * hypot(x - middle[0], centre - middle[1]) + 0.03 * hypot(x - label[0], y - label[1])
                    best.append((total, x, y, width))
                    least = min(least, total)
                x += STEP * 2
            y += STEP * 2
    if not best:
        raise SystemExit(f"{names['en']}: no room for its name")
    _, x, y, width = _roomiest([one for one in sorted(best) if one[0] < least + SLACK], names, radius, shape, taken)
    return at(names, round(x + shift[0], 1), round(y + shift[1], 1), width, radius)


def _roomiest(
    best: Sequence[tuple[float, float, float, float]],
    names: Mapping[str, str],
    radius: float,
    shape: Sequence[Line],
    taken: Sequence[Box],
) -> tuple[float, float, float, float]:
    """The first place that leaves enough room for figures in every language, or the one that leaves the most."""
    rings = [coarse([*ring, ring[0]], 0.2)[:-1] for ring in shape]
    tried: list[tuple[float, float, float, float]] = []
    most, out = -1, best[0]
    for one in best:
        if len(tried) == TRIED:
            break
        if any(dist(one[1:3], other[1:3]) < 3.5 for other in tried):
            continue
        tried.append(one)
        boxes = [*at(names, one[1], one[2], one[3], radius).boxes, *taken]
        count = count_bases(rings, [(a, b, c - a, d - b) for a, b, c, d in boxes], BASE, ENOUGH)
        if count > most:
            most, out = count, one
        if count == ENOUGH:
            break
    return out
