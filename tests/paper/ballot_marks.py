"""Ways of marking by hand as seen on ballots, forms and questionnaires of many countries."""

from __future__ import annotations

from functools import partial

import numpy as np

from tests.paper.stranger_marks import Field, Halving, Rng, Strokes, Style, arc, curve, glyph, line, zigzag
from tests.paper.stranger_pens import Path, Pen, smooth_noise

LETTERS: dict[str, list[list[tuple[float, float]]]] = {  # points of strokes between -1 and 1, besides those of GLYPHS
    "J": [[(-0.4, -1), (0.7, -1)], [(0.3, -1), (0.3, 0.4), (0, 0.95), (-0.5, 0.9), (-0.7, 0.5)]],
    "V": [[(-0.8, -1), (-0.1, 0.95), (-0.1, 0.95), (0.8, -1)]],
    "R": [[(-0.6, 1), (-0.6, -1)], [(-0.8, -0.9), (0.5, -0.8), (0.5, -0.1), (-0.5, 0.1), (-0.5, 0.1), (0.7, 1)]],
    "P": [[(-0.6, 1), (-0.5, -1)], [(-0.7, -0.9), (0.5, -0.9), (0.6, -0.2), (-0.5, 0.1)]],
    "L": [[(-0.6, -1), (-0.6, 0.9), (-0.6, 0.9), (0.7, 0.9)]],
    "E": [[(0.7, -0.9), (-0.5, -0.8), (-0.1, -0.1), (-0.1, -0.1), (-0.8, 0.5), (-0.1, 1), (0.7, 0.7)]],
}


def angular(*points: tuple[float, float]) -> Path:
    """Return one stroke with sharp corners."""
    return np.vstack([line(points[at], points[at + 1]) for at in range(len(points) - 1)])


def spot(rng: Rng, spread: float) -> tuple[float, float]:
    """Return a place near the middle."""
    at = np.clip(rng.normal(0, spread, 2), -2 * spread, 2 * spread)
    return float(at[0]), float(at[1])


def near(rng: Rng, x: float, y: float, spread: float = 0.08) -> tuple[float, float]:
    """Return a place near the one that was meant."""
    dx, dy = spot(rng, spread)
    return x + dx, y + dy


def put(strokes: Strokes, wide: float, high: float, at: tuple[float, float], lean: float = 0.0) -> Strokes:
    """Return strokes made that wide and high, leaning to the right and moved to a place."""
    return [
        np.stack([stroke[:, 0] * wide - lean * stroke[:, 1] * high + at[0], stroke[:, 1] * high + at[1]], 1)
        for stroke in strokes
    ]


def turn(strokes: Strokes, angle: float) -> Strokes:
    """Return strokes turned about the middle."""
    rotation = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return [stroke @ rotation for stroke in strokes]


def letter(sign: str) -> Strokes:
    """Return the strokes of a letter."""
    if sign in LETTERS:
        return [curve(np.array(points, float)) for points in LETTERS[sign]]
    return glyph(sign)


def shaky(rng: Rng, stroke: Path, much: float) -> Path:
    """Return a stroke drawn by a trembling hand."""
    far = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(stroke, axis=0).T))])
    at = np.linspace(0, far[-1], max(12, int(far[-1] * 22)))
    fine = np.stack([np.interp(at, far, stroke[:, axis]) for axis in (0, 1)], 1)
    fine += much * np.stack([smooth_noise(rng, len(fine), 3), smooth_noise(rng, len(fine), 3)], 1)
    return fine


def blot(rng: Rng, x: float, y: float, radius: float, nib: float) -> Path:
    """Return a dot: the pen goes round until it is filled."""
    turns = max(1.5, radius / max(0.6 * nib, 0.03))
    stroke = arc(0.02, rng.uniform(0, 6.28), turns, rng, 0.1, radius / turns)
    return np.stack([stroke[:, 0] + x, stroke[:, 1] * rng.uniform(0.8, 1.15) + y], 1)


# Marks


