"""Red, green and blue as printing inks: nothing is lost, and never too much ink."""

from __future__ import annotations

from itertools import product

import pytest

from companion.pdf.inks import MOST, cmyk

STEPS = [step / 8 for step in range(9)]


@pytest.mark.parametrize(
    ("rgb", "inks"),
    [
        ((1, 1, 1), (0, 0, 0, 0)),
        ((0, 0, 0), (0, 0, 0, 1)),
        ((0.5, 0.5, 0.5), (0, 0, 0, 0.5)),
        ((1, 0, 0), (0, 1, 1, 0)),
        ((0.25, 0.5, 0.75), (0.5, 0.25, 0, 0.25)),
    ],
)
def test_known_colours(rgb: tuple[float, float, float], inks: tuple[float, ...]) -> None:
    """Greys are black alone."""
    assert cmyk(*rgb) == pytest.approx(inks)


def test_all_colours_keep_the_limit_and_come_back() -> None:
    """Over the whole cube: shares from 0 to 1, at most 240 % together, one coloured ink unused, the colour the same."""
    for r, g, b in product(STEPS, repeat=3):
        c, m, y, k = cmyk(r, g, b)
        assert all(0 <= ink <= 1 for ink in (c, m, y, k))
        assert min(c, m, y) == 0
        assert c + m + y + k <= MOST
        assert (1 - min(1, c + k), 1 - min(1, m + k), 1 - min(1, y + k)) == pytest.approx((r, g, b))
