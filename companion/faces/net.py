"""The cross net of a cube: six squares, a glue tab for each pair of free edges. Geometry only."""

from __future__ import annotations

from dataclasses import dataclass

from companion.faces.model import Point

# Square of each face as column, row: a strip of four, one above and one below its second. Faces 1 and 4, 2 and 3,
# 5 and 6 come to lie opposite each other.
SQUARES = ((0, 1), (1, 1), (3, 1), (2, 1), (1, 0), (1, 2))

# The outline clockwise from the top left of the upper square: start of an edge as column, row; does it carry a tab?
_OUTLINE = (
    ((1, 0), False),
    ((2, 0), False),
    ((2, 1), True),
    ((3, 1), True),
    ((4, 1), True),
    ((4, 2), True),
    ((3, 2), True),
    ((2, 2), False),
    ((2, 3), False),
    ((1, 3), False),
    ((1, 2), True),
    ((0, 2), False),
    ((0, 1), True),
    ((1, 1), False),
)
_INNER = (((1, 1), (1, 2)), ((2, 1), (2, 2)), ((3, 1), (3, 2)), ((1, 1), (2, 1)), ((1, 2), (2, 2)))


@dataclass(frozen=True, slots=True)
class Net:
    """mm from the net's top left. outline: what is cut; folds: where it is folded; tabs: what is glued."""

    edge: float
    outline: tuple[Point, ...]
    folds: tuple[tuple[Point, Point], ...]
    tabs: tuple[tuple[Point, Point, Point, Point], ...]

    @property
    def centres(self) -> tuple[Point, ...]:
        """The middle of each face, in the order of the faces."""
        return tuple(((column + 0.5) * self.edge, (row + 0.5) * self.edge) for column, row in SQUARES)


def cross(edge: float, tab: float) -> Net:
    """The net of a cube with this edge; tabs are `tab` mm deep with slanted ends."""
    outline: list[Point] = []
    tabs: list[tuple[Point, Point, Point, Point]] = []
    folds = [_scaled(pair, edge) for pair in _INNER]
    for index, (start, has_tab) in enumerate(_OUTLINE):
        end = _OUTLINE[(index + 1) % len(_OUTLINE)][0]
        (ax, ay), (bx, by) = a, b = _scaled((start, end), edge)
        outline.append(a)
        if has_tab:
            ux, uy = (bx - ax) / edge, (by - ay) / edge
            out = (uy * tab, -ux * tab)  # clockwise with y down: outside lies to the left
            slant = 0.8 * tab
            c = (ax + ux * slant + out[0], ay + uy * slant + out[1])
            d = (bx - ux * slant + out[0], by - uy * slant + out[1])
            outline += [c, d]
            tabs.append((a, c, d, b))
            folds.append((a, b))
    return Net(edge, tuple(outline), tuple(folds), tuple(tabs))


def _scaled(pair: tuple[tuple[int, int], tuple[int, int]], edge: float) -> tuple[Point, Point]:
    (ax, ay), (bx, by) = pair
    return (ax * edge, ay * edge), (bx * edge, by * edge)
