"""Ways of marking as seen over years at the tables of a board game cafe."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import numpy as np

from tests.paper.stranger_marks import Field, Halving, Path, Rng, Strokes, Style, arc, curve, glyph, line, zigzag
from tests.paper.stranger_pens import Pen, smooth_noise


def turned(strokes: Strokes, angle: float) -> Strokes:
    """Return the strokes turned about the centre."""
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return [stroke @ turn for stroke in strokes]


def put(strokes: Strokes, wide: float, high: float, x: float = 0.0, y: float = 0.0, slant: float = 0.0) -> Strokes:
    """Return the strokes at that size and place, leaning to the right by `slant`."""
    lean = [stroke * (wide, high) - np.outer(stroke[:, 1] * high, (slant, 0.0)) for stroke in strokes]
    return [stroke + np.array((x, y)) for stroke in lean]


def near(rng: Rng, x: float, y: float, spread: float = 0.1) -> tuple[float, float]:
    """Return a point near another."""
    return x + spread * rng.standard_normal(), y + spread * rng.standard_normal()


def shaky(rng: Rng, stroke: Path, size: float = 0.04) -> Path:
    """Return a stroke as by a trembling hand."""
    return stroke + size * np.stack([smooth_noise(rng, len(stroke), 2), smooth_noise(rng, len(stroke), 2)], 1)


def edge(field: Field, reach: float) -> float:
    """Return how far a corner of the field is along both axes."""
    return reach * (0.74 if field.round else 1.0)


def blob(rng: Rng, x: float, y: float, radius: float) -> Path:
    """Return a small spiral that becomes a dot."""
    turns = rng.uniform(1.5, 2.5)
    return arc(0.15 * radius, rng.uniform(0, 6.3), turns, rng, 0.1, 0.85 * radius / turns) + np.array((x, y))


# ---- marks


def hurried_cross(rng: Rng, field: Field) -> Strokes:
    """Two fast, bent diagonals that overshoot at their ends."""
    far = edge(field, rng.uniform(0.85, 1.15))
    one = line(near(rng, -far, -far, 0.12), near(rng, far, far, 0.16), bend=rng.normal(0, 0.08))
    two = line(near(rng, far, -far, 0.12), near(rng, -far, far, 0.16), bend=rng.normal(0, 0.08))
    return [one, two] if rng.random() < 0.6 else [two, one]


def tiny_cross(rng: Rng, _field: Field) -> Strokes:
    """A small, tidy cross somewhere about the middle."""
    x, y = near(rng, 0, 0, 0.13)
    far = rng.uniform(0.35, 0.55)
    return [
        line(near(rng, x - far, y - far, 0.04), near(rng, x + far, y + far, 0.04)),
        line(near(rng, x + far, y - far, 0.04), near(rng, x - far, y + far, 0.04)),
    ]


def ribbon_cross(rng: Rng, field: Field) -> Strokes:
    """A cross without lifting the pen: the second stroke is joined by a loop at one side."""
    far = edge(field, rng.uniform(0.7, 1.0))
    side = rng.choice([-1, 1])
    bulge = rng.uniform(1.1, 1.35) * far
    points = [near(rng, -side * far, -far), near(rng, 0, 0, 0.07), near(rng, side * far, 0.75 * far)]
    points += [(side * bulge, rng.normal(0, 0.15)), near(rng, side * far, -0.75 * far)]
    points += [near(rng, 0, 0, 0.07), near(rng, -side * far, far)]
    return [curve(np.array(points))]


def missed_cross(rng: Rng, field: Field) -> Strokes:
    """Two slanted strokes that meet near an end, or hardly, as by tipsy people."""
    far = edge(field, rng.uniform(0.75, 1.05))
    side = rng.choice([-1, 1])
    start = rng.uniform(-0.15, 0.35)
    long = line(near(rng, -side * far, -far), near(rng, side * far, far), bend=rng.normal(0, 0.1))
    short = line(near(rng, side * far, -far), near(rng, side * start, start - 0.05, 0.08), bend=rng.normal(0, 0.1))
    return [long, short]


def tilted_plus(rng: Rng, field: Field) -> Strokes:
    """A plus that leans, with a long crosspiece."""
    lean = rng.uniform(0.15, 0.4) * rng.choice([-1, 1])
    high, wide = rng.uniform(0.55, 0.95), rng.uniform(0.65, 1.05)
    level = rng.normal(0, 0.14)
    strokes = [
        line((rng.normal(0, 0.08), -high), (rng.normal(0, 0.08), high)),
        line((-wide, level), (wide, level + rng.normal(0, 0.08)), bend=rng.normal(0, 0.05)),
    ]
    return turned(strokes, lean)


def trembling_cross(rng: Rng, field: Field) -> Strokes:
    """A cross by a trembling hand."""
    far = edge(field, rng.uniform(0.6, 1.0))
    size = rng.uniform(0.03, 0.07)
    strokes = [line((-far, -far), (0, 0), (far, far)), line((far, -far), (0.05, 0), (-far, far))]
    return [shaky(rng, stroke, size) + near(rng, 0, 0, 0.06) for stroke in strokes]


def asterisk(rng: Rng, _field: Field) -> Strokes:
    """Three or four strokes through one place."""
    count = int(rng.integers(3, 5))
    first, reach = rng.uniform(0, np.pi), rng.uniform(0.55, 0.95)
    strokes = []
    for at in range(count):
        angle = first + np.pi * at / count + rng.normal(0, 0.1)
        way = reach * rng.uniform(0.85, 1.15) * np.array([np.cos(angle), np.sin(angle)])
        middle = np.array(near(rng, 0, 0, 0.06))
        strokes.append(line(tuple(middle - way), tuple(middle + way)))
    return strokes


def flying_tick(rng: Rng, _field: Field) -> Strokes:
    """A tick whose long arm flies out of the field."""
    foot = near(rng, -0.2, rng.uniform(0.45, 0.85), 0.08)
    start = near(rng, -0.75, rng.uniform(-0.1, 0.3), 0.1)
    end = near(rng, rng.uniform(0.8, 1.3), rng.uniform(-1.3, -0.8), 0.05)
    return [np.vstack([line(start, foot, bend=rng.normal(0, 0.1)), line(foot, end, bend=rng.uniform(-0.1, 0.15))])]


def left_hander_tick(rng: Rng, _field: Field) -> Strokes:
    """A tick the other way round: the long arm is at the left."""
    foot = near(rng, 0.2, rng.uniform(0.45, 0.8), 0.08)
    start = near(rng, 0.7, rng.uniform(-0.15, 0.25), 0.1)
    end = near(rng, rng.uniform(-1.15, -0.7), rng.uniform(-1.1, -0.7), 0.05)
    return [np.vstack([line(start, foot, bend=rng.normal(0, 0.1)), line(foot, end, bend=rng.uniform(-0.15, 0.1))])]


def round_hook(rng: Rng, _field: Field) -> Strokes:
    """A lazy hook like a wide u or v in one sweep."""
    depth, wide = rng.uniform(0.4, 0.8), rng.uniform(0.5, 0.85)
    points = [near(rng, -wide, -0.1, 0.12), near(rng, -0.3 * wide, depth, 0.08)]
    points.append(near(rng, 0.25 * wide, 0.6 * depth, 0.08))
    points.append(near(rng, wide, -rng.uniform(0.5, 1.0), 0.1))
    return [curve(np.array(points))]


def leaning_slash(rng: Rng, field: Field) -> Strokes:
    """One diagonal, up or down, short or beyond the field."""
    far = edge(field, rng.uniform(0.6, 1.2))
    side = 1 if rng.random() < 0.75 else -1
    start, end = near(rng, side * far, -far, 0.12), near(rng, -side * far, far, 0.12)
    return [line(start, end, bend=rng.normal(0, 0.08))]


def struck_out(rng: Rng, _field: Field) -> Strokes:
    """One, two or three level strokes through the field, as if it were crossed out."""
    count = int(rng.choice([1, 1, 2, 2, 3]))
    wide = rng.uniform(0.75, 1.3)
    strokes = []
    for at in range(count):
        y = rng.uniform(0.22, 0.4) * (at - (count - 1) / 2) + rng.normal(0, 0.07)
        slope = rng.normal(0, 0.12)
        strokes.append(line((-wide + rng.normal(0, 0.1), y + slope), (wide + rng.normal(0, 0.1), y - slope), bend=0.03))
    return strokes


def coils(rng: Rng, field: Field) -> Strokes:
    """Loops after loops that wander over the field, as children fill."""
    turns, radius, wide = rng.uniform(4, 8), rng.uniform(0.45, 0.7), rng.uniform(0.2, 0.4)
    t = np.linspace(0, 1, 160)
    angle = 2 * np.pi * turns * t + rng.uniform(0, 6.3)
    far = radius * (1 + 0.18 * smooth_noise(rng, 160, 14))
    points = np.stack([far * np.cos(angle) + wide * (2 * t - 1), 1.15 * far * np.sin(angle)], 1)
    return turned([points], rng.uniform(-0.8, 0.8))


def lazy_fill(rng: Rng, field: Field) -> Strokes:
    """One wide zigzag over the field that leaves paper between its turns and stops early."""
    gap = float(np.clip(rng.uniform(1.6, 3) * field.nib, 0.22, 0.45))
    path = zigzag(rng, field, gap, rng.uniform(0.4, 1.2), rng.uniform(0.7, 0.95))
    keep = int(len(path) * rng.uniform(0.7, 1.0))
    return [line(*map(tuple, path[: max(4, keep)]))]


def tidy_fill(rng: Rng, field: Field) -> Strokes:
    """The edge first, then a close zigzag inside it."""
    reach = rng.uniform(0.82, 0.95)
    if field.round:
        rim = arc(reach, rng.uniform(0, 6.3), 1.05, rng, 0.02)
    else:
        corners = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]
        corners = [near(rng, reach * x, reach * y, 0.02) for x, y in corners]
        rim = np.vstack([line(a, b) for a, b in pairwise(corners)])
    gap = max(0.09, 0.75 * field.nib)
    angle = rng.uniform(0, 3.1) if field.round else rng.choice([0.0, 1.57]) + rng.normal(0, 0.03)
    return [rim, zigzag(rng, field, gap, angle, reach - 0.06)]


def edge_only(rng: Rng, field: Field) -> Strokes:
    """Only the edge is coloured, going round two or three times; the middle stays white."""
    times = int(rng.integers(2, 5))
    strokes = []
    for at in range(times):
        reach = rng.uniform(0.82, 0.98) - 0.8 * max(field.nib, 0.08) * at * 0.7
        ring = arc(max(reach, 0.45), rng.uniform(0, 6.3), rng.uniform(1.0, 1.1), rng, 0.02)
        if not field.round:
            ring = ring / np.maximum(np.abs(ring).max(1, keepdims=True), 0.1) * max(reach, 0.45)
            ring = ring + 0.02 * np.stack([smooth_noise(rng, len(ring), 9), smooth_noise(rng, len(ring), 9)], 1)
        strokes.append(ring)
    return strokes


def half_hearted_fill(rng: Rng, field: Field) -> Strokes:
    """A blot of scribble about the middle that reaches no edge."""
    small = field._replace(round=True)
    middle = near(rng, 0, 0, 0.15)
    reach = rng.uniform(0.45, 0.68)
    strokes = [zigzag(rng, small, max(0.12, field.nib), rng.uniform(0, 3), reach) + middle]
    if rng.random() < 0.6:
        strokes.append(zigzag(rng, small, max(0.16, 1.3 * field.nib), rng.uniform(0, 3), 0.9 * reach) + middle)
    return strokes


def net(rng: Rng, field: Field) -> Strokes:
    """Hatching two ways, like a net, in single strokes."""
    first, reach = rng.uniform(0.5, 1.0), rng.uniform(0.75, 1.0)
    strokes: Strokes = []
    for angle in (first, first + np.pi / 2 + rng.normal(0, 0.12)):
        way, across = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
        for at in np.linspace(-0.7, 0.7, int(rng.integers(3, 5))) * reach:
            long = np.sqrt(1.1 - at**2) * reach * rng.uniform(0.85, 1.1)
            middle = across * (at + rng.normal(0, 0.03))
            strokes.append(line(tuple(middle - way * long), tuple(middle + way * long), bend=rng.normal(0, 0.03)))
    return strokes


def ring_about(rng: Rng, field: Field) -> Strokes:
    """A wide ring about the field, once or twice, closed or left open."""
    turns = rng.choice([0.85, 1.1, 1.1, 2.1])
    ring = arc(rng.uniform(1.1, 1.28), rng.uniform(3.5, 5.5), turns, rng, 0.03, rng.uniform(-0.05, 0.08))
    return [ring * (rng.uniform(0.92, 1.06), rng.uniform(0.92, 1.06)) + near(rng, 0, 0, 0.05)]


def initial(rng: Rng, _field: Field) -> Strokes:
    """The player's initial or a number, in a hand that leans."""
    sign = rng.choice(["A", "K", "M", "S", "2", "3", "5", "7", "8"])
    wide, high = rng.uniform(0.35, 0.65), rng.uniform(0.55, 0.95)
    strokes = put(glyph(str(sign)), wide, high, *near(rng, 0, 0, 0.1), rng.normal(0.12, 0.15))
    return [stroke + 0.02 * np.stack([smooth_noise(rng, len(stroke), 6)] * 2, 1) for stroke in strokes]


