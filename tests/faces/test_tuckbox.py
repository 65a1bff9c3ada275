"""A tuckbox folded up: walls, lid and bottom meet, what goes in has room, no flap is too long."""

from itertools import pairwise
from math import hypot

import pytest

from companion.core.errors import FaceError
from companion.faces.model import rotate_point
from companion.faces.nets.tuckbox import inner_size, tuckbox
from companion.faces.shapes import deck_box
from tests.each import each

WALLS = ("left", "front", "right", "back")
BOXES = each(
    "inner", [(64.0, 89.0, 19.0), (19.0, 88.0, 19.0), (96.0, 141.0, 6.0), (141.0, 96.0, 40.0), (45.0, 20.0, 12.0)]
)
BOARDS = each("board", [0.0, 0.15, 0.3, 1.0])


def level(placed, axis: int) -> float:
    """Where a flat part lies across this axis; it must lie square to it."""
    values = [corner[axis] for corner in placed.corners]
    assert max(values) - min(values) < 0.01
    return values[0]


def span(placed, axis: int) -> tuple[float, float]:
    values = [corner[axis] for corner in placed.corners]
    return min(values), max(values)


def distance(a, b) -> float:
    return hypot(*(p - q for p, q in zip(a, b, strict=True)))


@BOXES
@BOARDS
def test_the_room_inside_is_what_was_asked_for(fold_up, inner, board) -> None:
    """Between the innermost sheets, half of each taken off: strip to right, lid's tuck to back, tabs to dust flaps."""
    placed = fold_up(tuckbox(inner, board))
    width = level(placed["right"], 0) - level(placed["strip"], 0) - board
    depth = level(placed["tuck"], 2) - level(placed["back"], 2) - board
    height = (
        min(level(placed[f"tab {side}"], 1) - level(placed[f"dust {side}"], 1) for side in ("left", "right")) - board
    )
    assert (width, height, depth) == pytest.approx(inner, abs=0.01)


@BOXES
@BOARDS
def test_opposite_walls_look_away_from_each_other(fold_up, inner, board) -> None:
    """All six printed sides are outside."""
    placed = fold_up(tuckbox(inner, board))
    looks = {"front": (0, 0, 1), "back": (0, 0, -1), "left": (-1, 0, 0), "right": (1, 0, 0)}
    for name, out in (looks | {"lid": (0, -1, 0), "bottom": (0, 1, 0)}).items():
        assert placed[name].out == pytest.approx(out, abs=1e-9)
    for a, b, axis in (("left", "right", 0), ("bottom", "lid", 1), ("front", "back", 2)):
        assert level(placed[a], axis) != pytest.approx(level(placed[b], axis))


