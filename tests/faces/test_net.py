"""Nets: sound as they lie on the table; the die's folded up in three dimensions; groups of boxes on their panels."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations

import pytest

from companion.content import load
from companion.core.errors import FaceError
from companion.faces import shapes
from companion.faces.hatch import Corners, side_distance
from companion.faces.model import Picture, Point, Shape, Text, rotate_item
from companion.faces.nets import net, standee, tuckbox
from companion.faces.nets.net import Net
from companion.press.shop import Shop

EDGE, TAB = 17.0, 5.5
NETS = {
    "die": net.cube_net(EDGE, TAB),
    "figure": standee.standee(26, 42, 32, 7),
    "plain figure": standee.standee(20, 60, 20),
    "box for a deck": tuckbox.tuckbox((64, 89, 19)),
    "flat box": tuckbox.tuckbox((96, 141, 6), board=0.2),
    "box of thin air": tuckbox.tuckbox((19, 88, 19), board=0),
    "small box": tuckbox.tuckbox((4, 4, 4), board=0),
}
EVERY = pytest.mark.parametrize("name", NETS)


def area(corners: Sequence[Point]) -> float:
    """Above 0 if they run clockwise (y points down)."""
    ends = zip(corners, (*corners[1:], corners[0]), strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in ends) / 2


def apart(p: Sequence[Point], q: Sequence[Point]) -> bool:
    """Whether a straight line along an edge of one of them parts the two."""
    for shape in (p, q):
        for (ax, ay), (bx, by) in zip(shape, (*shape[1:], shape[0]), strict=True):
            sides = [[(x - ax) * (by - ay) - (y - ay) * (bx - ax) for x, y in one] for one in (p, q)]
            if max(sides[0]) <= min(sides[1]) + 1e-6 or max(sides[1]) <= min(sides[0]) + 1e-6:
                return True
    return False


# ---------------------------------------------------------------------- on the table


@EVERY
def test_parts_run_clockwise_and_no_two_overlap(name: str) -> None:
    """Nothing of the flat net lies on something else, so that every tab can be cut."""
    parts = NETS[name].parts
    assert all(area(part.corners) > 0 for part in parts)
    assert [(p.name, q.name) for p, q in combinations(parts, 2) if not apart(p.corners, q.corners)] == []


@EVERY
def test_the_cutting_line_goes_round_everything_once(name: str) -> None:
    """As much paper inside the outlines as all parts have; one outline for each piece of paper."""
    drawn = NETS[name]
    assert sum(map(area, drawn.outlines)) == pytest.approx(sum(area(part.corners) for part in drawn.parts))
    assert len(drawn.outlines) == sum(not part.of for part in drawn.parts)


@EVERY
def test_no_fold_is_cut(name: str) -> None:
    """A fold runs along an edge of both its parts, and no cut runs along it."""
    drawn = NETS[name]
    parts = {part.name: part for part in drawn.parts}
    cuts = [(a, b) for line in drawn.outlines for a, b in zip(line, (*line[1:], line[0]), strict=True)]
    for part in drawn.parts:
        if part.of:
            a, b = part.corners[:2]
            assert any(net._on(edge, a) and net._on(edge, b) for edge in parts[part.of].edges), part.name
            middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            assert not any(net._on(edge, middle) for edge in cuts), part.name


@EVERY
def test_a_net_begins_at_its_corner(name: str) -> None:
    """Nothing lies to the left of or above 0, 0."""
    points = [point for line in NETS[name].outlines for point in line]
    assert (min(x for x, _ in points), min(y for _, y in points)) == pytest.approx((0, 0), abs=1e-6)
    assert NETS[name].size == pytest.approx((max(x for x, _ in points), max(y for _, y in points)))


def test_each_line_has_one_look() -> None:
    """Cut solid, fold dashed, glue hatched; where the ink leaves out the ground of the glue, its lines stay."""
    looks: dict[str, set[tuple[str, tuple[float, ...], str]]] = {}
    for drawn in NETS.values():
        items = [item for item in shapes.net_lines(drawn) if isinstance(item, Shape)]
        for item in items:
            looks.setdefault(item.line, set()).add((item.fill, item.dash, item.stroke))
    assert looks == {
        "cut": {("", (), "mark")},
        "fold": {("", (1.0, 0.8), "mark")},
        "glue": {("gum", (), "")},
        "": {("", (), "umber")},
    }


@EVERY
def test_the_lines_of_the_glue_stay_on_it(name: str) -> None:
    """Each ends inside a tab or a pad, a hundredth of a millimetre of rounding allowed."""
    items = shapes.glue(NETS[name].glue_areas)
    areas = [Corners(area) for area in NETS[name].glue_areas]
    lines = next(item for item in items if isinstance(item, Shape) and item.stroke)
    assert lines.path
    for _, x, y in lines.path:
        at = (float(x), float(y))
        assert any(all(side_distance(at, a, b) > -0.01 for a, b in area.sides()) for area in areas)


def test_an_arch_has_round_upper_corners() -> None:
    """Square below; a corner that is larger than half the width is refused."""
    (item,) = shapes.arch([0, 0, 20, 30], 6, fill="vellum")
    assert isinstance(item, Shape)
    points = [(float(step[1]), float(step[2])) for step in item.path if step[0] != "Z"]
    assert {(20, 30), (0, 30)} <= set(points)
    assert min(abs(x) + abs(y) for x, y in points) > 3
    with pytest.raises(FaceError, match="above 0 and at most 10 mm here, not 11 mm"):
        shapes.arch([0, 0, 20, 30], 11)


# ---------------------------------------------------------------------- the die, folded


def square(placed) -> frozenset[tuple[int, ...]]:
    return frozenset(tuple(round(value, 3) for value in corner) for corner in placed.corners)


def test_six_squares_fold_to_a_closed_cube(fold_up) -> None:
    """Six different directions, and each of the twelve edges is shared by exactly two squares."""
    placed = fold_up(NETS["die"])
    faces = [placed[str(number)] for number in range(1, 6 + 1)]
    assert len({tuple(round(value) for value in face.out) for face in faces}) == 6
    edges = Counter()
    for face in faces:
        corners = [tuple(round(value, 3) for value in corner) for corner in face.corners]
        edges.update(frozenset(pair) for pair in zip(corners, corners[1:] + corners[:1], strict=True))
    assert sorted(edges.values()) == [2] * 12
    assert len(set().union(*map(square, faces))) == 8


def test_opposite_faces_of_a_folded_die_look_away(fold_up) -> None:
    """1 and 4, 2 and 3, 5 and 6 look away from each other, and no other pair does."""
    placed = fold_up(NETS["die"])
    looks = {name: tuple(round(value) for value in placed[name].out) for name in "123456"}
    opposite = {(a, b) for a, b in combinations("123456", 2) if looks[a] == tuple(-value for value in looks[b])}
    assert opposite == {("1", "4"), ("2", "3"), ("5", "6")}


def test_each_tab_lies_inside_another_face(fold_up) -> None:
    """12 edges: 5 are folds between squares, 7 are glued, each by one tab that the face on it covers wholly."""
    placed = fold_up(NETS["die"])
    glued = []
    for part in NETS["die"].parts:
        if not part.glue:
            continue
        covering = [name for name in "123456" if name != part.of and within(placed[part.name], placed[name])]
        assert len(covering) == 1, part.name
        glued.append(frozenset((part.of, covering[0])))
    assert len(glued) == len(set(glued)) == 7
    folds = {frozenset((part.name, part.of)) for part in NETS["die"].parts if part.of and not part.glue}
    assert len(folds) == 5
    assert not folds & set(glued)


def within(small, large) -> bool:
    """Whether every corner of one lies in the box round the other."""
    low = [min(corner[axis] for corner in large.corners) - 0.01 for axis in range(3)]
    high = [max(corner[axis] for corner in large.corners) + 0.01 for axis in range(3)]
    return all(low[axis] <= corner[axis] <= high[axis] for corner in small.corners for axis in range(3))


@pytest.mark.parametrize("die", ["black", "yellow", "red", "blue", "green"])
def test_each_face_of_the_printed_die_bears_its_symbol(die: str) -> None:
    """Symbols of the face table stand in the middle of the squares, in the table's order."""
    content = load.load("dice")
    face = Shop(content, "en").leaf(content["component"]["dice-die"], content["die"][die]).front
    signs = [item for item in face.items if isinstance(item, Picture)]
    assert [sign.name for sign in signs] == [
        f"icons/{content['symbol'][symbol]['icon']}" for symbol in content["die"][die]["faces"]
    ]
    for sign, number in zip(signs, "123456", strict=True):
        panel = NETS["die"].panels[number]
        assert (sign.x + sign.w / 2 - 4, sign.y + sign.h / 2 - 3.5) == pytest.approx((panel.x, panel.y))


