"""What stands on the dice game's faces, as data in mm."""

from collections.abc import Callable
from itertools import pairwise
from math import hypot
from typing import Any

import pytest

from companion import press
from companion.content import load
from companion.faces import palette, template
from companion.faces.model import Face, Picture, Shape, Text, face_listing
from companion.faces.shapes import NETS
from companion.faces.template_text import render_text
from companion.press.proof import EXAMPLE
from companion.sheets.model import Leaf
from tests.languages import EACH_SCRIPT

DICE = load.load("dice")


def leaf(component: str, lang: str = "en", row: str | None = None, address: str | None = None) -> Leaf:
    shop = press.Shop(DICE, lang, address)
    made_of = DICE["component"][component]
    return shop.leaf(made_of, DICE[made_of["each"]][row] if row else None)


def squares(face: Face, size: float) -> list[tuple[float, float]]:
    """Middles of the white squares of this edge."""
    rects = [step for item in face.items if isinstance(item, Shape) and item.fill == "paper" for step in item.path]
    found = [
        (float(x) + size / 2, float(y) + size / 2)
        for op, x, y, w, _ in (s for s in rects if s[0] == "rect")
        if w == size
    ]
    return sorted(found)


def circles(face: Face) -> list[tuple[float, float, float]]:
    """Circles to be crossed: white with an inked outline."""
    shapes = [item for item in face.items if isinstance(item, Shape) and item.fill == "paper" and item.stroke == "ink"]
    steps = [step for shape in shapes for step in shape.path if step[0] == "circle"]
    return [(float(x), float(y), float(r)) for _, x, y, r in steps]


@pytest.mark.parametrize("side", ["front", "back"])
def test_the_track_is_that_of_the_content(side: str) -> None:
    """6 squares and the last, evenly spread, each with two notches; a box to tick for each hobbit."""
    face = getattr(leaf("dice-route"), side)
    found = squares(face, 9.2) + squares(face, 10.4)
    assert len(found) == len(DICE["square"]) == 6 + 1
    gaps = [b[0] - a[0] for a, b in pairwise(found)]
    assert max(gaps) - min(gaps) < 1e-6
    assert len(squares(face, 2.9)) == len(DICE["hobbit"])


@pytest.mark.parametrize("side", ["front", "back"])
def test_the_road_has_a_circle_for_each_place(side: str) -> None:
    """Nine, from left to right, none touching the next; the start has none."""
    found = circles(getattr(leaf("dice-route"), side))
    assert len(found) == len(DICE["place"]) - 1 == 9
    for (ax, ay, ar), (bx, by, br) in pairwise(found):
        assert bx > ax
        assert ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 > ar + br + 1


@pytest.mark.parametrize("lang", EACH_SCRIPT)
def test_everything_stays_inside_the_frame(lang: str) -> None:
    """No word reaches into the frame or over it; the small print keeps 2 mm to the edge."""
    shop = press.Shop(DICE, lang)
    for component in ("dice-route", "dice-aid"):
        for face in (leaf(component, lang).front, leaf(component, lang).back):
            assert face is not None
            for item in face.items:
                if isinstance(item, Text):
                    em = shop.setter.em(item.font, item.words) + item.tracking * (len(item.words) - 1)
                    right = item.x + em * item.size / 72 * 2.54 * 10
                    edge = 4 if item.y > 90 else 4.9
                    assert edge <= item.x
                    assert right <= 140 - edge, item.words
                    assert 6 < item.y < 87.9 or item.y == 93


def test_words_of_each_side() -> None:
    """Both sides name every place; the advanced side has every effect; both say that this is an unofficial aid."""
    sheet = leaf("dice-route", "uk")
    for face in (sheet.front, sheet.back):
        assert face is not None
        said = " ".join(item.words for item in face.items if isinstance(item, Text))
        for place in DICE["place"].values():
            assert all(part in said for part in place["name"]["uk"].split())
        assert "Неофіційна" in said
    assert sheet.back is not None
    pictures = {item.name for item in sheet.back.items if isinstance(item, Picture)}
    effects = {place["effect"] for place in DICE["place"].values()} - {"none"}
    assert {f"dice/effect-{effect}" for effect in effects} <= pictures


def dots(face: Face) -> int:
    """Small hollow dots: the mark of a value of our own."""
    shapes = [item for item in face.items if isinstance(item, Shape) and not item.fill and item.stroke == "sepia"]
    return sum(step[0] == "circle" and float(step[3]) < 0.5 for shape in shapes for step in shape.path)


def test_our_own_values_bear_the_hollow_dot() -> None:
    """Squares, circles a place, and the small print that explains it; die faces likewise."""
    assert DICE["square"]["square-1"]["prov"] == "design"
    assert dots(leaf("dice-route").front) == 3
    assert dots(leaf("dice-die", row="red").front) == 1