def smiley(rng: Rng, _field: Field) -> Strokes:
    """A face, with or without its round head."""
    eye, level, wide = rng.uniform(0.25, 0.38), rng.uniform(-0.4, -0.2), rng.uniform(0.4, 0.55)
    mouth = line((-wide, 0.18), near(rng, 0, 0.58, 0.05), (wide, 0.15 + rng.normal(0, 0.06)))
    eyes = [line((side * eye, level - 0.1), (side * eye + rng.normal(0, 0.03), level + 0.1)) for side in (-1, 1)]
    head = [arc(rng.uniform(0.85, 1.05), rng.uniform(4, 5.4), rng.uniform(0.95, 1.1), rng, 0.03)]
    return (head if rng.random() < 0.65 else []) + eyes + [mouth]


def heart_or_shape(rng: Rng, _field: Field) -> Strokes:
    """A heart, a triangle, a diamond or a star in one stroke."""
    size = rng.uniform(0.65, 0.95)
    kind = rng.integers(4)
    if kind == 0:
        t = np.linspace(0, 2 * np.pi * rng.uniform(0.97, 1.03), 60)
        y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)) / 16
        shape = np.stack([np.sin(t) ** 3, y], 1)
    else:
        count, skip, first = ((3, 1, -0.5), (4, 1, -0.5), (5, 2, -0.5))[kind - 1]
        angle = np.pi * (first + 2 * skip * np.arange(count + 1) / count)
        corners = np.stack([np.cos(angle), np.sin(angle)], 1) + 0.07 * rng.standard_normal((count + 1, 2))
        shape = np.vstack([line(tuple(a), tuple(b)) for a, b in pairwise(corners)])
    return put([shape], size * rng.uniform(0.85, 1.1), size, *near(rng, 0, 0, 0.06), rng.normal(0, 0.08))


