"""A standee folded up: it closes, it reads right, it stands."""

from math import atan2, degrees, hypot

import pytest

from companion.content import load
from companion.core.errors import FaceError
from companion.faces import template
from companion.faces.model import rotate_point
from companion.faces.nets.standee import standee
from companion.faces.template_text import render_text
from companion.press.shop import Shop

SIZES = pytest.mark.parametrize(
    ("width", "height", "base", "shoulder"), [(26, 42, 32, 7), (20, 60, 20, 0), (40, 25, 50, 13)]
)


@SIZES
def test_front_and_back_lie_on_each_other(fold_up, width, height, base, shoulder) -> None:
    """Folded at the top, every corner of the back lies on one of the front, and the two look away from each other."""
    placed = fold_up(standee(width, height, base, shoulder))
    front, back = placed["front"], placed["back"]
    for corner in back.corners:
        assert min(hypot(*(a - b for a, b in zip(corner, other, strict=True))) for other in front.corners) < 0.01
    assert (front.out, back.out) == (pytest.approx((0, 0, 1)), pytest.approx((0, 0, -1), abs=1e-9))


@SIZES
def test_both_pictures_stand_upright(fold_up, width, height, base, shoulder) -> None:
    """What is up in a picture is up in space (y points down), on the back too."""
    net = standee(width, height, base, shoulder)
    placed = fold_up(net)
    for name in ("front", "back"):
        assert placed[name].along(*rotate_point((0, -1), net.panels[name].angle)) == pytest.approx((0, -1, 0), abs=1e-9)
    assert net.panels["front"].w == net.panels["back"].w == width
    assert net.panels["front"].h == net.panels["back"].h == pytest.approx(height)


@SIZES
def test_the_feet_make_a_disc_that_the_base_holds(fold_up, width, height, base, shoulder) -> None:
    """Both feet lie level at the bottom, one on each side, printed side up, and no corner leaves the base."""
    net = standee(width, height, base, shoulder)
    placed = fold_up(net)
    bottom = net.size[1] - width / 2
    for name, side in (("foot front", 1), ("foot back", -1)):
        foot = placed[name]
        assert foot.out == pytest.approx((0, -1, 0), abs=1e-9)
        for x, y, z in foot.corners:
            assert y == pytest.approx(bottom, abs=0.01)
            assert hypot(x - width / 2, z) == pytest.approx(width / 2, abs=0.01)
            assert side * z >= -0.01
    assert base >= width


@SIZES
def test_the_base_folds_onto_itself(fold_up, width, height, base, shoulder) -> None:
    """Its two discs cover each other; the place for the feet is as large as they are and in the middle of one."""
    net = standee(width, height, base, shoulder)
    placed = fold_up(net)
    for corner in placed["under"].corners:
        assert (
            min(hypot(*(a - b for a, b in zip(corner, other, strict=True))) for other in placed["base"].corners) < 0.01
        )
    panel = net.panels["base"]
    assert net.panels["under"].y == pytest.approx(net.size[1] - base / 2)
    for x, y in (point for pad in net.pads for point in pad):
        assert hypot(x - panel.x, y - panel.y) == pytest.approx(width / 2, abs=0.01)


def tipping(width: float, height: float, base: float) -> float:
    """By how many degrees it can be tilted to the front before it falls: all paper, two sheets each, equally heavy."""
    upright, level = 2 * width * height, 3.1416 * (width**2 / 4 + base**2 / 2)
    middle = upright * height / 2 / (upright + level)
    return degrees(atan2(base / 2, middle))


def test_the_figures_of_the_house_stand() -> None:
    """Every standee in cards/ can be tilted by 40 degrees and comes back; a tall one on a small base could not."""
    found = 0
    for game in load.game_ids():
        for name in template.template_names(game):
            design = template.load_template(game, name)
            for box in design.boxes.values():
                if box and box.keys.get("shape") == "standee":
                    found += 1
                    sizes = [
                        float(render_text(str(box.keys[key]), design.values)) for key in ("width", "height", "base")
                    ]
                    assert tipping(*sizes) > 40
    assert found
    assert tipping(10, 60, 12) < 20


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ((0, 40, 30), "needs a width and a height, not 0 x 40 mm"),
        ((26, -1, 30), "needs a width and a height, not 26 x -1 mm"),
        ((26, 40, 20), "26 mm wide needs a base of 26 mm or more, not 20 mm"),
        ((24, 40, 30, 9), "a shoulder is 0 to 8 mm here, not 9 mm"),
    ],
)
def test_an_impossible_standee_is_refused(given, told) -> None:
    with pytest.raises(FaceError, match=told):
        standee(*given)


def test_the_printed_figure_bears_the_same_on_both_sides() -> None:
    """Name and emblem stand once on each panel, the back's turned over."""
    content = load.load("dice")
    face = Shop(content, "en").leaf(content["component"]["dice-figure"], content["hobbit"]["sam"]).front
    angles = {"Sam": [], "icons/sam": []}
    for item in face.items:
        name = getattr(item, "words", "") or getattr(item, "name", "")
        if name in angles:
            angles[name].append(item.angle)
    assert angles["icons/sam"][:2] == [0, 180]
    assert angles["Sam"][:2] == [0, 180]
