"""Small print round the slots: ruler, page name, map of a large face. Placed where marks leave room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from companion.faces.model import Item, Rect, Shape, Step, Text, move_item, polygon_steps, rotate_point
from companion.faces.text import Style, Typesetter
from companion.sheets.marks import (
    CROSS,
    CUTTER_CLEAR,
    Segment,
    crop_marks,
    cutter_marks,
    marks_touching,
    registration_crosses,
)
from companion.sheets.model import Layout, Sheet

WIDE_EDGE = 8.0  # mm beside a page of a large face that leave room for the names of its neighbours away from it
SIDES = ("foot", "left", "right", "above")  # of the paper, in the order in which they are tried
LEAST_EDGE = 2.5  # mm of the paper that words leave free where there is no room for the usual edge
BESIDE = 2.5  # mm between a mark and words in line with it
FOLD = (2.0, 1.2)  # mm; dashes of every fold line


@dataclass(frozen=True, slots=True)
class Notes:
    """Small print of a page: the ruler's label ("" for no ruler), the sentences, and the one with the hollow dot.

    page: name of a page of a large face, printed first.
    """

    ruler: str
    sentences: tuple[str, ...]
    own_choice: str = ""
    page: str = ""


def finish_all(pages: Sequence[tuple[Sheet, Layout, Notes]], style: Style, setter: Typesetter) -> list[Sheet]:
    """Return the sheets of one file with marks and small print, in the same place on all sheets if possible.

    Raises LayoutError if crosses find no room.
    """
    drafts = [_Draft(*page, style, setter) for page in pages]
    found = [draft.own[2] for draft in drafts if draft.own[2] < len(SIDES) * 2]
    return [draft.finish(max(found, default=0)) for draft in drafts]


class _Draft:
    """A sheet before its marks and small print are placed."""

    def __init__(self, sheet: Sheet, layout: Layout, notes: Notes, style: Style, setter: Typesetter) -> None:
        self.sheet, self.layout = sheet, layout
        self.crosses, self.bars = registration_crosses(sheet, layout), cutter_marks(sheet, layout)
        self.boxes = [*self.crosses, *(_grow(bar, 2 * CUTTER_CLEAR) for bar in self.bars)]
        self.marks = _clear_marks(crop_marks(sheet, _with_short_marks(layout)), self.boxes)
        self.labels = _neighbours(sheet, style, setter) if sheet.tile else []
        self.pieces = _pieces(sheet, layout, notes, style, setter)
        self.own = self.lay_out()  # where its words stand if no other sheet is looked at

    def lay_out(self, first: int = 0) -> tuple[list[Item], list[Rect], int]:
        """Return the words, their boxes, and the index of their position.

        first: index of the first position to try.
        """
        solid = (*self.boxes, *(box for box, _ in self.labels))
        blocked = [*self.marks, *(line for box in solid for line in _diagonals(box))]
        return _lay_out(self.pieces, self.sheet, self.layout, blocked, first)

    def finish(self, first: int) -> Sheet:
        """Return the sheet with marks and words."""
        sheet, layout, marks = self.sheet, self.layout, self.marks
        items: list[Item] = []
        if sheet.folds:
            items.append(Shape(_lines(sheet.folds), stroke="mark", width=0.2, dash=FOLD, line="fold"))
        if self.crosses:
            items += _crosses(self.crosses, layout.marks.pen)
        if self.bars:
            items.append(Shape(tuple([("rect", *bar) for bar in self.bars]), fill="mark"))
        items += [item for label in self.labels for item in label[1]]
        words, taken, place = self.lay_out(first) if first > self.own[2] else self.own
        if place > first:  # no room where the others have it: its own place
            words, taken, _ = self.own
        if layout.marks.kind == "full":  # right across, but for what the words need
            marks = list(dict.fromkeys([*marks, *_clear_marks(crop_marks(sheet, layout), [*self.boxes, *taken])]))
        if marks:
            items.append(Shape(_lines(marks), stroke="mark", width=layout.marks.pen))
        return replace(sheet, items=(*items, *words))


def _pieces(sheet: Sheet, layout: Layout, notes: Notes, style: Style, setter: Typesetter) -> list[NotePiece]:
    """Return the pieces to print round the slots, in order."""
    pieces = [_ruler(layout.ruler, notes.ruler, style, setter)] if notes.ruler else []
    pieces += [_sentence(words, style, setter) for words in notes.sentences]
    if notes.own_choice:
        pieces.insert(2, _own_choice(notes.own_choice, style, setter))
    if sheet.tile and notes.page:
        pieces.insert(0, _page_name(sheet, notes.page, style, setter))
    return pieces


def _with_short_marks(layout: Layout) -> Layout:
    """Return the layout with marks that leave room for words."""
    full = layout.marks.kind == "full"
    return replace(layout, marks=replace(layout.marks, kind="corner")) if full else layout


def _clear_marks(marks: Sequence[Segment], boxes: Sequence[Rect]) -> list[Segment]:
    """Return the marks that touch none of the boxes."""
    return [mark for mark in marks if not any(marks_touching([mark], box) for box in boxes)]


def _lines(segments: Sequence[Segment]) -> tuple[Step, ...]:
    return tuple(step for segment in segments for step in polygon_steps(segment, closed=False))


def _crosses(boxes: Sequence[Rect], pen: float) -> list[Item]:
    steps: list[Step] = []
    for x, y, w, h in boxes:
        cx, cy = x + w / 2, y + h / 2
        steps += [
            *polygon_steps(((x, cy), (x + w, cy)), closed=False),
            *polygon_steps(((cx, y), (cx, y + h)), closed=False),
        ]
        steps.append(("circle", cx, cy, CROSS / 2))
    return [Shape(tuple(steps), stroke="mark", width=pen)]


def _grow(rect: Rect, by: float) -> Rect:
    x, y, w, h = rect
    return x - by, y - by, w + 2 * by, h + 2 * by


def _diagonals(box: Rect) -> list[Segment]:
    """Return diagonals of a box, to keep words out of it."""
    x, y, w, h = box
    return [((x, y), (x + w, y + h)), ((x, y + h), (x + w, y))]


def _page_name(sheet: Sheet, words: str, style: Style, setter: Typesetter) -> NotePiece:
    """Return a small map of all pages with this one filled, and its name."""
    assert sheet.tile
    rows, columns = sheet.tile.of
    edge = min(0.9, 2.2 / rows)
    cells = [_cell(column * edge, -row * edge, edge) for row in range(rows) for column in range(columns)]
    here = _cell(sheet.tile.column * edge, -(rows - 1 - sheet.tile.row) * edge, edge)
    piece = _sentence(words, replace(style, font="sans-600", colour="ink"), setter)
    grid = (Shape(tuple(step for cell in cells for step in cell), stroke="mark", width=0.1), Shape(here, fill="mark"))
    gap = columns * edge + 1
    return NotePiece(piece.w + gap, (*grid, *(move_item(item, gap, 0) for item in piece.items)))


def _cell(x: float, y: float, edge: float) -> tuple[Step, ...]:
    """Return a square on a point, as lines that can be rotated."""
    return polygon_steps(((x, y), (x + edge, y), (x + edge, y - edge), (x, y - edge), (x, y)), closed=False)


def _neighbours(sheet: Sheet, style: Style, setter: Typesetter) -> list[tuple[Rect, tuple[Item, ...]]]:
    """Return, for each side that continues, a box with an arrow and the next page's name."""
    assert sheet.tile
    x, y, w, h = sheet.placed[0].slot.rect
    away = sheet.bleed + (3.2 if min(x, y) >= WIDE_EDGE else 2.0)
    middles = {
        "left": (x - away, y + h / 2, 180),
        "right": (x + w + away, y + h / 2, 0),
        "above": (x + w / 2, y - away, 270),
        "below": (x + w / 2, y + h + away, 90),
    }
    out: list[tuple[Rect, tuple[Item, ...]]] = []
    for side, name in sheet.tile.joins.items():
        cx, cy, angle = middles[side]
        points = [rotate_point(point, angle) for point in ((0.2, -0.9), (1.7, 0), (0.2, 0.9))]
        wide = setter.width(name, style)
        level = side in ("above", "below")
        at = (cx - wide - 1.6, cy + 0.7) if level else (cx - wide / 2, cy - 1.6)
        arrow = Shape(polygon_steps([(cx + dx, cy + dy) for dx, dy in points]), fill="mark")
        box = (cx - wide - 2, cy - 3.6, wide + 4, 5.6)
        out.append((box, (arrow, Text(*at, name, style.font, style.size, style.colour))))
    return out