def test_large_print_is_the_same_face_half_as_large_again() -> None:
    """A5 lying; every text 1.5 times its size."""
    small, large = leaf("dice-route").front, leaf("dice-route-large").front
    assert large.trim == (210, 148)
    sizes = [[item.size for item in face.items if isinstance(item, Text)] for face in (small, large)]
    assert sizes[1] == pytest.approx([1.5 * size for size in sizes[0]])


def test_an_address_takes_the_riders_place() -> None:
    """The code is 10 mm or more, and nothing else moves away."""
    plain, coded = leaf("dice-route"), leaf("dice-route", address=EXAMPLE)
    for before, after in ((plain.front, coded.front), (plain.back, coded.back)):
        assert before is not None
        assert after is not None
        code = max((item for item in after.items if isinstance(item, Shape)), key=lambda item: len(item.path))
        xs = [float(x) for _, x, _, w, _ in code.path for x in (x, float(x) + float(w))]
        assert max(xs) - min(xs) >= 10
        assert circles(before) == circles(after)


def test_the_black_die_is_hatched_where_the_ink_leaves_out_its_ground() -> None:
    """Its bands are lines over a ground that saver ink leaves out, as those of the other dice."""
    shapes = [item for item in leaf("dice-die", row="black").front.items if isinstance(item, Shape)]
    assert palette.inks()["saver"].colour("black") is None
    assert {"black"} <= {item.fill for item in shapes}
    assert "black_hatch" not in {item.fill for item in shapes}
    assert len([item for item in shapes if item.stroke == "black_hatch"]) == 6


# ---------------------------------------------------------------------- figures, tokens, boxes


def net_of(component: str, box: str = "net") -> tuple[str, dict[str, Any]]:
    """The shape of a component's net and what its template gives to it."""
    design = template.load_template("dice", DICE["component"][component]["front"])
    keys = design.boxes[box].keys
    given = {key: render_text(value, design.values) if isinstance(value, str) else value for key, value in keys.items()}
    return str(keys["shape"]), given


@pytest.mark.parametrize("hobbit", list(DICE["hobbit"]))
@pytest.mark.parametrize("side", ["front", "back"])
def test_a_token_bears_its_colour_and_hatch_into_the_bleed(hobbit: str, side: str) -> None:
    """Round; its ground is the hobbit's colour; the hatch, which stays in every ink, runs 4 mm past the cut."""
    face = getattr(leaf("dice-token", row=hobbit), side)
    assert (face.outline, face.ground, face.trim) == ("round", hobbit, (38, 38))
    inked = {f"{hobbit}_hatch"}
    hatched = [item for item in face.items if isinstance(item, Shape) and inked & {item.fill, item.stroke}]
    points = [(float(step[1]), float(step[2])) for item in hatched for step in item.path]
    for values in zip(*points, strict=True):
        assert min(values) < -4
        assert max(values) > 38 + 4


@pytest.mark.parametrize("lang", EACH_SCRIPT)
def test_words_of_a_token_stay_inside_its_disc(lang: str) -> None:
    """Every end of every line keeps away from the ring."""
    shop = press.Shop(DICE, lang)
    tokens = [leaf("dice-token", lang, row=hobbit) for hobbit in DICE["hobbit"]] + [leaf("dice-first", lang)]
    for face in (face for token in tokens for face in (token.front, token.back)):
        assert face is not None
        for item in face.items:
            if isinstance(item, Text):
                wide = shop.setter.em(item.font, item.words) * item.size / 72 * 2.54 * 10
                tall = item.size / 72 * 2.54 * 10 * 0.7
                for x, y in ((item.x, item.y), (item.x + wide, item.y), (item.x, item.y - tall)):
                    assert hypot(x - 19, y - 19) < 14.2, item.words


def test_the_dice_fit_into_their_box() -> None:
    """Five in a row, with the edge of the folded die: half a millimetre of room for each, a millimetre across."""
    edge = float(net_of("dice-die")[1]["edge"])
    shape, keys = net_of("dice-box")
    wide, high, deep = keys["inner"]
    assert shape == "tuckbox"
    assert high >= len(DICE["die"]) * (edge + 0.5)
    assert min(wide, deep) >= edge + 1


def test_the_box_for_sheets_holds_what_it_says() -> None:
    """50 sheets, each as large as a route sheet, lying as they are cut; its words say the same number."""
    shape, keys = net_of("dice-sheet-box")
    assert shape == "pad_box"
    assert sorted(keys["card"]) == sorted(leaf("dice-route").front.trim)
    assert int(keys["count"]) == 50
    words = [item.words for item in leaf("dice-sheet-box").front.items if isinstance(item, Text)]
    assert "50 ROUTE SHEETS" in words
    assert "50" in DICE["component"]["dice-sheet-box"]["title"]["uk"]


