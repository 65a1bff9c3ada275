"""Finds words that overlap other items: lines or edges, later items, other words.

Geometry of one face in the full ink, mm. Words with a halo may lie on a landscape, a map or a shading; lines that
hardly differ from their ground are ignored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import chain, pairwise
from math import cos, pi, radians, sin

from companion.core.units import mm
from companion.faces import palette
from companion.faces.model import Face, Item, Picture, Point, Shape, Step, Text
from companion.faces.scripts.stretches import count_tracked
from companion.faces.text import Typesetter
from companion.pdf import canvas, pictures

PAPER = "#FFFFFF"
SEEN = 1.35  # contrast to the ground from which a line is seen
TOUCH = 0.12  # mm by which letters may seem to touch a line
MEET = 0.3  # mm by which two lines of words may seem to lie in each other
TALL, LOW, DEEP = 0.68, 0.5, 0.19  # em: height of capitals, of small letters, and what hangs below the baseline
SHADING = 80  # steps of a path that is no line but a shading
MANY = 24  # edges of a path that are sorted into bands
HANGING = frozenset("gjpqyQ,;()[]{}|/ąęĄĘрфцщуДЦЩ")
SMALL = frozenset("acemnorsuvwxzавгекмопрстхжчшыьэюяъ.,:;-–·• ")

Box = tuple[float, float, float, float]  # left, top, right, bottom
Matrix = tuple[float, float, float, float, float, float]
Edge = tuple[float, float, float, float]  # from a point to a point
Lines = tuple[tuple[Point, ...], ...]
_HERE: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_STEPS = {"m": "M", "l": "L", "c": "C", "h": "Z", "re": "rect"}  # of a drawing's operators


class _Path:
    """A path as straight lines. box: about it; closed: a line that is left open counts as an area all the same."""

    def __init__(self, lines: Lines, closed: bool) -> None:
        self.lines = tuple((*points, points[0]) for points in lines) if closed else lines
        xs, ys = zip(*(point for points in lines for point in points), strict=True)
        self.box: Box = min(xs), min(ys), max(xs), max(ys)

    @cached_property
    def bands(self) -> Sequence[Sequence[Edge]]:
        """The edges that have a part in each of many bands of the same height, from the top of the box down."""
        edges = [(*a, *b) for points in self.lines for a, b in pairwise(points)]
        if len(edges) < MANY or self.box[1] == self.box[3]:
            return [edges]
        bands: list[list[Edge]] = [[] for _ in range(len(edges) // 8)]
        top, k = self.box[1], (len(bands) - 1e-6) / (self.box[3] - self.box[1])
        for edge in edges:
            low, high = int((edge[1] - top) * k), int((edge[3] - top) * k)
            for band in bands[low : high + 1] if low < high else bands[high : low + 1]:
                band.append(edge)
        return bands

    def edges(self, low: float, high: float) -> Iterable[Edge]:
        """Edges that may lie between two heights; a long one comes several times."""
        bands = self.bands
        top, k = self.box[1], (len(bands) - 1e-6) / ((self.box[3] - self.box[1]) or 1.0)
        return chain.from_iterable(bands[max(int((low - top) * k), 0) : int((min(high, self.box[3]) - top) * k) + 1])


@dataclass(frozen=True, slots=True)
class _PaintedPart:
    """A painted path in its item's own units. colour: of its line or edge; fill: what it covers, if anything."""

    path: _Path
    colour: str
    fill: str