def dabs(rng: Rng, _field: Field) -> Strokes:
    """One fat dot, or a few dabs of the pen."""
    count = int(rng.choice([1, 1, 1, 3, 4, 5]))
    if count == 1:
        return [blob(rng, *near(rng, 0, 0, 0.15), rng.uniform(0.27, 0.45))]
    angles = rng.uniform(0, 6.3) + 2 * np.pi * np.arange(count) / count
    return [blob(rng, *near(rng, 0.5 * np.cos(a), 0.5 * np.sin(a), 0.09), rng.uniform(0.12, 0.2)) for a in angles]


def underlined(rng: Rng, _field: Field) -> Strokes:
    """The field is underlined within its lower edge, once, twice or with a swing."""
    y, wide, slope = rng.uniform(0.55, 0.85), rng.uniform(0.75, 1.1), rng.normal(0, 0.05)
    one = line(near(rng, -wide, y + slope, 0.05), near(rng, wide, y - slope, 0.05), bend=rng.normal(0, 0.03))
    two = line(near(rng, wide, y - slope + 0.05, 0.05), near(rng, -0.8 * wide, y + 0.28, 0.05))
    return [[one], [one, two], [np.vstack([one, two])]][rng.integers(3)]


def bracketed(rng: Rng, _field: Field) -> Strokes:
    """Round or square brackets about what is in the field."""
    wide, high, bend = rng.uniform(0.65, 1.1), rng.uniform(0.75, 1.1), rng.uniform(0.25, 0.4)
    if rng.random() < 0.5:
        sides = [((wide - bend) * s, wide * s) for s in (-1, 1)]
        rows = [((end, -high), (mid, -0.4 * high), (mid, 0.4 * high), (end, high)) for end, mid in sides]
        return [line(*(near(rng, x, y, 0.04) for x, y in row)) for row in rows]
    strokes = []
    for s in (-1, 1):
        top, foot = near(rng, s * wide, -high, 0.04), near(rng, s * wide, high, 0.04)
        parts = [line((top[0] - s * bend, top[1]), top), line(top, foot), line(foot, (foot[0] - s * bend, foot[1]))]
        strokes.append(np.vstack(parts))
    return strokes


