"""Nets: flat parts joined along folds; cutting line, folds and glue areas follow from them. Geometry only.

A net lies as on the table, printed side up; mm from its top left, y down. Also the net of a cube.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot, pi

from companion.core.errors import FaceError
from companion.core.exact import cos, sin
from companion.faces.model import Point

Segment = tuple[Point, Point]
_SAME = 1e-6  # mm; nearer points are one
_SMOOTH = pi / 72  # a round edge is corners this far apart: 144 to the circle, none to be seen


@dataclass(frozen=True, slots=True)
class NetPart:
    """A flat piece between folds; a part without `of` is fixed.

    corners: clockwise; the first two are the ends of the fold by which it hangs on `of`.
    fold: degrees turned away from the printed side (below 0: towards it).
    glue: its printed side is glued.
    angle: clockwise turn of its content.
    middle: centre of its content, if not midway between its corners.
    """

    name: str
    corners: tuple[Point, ...]
    of: str = ""
    fold: float = 90.0
    glue: bool = False
    angle: int = 0
    middle: Point | None = None

    @property
    def edges(self) -> list[Segment]:
        """The edges from corner to corner, clockwise."""
        return list(zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True))


@dataclass(frozen=True, slots=True)
class Panel:
    """The printable area of a part: its centre, width and height as read, and its clockwise turn."""

    x: float
    y: float
    w: float
    h: float
    angle: int = 0


@dataclass(frozen=True)
class Net:
    """Parts of one or more pieces of paper.

    pads: areas on parts where something else is glued on.
    """

    parts: tuple[NetPart, ...]
    pads: tuple[tuple[Point, ...], ...] = ()

    @property
    def size(self) -> Point:
        """Width and height of the paper it takes, mm."""
        xs, ys = zip(*(point for part in self.parts for point in part.corners), strict=True)
        return max(xs), max(ys)

    @property
    def folds(self) -> tuple[Segment, ...]:
        """The fold lines."""
        return tuple((part.corners[0], part.corners[1]) for part in self.parts if part.of)

    @property
    def glue_areas(self) -> tuple[tuple[Point, ...], ...]:
        """Tabs and pads: areas whose printed side takes glue."""
        return (*(part.corners for part in self.parts if part.glue), *self.pads)

    @property
    def panels(self) -> Mapping[str, Panel]:
        """Every part that is not glued over, by name."""
        return {part.name: _panel(part) for part in self.parts if not part.glue}

    @cached_property
    def outlines(self) -> tuple[tuple[Point, ...], ...]:
        """The cutting lines: for each piece of paper its corners, clockwise."""
        left = list(_free_edges(self.parts))
        out = []
        while left:
            start, at = left.pop(0)
            corners = [start]
            while not _near(at, start):
                corners.append(at)
                after = next(edge for edge in left if _near(edge[0], at))
                left.remove(after)
                at = after[1]
            out.append(_drop_collinear(corners))
        return tuple(out)


def _panel(part: NetPart) -> Panel:
    xs, ys = zip(*part.corners, strict=True)
    w, h = max(xs) - min(xs), max(ys) - min(ys)
    if part.angle % 180:
        w, h = h, w
    x, y = part.middle or ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    return Panel(x, y, w, h, part.angle)


def _free_edges(parts: Sequence[NetPart]) -> Iterator[Segment]:
    """Yield the edges of all parts except the folds."""
    for part in parts:
        folds = [(other.corners[1], other.corners[0]) for other in parts if other.of == part.name]
        for edge in part.edges[1 if part.of else 0 :]:
            yield from _outside_folds(edge, folds)


def _outside_folds(edge: Segment, folds: Sequence[Segment]) -> Iterator[Segment]:
    """Yield the parts of an edge outside the folds."""
    for a, b in folds:
        if _on(edge, a) and _on(edge, b):
            if not _near(edge[0], a):
                yield from _outside_folds((edge[0], a), folds)
            if not _near(b, edge[1]):
                yield from _outside_folds((b, edge[1]), folds)
            return
    yield edge


def _on(edge: Segment, p: Point) -> bool:
    (ax, ay), (bx, by) = edge
    return abs(hypot(p[0] - ax, p[1] - ay) + hypot(p[0] - bx, p[1] - by) - hypot(bx - ax, by - ay)) < _SAME


def _near(a: Point, b: Point) -> bool:
    return hypot(a[0] - b[0], a[1] - b[1]) < _SAME


def _drop_collinear(corners: Sequence[Point]) -> tuple[Point, ...]:
    """Return the corners without those on a straight line."""
    around = zip((corners[-1], *corners[:-1]), corners, (*corners[1:], corners[0]), strict=True)
    return tuple(p for before, p, after in around if not _on((before, after), p))


def arc_points(middle: Point, r: float, start: float, turn: float) -> tuple[Point, ...]:
    """Return points of an arc, ends included; angles in quarter turns, 0 to the right, clockwise."""
    count = max(1, round(abs(turn) * pi / 2 / _SMOOTH))
    angles = [(start + turn * index / count) * pi / 2 for index in range(count + 1)]
    return tuple((middle[0] + r * cos(angle), middle[1] + r * sin(angle)) for angle in angles)


def make_flap(
    name: str, a: Point, b: Point, of: str, deep: float, slant: float, glue: bool = False, inset: float = 0.0
) -> NetPart:
    """Return a flap on the edge of `of` from a to b (clockwise), `inset` mm shorter at both ends.

    slant: its sides lean inwards by so many mm, so that it slips in.
    """
    long = hypot(b[0] - a[0], b[1] - a[1])
    ux, uy = (b[0] - a[0]) / long, (b[1] - a[1]) / long

    def at(along: float, out: float) -> Point:  # with y down the outside lies to the left
        return a[0] + ux * along + uy * out, a[1] + uy * along - ux * out

    near, far = inset, long - inset
    return NetPart(name, (at(far, 0), at(near, 0), at(near + slant, deep), at(far - slant, deep)), of, glue=glue)


# ---------------------------------------------------------------------- the cube

# Square of each face as column, row; the face it hangs on, and by which of its own edges (0 top, then clockwise). A
# strip of four, one above and one below its second. Faces 1 and 4, 2 and 3, 5 and 6 come to lie opposite each other.
_SQUARES = (
    ("1", (0, 1), "2", 1),
    ("2", (1, 1), "", 0),
    ("3", (3, 1), "4", 3),
    ("4", (2, 1), "2", 3),
    ("5", (1, 0), "2", 2),
    ("6", (1, 2), "2", 0),
)
_TABS = (("4", 0), ("3", 0), ("3", 1), ("3", 2), ("4", 2), ("1", 2), ("1", 0))  # a face and its edge


def cube_net(edge: float, tab: float) -> Net:
    """Return the cross-shaped net of a cube, faces `1` to `6`, with seven tabs `tab` mm deep.

    Folds need no allowance: every wall is one sheet thick and the tabs lie inside. Raises FaceError for a size that
    cannot be folded.
    """
    if not (edge > 0 and 0 < tab <= edge / 2):
        raise FaceError(f"a die's tabs are above 0 and at most half its edge, not {tab:g} mm for {edge:g} mm")
    parts: list[NetPart] = []
    corners: dict[str, tuple[Point, ...]] = {}
    for name, (column, row), of, side in _SQUARES:
        x, y = column * edge, row * edge
        square = corners[name] = ((x, y), (x + edge, y), (x + edge, y + edge), (x, y + edge))
        parts.append(NetPart(name, square[side:] + square[:side], of))
    for number, (of, side) in enumerate(_TABS, 1):
        a, b = corners[of][side], corners[of][(side + 1) % 4]
        parts.append(make_flap(f"tab {number}", a, b, of, tab, 0.8 * tab, glue=True))
    return Net(tuple(parts))