# ---------------------------------------------------------------------- boxes on panels

ON_PANELS = """
trim: [40, 60]
outline: net
boxes:
  net: {shape: standee, at: [2, 1], width: 10, height: 20, base: 12, offset: [0, 1]}
  both:
    on: [net.front, net.back]
    boxes:
      name: {text: "{{ town.name }}", at: [-4, 3]}
      edge: {rect: ["{{ -panel.w / 2 }}", "{{ -panel.h / 2 }}", "{{ panel.w }}", 1], fill: sand}
      dot: {circle: [2, -5, 1], fill: ink}
      sign: {icon: sun, at: [0, -8], size: 2, angle: 30}
"""


def test_a_group_lies_on_each_panel_turned_as_it_is(toy: Callable[..., object]) -> None:
    """Front upright; on the back everything turned by half a circle round the panel's middle."""
    face = toy(ON_PANELS)
    (x, y), (back_x, back_y) = ((2 + 5, 2 + 5 + 30), (2 + 5, 2 + 5 + 10))  # middles: foot 5, back 20, front 20
    texts = [item for item in face.items if isinstance(item, Text)]
    found = [(text.x, text.y, text.angle) for text in texts]
    assert found == [pytest.approx((x - 4, y + 3, 0)), pytest.approx((back_x + 4, back_y - 3, 180))]
    signs = [item for item in face.items if isinstance(item, Picture)]
    found = [(sign.x + 1, sign.y + 1, sign.angle) for sign in signs]
    assert found == [pytest.approx((x, y - 8, 30)), pytest.approx((back_x, back_y + 8, 210))]
    dots = [item.path[0] for item in face.items if isinstance(item, Shape) and item.fill == "ink"]
    assert [step[1:] for step in dots] == [pytest.approx((x + 2, y - 5, 1)), pytest.approx((back_x - 2, back_y + 5, 1))]
    edges = [item.path for item in face.items if isinstance(item, Shape) and item.fill == "sand"]
    assert edges[0] == (("rect", x - 5, y - 10, 10, 1),)
    assert edges[1][0] == ("M", pytest.approx(back_x + 5), pytest.approx(back_y + 10))  # the corner, turned