def arrow(rng: Rng, _field: Field) -> Strokes:
    """An arrow that comes from outside and points to the middle."""
    start, tip, barb = rng.uniform(-1.35, -0.95), rng.uniform(0.1, 0.6), rng.uniform(0.35, 0.55)
    head = np.vstack([line((tip - barb, -0.8 * barb), (tip, 0)), line((tip, 0), (tip - barb, 0.75 * barb))])
    shaft = line((start, rng.normal(0, 0.12)), (tip, 0), bend=rng.normal(0, 0.1))
    return turned([shaft, head], rng.choice([-0.8, -2.3, 0.0, 3.1, 0.8, 2.3]) + rng.normal(0, 0.2))


def boxed_cross(rng: Rng, field: Field) -> Strokes:
    """A small cross or dot with a ring about it, like a stamp."""
    ring = arc(rng.uniform(0.75, 1.0), rng.uniform(3.5, 5.5), rng.uniform(1.0, 1.1), rng, 0.03)
    if rng.random() < 0.35:
        return [blob(rng, *near(rng, 0, 0, 0.06), rng.uniform(0.2, 0.32)), ring]
    return [0.75 * stroke for stroke in tiny_cross(rng, field)] + [ring]


MARKS: dict[str, Style] = {
    style.__name__: style
    for style in (
        hurried_cross,
        ribbon_cross,
        missed_cross,
        tilted_plus,
        trembling_cross,
        asterisk,
        flying_tick,
        left_hander_tick,
        round_hook,
        leaning_slash,
        struck_out,
        coils,
        lazy_fill,
        tidy_fill,
        edge_only,
        half_hearted_fill,
        net,
        ring_about,
        initial,
        smiley,
        heart_or_shape,
        dabs,
        underlined,
        bracketed,
        arrow,
        boxed_cross,
    )
}

