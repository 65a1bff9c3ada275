"""Coded shapes for templates: `shape: NAME` with the function's parameters as further keys.

Each takes mm and colour roles and returns items; to add one, write a function and list it in SHAPES.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, wraps
from math import pi
from typing import Any

from companion.core.errors import FaceError
from companion.core.exact import cos, sin
from companion.faces import hatch as hatching
from companion.faces.hatch import Block, Corners, Disc, Region
from companion.faces.model import Item, Picture, Point, Shape, Step, move_item, polygon_steps, rotate_point
from companion.faces.nets import net, standee, tuckbox
from companion.faces.nets.net import Net

Numbers = Sequence[float]
LARGEST = 3000.0  # mm; of a net


def ring_band(
    r: float, inner: float, hatch: str, fill: str, colour: str, gap: float = 0.6, pen: float = 0.14
) -> list[Item]:
    """Return a ring round 0,0: coloured ground and hatch."""
    path: tuple[Step, ...] = (("circle", 0, 0, r), ("circle", 0, 0, inner))
    return _band(path, Disc(0, 0, r), Disc(0, 0, inner), hatch, fill, colour, gap, pen)


def box_band(
    box: Numbers, inner: float, hatch: str, fill: str, colour: str, gap: float = 0.9, pen: float = 0.2
) -> list[Item]:
    """Return the border of a box, `inner` mm wide: coloured ground and hatch."""
    x, y, w, h = _four(box)
    hole = (x + inner, y + inner, w - 2 * inner, h - 2 * inner)
    path: tuple[Step, ...] = (("rect", x, y, w, h), ("rect", *hole))
    return _band(path, Block(x, y, w, h), Block(*hole), hatch, fill, colour, gap, pen)


def strip_band(box: Numbers, hatch: str, fill: str, colour: str, gap: float = 0.9, pen: float = 0.2) -> list[Item]:
    """Return a filled box: coloured ground and hatch."""
    rect = _four(box)
    return _band((("rect", *rect),), Block(*rect), None, hatch, fill, colour, gap, pen)


def arch(box: Numbers, corner: float, fill: str = "", stroke: str = "", pen: float = 0.2) -> list[Item]:
    """Return a box with round upper corners."""
    x, y, w, h = _four(box)
    if not 0 < corner <= min(w / 2, h):
        raise FaceError(f"an arch's corner is above 0 and at most {min(w / 2, h):g} mm here, not {corner:g} mm")
    left = net.arc_points((x + corner, y + corner), corner, 2, 1)
    right = net.arc_points((x + w - corner, y + corner), corner, 3, 1)
    path = polygon_steps((*left, *right, (x + w, y + h), (x, y + h)))
    return [Shape(path, fill=fill, stroke=stroke, width=pen if stroke else 0.0)]


def _band(
    path: tuple[Step, ...],
    outer: Region,
    hole: Region | None,
    hatch: str,
    fill: str,
    colour: str,
    gap: float,
    pen: float,
) -> list[Item]:
    items: list[Item] = [Shape(path, fill=fill, evenodd=True)]
    lines, dots = hatching.hatch_lines(hatch, outer, hole, gap)
    if lines:
        steps = tuple(step for a, b in lines for step in polygon_steps((a, b), closed=False))
        items.append(Shape(steps, stroke=colour, width=pen, round=True))
    if dots:
        items.append(Shape(tuple(("circle", x, y, pen * 1.05) for x, y in dots), fill=colour))
    return items


def milestone_frame(
    box: Numbers, inset: float = 1.35, corner: float = 4.0, across: float = 33, down: float = 21
) -> list[Item]:
    """Return the route's frame: two lines, milestone dashes between them, a leaf in each corner."""
    x, y, w, h = _four(box)
    near, far = 0.48 / 1.35 * inset, 0.87 / 1.35 * inset
    dashes: list[Step] = []
    for left, long in _dashes(x + corner, w - 2 * corner, int(across)):
        dashes += [("rect", left, top + near, long, far - near) for top in (y, y + h - inset)]
    for top, long in _dashes(y + corner, h - 2 * corner, int(down)):
        dashes += [("rect", left + near, top, far - near, long) for left in (x, x + w - inset)]
    items: list[Item] = [
        Shape((("rect", x, y, w, h),), stroke="ink", width=0.42),
        Shape((("rect", x + inset, y + inset, w - 2 * inset, h - 2 * inset),), stroke="ink", width=0.18),
        Shape(tuple(dashes), fill="milestone"),
    ]
    for index, (cx, cy) in enumerate(((x, y), (x + w, y), (x + w, y + h), (x, y + h))):
        dx, dy = rotate_point((1.55, 1.55), 90 * index)  # the middle of the leaf's square lies inwards
        items += _leaf_corner(cx + dx, cy + dy, 90.0 * index)
    return items


