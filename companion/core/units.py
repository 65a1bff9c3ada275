"""Conversion between mm and pt: the only 72 / 25.4 in the repository."""

PT_PER_MM = 72 / 25.4


def pt(mm: float) -> float:
    """Return a length in mm as points."""
    return mm * PT_PER_MM


def mm(pt: float) -> float:
    """Return a length in points as mm."""
    return pt / PT_PER_MM
