"""Sheets -> PDF. Converts mm to points and colours to numbers; decides no position.

A face that is printed more than once is one form, and so are every drawing and every run of items that several faces
share (the same objects, see faces/build.py); the page draws it with `Do`. Everything is drawn in mm with y pointing
down, under one matrix a page; only letters are turned upright again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby
from math import cos, radians, sin
from operator import itemgetter
from pathlib import Path
from typing import TypeVar

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from companion.core import resources
from companion.core.errors import FaceError
from companion.core.units import PT_PER_MM, mm, pt
from companion.faces import outline
from companion.faces.model import Face, Item, Picture, Point, Shape, Step, Text
from companion.faces.palette import Palette
from companion.faces.scripts.stretches import BREAK
from companion.pdf import document, fonts, kept_drawings, pictures, shaping, svg, svg_outlines
from companion.pdf.document import About
from companion.pdf.inks import rgb_to_cmyk
from companion.pdf.structure import ARTIFACT, AltTexts, StructureTree, write_string
from companion.sheets.bleed import bleed_paths
from companion.sheets.model import Correction, PlacedFace, Sheet, Size

SPREAD = 20.0  # mm that a form reaches beyond its face; the page clips to the bleed that is wanted
_WHITE = "#FFFFFF"
Drawn = TypeVar("Drawn", Shape, Picture)
_EDGES = {"top": -0.5, "bottom": 0.5}  # how much of what is cut off, or left over, lies on the other side


def render_pdf(
    sheets: Sequence[Sheet],
    palette: Palette,
    about: About | str,
    page_done: Callable[[], object] | None = None,
    inks: bool = False,
    alt: AltTexts | None = None,
) -> bytes:
    """Return the sheets as one PDF: fonts embedded as subsets, page boxes set, equal bytes for equal sheets.

    page_done: called after every page.
    inks: colours as cyan, magenta, yellow and black, for print shops.
    alt: words for pictures; with them the PDF is tagged, for screen readers.
    """
    about = About(about) if isinstance(about, str) else about
    rl_config.useA85 = 0
    first = fonts.load_font(next(font for font in _fonts(sheets))).fontName
    out = BytesIO()
    tree = StructureTree(alt) if alt else None
    version = {"pdfVersion": document.VERSION} if tree or about.srgb else {}
    canvas = Canvas(out, pageCompression=1, invariant=1, initialFontName=first, lang=about.lang, **version)
    document.write_head(canvas, about, tree is not None)
    painter = _Painter(canvas, palette, sheets, inks, tree)
    for number, sheet in enumerate(sheets):
        document.add_bookmark(canvas, about, number)
        painter.page(sheet)
        if page_done:
            page_done()
    if tree:
        tree.store(canvas)
    canvas.save()
    return out.getvalue()


def _fonts(sheets: Sequence[Sheet]) -> Iterable[str]:
    for sheet in sheets:
        for items in (sheet.items, *(placed.face.items for placed in sheet.placed)):
            yield from (item.font for item in items if isinstance(item, Text))
    yield "sans-400"


def _boxes(sheets: Sequence[Sheet], faces: Iterable[Face]) -> dict[str, set[Size]]:
    """Return every printed size of each raster picture."""
    boxes: dict[str, set[Size]] = {}
    for items in (*(face.items for face in faces), *(sheet.items for sheet in sheets)):
        for item in items:
            if isinstance(item, Picture) and pictures.is_raster(item.name):
                boxes.setdefault(item.name, set()).add((item.w, item.h))
    return boxes


class _Painter:
    def __init__(
        self, canvas: Canvas, palette: Palette, sheets: Sequence[Sheet], printed: bool, tree: StructureTree | None
    ) -> None:
        self.canvas, self.palette, self.printed, self.tree = canvas, palette, printed, tree
        self.uses = Counter(id(placed.face) for sheet in sheets for placed in sheet.placed)
        faces = {id(placed.face): placed.face for sheet in sheets for placed in sheet.placed}.values()
        self.boxes = _boxes(sheets, faces)
        self.items_used = Counter(id(item) for face in faces for item in face.items)
        self.runs_used = Counter(_key(run) for face in faces for shared, run in self.runs(face.items) if shared)
        self.faces: dict[int, str] = {}
        self.run_forms: dict[tuple[int, ...], str] = {}
        self.drawings: dict[tuple[str, bool], tuple[str, svg.VectorDrawing]] = {}
        self.shared_codes: dict[int, str] = {}
        self.codes: dict[str, fonts.LetterCodes] = {}
        self.rasters: dict[str, tuple[str, Size]] = {}
        self.code: list[str] = []

    # ------------------------------------------------------------------ pages and forms

    def page(self, sheet: Sheet) -> None:
        """Draw one page with its boxes."""
        for placed in sheet.placed:
            self.prepare(placed.face)
        w, h = (pt(edge) for edge in sheet.size)
        self.canvas.setPageSize((w, h))
        x, y, tw, th = sheet.trim
        for name, spread in (("trim", 0.0), ("bleed", sheet.bleed)):
            box = (pt(x - spread), h - pt(y + th + spread), pt(x + tw + spread), h - pt(y - spread))
            self.canvas.setTrimBox(box) if name == "trim" else self.canvas.setBleedBox(box)
        self.add(f"{_n(PT_PER_MM, 6)} 0 0 {_n(-PT_PER_MM, 6)} 0 {_n(h)} cm")
        if sheet.correction:
            self.add(_turn_matrix(sheet.correction, sheet.size))
        if self.tree:
            self.tree.begin_page()
        for placed in sheet.placed:
            self.place_face(placed, sheet)
        self.mark_artifact(lambda: self.items(sheet.items))
        self.flush()
        self.canvas.showPage()

    def prepare(self, face: Face) -> None:
        """Create the forms of a face; they must exist before the page that uses them."""
        if id(face) in self.faces:
            return
        for item in face.items:
            if isinstance(item, Picture) and not pictures.is_raster(item.name):
                self.drawing(item)
        for shared, run in self.runs(face.items) if not self.tree else ():
            if shared and self.runs_used[_key(run)] > 1 and _key(run) not in self.run_forms:
                self.run_forms[_key(run)] = self.make_form(f"run{len(self.run_forms)}", face, run)
        self.faces[id(face)] = ""
        if self.uses[id(face)] > 1:
            self.faces[id(face)] = self.make_form(f"face{len(self.faces)}", face, None)

    def make_form(self, name: str, face: Face, run: Sequence[Item] | None) -> str:
        """Create a form of some items of a face, or of the whole face; return its name."""
        w, h = face.trim
        self.canvas.beginForm(name, -SPREAD, -SPREAD, w + SPREAD, h + SPREAD)
        if run is None:
            self.face(face)
        else:
            for item in run:
                self.item(item)
        self.flush()
        self.canvas.endForm()
        return name

    def runs(self, items: Sequence[Item]) -> list[tuple[bool, list[Item]]]:
        """Split the items into runs of shared and unshared ones."""
        return [(shared, list(run)) for shared, run in groupby(items, lambda item: self.items_used[id(item)] > 1)]

    def place_face(self, placed: PlacedFace, sheet: Sheet) -> None:
        """Draw a face in its slot, clipped to its outline (or window) and the bleed that no other piece takes."""
        face, slot, bleed = placed.face, placed.slot, sheet.bleed
        left, top, w, h = placed.window or (0.0, 0.0, *face.trim)
        u, v = left + w / 2, top + h / 2
        c, s = cos(radians(slot.angle)), sin(radians(slot.angle))
        x, y = slot.centre
        self.add("q")
        for path in bleed_paths(sheet, placed):
            self.add(_path(path), "W* n")
        self.add(f"{_n(c)} {_n(s)} {_n(-s)} {_n(c)} {_n(x - c * u + s * v)} {_n(y - s * u - c * v)} cm")
        window = (("rect", left - bleed, top - bleed, w + 2 * bleed, h + 2 * bleed),)
        self.add(_path(window if placed.window else outline.printed_path(face, bleed)), "W n")
        name = self.faces[id(face)]
        if self.tree and not placed.thumbnail and self.tree.is_new(face):
            self.tagged_face(self.tree, placed, sheet.size)
        elif name:
            self.mark_artifact(lambda: self.form(name))
        else:
            self.mark_artifact(lambda: self.face(face))
        self.add("Q")

    def tagged_face(self, tree: StructureTree, placed: PlacedFace, size: Size) -> None:
        """Draw a face on the page itself, its items marked as what they are."""

        def to_page(point: Point) -> Point:
            x, y = placed.to_page(point)
            return pt(x), pt(size[1] - y)

        self.mark_artifact(lambda: self.ground(placed.face))
        for operator, items in tree.spans(placed.face, to_page):
            self.add(operator)
            self.items(items)
            self.add("EMC")

    def mark_artifact(self, draw: Callable[[], None]) -> None:
        """Draw what a screen reader passes over."""
        if self.tree:
            self.add(ARTIFACT)
        draw()
        if self.tree:
            self.add("EMC")

    def face(self, face: Face) -> None:
        """Draw a face's ground and items."""
        self.ground(face)
        for shared, run in self.runs(face.items):
            if shared and _key(run) in self.run_forms:
                self.form(self.run_forms[_key(run)])
            else:
                self.items(run)

    def ground(self, face: Face) -> None:
        """Draw a face's ground, if it has one."""
        if face.ground:
            w, h = face.trim
            ground = ("rect", -SPREAD, -SPREAD, w + 2 * SPREAD, h + 2 * SPREAD)
            self.shape(Shape((ground,), fill=face.ground))
            white = self.palette.colour(face.ground) in (None, _WHITE)
            if white and face.outline in ("rounded", "round", "hex"):  # scissors need an edge
                self.shape(Shape(outline.outline_path(face), stroke="mark", width=0.1))

    def form(self, name: str) -> None:
        """Draw a form by its name."""
        self.add(f"/{self.canvas._doc.getXObjectName(name)} Do")
        self.canvas._formsinuse.append(name)

    def add(self, *code: str) -> None:
        """Buffer operators until something else draws on the canvas."""
        self.code += code

    def flush(self) -> None:
        """Write the buffered operators."""
        if self.code:
            self.canvas.addLiteral("\n".join(self.code))
            self.code = []

    # ------------------------------------------------------------------ items

    def items(self, items: Iterable[Item]) -> None:
        """Draw items in order."""
        for item in items:
            self.item(item)

    def item(self, item: Item) -> None:
        """Draw one item."""
        if isinstance(item, Text):
            self.text(item)
        elif isinstance(item, Shape):
            self.shape(item)
        else:
            self.picture(item)

    def shape(self, shape: Shape) -> None:
        """Draw a path, filled, stroked or both."""
        if code := self.write_once(shape, self.shape_code):
            self.add(code)

    def shape_code(self, shape: Shape) -> str:
        """Return the operators of a path; "" if it is neither filled nor stroked in this ink."""
        fill = self.palette.colour(shape.fill) if shape.fill else None
        stroke = self.palette.colour(shape.stroke) if shape.stroke and shape.width else None
        out = [_fill(fill, self.printed)] if fill else []
        if stroke:
            dash = " ".join(_n(part) for part in shape.dash)
            ends = 1 if shape.round else 0
            width = _n(self.palette.line(shape.width))
            out.append(f"{_stroke(stroke, self.printed)} {width} w {ends} J {ends} j [{dash}] 0 d")
        if out:
            out += (_path(shape.path), _paint(bool(fill), bool(stroke), shape.evenodd))
        return "\n".join(out)

    def write_once(self, item: Drawn, write: Callable[[Drawn], str]) -> str:
        """Return the operators of an item; those of an item that several faces share are kept."""
        if self.items_used[id(item)] < 2:
            return write(item)
        if id(item) not in self.shared_codes:
            self.shared_codes[id(item)] = write(item)
        return self.shared_codes[id(item)]

    def text(self, text: Text) -> None:
        """Draw one line of type; its halo first."""
        colour = self.palette.colour(text.colour)
        if colour is None:
            return
        ground = self.palette.colour(text.ground) if text.halo else None
        if ground:
            self.add(f"{_stroke(ground, self.printed)} {_n(text.halo)} w 1 J 1 j [] 0 d")
            self.letters(text, 1)
        self.add(_fill(colour, self.printed))
        self.letters(text, 0)

    def letters(self, text: Text, mode: int) -> None:
        """Draw the letters; mode 0 fills, 1 strokes."""
        size = mm(text.size)
        turn = "1 0 0 -1"
        if text.angle:
            c, s = cos(radians(text.angle)), sin(radians(text.angle))
            turn = f"{_n(c)} {_n(s)} {_n(s)} {_n(-c)}"
        out = [f"BT {turn} {_n(text.x)} {_n(text.y)} Tm"]
        if text.tracking:
            out.append(f"{_n(text.tracking * size)} Tc")
        if mode:
            out.append(f"{mode} Tr")
        if shaping.is_shaped(text.font, text.words):
            out += self.shaped_line(text, size)
        else:
            for name, codes in self.encode_letters(text.font, text.words):
                out.append(f"{name} {_n(size)} Tf <{codes}> Tj")
        if text.tracking:
            out.append("0 Tc")
        if mode:
            out.append("0 Tr")
        self.add(" ".join(out), "ET")

    def shaped_line(self, text: Text, size: float) -> Iterator[str]:
        """Yield the operators that show a line of shaped words, with the letters to copy where glyphs differ."""
        runs = list(shaping.shape_line(text.font, text.words, text.backwards))
        glyph_runs = [run for run in runs if not isinstance(run, str)]
        whole = not all(run.is_one_to_one for run in glyph_runs) and not any(run.backwards for run in glyph_runs)
        if whole:
            yield _begin_copy(text.words.rstrip(BREAK))
        for run in runs:
            if isinstance(run, str):
                for name, codes in self.encode_letters(text.font, run):
                    yield f"{name} {_n(size)} Tf <{codes}> Tj"
            elif text.tracking and not run.tracked:
                yield from ("0 Tc", *self.glyph_run(run, size, whole), f"{_n(text.tracking * size)} Tc")
            else:
                yield from self.glyph_run(run, size, whole)
        if whole:
            yield "EMC"

    def glyph_run(self, run: shaping.GlyphRun, size: float, copied: bool) -> Iterator[str]:
        """Yield the operators that show glyphs. copied: the letters to copy are told already."""
        font, pen = fonts.load_font(run.font), 0.0  # em from the left end
        for words, placed in run.split_for_copies():
            apart = words and not copied
            if apart:
                yield _begin_copy(words)
            coded = [(*self.encode_letters(run.font, font.glyph_letter(one.glyph))[0], one) for one in placed]
            for (name, rise), same in groupby(coded, lambda part: (part[0], part[2].glyph.y)):
                shown = []
                for _, codes, (glyph, x) in same:
                    if (move := _n(1000 * (pen - x))) != "0":
                        shown.append(move)
                    shown.append(f"<{codes}>")
                    pen = x + glyph.width
                lift = (f"{_n(rise * size)} Ts ", " 0 Ts") if rise else ("", "")
                yield f"{name} {_n(size)} Tf {lift[0]}[{''.join(shown)}] TJ{lift[1]}"
            if apart:
                yield "EMC"
        if (left := _n(1000 * (pen - run.width))) != "0":
            yield f"[{left}] TJ"

    def encode_letters(self, name: str, words: str) -> list[tuple[str, str]]:
        """Return letters as codes of the font's subsets, hexadecimal, each with its subset's name."""
        if name not in self.codes:
            self.codes[name] = fonts.LetterCodes(name, self.canvas._doc)
        known = self.codes[name]
        coded = [known[letter] for letter in words]
        return [(subset, "".join([code for _, code in run])) for subset, run in groupby(coded, itemgetter(0))]

    # ------------------------------------------------------------------ pictures

    def picture(self, picture: Picture) -> None:
        """Draw a picture scaled into its box."""
        if picture.tint and self.palette.colour(picture.tint) is None:
            return
        if pictures.is_raster(picture.name):
            self.raster(picture)
            return
        self.add(self.write_once(picture, self.placing_code))
        self.form(self.drawing(picture)[0])
        self.add("Q")

    def placing_code(self, picture: Picture) -> str:
        """Return the operators before the form of a drawing: its tint, its place and what is cut off."""
        drawing = self.drawing(picture)[1]
        tint = self.palette.colour(picture.tint) if picture.tint else None
        vx, vy, vw, vh = drawing.view
        across, down = picture.w / vw, picture.h / vh
        k = max(across, down) if picture.crop else min(across, down)
        c, s = k * cos(radians(picture.angle)), k * sin(radians(picture.angle))
        x, y = picture.x + picture.w / 2, picture.y + picture.h / 2
        mid_x, mid_y = vx + vw / 2, vy + vh / 2 + _EDGES.get(picture.crop or picture.valign, 0.0) * (vh - picture.h / k)
        out = ["q"]
        if tint:
            out += (_fill(tint, self.printed), _stroke(tint, self.printed))
        at = f"{_n(x - c * mid_x + s * mid_y)} {_n(y - s * mid_x - c * mid_y)}"
        out.append(f"{_n(c, 7)} {_n(s, 7)} {_n(-s, 7)} {_n(c, 7)} {at} cm")
        if picture.crop:
            w, h = picture.w / k, picture.h / k
            out += (_path((("rect", mid_x - w / 2, mid_y - h / 2, w, h),)), "W n")
        return "\n".join(out)

    def raster(self, picture: Picture) -> None:
        """Draw a raster picture scaled into its box, in its own colours."""
        if picture.name not in self.rasters:
            ready = _load_raster(picture.name, self.boxes.get(picture.name, ()), self.palette)
            name = f"pixels{len(self.rasters)}"
            pictures.embed_raster(self.canvas, name, ready)
            self.rasters[picture.name] = name, ready.size
        name, (across, down) = self.rasters[picture.name]
        k = min(picture.w / across, picture.h / down)
        w, h = across * k, down * k
        c, s = cos(radians(picture.angle)), sin(radians(picture.angle))
        x, y = picture.x + picture.w / 2, picture.y + picture.h / 2
        at = f"{_n(x - (c * w + s * h) / 2)} {_n(y - (s * w - c * h) / 2)}"
        self.add("q", f"{_n(c * w, 6)} {_n(s * w, 6)} {_n(s * h, 6)} {_n(-c * h, 6)} {at} cm")
        self.form(name)
        self.add("Q")

    def drawing(self, picture: Picture) -> tuple[str, svg.VectorDrawing]:
        """Return form name and drawing. A tinted form takes the current colour, so one form serves all tints."""
        key = (picture.name, bool(picture.tint))
        if key not in self.drawings:
            own = self.palette.art and not picture.tint
            drawing, ready = _load_variant(picture.name, self.palette.art if own else "")
            name = f"art{len(self.drawings)}"
            x, y, w, h = drawing.view
            self.canvas.beginForm(name, x, y, x + w, y + h)
            self.canvas.addLiteral("\n".join(self.parts(drawing, key[1], ready)))
            self.canvas.endForm()
            self.drawings[key] = name, drawing
        return self.drawings[key]

    def parts(self, drawing: svg.VectorDrawing, tinted: bool, ready: bool) -> Iterable[str]:
        """Yield the operators of a drawing.

        ready: its colours are those of the ink already.
        """
        last = ("", "")
        for part in drawing.parts:
            colours = [colour and self.ink_colour(colour, tinted, ready) for colour in (part.fill, part.stroke)]
            apart = part.matrix != (1, 0, 0, 1, 0, 0) or (tinted and _WHITE in colours)
            if apart:
                yield f"q {' '.join(_n(value, 6) for value in part.matrix)} cm"
            for colour, operator, index in ((colours[0], _fill, 0), (colours[1], _stroke, 1)):
                if colour and not (tinted and colour != _WHITE) and (apart or last[index] != colour):
                    yield operator(colour, self.printed)
                    if not apart:
                        last = (colour, last[1]) if index == 0 else (last[0], colour)
            if part.stroke:
                yield f"{_n(part.width, 4)} w {part.cap} J {part.join} j"
            yield part.ops
            yield _paint(bool(part.fill), bool(part.stroke), part.evenodd)
            if apart:
                yield "Q"

    def ink_colour(self, colour: str, tinted: bool, ready: bool) -> str:
        """Return a drawing's own colour in this ink; a tinted drawing keeps only its white."""
        return colour if tinted or (ready and not self.palette.grey) else self.palette.recolour(colour)


