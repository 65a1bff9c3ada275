"""The map of War of the Ring against its table: who touches whom, what parts the others, where signs and names stand.

All of it is read from the drawing itself, whose paths share their points.
"""

import re
from collections import Counter, defaultdict
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from math import dist
from xml.etree import ElementTree

import pytest

from companion import press
from companion.content.load import load
from companion.core import resources
from companion.core.units import mm
from companion.faces.figure_space import count_bases, crowded_spaces
from companion.faces.model import Face, Shape, Text
from companion.faces.text import FLOOR
from companion.pdf.fonts import letter_widths
from companion.sheets.impose import impose_leaves
from companion.sheets.layouts import load_layout
from companion.sheets.model import Leaf
from tests.content.wotr_print import circles
from tests.languages import EACH_SCRIPT, LANGUAGES
from tools.wotr_map import __main__ as maker
from tools.wotr_map import places, plane

UNITS = 50  # of the drawing, to the mm
GAME = load("wotr")
REGIONS, PLACES = GAME["region"], GAME["map_place"]
NEIGHBOURS = {frozenset((id, other)) for id, row in REGIONS.items() for other in row["neighbours"]}
ART = resources.root() / "cards" / "art" / "wotr"
DRAWINGS = ("map.svg", "map.saver.svg")

Point = tuple[int, int]
Edge = frozenset[Point]


@cache
def paths(name: str) -> dict[str, ElementTree.Element]:
    """The paths of a drawing that have a name."""
    root = ElementTree.parse(ART / name).getroot()
    named = [path for path in root.iter("{http://www.w3.org/2000/svg}path") if "id" in path.attrib]
    assert len({path.attrib["id"] for path in named}) == len(named)
    return {path.attrib["id"]: path for path in named}


def lines(path: ElementTree.Element) -> list[list[Point]]:
    """The lines of a path in units of the drawing."""
    out: list[list[Point]] = []
    for head, rest in re.findall(r"M([-\d ]+)(?:l([-\d ]+))?z?", path.attrib["d"]):
        x, y = map(int, head.split())
        line = [(x, y)]
        steps = [int(step) for step in re.findall(r"-?\d+", rest)]
        for dx, dy in zip(steps[::2], steps[1::2], strict=True):
            x, y = x + dx, y + dy
            line.append((x, y))
        out.append(line)
    return out


def edges(path: ElementTree.Element, closed: bool) -> set[Edge]:
    """The segments of a path, without direction."""
    found = set()
    for line in lines(path):
        found |= {frozenset(pair) for pair in pairwise([*line, line[0]] if closed else line) if pair[0] != pair[1]}
    return found


def long(found: set[Edge]) -> float:
    """The length of segments, mm."""
    return sum(dist(*edge) for edge in found) / UNITS


@cache
def touching(name: str) -> dict[frozenset[str], set[Edge]]:
    """Every two regions that share a line, and that line."""
    owners: dict[Edge, list[str]] = defaultdict(list)
    for id in REGIONS:
        for edge in edges(paths(name)[f"land-{id}"], closed=True):
            owners[edge].append(id)
    out: dict[frozenset[str], set[Edge]] = defaultdict(set)
    for edge, own in owners.items():
        assert len(own) <= 2, own
        if len(own) == 2:
            out[frozenset(own)].add(edge)
    return out


def pairs_of(name: str, kind: str) -> dict[frozenset[str], ElementTree.Element]:
    """The paths of one kind (`way`, `wall`, `shore`) by what they part."""
    found = {id: path for id, path in paths(name).items() if id.startswith(f"{kind}-")}
    return {frozenset(id.removeprefix(f"{kind}-").split("--")): path for id, path in found.items()}


@cache
def shape(id: str) -> list[list[tuple[float, float]]]:
    """A region in mm."""
    return [[(x / UNITS, y / UNITS) for x, y in line] for line in lines(paths("map.svg")[f"land-{id}"])]


# ---------------------------------------------------------------------- borders


@pytest.mark.parametrize("name", DRAWINGS)
def test_the_lines_between_regions_are_the_borders_of_the_table_and_walls(name: str) -> None:
    assert len(NEIGHBOURS) == 232
    shared = touching(name)
    assert NEIGHBOURS - set(shared) == set()
    walls = {pair for pair in pairs_of(name, "wall") if pair <= set(REGIONS)}
    assert set(shared) - NEIGHBOURS == walls
    assert set(pairs_of(name, "way")) == NEIGHBOURS


def test_every_border_is_long_enough_to_be_seen() -> None:
    short = {tuple(sorted(pair)): long(touching("map.svg")[pair]) for pair in NEIGHBOURS}
    assert {pair: length for pair, length in short.items() if length < maker.LEAST} == {}


