"""Styles, pens, tables and scenes of strangers that are kept for measuring: nothing may be fitted to any of them."""

from __future__ import annotations

from functools import partial

import cv2
import numpy as np

from tests.paper.stranger_marks import (
    Field,
    Halving,
    Rng,
    Strokes,
    Style,
    arc,
    curve,
    glyph,
    letter,
    line,
    shading,
    upright,
    zigzag,
)
from tests.paper.stranger_pens import Grid, Pen
from tests.paper.stranger_scenes import COARSE, TABLE, Scene
from tests.paper.strangers import Styles


def curl(rng: Rng, field: Field) -> Strokes:
    """A cross in one stroke, with a loop."""
    a = rng.uniform(0.7, 0.9)
    return [line((-a, -a), (0, 0), (a, a * 0.8), (1.05 * a, 0), (a, -a * 0.8), (0, 0), (-a, a))]


def check_long(rng: Rng, field: Field) -> Strokes:
    """A tick whose end flies far out of the field."""
    return [line((-0.5, 0), (-0.15, 0.6), (-0.15, 0.6), (0.5, -0.6), (rng.uniform(1.3, 1.7), -rng.uniform(1.4, 1.9)))]


def backslash(rng: Rng, field: Field) -> Strokes:
    """A stroke that falls to the right."""
    a = rng.uniform(0.7, 1.05)
    return [line((-a * 0.9, -a), (a * 0.9, a), bend=rng.normal(0, 0.06))]


def inner_ring(rng: Rng, field: Field) -> Strokes:
    """A ring within the field."""
    return [arc(rng.uniform(0.5, 0.65), -1.6, rng.uniform(0.98, 1.08), rng, 0.05)]


def double_ring(rng: Rng, field: Field) -> Strokes:
    """Two rings about the field, in one stroke."""
    return [arc(rng.uniform(1.15, 1.25), rng.uniform(-2, -1), rng.uniform(1.9, 2.1), rng, 0.05, 0.08)]


def loose_fill(rng: Rng, field: Field) -> Strokes:
    """Filled fast: over the edge here, white left there."""
    tilt = rng.uniform(0.4, 1)
    paths = (zigzag(rng, field, max(0.2, 1.1 * field.nib), angle, 1.02) for angle in (tilt, tilt + 0.5))
    return [curve(path) for path in paths]


def spiral_fill(rng: Rng, field: Field) -> Strokes:
    """Filled from the middle outwards."""
    gap = max(0.07, 0.9 * field.nib)
    return [arc(0.04, 0, 0.82 / gap, rng, 0.06, gap)]


def crosshatch(rng: Rng, field: Field) -> Strokes:
    """Shaded in two directions."""
    gap = max(0.15, 0.8 * field.nib)
    paths = [zigzag(rng, field, gap, angle, 0.9) for angle in (0.75, 0.75 + np.pi / 2)]
    return [path[at : at + 2] for path in paths for at in range(0, len(path) - 1, 2)]


def loops(rng: Rng, field: Field) -> Strokes:
    """A ball of wool."""
    t = np.linspace(0, 2 * np.pi * rng.integers(4, 7), 220)
    far = 0.45 + 0.35 * np.sin(t * 0.63 + rng.uniform(0, 3))
    return [np.stack([far * np.cos(t) + 0.15 * np.sin(t * 0.21), far * np.sin(t) + 0.1 * np.cos(t * 0.37)], 1)]


def missed(rng: Rng, field: Field) -> Strokes:
    """A cross whose strokes hardly meet."""
    a, b = rng.uniform(0.2, 0.4, 2)
    return [line((-0.8, -0.7 + a), (0.45, 0.6 + a)), line((0.85, -0.9), (0.1 - b, 0.25))]


def strike(rng: Rng, field: Field) -> Strokes:
    """A level stroke, somewhat over the edges."""
    a = rng.uniform(0.8, 1.15)
    return [line((-a, rng.normal(0, 0.08)), (a, rng.normal(0, 0.08)), bend=rng.normal(0, 0.03))]


def star(rng: Rng, field: Field) -> Strokes:
    """Three strokes through the middle."""
    angles = np.array([0.2, 1.25, 2.3]) + rng.normal(0, 0.08, 3)
    ends = [(0.75 * np.cos(angle), 0.75 * np.sin(angle)) for angle in angles]
    return [line((-x, -y), (x, y)) for x, y in ends]


