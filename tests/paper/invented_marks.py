"""Ways of marking by chance, for fitting: strokes that nobody was taught, halves and pens beside those of strangers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from tests.paper import stranger_marks, stranger_pens
from tests.paper.stranger_marks import (
    Field,
    Halving,
    Rng,
    Strokes,
    arc,
    curve,
    fill,
    glyph,
    line,
    scribble,
    shading,
    zigzag,
)
from tests.paper.stranger_pens import Path, Pen, smooth_noise
from tests.paper.strangers import SHARED, Styles

MARKS, PENS, LETTERINGS = 600, 60, 30
LARGE = 0.6  # edge of what a mark covers, in halves of a field
LETTERS = [sign for sign in stranger_marks.GLYPHS if sign not in "/H1"]  # these may halve a square


def corners(rng: Rng) -> Path:
    """Return a stroke with sharp turns."""
    return np.repeat(rng.uniform(-1.05, 1.05, (int(rng.integers(3, 6)), 2)), 2, 0)


def bow(rng: Rng) -> Path:
    """Return a curve through some points."""
    return curve(rng.uniform(-1.1, 1.1, (int(rng.integers(3, 6)), 2)))


def round_(rng: Rng) -> Path:
    """Return a part of a ring, a ring or a spiral."""
    stretched = (rng.uniform(0.7, 1.2), rng.uniform(0.7, 1.2))
    turns = float(rng.choice((0.6, 0.95, 1.05, 2, 3)))
    return arc(rng.uniform(0.15, 1.35), rng.uniform(0, 6), turns, rng, 0.05, rng.normal(0, 0.12)) * stretched


def to_and_fro(rng: Rng) -> Path:
    """Return one stroke over the field."""
    return zigzag(
        rng, Field(0.1, bool(rng.random() < 0.5)), rng.uniform(0.12, 0.5), rng.uniform(0, 3), rng.uniform(0.5, 1.1)
    )


def straight(rng: Rng) -> Path:
    """Return a straight stroke."""
    return line(tuple(rng.uniform(-1, 1, 2)), tuple(rng.uniform(-1, 1, 2)), bend=rng.normal(0, 0.06))


PARTS: tuple[tuple[Callable[[Rng], Path], int], ...] = (
    (corners, 2),
    (bow, 2),
    (round_, 2),
    (to_and_fro, 2),
    (straight, 5),
)


def invent(number: int) -> Strokes:
    """Return the strokes of a mark: large enough, and no single stroke across, which may halve a square."""
    rng = np.random.default_rng([5, number])
    while True:
        if rng.random() < 0.2:
            strokes = [stroke * rng.uniform(0.5, 0.9) for stroke in glyph(str(rng.choice(LETTERS)))]
        else:
            part, most = PARTS[int(rng.integers(len(PARTS)))]
            strokes = [part(rng) for _ in range(int(rng.integers(1 + (part is straight), most + 1)))]
        wide, high = np.ptp(np.vstack(strokes), 0)
        if min(wide, high) > LARGE:
            return strokes


def again(strokes: Strokes, rng: Rng, field: Field) -> Strokes:
    """The same mark, not quite."""
    form = np.eye(2) + rng.normal(0, 0.07, (2, 2))
    return [stroke @ form + rng.normal(0, 0.05, 2) for stroke in strokes]


def upright(times: int, wave: float, rng: Rng, field: Field) -> Strokes:
    """The dashed line traced, once or more often."""
    y = np.linspace(-rng.uniform(0.75, 1.25), rng.uniform(0.75, 1.25), 24)
    return [np.stack([rng.normal(0, 0.05) + wave * smooth_noise(rng, 24, 6), y], 1) for _ in range(times)]


def falling(rng: Rng, field: Field) -> Strokes:
    """From the other corner to the other."""
    return [line((-rng.uniform(0.85, 1.1), -1), (rng.uniform(0.85, 1.1), 1), bend=rng.normal(0, 0.03))]


def letter_h(rng: Rng, field: Field) -> Strokes:
    """An H, narrow or wide, its bar high or low: half."""
    form = (rng.uniform(0.35, 0.85), rng.uniform(0.5, 0.95))
    left, right, bar = glyph("H")
    return [stroke * form for stroke in (left, right, bar + np.array((0, rng.normal(0, 0.12))))]


def small_h(rng: Rng, field: Field) -> Strokes:
    """The same as a small letter."""
    form = (rng.uniform(0.4, 0.8), rng.uniform(0.5, 0.95))
    arch = curve(np.array([(-1, 0.3), (-0.2, -0.15), (0.7, 0.1), (0.9, 1)]))
    return [stroke * form for stroke in (line((-1, -1), (-1, 1)), arch)]


def half_fill(rng: Rng, field: Field) -> Strokes:
    """The right half filled, its left edge at the dashed line."""
    return [stroke * (0.47, 0.95) + (0.5, 0) for stroke in fill(rng, Field(field.nib * 2, False))]


def one_dot(rng: Rng, field: Field) -> Strokes:
    """A dot on the dashed line."""
    return stranger_marks.dot(rng, field)


def lying_h(rng: Rng, field: Field) -> Strokes:
    """An H whose middle is the dashed line, lying."""
    return [*upright(1, 0.01, rng, field), line((-0.5, -0.9), (0.5, -0.9)), line((-0.5, 0.9), (0.5, 0.9))]


def dots(rng: Rng, field: Field) -> Strokes:
    """Dots along the dashed line."""
    return [arc(0.05, 0, 2, rng) + np.array((0, y)) for y in np.linspace(-0.7, 0.7, int(rng.integers(2, 5)))]


def diagonal(way: int, reach: tuple[float, float], lean: tuple[float, float], rng: Rng, field: Field) -> Strokes:
    """A single stroke. way: 1 rises to the right, -1 falls; lean: how much less it goes across than down."""
    down = rng.uniform(*reach)
    across = way * down * rng.uniform(*lean)
    return [line((across, -down), (-across, down), bend=rng.normal(0, 0.06))]


def letter(number: int) -> Strokes:
    """Return an H of any size: its legs lean, its bar falls short of them or goes beyond."""
    rng = np.random.default_rng([9, number])
    wide, high, bar, beyond = (rng.uniform(*one) for one in ((0.25, 1.15), (0.4, 1.15), (-0.3, 0.3), (0.7, 1.3)))
    leans = rng.normal(0, 0.15, 2)
    legs = [line(((x + lean) * wide, -high), ((x - lean) * wide, high)) for x, lean in zip((-1, 1), leans, strict=True)]
    return [*legs, line((-wide * beyond, bar * high), (wide * beyond, bar * high + rng.normal(0, 0.08)))]


STROKES = {
    f"{name}_{turned}": partial(diagonal, way, reach, lean)
    for way, name in ((1, "rising"), (-1, "falling"))
    for turned, reach, lean in (
        ("long", (0.65, 1.1), (0.75, 1.1)),
        ("short", (0.3, 0.6), (0.7, 1.2)),
        ("steep", (0.6, 1.1), (0.5, 0.75)),
        ("flat", (0.35, 0.7), (1.3, 1.8)),
    )
}

HALVES = {
    "twice": Halving(partial(upright, 2, 0.01), fill),
    "wavy": Halving(partial(upright, 1, 0.04), scribble),
    "own": Halving(partial(upright, 1, 0.02)),
    "falling": Halving(falling, triangle=(1, -1)),
    "rising_low": Halving(stranger_marks.rising, triangle=(1, 1)),
    "lying_h": Halving(lying_h, fill),
    "letter_h": Halving(letter_h, fill),
    "letter_h_own": Halving(letter_h),
    "small_h": Halving(small_h, scribble),
    "half_fill": Halving(half_fill, stranger_marks.cross),
    "one_dot": Halving(one_dot, fill, alike=("dot", "blob")),
    "dots": Halving(dots, scribble),
}


LETTERED = {
    f"letter_{number}_{name}": Halving(partial(again, letter(number)), half)
    for number in range(LETTERINGS)
    for name, half in (("filled", fill), ("own", None), ("shaded", shading))
}


def pen(number: int) -> Pen:
    """Return a pen by chance."""
    rng = np.random.default_rng([6, number])
    shade = rng.uniform(0.04, 0.45)
    colour = np.clip(shade + rng.uniform(0, 0.6, 3) * (rng.random() < 0.6), 0, 0.8)
    colour[int(rng.integers(3))] = shade
    width = rng.uniform(0.25, 1.6)
    return Pen(
        tuple(map(float, colour)), (width, 1.4 * width), rng.uniform(0.55, 0.98), rng.uniform(0, 0.9),
        bleed=float(rng.choice((0, 0, 0.1))), skips=float(rng.choice((0, 0.03))), nib=float(rng.choice((0, 0, 0.4))),
        soaked=bool(rng.random() < 0.3),
    )  # fmt: skip


INVENTED = Styles(
    {**SHARED.marks, **{f"invented_{number}": partial(again, invent(number)) for number in range(MARKS)}},
    {**SHARED.halves, **HALVES},
    {**stranger_pens.SHARED, **{f"invented_{number}": pen(number) for number in range(PENS)}},
    SHARED.tables,
    SHARED.scenes,
)
