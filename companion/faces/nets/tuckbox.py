"""A box with a tuck-in lid, in one piece. Geometry only; mm.

Its inner size is exact for any paper: `board` is the paper's thickness. Where sheets lie on each other their folds are
a sheet apart: the glue strip inside the left wall, the dust flaps under the lid, the lid's tuck inside the front, and
at the bottom the side flaps, on them the flap of the back, on that the bottom.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.errors import FaceError
from companion.faces.model import Point
from companion.faces.nets.net import Net, NetPart, arc_points, make_flap

LEAST = 4.0  # mm; thinner boxes cannot be glued
THICKEST = 1.5  # mm; thicker board does not fold
EASE = 0.4  # mm at each end of a flap that slides between walls
Numbers = Sequence[float]
Size = tuple[float, float, float]


def inner_size(card: Numbers, count: float, thick: float = 0.3, sleeve: float = 0.0, play: float = 1.0) -> Size:
    """Return width, height and depth of the space for a deck, mm.

    card: width and height of a card, or of its sleeve.
    thick: thickness of a card.
    sleeve: added thickness of a sleeve (both sides).
    play: added in every direction.
    Raises FaceError.
    """
    if len(card) != 2 or min(card) <= 0:
        raise FaceError(f"a card is [width, height], not {list(card)}")
    if count < 1 or count != int(count) or thick <= 0 or sleeve < 0 or play < 0:
        raise FaceError(f"no deck of {count:g} cards, each {thick:g} mm and {sleeve:g} mm of sleeve, play {play:g} mm")
    return card[0] + play, card[1] + play, count * (thick + sleeve) + play


def tuckbox(inner: Numbers, board: float = 0.3) -> Net:
    """Return the net of a box that is [width, height, depth] inside: `left`, `front`, `right`, `back`, `lid`, `bottom`.

    Walls stand upright side by side, so that text runs round the box; the lid hangs on the back and is read from the
    front. Raises FaceError for a size that cannot be folded.
    """
    if len(inner) != 3:
        raise FaceError(f"a box is [width, height, depth], not {list(inner)}")
    if min(inner) < LEAST or not 0 <= board <= THICKEST:
        raise FaceError(
            f"a box is {LEAST:g} mm or more each way, of board up to {THICKEST:g} mm; not "
            f"{' x '.join(f'{edge:g}' for edge in inner)} mm of {board:g} mm"
        )
    t = board
    w, h, d = inner[0] + 2 * t, inner[1] + 4 * t, inner[2] + 2 * t  # from fold to fold of the outermost sheets
    tuck = min(max(8.0, 0.7 * d), 16.0, 0.8 * inner[1])
    x = (0.0, d, d + w, 2 * d + w, 2 * d + 2 * w - t)  # the back meets the strip, a sheet inside the left wall
    top = tuck + d - t
    under, back_low, side_low = top + h, top + h - t, top + h - 2 * t
    walls = [
        NetPart("left", ((x[1], top + t), (x[1], side_low), (x[0], side_low), (x[0], top + t)), "front"),
        NetPart("front", _front((x[1], top), w, under, min(9.0, w / 4, 0.7 * tuck))),
        NetPart("right", ((x[2], side_low), (x[2], top + t), (x[3], top + t), (x[3], side_low)), "front"),
        NetPart("back", _back(x[3], x[4], top, t, side_low, back_low), "right"),
    ]
    lid = (x[4], top), (x[3], top), (x[3], tuck), (x[4], tuck)
    bottom = (x[1], under), (x[2], under), (x[2], under + d), (x[1], under + d)
    closing = [
        NetPart("lid", lid, "back", angle=180),
        _tuck((x[3], tuck), (x[4], tuck), tuck, EASE + t),
        NetPart("bottom", bottom, "front"),
    ]
    dust, side = min(0.45 * w, max(d, 8.0), 22.0), min(0.45 * w, 18.0)
    lean = min(0.12 * d, 2.0)
    for name, left, right in (("left", x[0], x[1]), ("right", x[2], x[3])):
        ends = (left, top + t), (right, top + t)
        closing.append(make_flap(f"dust {name}", *ends, name, dust, lean, inset=EASE + 1.5 * t))
        ends = (right, side_low), (left, side_low)
        closing.append(make_flap(f"tab {name}", *ends, name, side, lean, glue=True, inset=EASE))
    strip = min(12.0, d - 1)
    closing += [
        make_flap("tab back", (x[4], back_low), (x[3], back_low), "back", d - 1, lean, glue=True, inset=EASE),
        make_flap("strip", (x[4], top + t), (x[4], side_low), "back", strip, min(strip / 2, 0.2 * h), glue=True),
    ]
    return Net((*walls, *closing))


def _front(corner: Point, w: float, under: float, notch: float) -> tuple[Point, ...]:
    """Return the front with a half-round thumb notch in its upper edge."""
    x, y = corner
    return (x, y), *arc_points((x + w / 2, y), notch, 2, -2), (x + w, y), (x + w, under), (x, under)


def _back(x: float, far: float, top: float, t: float, side_low: float, low: float) -> tuple[Point, ...]:
    """Return the back: a sheet higher at both ends than the wall it hangs on."""
    ends = ((x, top), (far, top)) if t else ((far, top),)
    return (x, side_low), (x, top + t), *ends, (far, low), *(((x, low),) if t else ())


def _tuck(a: Point, b: Point, long: float, inset: float) -> NetPart:
    """Return the lid's flap that goes inside the front, with round corners."""
    left, right, y = a[0] + inset, b[0] - inset, a[1]
    r = min(0.8 * long, (right - left) / 3)
    corners = (*arc_points((left + r, y - long + r), r, 2, 1), *arc_points((right - r, y - long + r), r, 3, 1))
    return NetPart("tuck", ((right, y), (left, y), *corners), "lid", angle=180)
