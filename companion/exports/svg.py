"""Faces as one self-contained SVG for the screen, each face a view of its own.

Shared drawings and letters are in it once. Drawings of cards/art/ are embedded as they are; letters are outlines of
our fonts. Show one face with `FILE#face-0`.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import escape
from pathlib import Path

from companion.core import resources
from companion.core.errors import FaceError
from companion.core.units import mm
from companion.faces.build import RASTER
from companion.faces.model import Face, Item, Picture, Shape, Step, Text
from companion.faces.outline import SHAPED, outline_path
from companion.faces.palette import Palette
from companion.pdf import fonts, pictures, shaping

GAP = 4.0  # mm between two faces
SCREEN = 8.0  # pixels in a mm of a picture of pixels
_VIEW = re.compile(r'<svg\b[^>]*\bviewBox="([^"]+)"[^>]*>')
_PAINT = re.compile(r'(fill|stroke)="(#[0-9A-Fa-f]{6})"')
_UNSAID = re.compile(r"<title>.*?</title>\s*|<!--.*?-->\s*", re.DOTALL)
_WHITE = "#FFFFFF"
_EDGES = {"top": "xMidYMin", "middle": "xMidYMid", "bottom": "xMidYMax"}


def faces_svg(faces: Sequence[Face], palette: Palette, cut: bool = False, says: str = "") -> str:
    """Return the faces, n >= 1 of one size, below each other; without `#face-N` the first is shown.

    says: words for those who do not see them.
    cut: transparent outside a rounded, round or hex outline; else the ground fills the corners.
    Raises FaceError for an unreadable picture or an unknown colour.
    """
    drawer = _Drawer(palette)
    views, body, y = [], [], 0.0
    for number, face in enumerate(faces):
        w, h = face.trim
        views.append(f'<view id="face-{number}" viewBox="0 {_n(y)} {_n(w)} {_n(h)}"/>')
        body.append(f'<g transform="translate(0 {_n(y)})">{drawer.face(face, cut)}</g>')
        y += h + GAP
    first = f'viewBox="0 0 {_n(faces[0].trim[0])} {_n(faces[0].trim[1])}"'  # how wide and high it is where it is put
    described = f"<desc>{escape(says, quote=False)}</desc>" if says else ""
    parts = (described, "".join(views), f"<defs>{''.join(drawer.shared.values())}</defs>", "".join(body))
    return f'<svg xmlns="http://www.w3.org/2000/svg" {first}>{"".join(parts)}</svg>\n'


class _Drawer:
    """Draws items; `shared` holds the definitions they use, by key."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self.shared: dict[tuple[str, ...], str] = {}

    def face(self, face: Face, cut: bool) -> str:
        w, h = face.trim
        items = "".join(self.item(item) for item in face.items)
        ground = (self.palette.colour(face.ground) if face.ground else None) or _WHITE
        drawn = f'<rect width="{_n(w)}" height="{_n(h)}" fill="{ground}"/>{items}'
        return f'<g clip-path="url(#{self.outline(face)})">{drawn}</g>' if cut and face.outline in SHAPED else drawn

    def outline(self, face: Face) -> str:
        """Return the id of a face's outline as a clipping path."""
        path = "".join(map(_step, outline_path(face)))
        key = ("outline", path)
        id = f"outline-{list(self.shared).index(key) if key in self.shared else len(self.shared)}"
        self.shared.setdefault(key, f'<clipPath id="{id}"><path d="{path}"/></clipPath>')
        return id

    def item(self, item: Item) -> str:
        if isinstance(item, Text):
            return self.text(item)
        return self.shape(item) if isinstance(item, Shape) else self.picture(item)

    def shape(self, shape: Shape) -> str:
        fill = self.palette.colour(shape.fill) if shape.fill else None
        stroke = self.palette.colour(shape.stroke) if shape.stroke and shape.width else None
        if not (fill or stroke):
            return ""
        out = [f'<path d="{"".join(map(_step, shape.path))}" fill="{fill or "none"}"']
        if shape.evenodd:
            out.append(' fill-rule="evenodd"')
        if stroke:
            out.append(f' stroke="{stroke}" stroke-width="{_n(self.palette.line(shape.width))}"')
            if shape.dash:
                out.append(f' stroke-dasharray="{" ".join(map(_n, shape.dash))}"')
            if shape.round:
                out.append(' stroke-linecap="round" stroke-linejoin="round"')
        return "".join((*out, "/>"))

    def text(self, text: Text) -> str:

        colour = self.palette.colour(text.colour)
        if colour is None:
            return ""
        shaped = shaping.is_shaped(text.font, text.words)
        uses = list(self.shaped_line(text) if shaped else self.letters(text, text.words, 0.0))
        k = mm(text.size) / fonts.EM
        turn = f" rotate({_n(text.angle)})" if text.angle else ""
        at = f'transform="translate({_n(text.x)} {_n(text.y)}){turn} scale({k:.6f})"'
        halo = ""
        if text.halo and text.ground and (ground := self.palette.colour(text.ground)):
            halo = f' stroke="{ground}" stroke-width="{_n(text.halo / k)}" stroke-linejoin="round" paint-order="stroke"'
        return f'<g {at} fill="{colour}"{halo}>{"".join(uses)}</g>'

    def letters(self, text: Text, words: str, x: float) -> Iterator[str]:
        """Yield the outlines of letters side by side, from x on, em."""
        widths = fonts.letter_widths(text.font)
        for letter in words:
            if not letter.isspace():
                yield _use(self.letter(text.font, letter), x)
            x += widths[letter] + text.tracking

    def shaped_line(self, text: Text) -> Iterator[str]:
        """Yield the outlines of a line of shaped words."""
        widths, x = fonts.letter_widths(text.font), 0.0
        for run in shaping.shape_line(text.font, text.words, text.backwards):
            if isinstance(run, str):
                yield from self.letters(text, run, x)
                x += widths.width(run) + text.tracking * len(run)
                continue
            for glyph in run.glyphs:
                yield _use(self.glyph(run.font, glyph.id), x + glyph.x, glyph.y)
                x += glyph.advance + text.tracking * run.tracked

    def letter(self, font: str, letter: str) -> str:
        """Return the id of a letter's outline."""
        from companion.exports.letters import letter_outline

        return self.outline_id(f"{font}-{ord(letter):x}", partial(letter_outline, font, letter))

    def glyph(self, font: str, number: int) -> str:
        """Return the id of a glyph's outline."""
        from companion.exports.letters import glyph_outline

        return self.outline_id(f"{font}-glyph-{number}", partial(glyph_outline, font, number))

    def outline_id(self, id: str, read: Callable[[], str]) -> str:
        """Return the id of an outline, which is read when it is new."""
        if ("letter", id) not in self.shared:
            self.shared["letter", id] = f'<path id="{id}" d="{read()}"/>'
        return id

    def picture(self, picture: Picture) -> str:
        tint = self.palette.colour(picture.tint) if picture.tint else ""
        if tint is None:
            return ""
        if picture.name.lower().endswith(RASTER):
            return self.pixels(picture)
        art = self.palette.art if not tint else ""
        ways = [way for way in (picture.crop, picture.valign) if way]
        key = ("art", picture.name, tint, *ways)
        if key not in self.shared:
            view, inner = _art(picture.name, art)
            drawn = _PAINT.sub(partial(self.ink_colour, tint), inner)
            cut = f' preserveAspectRatio="{_EDGES[ways[0]]} {"slice" if picture.crop else "meet"}"' if ways else ""
            self.shared[key] = f'<symbol id="{_id(key)}" viewBox="{view}"{cut}>{drawn}</symbol>'
        return self.use_shared(key, picture)

    def pixels(self, picture: Picture) -> str:
        """Return a raster picture, as fine as a screen shows."""
        key = ("pixels", picture.name)
        if key not in self.shared:
            path = resources.find(f"cards/art/{picture.name}")
            if path is None:
                raise FaceError(f"no picture cards/art/{picture.name}")
            (w, h), data = _pixels(path, picture.w, picture.h)
            image = f'<image width="{w}" height="{h}" href="{data}"/>'
            self.shared[key] = f'<symbol id="{_id(key)}" viewBox="0 0 {w} {h}">{image}</symbol>'
        return self.use_shared(key, picture)

    def use_shared(self, key: tuple[str, ...], picture: Picture) -> str:
        """Return a shared definition placed in the picture's box."""
        box = f'x="{_n(picture.x)}" y="{_n(picture.y)}" width="{_n(picture.w)}" height="{_n(picture.h)}"'
        x, y = picture.x + picture.w / 2, picture.y + picture.h / 2
        turn = f' transform="rotate({_n(picture.angle)} {_n(x)} {_n(y)})"' if picture.angle else ""
        return f'<use href="#{_id(key)}" {box}{turn}/>'

    def ink_colour(self, tint: str, found: re.Match[str]) -> str:
        """Return a drawing's colour in this ink: its own or the tint; white stays white."""
        own = found[2].upper()
        colour = own if own == _WHITE else tint or self.palette.recolour(own)
        return f'{found[1]}="{colour}"'


