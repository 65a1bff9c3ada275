"""What is printed round the slots, never on them: crop marks, fold lines, a ruler and small print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.faces.model import Item, Point, Rect, Shape, Step, Text, moved, polygon, turned
from companion.faces.text import Style, Typesetter
from companion.sheets.model import Layout, Sheet

Segment = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Notes:
    """Small print of a page: what stands beside the ruler, the sentences, and the one that begins with the dot."""

    ruler: str
    sentences: tuple[str, ...]
    own_choice: str = ""


def finish(sheet: Sheet, layout: Layout, notes: Notes, style: Style, setter: Typesetter, crop: bool) -> Sheet:
    """The sheet with everything that stands round its slots."""
    marks = crop_marks(sheet, layout) if crop else []
    folds = [tuple(polygon(fold, closed=False)) for fold in sheet.folds]
    items: list[Item] = []
    if marks:
        steps: tuple[Step, ...] = tuple(step for mark in marks for step in polygon(mark, closed=False))
        items.append(Shape(steps, stroke="mark", width=layout.marks["pen"]))
    if folds:
        items.append(Shape(tuple(step for fold in folds for step in fold), stroke="mark", width=0.2, dash=(2.0, 1.2)))
    pieces = [_ruler(layout.ruler, notes.ruler, style, setter)]
    pieces += [_sentence(words, style, setter) for words in notes.sentences]
    if notes.own_choice:
        pieces.insert(2, _own_choice(notes.own_choice, style, setter))
    return replace(sheet, items=(*items, *_laid_out(pieces, sheet, layout, marks)))


def crop_marks(sheet: Sheet, layout: Layout) -> list[Segment]:
    """A mark in line with every edge of every slot, outside all slots, their bleed and the folds' gutters."""
    data = layout.marks
    away, w, h = sheet.bleed + data["distance"], *sheet.size
    taken = [_grown(placed.slot.rect, sheet.bleed + 0.2) for placed in sheet.placed]
    found: dict[tuple[float, ...], Segment] = {}
    for placed in sheet.placed:
        x, y, sw, sh = placed.slot.rect
        for edge in (x, x + sw):
            for start, way in ((y - away, -1), (y + sh + away, 1)):
                limit = start - data["edge"] if way < 0 else h - data["edge"] - start
                long = min(data["length"], limit)
                _note(found, ((edge, start), (edge, start + way * long)), long, data["shortest"], taken)
        for edge in (y, y + sh):
            for start, way in ((x - away, -1), (x + sw + away, 1)):
                limit = start - data["edge"] if way < 0 else w - data["edge"] - start
                long = min(data["length"], limit)
                _note(found, ((start, edge), (start + way * long, edge)), long, data["shortest"], taken)
    return list(found.values())


def _note(
    found: dict[tuple[float, ...], Segment], mark: Segment, long: float, shortest: float, taken: Sequence[Rect]
) -> None:
    if long >= shortest and not any(_touches(mark, rect) for rect in taken):
        (ax, ay), (bx, by) = mark
        found.setdefault(tuple(round(value, 2) for value in (ax, ay, bx, by)), mark)


def _grown(rect: Rect, by: float) -> Rect:
    x, y, w, h = rect
    return x - by, y - by, w + 2 * by, h + 2 * by


def _touches(mark: Segment, rect: Rect) -> bool:
    (ax, ay), (bx, by) = mark
    x, y, w, h = rect
    return min(ax, bx) < x + w and max(ax, bx) > x and min(ay, by) < y + h and max(ay, by) > y


# ---------------------------------------------------------------------- small print


@dataclass(frozen=True, slots=True)
class _Piece:
    """Something to print in one stretch of a strip; items from its left end, y = 0 on the baseline."""

    w: float
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class _Strip:
    """A stretch of free paper: where its baseline starts, how long it is, how far it is turned."""

    x: float
    y: float
    length: float
    angle: int


def _sentence(words: str, style: Style, setter: Typesetter) -> _Piece:
    width = setter.width(words, style)
    return _Piece(width, (Text(0, 0, words, style.font, style.size, style.colour),))


def _own_choice(words: str, style: Style, setter: Typesetter) -> _Piece:
    piece = _sentence(words, style, setter)
    dot = Shape((("circle", 0.5, -0.65, 0.45),), stroke=style.colour, width=0.15)
    return _Piece(piece.w + 1.6, (dot, *(moved(item, 1.6, 0) for item in piece.items)))