def _leaf_corner(x: float, y: float, angle: float) -> list[Item]:
    return [
        Shape((("rect", x - 2.1, y - 2.1, 4.2, 4.2),), fill="vellum", stroke="ink", width=0.3),
        Picture("ornaments/leaf", x - 2.1, y - 2.1, 4.2, 4.2, "ink", angle),
    ]


def _dashes(start: float, length: float, pieces: int) -> list[tuple[float, float]]:
    step = length / pieces
    return [(start + index * step, step) for index in range(0, pieces, 2)]


def rays(r: float, count: float = 36, colour: str = "ink", pen: float = 0.22) -> list[Item]:
    """Return short strokes round a circle, every third longer."""
    steps: list[Step] = []
    for index in range(int(count)):
        c, s = cos(2 * pi * index / count), sin(2 * pi * index / count)
        end = r + (0.95 if index % 3 == 0 else 0.45)
        steps += polygon_steps(((r * c, r * s), (end * c, end * s)), closed=False)
    return [Shape(tuple(steps), stroke=colour, width=pen)]


def thorns(size: float, fill: str = "thorn", stroke: str = "ink", pen: float = 0.3) -> list[Item]:
    """Return a square round 0,0 with thorns on every side: the border of the Shadow."""
    h = size / 2
    side = ((-h - 1.1, -h - 1.1), (-h * 0.5, -h - 0.45), (0, -h - 1.3), (h * 0.5, -h - 0.45))
    points = [rotate_point(point, 90 * quarter) for quarter in range(4) for point in side]
    return [Shape(polygon_steps(points), fill=fill, stroke=stroke, width=pen)]


def thorn_ring(r: float, count: float = 20, deep: float = 1.0, colour: str = "ink") -> list[Item]:
    """Return a ring of thorns pointing inwards round 0,0: the border of the Shadow on round pieces."""
    step = 360 / count
    steps: list[Step] = []
    for index in range(int(count)):
        angles = (index - 0.27) * step, index * step, (index + 0.27) * step
        steps += polygon_steps(
            [rotate_point((at, 0.0), angle) for at, angle in zip((r, r - deep, r), angles, strict=True)]
        )
    return [Shape(tuple(steps), fill=colour)]


def arrow_line(
    start: Numbers, to: Numbers, count: float, lead: float = 6.9, early: float = 0.0, pen: float = 0.5
) -> list[Item]:
    """Return a level line through `count` stations from `start` to `to`, an arrow before each.

    The first arrow is `lead` mm before its station, the others midway, the last `early` mm before that.
    """
    (x, y), (end, _) = start, to
    step = (end - x) / max(1, count - 1)
    heads = [x - lead] + [x + step * (index + 0.5) for index in range(int(count) - 1)]
    heads[-1] -= early
    items: list[Item] = [Shape(polygon_steps(((x - lead - 1.5, y), (end, y)), closed=False), stroke="ink", width=pen)]
    for at in heads:
        points = ((at - 1.1, y - 1.25), (at + 1.3, y), (at - 1.1, y + 1.25), (at - 0.4, y))
        items.append(Shape(polygon_steps(points), fill="ink"))
    return items


def gathering_lines(box: Numbers, count: float = 25, colour: str = "shade") -> list[Item]:
    """Return level lines that get longer towards the right edge: dusk over the end of the track."""
    x, y, w, h = _four(box)
    steps: list[Step] = []
    for index in range(int(count)):
        q = 2 * index / (count - 1) - 1
        at = y + h * (q + 1) / 2
        left = x + w * 0.66 * abs(q) ** 1.2 + 5 * sin(index * 7.3)
        right = x + w - 0.8 - 0.8 * sin(index * 4.1)
        thick = 0.25 * (1 - 0.5 * abs(q))
        steps += polygon_steps(((left, at), (right, at - thick / 2), (right, at + thick / 2)))
    return [Shape(tuple(steps), fill=colour)]


# ---------------------------------------------------------------------- nets: what is cut, folded and glued


def cut(paths: Iterable[Sequence[Point]]) -> list[Item]:
    """Return closed cutting lines: solid."""
    steps = tuple(step for points in paths for step in polygon_steps(points))
    return [Shape(steps, stroke="mark", width=0.25, line="cut")] if steps else []


def fold(lines: Iterable[Sequence[Point]]) -> list[Item]:
    """Return fold lines: dashed."""
    steps = tuple(step for points in lines for step in polygon_steps(points, closed=False))
    return [Shape(steps, stroke="mark", width=0.2, dash=(1.0, 0.8), line="fold")] if steps else []


