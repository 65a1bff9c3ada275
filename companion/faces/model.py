"""A finished face: items with fixed positions, in drawing order.

Data only; mm, origin top left, y down; type sizes in pt. Colours are roles of cards/palette.yaml, so that one face
serves every ink. Code that draws a face decides no position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, radians
from typing import TypeAlias

from companion.core.exact import cos, sin
from companion.faces.tags import Tag

Point: TypeAlias = tuple[float, float]
Rect: TypeAlias = tuple[float, float, float, float]  # x, y, width, height
HANDWRITING = 5.0  # mm above a line in which it is written on
# ("M" | "L", x, y)  ("C", x1, y1, x2, y2, x, y)  ("Z",)  ("rect", x, y, w, h)  ("circle", x, y, r)
Step: TypeAlias = tuple[str | float, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """One line in one font.

    x, y: left end of its baseline, mm.
    halo: ground colour round the letters, mm.
    """

    x: float
    y: float
    words: str
    font: str
    size: float
    colour: str
    tracking: float = 0.0  # em after each letter
    halo: float = 0.0
    ground: str = ""
    angle: float = 0.0  # degrees clockwise round x, y
    backwards: bool = False  # read from right to left


@dataclass(frozen=True, slots=True)
class Shape:
    """A path with a fill, a stroke or both.

    dash: lengths on and off, mm.
    round: round ends and corners.
    line: instruction for the maker: `cut`, `fold` or `glue` (outline of a tab); "" for a drawn line.
    field: id of the field that players fill in here, as asked for by the sheet reader.
    """

    path: tuple[Step, ...]
    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    round: bool = False
    evenodd: bool = False
    line: str = ""
    field: str = ""

    @property
    def box(self) -> Rect:
        """The rectangle of a field: a rectangle, a circle or a line to write on at the start of the path."""
        op, x, y, *size = self.path[0]
        if op == "M":
            return float(x), float(y) - HANDWRITING, float(self.path[1][1]) - float(x), HANDWRITING
        if op == "circle":
            return float(x) - float(size[0]), float(y) - float(size[0]), 2 * float(size[0]), 2 * float(size[0])
        return float(x), float(y), float(size[0]), float(size[1])


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing of cards/art/ in a box.

    tint: one colour instead of its own (white stays white).
    crop: it fills the box, and what hangs over is cut off; this edge of it (top, bottom) or its middle is kept.
    valign: the edge of the box at which it stands (top, bottom), if it does not fill it; "" is the middle.
    """

    name: str
    x: float
    y: float
    w: float
    h: float
    tint: str = ""
    angle: float = 0.0  # degrees clockwise round the middle
    crop: str = ""
    valign: str = ""


Item: TypeAlias = Text | Shape | Picture