@dataclass(frozen=True)
class _DrawnItem:
    """A shape or picture. box, matrix: where it lies on the face."""

    item: Shape | Picture
    box: Box
    matrix: Matrix

    @cached_property
    def parts(self) -> Sequence[_PaintedPart]:
        """The painted paths, in the item's own units."""
        if isinstance(self.item, Picture):
            return _drawing(self.item.name, _colour(self.item.tint))
        fill, stroke = _colour(self.item.fill), _colour(self.item.stroke)
        path = _path(self.item.path, bool(self.item.fill))
        return (_PaintedPart(path, stroke or fill, fill),) if fill or stroke else ()

    @property
    def scene(self) -> bool:
        """A landscape, a map or a shading of many lines, on which words with a halo may lie."""
        if isinstance(self.item, Picture):
            return not self.item.tint
        return len(self.item.path) > SHADING

    @property
    def name(self) -> str:
        """Return the item's name for messages."""
        if isinstance(self.item, Picture):
            return self.item.name
        return f"a line in {self.item.stroke}" if self.item.stroke else f"an edge of {self.item.fill}"


@dataclass(frozen=True, slots=True)
class _Words:
    """A line of words, or several one after another. box: of the letters; matrix: where the box lies on the face."""

    said: str
    halo: bool
    box: Box
    matrix: Matrix

    @property
    def round(self) -> Box:
        """A box about it on the face."""
        if self.matrix is _HERE:
            return self.box
        return _round([_at(self.matrix, corner) for corner in _corners(self.box)])


def find_overlaps(face: Face, setter: Typesetter) -> Iterator[str]:
    """Yield each line of words that overlaps something, with the name of that item."""
    drawn = [(index, it) for index, item in enumerate(face.items) if (it := _drawn_item(item))]
    paper = _colour(face.ground) or PAPER
    every: list[_Words] = []
    for index, lines in _blocks(face.items, setter):
        every += lines
        if len(lines) > 1 and not any(_names_met(_join_lines(lines), index, drawn, paper)):
            continue
        for line in lines:
            for name in _names_met(line, index, drawn, paper):
                yield f"'{line.said}' runs over {name}"
    for one, other in _meeting_lines(every):
        yield f"'{one.said}' runs into '{other.said}'"


# ---------------------------------------------------------------------- words


def _blocks(items: Sequence[Item], setter: Typesetter) -> Iterator[tuple[int, list[_Words]]]:
    """Lines that are drawn one after another and lie alike, with their place in the drawing order."""
    block: list[_Words] = []
    for index, item in enumerate(items):
        line = _words(item, setter) if isinstance(item, Text) else None
        if block and not (line and line.matrix is block[-1].matrix is _HERE and line.halo == block[-1].halo):
            yield index - 1, block
            block = []
        if line:
            block.append(line)
    if block:
        yield len(items) - 1, block


def _join_lines(lines: Sequence[_Words]) -> _Words:
    """Several lines as one; they are not turned."""
    return _Words(
        "", lines[0].halo, _round([corner for line in lines for corner in (line.box[:2], line.box[2:])]), _HERE
    )


def _words(text: Text, setter: Typesetter) -> _Words:
    size = mm(text.size)
    long = size * (setter.em(text.font, text.words) + text.tracking * (count_tracked(text.words) - 1))
    above = size * (LOW if SMALL.issuperset(text.words) else TALL)
    below = 0.0 if HANGING.isdisjoint(text.words) else DEEP * size
    left, top, right, bottom = TOUCH, TOUCH - above, long - TOUCH, below - TOUCH
    if not text.angle:
        return _Words(
            text.words, bool(text.halo), (text.x + left, text.y + top, text.x + right, text.y + bottom), _HERE
        )
    c, s = cos(radians(text.angle)), sin(radians(text.angle))
    return _Words(text.words, bool(text.halo), (left, top, right, bottom), (c, s, -s, c, text.x, text.y))


def _meeting_lines(lines: Sequence[_Words]) -> Iterator[tuple[_Words, _Words]]:
    """Pairs of lines that lie in each other."""
    waiting: list[tuple[_Words, Box]] = []
    for line, (left, top, right, bottom) in sorted(((line, line.round) for line in lines), key=lambda pair: pair[1][1]):
        waiting = [(other, box) for other, box in waiting if box[3] > top + MEET]
        for other, box in waiting:
            if min(right, box[2]) - max(left, box[0]) > MEET and bottom > top + MEET:
                yield other, line
        waiting.append((line, (left, top, right, bottom)))


