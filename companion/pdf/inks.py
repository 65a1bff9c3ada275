"""Printing inks of a colour. Knows shares of cyan, magenta, yellow and black, nothing of paper or profiles."""

from __future__ import annotations

MOST = 2.4  # of one full ink, all four together; what card printers take


def cmyk(r: float, g: float, b: float) -> tuple[float, float, float, float]:
    """Cyan, magenta, yellow and black of red, green and blue; all 0 to 1.

    Black replaces all of the grey (full grey-component replacement), so one of the three is always 0 and dark text
    prints with black alone. Two inks and what black adds never make more than 2.0, well under MOST; turned back as PDF
    readers do it, r = 1 - min(1, c + k), the colour is the same.
    """
    c, m, y = 1 - r, 1 - g, 1 - b
    k = min(c, m, y)
    return c - k, m - k, y - k, k
