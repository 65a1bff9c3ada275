"""Reads the strict part of SVG that cards/art/ is drawn in, straight to PDF path operators.

Allowed: svg with a viewBox, title, g, path, rect, circle, line, polygon; transform; fill and stroke as #RRGGBB.
Anything else (style, href, script, clip, entity ...) is refused with the file's name: a drawing is data from strangers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from math import atan2, ceil, cos, hypot, pi, radians, sin, sqrt, tan
from pathlib import Path
from xml.etree import ElementTree

from companion.errors import FaceError

LARGEST_FILE = 4_000_000  # bytes
_NAMESPACE = "{http://www.w3.org/2000/svg}"
_PAINT = {"fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "fill-rule"}
_ATTRIBUTES = {
    "svg": {"width", "height", "viewBox"},
    "title": set[str](),
    "g": {"transform", *_PAINT},
    "path": {"d", "transform", *_PAINT},
    "rect": {"x", "y", "width", "height", "transform", *_PAINT},
    "circle": {"cx", "cy", "r", "transform", *_PAINT},
    "line": {"x1", "y1", "x2", "y2", "transform", *_PAINT},
    "polygon": {"points", "transform", *_PAINT},
}
_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_NUMBERS = re.compile(rf"[\s,]*(?:{_NUMBER.pattern}[\s,]*)*")
_COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_OUTLINED = re.compile(r"(?:M[-0-9 ]+l[-0-9 ]+z)+")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
_TRANSFORM = re.compile(r"(matrix|translate|scale|rotate)\(([^()]*)\)[\s,]*")
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}

Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True, slots=True)
class Part:
    """One painted path: PDF operators in the drawing's own units; an empty colour paints nothing."""

    ops: str
    fill: str
    stroke: str
    width: float
    cap: int
    join: int
    evenodd: bool
    matrix: Matrix


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing: the corner and size of its view and its parts from back to front."""

    view: tuple[float, float, float, float]
    parts: tuple[Part, ...]


def read(path: Path) -> Drawing:
    """The drawing in a file. Raises FaceError naming the file and what is not allowed."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise FaceError(f"{path.name}: larger than {LARGEST_FILE} bytes")
        return parse(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise FaceError(f"{path.name}: not UTF-8 text") from None
    except OSError as error:
        raise FaceError(f"{path.name}: {error.strerror}") from None
    except FaceError as error:
        raise FaceError(f"{path.name}: {str(error).removeprefix(f'{path.name}: ')}") from None


def parse(text: str) -> Drawing:
    """The drawing in a text. Raises FaceError."""
    if "<!" in text.replace("<!--", ""):
        raise FaceError("DOCTYPE, ENTITY and CDATA are not allowed")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise FaceError(f"not readable as SVG: {error}") from None
    if _tag(root) != "svg":
        raise FaceError("the outermost element is not svg")
    view = _numbers(root.get("viewBox", ""))
    if len(view) != 4 or view[2] <= 0 or view[3] <= 0:
        raise FaceError("svg needs a viewBox of four numbers")
    parts = tuple(_walk(root, {}, _IDENTITY))
    return Drawing((view[0], view[1], view[2], view[3]), parts)


def _walk(element: ElementTree.Element, paint: dict[str, str], matrix: Matrix) -> Iterator[Part]:
    tag = _tag(element)
    if tag not in _ATTRIBUTES:
        raise FaceError(f"<{tag}> is not allowed")
    for name in element.keys():  # noqa: SIM118  an Element iterates over its children
        if name not in _ATTRIBUTES[tag]:
            raise FaceError(f"attribute '{name.rpartition('}')[2]}' of <{tag}> is not allowed")
    if tag == "title":
        return
    paint = paint | {name: value for name, value in element.items() if name in _PAINT}
    if "transform" in element.attrib:
        matrix = _times(matrix, _transform(element.attrib["transform"]))
    if tag in ("svg", "g"):
        if tag == "g" or matrix == _IDENTITY:
            for child in element:
                if _tag(child) == "svg":
                    raise FaceError("<svg> inside <svg> is not allowed")
                yield from _walk(child, paint, matrix)
        return
    if len(element):
        raise FaceError(f"<{tag}> has something inside")
    fill, stroke = _colour(paint.get("fill", "#000000")), _colour(paint.get("stroke", "none"))
    if tag == "line":
        fill = ""
    if fill or stroke:
        width = _number(paint.get("stroke-width", "1"))
        cap = _word(_CAPS, paint.get("stroke-linecap", "butt"), "stroke-linecap")
        join = _word(_JOINS, paint.get("stroke-linejoin", "miter"), "stroke-linejoin")
        evenodd = _word({"nonzero": 0, "evenodd": 1}, paint.get("fill-rule", "nonzero"), "fill-rule")
        yield Part(_OUTLINES[tag](element), fill, stroke, width, cap, join, bool(evenodd), matrix)


def _tag(element: ElementTree.Element) -> str:
    return str(element.tag).removeprefix(_NAMESPACE)


def _colour(text: str) -> str:
    if text == "none":
        return ""
    if not _COLOUR.fullmatch(text):
        raise FaceError(f"'{text}' is not a colour like #2B2118")
    return text.upper()


def _word(known: dict[str, int], text: str, what: str) -> int:
    if text not in known:
        raise FaceError(f"{what} '{text}' is not one of {', '.join(known)}")
    return known[text]


def _number(text: str) -> float:
    if not _NUMBER.fullmatch(text.strip()):
        raise FaceError(f"'{text}' is not a number")
    return float(text)


def _numbers(text: str) -> list[float]:
    if not _NUMBERS.fullmatch(text):
        raise FaceError(f"'{text[:40]}' is not a list of numbers")
    return [float(part) for part in _NUMBER.findall(text)]


def _get(element: ElementTree.Element, name: str, default: str = "0") -> float:
    return _number(element.get(name, default))


# ---------------------------------------------------------------------- transforms


def _transform(text: str) -> Matrix:
    out, end = _IDENTITY, 0
    for match in _TRANSFORM.finditer(text.strip()):
        if match.start() != end:
            break
        end = match.end()
        out = _times(out, _single(match[1], _numbers(match[2])))
    if end != len(text.strip()):
        raise FaceError(f"transform '{text}' is not understood")
    return out


def _single(name: str, n: list[float]) -> Matrix:
    match name, len(n):
        case "matrix", 6:
            return n[0], n[1], n[2], n[3], n[4], n[5]
        case "translate", 1 | 2:
            return 1, 0, 0, 1, n[0], n[1] if len(n) > 1 else 0
        case "scale", 1 | 2:
            return n[0], 0, 0, n[-1], 0, 0
        case "rotate", 1 | 3:
            c, s = cos(radians(n[0])), sin(radians(n[0]))
            x, y = n[1:] if len(n) == 3 else (0, 0)
            return c, s, -s, c, x - c * x + s * y, y - s * x - c * y
    raise FaceError(f"transform {name} with {len(n)} numbers is not understood")


def _times(m: Matrix, n: Matrix) -> Matrix:
    a, b, c, d, e, f = m
    g, h, i, j, k, l = n  # noqa: E741
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f


# ---------------------------------------------------------------------- outlines as operators


def _f(value: float) -> str:
    if type(value) is int:
        return str(value)
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


def _op(name: str, *values: float) -> str:
    return " ".join([*map(_f, values), name])


def _rect(element: ElementTree.Element) -> str:
    return _op("re", *(_get(element, name) for name in ("x", "y", "width", "height")))


def _circle(element: ElementTree.Element) -> str:
    x, y, r = (_get(element, name) for name in ("cx", "cy", "r"))
    return circle(x, y, r)


def circle(x: float, y: float, r: float) -> str:
    """Operators of a circle."""
    k = 0.5522847498 * r
    return "\n".join(
        (
            _op("m", x + r, y),
            _op("c", x + r, y + k, x + k, y + r, x, y + r),
            _op("c", x - k, y + r, x - r, y + k, x - r, y),
            _op("c", x - r, y - k, x - k, y - r, x, y - r),
            _op("c", x + k, y - r, x + r, y - k, x + r, y),
            "h",
        )
    )


def _line(element: ElementTree.Element) -> str:
    return f"{_op('m', _get(element, 'x1'), _get(element, 'y1'))}\n{_op('l', _get(element, 'x2'), _get(element, 'y2'))}"


def _polygon(element: ElementTree.Element) -> str:
    n = _numbers(element.get("points", ""))
    if len(n) < 6 or len(n) % 2:
        raise FaceError("polygon needs three points or more")
    steps = [_op("l" if index else "m", n[index], n[index + 1]) for index in range(0, len(n), 2)]
    return "\n".join([*steps, "h"])


def _path(element: ElementTree.Element) -> str:
    data = element.get("d", "")
    if _OUTLINED.fullmatch(data):
        try:
            return "\n".join(map(_outlined, data.removesuffix("z").split("z")))
        except (ValueError, TypeError):  # not as plain as it looked
            pass
    return _Pen().draw(data)


def _outlined(data: str) -> str:
    """`Mx y ldx dy dx dy ...`, the bulk of a landscape: whole numbers, added up in one go."""
    n = list(map(int, data[1:].replace("l", " ").split()))
    n[0::2], n[1::2] = accumulate(n[0::2]), accumulate(n[1::2])
    return _closed_line(len(n) // 2) % tuple(n)


@cache
def _closed_line(points: int) -> str:
    return "%d %d m\n" + "%d %d l\n" * (points - 1) + "h"


_OUTLINES: dict[str, Callable[[ElementTree.Element], str]] = {
    "path": _path,
    "rect": _rect,
    "circle": _circle,
    "line": _line,
    "polygon": _polygon,
}


class _Pen:
    """Walks along path data."""

    def __init__(self) -> None:
        self.x: float = 0
        self.y: float = 0
        self.start_x: float = 0
        self.start_y: float = 0
        self.control: tuple[float, float] | None = None  # last control point, for S and T
        self.before = ""
        self.out: list[str] = []

    def draw(self, data: str) -> str:
        """Operators of path data; what is not a command with its numbers is refused."""
        if data.strip()[:1] not in ("M", "m"):
            raise FaceError("path data begins with M")
        for command, args in _COMMAND.findall(data):
            try:
                values: Sequence[float] = list(map(int, args.split()))
                whole = True
            except ValueError:
                values, whole = _numbers(args), False
            if command in "MLml":
                self.lines(command, values, whole)
            elif command in "Zz":
                if values:
                    raise FaceError("Z takes no numbers")
                self.out.append("h")
                self.x, self.y = self.start_x, self.start_y
            else:
                self.curves(command, values)
            self.before = command.upper()
        return "\n".join(self.out)

    def lines(self, command: str, n: Sequence[float], whole: bool) -> None:
        """M and L: points, relative ones added up."""
        if not n or len(n) % 2:
            raise FaceError(f"{command} takes 2 numbers at a time, not {len(n)}")
        xs, ys = n[0::2], n[1::2]
        if command in "ml":
            xs, ys = list(accumulate(xs, initial=self.x))[1:], list(accumulate(ys, initial=self.y))[1:]
            whole = whole and type(self.x) is int and type(self.y) is int
        self.x, self.y = xs[-1], ys[-1]
        points = [0.0] * len(n)
        points[0::2], points[1::2] = xs, ys
        if command in "Mm":
            self.start_x, self.start_y = xs[0], ys[0]
            self.out.append(_op("m", *points[:2]))
            points = points[2:]
        if points:
            form = "%d %d l\n" if whole else "%g %g l\n"
            values = points if whole else [round(value, 4) for value in points]
            self.out.append((form * (len(points) // 2))[:-1] % tuple(values))

    def curves(self, command: str, n: Sequence[float]) -> None:
        """H, V, C, S, Q, T or A with all its numbers."""
        kind, takes = command.upper(), {"H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}[command.upper()]
        if not n or len(n) % takes:
            raise FaceError(f"{command} takes {takes} numbers at a time, not {len(n)}")
        for index in range(0, len(n), takes):
            self.curve(kind, command.islower(), n[index : index + takes])
            self.before = kind

    def curve(self, kind: str, relative: bool, n: Sequence[float]) -> None:
        """One H, V, C, S, Q, T or A."""
        dx, dy = (self.x, self.y) if relative else (0, 0)
        if kind in "HV":
            self.x, self.y = (n[0] + dx, self.y) if kind == "H" else (self.x, n[0] + dy)
            self.out.append(_op("l", self.x, self.y))
            return
        if kind == "A":
            self.arc(n[0], n[1], n[2], bool(n[3]), bool(n[4]), n[5] + dx, n[6] + dy)
            return
        points = [(n[index] + dx, n[index + 1] + dy) for index in range(0, len(n), 2)]
        if kind in "ST":
            family = "CS" if kind == "S" else "QT"
            known = self.control if self.before in family else None
            points.insert(0, (2 * self.x - known[0], 2 * self.y - known[1]) if known else (self.x, self.y))
        self.control = points[-2]
        if kind in "QT":
            (cx, cy), (x, y) = points
            one = (self.x + 2 / 3 * (cx - self.x), self.y + 2 / 3 * (cy - self.y))
            points = [one, (x + 2 / 3 * (cx - x), y + 2 / 3 * (cy - y)), (x, y)]
        self.out.append(_op("c", *(value for point in points for value in point)))
        self.x, self.y = points[-1]

    def arc(self, rx: float, ry: float, turn: float, large: bool, sweep: bool, x: float, y: float) -> None:
        """An elliptical arc as cubic curves (SVG 1.1, appendix F.6)."""
        rx, ry = abs(rx), abs(ry)
        x0, y0, self.x, self.y = self.x, self.y, x, y
        if not rx or not ry or (x0 == x and y0 == y):
            self.out.append(_op("l", x, y))
            return
        c, s = cos(radians(turn)), sin(radians(turn))
        u, v = c * (x0 - x) / 2 + s * (y0 - y) / 2, -s * (x0 - x) / 2 + c * (y0 - y) / 2
        grow = hypot(u / rx, v / ry)
        if grow > 1:
            rx, ry = rx * grow, ry * grow
        below = (rx * v) ** 2 + (ry * u) ** 2
        k = sqrt(max(0.0, (rx * ry) ** 2 - below) / below) * (-1 if large == sweep else 1)
        cx, cy = k * rx * v / ry, -k * ry * u / rx
        first = atan2((v - cy) / ry, (u - cx) / rx)
        span = atan2((-v - cy) / ry, (-u - cx) / rx) - first
        span += 2 * pi if sweep and span < 0 else -2 * pi if not sweep and span > 0 else 0
        mid_x, mid_y = c * cx - s * cy + (x0 + x) / 2, s * cx + c * cy + (y0 + y) / 2
        pieces = max(1, ceil(abs(span) / (pi / 2) - 1e-9))
        step = span / pieces
        t = 4 / 3 * tan(step / 4)
        for index in range(pieces):
            a, b = first + index * step, first + (index + 1) * step
            raw = (
                (cos(a) - t * sin(a), sin(a) + t * cos(a)),
                (cos(b) + t * sin(b), sin(b) - t * cos(b)),
                (cos(b), sin(b)),
            )
            flat = [(mid_x + c * rx * p - s * ry * q, mid_y + s * rx * p + c * ry * q) for p, q in raw]
            self.out.append(_op("c", *(value for point in flat for value in point)))