def falling(rng: Rng, field: Field) -> Strokes:
    """From corner to corner, downwards."""
    return [line((-rng.uniform(0.9, 1.05), -1), (rng.uniform(0.9, 1.05), 1), bend=rng.normal(0, 0.02))]


def letter_h(rng: Rng, field: Field) -> Strokes:
    """An H for half."""
    return [stroke * (0.5, 0.65) for stroke in glyph("H")]


def upright_double(rng: Rng, field: Field) -> Strokes:
    """The dashed line drawn twice."""
    return [upright(rng, field)[0] + (rng.uniform(-0.09, -0.04), 0), upright(rng, field)[0] + (0.07, 0)]


def upright_dashes(rng: Rng, field: Field) -> Strokes:
    """The dashes of the line traced one by one."""
    return [line((0, y), (rng.normal(0, 0.03), y + 0.3)) for y in np.arange(-0.9, 0.8, 0.46)]


def half_dot(rng: Rng, field: Field) -> Strokes:
    """One thick dot."""
    return [arc(0.03, 0, 4, rng, 0.2, 0.06)]


def stone(rng: Rng) -> Grid:
    """Granite."""
    size = TABLE * COARSE
    specks = sum(
        cv2.GaussianBlur(rng.standard_normal((size, size)).astype(np.float32), (0, 0), wide) * wide * share
        for wide, share in ((1.5, 0.8), (5, 0.6), (24, 0.5))
    )
    return np.clip(rng.uniform(0.3, 0.7) * (1 + 0.35 * specks), 0.05, 1)[..., None] * np.float32((1, 0.98, 0.95))


def cloth(rng: Rng) -> Grid:
    """A woven cloth in checks."""
    at = np.arange(TABLE * COARSE)
    band = ((at // int(rng.integers(60, 130))) % 2).astype(np.float32)
    weave = 1 + 0.12 * np.sin(at * 0.9)[:, None] * np.sin(at * 0.9)[None]
    shade = 1 - 0.3 * (band[:, None] + band[None])
    colour = np.float32(rng.choice(((0.8, 0.25, 0.22), (0.3, 0.42, 0.7), (0.35, 0.55, 0.36))))
    return (weave[..., None] * (1 - (1 - colour) * (1.6 - shade[..., None]))).clip(0.05, 1)


MARKS: dict[str, Style] = {
    "curl": curl,
    "check_long": check_long,
    "backslash": backslash,
    "inner_ring": inner_ring,
    "double_ring": double_ring,
    "loose_fill": loose_fill,
    "spiral_fill": spiral_fill,
    "crosshatch": crosshatch,
    "loops": loops,
    "missed": missed,
    "strike": strike,
    "star": star,
    "letter_a": partial(letter, "A"),
    "letter_s": partial(letter, "S"),
}
HALVES = {
    "falling": Halving(falling, triangle=(1, -1)),
    "letter_h": Halving(letter_h, half_dot),
    "upright_double": Halving(upright_double),
    "upright_dashes": Halving(upright_dashes, shading),
}
PENS = {
    "fountain": Pen((0.1, 0.13, 0.42), (0.6, 1.0), 0.93, 0.06, bleed=0.04, nib=0.6),
    "crayon": Pen((0.72, 0.2, 0.16), (0.7, 1.2), 0.85, 0.8),
    "ballpoint_dry": Pen((0.14, 0.14, 0.2), (0.35, 0.5), 0.8, 0.45, skips=0.12),
    "felt_violet": Pen((0.4, 0.15, 0.5), (0.9, 1.4), 0.92, 0.08, bleed=0.16, soaked=True),
    "pencil_soft": Pen((0.2, 0.2, 0.21), (0.6, 1.1), 0.85, 0.85),
}
TABLES = {"stone": stone, "cloth": cloth}
SCENES = {
    "binder": Scene(margin=6, holes=True, curl=0.5),
    "clutter": Scene(clutter=5, shadow=0.3),
    "lamp": Scene(lamp=1, noise=1),
    "crowd": Scene(neighbours=3),
    "hands": Scene(hand=2, shadow=0.8, curl=0.6),
    "pair_curled": Scene(pair=True, curl=0.7, margin=3),
}
KEPT = Styles(MARKS, HALVES, PENS, TABLES, SCENES)
