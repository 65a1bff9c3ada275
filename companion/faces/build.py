"""Template + a row of content + a language -> Face. Decides every position; knows no paper and no PDF."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion import resources
from companion.content.model import Row
from companion.errors import FaceError, nearest
from companion.faces import qr, template
from companion.faces.model import Face, Item, Picture, Point, Rect, Shape, Step, Text, moved, polygon
from companion.faces.shapes import SHAPES
from companion.faces.template import Box, Boxes, Template
from companion.faces.text import ICON_DROP, Line, Style, Typesetter
from companion.faces.words import Words, designed, render
from companion.units import mm

LEAST_LINE = 6.0  # mm; a line to write on is never shorter


@dataclass(frozen=True)
class Here:
    """Where the builder stands: what texts may name, the content rows behind those names, the origin."""

    scope: Mapping[str, Any]
    rows: Mapping[str, Row]
    x: float = 0.0
    y: float = 0.0


def build(
    design: Template, id: str, words: Words, setter: Typesetter, rows: Mapping[str, Row], address: str | None = None
) -> Face:
    """One face. rows: the component's own row by kind; address: printed as a QR code where the design has one.

    Raises FaceError with every box that cannot be filled, one a line.
    """
    own = {kind: words.row(row) for kind, row in rows.items()}
    scope = {**words.scope(), **own, "qr": address or ""}
    scope |= {key: render(value, scope) for key, value in design.values.items()}
    boxes = template.merge(design.boxes, design.with_qr) if address else design.boxes
    builder = _Builder(design, id, words, setter)
    items = builder.boxes(boxes, Here(scope, rows))
    if builder.problems:
        raise FaceError("\n".join(builder.problems))
    if design.scale != 1.0 or any(design.shift):
        items = [moved(item, *design.shift, scale=design.scale) for item in items]
    return Face(id, design.trim, tuple(items), design.ground, design.outline, design.corner)


class _Builder:
    def __init__(self, design: Template, id: str, words: Words, setter: Typesetter) -> None:
        self.design, self.id, self.words, self.setter = design, id, words, setter
        self.problems: list[str] = []

    def boxes(self, boxes: Boxes, here: Here) -> list[Item]:
        """Items of every box in drawing order; faults are noted and the rest is built all the same."""
        out: list[Item] = []
        for name, box in boxes.items():
            if box is None:
                continue
            try:
                out += self.box(box, here)
            except FaceError as error:
                note = f"{box.place}: {self.id}: '{name}' ({self.words.lang}) {error}"
                if note not in self.problems:
                    self.problems.append(note)
        return out

    def box(self, box: Box, here: Here) -> list[Item]:
        """Items of one box."""
        if not box.kind:
            raise FaceError("says nothing to draw")
        if not self.wanted(box, here):
            return []
        if "offset" in box.keys:
            dx, dy = self.point(box.keys["offset"], here)
            here = replace(here, x=here.x + dx, y=here.y + dy)
        items: list[Item] = getattr(self, f"_{box.kind}")(box, here)
        return items

    def wanted(self, box: Box, here: Here) -> bool:
        """`when`: its text is not empty; `design`: one of these fields is our own choice."""
        if "when" in box.keys and not render(str(box.keys["when"]), here.scope).strip():
            return False
        named = box.keys.get("design")
        return named is None or any(self.own_choice(field, here) for field in _list(named))

    def wanted_part(self, part: Mapping[str, Any], here: Here) -> bool:
        """The same for a part of a row."""
        return "design" not in part or any(self.own_choice(field, here) for field in _list(part["design"]))

    def own_choice(self, named: Any, here: Here) -> bool:
        """`square.number`: whether that field of this row (or of any row of the kind) has provenance `design`."""
        kind, _, field = str(named).partition(".")
        if kind in here.rows:
            return designed(here.rows[kind], field)
        tables = self.words.content.tables
        if kind not in tables:
            raise FaceError(f"no content of kind '{kind}'{nearest(kind, tables)}")
        return any(designed(row, field) for row in tables[kind].values())

    # ------------------------------------------------------------------ values

    def value(self, value: Any, here: Here) -> Any:
        """A key's value with its words filled in."""
        return render(value, here.scope) if isinstance(value, str) else value

    def number(self, value: Any, here: Here) -> float:
        """A number, written or computed."""
        try:
            return float(self.value(value, here))
        except (TypeError, ValueError):
            raise FaceError(f"{value!r} is not a number") from None

    def numbers(self, value: Any, count: int, here: Here) -> list[float]:
        """Exactly `count` numbers."""
        if not isinstance(value, list) or len(value) != count:
            raise FaceError(f"{value!r} is not {count} numbers")
        return [self.number(part, here) for part in value]

    def point(self, value: Any, here: Here) -> Point:
        """A point as written, without the origin."""
        x, y = self.numbers(value, 2, here)
        return x, y

    def at(self, box: Box, here: Here) -> Point:
        """`at` on the face."""
        x, y = self.point(box.keys.get("at", [0, 0]), here)
        return here.x + x, here.y + y

    def rectangle(self, value: Any, here: Here) -> Rect:
        """A box on the face."""
        x, y, w, h = self.numbers(value, 4, here)
        return here.x + x, here.y + y, w, h

    def style(self, keys: Mapping[str, Any], here: Here, fallback: str = "") -> Style:
        """The style that a box names, with its own size and colour."""
        name = str(self.value(keys.get("style", fallback), here))
        if name not in self.design.styles:
            raise FaceError(f"has no style '{name}'{nearest(name, self.design.styles)}")
        style = self.design.styles[name]
        if "size" in keys:
            size = self.number(keys["size"], here)
            style = replace(style, size=size, floor=min(style.floor, size))
        if "colour" in keys:
            style = replace(style, colour=str(self.value(keys["colour"], here)))
        return style

    def picture(self, name: str) -> str:
        """The name of a drawing that exists."""
        if resources.find(f"cards/art/{name}.svg") is None:
            known = resources.listed("cards/art", "**/*.svg")
            raise FaceError(f"names no drawing cards/art/{name}.svg{nearest(name, known)}")
        return name

    # ------------------------------------------------------------------ kinds of boxes

    def _text(self, box: Box, here: Here) -> list[Item]:
        keys = box.keys
        style = self.style(keys, here, "text")
        words = str(self.value(keys["text"], here)).strip()
        if not words:
            return []
        align = str(keys.get("align", "left"))
        if "box" in keys:
            x, y, w, h = self.rectangle(keys["box"], here)
            fitted = self.setter.fit_height(words, style, w, h)
            lead = mm(fitted.size) * style.lead
            tall = mm(fitted.size) * ((len(fitted.lines) - 1) * style.lead + 1.0)
            top = y + {"top": 0.0, "middle": (h - tall) / 2, "bottom": h - tall}[str(keys.get("valign", "top"))]
            return self.lines(fitted.lines, x, top + 0.76 * mm(fitted.size), w, align, lead, fitted.size, style)
        x, y = self.at(box, here)
        most = int(self.number(keys.get("lines", 1), here))
        keep = self.number(keys["keep"], here) if "keep" in keys else None
        width = self.number(keys.get("width", 1000), here)
        fitted = self.setter.fit(words, style, width, most, keep)
        lead = mm(fitted.size) * style.lead
        if keys.get("from") == "bottom":
            y -= lead * (len(fitted.lines) - 1)
        x -= {"left": 0.0, "middle": width / 2, "right": width}[align]
        return self.lines(fitted.lines, x, y, width, align, lead, fitted.size, style)

    def lines(
        self, lines: Sequence[Line], x: float, y: float, w: float, align: str, lead: float, size: float, style: Style
    ) -> list[Item]:
        """Placed lines; x is the left edge of the column, y the first baseline."""
        out: list[Item] = []
        for line in lines:
            left = x + {"left": 0.0, "middle": (w - line.w) / 2, "right": w - line.w}[align]
            for run in line.runs:
                if run.icon:
                    name = self.picture(f"icons/{run.icon}")
                    out.append(
                        Picture(name, left + run.x, y + mm(size) * ICON_DROP - run.w, run.w, run.w, style.colour)
                    )
                else:
                    out.append(self.words_at(left + run.x, y, run.words, run.font, size, style))
            y += lead
        return out

    def words_at(self, x: float, y: float, words: str, font: str, size: float, style: Style) -> Text:
        """One run of words."""
        return Text(x, y, words, font, size, style.colour, style.tracking, style.halo, style.ground)

    def _row(self, box: Box, here: Here) -> list[Item]:
        """Parts side by side on one baseline; `line` and `space` share what is left of the width."""
        x, y = self.at(box, here)
        room = self.number(box.keys["width"], here)
        middle = self.number(box.keys.get("middle", 0.75), here)
        parts = [_Part.read(part, box, self, here) for part in _list(box.keys["row"]) if self.wanted_part(part, here)]
        while (total := sum(part.least(self.setter) for part in parts)) > room + 1e-6:
            smaller = [part.smaller() for part in parts]
            if smaller == parts:
                raise FaceError(f"needs {total:.1f} mm, its box has {room:.1f} mm")
            parts = smaller
        shares = sum(part.share for part in parts) or 1.0
        free = room - sum(part.fixed(self.setter) for part in parts)
        out: list[Item] = []
        for part in parts:
            wide = part.fixed(self.setter) + free * part.share / shares
            if part.kind == "text":
                for run in self.setter.fit(part.words, replace(part.style, floor=part.style.size), 1000).lines[0].runs:
                    out.append(self.words_at(x + run.x, y, run.words, run.font, part.style.size, part.style))
            elif part.kind == "icon":
                name = self.picture(f"icons/{part.words}")
                out.append(Picture(name, x, y - middle - wide / 2, wide, wide, part.style.colour))
            elif part.kind == "dot":
                circle = ("circle", x + wide / 2, y - part.rise, wide / 2 - 0.07)
                out.append(Shape((circle,), stroke=part.style.colour, width=0.15))
            elif part.kind == "line":
                stroke = polygon(((x, y + 0.3), (x + wide, y + 0.3)), closed=False)
                out.append(Shape(stroke, stroke=part.style.colour, width=0.18))
            x += wide
        return out

    def _icon(self, box: Box, here: Here) -> list[Item]:
        x, y = self.at(box, here)
        size = self.number(box.keys["size"], here)
        name = str(self.value(box.keys["icon"], here))
        name = self.picture(name if "/" in name else f"icons/{name}")
        tint = str(self.value(box.keys.get("colour", "sign"), here))
        angle = self.number(box.keys.get("angle", 0), here)
        return [Picture(name, x - size / 2, y - size / 2, size, size, tint, angle)]

    def _art(self, box: Box, here: Here) -> list[Item]:
        name = self.picture(str(self.value(box.keys["art"], here)))
        tint = str(self.value(box.keys.get("colour", ""), here))
        return [
            Picture(name, *self.rectangle(box.keys["box"], here), tint, self.number(box.keys.get("angle", 0), here))
        ]

    def _rect(self, box: Box, here: Here) -> list[Item]:
        return [self.drawn((("rect", *self.rectangle(box.keys["rect"], here)),), box, here)]

    def _circle(self, box: Box, here: Here) -> list[Item]:
        x, y, r = self.numbers(box.keys["circle"], 3, here)
        return [self.drawn((("circle", here.x + x, here.y + y, r),), box, here)]

    def _line(self, box: Box, here: Here) -> list[Item]:
        """Straight lines through the points x, y, x, y, ..."""
        flat = [self.number(value, here) for value in _list(box.keys["line"])]
        if len(flat) < 4 or len(flat) % 2:
            raise FaceError(f"a line is x, y, x, y, ..., not {flat}")
        points = [(here.x + x, here.y + y) for x, y in zip(flat[::2], flat[1::2], strict=True)]
        return [self.drawn(polygon(points, bool(box.keys.get("closed", False))), box, here)]

    def drawn(self, path: tuple[Step, ...], box: Box, here: Here) -> Shape:
        """A path with the box's fill and stroke."""
        keys = box.keys
        stroke = str(self.value(keys.get("stroke", "" if "fill" in keys else "ink"), here))
        return Shape(
            path,
            fill=str(self.value(keys.get("fill", ""), here)),
            stroke=stroke,
            width=self.number(keys.get("pen", 0.2), here) if stroke else 0.0,
            dash=tuple(float(part) for part in keys.get("dash", ())),
            round=bool(keys.get("round", False)),
        )

    def _shape(self, box: Box, here: Here) -> list[Item]:
        shape = SHAPES[str(box.keys["shape"])]
        known = inspect.signature(shape).parameters
        given = {key: value for key, value in box.keys.items() if key in known}
        for key, value in given.items():
            if "float" in str(known[key].annotation):
                given[key] = self.number(value, here)
            elif isinstance(value, list):
                given[key] = [self.number(part, here) for part in value]
            else:
                given[key] = self.value(value, here)
        missing = [key for key, one in known.items() if one.default is one.empty and key not in given]
        if missing:
            raise FaceError(f"shape {box.keys['shape']} needs {', '.join(missing)}")
        x, y = self.at(box, here)
        items = shape(**given)
        return [moved(item, x, y) for item in items] if x or y else items

    def _qr(self, box: Box, here: Here) -> list[Item]:
        address = str(self.value(box.keys["qr"], here))
        return [qr.code(address, self.rectangle(box.keys["box"], here), str(box.keys.get("colour", "ink")))]

    def _boxes(self, box: Box, here: Here) -> list[Item]:
        """A group: once, or once for each row of a kind at its own place."""
        keys = box.keys
        if "each" not in keys:
            x, y = self.at(box, here)
            return self.boxes(box.boxes, replace(here, x=x, y=y))
        rows = self.each(str(keys["each"]), here)[int(keys.get("skip", 0)) :]
        out: list[Item] = []
        for index, (row, (x, y)) in enumerate(zip(rows, self.places(keys, len(rows), here), strict=True)):
            scope = {**here.scope, row.kind: self.words.row(row), "n": index + 1, "of": len(rows)}
            there = Here(scope, {**here.rows, row.kind: row}, here.x + x, here.y + y)
            last = index == len(rows) - 1
            out += self.boxes(template.merge(box.boxes, box.last) if last else box.boxes, there)
        return out

    def each(self, named: str, here: Here) -> list[Row]:
        """Rows of a kind, or of a list of references in a row at hand (`die.faces`)."""
        tables = self.words.content.tables
        kind, _, field = named.partition(".")
        if field and kind in here.rows:
            row = here.rows[kind]
            target = tables[kind].schema.get(field, "").removesuffix("?").removeprefix("list ref ")
            if target not in tables or field not in row:
                raise FaceError(f"'{named}' is no list of rows")
            return [tables[target][id] for id in row[field]]
        if named not in tables:
            raise FaceError(f"no content of kind '{named}'{nearest(named, tables)}")
        return list(tables[named].values())

    def places(self, keys: Mapping[str, Any], count: int, here: Here) -> list[Point]:
        """`at`: a point for each row; `along`: evenly spread, every second one lower by `swing`."""
        if "along" in keys:
            (x, y), (to_x, to_y) = (self.point(keys["along"][end], here) for end in ("from", "to"))
            swing = self.number(keys["along"].get("swing", 0), here)
            k = [index / max(1, count - 1) for index in range(count)]
            return [(x + (to_x - x) * t, y + (to_y - y) * t + swing * (i % 2)) for i, t in enumerate(k)]
        points = [self.point(point, here) for point in _list(keys.get("at", []))]
        if len(points) != count:
            raise FaceError(f"has {len(points)} places for {count} rows of {keys['each']}")
        return points