def _ruler(length: float, words: str, style: Style, setter: Typesetter) -> _Piece:
    """A line of known length, marked every 5 mm."""
    ticks = [((at, 0.0), (at, -1.6 if at % 10 == 0 else -0.9)) for at in range(0, int(length) + 1, 5)]
    steps = [step for tick in ticks for step in polygon(tick, closed=False)]
    line = Shape((*polygon(((0, 0), (length, 0)), closed=False), *steps), stroke="mark", width=0.15)
    label = _sentence(words, style, setter)
    return _Piece(length + 1.5 + label.w, (line, *(moved(item, length + 1.5, 0) for item in label.items)))


def _laid_out(pieces: Sequence[_Piece], sheet: Sheet, layout: Layout, marks: Sequence[Segment]) -> list[Item]:
    """Each piece in the first stretch that still has room for it; what finds none is left out."""
    between = layout.notes["between"]
    left = list(pieces)
    out: list[Item] = []
    for strip in _strips(sheet, layout, marks):
        at = 0.0
        for piece in list(left):
            if at + piece.w > strip.length + 1e-6:
                continue
            out += [_set(item, strip, at) for item in piece.items]
            at += piece.w + between
            left.remove(piece)
    return out


def _set(item: Item, strip: _Strip, at: float) -> Item:
    if not strip.angle:
        return moved(item, strip.x + at, strip.y)
    if isinstance(item, Text):
        dx, dy = turned((item.x + at, item.y), strip.angle)
        return replace(item, x=strip.x + dx, y=strip.y + dy, angle=float(strip.angle))
    assert isinstance(item, Shape)
    steps = []
    for op, *numbers in item.path:
        values = [float(number) for number in numbers]
        dx, dy = turned((values[0] + at, values[1]), strip.angle)
        steps.append((op, strip.x + dx, strip.y + dy, *values[2:]))
    return replace(item, path=tuple(steps))


def _strips(sheet: Sheet, layout: Layout, marks: Sequence[Segment]) -> Iterator[_Strip]:
    """Free stretches beside the slots: below, above, left, right, then in the gutters of folds."""
    w, h = sheet.size
    x, y, tw, th = sheet.trim
    tall, edge = layout.notes["height"], layout.notes["edge"]
    away = layout.notes["distance"] + sheet.bleed
    past = layout.marks["distance"] + layout.marks["length"] + sheet.bleed + 0.6
    sides = {"below": h - y - th, "above": y, "left": x, "right": w - x - tw}
    for side, gap in sides.items():
        near = past if gap >= past + tall + edge else away
        while gap >= near + tall + (edge if near > past else 2.5):
            if side in ("below", "above"):
                baseline = y + th + near + tall - 0.5 if side == "below" else y - near - 0.5
                yield from _free(baseline, tall, max(edge, x), w - edge, 0, marks)
            else:
                baseline = x - near - 0.5 if side == "left" else x + tw + near + tall - 0.5
                yield from _free(baseline, tall, edge, min(h - edge, y + th), -90, marks)
            near = max(near, past) + tall + 0.8
    for (ax, ay), (bx, by) in sheet.folds:
        if ay == by:
            yield from _free(ay + 0.8 + tall, tall, ax, bx, 0, marks)
        else:
            yield from _free(ax - 0.8, tall, ay, by, -90, marks)


def _free(
    baseline: float, tall: float, start: float, end: float, angle: int, marks: Sequence[Segment]
) -> Iterator[_Strip]:
    """What crop marks leave of a line of text."""
    band = (start, baseline - tall, end - start, tall + 0.5)
    blocked = []
    for (ax, ay), (bx, by) in marks:
        mark = ((ax, ay), (bx, by)) if angle == 0 else ((ay, ax), (by, bx))
        if _touches(mark, _grown(band, 0.01)):
            blocked.append((min(mark[0][0], mark[1][0]) - 1.2, max(mark[0][0], mark[1][0]) + 1.2))
    stretches = []
    for low, high in [*sorted(blocked), (end, end)]:
        if low - start > 10:
            stretches.append((start, low))
        start = max(start, high)
    for low, high in stretches if angle == 0 else reversed(stretches):
        yield _Strip(low, baseline, high - low, 0) if angle == 0 else _Strip(baseline, high, high - low, -90)
