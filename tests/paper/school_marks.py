"""Ways of marking, halving and pens as a teacher meets them on answer sheets."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import numpy as np

from tests.paper.stranger_marks import Field, Halving, Rng, Strokes, Style, arc, curve, glyph, line, zigzag
from tests.paper.stranger_pens import Path, Pen, smooth_noise


def somewhat(rng: Rng, spread: float) -> float:
    """Return a number about 0, seldom beyond twice the spread."""
    return float(np.clip(rng.normal(0, spread), -2 * spread, 2 * spread))


def placed(rng: Rng, strokes: Strokes, low: float, high: float, shift: float = 0.1, tilt: float = 0.1) -> Strokes:
    """Return strokes made between low and high as large, a little turned, and shifted."""
    size, turn = rng.uniform(low, high), somewhat(rng, tilt)
    across = rng.uniform(0.9, 1.1)
    rotate = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    at = np.array([somewhat(rng, shift), somewhat(rng, shift)])
    return [stroke * (size * across, size / across) @ rotate + at for stroke in strokes]


def shaky(rng: Rng, strokes: Strokes, much: float) -> Strokes:
    """Return strokes by a hand that trembles."""
    shaken = []
    for stroke in strokes:
        far = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(stroke, axis=0).T))])
        at = np.linspace(0, far[-1], max(12, int(far[-1] * 24)))
        even = np.stack([np.interp(at, far, stroke[:, axis]) for axis in (0, 1)], 1)
        noise = np.stack([smooth_noise(rng, len(at), 3), smooth_noise(rng, len(at), 3)], 1)
        shaken.append(even + much * noise)
    return shaken


def corners(*points: tuple[float, float]) -> Path:
    """Return a stroke that goes straight from point to point."""
    return np.vstack([line(*pair) for pair in pairwise(points)])


def near(rng: Rng, x: float, y: float, spread: float = 0.08) -> tuple[float, float]:
    """Return a point near that one."""
    return x + somewhat(rng, spread), y + somewhat(rng, spread)


def room(field: Field) -> float:
    """Return how far corners of a mark may go out in this field."""
    return 0.78 if field.round else 1.0


# Ticks and hooks


def flying_tick(rng: Rng, field: Field) -> Strokes:
    """A teacher's tick: a short hook down and a long fast stroke up, out of the field."""
    up = rng.uniform(-1.4, -0.9)
    dip = near(rng, -0.25, 0.65)
    return [line(near(rng, -0.75, 0.05, 0.12), dip, dip, near(rng, 0.35, -0.25), (rng.uniform(0.9, 1.35), up))]


def left_tick(rng: Rng, field: Field) -> Strokes:
    """A tick of a left-handed pupil: the long arm goes up to the left."""
    dip = near(rng, 0.3, 0.6)
    stroke = line(near(rng, 0.75, 0.05, 0.12), dip, dip, near(rng, -0.2, -0.15), near(rng, -0.85, -0.8, 0.12))
    return placed(rng, [stroke], 0.65, 1.1)


def round_tick(rng: Rng, field: Field) -> Strokes:
    """A soft tick without a corner, more like a flat U or a bird's wing."""
    stroke = line(near(rng, -0.8, -0.3), near(rng, -0.45, 0.3), near(rng, -0.05, 0.45), near(rng, 0.85, -0.55, 0.15))
    return placed(rng, [stroke], 0.55, 1.0)


def double_tick(rng: Rng, field: Field) -> Strokes:
    """Two ticks one after the other, for certain."""
    ticks = []
    for x in (-0.35, 0.3):
        dip = near(rng, x, 0.55)
        ticks.append(line(near(rng, x - 0.35, 0.1), dip, dip, near(rng, x + 0.6, -0.8, 0.12)))
    return placed(rng, ticks, 0.7, 1.0)


# Crosses


def missed_cross(rng: Rng, field: Field) -> Strokes:
    """A hasty cross of two bent strokes that hardly meet, like two brackets back to back."""
    apart = rng.uniform(-0.05, 0.12)
    left = line(near(rng, -0.65, -0.7), near(rng, -apart, 0.0, 0.04), near(rng, -0.65, 0.7))
    right = line(near(rng, 0.65, -0.7), near(rng, apart, 0.0, 0.04), near(rng, 0.65, 0.7))
    return placed(rng, [left, right], 0.7, 1.05 * room(field) + 0.1)


