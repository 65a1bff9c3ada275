"""cards/ -> Template: a named tree of boxes, inherited and checked. Knows YAML, places no word and draws nothing.

    extends: route               another file of the same folder, or of cards/; its boxes come first
    trim: [140, 95]              width and height in mm, or a name of trims.yaml
    outline: rounded             how it is cut out: rect, rounded (by `corner` mm), round, hex or net
    scale: 1.5                   everything that was inherited enlarged, in the middle of the trim
    ground: vellum               carried on into the bleed; without it the edge stays white
    values: {side: basic_side}   words for {{ side }}; they may name values above them (a row keeps its name there)
    styles: {name: {font: sans-400, size: 6}}
    boxes:
      title: {text: "{{ say('route_title') }}", at: [8.2, 12], width: 52, style: title}
      stops: {each: place, along: {from: [27, 53], to: [126, 53]}, boxes: {...}, last: {...}}
    with_qr: {...}               laid over the boxes when an address is printed

A box of the same name replaces keys of the inherited one, `null` takes it out, `offset` shifts it; a new one
is drawn last, or `under: NAME`. What each kind of box takes stands in KEYS; coded shapes take the parameters of their
function (shapes.py).
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.content import strict_yaml
from companion.core import resources
from companion.core.errors import ContentError, FaceError, did_you_mean
from companion.faces.outline import KINDS
from companion.faces.shapes import SHAPES
from companion.faces.text import FLOOR, KERNED, Style

COMMON = {"when", "design", "offset", "under", "read"}
KEYS: Mapping[str, frozenset[str]] = {
    kind: frozenset({kind, *COMMON, *keys.split()})
    for kind, keys in {
        # draws nothing: so many round figures of `base` mm have to find room in a `rect`, or in the outline `path` of
        # the drawing `art` in a `box`, `beside` rectangles that stay in sight and, with `words`, beside all words
        "room": "base rect art path box beside words",
        # words on one line or up to `lines` from a baseline at `at`, or in a `box` [x, y, w, h] of running text;
        # `keep`: the size down to which fewer lines are taken; `from`: which line stands at `at`, top or bottom
        "text": "at box width lines keep style colour size align from valign",
        # parts side by side on a baseline: text, icon, dot (our own choice), gap (mm), line and space (shares)
        "row": "at width middle style colour",
        "icon": "at size colour angle",  # a drawing of cards/art/ in one colour, `at` its middle
        # a drawing in its own colours; with `crop` it fills the box, and what hangs over is cut off at the other edges
        "art": "box colour angle crop valign",
        # `field`: players mark it, and whoever reads the filled sheet asks for it by that id
        "rect": "fill stroke pen dash field",  # [x, y, w, h]
        "circle": "fill stroke pen dash field",  # [x, y, r]
        "line": "fill stroke pen dash round closed field",  # [x, y, x, y, ...]
        "shape": "at",  # a coded one, with its parameters
        "qr": "box colour",
        # a text at the foot of a height ([y, y]), and what it leaves: its `part` begins at `part.y`, as low as words of
        # that `width` and `style` allow, and is `part.h` high; `besides`: mm not for words; `between`: as below
        "rest": "part width style size besides between boxes",
        # two parts, one over the other, from a height to another ([y, y]); the line between them lies where both texts
        # get about the same size, and within `between` [y, y]
        "split": "between boxes",
        # one of them: the text that it has to hold; `besides`: mm of its height that are not for that text; `weight`:
        # what the length of the text is multiplied with. A group from its upper edge, `part.h` is its height
        "part": "besides weight boxes",
        # `each` row of a kind in columns of a `box`, as short as can be; `pitch`: height of a row, `gap`: mm below a
        # group; `sort`: fields (`card.suit`) for the order of the rows, `card.id` that of the table
        "columns": "each box pitch gap sort boxes",
        # above each group of rows that are equal in a field (`card.suit`), `of` how many; outer heads come first. Where
        # the group goes on in the next column, room for the inner one is left
        "head": "height boxes",
        # a group: once at `at`, or `each` row of a kind at a list of points or `along` {from, to, swing}; `skip` leaves
        # out the first rows, `last` is laid over the boxes of the last one; `on`: the panels of a net, from their
        # middles and turned as they are (`net.front`; `panel.w`, `panel.h` are its size); `angle` turns the group
        "boxes": "at along each skip last on angle",
    }.items()
}
# What stands behind a key; a number may be computed (`"{{ n * 3 }}"`). Shapes check their own parameters.
VALUES: Mapping[str, str] = {
    key: kind
    for kind, keys in {
        "words": "text style colour icon art fill stroke qr when each under shape part path field head",
        "a number": "width lines keep size angle middle pen skip besides weight room base columns pitch gap height"
        " read",
        "a point [x, y]": "offset",
        "a point [x, y] or a list of points": "at",
        "2 numbers": "split between rest",
        "3 numbers": "circle",
        "4 numbers": "box rect",
        "numbers": "line dash",
        "true or false": "round closed words",
        "words or a list of words": "design on sort",
        "a list of parts": "row",
        "a list of rectangles": "beside",
        "from and to": "along",
        "left, middle or right": "align",
        "top, middle or bottom": "valign crop",
        "top or bottom": "from",
    }.items()
    for key in keys.split()
}
# kind of box -> the key it cannot do without
NEEDS = {"row": "width", "icon": "size", "art": "box", "qr": "box", "room": "base", "columns": "pitch", "rest": "width"}
LARGEST = 5000.0  # mm; nothing lies further out
LIMITS: Mapping[str, tuple[float, float]] = {  # of some numbers, in shapes too
    "width": (0.1, LARGEST),
    "lines": (1, 200),
    "keep": (FLOOR, 1000),
    "size": (0.1, 1000),
    "pen": (0, 100),
    "skip": (0, 1000),
    "besides": (0, LARGEST),
    "weight": (0.01, 100),
    "columns": (1, 100),
    "pitch": (1, LARGEST),
    "height": (0, LARGEST),
    "count": (1, 1000),
    "across": (1, 1000),
    "down": (1, 1000),
    "gap": (0.2, 100),
    "room": (1, 200),
    "base": (3, 500),
}
STYLE: Mapping[str, str] = {  # what stands behind a key of a style
    **dict.fromkeys(("font", "colour", "bold", "ground"), "words"),
    **dict.fromkeys(("size", "lead", "tracking", "floor", "halo"), "number"),
    **dict.fromkeys(("capitals", "kerning"), "true or false"),
    "role": "title, heading, note or text",  # what a screen reader and large print take its texts for
}
STYLE_LIMITS = {
    "size": (FLOOR, 1000),
    "floor": (FLOOR, 1000),
    "lead": (0.5, 10),
    "tracking": (-0.5, 10),
    "halo": (0, 50),
}
NEEDED_STYLES = ("text", "small")  # of cards/base.yaml
DEEPEST = 20  # faces that extend each other
_FILE = {"extends", "trim", "outline", "corner", "scale", "ground", "values", "styles", "boxes", "with_qr"}
_NAME = re.compile(r"[a-z0-9_.-]{1,100}")
_COMPUTED = re.compile(r"\{[{%]")


class _NoBox(FaceError):  # noqa: N818  says what is missing
    """A box to remove that does not exist; the caller adds the line."""


@dataclass(frozen=True)
class Box:
    """A named box of a face.

    kind: its key in KEYS.
    place: file:line of its last definition.
    """

    kind: str
    place: str
    keys: Mapping[str, Any]
    boxes: Boxes = field(default_factory=dict)
    last: Boxes = field(default_factory=dict)


Boxes = Mapping[str, Box | None]  # None: taken out


@dataclass(frozen=True)
class Template:
    """The design of one face with inheritance resolved.

    layers: boxes that share one scale and shift.
    """

    name: str
    place: str
    trim: tuple[float, float]
    ground: str
    values: Mapping[str, str]
    styles: Mapping[str, Style]
    boxes: Boxes
    with_qr: Boxes
    outline: str = "rect"
    corner: float = 0.0
    scale: float = 1.0
    shift: tuple[float, float] = (0.0, 0.0)


@resources.cached_reader
def load_template(game: str, name: str, asked_at: str = "") -> Template:
    """Load cards/GAME/NAME.yaml with everything it extends.

    asked_at: file:line that names it.
    Raises FaceError.
    """
    return _load(game, name, (), asked_at)


def template_names(game: str) -> list[str]:
    """Return the names of all templates of a game."""
    return resources.list_names(f"cards/{game}", "*.yaml")


def styles() -> Mapping[str, Style]:
    """Return the type styles of cards/base.yaml. Raises FaceError."""
    base = load_template("", "base")
    for name in NEEDED_STYLES:
        if name not in base.styles:
            raise FaceError(f"{base.place}: cards/base.yaml needs the style '{name}'")
    return base.styles


def _find(game: str, name: str, asked_at: str) -> tuple[str, Path]:
    if _NAME.fullmatch(name):
        for file in (f"cards/{game}/{name}.yaml",) * bool(game) + (f"cards/{name}.yaml",):
            if path := resources.find(file):
                return file, path
    where = f"{asked_at}: " if asked_at else ""
    raise FaceError(f"{where}no face '{name:.60}' in cards/{game}{did_you_mean(name[:100], template_names(game))}")


def _load(game: str, name: str, children: tuple[str, ...], asked_at: str = "") -> Template:
    file, path = _find(game, name, asked_at)
    if file in children:
        raise FaceError(f"{asked_at}: '{name}' extends itself: {' -> '.join((*children, file))}")
    if len(children) > DEEPEST:
        raise FaceError(f"{asked_at}: more than {DEEPEST} faces extend each other")
    try:
        data = strict_yaml.read_or_raise(path, file)
    except ContentError as error:
        raise FaceError(str(error)) from None
    if not isinstance(data, strict_yaml.Located):
        raise FaceError(f"{file}:1: a face is a mapping")
    for key in data:
        if key not in _FILE:
            raise FaceError(f"{file}:{data.lines[key]}: unknown key '{key:.60}'{did_you_mean(key, _FILE)}")
    for key, kind in (("extends", "words"), ("outline", "words"), ("ground", "words")):
        if key in data and (fault := _fault(data[key], kind)):
            raise FaceError(f"{file}:{data.lines[key]}: '{key}' {fault}")
    for key in ("values", "styles", "boxes", "with_qr"):
        if not isinstance(data.get(key), strict_yaml.Located | None):
            raise FaceError(f"{file}:{data.lines[key]}: '{key}' is a mapping of names, not {data[key]!r:.60}")
    parent_name = data.get("extends", "" if file == "cards/base.yaml" else "base")
    parent = None
    if parent_name:
        asked_at = f"{file}:{data.lines.get('extends', 1)}"
        parent = _load(game, parent_name, (*children, file), asked_at)
    return _inherit(parent, data, name, file)


def _inherit(parent: Template | None, data: strict_yaml.Located, name: str, file: str) -> Template:
    old = parent or Template(name, f"{file}:1", (0, 0), "", {}, {}, {}, {})
    place = f"{file}:{data.line}"
    trim = _trim(data["trim"], f"{file}:{data.lines['trim']}") if "trim" in data else old.trim
    outline = str(data.get("outline", old.outline))
    if outline not in KINDS:
        raise FaceError(f"{file}:{data.lines['outline']}: no outline '{outline:.60}'{did_you_mean(outline, KINDS)}")
    new = replace(
        old,
        name=name,
        place=place,
        trim=trim,
        ground=str(data.get("ground", old.ground)),
        outline=outline,
        corner=_number(data.get("corner", old.corner), f"{file}:{data.lines.get('corner', 1)}: 'corner'", 0),
        values={**old.values, **_values(data.get("values"), file)},
        styles=_styles(old.styles, data.get("styles") or {}, file),
        boxes=_merge_key(old.boxes, data, "boxes", file),
        with_qr=_merge_key(old.with_qr, data, "with_qr", file),
    )
    if "scale" not in data:
        return new
    scale = _number(data["scale"], f"{file}:{data.lines['scale']}: 'scale'", 0.01, 100)
    x, y = (scale * before + (to - scale * was) / 2 for before, to, was in zip(old.shift, trim, old.trim, strict=True))
    return replace(new, scale=old.scale * scale, shift=(x, y))


def trims() -> Mapping[str, tuple[float, float]]:
    """Return the trims of cards/trims.yaml by name, mm."""
    return _trims(tuple(resources.find_all("cards/trims.yaml")))


@resources.cached_reader
def _trims(files: tuple[Path, ...]) -> Mapping[str, tuple[float, float]]:
    out = {}
    for path in files:
        data = strict_yaml.read_or_raise(path, "cards/trims.yaml")
        if not isinstance(data, strict_yaml.Located):
            raise FaceError("cards/trims.yaml:1: trims are a mapping of names")
        for name, size in data.items():
            out[name] = _size(size, f"cards/trims.yaml:{data.lines[name]}: trim '{name}'")
    return out


def _trim(value: Any, place: str) -> tuple[float, float]:
    if isinstance(value, str):
        known = trims()
        if value not in known:
            raise FaceError(f"{place}: no trim '{value:.60}'{did_you_mean(value, known)}")
        return known[value]
    if not isinstance(value, list):
        raise FaceError(f"{place}: 'trim' is a name or two numbers, not {value!r:.60}")
    return _size(value, f"{place}: 'trim'")


def _size(value: Any, what: str) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2:
        raise FaceError(f"{what} is two numbers [width, height], not {value!r:.60}")
    w, h = (_number(edge, what, 0.1) for edge in value)
    return w, h


def _number(value: Any, what: str, least: float = -LARGEST, most: float = LARGEST) -> float:
    if type(value) not in (int, float):
        raise FaceError(f"{what} is not a number: {value!r:.60}")
    if not least <= value <= most:
        raise FaceError(f"{what} must be between {least:g} and {most:g}, not {value:g}")
    return float(value)


def _values(data: strict_yaml.Located | None, file: str) -> dict[str, str]:
    out = {}
    for key, value in (data or {}).items():
        if type(value) not in (str, int, float):
            assert data is not None
            raise FaceError(f"{file}:{data.lines[key]}: value '{key}' is words or a number, not {value!r:.60}")
        out[key] = str(value)
    return out


def _styles(old: Mapping[str, Style], data: Any, file: str) -> Mapping[str, Style]:
    out = dict(old)
    for name, given in data.items():
        if not isinstance(given, strict_yaml.Located):
            raise FaceError(f"{file}:{data.lines[name]}: style '{name}' is a mapping, not {given!r:.60}")
        for key, value in given.items():
            where = f"{file}:{given.lines[key]}: style '{name}'"
            if key not in STYLE:
                raise FaceError(f"{where} has no '{key}'{did_you_mean(key, STYLE)}")
            if STYLE[key] == "number":
                _number(value, f"{where}: '{key}'", *STYLE_LIMITS[key])
            elif fault := _fault(value, STYLE[key]):
                raise FaceError(f"{where}: '{key}' {fault}")
        try:
            out[name] = _with_kerning(replace(out[name], **given) if name in out else Style(**given))
        except TypeError:
            raise FaceError(f"{file}:{given.line}: style '{name}' needs a font and a size") from None
    return out


def _with_kerning(style: Style) -> Style:
    """Return the style with the names of its fonts as `kerning` says."""
    font, bold = (name and name.removesuffix(KERNED) + KERNED * style.kerning for name in (style.font, style.bold))
    return replace(style, font=font, bold=bold)


# ---------------------------------------------------------------------- boxes


def _merge_key(old: Boxes, data: strict_yaml.Located, key: str, file: str) -> Boxes:
    """Return the file's boxes under `boxes` or `with_qr`, merged into the inherited ones."""
    try:
        return merge_boxes(old, _boxes(data.get(key), file), layer=key == "with_qr")
    except _NoBox as fault:
        raise FaceError(f"{file}:{data.lines[key]}: {fault}") from None


