"""The die's net, folded up in three dimensions."""

from collections import deque
from itertools import combinations

import pytest

from companion import press
from companion.content import load
from companion.faces import net
from companion.faces.model import Picture

EDGE, TAB = 17.0, 5.5
Vector = tuple[float, float, float]


def add(a: Vector, b: Vector, k: float = 1) -> Vector:
    return a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2]


def minus(a: Vector) -> Vector:
    return -a[0], -a[1], -a[2]


def folded() -> dict[tuple[int, int], tuple[Vector, Vector, Vector, Vector]]:
    """Each square's corner, its x and y directions and its outward normal after folding every fold by a right angle."""
    squares = set(net.SQUARES)
    start = (1, 1)
    out = {start: ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))}
    queue = deque([start])
    while queue:
        at = queue.popleft()
        corner, u, v, n = out[at]
        ways = {
            (1, 0): (add(corner, u), minus(n), v, u),
            (-1, 0): (add(corner, n, -1), n, v, minus(u)),
            (0, 1): (add(corner, v), u, minus(n), v),
            (0, -1): (add(corner, n, -1), u, n, minus(v)),
        }
        for (dx, dy), placed in ways.items():
            to = (at[0] + dx, at[1] + dy)
            if to in squares and to not in out:
                out[to] = placed
                queue.append(to)
    return out


def edges() -> dict[frozenset[Vector], list[tuple[tuple[int, int], tuple[float, float, float, float]]]]:
    """Edges in space -> the flat edges of squares that come to lie there, in units of the edge."""
    found: dict[frozenset[Vector], list[tuple[tuple[int, int], tuple[float, float, float, float]]]] = {}
    for (column, row), (corner, u, v, _) in folded().items():
        a, b, c, d = corner, add(corner, u), add(add(corner, u), v), add(corner, v)
        flat = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
        for index, (start, end) in enumerate(((a, b), (b, c), (c, d), (d, a))):
            (ax, ay), (bx, by) = flat[index], flat[(index + 1) % 4]
            found.setdefault(frozenset((start, end)), []).append(((column, row), (ax, ay, bx, by)))
    return found


def test_six_squares_fold_to_a_closed_cube() -> None:
    """Six different normals, and each of the twelve edges is shared by exactly two squares."""
    assert len({normal for *_, normal in folded().values()}) == 6
    assert sorted(len(pair) for pair in edges().values()) == [2] * 12


def test_opposite_faces() -> None:
    """1 and 4, 2 and 3, 5 and 6 look away from each other, and no other pair does."""
    normals = [folded()[square][3] for square in net.SQUARES]
    opposite = {pair for pair in combinations(range(6), 2) if normals[pair[0]] == minus(normals[pair[1]])}
    assert opposite == {(0, 3), (1, 2), (4, 5)}


def test_each_free_edge_pair_has_exactly_one_tab() -> None:
    """12 edges: 5 are folds between squares, 7 are glued, each by one tab."""
    shape = net.cross(EDGE, TAB)
    tabs = {frozenset(((a[0], a[1]), (d[0], d[1]))) for a, _, _, d in shape.tabs}
    assert len(shape.tabs) == 7
    counts = []
    for pair in edges().values():
        flat = {frozenset(((ax * EDGE, ay * EDGE), (bx * EDGE, by * EDGE))) for _, (ax, ay, bx, by) in pair}
        counts.append((len(flat), sum(edge in tabs for edge in flat)))
    assert sorted(counts) == [(1, 0)] * 5 + [(2, 1)] * 7  # one flat edge: a fold; two: glued together


def test_tabs_lie_outside_and_apart() -> None:
    """No tab covers a square or another tab; it is slanted, so that it slips in."""
    shape = net.cross(EDGE, TAB)
    boxes = []
    for a, b, c, d in shape.tabs:
        middle = ((b[0] + c[0]) / 2, (b[1] + c[1]) / 2)
        for column, row in net.SQUARES:
            assert not (column * EDGE < middle[0] < (column + 1) * EDGE and row * EDGE < middle[1] < (row + 1) * EDGE)
        assert abs(b[0] - c[0]) + abs(b[1] - c[1]) < abs(a[0] - d[0]) + abs(a[1] - d[1])
        boxes.append((min(b[0], c[0]), min(b[1], c[1]), max(b[0], c[0]), max(b[1], c[1])))
    for p, q in combinations(boxes, 2):
        assert p[2] < q[0] or q[2] < p[0] or p[3] < q[1] or q[3] < p[1]


@pytest.mark.parametrize("die", ["black", "yellow", "red", "blue", "green"])
def test_each_face_of_the_printed_die_bears_its_symbol(die: str) -> None:
    """Symbols of the face table stand in the middle of the squares, in the table's order."""
    content = load.load("dice")
    face = press.Shop(content, "en").leaf(content["component"]["dice-die"], content["die"][die]).front
    signs = [item for item in face.items if isinstance(item, Picture)]
    assert [sign.name for sign in signs] == [
        f"icons/{content['symbol'][symbol]['icon']}" for symbol in content["die"][die]["faces"]
    ]
    for sign, (x, y) in zip(signs, net.cross(EDGE, TAB).centres, strict=True):
        assert (sign.x + sign.w / 2 - 4, sign.y + sign.h / 2 - 3.5) == pytest.approx((x, y))