def looped_cross(rng: Rng, field: Field) -> Strokes:
    """A cross without lifting the pen: down, a loop at the side, and back across."""
    out = rng.uniform(0.75, 1.05)
    stroke = line(
        near(rng, -0.75, -0.75),
        near(rng, 0.0, 0.0),
        near(rng, 0.7, 0.65),
        (out, rng.uniform(-0.15, 0.2)),
        near(rng, 0.7, -0.65),
        near(rng, 0.0, 0.0),
        near(rng, -0.75, 0.75),
    )
    return placed(rng, [stroke * (rng.choice([-1, 1]), 1)], 0.7, 1.0)


def wild_cross(rng: Rng, field: Field) -> Strokes:
    """A cross whose arms go well beyond the field, of very unlike lengths."""
    strokes = []
    for side in (-1, 1):
        up, down = rng.uniform(0.65, 1.2, 2)
        strokes.append(line((side * up, -up), (-side * down, down * rng.uniform(0.8, 1)), bend=somewhat(rng, 0.06)))
    return placed(rng, strokes, 0.92, 1.02, 0.06, 0.12)


def old_cross(rng: Rng, field: Field) -> Strokes:
    """A grandparent's cross: careful, from corner to corner, trembling."""
    far = rng.uniform(0.7, 0.95) * room(field)
    strokes = [line(near(rng, -far, -far), near(rng, far, far)), line(near(rng, far, -far), near(rng, -far, far))]
    return shaky(rng, strokes, rng.uniform(0.025, 0.05))


def leaning_plus(rng: Rng, field: Field) -> Strokes:
    """A plus as a mark, leaning as in quick writing."""
    lean = rng.uniform(0.15, 0.4)
    upright = line((lean, -rng.uniform(0.6, 0.9)), (-lean, rng.uniform(0.6, 0.9)), bend=somewhat(rng, 0.05))
    level = line(near(rng, -0.75, 0.1), near(rng, 0.75, -0.1), bend=somewhat(rng, 0.05))
    return placed(rng, [upright, level], 0.6, 1.05)


def star(rng: Rng, field: Field) -> Strokes:
    """A little star of three or four strokes through one middle."""
    count, first = int(rng.integers(3, 5)), rng.uniform(0, np.pi)
    strokes = []
    for at in range(count):
        angle, far, back = first + np.pi * at / count + somewhat(rng, 0.1), *rng.uniform(0.6, 1.0, 2)
        end = np.array([np.cos(angle), np.sin(angle)])
        strokes.append(line(tuple(far * end), tuple(-back * end), bend=somewhat(rng, 0.04)))
    return placed(rng, strokes, 0.6, 1.0)


# Single strokes


def slash(rng: Rng, field: Field) -> Strokes:
    """One slanted bowed stroke, upwards to the right or, seldom, to the left."""
    side, flat = (1 if rng.random() < 0.75 else -1), rng.uniform(0.5, 0.8)
    bend = rng.choice([-1, 1]) * rng.uniform(0.08, 0.2)
    return placed(rng, [line((-side * 0.75, flat), (side * 0.75, -flat), bend=bend)], 0.7, 1.15)


def struck(rng: Rng, field: Field) -> Strokes:
    """A field struck through from side to side, once or to and fro."""
    y, out = somewhat(rng, 0.15), rng.uniform(0.75, 1.25)
    points = [(-out, y + rng.uniform(-0.15, 0.15)), (out, y - rng.uniform(0, 0.25))]
    if rng.random() < 0.5:
        points += [points[1], (-out * rng.uniform(0.6, 1), y + rng.uniform(0.2, 0.4))]
        if rng.random() < 0.5:
            points += [points[-1], (out * rng.uniform(0.6, 1.1), y + rng.uniform(0.25, 0.5))]
    return [corners(*points)]


def curl(rng: Rng, field: Field) -> Strokes:
    """A row of loops from left to right, as children fill a box."""
    turns = int(rng.integers(3, 6))
    t = np.linspace(0, 1, turns * 16)
    tall = rng.uniform(0.45, 0.75)
    x = -0.7 + 1.4 * t + 0.28 * np.cos(2 * np.pi * turns * t)
    y = tall * (1 + 0.15 * smooth_noise(rng, len(t), 12)) * np.sin(2 * np.pi * turns * t)
    return placed(rng, [np.stack([x, y], 1)], 0.75, 1.05)