@dataclass(frozen=True, slots=True)
class NotePiece:
    """A note that fits in one strip; items from its left end, y = 0 on the baseline."""

    w: float
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class _Strip:
    """A strip of free paper: start of its baseline, length, turn."""

    x: float
    y: float
    length: float
    angle: int


def _sentence(words: str, style: Style, setter: Typesetter) -> NotePiece:
    width = setter.width(words, style)
    return NotePiece(width, (Text(0, 0, words, style.font, style.size, style.colour),))


def _own_choice(words: str, style: Style, setter: Typesetter) -> NotePiece:
    piece = _sentence(words, style, setter)
    dot = Shape((("circle", 0.5, -0.65, 0.45),), stroke=style.colour, width=0.15)
    return NotePiece(piece.w + 1.6, (dot, *(move_item(item, 1.6, 0) for item in piece.items)))


def _ruler(length: float, words: str, style: Style, setter: Typesetter) -> NotePiece:
    """Return a line of known length, marked every 5 mm."""
    ticks = [((at, 0.0), (at, -1.6 if at % 10 == 0 else -0.9)) for at in range(0, int(length) + 1, 5)]
    steps = [step for tick in ticks for step in polygon_steps(tick, closed=False)]
    line = Shape((*polygon_steps(((0, 0), (length, 0)), closed=False), *steps), stroke="mark", width=0.15)
    label = _sentence(words, style, setter)
    return NotePiece(length + 1.5 + label.w, (line, *(move_item(item, length + 1.5, 0) for item in label.items)))