def _boxes(data: Any, file: str) -> Boxes:
    if data is None:
        return {}
    return {name: _box(name, value, file, f"{file}:{data.lines[name]}") for name, value in data.items()}


def _box(name: str, data: Any, file: str, place: str) -> Box | None:
    if data is None:
        return None
    if not isinstance(data, strict_yaml.Located):
        raise FaceError(f"{place}: box '{name}' is a mapping, not {data!r:.60}")
    for key in ("boxes", "last"):
        if not isinstance(data.get(key), strict_yaml.Located | None):
            raise FaceError(f"{file}:{data.lines[key]}: box '{name}': '{key}' is a mapping of names")
    kind = next((kind for kind in KEYS if kind in data), "")
    _check(name, kind, data, file)
    keys = {key: value for key, value in data.items() if key not in ("boxes", "last")}
    inner = {key: _boxes(data.get(key), file) for key in ("boxes", "last")}
    return Box(kind, place, keys, inner["boxes"], inner["last"])


def _check(name: str, kind: str, data: strict_yaml.Located, file: str) -> None:
    if kind == "shape":
        shape = str(data["shape"])
        if shape not in SHAPES:
            raise FaceError(f"{file}:{data.lines['shape']}: no shape '{shape:.60}'{did_you_mean(shape, SHAPES)}")
        allowed = KEYS[kind] | set(inspect.signature(SHAPES[shape]).parameters)
    elif kind:
        allowed = KEYS[kind]
    else:  # an override, or a group without boxes of its own
        allowed = frozenset().union(*KEYS.values(), *(inspect.signature(s).parameters for s in SHAPES.values()))
    for key in data:
        if key not in allowed:
            raise FaceError(
                f"{file}:{data.lines[key]}: box '{name}': unknown key '{key:.60}'{did_you_mean(key, allowed)}"
            )
        if (kind != "shape" or key in KEYS[kind]) and (fault := _value_fault(key, data[key])):
            raise FaceError(f"{file}:{data.lines[key]}: box '{name}': '{key}' {fault}")


