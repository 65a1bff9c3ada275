"""Reads flat SVG art into PDF path operators: our own drawings and exports of Inkscape, Illustrator, Affinity.

Supported: g, path, rect, circle, ellipse, line, polyline, polygon and `use` within the same file; transforms;
fill and stroke in one colour, as attributes, `style` or class rules. Editor metadata is skipped. Anything that would
look different on paper (gradient, text, clip ...) or refers outside the file is refused with line and remedy: a
drawing is data from strangers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin, tan
from pathlib import Path
from xml.etree import ElementTree
from xml.parsers import expat

from reportlab.lib.colors import getAllNamedColors

from companion.core import resources
from companion.core.errors import FaceError
from companion.pdf.svg_outlines import FAR, NUMBER, OUTLINES, parse_length, parse_numbers

LARGEST_FILE = 4_000_000  # bytes
MOST_ELEMENTS = 50_000  # what `use` repeats counted each time
LONGEST_CODE = 16_000_000  # characters of operators
DEEPEST = 60  # levels of groups
_NAMESPACE = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}href"

# What is not drawn: notes, and things that do nothing until something refers to them (which is refused there).
_SILENT = {"title", "desc", "metadata", "defs", "style", "linearGradient", "radialGradient", "pattern", "clipPath"} | {
    *("mask", "marker", "filter", "symbol", "view")
}
_WAY_OUT = {
    "text": "turn text into paths",
    "image": "trace it, or print it as a picture of its own (.png, .jpg)",
    "svg": "put its parts into one drawing",
    "switch": "save it as plain SVG, without the editor's own data",
    "foreignObject": "save it as plain SVG, without the editor's own data",
    "a": "take the link off",
}
# Properties that have to say this, with the way out. All others that are not drawn with are passed over.
_PLAIN: Mapping[str, tuple[set[str], str]] = {
    **dict.fromkeys(
        ("opacity", "fill-opacity", "stroke-opacity"), ({"1", "1.0", "100%"}, "use a lighter colour instead")
    ),
    "stroke-dasharray": ({"none", "0"}, "turn the stroke into a path"),
    **dict.fromkeys(("filter", "mask", "clip-path"), ({"none"}, "release it, or cut the paths to shape")),
    **dict.fromkeys(("marker", "marker-start", "marker-mid", "marker-end"), ({"none"}, "turn the stroke into a path")),
    "mix-blend-mode": ({"normal"}, "flatten the drawing"),
}
_DOCTYPE = re.compile(r"<!DOCTYPE\s+svg\b[^\[\]<>]*>")  # the line that Illustrator and Affinity write
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
_RGB = re.compile(rf"rgb\(\s*({NUMBER.pattern}%?)[\s,]+({NUMBER.pattern}%?)[\s,]+({NUMBER.pattern}%?)\s*\)")
_CLASS = re.compile(r"\s*\.([\w-]+)\s*")
_TRANSFORM = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)[\s,]*")
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_FILLS = {"nonzero": 0, "evenodd": 1}

Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
_Paint = Mapping[str, str]  # properties that an element hands on to what is in it
_DRAWN = {"fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "fill-rule"}
_INHERITED = {*_DRAWN, "visibility", "color"}
_KNOWN = {*_INHERITED, *_PLAIN, "display"}  # properties that say something here; all others are passed over


@dataclass(frozen=True, slots=True)
class PaintedPath:
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
class VectorDrawing:
    """A drawing: corner and size of its view, and its paths from back to front."""

    view: tuple[float, float, float, float]
    parts: tuple[PaintedPath, ...]


def read_drawing(path: Path) -> VectorDrawing:
    """Read a drawing from a file. Raises FaceError with file, line, fault and remedy."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise FaceError(f"{path.name}: larger than {LARGEST_FILE} bytes; simplify its paths")
        return parse_drawing(resources.read(path).decode("utf-8-sig"), path.name)
    except UnicodeDecodeError:
        raise FaceError(f"{path.name}: not UTF-8 text") from None
    except OSError as error:
        raise FaceError(f"{path.name}: {error.strerror}") from None