@dataclass(frozen=True, slots=True)
class FigureSpace:
    """A space for `figures` figures with bases of `base` mm inside the rings.

    beside: rectangles that stay visible.
    words: keep all words of the face visible.
    """

    name: str
    rings: tuple[tuple[Point, ...], ...]
    figures: int
    base: float
    beside: tuple[Rect, ...] = ()
    words: bool = False


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a component.

    ground: colour that continues into the bleed; "" for a white edge.
    outline: cutting line (outline.py).
    corner: its radius in mm, if `rounded`.
    marked: bears the hollow dot of values that are our own choice.
    rooms: spaces for figures.
    tags: what its items are to somebody who does not see them.
    """

    id: str
    trim: tuple[float, float]
    items: tuple[Item, ...]
    ground: str = ""
    outline: str = "rect"
    corner: float = 0.0
    marked: bool = False
    rooms: tuple[FigureSpace, ...] = ()
    tags: tuple[Tag, ...] = ()

    @property
    def fields(self) -> dict[str, Rect]:
        """The rectangles that players fill in, by field id."""
        return {item.field: item.box for item in self.items if isinstance(item, Shape) and item.field}

    @property
    def smallest_type(self) -> float:
        """The smallest type size, pt."""
        return min((item.size for item in self.items if isinstance(item, Text)), default=inf)


def pair_fault(id: str, front: Face, back: Face) -> str:
    """Return the reason a front and a back do not go together, or ""."""
    sides = (f"{face.trim[0]:g} x {face.trim[1]:g} mm {face.outline}" for face in (front, back))
    return f"{id}: front and back differ: {' and '.join(sides)}"


def resize_face(face: Face, trim: tuple[float, float]) -> Face:
    """Return the face scaled evenly and centred to fit a trim (mm)."""
    k = min(new / old for new, old in zip(trim, face.trim, strict=True))
    dx, dy = ((new - k * old) / 2 for new, old in zip(trim, face.trim, strict=True))
    items = tuple(move_item(item, dx, dy, k) for item in face.items)
    return replace(face, trim=trim, items=items, corner=face.corner * k, rooms=())


def leave_out(face: Face, role: str) -> Face:
    """Return the face without the items of all tags of a role."""
    gone = {at for tag in face.tags if tag.role == role for at in range(tag.first, tag.end)}
    before = [len([at for at in gone if at < index]) for index in range(len(face.items) + 1)]
    items = tuple(item for index, item in enumerate(face.items) if index not in gone)
    tags = tuple(tag.shift(-before[tag.first]) for tag in face.tags if tag.role != role)
    return replace(face, items=items, tags=tags)


def move_item(item: Item, dx: float, dy: float, scale: float = 1.0) -> Item:
    """Return the item scaled about the origin, then shifted by dx, dy mm."""
    if isinstance(item, Shape):
        path = tuple(_move_step(step, dx, dy, scale) for step in item.path)
        width, dash = item.width * scale, tuple([d * scale for d in item.dash])
        return Shape(path, item.fill, item.stroke, width, dash, item.round, item.evenodd, item.line, item.field)
    x, y = item.x * scale + dx, item.y * scale + dy
    if isinstance(item, Text):
        return replace(item, x=x, y=y, size=item.size * scale, halo=item.halo * scale)
    return replace(item, x=x, y=y, w=item.w * scale, h=item.h * scale)


def _move_step(step: Step, dx: float, dy: float, scale: float) -> Step:
    op = step[0]
    numbers: list[float] = [float(value) * scale for value in step[1:]]
    points = 2 if op in ("rect", "circle") else len(numbers)  # the rest are lengths
    for index in range(points):
        numbers[index] += dy if index % 2 else dx
    return (op, *numbers)


def rotate_item(item: Item, degrees: float) -> Item:
    """Return the item rotated clockwise about the origin."""
    if not degrees % 360:
        return item
    if isinstance(item, Shape):
        return replace(item, path=tuple(spun_step for step in item.path for spun_step in _rotate_step(step, degrees)))
    if isinstance(item, Text):
        x, y = rotate_point((item.x, item.y), degrees)
        return replace(item, x=x, y=y, angle=(item.angle + degrees) % 360)
    x, y = rotate_point((item.x + item.w / 2, item.y + item.h / 2), degrees)
    return replace(item, x=x - item.w / 2, y=y - item.h / 2, angle=(item.angle + degrees) % 360)


def _rotate_step(step: Step, degrees: float) -> tuple[Step, ...]:
    """Return a rotated step; a rectangle becomes its four corners."""
    op, numbers = step[0], [float(value) for value in step[1:]]
    if op == "rect":
        x, y, w, h = numbers
        return polygon_steps(
            [rotate_point(corner, degrees) for corner in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))]
        )
    if op == "circle":
        return ((op, *rotate_point((numbers[0], numbers[1]), degrees), numbers[2]),)
    points = zip(numbers[::2], numbers[1::2], strict=True)
    return ((op, *(value for point in points for value in rotate_point(point, degrees))),)


def polygon_steps(points: Sequence[Point], closed: bool = True) -> tuple[Step, ...]:
    """Return straight path steps through the points."""
    steps: list[Step] = [("L" if index else "M", x, y) for index, (x, y) in enumerate(points)]
    return (*steps, ("Z",)) if closed else tuple(steps)


def rotate_point(point: Point, degrees: float) -> Point:
    """Return the point rotated clockwise (y down) about the origin."""
    c, s = (cos(radians(degrees)), sin(radians(degrees))) if degrees else (1.0, 0.0)
    return point[0] * c - point[1] * s, point[0] * s + point[1] * c


def face_listing(face: Face) -> str:
    """Return the face as text, one item a line; golden files compare it."""
    lines = [f"face {face.id} {_n(face.trim[0])} x {_n(face.trim[1])} ground {face.ground or '-'}"]
    if face.outline != "rect":
        lines[0] += f" {face.outline}" + (f" {_n(face.corner)}" if face.corner else "")
    for item in face.items:
        if isinstance(item, Text):
            head = f"text {_n(item.x)},{_n(item.y)} {item.font} {_n(item.size)} {item.colour}"
            extra = [("tracking", item.tracking), ("halo", item.halo), ("angle", item.angle)]
            more = [f" {name} {_n(value)}" for name, value in extra if value] + [" backwards"] * item.backwards
            lines.append(f"{head}{''.join(more)} | {item.words}")
        elif isinstance(item, Picture):
            box = f"{_n(item.x)},{_n(item.y)} {_n(item.w)} x {_n(item.h)}"
            tint = f" tint {item.tint}" if item.tint else ""
            ways = [("angle", _n(item.angle) if item.angle else ""), ("crop", item.crop), ("at the", item.valign)]
            lines.append(f"picture {item.name} {box}{tint}" + "".join(f" {key} {way}" for key, way in ways if way))
        else:
            path = _path_listing(item.path)
            pen = f" stroke {item.stroke} {_n(item.width)}" if item.stroke else ""
            dash = " dash " + ",".join(_n(d) for d in item.dash) if item.dash else ""
            line = f" {item.line}" if item.line else ""
            lines.append(f"shape fill {item.fill or '-'}{pen}{dash}{line} | {path}")
    return "\n".join(lines) + "\n"


def _path_listing(path: tuple[Step, ...]) -> str:
    """Return the steps as text; of a long path its ends and their number."""
    shown = path if len(path) <= 14 else (*path[:4], ("...", float(len(path))), *path[-2:])
    return " ".join(str(step[0]) + ",".join(_n(float(value)) for value in step[1:]) for step in shown)


def _n(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
