"""Fronts and backs: after the paper is turned or folded every back lies behind its front, the same way up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from math import cos, radians, sin

import pytest

from companion.core.errors import LayoutError, WrongCall
from companion.faces.model import Face, Point
from companion.sheets.impose import impose_leaves
from companion.sheets.layouts import load_layout
from companion.sheets.model import Correction, Leaf, Sheet, Slot, sheet_listing
from companion.sheets.turn_over import back_slot
from tests.each import each
from tests.sheets.sides import leaves, turned_over


def on_page(slot: Slot, trim: tuple[float, float], u: float, v: float) -> Point:
    """Where the point u, v of a face comes to lie: turned clockwise about the middle of its slot."""
    dx, dy = u - trim[0] / 2, v - trim[1] / 2
    c, s = cos(radians(slot.angle)), sin(radians(slot.angle))
    x, y = slot.centre
    return x + dx * c - dy * s, y + dx * s + dy * c


def pairs(sheets: list[Sheet]) -> list[tuple[Slot, Slot, Sheet]]:
    found = []
    for sheet, back in zip(sheets[::2], sheets[1::2], strict=True):
        for front in sheet.placed:
            name = front.face.id.replace("front", "back")
            found.append((front.slot, next(p.slot for p in back.placed if p.face.id == name), sheet))
    return found


@each("duplex", ["long", "short"])
@each("paper", ["a4", "letter", "a3"])
@each("trim", [(140, 95), (63, 88), (70, 120)])
def test_backs_lie_behind_their_fronts(duplex: str, paper: str, trim: tuple[float, float]) -> None:
    """Every corner of every leaf, to 0.01 mm: the leaf is turned like a page of a book, so left lies behind right."""
    w, h = trim
    found = pairs(impose_leaves(leaves(7, trim), load_layout(paper), duplex))
    assert len(found) == 7
    for front, back, sheet in found:
        for u, v in ((0, 0), (w, 0), (w, h), (0, h), (w / 2, h / 2)):
            seen = turned_over(on_page(front, trim, u, v), sheet.size, duplex)
            assert seen == pytest.approx(on_page(back, trim, w - u, v), abs=0.01)


@each("angle", [0, 90, 180, 270])
@each("size", [(210, 297), (297, 210)])
@each("duplex", ["long", "short"])
def test_every_angle_on_every_page(angle: int, size: tuple[float, float], duplex: str) -> None:
    """Turned slots get the right back angle on upright and lying pages."""
    trim = (60.0, 40.0)
    slot = Slot(20, 30, *(trim if angle % 180 == 0 else trim[::-1]), angle)
    back = back_slot(slot, size, duplex)
    for u, v in ((0, 0), (60, 0), (60, 40)):
        assert turned_over(on_page(slot, trim, u, v), size, duplex) == pytest.approx(on_page(back, trim, 60 - u, v))


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("trim", [(140, 95), (63, 88)])
def test_folding_brings_backs_behind_fronts(paper: str, trim: tuple[float, float]) -> None:
    """Mirrored at the fold line every corner meets its own; 5 mm or more lie between fold and trim."""
    w, h = trim
    sheets = impose_leaves(leaves(5, trim), load_layout(paper), "fold")
    assert {sheet.side for sheet in sheets} == {"fold"}
    for sheet in sheets:
        for index, fold in enumerate(sheet.folds):
            front, back = (placed.slot for placed in sheet.placed[2 * index : 2 * index + 2])
            (ax, ay), (_, by) = fold
            for u, v in ((0, 0), (w, 0), (w, h), (0, h)):
                x, y = on_page(front, trim, u, v)
                mirrored = (x, 2 * ay - y) if ay == by else (2 * ax - x, y)
                assert mirrored == pytest.approx(on_page(back, trim, w - u, v))
            for slot in (front, back):
                away = slot.centre[1] - ay if ay == by else slot.centre[0] - ax
                assert abs(away) - h / 2 >= 5 - 1e-6


def test_none_gives_every_side_its_own_page() -> None:
    """Nothing is mirrored: each page is printed on one side."""
    front, back = impose_leaves(leaves(4), load_layout("a4"), "none")
    assert [placed.slot for placed in front.placed] == [placed.slot for placed in back.placed]


def test_a_correction_is_for_backs_only() -> None:
    """For a printer that feeds the second side askew; sides that are printed apart need none."""
    askew = Correction(1.5, -0.5, 0.2)
    for duplex in ("long", "short"):
        front, back = impose_leaves(leaves(4), load_layout("a4"), duplex, correction=askew)
        assert (front.correction, back.correction) == (None, askew)
    for duplex in ("none", "fold", "glue"):
        assert {
            sheet.correction for sheet in impose_leaves(leaves(4), load_layout("a4"), duplex, correction=askew)
        } == {None}


def test_a_coloured_edge_takes_bleed_a_white_one_none() -> None:
    """With 3 mm of bleed coloured slots stand 6 mm apart; white ones still touch."""
    white, coloured = (
        impose_leaves(leaves(9, (63, 88), ground), load_layout("a3"), "none", 3) for ground in ("", "vellum")
    )
    assert (white[0].bleed, coloured[0].bleed) == (0, 3)
    first, second = (placed.slot for placed in coloured[0].placed[:2])
    assert second.x - first.x - first.w == pytest.approx(6)


def test_leaves_without_backs_make_no_back_pages() -> None:
    assert [sheet.side for sheet in impose_leaves(leaves(5, back=False), load_layout("a4"), "long")] == [
        "front",
        "front",
    ]


def test_leaves_of_another_size_begin_a_new_page() -> None:
    sheets = impose_leaves([*leaves(2), *leaves(2, (63, 88))], load_layout("a4"), "none")
    assert [len(sheet.placed) for sheet in sheets] == [2, 2, 2, 2]


def test_what_does_not_fit_says_so() -> None:
    """Leaf, its size, the paper and its size."""
    with pytest.raises(LayoutError, match=r"l0 \(300 x 200 mm\) does not fit a4 paper with a fold"):
        impose_leaves(leaves(1, (300, 200)), load_layout("a4"), "fold")
    with pytest.raises(WrongCall, match="no_paper") as told:
        load_layout("a44")
    assert told.value.values["near"] == "a4"
    with pytest.raises(WrongCall, match="no_duplex") as told:
        impose_leaves(leaves(1), load_layout("a4"), "lang")
    assert told.value.values["near"] == "long"
    odd = Leaf("odd", Face("odd front", (9, 9), ()), Face("odd back", (9, 8), ()))
    with pytest.raises(LayoutError, match="odd: front and back differ: 9 x 9 mm rect and 9 x 8 mm rect"):
        impose_leaves([odd], load_layout("a4"), "long")


@pytest.mark.parametrize(
    ("name", "paper", "duplex", "count"),
    [
        ("sheets_a4_long", "a4", "long", 4),
        ("sheets_letter_long", "letter", "long", 4),
        ("sheets_a4_fold", "a4", "fold", 3),
    ],
)
def test_imposed_sheets_equal_their_golden_text(
    name: str, paper: str, duplex: str, count: int, golden: Callable[[str, str], None]
) -> None:
    golden(f"{name}.txt", sheet_listing(impose_leaves(leaves(count), load_layout(paper), duplex)))


MANY = [*leaves(6, (63, 88)), *leaves(4, (38, 38)), *leaves(3, (90, 40)), *leaves(12, (63, 88))]


@each("duplex", ["long", "short", "none", "glue"])
@each("paper", ["a4", "letter", "a5"])
@each("bleed", [0.0, 2.0])
def test_pieces_of_all_sizes_share_sheets(duplex: str, paper: str, bleed: float) -> None:
    """Each piece is there once, none over another, bleed included, all within the margin; backs behind their fronts."""
    many = [
        replace(leaf, id=f"m{n}", front=replace(leaf.front, id=f"m{n} front", ground="vellum"))
        for n, leaf in enumerate(MANY)
    ]
    many = [replace(leaf, back=replace(leaf.back, id=f"{leaf.id} back", ground="vellum")) for leaf in many if leaf.back]
    apart, sheets = (
        impose_leaves(many, load_layout(paper), duplex, bleed, combine=combine) for combine in (False, True)
    )
    assert len(sheets) < len(apart)
    for side in ("front", "back"):
        own = [sheet for sheet in sheets if sheet.side == side]
        placed = [placed.face.id for sheet in own for placed in sheet.placed]
        assert sorted(placed) == sorted(f"{leaf.id} {side}" for leaf in many)
    for sheet in sheets:
        w, h = sheet.size
        grown = [
            Slot(s.x - bleed, s.y - bleed, s.w + 2 * bleed, s.h + 2 * bleed) for s in (p.slot for p in sheet.placed)
        ]
        for index, a in enumerate(grown):
            assert min(a.x, a.y, w - a.x - a.w, h - a.y - a.h) >= 5 - 1e-6
            for b in grown[:index]:
                assert max(a.x - b.x - b.w, b.x - a.x - a.w, a.y - b.y - b.h, b.y - a.y - a.h) >= -1e-6
    for front, back, sheet in pairs(sheets) if duplex in ("long", "short") else []:
        trim = next(placed.face.trim for placed in sheet.placed if placed.slot is front)
        for u, v in ((0, 0), (trim[0], trim[1])):
            seen = turned_over(on_page(front, trim, u, v), sheet.size, duplex)
            assert seen == pytest.approx(on_page(back, trim, trim[0] - u, v), abs=0.01)


def test_shared_sheets_are_folded_too() -> None:
    """Each piece has its fold, front before it and back behind it."""
    sheets = impose_leaves(MANY, load_layout("a4"), "fold", combine=True)
    assert {sheet.side for sheet in sheets} == {"fold"}
    assert sum(len(sheet.folds) for sheet in sheets) == len(MANY)
    assert sum(len(sheet.placed) for sheet in sheets) == 2 * len(MANY)


def test_what_is_left_of_one_size_keeps_its_grid() -> None:
    """The last page begins where the full ones do, and nothing on it is turned."""
    full, part = impose_leaves(leaves(15, (63, 88), "vellum", back=False), load_layout("a4"), "none", combine=True)
    assert [placed.slot for placed in part.placed] == [placed.slot for placed in full.placed[:6]]


def test_shared_sheets_turn_no_more_than_they_must() -> None:
    """Of arrangements on equally many pages the one with the fewest turned pieces."""
    many = [*leaves(3, (194, 162), back=False), *leaves(7, (61, 62), back=False)]
    sheets = impose_leaves(many, load_layout("a4"), "none", combine=True)
    assert {placed.slot.angle for sheet in sheets for placed in sheet.placed} == {0}


def test_what_is_larger_than_the_paper_shares_nothing() -> None:
    sheets = impose_leaves(
        [*leaves(1, (400, 300), back=False), *leaves(2, back=False)], load_layout("a4"), "none", combine=True
    )
    assert [sheet.tile is not None for sheet in sheets] == [True] * (len(sheets) - 1) + [False]


def test_a_page_that_is_not_full_begins_where_a_full_one_does() -> None:
    """What is left over of the paper is in one piece."""
    full, part = (impose_leaves(leaves(count, (63, 88)), load_layout("a4"), "none")[0] for count in (9, 4))
    assert [placed.slot for placed in part.placed] == [placed.slot for placed in full.placed[:4]]


@each("ground", ["", "vellum"])
@each("combine", [False, True])
def test_pieces_whose_colour_reaches_the_edge_stand_apart(ground: str, combine: bool) -> None:
    """By 2 mm, so that each can be followed with scissors; with a white edge they touch. A gap asked for is kept."""
    own = leaves(6, (63, 88), ground, back=False)
    for room, wanted in ((load_layout("a4"), 2.0 if ground else 0.0), (load_layout("a4", gap=0.5), 0.5)):
        (sheet,) = impose_leaves(own, room, "none", combine=combine)
        first, second = (placed.slot for placed in sheet.placed[:2])
        assert second.x - first.x - first.w == pytest.approx(wanted)


def test_on_shared_sheets_only_coloured_edges_take_room() -> None:
    """White pieces touch each other, coloured ones lie 2 mm apart, one of each 1 mm."""
    many = [*leaves(5, (40, 50), back=False), *leaves(5, (60, 30), "vellum", back=False)]
    (sheet,) = impose_leaves(many, load_layout("a4"), "none", combine=True)
    for one, two in combinations(sheet.placed, 2):
        a, b = one.slot, two.slot
        apart = max(a.x - b.x - b.w, b.x - a.x - a.w, a.y - b.y - b.h, b.y - a.y - a.h)
        assert apart >= bool(one.face.ground) + bool(two.face.ground) - 0.02
    assert min(slot.x for slot in (placed.slot for placed in sheet.placed)) == pytest.approx(5, abs=1.01)