@pytest.mark.parametrize("name", DRAWINGS)
def test_where_nobody_passes_the_whole_line_is_thick_and_black(name: str) -> None:
    for pair, wall in pairs_of(name, "wall").items():
        assert wall.attrib["stroke"] in ("#2B2118", "#262626")
        assert float(wall.attrib["stroke-width"]) >= UNITS  # 1 mm
        if pair <= set(REGIONS):
            assert touching(name)[pair] <= edges(wall, closed=False), sorted(pair)


@pytest.mark.parametrize("name", DRAWINGS)
def test_where_armies_pass_the_line_is_thin_and_dashed(name: str) -> None:
    for pair, way in pairs_of(name, "way").items():
        assert float(way.attrib["stroke-width"]) < UNITS / 2
        line = {point for edge in touching(name)[pair] for point in edge}
        dashes = lines(way)
        assert sum(len(dash) > 1 for dash in dashes) >= 1
        drawn = sum(dist(a, b) for dash in dashes for a, b in pairwise(dash)) / UNITS
        assert drawn < long(touching(name)[pair])
        for dash in dashes:
            middle = dash[len(dash) // 2]
            assert min(dist(middle, point) for point in line) < 1.3 * UNITS, sorted(pair)


@pytest.mark.parametrize("name", DRAWINGS)
def test_the_sea_washes_the_coastal_regions_and_no_others(name: str) -> None:
    coastal = {id for id, row in REGIONS.items() if row.get("coastal")}
    shores = {next(iter(pair - {"sea"})) for pair in pairs_of(name, "shore") if "sea" in pair}
    assert shores - {"waste"} == coastal


def test_both_inks_draw_the_same_lands() -> None:
    one, two = ({id: path.attrib["d"] for id, path in paths(name).items()} for name in DRAWINGS)
    assert one == two


def test_saver_ink_is_grey() -> None:
    colours = set(re.findall(r"#[0-9A-F]{6}", (ART / "map.saver.svg").read_text(encoding="utf-8")))
    assert {colour for colour in colours if not colour[1:3] == colour[3:5] == colour[5:]} == set()


def test_the_edge_of_the_map_is_reached_where_the_table_says() -> None:
    right = max(x for id in REGIONS for ring in shape(id) for x, _ in ring)
    at_edge = {id for id in REGIONS if any(x >= right for ring in shape(id) for x, _ in ring)}
    assert at_edge == {id for id, row in REGIONS.items() if row.get("east_edge")}


def test_the_drawing_is_made_from_the_tables_as_they_are() -> None:
    for name in DRAWINGS:
        found = re.search(r"<desc>(\w+)</desc>", (ART / name).read_text(encoding="utf-8"))
        assert found
        assert found[1] == maker.made_of(), "run: python -m tools.wotr_map"


# ---------------------------------------------------------------------- signs and names


def test_every_region_has_one_place_and_its_sign() -> None:
    assert {str(row["region"]) for row in PLACES.values()} == set(PLACES) == set(REGIONS)
    for id, row in PLACES.items():
        assert row["radius"] == places.RADIUS.get(places.sign(REGIONS[id]), 0), id
    kinds = Counter(places.sign(row) for row in REGIONS.values())
    assert kinds == {"stronghold": 16, "city": 6, "town": 14, "fortification": 2, "": 105 - 16 - 6 - 14 - 2}


def test_signs_stand_in_their_regions_and_apart() -> None:
    for id, row in PLACES.items():
        assert plane.holds(shape(id), row["x"], row["y"]), id
    signs = [row for row in PLACES.values() if row["radius"]]
    for one, two in combinations(signs, 2):
        assert dist((one["x"], one["y"]), (two["x"], two["y"])) > one["radius"] + two["radius"] + 2, (one.id, two.id)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_lie_in_their_regions(lang: str) -> None:
    for id, row in PLACES.items():
        found = places.name_boxes(REGIONS[id]["name"], row["radius"], row["width"])
        assert found
        left, top, right, bottom = found[0][list(REGIONS[id]["name"]).index(lang)]
        spots = [
            (row["x"] + left + (right - left) * across / 8, row["y"] + top + (bottom - top) * down / 4)
            for across in range(9)
            for down in range(5)
        ]
        assert sum(plane.holds(shape(id), x, y) for x, y in spots) > 0.8 * len(spots), (id, lang)


@cache
def face(component: str, lang: str) -> Face:
    return press.Shop(GAME, lang).leaf(GAME["component"][component], None).front


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_words_of_the_map_lie_on_each_other(lang: str) -> None:
    found = []
    for item in face("wotr-map", lang).items:
        if isinstance(item, Text):
            wide = mm(item.size) * sum(letter_widths(item.font)[letter] + item.tracking for letter in item.words)
            tall = mm(item.size)
            found.append((item.words, item.x, item.y - 0.66 * tall, item.x + wide, item.y + 0.02 * tall))
    assert len(found) > 150
    for one, two in combinations(found, 2):
        apart = one[3] <= two[1] or two[3] <= one[1] or one[4] <= two[2] or two[4] <= one[2]
        assert apart, (one, two)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_small_map_can_still_be_read(lang: str) -> None:
    sizes = {item.words: item.size for item in face("wotr-map-small", lang).items if isinstance(item, Text)}
    assert {words: size for words, size in sizes.items() if size < FLOOR} == {}


def test_both_maps_fit_their_paper() -> None:
    for component, paper in (("wotr-map", (841, 594)), ("wotr-map-small", (594, 420))):
        w, h = face(component, "en").trim
        assert w < paper[0] - 20
        assert h < paper[1] - 15


@pytest.mark.parametrize(("paper", "pages"), [("a1", 1), ("a2", 2), ("a3", 4), ("a4", 9), ("letter", 9)])
def test_the_map_takes_few_pages(paper: str, pages: int) -> None:
    """Side by side with 10 mm of overlap."""
    assert len(impose_leaves([Leaf("map", face("wotr-map", "en"))], load_layout(paper), "none")) == pages


# ---------------------------------------------------------------------- room for figures

COUNTER = 20.0  # mm across, of the Mordor Track


def mordor_track() -> list[tuple[float, float]]:
    """The middles of its six spaces."""
    spaces = {spot for spot in circles(face("wotr-map", "en"), 10.2) if spot[0] > 600 and spot[1] < 450}
    assert len(spaces) == 6
    return sorted(spaces)


@pytest.mark.parametrize("lang", EACH_SCRIPT)
def test_every_region_has_room_for_an_army(lang: str) -> None:
    """Five units and two others on bases of 12 mm, off names and signs; no army of the start has more."""
    army = 5 + 2
    sorts = ("regular", "elite", "leader", "nazgul")
    assert max(sum(row.get(sort) or 0 for sort in sorts) for row in GAME["army"].values()) == army
    board = face("wotr-map", lang)
    assert {room.name.removeprefix("land-") for room in board.rooms} == set(REGIONS)
    assert {(room.figures, room.base, room.words) for room in board.rooms} == {(army, 12, True)}
    assert all(len(room.beside) == 1 for room in board.rooms if room.name != "land-gorgoroth")
    (track,) = (room.beside for room in board.rooms if len(room.beside) == 6)
    assert sorted((x + w / 2, y + h / 2) for x, y, w, h in track) == [pytest.approx(spot) for spot in mordor_track()]
    assert list(crowded_spaces(board, press.Shop(GAME, lang).setter)) == []


def test_a_region_too_small_is_named() -> None:
    """One figure more than the smallest regions hold."""
    board = face("wotr-map", "en")
    more = replace(board, rooms=tuple(replace(room, figures=9) for room in board.rooms))
    said = list(crowded_spaces(more, press.Shop(GAME, "en").setter))
    assert "wotr-map front: room land-helms-deep holds 8 figures of 12 mm, not 9" in said
    assert len(said) < 20


def test_room_is_counted_in_discs() -> None:
    """A square of 25 mm holds four of 12 mm, fewer beside a name; an exact row and a strip too narrow."""
    square = [[(0.0, 0.0), (25.0, 0.0), (25.0, 25.0), (0.0, 25.0)]]
    assert count_bases(square, [], 12) == 4
    assert count_bases(square, [(0, 11, 25, 3)], 12) == 0
    assert count_bases(square, [(0, 13, 25, 3)], 12) == 2
    assert count_bases(square, [], 12, 3) == 3
    assert count_bases([[(0.0, 0.0), (60.0, 0.0), (60.0, 11.9), (0.0, 11.9)]], [], 12) == 0


def test_the_mordor_track_stays_off_the_border() -> None:
    """Counters of 20 mm lie inside Gorgoroth with 2 mm to spare."""
    for x, y in mordor_track():
        assert plane.holds(shape("gorgoroth"), x, y)
        far = min(plane.away((x, y), a, b) for ring in shape("gorgoroth") for a, b in plane.pieces(ring, True))
        assert far > COUNTER / 2 + 2


def test_an_army_box_holds_ten_figures() -> None:
    """On bases of 13 mm, three boxes, their numbers apart."""
    boxes = [
        tuple(float(edge) for edge in step[1:5])
        for item in face("wotr-map", "en").items
        if isinstance(item, Shape) and item.fill == "paper"
        for step in item.path
        if step[0] == "rect" and float(step[3]) == 48.6
    ]
    assert len(boxes) == 3
    for x, y, w, h in boxes:
        ring = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
        assert count_bases([ring], [(x + 1.1, y + 1.1, 7, 7)], 13, 10) == 10
