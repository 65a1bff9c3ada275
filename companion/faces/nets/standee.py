"""A figure that stands: front and back over a fold, feet, and a base beside it. Geometry only; mm.

What stands: paper is too soft for slots, and a tent leans. So the two pictures are glued back to back (two sheets are
stiff where one bends), each ends in half a disc that is folded outwards, and both halves are glued flat onto a base
of two discs. The base holds the feet at a right angle, which a fold alone does not; almost all the paper lies low.
"""

from __future__ import annotations

from math import acos, pi, sqrt

from companion.core.errors import FaceError
from companion.faces.model import Point
from companion.faces.nets.net import Net, NetPart, arc_points

HINGE = 0.35  # of the base's diameter: the fold between its two discs


def standee(width: float, height: float, base: float, shoulder: float = 0.0, gap: float = 5.0) -> Net:
    """Return the net of a figure: panels `front` and `back`, `foot front`, `foot back`, `base` and `under`.

    The back lies above the front, upside down, so that it reads right once folded.
    width, height: of a panel, mm.
    base: diameter of the discs, mm.
    shoulder: radius of the panels' upper corners, mm.
    gap: distance of the discs to the right of the figure, mm; the lower one is level with the front foot.
    Folds need no allowance: parts that lie on each other are equal and glued flat. Raises FaceError if it cannot stand.
    """
    if not (width > 0 and height > 0 and gap >= 0):
        raise FaceError(f"a standee needs a width and a height, not {width:g} x {height:g} mm")
    if base < width:
        raise FaceError(f"a standee {width:g} mm wide needs a base of {width:g} mm or more, not {base:g} mm")
    if not 0 <= shoulder <= min(width / 3, height):
        raise FaceError(f"a shoulder is 0 to {min(width / 3, height):g} mm here, not {shoulder:g} mm")
    r, top = width / 2, width / 2 + height  # top: where front and back are folded
    front = NetPart("front", _panel(width, height, shoulder, top, 1))
    back = NetPart("back", _panel(width, height, shoulder, top, -1), "front", fold=180, angle=180)
    low, high = top + height, top - height
    foot_front = ((0.0, low), (width, low), *arc_points((r, low), r, 0, 2)[1:-1])
    foot_back = ((width, high), (0.0, high), *arc_points((r, high), r, 2, 2)[1:-1])
    feet = (
        NetPart("foot front", foot_front, "front", fold=-90),
        NetPart("foot back", foot_back, "back", -90, angle=180),
    )
    discs, middle = _base(width + gap, low + r, base / 2)
    return Net((front, back, *feet, *discs), (arc_points(middle, r, 0, 4)[:-1],))


def _panel(w: float, h: float, s: float, top: float, way: int) -> tuple[Point, ...]:
    """Return the corners of a panel below (way 1) or above (-1) the fold at `top`, the fold first."""
    if way > 0:
        right = arc_points((w - s, top + s), s, 3, 1) if s else ((w, top),)
        left = arc_points((s, top + s), s, 2, 1) if s else ((0.0, top),)
        return (*left[-1:], *right, (w, top + h), (0.0, top + h), *left[:-1])
    left = arc_points((s, top - s), s, 1, 1) if s else ((0.0, top),)
    right = arc_points((w - s, top - s), s, 0, 1) if s else ((w, top),)
    return (*right[-1:], *left, (0.0, top - h), (w, top - h), *right[:-1])


def _base(x: float, bottom: float, r: float) -> tuple[tuple[NetPart, NetPart], Point]:
    """Return two discs with a common chord, one folded under the other, and the centre of the upper one."""
    half = HINGE * r
    away, turn = sqrt(r * r - half * half), acos(HINGE) * 2 / pi
    lower = (x + r, bottom - r)
    upper = (x + r, bottom - r - 2 * away)
    above = arc_points(upper, r, 2 - turn, 2 + 2 * turn)
    below = arc_points(lower, r, -turn, 2 + 2 * turn)
    under = NetPart("under", (*below[-1:], *below[:-1]), "base", fold=180, middle=lower)
    return (NetPart("base", above, middle=upper), under), upper
