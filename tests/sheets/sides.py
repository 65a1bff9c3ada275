"""The leaves of imposed sheets, and their backs."""

from __future__ import annotations

from companion.faces.model import Face, Point
from companion.sheets.model import Leaf


def leaves(count: int, trim: tuple[float, float] = (140, 95), ground: str = "", back: bool = True) -> list[Leaf]:
    """Different leaves of one size."""
    return [
        Leaf(f"l{n}", Face(f"l{n} front", trim, (), ground), Face(f"l{n} back", trim, (), ground) if back else None)
        for n in range(count)
    ]


def turned_over(point: Point, size: tuple[float, float], duplex: str) -> Point:
    """The same spot of the paper seen from behind, after turning it over its long or short edge."""
    w, h = size
    long_edges_upright = h >= w
    upright_axis = long_edges_upright if duplex == "long" else not long_edges_upright
    return (w - point[0], point[1]) if upright_axis else (point[0], h - point[1])