def hook_tail(rng: Rng, field: Field) -> Strokes:
    """A hook whose tail flies out of the field."""
    low = near(rng, -0.15, 0.6, 0.15)
    start = near(rng, low[0] - rng.uniform(0.25, 0.5), 0.1, 0.12)
    end = (rng.uniform(0.75, 1.35), rng.uniform(-1.35, -0.75))
    middle = ((low[0] + end[0]) / 2 + 0.02, (low[1] + end[1]) / 2 + rng.uniform(-0.05, 0.2))
    return [line(start, low, low, middle, end)]


def hook_left(rng: Rng, field: Field) -> Strokes:
    """The hook of a left-handed person: the long arm is on the left."""
    low = near(rng, 0.2, 0.6, 0.12)
    start = near(rng, low[0] + rng.uniform(0.3, 0.55), 0.05, 0.12)
    end = near(rng, -0.75, -0.75, 0.18)
    return [line(start, low, low, end)]


def hook_twice(rng: Rng, field: Field) -> Strokes:
    """Two hooks, one after the other: certainly this one."""
    apart, size = rng.uniform(0.3, 0.5), rng.uniform(0.5, 0.75)
    out = []
    for x in (-apart, apart * rng.uniform(0.5, 1)):
        low = near(rng, -0.2, 0.8, 0.06)
        out += put([line(near(rng, -0.7, 0.1), low, low, near(rng, 0.8, -1, 0.15))], size, size, near(rng, x, 0))
    return out


def cross_one_go(rng: Rng, field: Field) -> Strokes:
    """A cross without lifting the pen, which leaves a loop at one side."""
    size, out = rng.uniform(0.6, 0.95), rng.uniform(0.8, 1.25)
    points = [(-0.9, -0.9), (0, 0), (0.75, 0.8), (out, 0.1), (0.75, -0.75), (0, 0), (-0.9, 0.9)]
    loop = line(*(near(rng, x, y, 0.07) for x, y in points))
    return put(turn([loop], rng.choice([0, 0, np.pi / 2, np.pi]) + rng.normal(0, 0.12)), size, size, spot(rng, 0.08))


def cross_bows(rng: Rng, field: Field) -> Strokes:
    """A cross of two bows back to back, as x is taught at school."""
    size, deep = rng.uniform(0.55, 0.9), rng.uniform(0.0, 0.12)
    left = [(-0.85, -0.75), (-0.4, -0.6), (deep, 0), (-0.4, 0.6), (-0.85, 0.75)]
    right = [(0.85, -0.8), (0.4, -0.6), (-deep, 0), (0.4, 0.6), (0.85, 0.75)]
    bows = [line(*(near(rng, x, y, 0.05) for x, y in bow)) for bow in (left, right)]
    return put(bows, size, size, spot(rng, 0.1), rng.normal(0, 0.12))


def cross_missed(rng: Rng, field: Field) -> Strokes:
    """A fast cross: one arm long and one short, crossing far from the middle."""
    at = spot(rng, 0.22)
    long, short = rng.uniform(0.85, 1.25), rng.uniform(0.35, 0.6)
    first = line((-long, -long * rng.uniform(0.7, 1)), (long, long * rng.uniform(0.7, 1)), bend=rng.normal(0, 0.05))
    second = line((short, -short), (-short, short * rng.uniform(0.8, 1.3)), bend=rng.normal(0, 0.05)) + at
    both = [first, second]
    return put(both, -1 if rng.random() < 0.4 else 1, 1, (0, 0))


def asterisk(rng: Rng, field: Field) -> Strokes:
    """Three or four strokes through one point."""
    count, size = int(rng.integers(3, 5)), rng.uniform(0.5, 1.0)
    start, at = rng.uniform(0, np.pi), spot(rng, 0.1)
    out = []
    for angle in start + np.pi * np.arange(count) / count + rng.normal(0, 0.1, count):
        x, y = size * np.cos(angle), size * np.sin(angle)
        out.append(line(near(rng, -x, -y), near(rng, x, y), bend=rng.normal(0, 0.05)) + at)
    return out


def initials(rng: Rng, field: Field) -> Strokes:
    """One or two initials of the player."""
    count = int(rng.integers(1, 3))
    signs = rng.choice(["A", "K", "M", "S", "J", "R", "P", "L", "E"], count)
    high, lean = rng.uniform(0.55, 0.85), rng.uniform(0, 0.3)
    out = []
    for at, sign in enumerate(signs):
        x = 0.0 if count == 1 else (at - 0.5) * 0.95
        out += put(letter(str(sign)), rng.uniform(0.3, 0.45) + 0.15 * (count == 1), high, near(rng, x, 0, 0.07), lean)
    return out


