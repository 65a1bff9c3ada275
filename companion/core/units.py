"""mm <-> pt; the only 72 / 25.4 in the repository."""

PT_PER_MM = 72 / 25.4


def pt(mm: float) -> float:
    """Points of a length in mm."""
    return mm * PT_PER_MM


def mm(pt: float) -> float:
    """Millimetres of a length in pt."""
    return pt / PT_PER_MM