def parse_drawing(text: str, name: str = "drawing") -> VectorDrawing:
    """Parse a drawing.

    name: its name in messages.
    Raises FaceError.
    """
    text = _DOCTYPE.sub(lambda match: "\n" * match[0].count("\n"), text, count=1)
    bare = text.replace("<!--", "<--")
    if "<!" in bare:
        line = bare.count("\n", 0, bare.index("<!")) + 1
        raise FaceError(f"{name}:{line}: ENTITY, CDATA and a DOCTYPE of its own are not allowed; save as plain SVG")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise FaceError(f"{name}:{error.position[0]}: not readable as SVG: {error}") from None
    reader = _Reader(root)
    try:
        return reader.drawing()
    except FaceError as error:
        raise FaceError(f"{name}:{_line_of(reader.at, root, text)}: {error}") from None
    except (ArithmeticError, ValueError):
        raise FaceError(f"{name}:{_line_of(reader.at, root, text)}: numbers that cannot be drawn") from None


def _line_of(element: ElementTree.Element, root: ElementTree.Element, text: str) -> int:
    """Return the line of an element, for error messages."""
    wanted = next((index for index, one in enumerate(root.iter()) if one is element), 0)
    lines: list[int] = []
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda tag, attributes: lines.append(parser.CurrentLineNumber)
    parser.Parse(text.encode(), True)
    return lines[wanted]