# Letters, digits, signs


def initial(rng: Rng, field: Field) -> Strokes:
    """The player's initial."""
    letter = glyph(str(rng.choice(list("AKMS"))))
    lean = somewhat(rng, 0.12)
    return placed(rng, [stroke @ np.array([[0.75, 0], [-lean, 1]]) for stroke in letter], 0.5, 0.95)


def counted(rng: Rng, field: Field) -> Strokes:
    """A digit, as if a number was asked for."""
    lean = rng.uniform(-0.05, 0.25)
    strokes = [stroke @ np.array([[0.65, 0], [-lean, 1]]) for stroke in glyph(str(rng.choice(list("235789"))))]
    return placed(rng, strokes, 0.5, 0.95)


def arrow(rng: Rng, field: Field) -> Strokes:
    """An arrow from outside whose point is in the field."""
    angle = rng.choice([-0.75, -0.25, 0.25, 0.75]) * np.pi + somewhat(rng, 0.2)
    barb = rng.uniform(0.4, 0.65)
    tail = line((rng.uniform(1.0, 1.4), 0), (-0.25, 0), bend=somewhat(rng, 0.08))
    head = line((barb - 0.25, -barb * 0.8), (-0.25, 0), (-0.25, 0), (barb - 0.25, barb * 0.8))
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return [stroke @ turn + (0, somewhat(rng, 0.08)) for stroke in (tail, head)]


def smiley(rng: Rng, field: Field) -> Strokes:
    """A face: often with its ring, always with two eyes and a mouth."""
    wide, smile = rng.uniform(0.25, 0.4), rng.uniform(0.2, 0.35)
    eyes = [line(near(rng, x, -0.35, 0.04), near(rng, x, -0.2, 0.04)) for x in (-wide, wide)]
    mouth = line((-wide - 0.15, 0.2), (0, 0.2 + smile), (wide + 0.15, 0.15))
    face = [arc(0.85, rng.uniform(0, 6.3), rng.uniform(0.92, 1.1), rng)] if rng.random() < 0.7 else []
    return placed(rng, [*face, *eyes, mouth], 0.7, 1.1, 0.06)


def spiral(rng: Rng, field: Field) -> Strokes:
    """A snail from the middle outwards."""
    turns = rng.uniform(2.0, 3.5)
    stroke = arc(0.08, rng.uniform(0, 6.3), turns * rng.choice([-1, 1]), rng, 0.1, rng.uniform(0.6, 0.8) / turns)
    return placed(rng, [stroke], 0.8, 1.1)


# Fills and hatchings


def tidy_fill(rng: Rng, field: Field) -> Strokes:
    """The edge drawn first and then all of it filled, close and within the field."""
    reach = rng.uniform(0.8, 0.95)
    gap = min(0.4, max(0.07, rng.uniform(0.7, 1.0) * field.nib))
    edge = arc(reach, 0.3, 1.05, rng, 0.03) if field.round else frame(rng, reach)
    return [edge, zigzag(rng, field, gap, somewhat(rng, 0.05) + rng.choice([0, 1.57]), reach)]


def lazy_fill(rng: Rng, field: Field) -> Strokes:
    """A few wide turns to and fro that leave much paper."""
    gap = min(0.45, max(rng.uniform(0.18, 0.32), 1.5 * field.nib))
    return placed(rng, [zigzag(rng, field, gap, rng.uniform(0.4, 1.1), rng.uniform(0.6, 0.95))], 0.85, 1.1, 0.12)