def _begin_copy(words: str) -> str:
    """Return the operator that begins a stretch to be copied as these words."""
    return f"/Span <</ActualText {write_string(words)}>> BDC"


def _key(run: Sequence[Item]) -> tuple[int, ...]:
    return tuple(map(id, run))


def _load_variant(name: str, variant: str) -> tuple[svg.VectorDrawing, bool]:
    """Return the drawing, and True if it is the ink's own variant. Raises FaceError with its file."""
    path, ready = drawing_path(name, variant)
    try:
        return _read(path), ready
    except FaceError as error:
        raise _with_folder(name, error) from None


def load_drawing(name: str) -> svg.VectorDrawing:
    """Return a drawing of cards/art/ in its own colours. Raises FaceError."""
    return _load_variant(name, "")[0]


def check_drawing(name: str, variant: str = "") -> None:
    """Raise FaceError if a drawing or picture cannot be drawn."""
    if not pictures.is_raster(name):
        _load_variant(name, variant)
    elif not variant:
        _load_raster(name, ((1.0, 1.0),), Palette("", {}))


_read = resources.cached_reader(kept_drawings.read_drawing)  # several PDFs of one run share their drawings


def _load_raster(name: str, boxes: Iterable[tuple[float, float]], palette: Palette) -> pictures.Raster:
    """Return a raster picture ready for the PDF. Raises FaceError with its file."""
    path = raster_path(name)
    try:
        return pictures.read_raster(path, boxes, palette)
    except FaceError as error:
        raise _with_folder(name, error) from None