def _value_fault(key: str, value: Any) -> str:
    """Return the reason a value is not allowed for a key, or ""."""
    fault = _fault(value, VALUES[key]) if key in VALUES else ""
    if fault or key not in LIMITS or isinstance(value, str):
        return fault
    return limit_fault(key, value)


def limit_fault(key: str, number: float) -> str:
    """Return the reason a number is too small or too large for its key, or ""."""
    least, most = LIMITS.get(key, (-LARGEST, LARGEST))
    return "" if least <= number <= most else f"must be between {least:g} and {most:g}, not {number:g}"


def _fault(value: Any, kind: str) -> str:
    """Return the reason `value` does not match a kind of VALUES, or ""."""
    many = isinstance(value, list)
    match kind:
        case "words":
            good = isinstance(value, str)
        case "a number":
            good = _is_number(value)
        case "true or false":
            good = isinstance(value, bool)
        case "words or a list of words":
            good = all(isinstance(word, str) for word in (value if many else [value]))
        case "a list of parts":
            good = many and all(isinstance(part, strict_yaml.Located) for part in value)
        case "numbers":
            good = many and all(map(_is_number, value))
        case "2 numbers" | "3 numbers" | "4 numbers":
            good = many and len(value) == int(kind[0]) and all(map(_is_number, value))
        case "a point [x, y]":
            good = _is_point(value)
        case "a point [x, y] or a list of points":
            good = _is_point(value) or (many and all(map(_is_point, value)))
        case "a list of rectangles":
            good = many and all(isinstance(one, list) and len(one) == 4 and all(map(_is_number, one)) for one in value)
        case "from and to":
            if not isinstance(value, strict_yaml.Located):
                return f"is a mapping of from, to and swing, not {value!r:.60}"
            if unknown := [key for key in value if key not in ("from", "to", "swing")]:
                return f"has no '{unknown[0]}'; it takes from, to and swing"
            good = all(_is_point(value.get(end)) for end in ("from", "to")) and _is_number(value.get("swing", 0))
        case _:
            choices = kind.replace(" or ", ", ").split(", ")
            if value in choices:
                return ""
            return f"is {kind}, not {value!r:.60}{did_you_mean(str(value), choices)}"
    if good:
        return ""
    bad = next((part for part in value if not _is_number(part)), value) if many and "numbers" in kind else value
    return f"is {kind}, not {value!r:.60}" if bad is value else f"is {kind}; {bad!r:.60} is not a number"