# ---- halvings


def along(rng: Rng, _field: Field, times: int = 1, short: float = 0.85, long: float = 1.05) -> Strokes:
    """One or more strokes along the dashed line."""
    middle, lean = rng.normal(0, 0.07), rng.normal(0, 0.04)
    strokes = []
    for at in range(times):
        x = middle + rng.uniform(0.14, 0.24) * (at - (times - 1) / 2)
        top, foot = -rng.uniform(short, long), rng.uniform(short, long)
        strokes.append(line((x - lean, top), (x + lean, foot), bend=rng.normal(0, 0.02)))
    return strokes


def slanted(rng: Rng, _field: Field) -> Strokes:
    """A steep stroke beside the dashed line that leans."""
    lean, x = rng.uniform(0.14, 0.26) * rng.choice([-1, 1, 1]), rng.normal(0, 0.09)
    return [line((x + lean, -rng.uniform(0.9, 1.2)), (x - lean, rng.uniform(0.9, 1.2)), bend=rng.normal(0, 0.03))]


def traced_dashes(rng: Rng, _field: Field, count: tuple[int, int] = (3, 6), share: float = 0.6) -> Strokes:
    """Dashes that follow the printed ones."""
    edges = np.linspace(-rng.uniform(0.9, 1.05), rng.uniform(0.9, 1.05), int(rng.integers(*count)) + 1)
    x = rng.normal(0, 0.05)
    strokes = []
    for top, foot in pairwise(edges):
        long = share * (foot - top) * rng.uniform(0.85, 1.15) / 2
        y = (top + foot) / 2
        strokes.append(line((x + rng.normal(0, 0.02), y - long), (x + rng.normal(0, 0.03), y + long)))
    return strokes