def signed(rng: Rng, field: Field) -> Strokes:
    """A scrawl like a signature, across and out at the right."""
    count = int(rng.integers(4, 8))
    t = np.linspace(0, 1, 16 * count)
    high = rng.uniform(0.4, 0.7) * (1 - 0.75 * t) * (1 + 0.25 * smooth_noise(rng, len(t), 14))
    x = -0.9 + rng.uniform(1.7, 2.1) * t + 0.16 * np.cos(2 * np.pi * count * t)
    y = high * np.sin(2 * np.pi * count * t) - rng.uniform(0, 0.3) * (t - 0.5)
    out = [np.stack([x, y], 1)]
    if rng.random() < 0.5:
        out.append(line(near(rng, -0.7, 0.75), near(rng, 1.1, 0.55), bend=rng.normal(0, 0.05)))
    return turn(out, rng.uniform(0, 0.35))


def ringed_wide(rng: Rng, field: Field) -> Strokes:
    """A fast ring about the whole field, once and a bit or twice, oval."""
    turns = float(rng.choice([1.08, 1.15, 1.5, 2.1])) + rng.uniform(0, 0.1)
    ring = arc(rng.uniform(1.08, 1.16), rng.uniform(-2.6, -1), turns, rng, 0.025, rng.uniform(-0.05, 0.06))
    return put([ring], rng.uniform(1.0, 1.07), rng.uniform(0.92, 1.0), spot(rng, 0.05), rng.normal(0, 0.06))


def ringed_open(rng: Rng, field: Field) -> Strokes:
    """A ring inside the edge that does not close."""
    turns = rng.uniform(0.72, 0.93) * rng.choice([-1, 1])
    ring = arc(rng.uniform(0.6, 0.95), rng.uniform(-2.8, 0.3), turns, rng, 0.04, rng.uniform(-0.1, 0.15))
    return put([ring], rng.uniform(0.9, 1.1), 1, spot(rng, 0.08))


