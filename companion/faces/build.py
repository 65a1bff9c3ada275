"""Template + a row of content + a language -> Face. Decides every position; knows no paper and no PDF."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from itertools import groupby
from typing import Any

from companion.content.model import Row
from companion.core import resources
from companion.core.errors import FaceError, did_you_mean
from companion.core.exact import total
from companion.core.units import mm
from companion.faces import palette, qr, template
from companion.faces.columns import HeadedRows, RowGroup, RowHead, fill_columns
from companion.faces.contour import path_contour
from companion.faces.model import (
    Face,
    FigureSpace,
    Item,
    Picture,
    Point,
    Rect,
    Shape,
    Step,
    Text,
    move_item,
    polygon_steps,
    rotate_item,
)
from companion.faces.nets.net import Panel
from companion.faces.print_texts import PrintVoice
from companion.faces.row_part import RowPart
from companion.faces.rows import field_rank, is_own_choice, listed_rows
from companion.faces.shapes import NETS, SHAPES, make_net, shape_at
from companion.faces.static_items import Context, StaticItemCache
from companion.faces.tags import FIGURE, ITEM, LIST, OF_STYLE, PART, TEXT, TagCollector
from companion.faces.template import NEEDS, Box, Boxes, Template
from companion.faces.template_text import render_text
from companion.faces.text import FLOOR, ICON_DROP, Line, Run, Style, Typesetter, length_in_letters
from companion.faces.trim import cut_overhang, net_paper, words_outside_trim

MOST_BOXES = 20_000  # on one face, groups repeated for rows counted
MOST_PROBLEMS = 100  # of one face that are reported
RASTER = (".png", ".jpg", ".jpeg")  # pictures that are no drawings
DIGITS = 10  # of a computed length behind the point, as many as a template's numbers have
GROUPS = ("boxes", "split", "part", "rest", "columns")  # kinds of boxes that only hold others
DECK_BOX = "deck_box"  # the net that follows the user's cards
_START = "start"  # alignment: the edge at which a line begins to be read
SLEEVED = 3.0  # mm by which a sleeve is wider and higher than its card
LONGEST_NAME = 200  # bytes of a drawing's name


class _TooMany(FaceError):  # noqa: N818  says what it is
    """A face with too many boxes; building stops at once."""


def build_face(
    design: Template,
    id: str,
    words: PrintVoice,
    setter: Typesetter,
    rows: Mapping[str, Row],
    address: str | None = None,
    kept: StaticItemCache | None = None,
    given: Mapping[str, Any] | None = None,
    deck: Mapping[str, float] | None = None,
) -> Face:
    """Build one face.

    rows: the component's own row by kind.
    address: printed as a QR code if the design has one.
    kept: cache shared by faces of one language.
    given: more names for texts, such as a filled sheet.
    deck: thickness of the user's cards (`thick`) and sleeves (`sleeve`) in mm, for deck boxes.
    Raises FaceError with one line for each box that cannot be built.
    """
    kept = kept or StaticItemCache()
    own = {kind: words.row(row) for kind, row in rows.items()}
    scope = {**words.scope(), **own, **(given or {}), "qr": address or ""}
    boxes = design.boxes
    try:
        values: dict[str, str] = {}
        for key, value in design.values.items():
            values[key] = render_text(value, {**values, **scope})
        scope |= values
        ground = palette.check_role(render_text(design.ground, scope)) if design.ground else ""
        if address:
            boxes = kept.with_qr(design)
    except FaceError as error:
        raise FaceError(f"{design.place}: {id}: ({words.lang}) {error}") from None
    builder = Builder(design, id, words, setter, boxes, kept, deck or {})
    try:
        items = builder.boxes(boxes, Context(scope, rows))
    except _TooMany as error:
        raise FaceError(f"{design.place}: {id}: {error}") from None
    if builder.problems:
        raise FaceError("\n".join(builder.problems))
    if design.scale != 1.0 or any(design.shift):
        items = [move_item(item, *design.shift, scale=design.scale) for item in items]
        if any(item.size < FLOOR - 1e-6 for item in items if isinstance(item, Text)):
            raise FaceError(f"{design.place}: {id}: 'scale' makes words smaller than {FLOOR:g} pt")
    if not all(design.trim):
        raise FaceError(f"{design.place}: {id}: no 'trim' says how large it is")
    trim = net_paper(items, design.trim) if deck and design.outline == "net" else design.trim
    if lost := words_outside_trim(items, *trim, setter):
        raise FaceError(f"{design.place}: {id}: ({words.lang}) words outside the trim: {lost}")
    if past := cut_overhang(items, *trim):
        w, h = trim
        raise FaceError(f"{design.place}: {id}: lines to cut reach {past:.1f} mm past the trim of {w:g} x {h:g} mm")
    rooms = tuple(builder.rooms) if design.scale == 1.0 else ()
    tags = tuple(builder.tags.tags)
    return Face(id, trim, tuple(items), ground, design.outline, design.corner, builder.marked, rooms, tags)


class Builder:
    """Builds the items of one face, box by box; `problems` are its faults."""

    def __init__(
        self,
        design: Template,
        id: str,
        words: PrintVoice,
        setter: Typesetter,
        boxes: Boxes,
        kept: StaticItemCache,
        deck: Mapping[str, float],
    ) -> None:
        self.design, self.id, self.words, self.setter, self.top, self.kept = design, id, words, setter, boxes, kept
        self.deck = deck
        self.problems: list[str] = []
        self.count = 0
        self.marked = False
        self.rooms: list[FigureSpace] = []
        self.tags = TagCollector()

    def boxes(self, boxes: Boxes, here: Context) -> list[Item]:
        """Return the items of all boxes in drawing order; faults are collected."""
        out: list[Item] = []
        for name, box in boxes.items():
            if box is None:
                continue
            self.count += 1
            if self.count > MOST_BOXES:
                raise _TooMany(f"more than {MOST_BOXES} boxes on one face")
            kept = self.kept.items(self.design, box, here)
            if kept is not None:
                items, tags = kept
                out += items
                self.tags.repeat(len(items), tags)
                continue
            with self.collect_faults(name, box):
                first, mark = self.tags.count, len(self.tags.tags)
                with (
                    self.tags.group(PART, self.number(box.keys["read"], here)) if "read" in box.keys else nullcontext()
                ):
                    items = self.box(box, here)
                    if box.kind not in GROUPS:
                        self.tags.add(len(items), *self.role(box, here))
                out += items
                if self.kept.is_static(box) and not self.problems:
                    self.kept.store(self.design, box, here, (items, self.tags.since(first, mark)))
        return out

    @contextmanager
    def collect_faults(self, name: str, box: Box) -> Iterator[None]:
        """Context manager: collect a FaceError with the box's place and continue."""
        try:
            yield
        except _TooMany:
            raise
        except FaceError as error:
            note = f"{box.place}: {self.id}: '{name}' ({self.words.lang}) {error}"
            if note not in self.problems and len(self.problems) < MOST_PROBLEMS:
                self.problems.append(note)

    def box(self, box: Box, here: Context) -> list[Item]:
        """Return the items of one box."""
        if not box.kind:
            raise FaceError("says nothing to draw")
        if box.kind in NEEDS and NEEDS[box.kind] not in box.keys:
            raise FaceError(f"'{box.kind}' needs '{NEEDS[box.kind]}'")
        if not self.is_wanted(box, here):
            return []
        items: list[Item] = getattr(self, f"_{box.kind}")(box, self.shift_origin(box, here))
        if box.kind not in GROUPS:
            for role in {role for item in items for role in _roles(item)} - self.kept.roles:
                self.kept.roles.add(palette.check_role(role))
        return items

    def role(self, box: Box, here: Context) -> tuple[str, str]:
        """Return the role of a box's items and the words for a figure; "" for items that stand for themselves."""
        if box.kind in ("text", "row"):
            name = str(self.value(box.keys.get("style", "text"), here))
            style = self.design.styles.get(name)
            return (style and style.role) or OF_STYLE.get(name, TEXT), ""
        return (FIGURE, str(self.value(box.keys["qr"], here))) if box.kind == "qr" else ("", "")

    def shift_origin(self, box: Box, here: Context) -> Context:
        """Return the context with its origin moved by the box's `offset`."""
        if "offset" not in box.keys:
            return here
        dx, dy = self.point(box.keys["offset"], here)
        return replace(here, x=here.x + dx, y=here.y + dy)

    def is_wanted(self, box: Box, here: Context) -> bool:
        """True unless the box's `when` is empty or its `design` fields are not our own choice."""
        if "when" in box.keys and not render_text(str(box.keys["when"]), here.scope).strip():
            return False
        named = box.keys.get("design")
        return named is None or any(self.own_choice(field, here) for field in _list(named))

    def is_part_wanted(self, part: Mapping[str, Any], here: Context) -> bool:
        """Return True if a part of a row is printed; same rules as `is_wanted`."""
        return "design" not in part or any(self.own_choice(field, here) for field in _list(part["design"]))

    def own_choice(self, named: Any, here: Context) -> bool:
        """True if `square.number` (of this row, or of any row of the kind) has provenance `design`."""
        kind, _, field = str(named).partition(".")
        if kind in here.rows:
            return is_own_choice(here.rows[kind], field)
        tables = self.words.content.tables
        if kind not in tables:
            raise FaceError(f"no content of kind '{kind:.60}'{did_you_mean(kind, tables)}")
        return any(is_own_choice(row, field) for row in tables[kind].values())

    # ------------------------------------------------------------------ values

    def value(self, value: Any, here: Context) -> Any:
        """Return a key's value with its texts rendered."""
        return render_text(value, here.scope) if isinstance(value, str) else value

    def number(self, value: Any, here: Context, key: str = "") -> float:
        """Return a literal or computed number.

        key: checks the limits of this key.
        """
        try:
            number = float(self.value(value, here))
        except (TypeError, ValueError, OverflowError):
            raise FaceError(f"{value!r:.60} is not a number") from None
        if fault := template.limit_fault(key, number):
            raise FaceError(f"'{key}' {fault}" if key else f"a number {fault}")
        return number

    def numbers(self, value: Any, count: int, here: Context) -> list[float]:
        """Return exactly `count` numbers."""
        if not isinstance(value, list) or len(value) != count:
            raise FaceError(f"{value!r:.60} is not {count} numbers")
        return [self.number(part, here) for part in value]

    def point(self, value: Any, here: Context) -> Point:
        """Return a point as written, origin not added."""
        x, y = self.numbers(value, 2, here)
        return x, y

    def anchor(self, box: Box, here: Context) -> Point:
        """Return the box's `at` on the face, mm."""
        x, y = self.point(box.keys.get("at", [0, 0]), here)
        return here.x + x, here.y + y

    def rectangle(self, value: Any, here: Context) -> Rect:
        """Return a rectangle on the face, mm."""
        x, y, w, h = self.numbers(value, 4, here)
        if w < 0 or h < 0:
            raise FaceError(f"a box is not {w:g} x {h:g} mm")
        return here.x + x, here.y + y, w, h

    def style(self, keys: Mapping[str, Any], here: Context, fallback: str = "") -> Style:
        """Return the box's type style with its own size and colour."""
        name = str(self.value(keys.get("style", fallback), here))
        if name not in self.design.styles:
            raise FaceError(f"has no style '{name:.60}'{did_you_mean(name[:100], self.design.styles)}")
        style = self.design.styles[name]
        if "size" in keys:
            size = self.number(keys["size"], here, "size")
            if size < FLOOR:
                raise FaceError(f"{size:g} pt is too small; nothing is printed smaller than {FLOOR:g} pt")
            style = replace(style, size=size, floor=min(style.floor, size))
        if "colour" in keys:
            style = replace(style, colour=str(self.value(keys["colour"], here)))
        return style

    def picture(self, name: str) -> str:
        """Return the name of an existing drawing, or of a picture with its suffix. Raises FaceError."""
        if name in self.kept.pictures:
            return name
        file = f"cards/art/{name}" if name.lower().endswith(RASTER) else f"cards/art/{name}.svg"
        named = 0 < len(name.encode()) <= LONGEST_NAME
        if not named or resources.find(file) is None:
            if named and resources.leads_out(file):
                raise FaceError(f"{file:.80} is a link that leads out of its folder; put the file itself there")
            known = resources.list_names("cards/art", "**/*.svg*")
            folder, _, one = name.partition("/")
            hint = did_you_mean(name[:LONGEST_NAME], known)
            if one and not any(each.startswith(f"{folder}/") for each in known):
                hint += f"; a set of icons '{folder:.40}' would have to be added: companion icons add FILE"
            raise FaceError(f"names no drawing {file:.80}{hint}")
        self.kept.pictures.add(name)
        return name

    def icon(self, name: str) -> str:
        """Return the name of an existing icon: of ours, or SET/NAME. Raises FaceError."""
        return self.picture(name if "/" in name else f"icons/{name}")

    # ------------------------------------------------------------------ kinds of boxes

    def _room(self, box: Box, here: Context) -> list[Item]:
        """Register a space for figures; draws nothing."""
        keys = box.keys
        if "rect" in keys:
            name = ""
            x, y, w, h = self.rectangle(keys["rect"], here)
            rings: tuple[tuple[Point, ...], ...] = (((x, y), (x + w, y), (x + w, y + h), (x, y + h)),)
        else:
            name = str(self.value(keys.get("path", ""), here))
            art = self.picture(str(self.value(keys.get("art", ""), here)))
            rings = path_contour(art, name, self.rectangle(keys.get("box", []), here))
        beside = tuple(self.rectangle(one, here) for one in keys.get("beside", []))
        figures, base = int(self.number(keys["room"], here, "room")), self.number(keys["base"], here, "base")
        self.rooms.append(FigureSpace(name, rings, figures, base, beside, keys.get("words", False)))
        return []

    def _text(self, box: Box, here: Context) -> list[Item]:
        keys = box.keys
        style = self.style(keys, here, "text")
        words = str(self.value(keys["text"], here)).strip()
        if not words:
            return []
        align = str(keys.get("align", _START if "box" in keys or "width" in keys else "left"))
        if "box" in keys:
            x, y, w, h = self.rectangle(keys["box"], here)
            fitted = self.setter.fit_height(words, style, w, h)
            lead = mm(fitted.size) * style.lead
            tall = mm(fitted.size) * ((len(fitted.lines) - 1) * style.lead + 1.0)
            top = y + {"top": 0.0, "middle": (h - tall) / 2, "bottom": h - tall}[str(keys.get("valign", "top"))]
            return self.lines(fitted.lines, x, top + 0.76 * mm(fitted.size), w, align, lead, fitted.size, style)
        x, y = self.anchor(box, here)
        most = int(self.number(keys.get("lines", 1), here, "lines"))
        keep = self.number(keys["keep"], here, "keep") if "keep" in keys else None
        width = self.number(keys.get("width", 1000), here, "width")
        fitted = self.setter.fit(words, style, width, most, keep)
        lead = mm(fitted.size) * style.lead
        if keys.get("from") == "bottom":
            y -= lead * (len(fitted.lines) - 1)
        x -= {"middle": width / 2, "right": width}.get(align, 0.0)
        return self.lines(fitted.lines, x, y, width, align, lead, fitted.size, style)

    def lines(
        self, lines: Sequence[Line], x: float, y: float, w: float, align: str, lead: float, size: float, style: Style
    ) -> list[Item]:
        """Return placed lines of text.

        x: left edge of the column, mm.
        y: first baseline, mm.
        """
        out: list[Item] = []
        for line in lines:
            side = align if align != _START else "right" if line.backwards else "left"
            left = x + {"left": 0.0, "middle": (w - line.w) / 2, "right": w - line.w}[side]
            for run in line.runs:
                if run.icon:
                    name = self.icon(run.icon)
                    out.append(
                        Picture(name, left + run.x, y + mm(size) * ICON_DROP - run.w, run.w, run.w, style.colour)
                    )
                else:
                    out.append(self.words_at(left + run.x, y, run, size, style))
            y += lead
        return out

    def words_at(self, x: float, y: float, run: Run, size: float, style: Style) -> Text:
        """Return one run of words."""
        words, font, colour = run.words, run.font, style.colour
        return Text(x, y, words, font, size, colour, style.tracking, style.halo, style.ground, backwards=run.backwards)

    def _row(self, box: Box, here: Context) -> list[Item]:
        """Return parts side by side on one baseline; `line` and `space` share the remaining width."""
        x, y = self.anchor(box, here)
        room = self.number(box.keys["width"], here, "width")
        middle = self.number(box.keys.get("middle", 0.75), here)
        parts = [
            RowPart.from_template(part, box, self, here)
            for part in _list(box.keys["row"])
            if self.is_part_wanted(part, here)
        ]
        while (least := total(part.least_width(self.setter) for part in parts)) > room + 1e-6:
            smaller = [part.reduce_size() for part in parts]
            if smaller == parts:
                raise FaceError(f"needs {least:.1f} mm, its box has {room:.1f} mm")
            parts = smaller
        shares = total(part.share for part in parts) or 1.0
        free = room - total(part.fixed_width(self.setter) for part in parts)
        out: list[Item] = []
        for part in parts:
            wide = part.fixed_width(self.setter) + free * part.share / shares
            if part.kind == "text" and part.words.strip():
                for run in self.setter.fit(part.words, replace(part.style, floor=part.style.size), 1000).lines[0].runs:
                    out.append(self.words_at(x + run.x, y, run, part.style.size, part.style))
            elif part.kind == "icon":
                name = self.icon(part.words)
                out.append(Picture(name, x, y - middle - wide / 2, wide, wide, part.style.colour))
            elif part.kind == "dot":
                self.marked = True
                circle = ("circle", x + wide / 2, y - part.rise, wide / 2 - 0.07)
                out.append(Shape((circle,), stroke=part.style.colour, width=0.15))
            elif part.kind == "line":
                stroke = polygon_steps(((x, y + 0.3), (x + wide, y + 0.3)), closed=False)
                out.append(Shape(stroke, stroke=part.style.colour, width=0.18))
            x += wide
        return out

    def _icon(self, box: Box, here: Context) -> list[Item]:
        x, y = self.anchor(box, here)
        size = self.number(box.keys["size"], here, "size")
        name = self.icon(str(self.value(box.keys["icon"], here)))
        tint = str(self.value(box.keys.get("colour", "sign"), here))
        angle = self.number(box.keys.get("angle", 0), here)
        return [Picture(name, x - size / 2, y - size / 2, size, size, tint, angle)]

    def _art(self, box: Box, here: Context) -> list[Item]:
        name = self.picture(str(self.value(box.keys["art"], here)))
        tint = str(self.value(box.keys.get("colour", ""), here))
        angle = self.number(box.keys.get("angle", 0), here)
        crop, valign = str(box.keys.get("crop", "")), str(box.keys.get("valign", ""))
        return [Picture(name, *self.rectangle(box.keys["box"], here), tint, angle, crop, valign)]

    def _rect(self, box: Box, here: Context) -> list[Item]:
        return [self.painted_path((("rect", *self.rectangle(box.keys["rect"], here)),), box, here)]

    def _circle(self, box: Box, here: Context) -> list[Item]:
        x, y, r = self.numbers(box.keys["circle"], 3, here)
        if r < 0:
            raise FaceError(f"a circle has no radius of {r:g} mm")
        return [self.painted_path((("circle", here.x + x, here.y + y, r),), box, here)]

    def _line(self, box: Box, here: Context) -> list[Item]:
        """Return straight lines through the points x, y, x, y, ..."""
        flat = [self.number(value, here) for value in _list(box.keys["line"])]
        if len(flat) < 4 or len(flat) % 2:
            raise FaceError(f"a line is x, y, x, y, ..., not {flat}")
        points = [(here.x + x, here.y + y) for x, y in zip(flat[::2], flat[1::2], strict=True)]
        return [self.painted_path(polygon_steps(points, bool(box.keys.get("closed", False))), box, here)]

    def painted_path(self, path: tuple[Step, ...], box: Box, here: Context) -> Shape:
        """Return a path with the box's fill and stroke."""
        keys = box.keys
        stroke = str(self.value(keys.get("stroke", "" if "fill" in keys else "ink"), here))
        return Shape(
            path,
            fill=str(self.value(keys.get("fill", ""), here)),
            stroke=stroke,
            width=self.number(keys.get("pen", 0.2), here, "pen") if stroke else 0.0,
            dash=self.dash(keys.get("dash", []), here),
            round=bool(keys.get("round", False)),
            field=str(self.value(keys.get("field", ""), here)),
        )

    def dash(self, value: Sequence[Any], here: Context) -> tuple[float, ...]:
        """Return dash lengths on and off, mm."""
        dash = tuple(self.number(part, here) for part in value)
        if dash and (min(dash) < 0 or not sum(dash)):
            raise FaceError("'dash' is lengths on and off in mm, and not all are 0")
        return dash

    def _shape(self, box: Box, here: Context) -> list[Item]:
        name = str(box.keys["shape"])
        try:
            return list(shape_at(self.anchor(box, here), name, **self.parameters(box, here)))
        except (ArithmeticError, ValueError, IndexError) as error:
            raise FaceError(f"shape {name} cannot be drawn with these numbers: {error}") from None

    def parameters(self, box: Box, here: Context) -> dict[str, Any]:
        """Return the parameters a box passes to its coded shape."""
        known = inspect.signature(SHAPES[str(box.keys["shape"])]).parameters
        given = {key: value for key, value in box.keys.items() if key in known}
        for key, value in given.items():
            kind = str(known[key].annotation)
            if "float" in kind:
                given[key] = self.number(value, here, key)
            elif isinstance(value, list) and "str" not in kind:
                given[key] = tuple(self.number(part, here) for part in value)
            elif isinstance(value, str) and "str" in kind:
                given[key] = self.value(value, here)
            else:
                raise FaceError(f"'{key}' is {'words' if 'str' in kind else 'a list of numbers'}, not {value!r:.60}")
        missing = [key for key, one in known.items() if one.default is one.empty and key not in given]
        if missing:
            raise FaceError(f"shape {box.keys['shape']} needs {', '.join(missing)}")
        if box.keys["shape"] == DECK_BOX:
            given |= self.deck
            if "sleeve" in self.deck:
                given["card"] = tuple(edge + SLEEVED for edge in given["card"])
        return given

    def _qr(self, box: Box, here: Context) -> list[Item]:
        address = str(self.value(box.keys["qr"], here))
        return [qr.qr_shape(address, self.rectangle(box.keys["box"], here), str(box.keys.get("colour", "ink")))]

    def _split(self, box: Box, here: Context) -> list[Item]:
        """Return two parts one above the other, each as high as its content plus a share of the rest for its text."""
        top, bottom, least, most = self.heights(box, here)
        parts = {name: part for name, part in box.boxes.items() if part}
        if [part.kind for part in parts.values()] != ["part", "part"]:
            raise FaceError("a split has two boxes, both a part")
        needs = []  # of each part: mm besides its text, and how much of the rest
        for name, part in parts.items():
            with self.collect_faults(name, part):
                weight = self.number(part.keys.get("weight", 1), here, "weight")
                text = str(self.value(part.keys["part"], here))
                needs.append(
                    (self.number(part.keys.get("besides", 0), here, "besides"), weight * length_in_letters(text))
                )
        if len(needs) < len(parts):
            return []
        (upper, above), (lower, below) = needs
        free = bottom - top - upper - lower
        if free < 0:
            raise FaceError(f"needs {upper + lower:.1f} mm besides its texts, has {bottom - top:.1f} mm")
        line = round(min(max(top + upper + free * above / (above + below), least), most), DIGITS)
        out: list[Item] = []
        for (name, part), (y, height) in zip(parts.items(), ((top, line - top), (line, bottom - line)), strict=True):
            scope = {**here.scope, "part": {"h": height}}
            out += self.boxes({name: part}, replace(here, scope=scope, y=here.y + y))
        return out

    def _part(self, box: Box, here: Context) -> list[Item]:
        """Return one part of a split, from its upper edge."""
        if "part" not in here.scope:
            raise FaceError("a part must be in a split")
        return self.boxes(box.boxes, here)

    def _rest(self, box: Box, here: Context) -> list[Item]:
        """Return a group that knows where a text at the foot begins, set as large as its style says if it can be."""
        _, bottom, least, most = self.heights(box, here)
        text = str(self.value(box.keys.get("part", ""), here)).strip()
        width = self.number(box.keys["width"], here, "width")
        tall = self.setter.full_height(text, self.style(box.keys, here, "text"), width) if text else 0.0
        y = bottom - tall - self.number(box.keys.get("besides", 0), here, "besides")
        y = round(min(max(y, least), most), DIGITS)
        scope = {**here.scope, "part": {"y": y, "h": round(bottom - y, DIGITS)}}
        return self.boxes(box.boxes, replace(here, scope=scope))

    def heights(self, box: Box, here: Context) -> tuple[float, float, float, float]:
        """Return where a group that is divided begins and ends, and between which heights the line lies."""
        top, bottom = self.numbers(box.keys[box.kind], 2, here)
        least, most = self.numbers(box.keys.get("between", [top, bottom]), 2, here)
        if not top <= least <= most <= bottom:
            said = f"'{box.kind}' [{top:g}, {bottom:g}], 'between' [{least:g}, {most:g}]"
            raise FaceError(f"heights grow downwards: {said}")
        return top, bottom, least, most

    def _boxes(self, box: Box, here: Context) -> list[Item]:
        """Return a group: once, once per row (`each`), or on panels of a net (`on`)."""
        keys = box.keys
        if "on" in keys:
            return self.on_panels(box, here)
        angle = self.number(keys.get("angle", 0), here)
        if "each" not in keys:
            x, y = self.anchor(box, here)
            return self.rotate_boxes(box.boxes, replace(here, x=x, y=y), angle)
        rows = listed_rows(str(keys["each"]), here.rows, self.words.content)[
            int(self.number(keys.get("skip", 0), here, "skip")) :
        ]
        out: list[Item] = []
        with self.tags.group(LIST):
            for index, (row, (x, y)) in enumerate(zip(rows, self.places(keys, len(rows), here), strict=True)):
                there = self.row_context(row, replace(here, x=here.x + x, y=here.y + y), n=index + 1, of=len(rows))
                inner = template.merge_boxes(box.boxes, box.last) if index == len(rows) - 1 else box.boxes
                with self.tags.group(ITEM):
                    out += self.rotate_boxes(inner, there, angle)
        return out

    def row_context(self, rows: Mapping[str, Row], here: Context, **counts: int) -> Context:
        """Return the context with these rows and counts for its texts."""
        named = {kind: self.words.row(row) for kind, row in rows.items()}
        return replace(here, scope={**here.scope, **named, **counts}, rows={**here.rows, **rows})

    def _columns(self, box: Box, here: Context) -> list[Item]:
        """Return rows in columns, each group of them under the heads that begin with it."""
        keys = box.keys
        left, top, width, height = self.rectangle(keys.get("box"), here)
        columns = int(self.number(keys["columns"], here, "columns"))
        pitch = self.number(keys["pitch"], here, "pitch")
        gap = self.number(keys["gap"], here, "gap") if "gap" in keys else 0.0
        groups = self.row_groups(box, here)
        row_boxes = {name: inner for name, inner in box.boxes.items() if inner and inner.kind != "head"}
        out: list[Item] = []
        for section in fill_columns([group.size for group in groups], columns, height, pitch, gap):
            group = groups[section.group]
            first, y, inner = section.first, top + section.y, group.size.again
            there = replace(here, x=round(left + section.column * width / columns, DIGITS))
            for head in () if first else group.heads:
                origin = self.shift_origin(head.box, replace(head.context, x=there.x, y=y))
                out += self.boxes(head.box.boxes, replace(origin, y=round(origin.y, DIGITS)))
                y += head.height
            there = replace(there, y=round(y if first else y - inner, DIGITS))
            rows = group.rows[first : first + section.rows]
            last = round(inner + (section.rows - 1) * pitch, DIGITS)
            places = self.places({"along": {"from": [0, inner], "to": [0, last]}}, len(rows), there)
            with self.tags.group(LIST):
                for n, (row, (_, down)) in enumerate(zip(rows, places, strict=True), first + 1):
                    at = replace(there, y=there.y + down)
                    with self.tags.group(ITEM):
                        out += self.boxes(row_boxes, self.row_context(row, at, n=n, of=len(group.rows)))
        return out

    def _head(self, box: Box, here: Context) -> list[Item]:
        """Raise FaceError: heads are drawn by their columns."""
        raise FaceError("a head must be in columns")

    def row_groups(self, box: Box, here: Context) -> list[HeadedRows]:
        """Return the rows of columns in order, those with the same values in the fields of all heads together."""
        heads = [inner for inner in box.boxes.values() if inner and inner.kind == "head"]
        fields = [str(head.keys["head"]) for head in heads]
        order = [*fields, *_list(box.keys.get("sort", []))]
        rows = listed_rows(str(box.keys.get("each", "")), here.rows, self.words.content)
        ranks = {id(row): tuple(field_rank(field, row, self.words.content) for field in order) for row in rows}
        rows.sort(key=lambda row: ranks[id(row)])
        depths = range(1, len(heads) + 1)
        counts = Counter(ranks[id(row)][:depth] for row in rows for depth in depths)
        out: list[HeadedRows] = []
        for _, same in groupby(rows, key=lambda row: ranks[id(row)][: len(heads)]):
            group, opening, inner = list(same), [], 0.0
            for depth, head in zip(depths, heads, strict=True):
                values = ranks[id(group[0])][:depth]
                there = self.row_context(group[0], here, of=counts[values])
                wanted = self.is_wanted(head, there)
                inner = self.number(head.keys.get("height", 0), there, "height") if wanted else 0.0
                if wanted and not (out and ranks[id(out[-1].rows[0])][:depth] == values):
                    opening.append(RowHead(head, there, inner))
            out.append(HeadedRows(group, opening, RowGroup(len(group), total(head.height for head in opening), inner)))
        return out

    def rotate_boxes(self, boxes: Boxes, there: Context, angle: float) -> list[Item]:
        """Return boxes rotated clockwise about the origin of `there`."""
        if not angle % 360:
            return self.boxes(boxes, there)
        flat = self.boxes(boxes, replace(there, x=0.0, y=0.0))
        return [move_item(rotate_item(item, angle), there.x, there.y) for item in flat]

    def on_panels(self, box: Box, here: Context) -> list[Item]:
        """Return the group on each panel, origin at the panel's centre; with `each`, one row per panel."""
        angle = self.number(box.keys.get("angle", 0), here)
        panels = [panel for named in _list(box.keys["on"]) for panel in self.panels(str(named), here)]
        rows: list[dict[str, Row]] = [{} for _ in panels]
        if "each" in box.keys:
            rows = listed_rows(str(box.keys["each"]), here.rows, self.words.content)
        if len(rows) != len(panels):
            raise FaceError(f"has {len(panels)} panels for {len(rows)} rows of {box.keys['each']}")
        out: list[Item] = []
        for panel, row in zip(panels, rows, strict=True):
            size = {"w": panel.w, "h": panel.h} if angle % 180 == 0 else {"w": panel.h, "h": panel.w}
            there = self.row_context(row, Context({**here.scope, "panel": size}, here.rows, panel.x, panel.y))
            out += self.rotate_boxes(box.boxes, there, panel.angle + angle)
        return out

    def panels(self, named: str, here: Context) -> list[Panel]:
        """Return all panels of a net (`net`) or one of them (`net.front`)."""
        name, _, one = named.partition(".")
        drawn = {key: box for key, box in self.top.items() if box and box.keys.get("shape") in NETS}
        if name not in drawn:
            raise FaceError(f"no net '{name:.60}'{did_you_mean(name, drawn)}")
        box = drawn[name]
        assert box is not None
        net = make_net(str(box.keys["shape"]), **self.parameters(box, here))
        if one and one not in net.panels:
            raise FaceError(f"net '{name}' has no panel '{one:.60}'{did_you_mean(one, net.panels)}")
        x, y = self.anchor(box, self.shift_origin(box, replace(here, x=0.0, y=0.0)))
        return [replace(panel, x=panel.x + x, y=panel.y + y) for key, panel in net.panels.items() if one in ("", key)]

    def places(self, keys: Mapping[str, Any], count: int, here: Context) -> list[Point]:
        """Return a point per row: `at` lists them; `along` spaces them evenly, every second one lowered by `swing`."""
        if "along" in keys:
            (x, y), (to_x, to_y) = (self.point(keys["along"].get(end), here) for end in ("from", "to"))
            swing = self.number(keys["along"].get("swing", 0), here)
            k = [index / max(1, count - 1) for index in range(count)]
            return [(x + (to_x - x) * t, y + (to_y - y) * t + swing * (i % 2)) for i, t in enumerate(k)]
        points = [self.point(point, here) for point in _list(keys.get("at", []))]
        if len(points) != count:
            raise FaceError(f"has {len(points)} places for {count} rows of {keys['each']}")
        return points


def _roles(item: Item) -> Iterator[str]:
    """Yield the colours an item names."""
    for name in ("colour", "ground", "fill", "stroke", "tint"):
        if role := getattr(item, name, ""):
            yield role


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