def spread(shape: Shape) -> tuple[list[float], list[float]]:
    """All x and all y of its corners."""
    corners = [(float(step[1]), float(step[2])) for step in shape.path if step[0] in "ML"]
    corners += [(float(x), float(y)) for op, x, y, *_ in (s for s in shape.path if s[0] == "rect")]
    return [x for x, _ in corners], [y for _, y in corners]


@pytest.mark.parametrize("component", ["dice-box", "dice-sheet-box"])
def test_nothing_is_drawn_where_the_thumb_reaches_in(component: str) -> None:
    """The ground of the front, and with it the frame, begins most of a millimetre below the notch."""
    named, keys = net_of(component)
    given = {key: value for key, value in keys.items() if key not in ("shape", "at")}
    given |= {"count": float(keys["count"])} if "count" in keys else {}
    front = next(part for part in NETS[named](**given).parts if part.name == "front")
    left, right = min(x for x, _ in front.corners) + 4, max(x for x, _ in front.corners) + 4
    top = 4 + min(y for _, y in front.corners)  # the net lies 4 mm from the corner
    notch = 4 + max(y for _, y in front.corners if y < top + 20)
    shapes = [item for item in leaf(component).front.items if isinstance(item, Shape) and item.fill == "vellum"]
    grounds = [spread(shape) for shape in shapes if spread(shape)[0]]
    tops = [min(ys) for xs, ys in grounds if left < min(xs) and max(xs) < right and min(ys) < notch + 10]
    assert notch > top + 4
    assert tops
    assert min(tops) >= notch + 0.8


def test_the_fold_between_the_discs_of_a_base_is_free() -> None:
    """The rings of both discs end before it, so that its dashes are seen."""
    face = leaf("dice-figure", row="sam").front
    fold = next(item for item in face.items if isinstance(item, Shape) and item.line == "fold")
    level = {round(float(step[2]), 6) for step in fold.path if len(step) > 2 and float(step[1]) > 40}
    rings = [item for item in face.items if isinstance(item, Shape) and item.stroke and item.path[0][0] == "circle"]
    edges = [(float(y), float(r) + item.width / 2) for item in rings for op, x, y, r in item.path if float(x) > 40]
    assert len(level) == 1
    assert len(edges) == 4
    assert all(abs(y - max(level)) > r + 0.2 for y, r in edges)


def test_the_last_arrow_ends_before_the_thorns() -> None:
    """The tip of each arrow lies between two squares; that of the last one also left of the thorned border."""
    shapes = [item for item in leaf("dice-route").front.items if isinstance(item, Shape)]
    thorns = next(shape for shape in shapes if shape.fill == "thorn")
    tips = [max(spread(shape)[0]) for shape in shapes if shape.fill == "ink" and len(shape.path) == 5]
    assert len(tips) == len(DICE["square"])
    assert max(tips) <= min(spread(thorns)[0]) - 0.3


@pytest.mark.parametrize("component", ["dice-die", "dice-figure", "dice-box", "dice-sheet-box"])
def test_what_is_cut_out_is_drawn_on_the_face(component: str) -> None:
    """A face whose outline is a net bears cutting lines, folds and glue; nothing is cut at its trim."""
    each = DICE["component"][component].get("each")
    face = leaf(component, row=next(iter(DICE[each])) if each else None).front
    assert face.outline == "net"
    assert {"cut", "fold", "glue"} <= {item.line for item in face.items if isinstance(item, Shape)}


@pytest.mark.parametrize(
    ("name", "face"),
    [
        ("face_figure_sam_uk", lambda: leaf("dice-figure", "uk", "sam").front),
        ("face_token_back_pl", lambda: leaf("dice-token", "pl", "merry").back),
        ("face_first_front_ru", lambda: leaf("dice-first", "ru").front),
        ("face_dice_box_en", lambda: leaf("dice-box").front),
        ("face_route_basic_en", lambda: leaf("dice-route").front),
        ("face_route_advanced_uk", lambda: leaf("dice-route", "uk").back),
        ("face_die_black_en", lambda: leaf("dice-die", row="black").front),
        ("face_aid_front_pl", lambda: leaf("dice-aid", "pl").front),
        ("face_aid_back_ru", lambda: leaf("dice-aid", "ru").back),
    ],
)
def test_dice_faces_equal_their_golden_text(
    name: str, face: Callable[[], Face], golden: Callable[[str, str], None]
) -> None:
    """One face of each kind as text."""
    golden(f"{name}.txt", face_listing(face()))