def dots_down(rng: Rng, _field: Field) -> Strokes:
    """A row of dots down the middle."""
    x = rng.normal(0, 0.04)
    levels = np.linspace(-rng.uniform(0.75, 0.95), rng.uniform(0.75, 0.95), int(rng.integers(5, 8)))
    return [blob(rng, *near(rng, x, y, 0.025), rng.uniform(0.05, 0.08)) for y in levels]


def wavy(rng: Rng, _field: Field) -> Strokes:
    """A wavy stroke down the middle."""
    t, waves = np.linspace(0, 1, 60), rng.uniform(2, 4.5)
    x = rng.uniform(0.07, 0.14) * np.sin(2 * np.pi * waves * t + rng.uniform(0, 6.3)) + rng.normal(0, 0.04)
    return [np.stack([x, rng.uniform(0.85, 1.15) * (2 * t - 1)], 1)]


def not_meeting(rng: Rng, _field: Field) -> Strokes:
    """Two strokes, from the top and from the foot, that miss each other."""
    gap, aside = rng.uniform(-0.1, 0.22), rng.uniform(0.06, 0.14) * rng.choice([-1, 1])
    upper = line((aside, -rng.uniform(0.9, 1.1)), (aside + rng.normal(0, 0.04), -gap))
    lower = line((-aside, rng.uniform(0.9, 1.1)), (-aside + rng.normal(0, 0.04), gap))
    return [upper, lower]


def ticked_ends(rng: Rng, field: Field) -> Strokes:
    """A stroke along the dashed line with a small bar at both ends, as designers measure."""
    bar = rng.uniform(0.14, 0.28)
    stroke = along(rng, field, short=0.8, long=0.98)[0]
    ends = [line((x - bar, y + rng.normal(0, 0.04)), (x + bar, y + rng.normal(0, 0.04))) for x, y in stroke[[0, -1]]]
    return [stroke, *ends]


def letter_h(
    rng: Rng,
    _field: Field,
    wide: float,
    high: float,
    x: float = 0.0,
    y: float = 0.0,
    bar: float = 0.0,
    beyond: float = 0.0,
    serif: float = 0.0,
    slant: float = 0.0,
) -> Strokes:
    """A capital H. bar: level of its bar; beyond: how far the bar crosses the posts; serif: half its length."""
    wide, high = wide * rng.uniform(0.85, 1.15), high * rng.uniform(0.88, 1.1)
    posts = [line((s + rng.normal(0, 0.06), -1 + rng.normal(0, 0.06)), (s + rng.normal(0, 0.06), 1)) for s in (-1, 1)]
    level, far = bar + rng.normal(0, 0.1), 1 + beyond * rng.uniform(0.7, 1.2) + rng.normal(0, 0.03)
    strokes = [*posts, line((-far, level + rng.normal(0, 0.06)), (far, level + rng.normal(0, 0.06)))]
    if serif:
        strokes += [line((s - serif, t), (s + serif, t + rng.normal(0, 0.04))) for s in (-1, 1) for t in (-1, 1)]
    return put(strokes, wide, high, *near(rng, x, y, 0.04), slant + rng.normal(0, 0.05))


