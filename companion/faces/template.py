"""cards/ -> Template: a named tree of boxes, inherited and checked. Knows YAML, places no word and draws nothing.

    extends: route               another file of the same folder, or of cards/; its boxes come first
    trim: [140, 95]              width and height in mm, or a name of trims.yaml
    outline: rounded             how it is cut out: rect, rounded (by `corner` mm), round, hex or net
    scale: 1.5                   everything that was inherited enlarged, in the middle of the trim
    ground: vellum               carried on into the bleed; without it the edge stays white
    values: {side: basic_side}   words for {{ side }}
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
from dataclasses import dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from companion import resources
from companion.content import strict_yaml
from companion.errors import ContentError, FaceError, nearest
from companion.faces.outline import KINDS
from companion.faces.shapes import SHAPES
from companion.faces.text import Style

COMMON = {"when", "design", "offset", "under"}
KEYS: Mapping[str, frozenset[str]] = {
    kind: frozenset({kind, *COMMON, *keys.split()})
    for kind, keys in {
        # words on one line or up to `lines` from a baseline at `at`, or in a `box` [x, y, w, h] of running text;
        # `keep`: the size down to which fewer lines are taken; `from`: which line stands at `at`, top or bottom
        "text": "at box width lines keep style colour size align from valign",
        # parts side by side on a baseline: text, icon, dot (our own choice), gap (mm), line and space (shares)
        "row": "at width middle style colour",
        "icon": "at size colour angle",  # a drawing of cards/art/ in one colour, `at` its middle
        "art": "box colour angle",  # a drawing in its own colours
        "rect": "fill stroke pen dash",  # [x, y, w, h]
        "circle": "fill stroke pen dash",  # [x, y, r]
        "line": "fill stroke pen dash round closed",  # [x, y, x, y, ...]
        "shape": "at",  # a coded one, with its parameters
        "qr": "box colour",
        # a group: once at `at`, or `each` row of a kind at a list of points or `along` {from, to, swing}; `skip` leaves
        # out the first rows, `last` is laid over the boxes of the last one
        "boxes": "at along each skip last",
    }.items()
}
_FILE = {"extends", "trim", "outline", "corner", "scale", "ground", "values", "styles", "boxes", "with_qr"}
_NAME = re.compile(r"[a-z0-9_.]+")


@dataclass(frozen=True)
class Box:
    """A named place of a face. kind: which key of KEYS it has; place: file:line of its youngest version."""

    kind: str
    place: str
    keys: Mapping[str, Any]
    boxes: Boxes = field(default_factory=dict)
    last: Boxes = field(default_factory=dict)


Boxes = Mapping[str, Box | None]  # None: taken out


@dataclass(frozen=True)
class Template:
    """One face's design, inheritance done; `layers` are boxes that share one scale and shift."""

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


def load(game: str, name: str) -> Template:
    """cards/GAME/NAME.yaml with everything it extends. Raises FaceError."""
    return _loaded(game, name, resources.roots())


@cache
def _loaded(game: str, name: str, roots: tuple[Path, ...]) -> Template:
    return _load(game, name, ())


def names(game: str) -> list[str]:
    """Every template of a game."""
    return resources.listed(f"cards/{game}", "*.yaml")


def styles() -> Mapping[str, Style]:
    """The type styles of cards/base.yaml."""
    return load("", "base").styles


def _find(game: str, name: str, asked_at: str) -> tuple[str, Path]:
    if _NAME.fullmatch(name):
        for file in (f"cards/{game}/{name}.yaml",) * bool(game) + (f"cards/{name}.yaml",):
            if path := resources.find(file):
                return file, path
    where = f"{asked_at}: " if asked_at else ""
    raise FaceError(f"{where}no face '{name}' in cards/{game}{nearest(name, names(game))}")


def _load(game: str, name: str, children: tuple[str, ...], asked_at: str = "") -> Template:
    file, path = _find(game, name, asked_at)
    if file in children:
        raise FaceError(f"{asked_at}: '{name}' extends itself: {' -> '.join((*children, file))}")
    try:
        data = strict_yaml.read_or_raise(path, file)
    except ContentError as error:
        raise FaceError(str(error)) from None
    if not isinstance(data, strict_yaml.Located):
        raise FaceError(f"{file}:1: a face is a mapping")
    for key in data:
        if key not in _FILE:
            raise FaceError(f"{file}:{data.lines[key]}: unknown key '{key}'{nearest(key, _FILE)}")
    parent_name = data.get("extends", "" if file == "cards/base.yaml" else "base")
    parent = None
    if parent_name:
        asked_at = f"{file}:{data.lines.get('extends', 1)}"
        parent = _load(game, str(parent_name), (*children, file), asked_at)
    return _inherit(parent, data, name, file)


def _inherit(parent: Template | None, data: strict_yaml.Located, name: str, file: str) -> Template:
    old = parent or Template(name, f"{file}:1", (0, 0), "", {}, {}, {}, {})
    place = f"{file}:{data.line}"
    trim = _trim(data["trim"], f"{file}:{data.lines['trim']}") if "trim" in data else old.trim
    outline = str(data.get("outline", old.outline))
    if outline not in KINDS:
        raise FaceError(f"{file}:{data.lines['outline']}: no outline '{outline}'{nearest(outline, KINDS)}")
    new = replace(
        old,
        name=name,
        place=place,
        trim=trim,
        ground=str(data.get("ground", old.ground)),
        outline=outline,
        corner=_number(data.get("corner", old.corner), f"{file}:{data.lines.get('corner', 1)}: 'corner'"),
        values={**old.values, **{key: str(value) for key, value in (data.get("values") or {}).items()}},
        styles=_styles(old.styles, data.get("styles") or {}, file),
        boxes=merge(old.boxes, _boxes(data.get("boxes"), file)),
        with_qr=merge(old.with_qr, _boxes(data.get("with_qr"), file), layer=True),
    )
    if "scale" not in data:
        return new
    scale = _number(data["scale"], f"{file}:{data.lines['scale']}: 'scale'")
    if scale <= 0:
        raise FaceError(f"{file}:{data.lines['scale']}: 'scale' is above 0, not {scale:g}")
    x, y = (scale * before + (to - scale * was) / 2 for before, to, was in zip(old.shift, trim, old.trim, strict=True))
    return replace(new, scale=old.scale * scale, shift=(x, y))