def _names_met(line: _Words, index: int, drawn: Sequence[tuple[int, _DrawnItem]], paper: str) -> Iterator[str]:
    """Yield the names of items a line runs over or lies below.

    index: its place in the drawing order.
    paper: colour below all items.
    """
    met: list[tuple[str, str]] = []  # colour, nothing for what hides the words, and name
    round = line.round
    for at, it in reversed(drawn):
        if not _near(it.box, round) or (it.scene and line.halo):
            continue
        to_words, own = it.matrix, round
        if line.matrix is not _HERE:
            to_words = _times(_inverse(line.matrix), it.matrix)
        if it.matrix is not _HERE:
            from_words = _inverse(to_words)
            own = _round([_at(from_words, corner) for corner in _corners(line.box)])
        middle = ((own[0] + own[2]) / 2, (own[1] + own[3]) / 2)
        for part in reversed(it.parts):
            if not _near(part.path.box, own):
                continue
            crossed = _crosses_box(part.path, own, to_words, line.box)
            if at > index and part.fill and (crossed or _holds(part.path, middle)):
                met.append(("", it.name))
            elif crossed:
                met.append((part.colour, it.name))
            elif at < index and part.fill and _holds(part.path, middle):
                yield from _visible_names(met, part.fill)
                return
    yield from _visible_names(met, paper)


def _visible_names(met: Sequence[tuple[str, str]], ground: str) -> Iterator[str]:
    """Names of what hides the words or differs from the ground."""
    return iter(dict.fromkeys(name for colour, name in met if not colour or _contrast(colour, ground) > SEEN))


# ---------------------------------------------------------------------- what is drawn


def _drawn_item(item: Item) -> _DrawnItem | None:
    """Return an item with its box; None for words, invisible lines and raster pictures."""
    if isinstance(item, Shape):
        return None if item.line or not item.path else _DrawnItem(item, _path(item.path, bool(item.fill)).box, _HERE)
    if isinstance(item, Text) or pictures.is_raster(item.name):
        return None
    left, top, w, h = _view(item.name)
    k = min(item.w / w, item.h / h)
    c, s = k * cos(radians(item.angle)), k * sin(radians(item.angle))
    x, y, u, v = item.x + item.w / 2, item.y + item.h / 2, left + w / 2, top + h / 2
    matrix = (c, s, -s, c, x - c * u + s * v, y - s * u - c * v)
    return _DrawnItem(
        item, _round([_at(matrix, corner) for corner in _corners((left, top, left + w, top + h))]), matrix
    )


@lru_cache(20_000)
def _path(path: tuple[Step, ...], filled: bool) -> _Path:
    return _Path(_flat(path), filled)


@cache
def _view(name: str) -> Box:
    return canvas.load_drawing(name).view


@cache
def _drawing(name: str, tint: str) -> tuple[_PaintedPart, ...]:
    """The parts of a drawing; of a tinted one only the white keeps its colour."""
    if not tint:
        return _drawing_parts(name)
    return tuple(
        [
            _PaintedPart(part.path, *(tint if one not in ("", PAPER) else one for one in (part.colour, part.fill)))
            for part in _drawing_parts(name)
        ]
    )


@cache
def _drawing_parts(name: str) -> tuple[_PaintedPart, ...]:
    parts = []
    for part in canvas.load_drawing(name).parts:
        lines = tuple(tuple(_at(part.matrix, point) for point in points) for points in _flat(_steps(part.ops)))
        if lines:
            parts.append(_PaintedPart(_Path(lines, bool(part.fill)), part.stroke or part.fill, part.fill))
    return tuple(parts)