def one_over_two(rng: Rng, _field: Field) -> Strokes:
    """The sign 1/2, slanting or one above the other."""
    x, y = near(rng, 0.0, 0.0, 0.06)
    size = rng.uniform(0.85, 1.1)
    if rng.random() < 0.65:
        one = put(glyph("1"), 0.13, 0.3, -0.42, -0.35)
        two = put(glyph("2"), 0.18, 0.3, 0.42, 0.4)
        bar = [line(near(rng, 0.4, -0.7, 0.04), near(rng, -0.4, 0.7, 0.04))]
    else:
        one, two = put(glyph("1"), 0.12, 0.3, 0.0, -0.52), put(glyph("2"), 0.2, 0.3, 0.0, 0.54)
        bar = [line(near(rng, -0.42, 0.02, 0.03), near(rng, 0.42, 0.0, 0.03))]
    return put([*one, *bar, *two], size, size, x, y, rng.normal(0, 0.06))


def corner_to_corner(rng: Rng, _field: Field, side: int = 1) -> Strokes:
    """A stroke from corner to corner. side: 1 rises to the right, -1 falls."""
    start, end = near(rng, side * 0.97, -0.97, 0.06), near(rng, -side * 0.97, 0.97, 0.06)
    return [line(start, end, bend=rng.normal(0, 0.02))]


def half_outlined(rng: Rng, _field: Field) -> Strokes:
    """A box, or a box without its outer side, about the left half."""
    left, right = -rng.uniform(0.85, 1.0), rng.normal(-0.02, 0.04)
    top, foot = -rng.uniform(0.82, 1.0), rng.uniform(0.82, 1.0)
    corners = [(left, top), (right, top), (right, foot), (left, foot)]
    if rng.random() < 0.6:
        corners.append(near(rng, left, top, 0.05))
    corners = [near(rng, x, y, 0.03) for x, y in corners]
    return [np.vstack([line(a, b, bend=rng.normal(0, 0.015)) for a, b in pairwise(corners)])]


# ---- marks in a half, whose own -1..1 is twice as high as wide on paper


def half_fill(rng: Rng, field: Field) -> Strokes:
    """Filled to and fro with level strokes."""
    flat = field._replace(round=False)
    return [zigzag(rng, flat, max(0.1, 0.9 * field.nib), np.pi / 2 + rng.normal(0, 0.07), rng.uniform(0.8, 0.95))]


def half_hatched(rng: Rng, field: Field) -> Strokes:
    """A few slanted strokes one under the other."""
    rise, count = rng.uniform(0.1, 0.3) * rng.choice([-1, 1, 1]), int(rng.integers(4, 7))
    wide = rng.uniform(0.65, 0.9)
    return [
        line(near(rng, -wide, y + rise, 0.05), near(rng, wide, y - rise, 0.05)) for y in np.linspace(-0.65, 0.65, count)
    ]


def half_cross(rng: Rng, _field: Field) -> Strokes:
    """A cross as large as the half, or smaller."""
    wide, high, y = rng.uniform(0.6, 0.9), rng.uniform(0.35, 0.85), rng.normal(0, 0.08)
    return [
        line(near(rng, -wide, y - high, 0.06), near(rng, wide, y + high, 0.06)),
        line(near(rng, wide, y - high, 0.06), near(rng, -wide, y + high, 0.06)),
    ]


def half_tick(rng: Rng, _field: Field) -> Strokes:
    """A small tick."""
    foot = near(rng, -0.2, rng.uniform(0.3, 0.55), 0.07)
    first = line(near(rng, -0.8, rng.uniform(-0.05, 0.15), 0.06), foot)
    return [np.vstack([first, line(foot, near(rng, 0.85, rng.uniform(-0.65, -0.3), 0.06))])]