class _Reader:
    """Reads one drawing.

    at: the current element.
    """

    def __init__(self, root: ElementTree.Element) -> None:
        self.root = self.at = root
        self.elements = self.length = 0
        self.named: dict[str, ElementTree.Element] = {}
        self.rules: dict[str, dict[str, tuple[int, str]]] = {}  # by class and property: number of the rule, value
        self.number = 0  # of the last rule
        self.outlines: dict[ElementTree.Element, str] = {}  # read so far: `use` asks again
        self.classes: dict[str, _Paint] = {}  # what the rules say for an attribute class, as far as asked

    def drawing(self) -> VectorDrawing:
        """Return the whole drawing. Raises FaceError; `at` is the place."""
        if _tag(self.root) != "svg":
            raise FaceError("the outermost element is not svg")
        view = self.view()
        for element in self.root.iter(f"{_NAMESPACE}style"):
            self.at = element
            self.read_rules(element.text or "")
        self.at = self.root
        paint, matrix = self.paint(self.root, {}), _IDENTITY
        if "transform" in self.root.attrib:
            matrix = _transform(self.root.attrib["transform"])
        return VectorDrawing(view, tuple(self.group_parts(self.root, paint, matrix, 0)))

    def view(self) -> tuple[float, float, float, float]:
        """Return viewBox, or 0,0 and the size."""
        root = self.root
        if "viewBox" in root.attrib:
            view = parse_numbers(root.attrib["viewBox"])
        elif "%" in root.get("width", "%") + root.get("height", "%"):
            raise FaceError("svg needs a viewBox of four numbers, or a width and a height")
        else:
            view = [0.0, 0.0, parse_length(root.attrib["width"]), parse_length(root.attrib["height"])]
        if len(view) != 4 or view[2] <= 0 or view[3] <= 0:
            raise FaceError("svg needs a viewBox of four numbers, its width and height above 0")
        return view[0], view[1], view[2], view[3]

    def group_parts(
        self, group: ElementTree.Element, paint: _Paint, matrix: Matrix, depth: int
    ) -> Iterator[PaintedPath]:
        """Yield the parts of a group's children."""
        for child in group:
            yield from self.walk(child, paint, matrix, depth + 1)

    def walk(self, element: ElementTree.Element, paint: _Paint, matrix: Matrix, depth: int) -> Iterator[PaintedPath]:
        """Yield the parts of one element."""
        self.at = element
        tag = _tag(element)
        if tag in _SILENT or tag.startswith("{"):
            return
        self.elements += 1
        if self.elements > MOST_ELEMENTS:
            raise FaceError(f"more than {MOST_ELEMENTS} elements; simplify the drawing")
        if depth > DEEPEST:
            raise FaceError(f"nested more than {DEEPEST} levels deep; ungroup")
        if tag not in OUTLINES and tag not in ("g", "use"):
            raise FaceError(f"<{tag}> is not allowed" + (f"; {_WAY_OUT[tag]}" if tag in _WAY_OUT else ""))
        paint = self.paint(element, paint)
        if paint.get("display") == "none":
            return
        if "transform" in element.attrib:
            matrix = _multiply(matrix, _transform(element.attrib["transform"]))
        if tag == "g":
            yield from self.group_parts(element, paint, matrix, depth)
        elif tag == "use":
            yield from self.use(element, paint, matrix, depth)
        else:
            for child in element:
                if (inner := _tag(child)) not in _SILENT and not inner.startswith("{"):
                    raise FaceError(f"<{tag}> has <{inner}> inside")
            yield from self.part(element, tag, paint, matrix)

    def use(self, element: ElementTree.Element, paint: _Paint, matrix: Matrix, depth: int) -> Iterator[PaintedPath]:
        """Yield the parts of another element of this file."""
        link = element.get("href", element.get(_LINK, ""))
        if not link.startswith("#"):
            raise FaceError(f"'{link:.60}' leads outside the file; unlink it")
        if not self.named:
            self.named = {one.attrib["id"]: one for one in self.root.iter() if "id" in one.attrib}
        if link[1:] not in self.named:
            raise FaceError(f"nothing in the file is called '{link[1:61]}'")
        x, y = parse_length(element.get("x", "0")), parse_length(element.get("y", "0"))
        target = self.named[link[1:]]
        if _tag(target) == "symbol":
            raise FaceError("<use> of a <symbol> is not allowed; unlink it")
        yield from self.walk(target, paint, _multiply(matrix, (1, 0, 0, 1, x, y)) if x or y else matrix, depth + 1)

    def part(self, element: ElementTree.Element, tag: str, paint: _Paint, matrix: Matrix) -> Iterator[PaintedPath]:
        """Yield the painted path of a shape, if any."""
        fill, stroke = _colour(paint.get("fill", "#000000")), _colour(paint.get("stroke", "none"))
        width = parse_length(paint.get("stroke-width", "1"))
        if tag == "line":
            fill = ""
        if width <= 0:
            stroke = ""
        if not (fill or stroke) or paint.get("visibility", "visible") != "visible":
            return
        if matrix is not _IDENTITY and not all(abs(value) <= FAR for value in matrix):  # nor is nan
            raise FaceError("the transforms lead too far out")
        cap = _word(_CAPS, paint.get("stroke-linecap", "butt"), "stroke-linecap")
        join = _word(_JOINS, paint.get("stroke-linejoin", "miter"), "stroke-linejoin")
        evenodd = _word(_FILLS, paint.get("fill-rule", "nonzero"), "fill-rule")
        if element not in self.outlines:
            self.outlines[element] = OUTLINES[tag](element)
        ops = self.outlines[element]
        self.length += len(ops)
        if self.length > LONGEST_CODE:
            raise FaceError("too many lines and curves; simplify the paths")
        if ops:
            yield PaintedPath(ops, fill, stroke, width, cap, join, bool(evenodd), matrix)

    # ------------------------------------------------------------------ paint

    def paint(self, element: ElementTree.Element, inherited: _Paint) -> _Paint:
        """Return the properties of an element: inherited, attributes, class rules, style. Raises FaceError."""
        own: dict[str, str] = {}
        for name, value in element.items():
            if name in _KNOWN:
                own[name] = value.strip()
            elif name.startswith("on"):
                raise FaceError(f"'{name}' is a script; take it out")
            elif name in ("href", _LINK) and _tag(element) != "use":
                raise FaceError(f"a link to '{value:.60}'; take it off")
        if "class" in element.attrib and self.rules:
            own |= self.class_rules(element.attrib["class"])
        if "style" in element.attrib:
            own |= _properties(element.attrib["style"])
        if not own:
            return inherited
        if own.keys() <= _DRAWN and "currentColor" not in own.values() and "inherit" not in own.values():
            return {**inherited, **own}
        for name, value in own.items():
            if name in _PLAIN and value not in _PLAIN[name][0] and value != "inherit":
                raise FaceError(f"{name} '{value:.40}' is not allowed; {_PLAIN[name][1]}")
        own = {name: value for name, value in own.items() if value != "inherit" and name not in _PLAIN}
        if own.get("fill") == "currentColor" or own.get("stroke") == "currentColor":
            colour = own.get("color", inherited.get("color", "#000000"))
            own |= {name: colour for name in ("fill", "stroke") if own.get(name) == "currentColor"}
        return {**inherited, **own}

    def class_rules(self, names: str) -> _Paint:
        """Return the properties of a class attribute; the last rule of a property wins."""
        if names not in self.classes:
            last: dict[str, tuple[int, str]] = {}
            for name in dict.fromkeys(names.split()):
                for key, rule in self.rules.get(name, {}).items():
                    last[key] = max(rule, last.get(key, rule))
            self.classes[names] = {key: value for key, (_, value) in last.items()}
        return self.classes[names]

    def read_rules(self, text: str) -> None:
        """Read class rules like `.name, .other { fill: red }`, the only ones supported; linear time."""
        text, end = _without_notes(text), 0
        while (close := text.find("}", end)) >= 0:
            selectors, brace, body = text[end:close].partition("{")
            if not brace or "{" in body:
                break
            end, self.number = close + 1, self.number + 1
            properties = {name: (self.number, value) for name, value in _properties(body).items()}
            for selector in selectors.split(","):
                match = _CLASS.fullmatch(selector)
                if not match:
                    raise FaceError(f"style rule '{selector.strip():.40}' is not for a class; use attributes")
                self.rules.setdefault(match[1], {}).update(properties)
        if text[end:].strip():
            raise FaceError(f"style rules that are not understood: '{text[end:].strip():.40}'")


