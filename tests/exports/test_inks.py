"""Red, green and blue as printing inks: greys are black alone, hues are kept, and never too much ink."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from companion.pdf.inks import MOST, rgb_to_cmyk

STEPS = [step / 12 for step in range(13)]


@pytest.mark.parametrize(
    ("rgb", "inks"),
    [
        ((1, 1, 1), (0, 0, 0, 0)),
        ((0, 0, 0), (0, 0, 0, 1)),
        ((0.5, 0.5, 0.5), (0, 0, 0, 0.575)),
        ((1, 0, 0), (0, 1, 1, 0)),
        ((0.25, 0.375, 0.5), (0.5, 0.25, 0, 0.575)),
    ],
)
def test_known_colours_become_known_inks(rgb: tuple[float, float, float], inks: tuple[float, ...]) -> None:
    assert rgb_to_cmyk(*rgb) == pytest.approx(inks)


def test_all_colours_keep_the_limit() -> None:
    """Over the whole cube: shares from 0 to 1, at most 240 % together, one coloured ink unused."""
    totals = []
    for rgb in product(STEPS, repeat=3):
        inks = rgb_to_cmyk(*rgb)
        assert all(0 <= ink <= 1 for ink in inks)
        assert min(inks[:3]) == 0
        totals.append(sum(inks))
    assert max(totals) == pytest.approx(MOST)
    assert MOST < 2.4


def test_hues_are_kept() -> None:
    """What the three inks leave of white has the proportions of the colour, wherever nothing had to be thinned."""
    for r, g, b in product(STEPS[1:], repeat=3):
        c, m, y, k = rgb_to_cmyk(r, g, b)
        if c + m + y + k < MOST - 1e-9:
            light = max(r, g, b)
            assert (1 - c, 1 - m, 1 - y) == pytest.approx((r / light, g / light, b / light))


def test_darker_is_blacker() -> None:
    """A dark grey is never lighter than a brighter one; very dark ones are full black."""
    blacks = [rgb_to_cmyk(step, step, step)[3] for step in STEPS]
    assert all(a >= b for a, b in pairwise(blacks))
    assert rgb_to_cmyk(0.17, 0.13, 0.09)[3] == pytest.approx(1, abs=0.05)