@dataclass(frozen=True)
class _Part:
    """One part of a row."""

    kind: str
    words: str
    style: Style
    size: float = 0.0
    share: float = 0.0
    rise: float = 0.0

    @classmethod
    def read(cls, part: Mapping[str, Any], box: Box, builder: _Builder, here: Here) -> _Part:
        kinds = ("text", "icon", "dot", "gap", "line", "space")
        kind = next((kind for kind in kinds if kind in part), "")
        allowed = (kind, "style", "colour", "size", "rise", "design")
        if not kind or any(key not in allowed for key in part):
            raise FaceError(
                f"a part of a row is one of {', '.join(kinds)} with {', '.join(allowed[1:])}; not {dict(part)}"
            )
        keys = {key: box.keys[key] for key in ("style", "colour") if key in box.keys} | dict(part)
        size = builder.number(keys.pop("size"), here) if "size" in keys and kind == "icon" else 0.0
        style = builder.style(keys, here, "text")
        if kind in ("text", "icon"):
            return cls(kind, str(builder.value(part[kind], here)), style, size)
        amount = builder.number(part[kind], here)
        if kind == "dot":
            return cls(kind, "", style, 2 * amount, rise=builder.number(part.get("rise", 0.65), here))
        return cls(kind, "", style, *((amount, 0.0) if kind == "gap" else (0.0, amount)))

    def fixed(self, setter: Typesetter) -> float:
        return setter.width(self.words, self.style) if self.kind == "text" else self.size

    def least(self, setter: Typesetter) -> float:
        return self.fixed(setter) + (LEAST_LINE if self.kind == "line" else 0.0)

    def smaller(self) -> _Part:
        size = max(self.style.floor, round(self.style.size - 0.1, 3))
        return replace(self, style=replace(self.style, size=size)) if self.kind == "text" else self


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