def _id(key: tuple[str, ...]) -> str:
    return escape("-".join(key).replace("/", "-").replace("#", ""))


@resources.cached_reader
def _art(name: str, variant: str) -> tuple[str, str]:
    """Return view box and content of a drawing of cards/art/.

    variant: of an ink that has drawings of its own.
    """
    found = (variant and resources.find(f"cards/art/{name}.{variant}.svg")) or resources.find(f"cards/art/{name}.svg")
    text = resources.read(found).decode("utf-8-sig") if found else ""
    head = _VIEW.search(text)
    if head is None:
        raise FaceError(f"'{name}' is not a drawing that can be put into another")
    return head[1], _UNSAID.sub("", text[head.end() : text.rindex("</svg>")]).strip()


@resources.cached_reader
def _pixels(path: Path, w: float, h: float) -> tuple[tuple[int, int], str]:
    """Return a picture's size and its data URL.

    w, h: its box, mm.
    """

    size, data = pictures.screen_picture(path, (round(w * SCREEN), round(h * SCREEN)))
    return size, f"data:image/webp;base64,{b64encode(data).decode()}"


def _use(id: str, x: float, y: float = 0.0) -> str:
    """Return an outline placed at x, and y upwards, em."""
    at = [f' {axis}="{_n(value * fonts.EM, 0)}"' for axis, value in (("x", x), ("y", -y)) if value]
    return f'<use href="#{id}"{"".join(at)}/>'


def _step(step: Step) -> str:
    op, numbers = step[0], [float(value) for value in step[1:]]
    if op == "rect":
        x, y, w, h = numbers
        return f"M{_n(x)} {_n(y)}h{_n(w)}v{_n(h)}h{_n(-w)}z"
    if op == "circle":
        x, y, r = numbers
        return f"M{_n(x - r)} {_n(y)}a{_n(r)} {_n(r)} 0 1 1 {_n(2 * r)} 0a{_n(r)} {_n(r)} 0 1 1 {_n(-2 * r)} 0z"
    return f"{op}{' '.join(map(_n, numbers))}"


def _n(value: float, places: int = 2) -> str:
    text = f"{value:.{places}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text