def _with_folder(name: str, error: FaceError) -> FaceError:
    """Return the error with the file's folder added."""
    return FaceError(f"cards/art/{name.rpartition('/')[0]}/{error}".replace("//", "/"))


def raster_path(name: str) -> Path:
    """Return the file of a raster picture."""
    path = resources.find(f"cards/art/{name}")
    if path is None:
        raise FaceError(f"no picture cards/art/{name}")
    return path


def drawing_path(name: str, variant: str = "") -> tuple[Path, bool]:
    """Return the file of a drawing, and True if it is the ink's own variant."""
    if variant and (own := resources.find(f"cards/art/{name}.{variant}.svg")):
        return own, True
    path = resources.find(f"cards/art/{name}.svg")
    if path is None:
        raise FaceError(f"no drawing cards/art/{name}.svg")
    return path, False


def _turn_matrix(correction: Correction, size: Size) -> str:
    """Return the matrix that turns a page clockwise about its centre, then moves it."""
    c, s = cos(radians(correction.angle)), sin(radians(correction.angle))
    x, y = size[0] / 2, size[1] / 2
    at = f"{_n(x - c * x + s * y + correction.x)} {_n(y - s * x - c * y + correction.y)}"
    return f"{_n(c, 7)} {_n(s, 7)} {_n(-s, 7)} {_n(c, 7)} {at} cm"


