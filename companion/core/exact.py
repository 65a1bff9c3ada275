"""Sums, sines and cosines with the same last digit on every machine, so that PDFs are equal to the byte.

`sum` adds floats differently since Python 3.12; sines and cosines come from the system's libm, which differs.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal, localcontext
from functools import lru_cache, reduce
from operator import add

DIGITS = 40  # of what is rounded once, at the end
TURN = Decimal("6.28318530717958647692528676655900576839433879875")


def total(values: Iterable[float]) -> float:
    """Return the sum, added from left to right."""
    return reduce(add, values, 0)


def sin(angle: float) -> float:
    """Return the sine of an angle in radians."""
    return _series(angle, 1)


def cos(angle: float) -> float:
    """Return the cosine of an angle in radians."""
    return _series(angle, 0)


@lru_cache(maxsize=4096)
def _series(angle: float, power: int) -> float:
    """Return the Taylor series of sine (power 1) or cosine (power 0)."""
    with localcontext() as context:
        context.prec = DIGITS
        x = Decimal(angle) % TURN
        term = x**power if power else Decimal(1)
        found, before = term, None
        while found != before:
            before = found
            power += 2
            term *= -x * x / (power * (power - 1))
            found += term
        return float(found)
