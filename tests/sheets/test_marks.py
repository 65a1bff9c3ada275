"""What stands round the slots stays off them and on the paper."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from companion.core.errors import LayoutError
from companion.faces import template
from companion.faces.model import Face, Point, Rect, Shape, Text
from companion.faces.outline import outline_polygon
from companion.faces.text import Typesetter
from companion.pdf import fonts
from companion.sheets.impose import impose_leaves
from companion.sheets.layouts import load_cutter_marks, load_layout
from companion.sheets.marks import crop_marks, cutter_marks, registration_crosses
from companion.sheets.model import Layout, Leaf, Sheet
from companion.sheets.notes import Notes, finish_all
from tests.each import each
from tests.sheets.sides import leaves, turned_over

NOTES = Notes("50 mm", ("Unofficial aid for a game.", "Own drawings.", "Type: a face."), "chosen by us")
CASES = [
    (paper, trim, duplex, ground)
    for paper in ("a4", "letter", "a5", "a3")
    for trim in ((140, 95), (63, 88), (82, 58))
    for duplex in ("long", "short", "fold")
    for ground in ("", "vellum")
    if not (paper == "a5" and (trim == (140, 95)) and (duplex == "fold" or ground))
]


def styled(kind: str, paper: str = "a4", **marks: Any) -> Layout:
    """A paper with crop marks of that kind."""
    room = load_layout(paper)
    return replace(room, marks=replace(room.marks, kind=kind, **marks))


@cache
def finished(paper: str, trim: tuple[float, float], duplex: str, ground: str, count: int = 9) -> list[Sheet]:
    setter, style = Typesetter(fonts.letter_widths, "en"), template.styles()["small"]
    bare = impose_leaves(leaves(count, trim, ground), load_layout(paper), duplex, 3)
    return finish_all([(sheet, load_layout(paper), NOTES) for sheet in bare], style, setter)


def touches(a: Rect, b: Rect) -> bool:
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


def covered(sheet: Sheet) -> list[Rect]:
    """Slots with their bleed."""
    grow = sheet.bleed
    rects = [placed.slot.rect for placed in sheet.placed]
    return [(x - grow, y - grow, w + 2 * grow, h + 2 * grow) for x, y, w, h in rects]


def ink(sheet: Sheet) -> list[Rect]:
    """The rectangle round each mark and each stretch of small print."""
    setter = Typesetter(fonts.letter_widths, "en")
    out: list[Rect] = []
    for item in sheet.items:
        if isinstance(item, Text):
            long = setter.em(item.font, item.words) * item.size * 0.352778
            box = (item.x, item.y - 1.5, long, 1.9) if not item.angle else (item.x - 1.5, item.y - long, 1.9, long)
            out.append(box)
        elif isinstance(item, Shape):
            at = (0.0, 0.0)
            for op, *numbers in item.path:
                n = [float(number) for number in numbers]
                if op == "L":
                    x, y = min(at[0], n[0]), min(at[1], n[1])
                    out.append((x, y, abs(at[0] - n[0]), abs(at[1] - n[1])))
                if op == "circle":
                    out.append((n[0] - n[2], n[1] - n[2], 2 * n[2], 2 * n[2]))
                at = (n[0], n[1])
    return out


@each(("paper", "trim", "duplex", "ground"), CASES, one_of=5)
def test_nothing_is_printed_on_a_component(paper: str, trim: tuple[float, float], duplex: str, ground: str) -> None:
    """Marks, ruler and small print touch no slot and no bleed, and stay 2.5 mm from the edge of the paper."""
    for sheet in finished(paper, trim, duplex, ground):
        w, h = sheet.size
        for x, y, dx, dy in ink(sheet):
            assert not any(touches((x, y, dx, dy), rect) for rect in covered(sheet))
            assert min(x, y) >= 2.5
            assert x + dx <= w - 2.5
            assert y + dy <= h - 2.5


@each(("paper", "trim", "duplex", "ground"), CASES, one_of=5)
def test_every_page_says_that_it_is_unofficial(paper: str, trim: tuple[float, float], duplex: str, ground: str) -> None:
    """And bears the ruler."""
    for sheet in finished(paper, trim, duplex, ground):
        said = {item.words for item in sheet.items if isinstance(item, Text)}
        assert {NOTES.ruler, NOTES.sentences[0]} <= said


@each(("paper", "trim", "duplex", "ground"), CASES, one_of=5)
def test_small_print_keeps_clear_of_marks(paper: str, trim: tuple[float, float], duplex: str, ground: str) -> None:
    """No word runs through a crop mark or another word."""
    for sheet in finished(paper, trim, duplex, ground):
        words = [box for item, box in _boxes(sheet) if isinstance(item, Text)]
        for mark in crop_marks(sheet, load_layout(paper)):
            (ax, ay), (bx, by) = mark
            line = (min(ax, bx), min(ay, by), abs(ax - bx) + 1e-6, abs(ay - by) + 1e-6)
            assert not any(touches(box, line) for box in words)
        for index, box in enumerate(words):
            assert not any(touches(box, other) for other in words[:index])


def _boxes(sheet: Sheet) -> list[tuple[Text, Rect]]:
    texts = [item for item in sheet.items if isinstance(item, Text)]
    only = Sheet(sheet.size, sheet.side, sheet.placed, sheet.bleed, items=tuple(texts))
    return list(zip(texts, ink(only), strict=True))


PIECES = [("rect", (63, 88)), ("rounded", (63, 88)), ("round", (25, 25)), ("hex", (43.88, 38)), ("hex", (38, 43.88))]


@each("kind", ["corner", "cross", "full"])
@each("piece", PIECES)
@each(("gap", "bleed"), [(0, 0), (6, 3), (9, 1.5)])
def test_marks_of_every_kind_stay_off_every_piece(
    kind: str, piece: tuple[str, tuple[float, float]], gap: float, bleed: float
) -> None:
    """No mark touches a piece, nor (but for crosses, which stand in the bleed) its bleed; each stays on the paper."""
    outline, trim = piece
    face = Face("f", trim, (), "vellum", outline, 3 if outline == "rounded" else 0)
    room = replace(styled(kind), gap=gap)
    for sheet in impose_leaves([Leaf("f", face)] * 13, room, "none", bleed):
        marks = crop_marks(sheet, room)
        assert len(marks) >= 8
        keep = 0.0 if kind == "cross" else bleed
        pieces = [
            [placed.slot.to_page(point, trim) for point in outline_polygon(face, keep)]
            if outline in ("round", "hex")
            else corners(placed.slot.rect, keep)
            for placed in sheet.placed
        ]
        for mark in marks:
            for x, y in mark:
                assert min(x, y, sheet.size[0] - x, sheet.size[1] - y) >= 3 - 1e-6
            for t in (0.0, 0.25, 0.5, 0.75, 1.0):
                point = tuple(a + (b - a) * t for a, b in zip(*mark, strict=True))
                assert not any(inside(point, other) for other in pieces)


def corners(rect: Rect, grow: float) -> list[Point]:
    x, y, w, h = rect
    left, top, right, bottom = x - grow, y - grow, x + w + grow, y + h + grow
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def inside(point: tuple[float, ...], polygon: list[Point]) -> bool:
    """Whether a point lies inside a clockwise convex polygon by more than a hair."""
    pairs = zip(polygon, [*polygon[1:], polygon[0]], strict=True)
    return all((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) > 1e-3 for (ax, ay), (bx, by) in pairs)


def test_marks_differ_by_kind() -> None:
    """Crosses stand at inner corners too; full marks reach the edge of the paper; none are none."""
    face = Face("f", (63, 88), (), "vellum")
    count, longest = {}, {}
    for kind in ("corner", "cross", "full", "none"):
        room = replace(styled(kind), gap=6)
        sheet = impose_leaves([Leaf("f", face)] * 6, room, "none", 3)[0]
        marks = crop_marks(sheet, room)
        count[kind] = len(marks)
        longest[kind] = max((abs(ax - bx) + abs(ay - by) for (ax, ay), (bx, by) in marks), default=0)
    assert count["cross"] > count["corner"] > count["none"] == 0
    assert longest["full"] > 2 * longest["corner"]


def test_no_mark_runs_along_the_edge_of_the_paper() -> None:
    """A piece as wide as the paper has no marks at its sides, where printers do not reach."""
    room = load_layout("letter")
    for trim, count in (((279, 190), 0), ((205, 100), 8)):
        (sheet,) = impose_leaves(leaves(1, trim, ""), room, "none", 1)[:1]
        assert len(crop_marks(sheet, room)) == count


def test_distance_and_length_are_as_asked() -> None:
    """Marks begin 4 mm from the trim and are 6 mm long where the paper allows it."""
    room = replace(styled("corner", distance=4.0, length=6.0, shortest=1.0), margin=15)
    sheet = impose_leaves([Leaf("f", Face("f", (63, 88), ()))] * 6, room, "none")[0]
    x, y, w, h = sheet.trim
    for (ax, ay), (bx, by) in crop_marks(sheet, room):
        away = min(abs(ax - edge) for edge in (x, x + w)) if ay == by else min(abs(ay - edge) for edge in (y, y + h))
        assert away == pytest.approx(4)
        assert abs(ax - bx) + abs(ay - by) == pytest.approx(6)


def test_a_net_has_no_crop_marks() -> None:
    """It is cut along its own lines."""
    sheet = impose_leaves([Leaf("f", Face("f", (82, 58), (), "", "net"))] * 3, load_layout("a4"), "none")[0]
    assert crop_marks(sheet, load_layout("a4")) == []


@pytest.mark.parametrize("duplex", ["long", "short", "glue"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_registration_crosses_lie_behind_each_other(duplex: str, paper: str) -> None:
    """On both sides at the same spot of the paper, off slots and bleed, no nearer than 3 mm to the edge."""
    room = replace(styled("corner", paper, registration=True), margin=8)
    front, back = impose_leaves(leaves(2, (63, 88), "vellum"), room, duplex, 1)
    boxes = registration_crosses(front, room)
    assert len(boxes) >= 2
    way = duplex if duplex != "glue" else ("long" if front.size[1] >= front.size[0] else "short")
    middles = {tuple(round(v, 6) for v in (x + w / 2, y + h / 2)) for x, y, w, h in registration_crosses(back, room)}
    for x, y, w, h in boxes:
        seen = turned_over((x + w / 2, y + h / 2), front.size, way)
        assert tuple(round(v, 6) for v in seen) in middles
        assert min(x, y, front.size[0] - x - w, front.size[1] - y - h) >= 3
        assert not any(touches((x, y, w, h), rect) for rect in covered(front))
    setter, style = Typesetter(fonts.letter_widths, "en"), template.styles()["small"]
    (done,) = finish_all([(front, room, NOTES)], style, setter)
    circles = [step for item in done.items if isinstance(item, Shape) for step in item.path if step[0] == "circle"]
    assert len([step for step in circles if step[3] == 1.0]) == len(boxes)


def test_without_room_for_crosses_nothing_is_printed() -> None:
    room = replace(styled("corner", registration=True), margin=0)
    sheet = impose_leaves([Leaf("f", Face("f", (208, 295), ()))], room, "none")[0]
    with pytest.raises(LayoutError, match=r"no room for registration crosses: they need 7\.8 mm"):
        registration_crosses(sheet, room)


@pytest.mark.parametrize("duplex", ["none", "long"])
def test_outer_corners_have_both_marks(duplex: str) -> None:
    """Each of the four corners of the block on A4 has an upright and a level mark in line with its edges."""
    sheet = impose_leaves(leaves(4), load_layout("a4"), duplex)[0]
    x, y, w, h = sheet.trim
    marks = crop_marks(sheet, load_layout("a4"))
    upright = {round(ax, 2) for (ax, _), (bx, _) in marks if ax == bx}
    level = {round(ay, 2) for (_, ay), (_, by) in marks if ay == by}
    assert {x, x + w / 2, x + w} == upright
    assert {y, y + h / 2, y + h} == level
    assert len(marks) == 2 * 3 + 2 * 3


def test_marks_can_be_left_out_but_not_the_ruler() -> None:
    sheet = impose_leaves(leaves(4), load_layout("a4"), "none")[0]
    setter, style = Typesetter(fonts.letter_widths, "en"), template.styles()["small"]
    items = finish_all([(sheet, styled("none"), NOTES)], style, setter)[0].items
    assert sum(isinstance(item, Shape) for item in items) == 2  # the ruler and the hollow dot
    assert any(isinstance(item, Text) and item.words == NOTES.ruler for item in items)


def test_without_room_for_the_marks_of_a_cutting_machine_nothing_is_printed() -> None:
    room = replace(styled("none", cutter=load_cutter_marks("silhouette-1")), margin=5)
    for trim, fits in (((180, 260), True), ((195, 280), False)):
        (sheet,) = impose_leaves([Leaf("f", Face("f", trim, ()))], room, "none")
        if fits:
            assert len(cutter_marks(sheet, room)) == 5
            continue
        with pytest.raises(LayoutError, match="no room for the marks of a cutting machine: take a wider margin"):
            cutter_marks(sheet, room)
