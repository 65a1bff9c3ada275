"""Outlines: the path that is drawn and the polygon that is cut are the same line."""

from __future__ import annotations

from math import hypot, pi, sqrt

import pytest

from companion.faces import outline
from companion.faces.model import Face, Point


def face(kind: str, trim: tuple[float, float], corner: float = 0.0) -> Face:
    return Face("f", trim, (), "", kind, corner)


def area(points: tuple[Point, ...]) -> float:
    pairs = zip(points, (*points[1:], points[0]), strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs) / 2


CASES = [
    (face("rect", (63, 88)), 63 * 88),
    (face("rounded", (63, 88), 3), 63 * 88 - (4 - pi) * 9),
    (face("round", (25, 25)), pi * 12.5**2),
    (face("round", (40, 25)), pi * 20 * 12.5),
    (face("hex", (43.88, 38)), 3 * sqrt(3) / 2 * 21.94**2),
    (face("hex", (38, 43.88)), 3 * sqrt(3) / 2 * 21.94**2),
    (face("net", (60, 40)), 60 * 40),
]


@pytest.mark.parametrize(("one", "wanted"), CASES)
def test_the_polygon_encloses_the_face(one: Face, wanted: float) -> None:
    """Its area is that of the figure, it runs clockwise and touches all four sides of the trim."""
    points = outline.outline_polygon(one, parts=720)
    assert area(points) == pytest.approx(wanted, rel=2e-4)
    w, h = one.trim
    xs, ys = [x for x, _ in points], [y for _, y in points]
    assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx((0, 0, w, h), abs=0.01)


@pytest.mark.parametrize("one", [case[0] for case in CASES])
@pytest.mark.parametrize("grow", [2.0, -1.5])
def test_growing_moves_every_side_by_as_much(one: Face, grow: float) -> None:
    """Every edge of the grown polygon lies `grow` mm outside the old one, measured across."""
    old, new = outline.outline_polygon(one, parts=720), outline.outline_polygon(one, grow, parts=720)
    if len(old) == len(new):
        for index, a in enumerate(old):
            b, c, d = old[(index + 1) % len(old)], new[index], new[(index + 1) % len(new)]
            long = hypot(b[0] - a[0], b[1] - a[1])
            if long < 1 or hypot(d[0] - c[0], d[1] - c[1]) < 1e-6:
                continue
            out = ((b[1] - a[1]) / long, -(b[0] - a[0]) / long)
            assert (c[0] - a[0]) * out[0] + (c[1] - a[1]) * out[1] == pytest.approx(grow, abs=0.01)
    assert (area(new) > area(old)) == (grow > 0)


@pytest.mark.parametrize("one", [case[0] for case in CASES])
def test_path_and_polygon_are_one_line(one: Face) -> None:
    """Every corner of the path lies on the polygon, to 0.02 mm."""
    polygon = outline.outline_polygon(one, parts=720)
    for op, *numbers in outline.outline_path(one):
        n = [float(value) for value in numbers]
        ends = {"M": n, "L": n, "C": n[4:], "circle": [n[0] + n[2], n[1]] if op == "circle" else []}.get(str(op), [])
        if op == "rect":
            ends = [n[0] + n[2], n[1] + n[3]]
        if ends:
            assert min(_away((ends[0], ends[1]), polygon)) < 0.02


def _away(point: Point, polygon: tuple[Point, ...]) -> list[float]:
    out = []
    for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        dx, dy = b[0] - a[0], b[1] - a[1]
        square = dx * dx + dy * dy
        t = max(0.0, min(1.0, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square)) if square else 0.0
        out.append(hypot(point[0] - a[0] - t * dx, point[1] - a[1] - t * dy))
    return out


def test_rounded_corners_are_cut_last() -> None:
    """With bleed a rounded card is printed with square corners, so that no white diamond stands between four cards."""
    card = face("rounded", (63, 88), 3)
    assert outline.printed_path(card, 2) == (("rect", -2, -2, 67, 92),)
    assert outline.printed_path(card, 0) == outline.outline_path(card)
