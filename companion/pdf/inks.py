"""Conversion of colours to printing inks. Knows nothing of paper or profiles."""

from __future__ import annotations

from companion.core.exact import total

MOST = 2.39  # of one full ink, all four together; card printers take 2.4, and numbers in a PDF are rounded
GAIN = 0.3  # of black's square: presses print black lighter than screens show it (fitted to coated paper, from memory)


def rgb_to_cmyk(r: float, g: float, b: float) -> tuple[float, float, float, float]:
    """Return cyan, magenta, yellow and black of red, green and blue; all 0 to 1.

    Black replaces all of the grey (full grey-component replacement): one of the other three is always 0, and greys are
    black ink alone. The others are reduced where all four would exceed MOST.
    """
    light = max(r, g, b)
    black = 1 - light
    k = min(1.0, black + GAIN * black * black)
    if light == 0:
        return 0.0, 0.0, 0.0, k
    coloured = [1 - part / light for part in (r, g, b)]
    thinner = min(1.0, (MOST - k) / ink) if (ink := total(coloured)) else 1.0
    c, m, y = (share * thinner for share in coloured)
    return c, m, y, k