TURNED = """
trim: [40, 60]
boxes:
  once: {at: [10, 20], angle: 90, boxes: {word: {text: Once, at: [3, 1]}}}
  each: {each: town, at: [[5, 15], [25, 15]], angle: -90, boxes: {name: {text: "{{ town.name }}", at: [3, 1]}}}
"""


def test_a_group_is_turned_round_its_own_place(toy: Callable[..., object]) -> None:
    """Clockwise, once or for each row."""
    found = [(item.words, item.x, item.y, item.angle) for item in toy(TURNED).items]
    assert found == [
        ("Once", pytest.approx(10 - 1), pytest.approx(20 + 3), 90),
        ("Bree", pytest.approx(5 + 1), pytest.approx(15 - 3), 270),
        ("Dale", pytest.approx(25 + 1), pytest.approx(15 - 3), 270),
    ]


def test_everything_in_a_face_can_be_turned() -> None:
    """Curves, circles and boxes of a path; a quarter turn takes x to y."""
    path = (("M", 1, 0), ("C", 1, 0, 2, 0, 3, 1), ("circle", 4, 1, 2), ("rect", 1, 2, 3, 4), ("Z",))
    turned = rotate_item(Shape(path, fill="ink"), 90)
    assert isinstance(turned, Shape)
    flat = [(step[0], *(round(float(value), 9) + 0.0 for value in step[1:])) for step in turned.path]
    assert flat[:3] == [("M", 0, 1), ("C", 0, 1, 0, 2, -1, 3), ("circle", -1, 4, 2)]
    assert flat[3:-1] == [("M", -2, 1), ("L", -2, 4), ("L", -6, 4), ("L", -6, 1), ("Z",)]
    assert rotate_item(Shape(path), 360) == Shape(path)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[net.front, net.back]", "nett.front", "no net 'nett'; did you mean 'net'"),
        ("[net.front, net.back]", "net.fronts", "net 'net' has no panel 'fronts'; did you mean 'front'"),
        ("[net.front, net.back]", "net.front\n    each: town", "has 1 panels for 2 rows of town"),
        ("base: 12", "base: 8", "10 mm wide needs a base of 10 mm or more, not 8 mm"),
        ("trim: [40, 60]", "trim: [28, 60]", r"lines to cut reach 1.0 mm past the trim of 28 x 60 mm"),
        ("shape: standee", "shape: standy", "no shape 'standy'; did you mean 'standee'"),
        ("base: 12", "bass: 12", "unknown key 'bass'; did you mean 'base'"),
    ],
)
def test_a_panel_that_is_not_there(toy: Callable[..., object], old: str, new: str, told: str) -> None:
    """The message names box and word, and offers the nearest."""
    with pytest.raises(FaceError, match=told):
        toy(ON_PANELS.replace(old, new))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("shape: die_net, edge: 0, tab: 5", "at most half its edge, not 5 mm for 0 mm"),
        ("shape: die_net, edge: 17, tab: 9", "at most half its edge, not 9 mm for 17 mm"),
        ("shape: die_net, edge: 1000, tab: 9", "a net of 4009 x 3000 mm is larger than 3000 mm"),
        ("shape: deck_box, card: [63, 88], count: 900, thick: 5", "mm is larger than 3000 mm"),
        ("shape: deck_box, card: [63, 88], count: none", "is not a number"),
        ("shape: deck_box, card: 63, count: 60", "card"),
        ("shape: deck_box, card: [63, 88]", "shape deck_box needs count"),
        ("shape: tuckbox, inner: [63, 88]", r"a box is \[width, height, depth\]"),
        ("shape: tuckbox, inner: [63, 88, tall]", "'tall' is not a number"),
        ("shape: standee, width: .nan, height: 40, base: 30", "'.nan' would be read as float"),
    ],
)
def test_a_net_that_cannot_be_made(toy: Callable[..., object], given: str, told: str) -> None:
    """Wrong numbers in a template are an error that names the box, never a traceback."""
    with pytest.raises(FaceError, match=told) as error:
        toy(f"trim: [80, 60]\noutline: net\nboxes:\n  net: {{{given}}}\n")
    assert "cards/toy/face.yaml:4: " in str(error.value)


def test_one_net_of_each_shape_can_be_drawn() -> None:
    """Every net that templates may name, with the parameters that it cannot do without."""
    needed = {
        "die_net": {"edge": 17.0, "tab": 5.0},
        "standee": {"width": 20.0, "height": 30.0, "base": 24.0},
        "tuckbox": {"inner": [20.0, 30.0, 10.0]},
        "deck_box": {"card": [63.0, 88.0], "count": 40.0},
        "pad_box": {"card": [63.0, 88.0], "count": 40.0},
    }
    assert needed.keys() == shapes.NETS.keys()
    for name, given in needed.items():
        made = shapes.NETS[name](**given)
        assert isinstance(made, Net)
        assert shapes.SHAPES[name](**given) == shapes.net_lines(made)
