"""mm <-> pt; the only 72 / 25.4 in the repository. Sums of lengths."""

from collections.abc import Iterable
from functools import reduce
from operator import add

PT_PER_MM = 72 / 25.4


def pt(mm: float) -> float:
    """Points of a length in mm."""
    return mm * PT_PER_MM


def mm(pt: float) -> float:
    """Millimetres of a length in pt."""
    return pt / PT_PER_MM


def total(values: Iterable[float]) -> float:
    """Added from left to right. `sum` rounds otherwise since Python 3.12: other last digits, other printed bytes."""
    return reduce(add, values, 0)
