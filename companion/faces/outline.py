"""Cutting outlines of components within their trim. Geometry only; mm, origin top left, y down.

rect, rounded (by `corner` mm), round (an ellipse), hex (flat on top when wider than high) and net: the cutting lines
are drawn on the face itself and the trim is only its paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import pi

from companion.core.exact import cos, sin
from companion.faces.model import Face, Point, Rect, Step
from companion.faces.model import polygon_steps as closed

KINDS = ("rect", "rounded", "round", "hex", "net")
SHAPED = ("rounded", "round", "hex")  # outlines that leave something of the trim over
_ROUND = 0.5522847498  # of the radius: the handles of a Bézier quarter circle


def outline_path(face: Face, grow: float = 0.0) -> tuple[Step, ...]:
    """Return the outline as path steps, moved outwards by `grow` mm (negative: inwards)."""
    w, h = face.trim
    box = (-grow, -grow, w + 2 * grow, h + 2 * grow)
    if face.outline == "round":
        return ellipse(box)
    if face.outline == "hex":
        return closed(_hexagon(w, h, grow))
    if face.outline == "rounded" and face.corner + grow > 0:
        return rounded_box(box, face.corner + grow)
    return (("rect", *box),)


def printed_path(face: Face, bleed: float) -> tuple[Step, ...]:
    """Return the printed area: the outline with its bleed."""
    return square_path(face, bleed) if bleed else outline_path(face)


def square_path(face: Face, grow: float) -> tuple[Step, ...]:
    """Return the outline moved outwards, of a rounded one the box: its corners are cut last."""
    if face.outline == "rounded":
        w, h = face.trim
        return (("rect", -grow, -grow, w + 2 * grow, h + 2 * grow),)
    return outline_path(face, grow)


def outline_polygon(face: Face, grow: float = 0.0, parts: int = 48) -> tuple[Point, ...]:
    """Return the outline as corners, clockwise; a full circle becomes `parts` of them."""
    w, h = face.trim
    if face.outline == "round":
        return _arc((w / 2, h / 2), (w / 2 + grow, h / 2 + grow), 0, 2 * pi, parts)
    if face.outline == "hex":
        return _hexagon(w, h, grow)
    left, top, right, bottom = -grow, -grow, w + grow, h + grow
    r = face.corner + grow if face.outline == "rounded" else 0.0
    if r <= 0:
        return (left, top), (right, top), (right, bottom), (left, bottom)
    middles = ((left + r, top + r), (right - r, top + r), (right - r, bottom - r), (left + r, bottom - r))
    quarters = [
        _arc(middle, (r, r), pi + index * pi / 2, pi / 2, parts // 4 + 1, open_=True)
        for index, middle in enumerate(middles)
    ]
    return tuple(point for quarter in quarters for point in quarter)


def rounded_box(box: Rect, r: float) -> tuple[Step, ...]:
    """Return a box with round corners, clockwise."""
    x, y, w, h = box
    r = min(r, w / 2, h / 2)
    k = r * (1 - _ROUND)
    return (
        ("M", x + r, y),
        ("L", x + w - r, y),
        ("C", x + w - k, y, x + w, y + k, x + w, y + r),
        ("L", x + w, y + h - r),
        ("C", x + w, y + h - k, x + w - k, y + h, x + w - r, y + h),
        ("L", x + r, y + h),
        ("C", x + k, y + h, x, y + h - k, x, y + h - r),
        ("L", x, y + r),
        ("C", x, y + k, x + k, y, x + r, y),
        ("Z",),
    )


def ellipse(box: Rect) -> tuple[Step, ...]:
    """Return the ellipse in a box; a circle is one step."""
    x, y, w, h = box
    rx, ry, cx, cy = w / 2, h / 2, x + w / 2, y + h / 2
    if abs(w - h) < 1e-9:
        return (("circle", cx, cy, rx),)
    kx, ky = rx * _ROUND, ry * _ROUND
    return (
        ("M", cx, y),
        ("C", cx + kx, y, x + w, cy - ky, x + w, cy),
        ("C", x + w, cy + ky, cx + kx, y + h, cx, y + h),
        ("C", cx - kx, y + h, x, cy + ky, x, cy),
        ("C", x, cy - ky, cx - kx, y, cx, y),
        ("Z",),
    )


def _arc(middle: Point, radii: Point, start: float, angle: float, parts: int, open_: bool = False) -> tuple[Point, ...]:
    (cx, cy), (rx, ry) = middle, radii
    turns = [start + angle * index / (parts - open_) for index in range(parts)]
    return tuple((cx + rx * cos(turn), cy + ry * sin(turn)) for turn in turns)


def _hexagon(w: float, h: float, grow: float) -> tuple[Point, ...]:
    """Return six corners clockwise, every side moved outwards by `grow`."""
    k = 1 + 2 * grow / min(w, h)
    flat: Sequence[Point] = ((-0.25, -0.5), (0.25, -0.5), (0.5, 0), (0.25, 0.5), (-0.25, 0.5), (-0.5, 0))
    upright: Sequence[Point] = ((0, -0.5), (0.5, -0.25), (0.5, 0.25), (0, 0.5), (-0.5, 0.25), (-0.5, -0.25))
    return tuple((w / 2 + k * w * x, h / 2 + k * h * y) for x, y in (flat if w >= h else upright))