def _path(path: Sequence[Step]) -> str:
    out = []
    for op, *raw in path:
        n = [float(value) for value in raw]
        if op == "circle":
            out.append(svg_outlines.circle_path(*n))
        elif op == "Z":
            out.append("h")
        else:
            name = {"M": "m", "L": "l", "C": "c", "rect": "re"}[str(op)]
            out.append(" ".join([*map(_n, n), name]))
    return "\n".join(out)


def _paint(fill: bool, stroke: bool, evenodd: bool) -> str:
    star = "*" if evenodd and fill else ""
    return {(True, True): "B", (True, False): "f", (False, True): "S"}[fill, stroke] + star


@cache
def _fill(colour: str, printed: bool) -> str:
    """Return the operator that sets the fill colour.

    printed: as printing inks, else as light.
    """
    parts = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    if printed:
        return " ".join([*map(_n, rgb_to_cmyk(*parts)), "k"])
    if parts[0] == parts[1] == parts[2]:
        return f"{_n(parts[0])} g"
    return " ".join([*map(_n, parts), "rg"])


def _stroke(colour: str, printed: bool) -> str:
    """Return the operator that sets the stroke colour, as `_fill`."""
    return _fill(colour, printed).upper()


@lru_cache(maxsize=4096)  # places and sizes are the same from page to page
def _n(value: float, digits: int = 3) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text