def _lay_out(
    pieces: Sequence[NotePiece], sheet: Sheet, layout: Layout, marks: Sequence[Segment], first: int = 0
) -> tuple[list[Item], list[Rect], int]:
    """Place all pieces: in the first position with room for all, else spread over several; the rest is left out.

    Returns the items, their boxes, and the index of the position.
    """
    usual, least = [
        [partial(_strips, sheet, layout, marks, side, edge) for side in SIDES]
        for edge in (layout.notes["edge"], LEAST_EDGE)
    ]
    positions = [*([side] for side in (*usual, *least)), [*least, partial(_gutters, sheet, layout, marks)]]
    for number in range(first, len(positions)):
        strips = [strip for part in positions[number] for strip in part()]
        items, taken, left = _fill_strips(pieces, strips, layout)
        if not left:
            break
    return items, taken, number


def _fill_strips(
    pieces: Sequence[NotePiece], strips: Sequence[_Strip], layout: Layout
) -> tuple[list[Item], list[Rect], list[NotePiece]]:
    """Place each piece in the first strip with room: items, their boxes, and the pieces left over."""
    between = layout.notes["between"]
    left = list(pieces)
    out: list[Item] = []
    taken: list[Rect] = []
    tall = layout.notes["height"] + 0.6
    for strip in strips:
        at = 0.0
        for piece in list(left):
            if at + piece.w > strip.length + 1e-6:
                continue
            out += [_move_to_strip(item, strip, at) for item in piece.items]
            if strip.angle:
                taken.append((strip.x - tall, strip.y - at - piece.w, tall + 0.6, piece.w))
            else:
                taken.append((strip.x + at, strip.y - tall, piece.w, tall + 0.6))
            at += piece.w + between
            left.remove(piece)
    return out, taken, left


def _move_to_strip(item: Item, strip: _Strip, at: float) -> Item:
    if not strip.angle:
        return move_item(item, strip.x + at, strip.y)
    if isinstance(item, Text):
        dx, dy = rotate_point((item.x + at, item.y), strip.angle)
        return replace(item, x=strip.x + dx, y=strip.y + dy, angle=float(strip.angle))
    assert isinstance(item, Shape)
    steps = []
    for op, *numbers in item.path:
        values = [float(number) for number in numbers]
        dx, dy = rotate_point((values[0] + at, values[1]), strip.angle)
        steps.append((op, strip.x + dx, strip.y + dy, *values[2:]))
    return replace(item, path=tuple(steps))


def _strips(sheet: Sheet, layout: Layout, marks: Sequence[Segment], side: str, edge: float) -> Iterator[_Strip]:
    """Yield free strips between the slots and one side of the paper, from its edge inward.

    edge: width of the paper's edge that stays free, mm.
    Independent of the number of filled slots, so that notes keep their place on every page.
    """
    w, h = sheet.size
    x, y, tw, th = sheet.trim
    tall = layout.notes["height"]
    start = x if sheet.side == "text" else layout.notes["edge"]
    gap = {"foot": h - y - th, "left": x, "right": w - x - tw, "above": y}[side]
    out = edge
    while out + tall + layout.notes["distance"] + sheet.bleed <= gap + 1e-6:
        if side == "foot":
            yield from _free_strips(h - out - 0.5, tall, start, w - layout.notes["edge"], 0, marks)
        elif side == "above":
            yield from _free_strips(out + tall - 0.5, tall, layout.notes["edge"], w - layout.notes["edge"], 0, marks)
        else:
            baseline = out + tall - 0.5 if side == "left" else w - out - 0.5
            yield from _free_strips(baseline, tall, layout.notes["edge"], h - layout.notes["edge"], -90, marks)
        out += tall + 0.4


def _gutters(sheet: Sheet, layout: Layout, marks: Sequence[Segment]) -> Iterator[_Strip]:
    """Yield free strips in the gutters of folds."""
    tall = layout.notes["height"]
    for (ax, ay), (bx, by) in sheet.folds:
        if ay == by:
            yield from _free_strips(ay + 0.8 + tall, tall, ax, bx, 0, marks)
        else:
            yield from _free_strips(ax - 0.8, tall, ay, by, -90, marks)


def _free_strips(
    baseline: float, tall: float, start: float, end: float, angle: int, marks: Sequence[Segment]
) -> Iterator[_Strip]:
    """Yield the parts of a line of text that are clear of crop marks."""
    blocked = []
    for (ax, ay), (bx, by) in marks:
        mark = ((ax, ay), (bx, by)) if angle == 0 else ((ay, ax), (by, bx))
        if marks_touching([mark], (start - 0.01, baseline - tall - 0.01, end - start + 0.02, tall + 0.52)):
            blocked.append((min(mark[0][0], mark[1][0]) - BESIDE, max(mark[0][0], mark[1][0]) + BESIDE))
    stretches = []
    for low, high in [*sorted(blocked), (end, end)]:
        if low - start > 10:
            stretches.append((start, low))
        start = max(start, high)
    for low, high in stretches if angle == 0 else reversed(stretches):
        yield _Strip(low, baseline, high - low, 0) if angle == 0 else _Strip(baseline, high, high - low, -90)
