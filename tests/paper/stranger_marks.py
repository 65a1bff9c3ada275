"""How people mark fields: strokes in units of half a field about its centre, y downwards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from tests.paper.stranger_pens import Path, smooth_noise

Rng = np.random.Generator
Strokes = list[Path]

GLYPHS = {  # strokes of points on a grid of 4 by 6; a point twice is a corner
    "0": "30 10 02 04 16 36 44 42 30",
    "1": "02 20 20 26",
    "2": "01 10 30 41 33 06 06 46",
    "3": "01 10 30 41 23 23 44 36 16 05",
    "4": "30 04 04 44,32 36",
    "5": "40 10 10 03 03 23 44 36 06",
    "6": "30 12 04 16 36 44 33 13 04",
    "7": "00 40 40 16",
    "8": "41 20 01 23 44 26 05 23 41",
    "9": "41 20 01 13 32 41 41 36 26",
    "A": "06 20 20 46,14 34",
    "H": "00 06,40 46,03 43",
    "K": "00 06,40 03 03 46",
    "M": "06 00 00 24 24 40 40 46",
    "S": "41 20 01 23 44 26 05",
    "n": "02 06,04 12 32 43 46",
    "o": "12 04 16 36 44 32 12",
    "/": "40 06",
}


class Field(NamedTuple):
    """Where a mark is made. nib: width of the pen in halves of the field; round: whether it is a circle."""

    nib: float
    round: bool


Style = Callable[[Rng, Field], Strokes]


class Halving(NamedTuple):
    """How a square is halved, and how one half is marked: as `half` says, else with the player's own mark if it is
    narrow, else shaded.

    triangle: corner of the half, if it is cut from corner to corner; alike: marks from which it is not told apart.
    """

    halve: Style
    half: Style | None = None
    triangle: tuple[int, int] | None = None
    alike: tuple[str, ...] = ()


def line(*points: tuple[float, float], bend: float = 0.0) -> Path:
    """Return a stroke through points; bend: how far the middle of a straight stroke is bent."""
    if len(points) == 2:
        (ax, ay), (bx, by) = points
        middle = ((ax + bx) / 2 + bend * (by - ay), (ay + by) / 2 - bend * (bx - ax))
        points = (points[0], middle, points[1])
    return curve(np.array(points, float))


def curve(points: Path) -> Path:
    """Return a smooth stroke through points."""
    before, after = np.vstack([points[:1], points[:-1]]), np.vstack([points[1:], points[-1:]])
    slope = (after - before) / 2
    t = np.linspace(0, 1, 9)[:, None]
    one, two = 2 * t**3 - 3 * t**2 + 1, t**3 - 2 * t**2 + t
    three, four = 3 * t**2 - 2 * t**3, t**3 - t**2
    parts = [
        one * points[at] + two * slope[at] + three * points[at + 1] + four * slope[at + 1]
        for at in range(len(points) - 1)
    ]
    return np.vstack(parts)


def glyph(sign: str) -> Strokes:
    """Return the strokes of a letter or digit between -1 and 1."""
    return [
        curve(np.array([(int(x) / 2 - 1, int(y) / 3 - 1) for x, y in stroke.split()]))
        for stroke in GLYPHS[sign].split(",")
    ]


def arc(radius: float, start: float, turns: float, rng: Rng, wobble: float = 0.04, grow: float = 0.0) -> Path:
    """Return a ring or a part of one by hand, growing outwards by `grow` a turn."""
    angle = np.linspace(start, start + 2 * np.pi * turns, max(12, int(40 * abs(turns))))
    far = radius * (1 + wobble * smooth_noise(rng, len(angle), 12)) + grow * np.linspace(0, abs(turns), len(angle))
    return np.stack([far * np.cos(angle), far * np.sin(angle)], 1)


def zigzag(rng: Rng, field: Field, gap: float, angle: float, reach: float) -> Path:
    """Return one stroke to and fro over the field. gap: between its turns; reach: 1 goes to the edge."""
    at = np.arange(-reach, reach + gap / 2, gap)
    half = np.sqrt(np.maximum(reach**2 - at**2, 0.02)) if field.round else np.full(len(at), reach)
    half = half * (1 + 0.06 * rng.standard_normal(len(at)))
    ends = np.stack([at, half * np.where(np.arange(len(at)) % 2, 1, -1)], 1)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    turned = ends @ turn
    return turned if field.round else turned / max(1.0, float(np.abs(turned).max()) / (reach + 0.1))


def cross(rng: Rng, field: Field) -> Strokes:
    """Two diagonals."""
    a, b, c, d = rng.uniform(0.6, 0.95, 4)
    return [line((-a, -a), (b, b), bend=rng.normal(0, 0.04)), line((c, -c), (-d, d), bend=rng.normal(0, 0.05))]


def plus(rng: Rng, field: Field) -> Strokes:
    """An upright cross."""
    a, b = rng.uniform(0.6, 0.9, 2)
    return [line((0, -a), (0, a)), line((-b, 0), (b, 0))]


def check(rng: Rng, field: Field) -> Strokes:
    """A tick."""
    return [line((-0.65, rng.uniform(-0.1, 0.2)), (-0.2, 0.65), (-0.2, 0.65), (0.8, rng.uniform(-0.9, -0.6)))]


def check_v(rng: Rng, field: Field) -> Strokes:
    """A tick with arms of one length."""
    return [line((-0.6, -0.6), (0, 0.65), (0, 0.65), (0.6, -0.65))]


def slash(rng: Rng, field: Field) -> Strokes:
    """A stroke that rises to the right."""
    a = rng.uniform(0.65, 1.1)
    return [line((a * 0.85, -a), (-a * 0.85, a), bend=rng.normal(0, 0.06))]


def double_slash(rng: Rng, field: Field) -> Strokes:
    """Two of them."""
    return [line((x + 0.5, -0.8), (x - 0.5, 0.8), bend=rng.normal(0, 0.04)) for x in (-0.25, 0.25)]


def dot(rng: Rng, field: Field) -> Strokes:
    """A dot made by turning the pen."""
    return [arc(0.04, 0, 3, rng, 0.2, rng.uniform(0.03, 0.06))]


def blob(rng: Rng, field: Field) -> Strokes:
    """A large dot."""
    return [arc(0.05, 0, 0.5 / max(field.nib, 0.06), rng, 0.1, field.nib * 0.8)]


def ring(rng: Rng, field: Field) -> Strokes:
    """A ring about the field."""
    return [arc(rng.uniform(1.22, 1.4), rng.uniform(-2.2, -1), rng.uniform(0.98, 1.1), rng)]


def ring_open(rng: Rng, field: Field) -> Strokes:
    """A quick ring that does not close."""
    start = rng.uniform(-2.4, -1)
    return [arc(rng.uniform(1.2, 1.35), start, rng.uniform(0.86, 0.95), rng, 0.06, rng.uniform(0.05, 0.2))]


def fill(rng: Rng, field: Field) -> Strokes:
    """Filled with care: its edge first, then all of it."""
    edge = (
        arc(0.85, 0, 1.05, rng, 0.02)
        if field.round
        else 0.88 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)])
    )
    return [edge, zigzag(rng, field, field.nib * 0.7, rng.uniform(0.5, 1), 0.86)]


def shading(rng: Rng, field: Field) -> Strokes:
    """Parallel strokes."""
    gap = max(rng.uniform(0.24, 0.34), 1.6 * field.nib)
    path = zigzag(rng, field, gap / 2, rng.uniform(0.6, 0.95), 0.9)
    return [path[at : at + 2] for at in range(0, len(path) - 1, 2)]


def scribble(rng: Rng, field: Field) -> Strokes:
    """To and fro, fast."""
    return [curve(zigzag(rng, field, max(0.16, 1.2 * field.nib), rng.uniform(0.3, 1.2), rng.uniform(0.7, 0.95)))]


def outline(rng: Rng, field: Field) -> Strokes:
    """The printed outline traced twice."""
    if field.round:
        return [arc(rng.uniform(0.94, 1), -1.5, 2.05, rng, 0.03)]
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)], float)
    return [np.repeat(corners, 2, 0) + 0.05 * rng.standard_normal((18, 2))]


def wave(rng: Rng, field: Field) -> Strokes:
    """A wavy stroke."""
    x = np.linspace(-0.8, 0.8, 40)
    return [np.stack([x, rng.uniform(0.25, 0.4) * np.sin(x * rng.uniform(6, 9))], 1)]


def letter(sign: str, rng: Rng, field: Field) -> Strokes:
    """A letter."""
    return [stroke * (0.55, 0.65) for stroke in glyph(sign)]


def upright(rng: Rng, field: Field) -> Strokes:
    """The dashed line traced."""
    return [line((0, -rng.uniform(0.85, 1)), (rng.normal(0, 0.04), rng.uniform(0.85, 1)), bend=rng.normal(0, 0.02))]


def upright_long(rng: Rng, field: Field) -> Strokes:
    """The same, beyond the square at both ends."""
    return [line((rng.normal(0, 0.04), -rng.uniform(1.1, 1.3)), (0, rng.uniform(1.1, 1.35)))]


def rising(rng: Rng, field: Field) -> Strokes:
    """From corner to corner."""
    return [line((rng.uniform(0.9, 1.05), -1), (-rng.uniform(0.9, 1.05), 1), bend=rng.normal(0, 0.02))]


SHARED: dict[str, Style] = {
    "cross": cross,
    "plus": plus,
    "check": check,
    "check_v": check_v,
    "slash": slash,
    "double_slash": double_slash,
    "dot": dot,
    "blob": blob,
    "ring": ring,
    "ring_open": ring_open,
    "fill": fill,
    "shading": shading,
    "scribble": scribble,
    "outline": outline,
    "wave": wave,
    "letter_m": partial(letter, "M"),
    "letter_k": partial(letter, "K"),
}
SHARED_HALVES = {
    "upright": Halving(upright),
    "upright_long": Halving(upright_long, shading),
    "rising": Halving(rising, triangle=(-1, -1)),
}
