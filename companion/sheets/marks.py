"""Lines round the slots, never on them: crop marks, crosses, marks of cutting machines, joins of a spread face.

Every mark is a Segment that continues an edge of an outline outwards; marks that would touch a component, its bleed or
the unprintable edge of the paper are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import cos, hypot, pi, sin

from companion.core.errors import LayoutError
from companion.faces import outline
from companion.faces.model import Point, Rect
from companion.sheets.model import Layout, Marks, PlacedFace, Sheet, Size

Segment = tuple[Point, Point]
Polygon = tuple[Point, ...]
CLEAR = 0.2  # mm between a mark and whatever it must not touch
CROSS = 2.0  # mm; arm of a registration cross
CUTTER_CLEAR = 1.0  # mm between a mark of a cutting machine and pieces; other marks keep away twice that
CROSS_IN = 5.6  # mm; its middle from both edges of the paper: printers reach that far
RAYS = 8  # marks round a round piece


def crop_marks(sheet: Sheet, layout: Layout) -> list[Segment]:
    """Return marks in line with the edges of every slot."""
    if layout.marks.kind == "none":
        return []
    if sheet.tile:
        return _joins(sheet, layout.marks)
    cuts = tuple(_cut(placed) for placed in sheet.placed)
    curved = frozenset(index for index, placed in enumerate(sheet.placed) if placed.face.outline == "round")
    nets = frozenset(index for index, placed in enumerate(sheet.placed) if placed.face.outline == "net")
    return list(_marks(cuts, curved, nets, sheet.size, sheet.bleed, layout.marks))


def _cut(placed: PlacedFace) -> Polygon:
    """Return the outline on the page; of a rounded one its square corners."""
    face, slot = placed.face, placed.slot
    if face.outline in ("round", "hex"):
        return tuple(slot.to_page(point, face.trim) for point in outline.outline_polygon(face))
    x, y, w, h = slot.rect
    return (x, y), (x + w, y), (x + w, y + h), (x, y + h)


@lru_cache(maxsize=64)  # full pages of one job are alike
def _marks(
    cuts: tuple[Polygon, ...],
    curved: frozenset[int],
    nets: frozenset[int],
    size: Size,
    bleed: float,
    marks: Marks,
) -> tuple[Segment, ...]:
    spread = 0.0 if marks.kind == "cross" else bleed
    taken = [_grow(cut, spread + CLEAR) for cut in cuts]
    boxes = [_box(other) for other in taken]
    found: dict[tuple[float, ...], Segment] = {}
    for index, cut in enumerate(cuts):
        if index in nets:
            continue
        for corner, way in _rays(cut) if index in curved else _edges(cut):
            start, room = _mark_start(corner, way, bleed, marks), _room(corner, way, size, marks.edge)
            end = room if marks.kind == "full" else min(start + marks.length, room)
            mark = _segment(corner, way, start, end)
            left, top, right, bottom = _box(mark)
            for number, (x, y, x_end, y_end) in enumerate(boxes):
                if number == index or right < x or left > x_end or bottom < y or top > y_end:
                    continue  # what runs on outwards never meets its own piece again
                if (hit := _enters(mark, taken[number])) is not None:
                    end = min(end, start + hit) if marks.kind != "corner" else start
                    mark = _segment(corner, way, start, end)
            if end - start >= (CLEAR if marks.kind == "cross" else marks.shortest):
                found.setdefault(_key(mark), mark)
    return tuple(found.values())


def _mark_start(corner: Point, way: Point, bleed: float, marks: Marks) -> float:
    """Return the distance from the corner to the start of a mark; slanted marks leave the bleed later."""
    if marks.kind == "cross":
        return CLEAR
    lean = 1.0 if min(abs(way[0]), abs(way[1])) < 1e-6 else 1.2
    return bleed * lean + marks.distance


def _edges(cut: Polygon) -> Iterator[tuple[Point, Point]]:
    """Yield each corner with the outward directions of its two edges."""
    for index, a in enumerate(cut):
        b = cut[(index + 1) % len(cut)]
        long = hypot(b[0] - a[0], b[1] - a[1])
        way = ((b[0] - a[0]) / long, (b[1] - a[1]) / long)
        yield b, way
        yield a, (-way[0], -way[1])


def _rays(cut: Polygon) -> Iterator[tuple[Point, Point]]:
    """Yield points of a round outline with their outward directions."""
    xs, ys = [x for x, _ in cut], [y for _, y in cut]
    rx, ry = (max(xs) - min(xs)) / 2, (max(ys) - min(ys)) / 2
    x, y = min(xs) + rx, min(ys) + ry
    for index in range(RAYS):
        c, s = round(cos(2 * pi * index / RAYS), 9), round(sin(2 * pi * index / RAYS), 9)
        yield (x + rx * c, y + ry * s), (c, s)


def _room(start: Point, way: Point, size: Size, edge: float) -> float:
    """Return the distance to the unprintable edge; 0 if already on it."""
    room = max(size)
    for at, along, end in zip(start, way, size, strict=True):
        if abs(along) > 1e-9:
            room = min(room, ((end - edge if along > 0 else edge) - at) / along)
        elif not edge - 1e-6 <= at <= end - edge + 1e-6:
            return 0.0
    return room


def _segment(corner: Point, way: Point, start: float, end: float) -> Segment:
    return (
        (corner[0] + way[0] * start, corner[1] + way[1] * start),
        (corner[0] + way[0] * end, corner[1] + way[1] * end),
    )


def _key(mark: Segment) -> tuple[float, ...]:
    (ax, ay), (bx, by) = sorted(mark)
    return tuple(round(value, 2) + 0.0 for value in (ax, ay, bx, by))


def _grow(cut: Polygon, by: float) -> Polygon:
    """Return a convex polygon with every edge moved outwards."""
    out = []
    count = len(cut)
    for index, (x, y) in enumerate(cut):
        normals = []
        for a, b in ((cut[index - 1], cut[index]), (cut[index], cut[(index + 1) % count])):
            dx, dy = b[0] - a[0], b[1] - a[1]
            long = hypot(dx, dy)
            normals.append((dy / long, -dx / long))
        (ax, ay), (bx, by_) = normals
        k = by / (1 + ax * bx + ay * by_)
        out.append((x + k * (ax + bx), y + k * (ay + by_)))
    return tuple(out)


def _box(points: Polygon) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of the bounding box."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _enters(mark: Segment, cut: Polygon) -> float | None:
    """Return the distance along the mark to a convex polygon, mm, or None if it is not touched."""
    (ax, ay), (bx, by) = mark
    long = hypot(bx - ax, by - ay)
    first, last = 0.0, 1.0
    for (px, py), (qx, qy) in zip(cut, (*cut[1:], cut[0]), strict=True):
        inward = (-(qy - py), qx - px)
        at = inward[0] * (ax - px) + inward[1] * (ay - py)
        gain = inward[0] * (bx - ax) + inward[1] * (by - ay)
        if abs(gain) < 1e-12:
            if at <= 1e-9:
                return None
        elif gain > 0:
            first = max(first, -at / gain)
        else:
            last = min(last, -at / gain)
        if first >= last - 1e-9:
            return None
    return first * long


# ---------------------------------------------------------------------- registration


def registration_crosses(sheet: Sheet, layout: Layout) -> list[Rect]:
    """Return the boxes of registration crosses in the four corners of the paper, so that they match on both sides.

    Raises LayoutError if there is no room for them.
    """
    if not layout.marks.registration:
        return []
    w, h = sheet.size
    x, y, tw, th = sheet.trim
    need = CROSS_IN + CROSS + CLEAR + sheet.bleed
    if max(min(x, w - x - tw), min(y, h - y - th)) < need:
        raise LayoutError(
            f"no room for registration crosses: they need {need:.1f} mm beside the slots; take a wider margin"
        )
    middles = [(cx, cy) for cy in (CROSS_IN, h - CROSS_IN) for cx in (CROSS_IN, w - CROSS_IN)]
    return [(cx - CROSS, cy - CROSS, 2 * CROSS, 2 * CROSS) for cx, cy in middles]


def cutter_marks(sheet: Sheet, layout: Layout) -> list[Rect]:
    """Return the bars of the marks that a cutting machine looks for; none on backs and on pages without pieces.

    The first corner is the upper left one, then upper right and lower left.
    Raises LayoutError if a piece or its bleed lies there.
    """
    marks = layout.marks.cutter
    if marks is None or sheet.side not in ("front", "fold") or not sheet.placed:
        return []
    (w, h), near = sheet.size, marks.inset
    right, foot, arm, pen = w - near, h - near, marks.arm, marks.pen
    first = [(near, near, marks.square, marks.square)]
    if not marks.square:
        first = [(near, near, arm, pen), (near, near, pen, arm)]
    bars = [
        *first,
        *((right - arm, near, arm, pen), (right - pen, near, pen, arm)),
        *((near, foot - pen, arm, pen), (near, foot - arm, pen, arm)),
    ]
    away = sheet.bleed + CUTTER_CLEAR
    solid = [(x - away, y - away, w + 2 * away, h + 2 * away) for x, y, w, h in (one.slot.rect for one in sheet.placed)]
    if any(_overlap(bar, rect) for bar in bars for rect in solid):
        raise LayoutError("no room for the marks of a cutting machine: take a wider margin or larger paper")
    return bars


def _overlap(one: Rect, other: Rect) -> bool:
    return all(one[at] < other[at] + other[at + 2] and other[at] < one[at] + one[at + 2] for at in (0, 1))


# ---------------------------------------------------------------------- pages of a large face


def _joins(sheet: Sheet, marks: Marks) -> list[Segment]:
    """Return marks outside the window in line with the edges of the page's cell."""
    assert sheet.tile
    x, y, w, h = sheet.placed[0].slot.rect
    cx, cy, cw, ch = sheet.tile.cell
    away, (page_w, page_h) = sheet.bleed + marks.distance, sheet.size
    out: list[Segment] = []
    for edge in (cx, cx + cw):
        out.append(((edge, y - away), (edge, max(marks.edge, y - away - marks.length))))
        out.append(((edge, y + h + away), (edge, min(page_h - marks.edge, y + h + away + marks.length))))
    for edge in (cy, cy + ch):
        out.append(((x - away, edge), (max(marks.edge, x - away - marks.length), edge)))
        out.append(((x + w + away, edge), (min(page_w - marks.edge, x + w + away + marks.length), edge)))
    return out


def marks_touching(marks: Sequence[Segment], rect: Rect) -> list[Segment]:
    """Return the marks that touch a rectangle."""
    x, y, w, h = rect
    right, foot = x + w, y + h
    corners = ((x, y), (right, y), (right, foot), (x, foot))
    near = [
        mark
        for mark in marks
        if not (
            (mark[0][0] < x and mark[1][0] < x)
            or (mark[0][0] > right and mark[1][0] > right)
            or (mark[0][1] < y and mark[1][1] < y)
            or (mark[0][1] > foot and mark[1][1] > foot)
        )
    ]  # most are far away, and that is seen at once
    return [mark for mark in near if _enters(mark, corners) is not None]