def frame(rng: Rng, far: float) -> Path:
    """Return a square by hand whose end does not quite meet its beginning."""
    a, b, c, d = (near(rng, x * far, y * far, 0.04) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    end = near(rng, -far, -far, 0.09)
    return corners(a, b, c, d, end)


def edge_only(rng: Rng, field: Field) -> Strokes:
    """Round and round within the edge, the middle left empty."""
    rounds = int(rng.integers(2, 5))
    far = rng.uniform(0.75, 0.95)
    step = max(0.06, 0.7 * field.nib)
    if field.round:
        return [arc(far - step * rounds, rng.uniform(0, 6.3), rounds + rng.uniform(0, 0.6), rng, 0.05, step)]
    return [frame(rng, far - step * at) for at in range(rounds)]


def hatched(rng: Rng, field: Field) -> Strokes:
    """Single parallel slanted strokes, each lifted."""
    gap = min(0.6, max(rng.uniform(0.22, 0.4), 1.7 * field.nib))
    angle, far = rng.choice([-1, 1]) * rng.uniform(0.5, 1.0), rng.uniform(0.75, 1.0)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    strokes = []
    for at in np.arange(-far + 0.05, far, gap):
        long = np.sqrt(max(far**2 - at**2, 0.05)) * rng.uniform(0.85, 1.1)
        strokes.append(line((-long, at), (long, at + somewhat(rng, 0.05)), bend=somewhat(rng, 0.04)) @ turn)
    return placed(rng, strokes, 0.9, 1.1, 0.06)


def dotted(rng: Rng, field: Field) -> Strokes:
    """Many dots pecked all over the field."""
    strokes = []
    for _ in range(int(rng.integers(9, 22))):
        angle, far = rng.uniform(0, 6.3), 0.85 * np.sqrt(rng.uniform(0.01, 1))
        x, y = far * np.cos(angle), far * np.sin(angle)
        strokes.append(line((x, y), (x + rng.uniform(0.02, 0.08), y + somewhat(rng, 0.04))))
    return strokes


# About the field


def ringed(rng: Rng, field: Field, rounds: float = 1.0) -> Strokes:
    """A ring about the field in a swing: tight or wide, open or with its end crossing."""
    size = rng.uniform(1.0, 1.25) if field.round else rng.uniform(1.1, 1.25)
    turns = rounds + rng.uniform(-0.12, 0.15)
    ring = arc(size, rng.uniform(3.5, 5.5), -turns, rng, 0.05, rng.uniform(-0.06, 0.06))
    return [ring * (rng.uniform(0.92, 1.05), rng.uniform(0.88, 1.02)) + (somewhat(rng, 0.05), somewhat(rng, 0.05))]


def underlined(rng: Rng, field: Field) -> Strokes:
    """Two or three lines, or a wave, under the field or at its foot."""
    y, out = rng.uniform(0.65, 0.95), rng.uniform(0.75, 1.15)
    if rng.random() < 0.35:
        t = np.linspace(-out, out, 40)
        return [np.stack([t, y + 0.13 * np.sin(t * rng.uniform(6, 10))], 1)]
    count = int(rng.integers(2, 4))
    return [
        line(near(rng, -out, y + 0.2 * at), near(rng, out, y + 0.2 * at - 0.05), bend=somewhat(rng, 0.03))
        for at in range(count)
    ]


def bracketed(rng: Rng, field: Field) -> Strokes:
    """The field between brackets, round or with corners."""
    x, y, in_ = rng.uniform(0.95, 1.2), rng.uniform(0.85, 1.1), rng.uniform(0.25, 0.4)
    strokes = []
    sharp = rng.random() < 0.5
    for side in (-1, 1):
        top, foot = near(rng, side * (x - in_), -y, 0.05), near(rng, side * (x - in_), y, 0.05)
        a, b = near(rng, side * x, -y, 0.04), near(rng, side * x, y, 0.04)
        strokes.append(corners(top, a, b, foot) if sharp else line(top, (side * x, somewhat(rng, 0.1)), foot))
    return strokes


MARKS: dict[str, Style] = {
    "flying_tick": flying_tick,
    "left_tick": left_tick,
    "round_tick": round_tick,
    "double_tick": double_tick,
    "missed_cross": missed_cross,
    "looped_cross": looped_cross,
    "wild_cross": wild_cross,
    "old_cross": old_cross,
    "leaning_plus": leaning_plus,
    "star": star,
    "slash": slash,
    "struck": struck,
    "curl": curl,
    "initial": initial,
    "counted": counted,
    "arrow": arrow,
    "smiley": smiley,
    "spiral": spiral,
    "tidy_fill": tidy_fill,
    "lazy_fill": lazy_fill,
    "edge_only": edge_only,
    "hatched": hatched,
    "dotted": dotted,
    "ringed_twice": partial(ringed, rounds=2.0),
    "underlined": underlined,
    "bracketed": bracketed,
}


# Halvings


def cut(rng: Rng, field: Field, long: float = 1.0, lean: float = 0.04, aside: float = 0.04) -> Strokes:
    """One stroke along the dashed line. long: 1 goes from edge to edge; lean, aside: how far it is off."""
    x, slant = somewhat(rng, aside), somewhat(rng, lean)
    top, foot = -long * rng.uniform(0.88, 1.08), long * rng.uniform(0.88, 1.08)
    return [line((x + slant, top), (x - slant, foot), bend=somewhat(rng, 0.02))]


def slanted_cut(rng: Rng, field: Field) -> Strokes:
    """A fast stroke beyond both edges, steep but clearly slanted."""
    slant = rng.uniform(0.1, 0.22)
    return [line((slant, -rng.uniform(1.1, 1.35)), (-slant, rng.uniform(1.05, 1.35)), bend=somewhat(rng, 0.04))]


def double_cut(rng: Rng, field: Field) -> Strokes:
    """Two strokes side by side along the dashed line."""
    apart = rng.uniform(0.06, 0.12) + 0.4 * field.nib
    return [stroke + np.array((side * apart, 0)) for side in (-1, 1) for stroke in cut(rng, field, 0.95, 0.03, 0.02)]


def dashes(rng: Rng, field: Field) -> Strokes:
    """The dashed line gone over dash by dash."""
    count, x, lean = int(rng.integers(4, 7)), somewhat(rng, 0.05), somewhat(rng, 0.05)
    strokes = []
    for at in np.linspace(-0.9, 0.9, count):
        long = rng.uniform(0.5, 0.7) * 0.9 / (count - 1)
        strokes.append(line(near(rng, x - lean * at, at - long, 0.02), near(rng, x - lean * at, at + long, 0.02)))
    return strokes


def dots(rng: Rng, field: Field) -> Strokes:
    """Dots along the dashed line."""
    count, x = int(rng.integers(5, 9)), somewhat(rng, 0.04)
    return [
        line((x + dx, y), (x + dx + 0.03, y + 0.05))
        for y, dx in zip(np.linspace(-0.95, 0.9, count), rng.normal(0, 0.025, count), strict=True)
    ]


def wave(rng: Rng, field: Field) -> Strokes:
    """A wavy line down the middle."""
    y = np.linspace(-rng.uniform(0.9, 1.15), rng.uniform(0.9, 1.15), 50)
    x = rng.uniform(0.09, 0.16) * np.sin(y * rng.uniform(7, 12) + rng.uniform(0, 6))
    return [np.stack([x + somewhat(rng, 0.04), y], 1)]


def broken_cut(rng: Rng, field: Field) -> Strokes:
    """Two strokes from above and below that do not meet or miss each other."""
    miss, gap = rng.choice([-1, 1]) * rng.uniform(0.03, 0.12), rng.uniform(-0.15, 0.15)
    return [
        line((somewhat(rng, 0.05), -1.05), (miss, -gap), bend=somewhat(rng, 0.03)),
        line((somewhat(rng, 0.05), 1.05), (-miss, gap), bend=somewhat(rng, 0.03)),
    ]


def capped_cut(rng: Rng, field: Field) -> Strokes:
    """A stroke with a short dash across each end, as on a ruler."""
    top, foot, wide = -rng.uniform(0.85, 1.1), rng.uniform(0.85, 1.1), rng.uniform(0.18, 0.32)
    x = somewhat(rng, 0.05)
    caps = [line(near(rng, x - wide, y, 0.04), near(rng, x + wide, y, 0.04)) for y in (top, foot)]
    return [line((x, top), (x, foot), bend=somewhat(rng, 0.02)), *caps]


def letter_h(
    rng: Rng, field: Field, wide: float = 0.6, tall: float = 0.8, bar: float = 0.0, over: float = 0.0, lean: float = 0.0
) -> Strokes:
    """A capital H. bar: how low its bar is; over: how far the bar goes beyond the posts; lean: of the whole letter."""
    wide, tall, lean = wide * rng.uniform(0.85, 1.15), tall * rng.uniform(0.85, 1.15), lean * rng.uniform(0.6, 1.3)
    posts = []
    for side in (-1, 1):
        top, foot = near(rng, side * wide + lean, -tall, 0.05), near(rng, side * wide - lean, tall, 0.05)
        posts.append(line(top, foot, bend=somewhat(rng, 0.03)))
    y, out = bar * tall, wide + over * rng.uniform(0.7, 1.3)
    return [*posts, line(near(rng, -out, y, 0.05), near(rng, out, y, 0.05), bend=somewhat(rng, 0.03))]


def serif_h(rng: Rng, field: Field) -> Strokes:
    """An H with feet and caps, as in print."""
    wide, tall, foot = rng.uniform(0.4, 0.6), rng.uniform(0.65, 0.85), rng.uniform(0.14, 0.22)
    strokes = letter_h(rng, field, wide, tall)
    for post in strokes[:2]:
        for end in (post[0], post[-1]):
            strokes.append(line((end[0] - foot, end[1]), (end[0] + foot, end[1] + somewhat(rng, 0.03))))
    return strokes


def h_aside(rng: Rng, field: Field) -> Strokes:
    """A small H at one side, by the upper edge or beyond it."""
    size = rng.uniform(0.27, 0.37)
    strokes = [stroke * size for stroke in letter_h(rng, field, 0.6, 0.95, over=0.05)]
    return moved(strokes, float(rng.choice([0.5, 0.95])), float(rng.uniform(-1.0, -0.65)))


def one_half(rng: Rng, field: Field) -> Strokes:
    """The fraction 1/2 with a slanted or a level bar."""
    if rng.random() < 0.55:
        one = [stroke * (0.18, 0.36) + (-0.5, -0.3) for stroke in glyph("1")]
        two = [stroke * (0.25, 0.36) + (0.5, 0.35) for stroke in glyph("2")]
        bar = line(near(rng, 0.5, -0.75, 0.05), near(rng, -0.45, 0.75, 0.05))
    else:
        one = [stroke * (0.2, 0.32) + (0, -0.55) for stroke in glyph("1")]
        two = [stroke * (0.28, 0.34) + (0, 0.55) for stroke in glyph("2")]
        bar = line(near(rng, -0.5, 0, 0.05), near(rng, 0.5, 0, 0.05))
    return placed(rng, [*one, bar, *two], 0.8, 1.1, 0.06, 0.06)


def diagonal(rng: Rng, field: Field, side: int = 1) -> Strokes:
    """A straight stroke from corner to corner. side: 1 goes up to the right."""
    far = rng.uniform(0.92, 1.12)
    return [line(near(rng, -side * far, far, 0.05), near(rng, side * far, -far, 0.05), bend=somewhat(rng, 0.015))]


def half_box(rng: Rng, field: Field) -> Strokes:
    """One half outlined with a box, its inner side on the dashed line."""
    side, out, inner = rng.choice([-1, 1]), rng.uniform(0.85, 1.05), somewhat(rng, 0.04)
    tall = rng.uniform(0.85, 1.05)
    a, b = near(rng, inner, -tall, 0.04), near(rng, side * out, -tall, 0.04)
    c, d = near(rng, side * out, tall, 0.04), near(rng, inner, tall, 0.04)
    return [corners(a, b, c, d, near(rng, inner, -tall, 0.08))]


def moved(strokes: Strokes, x: float, y: float) -> Strokes:
    """Return strokes shifted."""
    return [stroke + np.array((x, y)) for stroke in strokes]


# Marks in one half; -1..1 is the half, twice as tall as wide


def half_fill(rng: Rng, field: Field) -> Strokes:
    """The half filled close."""
    return [zigzag(rng, Field(field.nib, False), min(0.4, max(0.1, 1.1 * field.nib)), somewhat(rng, 0.1) + 1.57, 0.85)]


def half_shade(rng: Rng, field: Field) -> Strokes:
    """The half shaded with a few slanted strokes."""
    gap = min(0.6, max(rng.uniform(0.26, 0.4), 1.8 * field.nib))
    rise = rng.choice([-1, 1]) * rng.uniform(0.15, 0.35)
    return [
        line(near(rng, -0.85, y + rise / 2, 0.04), near(rng, 0.85, y - rise / 2, 0.04))
        for y in np.arange(-0.8, 0.85, gap)
    ]


def half_cross(rng: Rng, field: Field) -> Strokes:
    """A cross in the half."""
    tall = rng.uniform(0.4, 0.85)
    strokes = [line(near(rng, -0.7 * side, -tall), near(rng, 0.7 * side, tall)) for side in (-1, 1)]
    return placed(rng, strokes, 0.85, 1.05, 0.06, 0.04)


def half_tick(rng: Rng, field: Field) -> Strokes:
    """A tick in the half."""
    dip = near(rng, -0.2, 0.45)
    return placed(rng, [line(near(rng, -0.75, 0.1), dip, dip, near(rng, 0.7, -0.5))], 0.75, 1.0, 0.06, 0.04)


def half_dot(rng: Rng, field: Field) -> Strokes:
    """A rubbed dot in the half."""
    radius = rng.uniform(0.25, 0.4)
    turns = max(2.0, radius / max(0.05, 0.8 * field.nib))
    stroke = arc(0.03, 0, turns, rng, 0.2, radius / turns) * (1.3, 0.75)
    return placed(rng, [stroke], 0.9, 1.1, 0.1)


def half_ring(rng: Rng, field: Field) -> Strokes:
    """A ring in the half."""
    ring = arc(1, rng.uniform(4, 5.5), -rng.uniform(0.95, 1.15), rng) * (0.7, rng.uniform(0.4, 0.8))
    return placed(rng, [ring], 0.85, 1.0, 0.06, 0.04)


def half_letter(rng: Rng, field: Field) -> Strokes:
    """An initial in the half."""
    strokes = [stroke * (0.65, 0.55) for stroke in glyph(str(rng.choice(list("AKMS"))))]
    return placed(rng, strokes, 0.85, 1.1, 0.06, 0.05)


def half_scribble(rng: Rng, field: Field) -> Strokes:
    """A wild scribble in the half."""
    points = rng.uniform(-0.8, 0.8, (int(rng.integers(12, 20)), 2))
    points[:, 1] = np.where(np.arange(len(points)) % 2, 1, -1) * np.abs(points[:, 1]) - somewhat(rng, 0.05)
    return [curve(points)]


HALVES: dict[str, Halving] = {
    "cut": Halving(cut, None),
    "slanted_cut": Halving(slanted_cut, None),
    "short_cut": Halving(partial(cut, long=0.62, lean=0.05), half_tick),
    "double_cut": Halving(double_cut, half_cross),
    "dashes": Halving(dashes, half_shade),
    "dots": Halving(dots, half_dot),
    "wave": Halving(wave, None),
    "broken_cut": Halving(broken_cut, half_ring),
    "capped_cut": Halving(capped_cut, half_scribble),
    "wide_h": Halving(partial(letter_h, wide=0.75, tall=0.8, bar=-0.2, over=0.12), half_shade),
    "narrow_h": Halving(partial(letter_h, wide=0.3, tall=0.9, bar=0.2, lean=0.12), half_fill),
    "serif_h": Halving(serif_h, half_scribble),
    "h_aside": Halving(h_aside, half_letter),
    "one_half": Halving(one_half, half_fill),
    "diagonal": Halving(diagonal, None, (-1, -1), ("slash",)),
    "half_box": Halving(half_box, half_cross),
}

PENS: dict[str, Pen] = {
    "red_ballpoint": Pen((0.78, 0.14, 0.16), (0.3, 0.5), 0.86, 0.3, skips=0.04),
    "green_ballpoint": Pen((0.1, 0.45, 0.28), (0.3, 0.45), 0.85, 0.35, skips=0.05),
    "fountain_blue": Pen((0.1, 0.14, 0.6), (0.45, 0.75), 0.9, 0.05, bleed=0.04, nib=0.4, soaked=True),
    "violet_gel": Pen((0.42, 0.12, 0.55), (0.45, 0.7), 0.95, 0.03),
    "soft_pencil": Pen((0.22, 0.22, 0.23), (0.5, 0.9), 0.82, 0.85),
    "orange_crayon": Pen((0.9, 0.42, 0.1), (0.9, 1.5), 0.85, 0.9),
    "dry_felt": Pen((0.15, 0.15, 0.2), (0.8, 1.2), 0.8, 0.5, skips=0.06),
    "turquoise_fineliner": Pen((0.05, 0.5, 0.6), (0.35, 0.5), 0.93, 0.06, soaked=True),
}
