"""How many faces share a page."""

from itertools import combinations
from math import hypot

import pytest

from companion.faces.model import Face, Point
from companion.faces.outline import outline_polygon
from companion.sheets.impose import choose_slots
from companion.sheets.layouts import load_layout
from companion.sheets.model import Slot
from companion.sheets.pack import pack_equal
from tests.each import each


def overlap(a: Slot, b: Slot) -> bool:
    slack = 1e-6
    across = a.x + a.w > b.x + slack and b.x + b.w > a.x + slack
    return across and a.y + a.h > b.y + slack and b.y + b.h > a.y + slack


@pytest.mark.parametrize(
    ("paper", "trim", "count", "lying"),
    [
        ("a4", (140, 95), 4, True),  # two by two, none turned
        ("letter", (140, 95), 3, True),  # two upright and one turned beside them
        ("a3", (140, 95), 8, False),
        ("a5", (140, 95), 1, True),
        ("a5", (210, 148), 1, True),  # as large as the paper: no margin left, white edge of its own
        ("a4", (210, 148), 1, True),
        ("a4", (63, 88), 9, False),
        ("letter", (63, 88), 9, False),
        ("a4", (82, 58), 10, True),
    ],
)
def test_a_page_holds_as_many_as_it_can(paper: str, trim: tuple[float, float], count: int, lying: bool) -> None:
    """Counted by hand from the paper less 5 mm all round."""
    size, slots = choose_slots(trim, load_layout(paper), 0, 99, "it")
    assert (len(slots), size[0] > size[1]) == (count, lying)


@each("paper", ["a3", "a4", "a5", "letter"])
@each("trim", [(140, 95), (63, 88), (82, 58), (28, 28), (44, 63), (70, 120)])
@each("bleed", [0, 3])
def test_slots_are_apart_on_paper_and_centred(paper: str, trim: tuple[float, float], bleed: float) -> None:
    """No two overlap, bleed included; 5 mm stay free at every edge; what is left over is the same on both sides."""
    (w, h), slots = choose_slots(trim, load_layout(paper), bleed, 99, "it", gap=2 * bleed)
    grown = [Slot(s.x - bleed, s.y - bleed, s.w + 2 * bleed, s.h + 2 * bleed) for s in slots]
    assert not any(overlap(a, b) for a, b in combinations(grown, 2))
    left, top = min(s.x for s in grown), min(s.y for s in grown)
    right, bottom = w - max(s.x + s.w for s in grown), h - max(s.y + s.h for s in grown)
    assert min(left, top) >= 5 - 1e-6
    assert (left, top) == (pytest.approx(right), pytest.approx(bottom))
    for slot in slots:
        assert sorted((slot.w, slot.h)) == sorted(trim)
        assert (slot.angle == 90) == ((slot.w, slot.h) == trim[::-1] and trim[0] != trim[1])


def test_none_is_turned_for_nothing() -> None:
    """Five dice do not need the arrangement that holds nine."""
    size, slots = choose_slots((82, 58), load_layout("a4"), 0, 5, "it")
    assert len(slots) >= 5
    assert {slot.angle for slot in slots} == {0}
    assert size == (210, 297)


def test_a_room_too_small_holds_nothing() -> None:
    assert pack_equal(50, 50, 49, 200, 0, 9) == []


@each(("outline", "trim"), [("round", (25, 25)), ("hex", (38, 43.88)), ("hex", (43.88, 38))])
@each("gap", [0.0, 2.0, 5.0])
@each("room", [(200, 287), (148, 200), (60, 90)])
def test_interlocked_pieces_keep_their_distance(
    outline: str, trim: tuple[float, float], gap: float, room: tuple[float, float]
) -> None:
    """Round pieces and hexagons lie in the room, no two nearer than the gap, and never fewer than in a plain grid."""
    slots = pack_equal(*trim, *room, gap, 999, outline)
    plain = pack_equal(*trim, *room, gap, 999)
    assert len(slots) >= len(plain)
    face = Face("f", trim, (), "", outline)
    polygons = [[slot.to_page(point, trim) for point in outline_polygon(face, parts=36)] for slot in slots]
    for points in polygons:
        for x, y in points:
            assert -1e-6 <= x <= room[0] + 1e-6
            assert -1e-6 <= y <= room[1] + 1e-6
    for (a, one), (b, other) in combinations(zip(slots, polygons, strict=True), 2):
        if max(abs(a.centre[0] - b.centre[0]), abs(a.centre[1] - b.centre[1])) < max(trim) + gap:
            assert distance(one, other) >= gap - 0.05


def distance(one: list[Point], other: list[Point]) -> float:
    """Between two convex polygons, as the widest strip between any of their sides' directions (0 if they touch)."""
    best = -1.0
    for points in (one, other):
        for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
            long = hypot(bx - ax, by - ay)
            nx, ny = (by - ay) / long, -(bx - ax) / long
            first = [x * nx + y * ny for x, y in one]
            second = [x * nx + y * ny for x, y in other]
            best = max(best, min(second) - max(first), min(first) - max(second))
    return best


def test_interlocking_wins_where_it_can() -> None:
    """On A4 more round chits and hexagons go on a page than in a grid."""
    assert len(pack_equal(25, 25, 200, 287, 2, 999, "round")) > len(pack_equal(25, 25, 200, 287, 2, 999))
    assert len(pack_equal(38, 43.88, 200, 287, 0, 999, "hex")) > len(pack_equal(38, 43.88, 200, 287, 0, 999))
