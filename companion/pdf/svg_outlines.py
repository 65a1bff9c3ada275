"""Outlines of SVG elements as PDF path operators: path data, arcs, rectangles, circles, polygons.

Knows no colour, no transform and no file. Raises FaceError for unreadable data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import accumulate
from math import atan2, ceil, cos, hypot, pi, radians, sin, sqrt, tan
from xml.etree import ElementTree

from companion.core.errors import FaceError
from companion.core.units import PT_PER_MM

FAR = 1e7  # no coordinate lies further out
_UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "mm": PT_PER_MM * 4 / 3, "cm": PT_PER_MM * 40 / 3}
NUMBER = re.compile(r"[-+]?(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE][-+]?[0-9]++)?+")
_NUMBERS = re.compile(rf"[\s,]*+(?:{NUMBER.pattern}[\s,]*+)*+")
_LENGTH = re.compile(rf"({NUMBER.pattern})\s*(px|pt|pc|in|mm|cm|)")
_COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_OUTLINED = re.compile(r"(?:M[-0-9 ]+l[-0-9 ]+z)+")
_ARC = re.compile(
    rf"[\s,]*+({NUMBER.pattern})[\s,]*+({NUMBER.pattern})[\s,]*+({NUMBER.pattern})"
    rf"[\s,]*+([01])[\s,]*+([01])[\s,]*+({NUMBER.pattern})[\s,]*+({NUMBER.pattern})[\s,]*+"
)


@lru_cache(1000)
def parse_length(text: str) -> float:
    """Parse a length in units of the drawing (px)."""
    match = _LENGTH.fullmatch(text.strip())
    if not match:
        raise FaceError(f"'{text:.40}' is not a length")
    return check_range(float(match[1]) * _UNITS[match[2]])


def check_range(value: float) -> float:
    """Return the value if it is within the drawable range. Raises FaceError."""
    if not -FAR <= value <= FAR:
        raise FaceError("a number leads too far out")
    return value


def parse_numbers(text: str) -> list[float]:
    """Parse numbers separated by blanks or commas."""
    if not _NUMBERS.fullmatch(text):
        raise FaceError(f"'{text[:40]}' is not a list of numbers")
    numbers = [float(part) for part in NUMBER.findall(text)]
    if numbers:
        check_range(max(numbers))
        check_range(min(numbers))
    return numbers


def get_length(element: ElementTree.Element, name: str, default: str = "0") -> float:
    """Return an attribute that is a length."""
    return parse_length(element.get(name, default))


_ROUND = 0.5522847498  # of the radius: the handles of a quarter circle


def _f(value: float) -> str:
    if type(value) is int:
        return str(value)
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


def _op(name: str, *values: float) -> str:
    return " ".join([*map(_f, values), name])


def _rect(element: ElementTree.Element) -> str:
    x, y, w, h = (get_length(element, name) for name in ("x", "y", "width", "height"))
    if w < 0 or h < 0:
        raise FaceError(f"a rect is not {w:g} x {h:g}")
    if not w or not h:
        return ""
    rx, ry = (element.get(name, "auto").strip() for name in ("rx", "ry"))
    rx, ry = (ry if rx == "auto" else rx), (rx if ry == "auto" else ry)
    if rx == "auto":
        return _op("re", x, y, w, h)
    p, q = min(w / 2, parse_length(rx)), min(h / 2, parse_length(ry))
    if p <= 0 or q <= 0:
        return _op("re", x, y, w, h)
    u, v = p * (1 - _ROUND), q * (1 - _ROUND)
    right, low = x + w, y + h
    return "\n".join(
        (
            _op("m", x + p, y),
            _op("l", right - p, y),
            _op("c", right - u, y, right, y + v, right, y + q),
            _op("l", right, low - q),
            _op("c", right, low - v, right - u, low, right - p, low),
            _op("l", x + p, low),
            _op("c", x + u, low, x, low - v, x, low - q),
            _op("l", x, y + q),
            _op("c", x, y + v, x + u, y, x + p, y),
            "h",
        )
    )


def _circle(element: ElementTree.Element) -> str:
    x, y, r = (get_length(element, name) for name in ("cx", "cy", "r"))
    return _round(x, y, r, r)


def _ellipse(element: ElementTree.Element) -> str:
    return _round(*(get_length(element, name) for name in ("cx", "cy", "rx", "ry")))


def _round(x: float, y: float, rx: float, ry: float) -> str:
    if rx < 0 or ry < 0:
        raise FaceError("a radius is not below 0")
    return ellipse_path(x, y, rx, ry) if rx and ry else ""


def circle_path(x: float, y: float, r: float) -> str:
    """Return the operators of a circle."""
    return ellipse_path(x, y, r, r)


def ellipse_path(x: float, y: float, rx: float, ry: float) -> str:
    """Return the operators of an ellipse."""
    k, l = _ROUND * rx, _ROUND * ry  # noqa: E741
    return "\n".join(
        (
            _op("m", x + rx, y),
            _op("c", x + rx, y + l, x + k, y + ry, x, y + ry),
            _op("c", x - k, y + ry, x - rx, y + l, x - rx, y),
            _op("c", x - rx, y - l, x - k, y - ry, x, y - ry),
            _op("c", x + k, y - ry, x + rx, y - l, x + rx, y),
            "h",
        )
    )


def _line(element: ElementTree.Element) -> str:
    x1, y1, x2, y2 = [get_length(element, name) for name in ("x1", "y1", "x2", "y2")]
    return f"{_op('m', x1, y1)}\n{_op('l', x2, y2)}"


def _polygon(element: ElementTree.Element) -> str:
    return "\n".join([*_points(element, 3), "h"])


def _polyline(element: ElementTree.Element) -> str:
    return "\n".join(_points(element, 2))


def _points(element: ElementTree.Element, least: int) -> list[str]:
    n = parse_numbers(element.get("points", ""))
    if len(n) < 2 * least or len(n) % 2:
        raise FaceError(f"{str(element.tag).rpartition('}')[2]} needs {least} points or more, each x and y")
    return [_op("l" if index else "m", n[index], n[index + 1]) for index in range(0, len(n), 2)]


def _path(element: ElementTree.Element) -> str:
    data = element.get("d", "")
    if _OUTLINED.fullmatch(data):
        try:
            return "\n".join(map(_fast_polyline, data.removesuffix("z").split("z")))
        except (ValueError, TypeError):  # not as plain as it looked
            pass
    return _Pen().draw(data)


def _fast_polyline(data: str) -> str:
    """Return operators for `Mx y ldx dy dx dy ...` in whole numbers, the bulk of a landscape, in one pass."""
    n = list(map(int, data[1:].replace("l", " ").replace("-", " -").split()))
    n[0::2], n[1::2] = accumulate(n[0::2]), accumulate(n[1::2])
    return _closed_line(len(n) // 2) % tuple(n)


@cache
def _closed_line(points: int) -> str:
    return "%d %d m\n" + "%d %d l\n" * (points - 1) + "h"


OUTLINES: dict[str, Callable[[ElementTree.Element], str]] = {
    "path": _path,
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
    "polyline": _polyline,
    "polygon": _polygon,
}


def _arcs(text: str) -> list[float]:
    """Return the numbers of arcs, whose two flags may lack separators."""
    out: list[float] = []
    end = 0
    while match := _ARC.match(text, end):
        out += map(float, match.groups())
        end = match.end()
    if end != len(text):
        raise FaceError(f"'{text[end : end + 40]}' is not an arc")
    return out


class _Pen:
    """Converts path data to operators, keeping the current point."""

    def __init__(self) -> None:
        self.x: float = 0
        self.y: float = 0
        self.start_x: float = 0
        self.start_y: float = 0
        self.control: tuple[float, float] | None = None  # last control point, for S and T
        self.before = ""
        self.out: list[str] = []

    def draw(self, data: str) -> str:
        """Return the operators of path data. Raises FaceError for anything but commands with their numbers."""
        if data.strip()[:1] not in ("M", "m"):
            raise FaceError("path data begins with M")
        for command, args in _COMMAND.findall(data):
            values: Sequence[float]
            try:
                values, whole = _arcs(args) if command in "Aa" else list(map(int, args.split())), True
            except ValueError:
                values, whole = parse_numbers(args), False
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
        """Draw M and L: points, relative ones added up."""
        if not n or len(n) % 2:
            raise FaceError(f"{command} takes 2 numbers at a time, not {len(n)}")
        xs, ys = n[0::2], n[1::2]
        if command in "ml":
            xs, ys = list(accumulate(xs, initial=self.x))[1:], list(accumulate(ys, initial=self.y))[1:]
            whole = whole and type(self.x) is int and type(self.y) is int
        self.x, self.y = check_range(xs[-1]), check_range(ys[-1])
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
        """Draw H, V, C, S, Q, T or A with all its numbers."""
        kind, takes = command.upper(), {"H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}[command.upper()]
        if not n or len(n) % takes:
            raise FaceError(f"{command} takes {takes} numbers at a time, not {len(n)}")
        for index in range(0, len(n), takes):
            self.curve(kind, command.islower(), n[index : index + takes])
            self.before = kind

    def curve(self, kind: str, relative: bool, n: Sequence[float]) -> None:
        """Draw one H, V, C, S, Q, T or A."""
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
        """Draw an elliptical arc as cubic curves (SVG 1.1, appendix F.6)."""
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