def boxed(rng: Rng, field: Field) -> Strokes:
    """A box about the field, in one go or of four strokes that overshoot."""
    size = rng.uniform(1.05, 1.18)
    corners = [near(rng, x * size, y * size, 0.05) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    if rng.random() < 0.5:
        return [angular(*corners, near(rng, *corners[0], 0.06))]
    out = []
    for at in range(4):
        start, end = np.array(corners[at]), np.array(corners[(at + 1) % 4])
        over = (end - start) * rng.uniform(0.0, 0.06)
        first, last = start - over, end + over
        out.append(line((first[0], first[1]), (last[0], last[1]), bend=rng.normal(0, 0.03)))
    return out


def underlined(rng: Rng, field: Field) -> Strokes:
    """One, two or three strokes below, as under a chosen answer."""
    out, y = [], rng.uniform(0.78, 1.0)
    for _ in range(rng.integers(1, 4)):
        reach = rng.uniform(0.75, 1.2)
        out.append(line(near(rng, -reach, y, 0.05), near(rng, reach, y, 0.05), bend=rng.normal(0, 0.03)))
        y += rng.uniform(0.13, 0.2)
    return out


def bracketed(rng: Rng, field: Field) -> Strokes:
    """A bracket at each side, round or square."""
    x, y, deep = rng.uniform(0.8, 1.2), rng.uniform(0.75, 1.1), rng.uniform(0.2, 0.4)
    square = rng.random() < 0.4
    out = []
    for side in (-1, 1):
        tips = near(rng, side * (x - deep), -y, 0.05), near(rng, side * (x - deep), y, 0.05)
        if square:
            high, low = near(rng, side * x, -y, 0.04), near(rng, side * x, y, 0.04)
            out.append(angular(tips[0], high, low, tips[1]))
        else:
            belly = (side * x, -y / 2), near(rng, side * (x + 0.08), 0, 0.03), (side * x, y / 2)
            out.append(line(tips[0], *belly, tips[1]))
    return out


def arrow_in(rng: Rng, field: Field) -> Strokes:
    """An arrow that points into the field from outside."""
    length, head = rng.uniform(1.1, 1.5), rng.uniform(0.35, 0.6)
    tip = rng.uniform(0.2, 0.5)
    strokes = [line((tip - length, 0), near(rng, tip, 0, 0.03), bend=rng.normal(0, 0.08))]
    point = near(rng, tip, 0, 0.04)
    wings = near(rng, tip - head, -head * 0.8, 0.06), near(rng, tip - head, head * 0.8, 0.06)
    strokes += [line(wings[0], point, point, wings[1])] if rng.random() < 0.6 else [line(w, point) for w in wings]
    return turn(strokes, float(rng.choice([0, 0, 0.7, -0.7, np.pi, 2.4])) + rng.normal(0, 0.15))


def filled_bored(rng: Rng, field: Field) -> Strokes:
    """A fill that grows careless: wide gaps, a part left empty."""
    angle, reach = rng.uniform(0.2, 1.2) * rng.choice([-1, 1]), rng.uniform(0.75, 1)
    stroke = zigzag(rng, field, rng.uniform(0.16, 0.34), angle, reach)
    keep = int(len(stroke) * rng.uniform(0.65, 1))
    return [curve(stroke[: max(keep, 4)] * rng.uniform(0.9, 1.1))]


def filled_edge(rng: Rng, field: Field) -> Strokes:
    """Only the inner edge is filled, round and round; the middle stays white."""
    turns, radius = rng.uniform(2.2, 4.0), rng.uniform(0.85, 0.98)
    ring = arc(radius, rng.uniform(0, 6.28), turns, rng, 0.05, -rng.uniform(0.07, 0.13))
    if not field.round:
        angle = np.arctan2(ring[:, 1], ring[:, 0])
        ring = ring * np.minimum(1.22, 1 / np.maximum(abs(np.cos(angle)), abs(np.sin(angle))))[:, None]
    return put([ring], 1, 1, spot(rng, 0.03))


def hatched_loose(rng: Rng, field: Field) -> Strokes:
    """Separate slanting strokes of unequal length."""
    count = int(rng.integers(4, 9))
    lean = rng.uniform(0.5, 1.1) * rng.choice([-1, 1], p=[0.2, 0.8])
    out = []
    for x in np.linspace(-0.85, 0.85, count):
        reach = (0.95 - 0.55 * abs(x)) * rng.uniform(0.7, 1.1)
        middle = near(rng, x * 0.8, abs(lean) / lean * x * 0.5, 0.05)
        dx, dy = reach * 0.8 * lean, -reach * 0.8
        ends = (middle[0] - dx, middle[1] - dy), (middle[0] + dx, middle[1] + dy)
        out.append(line(*ends, bend=rng.normal(0, 0.04)))
    return out


def fence(rng: Rng, field: Field) -> Strokes:
    """A hash: two or three strokes over two or three others."""
    out, size = [], rng.uniform(0.65, 1.0)
    for across in (False, True):
        count = int(rng.integers(2, 4))
        for at in np.linspace(-0.45, 0.45, count) * size:
            ends = near(rng, at, -size, 0.07), near(rng, at, size, 0.07)
            stroke = line(*ends, bend=rng.normal(0, 0.03))
            out.append(stroke[:, ::-1] if across else stroke)
    return turn(out, rng.normal(0, 0.25))


def blot_middle(rng: Rng, field: Field) -> Strokes:
    """A fat dot somewhere near the middle, at times with a tail where the pen slid away."""
    at, radius = spot(rng, 0.15), rng.uniform(0.22, 0.5)
    dot = blot(rng, *at, radius, field.nib)
    if rng.random() < 0.35:
        return [dot, line(at, near(rng, at[0] + radius + 0.35, at[1] - 0.2, 0.15))]
    return [dot]


def peppered(rng: Rng, field: Field) -> Strokes:
    """Many small dots, tapped with the pen."""
    count = int(rng.integers(9, 22))
    out = []
    for _ in range(count):
        x, y = rng.uniform(-0.8, 0.8, 2)
        if not field.round or x * x + y * y < 0.75:
            out.append(arc(rng.uniform(0.02, 0.06), rng.uniform(0, 6), 1, rng) + np.array([x, y]))
    out.append(arc(0.05, 0, 1, rng) + spot(rng, 0.1))
    return out


def face(rng: Rng, field: Field) -> Strokes:
    """A smiling face, with or without its outline and nose."""
    size, wide = rng.uniform(0.7, 0.95), rng.uniform(0.25, 0.38)
    out = [arc(0.9, rng.uniform(-2.5, -1), rng.uniform(0.97, 1.08), rng)] if rng.random() < 0.65 else []
    for side in (-1, 1):
        x, y = near(rng, side * wide, -0.3, 0.05)
        out.append(
            line((x, y - 0.1), (x + 0.02, y + 0.1)) if rng.random() < 0.5 else arc(0.07, 0, 1.2, rng) + np.array([x, y])
        )
    mouth = rng.uniform(0.4, 0.55)
    chin = near(rng, 0, rng.uniform(0.45, 0.6), 0.04)
    out.append(line(near(rng, -mouth, 0.2, 0.05), chin, near(rng, mouth, 0.2, 0.05)))
    if rng.random() < 0.3:
        out.append(line((0, -0.1), near(rng, 0.05, 0.12, 0.03)))
    return put(out, size, size, spot(rng, 0.06))


def thumb(rng: Rng, field: Field) -> Strokes:
    """A thumb print: ridges about one another, with gaps."""
    size = rng.uniform(0.75, 1.0)
    out = []
    for radius in np.arange(0.14, 1.0, rng.uniform(0.17, 0.24)):
        out.append(arc(radius, rng.uniform(2.4, 3.4), rng.uniform(0.5, 0.9), rng, 0.05))
    return put(turn(out, rng.normal(0, 0.4)), size * rng.uniform(0.7, 0.85), size, spot(rng, 0.08))


def trembling(rng: Rng, field: Field) -> Strokes:
    """A small cross by a trembling hand that rests now and then."""
    size, at = rng.uniform(0.45, 0.85), spot(rng, 0.12)
    out = []
    for side in (-1, 1):
        stroke = line(near(rng, -size * side, -size, 0.1), near(rng, size * side, size, 0.1), bend=rng.normal(0, 0.06))
        out.append(shaky(rng, stroke, rng.uniform(0.03, 0.06)) + at)
    return out


def struck(rng: Rng, field: Field) -> Strokes:
    """One bar across the field, level or rising, straight or wavy."""
    reach, rise = rng.uniform(0.7, 1.25), rng.uniform(-0.1, 0.4)
    if rng.random() < 0.6:
        stroke = line((-reach, rise), near(rng, reach, -rise, 0.06), bend=rng.normal(0, 0.08))
        return [stroke + np.array([0, rng.normal(0, 0.1)])]
    x = np.linspace(-reach, reach, 40)
    y = rng.uniform(0.15, 0.3) * np.sin(x * rng.uniform(2.5, 5)) - rise * x
    return [np.stack([x, y], 1)]


def child(rng: Rng, field: Field) -> Strokes:
    """A small child's scribble, to and fro and round, over the edge."""
    count = int(rng.integers(9, 17))
    angle = np.cumsum(rng.uniform(1.6, 3.2, count))
    far = rng.uniform(0.5, 1.3, count)
    return [curve(np.stack([far * np.cos(angle), far * np.sin(angle) * rng.uniform(0.6, 1)], 1))]


MARKS: dict[str, Style] = {
    "hook_tail": hook_tail,
    "hook_left": hook_left,
    "hook_twice": hook_twice,
    "cross_one_go": cross_one_go,
    "cross_bows": cross_bows,
    "cross_missed": cross_missed,
    "asterisk": asterisk,
    "initials": initials,
    "signed": signed,
    "ringed_wide": ringed_wide,
    "ringed_open": ringed_open,
    "boxed": boxed,
    "underlined": underlined,
    "bracketed": bracketed,
    "arrow_in": arrow_in,
    "filled_bored": filled_bored,
    "filled_edge": filled_edge,
    "hatched_loose": hatched_loose,
    "fence": fence,
    "blot_middle": blot_middle,
    "peppered": peppered,
    "face": face,
    "thumb": thumb,
    "trembling": trembling,
    "struck": struck,
    "child": child,
}


# Halvings


def down_line(rng: Rng, field: Field, reach: float, slant: float, aside: float) -> Strokes:
    """One stroke along the dashed line. reach: half its length; slant and aside: how far it is off."""
    x, high, low = rng.normal(0, aside), reach * rng.uniform(0.92, 1.06), reach * rng.uniform(0.92, 1.06)
    lean = rng.normal(0, slant)
    return [line((x + lean, -high), (x - lean, low), bend=rng.normal(0, 0.02))]


def down_rails(rng: Rng, field: Field) -> Strokes:
    """Two strokes close beside the dashed line."""
    apart, reach = rng.uniform(0.07, 0.13), rng.uniform(0.85, 1.15)
    return [
        line((x + rng.normal(0, 0.02), -reach * rng.uniform(0.9, 1.05)), (x, reach * rng.uniform(0.9, 1.05)))
        for x in (-apart, apart)
    ]


def down_beam(rng: Rng, field: Field) -> Strokes:
    """A stroke down the middle with a short bar at both ends, like the beam I."""
    reach, bar = rng.uniform(0.75, 1.0), rng.uniform(0.2, 0.38)
    out = down_line(rng, field, reach, 0.02, 0.03)
    for y in (-reach, reach):
        out.append(line(near(rng, -bar, y, 0.03), near(rng, bar, y, 0.03)))
    return out


def down_dashes(rng: Rng, field: Field) -> Strokes:
    """The dashed line gone over with three to five dashes."""
    count, x = int(rng.integers(3, 6)), rng.normal(0, 0.04)
    step = 2.0 / count
    return [
        line(near(rng, x, y, 0.025), near(rng, x, y + step * rng.uniform(0.55, 0.7), 0.025))
        for y in -0.95 + step * np.arange(count)
    ]


def down_dots(rng: Rng, field: Field) -> Strokes:
    """A row of dots down the middle."""
    count = int(rng.integers(5, 9))
    return [blot(rng, *near(rng, 0, y, 0.025), 0.055, field.nib) for y in np.linspace(-0.9, 0.9, count)]


def down_wave(rng: Rng, field: Field) -> Strokes:
    """A wavy or jagged stroke down the middle, as if torn."""
    count, reach = int(rng.integers(5, 10)), rng.uniform(0.9, 1.15)
    y = np.linspace(-reach, reach, count)
    x = rng.uniform(0.08, 0.15) * np.where(np.arange(count) % 2, 1, -1) + rng.normal(0, 0.02, count)
    points = np.stack([x, y], 1)
    return [curve(points if rng.random() < 0.6 else np.repeat(points, 2, 0))]


def down_parted(rng: Rng, field: Field) -> Strokes:
    """A stroke from above and one from below that do not meet."""
    aside = rng.uniform(0.02, 0.1) * rng.choice([-1, 1])
    up, down = rng.uniform(0.05, 0.3), rng.uniform(0.05, 0.3)
    return [
        line((aside + rng.normal(0, 0.03), -rng.uniform(0.95, 1.2)), (aside, -up)),
        line((-aside + rng.normal(0, 0.03), rng.uniform(0.95, 1.2)), (-aside, down)),
    ]


def cut_here(rng: Rng, field: Field) -> Strokes:
    """A stroke down the middle, crossed by one or two short slashes, as a thing that is cut in two."""
    out = down_line(rng, field, rng.uniform(0.95, 1.2), 0.03, 0.03)
    middle = rng.normal(0, 0.15)
    for y in (middle - 0.11, middle + 0.11)[: int(rng.integers(1, 3))]:
        size = rng.uniform(0.16, 0.26)
        out.append(line(near(rng, -size, y + 0.1, 0.02), near(rng, size, y - 0.1, 0.02)))
    return out


def letter_h(
    rng: Rng,
    field: Field,
    size: tuple[float, float],
    bar: float = 0.0,
    over: float = 0.0,
    lean: float = 0.0,
    serif: float = 0.0,
    at: tuple[float, float] = (0, 0),
) -> Strokes:
    """A capital H. size: half its width and height; bar: height of its bar; over: how far the bar crosses."""
    wide, high = size[0] * rng.uniform(0.88, 1.12), size[1] * rng.uniform(0.88, 1.1)
    out = []
    for x in (-wide, wide):
        top, foot = near(rng, x, -high, 0.035), near(rng, x, high, 0.035)
        out.append(line(top, foot, bend=rng.normal(0, 0.02)))
        if serif:
            out += [line(near(rng, px - serif, py, 0.02), near(rng, px + serif, py, 0.02)) for px, py in (top, foot)]
    reach, y = wide * (1 + over * rng.uniform(0.6, 1.2)), bar + rng.normal(0, 0.05)
    out.append(line(near(rng, -reach, y, 0.03), near(rng, reach, y, 0.03)))
    return put(out, 1, 1, near(rng, *at, 0.05), lean * rng.uniform(0.6, 1.3))


def one_half(rng: Rng, field: Field) -> Strokes:
    """1/2: a slash between, or 1 over 2 with a bar."""
    at, size = spot(rng, 0.06), rng.uniform(0.85, 1.1)
    if rng.random() < 0.6:
        out = put(glyph("1"), 0.2, 0.38, (-0.5, -0.38)) + put(glyph("2"), 0.24, 0.36, (0.5, 0.42))
        out.append(line(near(rng, 0.4, -0.75), near(rng, -0.4, 0.75)))
    else:
        out = put(glyph("1"), 0.2, 0.32, (0, -0.55)) + put(glyph("2"), 0.26, 0.32, (0, 0.55))
        out.append(line(near(rng, -0.5, 0.02, 0.03), near(rng, 0.5, 0, 0.03)))
    return put(out, size, size, at)


def slanting_cut(rng: Rng, field: Field, rising: bool) -> Strokes:
    """A stroke exactly from corner to corner."""
    reach, side = rng.uniform(0.93, 1.08), -1 if rising else 1
    ends = near(rng, -reach * side, -reach, 0.04), near(rng, reach * side, reach, 0.04)
    return [line(*ends, bend=rng.normal(0, 0.02))]


def left_box(rng: Rng, field: Field) -> Strokes:
    """The left half outlined, its right side on the dashed line, closed or open above."""
    high, left, right = rng.uniform(0.8, 0.98), -rng.uniform(0.82, 1.0), rng.normal(0, 0.03)
    corners = [near(rng, x, y, 0.03) for x, y in ((left, -high), (left, high), (right, high), (right, -high))]
    closed = [corners[3], near(rng, left, -high, 0.03)] if rng.random() < 0.5 else []
    return [angular(*corners, *closed)]


# Marks in one half: it is half as wide as high, so they are drawn wide


def half_fill(rng: Rng, field: Field) -> Strokes:
    """The half filled by strokes across, tidy or not."""
    gap = max(0.07, 0.8 * field.nib) * rng.uniform(0.9, 1.7)
    y = np.arange(-rng.uniform(0.75, 0.95), rng.uniform(0.75, 0.95), gap)
    x = 0.88 * np.where(np.arange(len(y)) % 2, 1, -1) * rng.uniform(0.8, 1.08, len(y))
    return [np.stack([x, y], 1)]


def half_shade(rng: Rng, field: Field) -> Strokes:
    """Slanting strokes over the half."""
    count, rise = int(rng.integers(4, 8)), rng.uniform(0.15, 0.4)
    return [
        line(near(rng, -0.85, y + rise, 0.05), near(rng, 0.85, y - rise, 0.05)) for y in np.linspace(-0.6, 0.65, count)
    ]


def half_cross(rng: Rng, field: Field) -> Strokes:
    """A cross within the half, as wide as it is."""
    high, y = rng.uniform(0.35, 0.85), rng.normal(0, 0.1)
    return [
        line(near(rng, -0.75 * side, y - high, 0.07), near(rng, 0.75 * side, y + high, 0.07), bend=rng.normal(0, 0.05))
        for side in (-1, 1)
    ]


def half_hook(rng: Rng, field: Field) -> Strokes:
    """A hook within the half."""
    low = near(rng, -0.25, 0.5, 0.08)
    return [line(near(rng, -0.8, 0.1, 0.06), low, low, near(rng, 0.9, rng.uniform(-0.8, -0.4), 0.06))]


def half_dot(rng: Rng, field: Field) -> Strokes:
    """A fat dot in the middle of the half."""
    dot = blot(rng, 0, 0, rng.uniform(0.2, 0.36), field.nib)
    return put([dot], 2, 1, (rng.normal(0, 0.1), rng.normal(0, 0.15)))


def half_ring(rng: Rng, field: Field) -> Strokes:
    """A small ring in the half."""
    ring = arc(1, rng.uniform(-2.5, -1), rng.uniform(0.98, 1.5), rng, 0.05)
    return put([ring], rng.uniform(0.55, 0.8), rng.uniform(0.3, 0.6), (rng.normal(0, 0.06), rng.normal(0, 0.12)))


def half_letter(rng: Rng, field: Field) -> Strokes:
    """A letter or digit in the half."""
    sign = str(rng.choice(["A", "K", "S", "J", "R", "V", "2", "1"]))
    return put(letter(sign), rng.uniform(0.5, 0.75), rng.uniform(0.4, 0.65), spot(rng, 0.08))


def half_scribble(rng: Rng, field: Field) -> Strokes:
    """Loops running down the half."""
    count = rng.uniform(4, 8)
    t = np.linspace(0, 1, int(14 * count))
    wide = 0.7 * (1 + 0.15 * smooth_noise(rng, len(t), 10))
    x, y = wide * np.cos(2 * np.pi * count * t), -0.7 + 1.4 * t + 0.18 * np.sin(2 * np.pi * count * t)
    return [np.stack([x, y], 1)]


def half_star(rng: Rng, field: Field) -> Strokes:
    """A small star of three strokes in the half."""
    return put(asterisk(rng, field), 0.8, 0.5, (0, rng.normal(0, 0.1)))


HALVES: dict[str, Halving] = {
    "line_shade": Halving(partial(down_line, reach=1.0, slant=0.04, aside=0.03), half_shade),
    "long_hook": Halving(partial(down_line, reach=1.25, slant=0.06, aside=0.04), half_hook),
    "short_aside_fill": Halving(partial(down_line, reach=0.7, slant=0.03, aside=0.08), half_fill),
    "rails_dot": Halving(down_rails, half_dot),
    "beam_own": Halving(down_beam),
    "dashes_cross": Halving(down_dashes, half_cross),
    "dots_fill": Halving(down_dots, half_fill),
    "wave_ring": Halving(down_wave, half_ring),
    "parted_scribble": Halving(down_parted, half_scribble),
    "cut_letter": Halving(cut_here, half_letter),
    "h_wide_fill": Halving(partial(letter_h, size=(0.8, 0.75), bar=-0.2, over=0.15), half_fill),
    "h_serifs_shade": Halving(partial(letter_h, size=(0.42, 0.6), serif=0.16), half_shade),
    "h_aside_own": Halving(partial(letter_h, size=(0.24, 0.4), bar=0.08, lean=0.25, at=(0.5, 0))),
    "one_half_fill": Halving(one_half, half_fill),
    "rising_cut": Halving(partial(slanting_cut, rising=True), None, (-1, -1)),
    "box_star": Halving(left_box, half_star),
}

PENS: dict[str, Pen] = {
    "copying_pencil": Pen((0.4, 0.22, 0.5), (0.4, 0.7), 0.75, 0.7),
    "ballpoint_dying": Pen((0.14, 0.18, 0.45), (0.3, 0.45), 0.8, 0.4, skips=0.14),
    "booth_felt": Pen((0.1, 0.1, 0.12), (0.7, 1.1), 0.93, 0.08, bleed=0.08, soaked=True),
    "fountain_royal": Pen((0.12, 0.16, 0.62), (0.4, 0.75), 0.92, 0.05, bleed=0.05, nib=0.4, soaked=True),
    "teacher_red": Pen((0.78, 0.1, 0.16), (0.35, 0.6), 0.9, 0.2, skips=0.02),
    "builder_pencil": Pen((0.33, 0.33, 0.34), (0.8, 1.4), 0.72, 0.85, nib=0.35),
    "wax_brown": Pen((0.5, 0.26, 0.14), (1.0, 1.7), 0.8, 0.9),
    "gel_turquoise": Pen((0.05, 0.45, 0.55), (0.4, 0.65), 0.93, 0.05),
}