def _is_number(value: Any) -> bool:
    if isinstance(value, str):
        return bool(_COMPUTED.search(value)) or _is_number(_parse_number(value))
    return type(value) in (int, float) and -LARGEST <= value <= LARGEST


def _parse_number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _is_point(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_number, value))


def merge_boxes(old: Boxes, new: Boxes, layer: bool = False) -> Boxes:
    """Merge `new` into `old`: same names keep their place, new names come last or `under` a box.

    layer: the result will itself be merged into other boxes.
    Raises FaceError for a name to remove that does not exist.
    """
    out = dict(old)
    for name, box in new.items():
        below = old.get(name)
        if box is None and name not in old and not layer:
            raise _NoBox(f"no box '{name}' to take out{did_you_mean(name, old)}")
        if box and name not in old and box.keys.get("under") in old:
            out = _insert_under(out, str(box.keys["under"]), name, box)
        elif box is None or below is None or box.kind not in ("", below.kind):
            out[name] = box
        else:
            out[name] = _merge_box(below, box)
    return out


def _insert_under(boxes: Mapping[str, Box | None], under: str, name: str, box: Box) -> dict[str, Box | None]:
    out: dict[str, Box | None] = {}
    for key, value in boxes.items():
        if key == under:
            out[name] = box
        out[key] = value
    return out


def _merge_box(old: Box, new: Box) -> Box:
    keys = {**old.keys, **new.keys}
    if "offset" in old.keys and "offset" in new.keys:
        pairs = list(zip(old.keys["offset"], new.keys["offset"], strict=True))
        if any(isinstance(part, str) for pair in pairs for part in pair):
            raise FaceError(f"{new.place}: a computed 'offset' cannot be added to the inherited one")
        keys["offset"] = [a + b for a, b in pairs]
    kind = old.kind or new.kind
    try:
        return Box(
            kind, new.place, keys, merge_boxes(old.boxes, new.boxes), merge_boxes(old.last, new.last, layer=True)
        )
    except _NoBox as fault:
        raise FaceError(f"{new.place}: {fault}") from None