def glue(areas: Iterable[Sequence[Point]]) -> list[Item]:
    """Return glue areas: a light ground with slanting lines that remain when the ink leaves out the ground."""
    areas = list(areas)
    if not areas:
        return []
    lines = [line for area in areas for line in hatching.hatch_lines("slant", Corners(tuple(area)), None, 1.4)[0]]
    return [
        Shape(tuple(step for area in areas for step in polygon_steps(area)), fill="gum", line="glue"),
        Shape(tuple(step for line in lines for step in polygon_steps(line, closed=False)), stroke="umber", width=0.14),
    ]


def net_lines(drawn: Net) -> list[Item]:
    """Return all lines of a net, cutting lines on top. Raises FaceError for one larger than any paper."""
    if not max(drawn.size) <= LARGEST:
        w, h = drawn.size
        raise FaceError(f"a net of {w:.0f} x {h:.0f} mm is larger than {LARGEST:g} mm")
    return [*glue(drawn.glue_areas), *fold(drawn.folds), *cut(drawn.outlines)]


def deck_box(
    card: Numbers, count: float, thick: float = 0.3, sleeve: float = 0.0, play: float = 1.0, board: float = 0.3
) -> Net:
    """Return the tuckbox for a deck of cards."""
    return tuckbox.tuckbox(tuckbox.inner_size(card, count, thick, sleeve, play), board)


# A net names panels on which a template can put groups of boxes (`on: NAME.PANEL`).
NETS: Mapping[str, Callable[..., Net]] = {
    "die_net": net.cube_net,
    "standee": standee.standee,
    "tuckbox": tuckbox.tuckbox,
    "deck_box": deck_box,
    "pad_box": deck_box,  # of sheets of paper: how thick the user's cards are says nothing about it
}


@lru_cache(maxsize=256)
def make_net(name: str, **given: Any) -> Net:
    """Return the net drawn by the shape of that name; cached, so faces share it."""
    return NETS[name](**given)


def _lines_of(make: Callable[..., Net]) -> Callable[..., list[Item]]:
    """Return a shape function that draws the net of `make`, with the same parameters."""

    @wraps(make)
    def draw(**given: Any) -> list[Item]:
        return net_lines(make(**given))

    return draw


def _four(box: Numbers) -> tuple[float, float, float, float]:
    if len(box) != 4:
        raise FaceError(f"a box is [x, y, width, height], not {list(box)}")
    x, y, w, h = box
    return x, y, w, h


def pen_cross(box: Numbers, turn: float = 0.0, colour: str = "pen", pen: float = 0.6) -> list[Item]:
    """Return a hand-drawn cross over a box; each `turn` gives a slightly different one."""
    x, y, w, h = _four(box)
    strokes = ((0.06, 0.12, 0.9, 0.93), (0.93, 0.08, 0.08, 0.9))
    steps: list[Step] = []
    for number, (x1, y1, x2, y2) in enumerate(strokes):
        lean, bow = 0.05 * sin(2.4 * turn + number), 0.06 + 0.03 * sin(1.7 * turn + 2 * number)
        across, down = x2 - x1, y2 - y1
        near = (x1 + across / 3 + bow, y1 + down / 3 + lean)
        far = (x1 + 2 * across / 3 + lean, y1 + 2 * down / 3 + bow)
        points = ((x1 + lean, y1), near, far, (x2, y2 + lean))
        start, *curve = [(x + u * w, y + v * h) for u, v in points]
        steps += [("M", *start), ("C", *(value for point in curve for value in point))]
    return [Shape(tuple(steps), stroke=colour, width=pen, round=True)]


def pen_tick(box: Numbers, colour: str = "pen", pen: float = 0.6) -> list[Item]:
    """Return a hand-drawn tick, its long stroke up to the upper right corner of a box."""
    x, y, w, h = _four(box)
    points = [(0.05, 0.5), (0.2, 0.6), (0.3, 0.8), (0.38, 1.0), (0.5, 0.6), (0.7, 0.25), (1.0, 0.0)]
    start, *curve = [(x + u * w, y + v * h) for u, v in points]
    first, second = ([value for point in part for value in point] for part in (curve[:3], curve[3:]))
    return [Shape((("M", *start), ("C", *first), ("C", *second)), stroke=colour, width=pen, round=True)]


SHAPES: Mapping[str, Callable[..., list[Item]]] = {
    shape.__name__: shape
    for shape in (
        ring_band,
        box_band,
        strip_band,
        arch,
        milestone_frame,
        rays,
        thorns,
        thorn_ring,
        arrow_line,
        gathering_lines,
        pen_cross,
        pen_tick,
    )
} | {name: _lines_of(make) for name, make in NETS.items()}


@lru_cache(maxsize=1024)
def shape_at(at: Point, name: str, **given: Any) -> tuple[Item, ...]:
    """Return a coded shape moved to a point; cached, so faces in other languages share it."""
    x, y = at
    items = SHAPES[name](**given)
    return tuple(move_item(item, x, y) if x or y else item for item in items)