def _steps(ops: str) -> tuple[Step, ...]:
    steps: list[Step] = []
    numbers: list[float] = []
    for word in ops.split():
        if word in _STEPS:
            steps.append((_STEPS[word], *numbers))
            numbers = []
        else:
            numbers.append(float(word))
    return tuple(steps)


def _flat(path: Sequence[Step]) -> Lines:
    """A path as straight lines; a curve becomes four."""
    out: list[list[Point]] = []
    for op, *raw in path:
        n = [float(value) for value in raw]
        if op == "M":
            out.append([(n[0], n[1])])
        elif op == "L":
            out[-1].append((n[0], n[1]))
        elif op == "C":
            out[-1] += _curve(out[-1][-1], n)
        elif op == "Z":
            out[-1].append(out[-1][0])
            out.append([out[-1][0]])
        elif op == "rect":
            x, y, w, h = n
            out += [[(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)]]
        else:
            x, y, r = n
            out.append([(x + r * cos(k * pi / 12), y + r * sin(k * pi / 12)) for k in range(25)])
    return tuple(tuple(points) for points in out if len(points) > 1)


def _curve(start: Point, n: Sequence[float]) -> Iterator[Point]:
    for t in (0.25, 0.5, 0.75, 1.0):
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield a * start[0] + b * n[0] + c * n[2] + d * n[4], a * start[1] + b * n[1] + c * n[3] + d * n[5]


@cache
def _colour(role: str) -> str:
    return (palette.inks()[palette.FULL].colour(role) or "") if role else ""


@cache
def _contrast(one: str, other: str) -> float:
    low, high = sorted((palette.luminance(one), palette.luminance(other)))
    return (high + 0.05) / (low + 0.05)


# ---------------------------------------------------------------------- geometry


def _at(m: Matrix, point: Point) -> Point:
    x, y = point
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


def _times(m: Matrix, n: Matrix) -> Matrix:
    """First n, then m."""
    a, b = m[0] * n[0] + m[2] * n[1], m[1] * n[0] + m[3] * n[1]
    c, d = m[0] * n[2] + m[2] * n[3], m[1] * n[2] + m[3] * n[3]
    return a, b, c, d, *_at(m, (n[4], n[5]))


def _inverse(m: Matrix) -> Matrix:
    a, b, c, d, e, f = m
    size = a * d - b * c
    return d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size


def _corners(box: Box) -> tuple[Point, ...]:
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _round(points: Sequence[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _near(a: Box, b: Box) -> bool:
    return a[0] <= b[2] and a[2] >= b[0] and a[1] <= b[3] and a[3] >= b[1]


def _crosses_box(path: _Path, own: Box, to_words: Matrix, box: Box) -> bool:
    """True if an edge runs through the box of the words.

    own: bounding box of the words in the units of the path.
    """
    left, top, right, bottom = own
    for ax, ay, bx, by in path.edges(top, bottom):
        if ax < left > bx or ax > right < bx or ay < top > by or ay > bottom < by:
            continue
        if _cuts(_at(to_words, (ax, ay)), _at(to_words, (bx, by)), box):
            return True
    return False


def _cuts(a: Point, b: Point, box: Box) -> bool:
    """True if a segment has a part in a box (Liang and Barsky)."""
    start, end = 0.0, 1.0
    dx, dy = b[0] - a[0], b[1] - a[1]
    for step, room in ((-dx, a[0] - box[0]), (dx, box[2] - a[0]), (-dy, a[1] - box[1]), (dy, box[3] - a[1])):
        if step < 0:
            start = max(start, room / step)
        elif step > 0:
            end = min(end, room / step)
        elif room <= 0:
            return False
        if start >= end:
            return False
    return True


def _holds(path: _Path, point: Point) -> bool:
    """True if a point lies inside (even-odd rule)."""
    x, y = point
    if not _near(path.box, (x, y, x, y)):
        return False
    crossings = 0
    for ax, ay, bx, by in path.edges(y, y):
        crossings += (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay)
    return crossings % 2 == 1
