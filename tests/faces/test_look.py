"""Colours and hatches: no colour speaks alone, saver and grey hold what they promise."""

from itertools import pairwise

import pytest

from companion.core.errors import FaceError
from companion.faces import palette
from companion.faces.hatch import KINDS, Block, Disc, hatch_lines
from tests.each import each

DICE = ("frodo", "sam", "merry", "pippin", "black")


def test_die_colours_differ_in_lightness() -> None:
    """A step of 10 in L* and more between any two, so that grey prints keep them apart."""
    values = sorted(palette.lightness(palette.inks()["full"].roles[role]["full"]) for role in DICE)
    assert min(b - a for a, b in pairwise(values)) >= 10


def test_grey_has_no_colour_and_the_same_luminance() -> None:
    """Every role, within one step of 255."""
    ink, full = palette.inks()["grey"], palette.inks()["full"]
    for role in full.roles:
        grey, colour = ink.colour(role), full.colour(role)
        assert grey is not None
        assert colour is not None
        assert grey[1:3] == grey[3:5] == grey[5:7]
        assert palette.luminance(grey) == pytest.approx(palette.luminance(colour), abs=0.006)


def test_saver_leaves_out_lightens_and_thins() -> None:
    """Milestones go, washes turn white, text stays dark, lines are thinner but never under 0.14 mm."""
    ink = palette.inks()["saver"]
    assert ink.colour("milestone") is None
    assert ink.colour("vellum") == "#FFFFFF"
    assert ink.colour("ink") == "#262626"
    assert (ink.line(0.5), ink.line(0.1)) == (pytest.approx(0.26), 0.14)


def test_an_unknown_colour_offers_the_nearest() -> None:
    with pytest.raises(FaceError, match="no colour 'velum'; did you mean 'vellum'"):
        palette.inks()["full"].colour("velum")


@each("kind", KINDS)
@each(
    ("outer", "inner"),
    [(Disc(5, 5, 4), Disc(5, 5, 3)), (Block(1, 1, 8, 8), Block(3, 3, 4, 4))],
)
def test_a_hatch_stays_in_its_band(kind: str, outer: Disc | Block, inner: Disc | Block) -> None:
    """Every line and dot lies inside the outer and outside the inner outline."""
    lines, dots = hatch_lines(kind, outer, inner, 0.8)
    assert lines or dots

    def inside(region: Disc | Block, x: float, y: float, slack: float) -> bool:
        if isinstance(region, Disc):
            return (x - region.x) ** 2 + (y - region.y) ** 2 <= (region.r + slack) ** 2
        return -slack <= x - region.x <= region.w + slack and -slack <= y - region.y <= region.h + slack

    points = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in lines for t in (0, 0.25, 0.5, 0.75, 1)]
    for x, y in points + dots:
        assert inside(outer, x, y, 1e-6)
        assert not inside(inner, x, y, -1e-6)


def test_an_unknown_hatch_offers_the_nearest() -> None:
    with pytest.raises(FaceError, match="no hatch 'slent'; did you mean 'slant'"):
        hatch_lines("slent", Disc(0, 0, 1), None, 1)