@BOXES
def test_edges_that_must_meet_do(fold_up, inner) -> None:
    """Of paper without thickness: the box is closed, to a hundredth of a millimetre."""
    net = tuckbox(inner, board=0)
    placed = fold_up(net)
    corners = {}
    for name in (*WALLS, "lid", "bottom"):
        panel = net.panels[name]
        across, down = (panel.w / 2, panel.h / 2)
        points = [(panel.x + i * across, panel.y + j * down) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        corners[name] = [placed[name].at(x, y) for x, y in points]
    everywhere = [corner for four in corners.values() for corner in four]
    for corner in everywhere:
        assert sum(distance(corner, other) < 0.01 for other in everywhere) == 3  # three walls meet in each of 8 corners
    top_of_front = [corners["front"][0], corners["front"][1]]
    fold_of_tuck = [corners["lid"][0], corners["lid"][1]]
    assert all(min(distance(a, b) for b in fold_of_tuck) < 0.01 for a in top_of_front)


@BOXES
@BOARDS
def test_sheets_on_each_other_are_a_sheet_apart(fold_up, inner, board) -> None:
    """From outside inwards: left and strip, front and tuck, lid and dust flaps; bottom, back's tab and side tabs."""
    placed = fold_up(tuckbox(inner, board))
    for axis, inwards, names in (
        (0, 1, ("left", "strip")),
        (2, -1, ("front", "tuck")),
        (1, 1, ("lid", "dust left")),
        (1, 1, ("lid", "dust right")),
        (1, -1, ("bottom", "tab back", "tab left")),
        (1, -1, ("bottom", "tab back", "tab right")),
    ):
        levels = [level(placed[name], axis) * inwards for name in names]
        assert [b - a for a, b in pairwise(levels)] == pytest.approx([board] * (len(names) - 1), abs=0.01)


@BOXES
@BOARDS
def test_no_flap_is_longer_than_what_it_lies_on(fold_up, inner, board) -> None:
    """Each stays a sheet away from the walls beside it, and two that lie in one plane do not overlap."""
    placed = fold_up(tuckbox(inner, board))
    for flap, wall in (
        ("strip", "left"),
        ("tuck", "front"),
        ("dust left", "lid"),
        ("dust right", "lid"),
        ("tab left", "bottom"),
        ("tab right", "bottom"),
        ("tab back", "bottom"),
    ):
        for axis in range(3):
            (low, high), (least, most) = span(placed[flap], axis), span(placed[wall], axis)
            if most - least > 0.01:
                assert least - board - 0.01 <= low, (flap, axis)
                assert high <= most + board + 0.01, (flap, axis)
    for kind in ("dust", "tab"):
        assert span(placed[f"{kind} left"], 0)[1] < span(placed[f"{kind} right"], 0)[0]
    (left, right), (low, high) = span(placed["tuck"], 0), (level(placed["left"], 0), level(placed["right"], 0))
    assert low + board / 2 < left
    assert right < high - board / 2
    front = max(corner[2] for corner in placed["dust left"].corners)
    assert front < level(placed["tuck"], 2) - board / 2


@BOXES
def test_words_run_round_the_box(fold_up, inner) -> None:
    """Walls are read upright; the lid is read from the front, so what is up on it points to the back."""
    net = tuckbox(inner)
    placed = fold_up(net)
    for name in WALLS:
        assert placed[name].along(*rotate_point((0, -1), net.panels[name].angle)) == pytest.approx((0, -1, 0), abs=1e-9)
    assert placed["lid"].along(*rotate_point((0, -1), net.panels["lid"].angle)) == pytest.approx((0, 0, -1), abs=1e-9)


@BOXES
def test_the_notch_shows_the_flap_not_what_is_inside(fold_up, inner) -> None:
    """Half a circle in the middle of the front's upper edge, not deeper than the tuck behind it."""
    placed = fold_up(tuckbox(inner))
    front, tuck = placed["front"], placed["tuck"]
    top, (left, right) = span(front, 1)[0], span(front, 0)
    notch = [corner for corner in front.corners if left + 0.01 < corner[0] < right - 0.01]
    deep = max(corner[1] for corner in notch) - top
    assert deep > 0.5
    assert deep < span(tuck, 1)[1] - top
    assert sum(corner[0] for corner in notch) / len(notch) == pytest.approx((left + right) / 2)


# ---------------------------------------------------------------------- decks


def test_the_room_a_deck_needs() -> None:
    """Depth is cards times thickness and play; sleeves make each card thicker."""
    assert inner_size((63, 88), 60) == pytest.approx((64, 89, 60 * 0.3 + 1))
    assert inner_size((66, 91), 60, sleeve=0.12) == pytest.approx((67, 92, 60 * 0.42 + 1))
    assert inner_size((140, 95), 50, thick=0.1, play=1.5) == pytest.approx((141.5, 96.5, 50 * 0.1 + 1.5))
    assert deck_box([63, 88], 60) == tuckbox((64, 89, 19))


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: inner_size((63,), 60), r"a card is \[width, height\]"),
        (lambda: inner_size((63, 0), 60), r"a card is \[width, height\]"),
        (lambda: inner_size((63, 88), 0), "no deck of 0 cards"),
        (lambda: inner_size((63, 88), 2.5), "no deck of 2.5 cards"),
        (lambda: inner_size((63, 88), 60, thick=0), "each 0 mm"),
        (lambda: inner_size((63, 88), 60, play=-1), "play -1 mm"),
        (lambda: tuckbox((63, 88)), r"a box is \[width, height, depth\]"),
        (lambda: tuckbox((63, 88, 2)), "4 mm or more each way"),
        (lambda: tuckbox((63, 88, 20), board=2), "of board up to 1.5 mm"),
        (lambda: tuckbox((63, 88, 20), board=-0.1), "of board up to 1.5 mm"),
    ],
)
def test_what_cannot_be_folded(call, told) -> None:
    """The message says the size that was asked for and what would do."""
    with pytest.raises(FaceError, match=told):
        call()