def _without_notes(text: str) -> str:
    """Return style rules without `/* comments */`."""
    out, end = [], 0
    while (begin := text.find("/*", end)) >= 0 and (close := text.find("*/", begin + 2)) >= 0:
        out.append(text[end:begin])
        end = close + 2
    return "".join([*out, text[end:]])


@lru_cache(1000)
def _properties(text: str) -> _Paint:
    """Return the supported properties of `fill: red; stroke: none`."""
    pairs = (part.partition(":") for part in text.split(";") if ":" in part)
    found = {name.strip(): value.strip().removesuffix("!important").strip() for name, _, value in pairs}
    return {name: value for name, value in found.items() if name in _KNOWN}


def _tag(element: ElementTree.Element) -> str:
    return str(element.tag).removeprefix(_NAMESPACE)


@lru_cache(1000)
def _colour(text: str) -> str:
    if text in ("none", "transparent"):
        return ""
    if _COLOUR.fullmatch(text):
        return text.upper()
    if re.fullmatch(r"#[0-9A-Fa-f]{3}", text):
        return "#" + "".join(2 * digit for digit in text[1:]).upper()
    if match := _RGB.fullmatch(text):
        parts = [float(part.removesuffix("%")) * 255 / (100 if part.endswith("%") else 255) for part in match.groups()]
        return "#" + "".join(f"{round(min(255, max(0, part))):02X}" for part in parts)
    if text.startswith("url"):
        raise FaceError("gradients and patterns are not allowed; fill with one colour")
    named = _colour_name(text.lower())
    if not named:
        raise FaceError(f"'{text:.40}' is not a colour like #2B2118")
    return named


def _colour_name(word: str) -> str:
    """Return a colour by its CSS name."""

    found = getAllNamedColors().get(word)
    return f"#{found.hexval()[2:].upper()}" if found is not None else ""


def _word(known: dict[str, int], text: str, what: str) -> int:
    if text not in known:
        raise FaceError(f"{what} '{text:.40}' is not one of {', '.join(known)}")
    return known[text]


# ---------------------------------------------------------------------- transforms


@lru_cache(1000)
def _transform(text: str) -> Matrix:
    out, end = _IDENTITY, 0
    for match in _TRANSFORM.finditer(text.strip()):
        if match.start() != end:
            break
        end = match.end()
        out = _multiply(out, _single(match[1], parse_numbers(match[2])))
    if end != len(text.strip()):
        raise FaceError(f"transform '{text:.60}' is not understood")
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
        case "skewX", 1:
            return 1, 0, tan(radians(n[0])), 1, 0, 0
        case "skewY", 1:
            return 1, tan(radians(n[0])), 0, 1, 0, 0
    raise FaceError(f"transform {name} with {len(n)} numbers is not understood")


def _multiply(m: Matrix, n: Matrix) -> Matrix:
    a, b, c, d, e, f = m
    g, h, i, j, k, l = n  # noqa: E741
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f