def trims() -> Mapping[str, tuple[float, float]]:
    """The trims of cards/trims.yaml by name, mm."""
    return _trims(tuple(resources.every("cards/trims.yaml")))


@cache
def _trims(files: tuple[Path, ...]) -> Mapping[str, tuple[float, float]]:
    out = {}
    for path in files:
        for name, size in strict_yaml.read_or_raise(path, "cards/trims.yaml").items():
            out[str(name)] = _trim(size, f"cards/trims.yaml: {name}")
    return out


def _trim(value: Any, place: str) -> tuple[float, float]:
    if isinstance(value, str):
        known = trims()
        if value not in known:
            raise FaceError(f"{place}: no trim '{value}'{nearest(value, known)}")
        return known[value]
    if not (isinstance(value, list) and len(value) == 2):
        raise FaceError(f"{place}: 'trim' is a name or two numbers, not {value!r}")
    w, h = (_number(edge, f"{place}: 'trim'") for edge in value)
    return w, h


def _number(value: Any, what: str) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise FaceError(f"{what} is no number: {value!r}")
    return float(value)


def _styles(old: Mapping[str, Style], data: Mapping[str, Any], file: str) -> Mapping[str, Style]:
    known = {part.name for part in fields(Style)}
    out = dict(old)
    for name, given in data.items():
        for key in given:
            if key not in known:
                raise FaceError(f"{file}:{given.lines[key]}: style '{name}' has no '{key}'{nearest(key, known)}")
        try:
            out[name] = replace(out[name], **given) if name in out else Style(**given)
        except TypeError:
            raise FaceError(f"{file}:{given.line}: style '{name}' needs a font and a size") from None
    return out


# ---------------------------------------------------------------------- boxes


def _boxes(data: Any, file: str) -> Boxes:
    if data is None:
        return {}
    if not isinstance(data, strict_yaml.Located):
        raise FaceError(f"{file}: boxes are a mapping of names")
    return {name: _box(name, value, file, f"{file}:{data.lines[name]}") for name, value in data.items()}


def _box(name: str, data: Any, file: str, place: str) -> Box | None:
    if data is None:
        return None
    if not isinstance(data, strict_yaml.Located):
        raise FaceError(f"{place}: box '{name}' is a mapping, not {data!r}")
    kind = next((kind for kind in KEYS if kind in data), "")
    _check(name, kind, data, file)
    keys = {key: value for key, value in data.items() if key not in ("boxes", "last")}
    inner = {key: _boxes(data.get(key), file) for key in ("boxes", "last")}
    return Box(kind, place, keys, inner["boxes"], inner["last"])


def _check(name: str, kind: str, data: strict_yaml.Located, file: str) -> None:
    if kind == "shape":
        shape = str(data["shape"])
        if shape not in SHAPES:
            raise FaceError(f"{file}:{data.lines['shape']}: no shape '{shape}'{nearest(shape, SHAPES)}")
        allowed = KEYS[kind] | set(inspect.signature(SHAPES[shape]).parameters)
    elif kind:
        allowed = KEYS[kind]
    else:  # an override, or a group without boxes of its own
        allowed = frozenset().union(*KEYS.values(), *(inspect.signature(s).parameters for s in SHAPES.values()))
    for key in data:
        if key not in allowed:
            raise FaceError(f"{file}:{data.lines[key]}: box '{name}': unknown key '{key}'{nearest(key, allowed)}")


def merge(old: Boxes, new: Boxes, layer: bool = False) -> Boxes:
    """Boxes of `new` laid over those of `old`, each at the place of the old one; new names come last, or `under` a box.

    layer: `old` will itself be laid over other boxes. Raises FaceError for a name to take out that is not there.
    """
    out = dict(old)
    for name, box in new.items():
        below = old.get(name)
        if box is None and name not in old and not layer:
            raise FaceError(f"no box '{name}' to take out{nearest(name, old)}")
        if box and name not in old and box.keys.get("under") in old:
            out = _inserted(out, str(box.keys["under"]), name, box)
        elif box is None or below is None or box.kind not in ("", below.kind):
            out[name] = box
        else:
            out[name] = _over(below, box)
    return out


def _inserted(boxes: Mapping[str, Box | None], under: str, name: str, box: Box) -> dict[str, Box | None]:
    out: dict[str, Box | None] = {}
    for key, value in boxes.items():
        if key == under:
            out[name] = box
        out[key] = value
    return out


def _over(old: Box, new: Box) -> Box:
    keys = {**old.keys, **new.keys}
    if "offset" in old.keys and "offset" in new.keys:
        keys["offset"] = [a + b for a, b in zip(old.keys["offset"], new.keys["offset"], strict=True)]
    kind = old.kind or new.kind
    return Box(kind, new.place, keys, merge(old.boxes, new.boxes), merge(old.last, new.last, layer=True))