def half_dot(rng: Rng, _field: Field) -> Strokes:
    """A fat dot."""
    return put([blob(rng, 0, 0, rng.uniform(0.4, 0.6))], 1.0, 0.5, *near(rng, 0, 0, 0.12))


def half_ring(rng: Rng, _field: Field) -> Strokes:
    """A ring, upright or round."""
    ring = arc(rng.uniform(0.6, 0.8), rng.uniform(3.5, 5.5), rng.uniform(1.0, 1.15), rng, 0.04)
    return put([ring], 1.0, rng.uniform(0.5, 0.95), *near(rng, 0, 0, 0.08))


def half_letter(rng: Rng, _field: Field) -> Strokes:
    """An initial or a digit."""
    sign = str(rng.choice(["A", "K", "M", "S", "3", "8"]))
    return put(glyph(sign), rng.uniform(0.5, 0.7), rng.uniform(0.35, 0.6), *near(rng, 0, 0, 0.08), rng.normal(0.1, 0.1))


def half_scribble(rng: Rng, _field: Field) -> Strokes:
    """Loops from top to foot."""
    t, turns = np.linspace(0, 1, 120), rng.uniform(4, 7)
    angle = 2 * np.pi * turns * t + rng.uniform(0, 6.3)
    far = rng.uniform(0.55, 0.75) * (1 + 0.15 * smooth_noise(rng, 120, 12))
    return [np.stack([far * np.cos(angle), 0.3 * np.sin(angle) + rng.uniform(0.45, 0.65) * (2 * t - 1)], 1)]


HALVES: dict[str, Halving] = {
    "plain_line": Halving(along, half_letter),
    "line_twice": Halving(partial(along, times=2), half_hatched),
    "line_short": Halving(partial(along, short=0.5, long=0.75), half_fill),
    "line_long": Halving(partial(along, short=1.1, long=1.4), half_ring),
    "line_leaning": Halving(slanted, half_cross),
    "dashes": Halving(traced_dashes, half_tick),
    "dots": Halving(dots_down, half_scribble),
    "waves": Halving(wavy, None),
    "missing_strokes": Halving(not_meeting, half_fill),
    "measured": Halving(ticked_ends, half_dot),
    "big_h": Halving(partial(letter_h, wide=0.6, high=0.8, bar=-0.25, slant=0.1), half_fill),
    "squat_h_crossing": Halving(partial(letter_h, wide=0.62, high=0.4, beyond=0.35, bar=0.15), half_scribble),
    "small_h_aside": Halving(partial(letter_h, wide=0.24, high=0.38, x=0.5, y=-0.35, serif=0.35), half_cross),
    "one_half": Halving(one_over_two, half_scribble),
    "rising_cut": Halving(partial(corner_to_corner, side=1), None, (-1, -1), ("leaning_slash",)),
    "half_box": Halving(half_outlined, half_tick),
}

PENS: dict[str, Pen] = {
    "cafe_giveaway_blue": Pen((0.16, 0.24, 0.62), (0.3, 0.48), 0.82, 0.35, skips=0.06),
    "golf_pencil_blunt": Pen((0.32, 0.32, 0.33), (0.55, 0.95), 0.7, 0.9),
    "hard_pencil": Pen((0.4, 0.4, 0.42), (0.28, 0.45), 0.62, 0.85),
    "crayon_orange": Pen((0.9, 0.48, 0.12), (1.1, 1.7), 0.82, 0.8),
    "coloured_pencil_violet": Pen((0.45, 0.24, 0.58), (0.5, 0.9), 0.75, 0.8),
    "dry_wipe_blue": Pen((0.1, 0.22, 0.6), (1.0, 1.5), 0.9, 0.15, skips=0.03, soaked=True),
    "fountain_turquoise": Pen((0.08, 0.42, 0.55), (0.45, 0.8), 0.9, 0.1, bleed=0.05, nib=0.4, soaked=True),
    "fibre_tip_brown": Pen((0.4, 0.22, 0.12), (0.5, 0.8), 0.92, 0.1, bleed=0.06, soaked=True),
}
