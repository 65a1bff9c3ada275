"""What stands on the faces of the cooperative game, as data in mm."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise
from math import hypot

import pytest

from companion import press
from companion.content import load
from companion.faces import palette, template
from companion.faces.figure_space import crowded_spaces
from companion.faces.model import Face, Picture, Shape, Text, face_listing
from companion.faces.text import FLOOR
from companion.press.proof import EXAMPLE
from companion.sheets.model import Leaf
from tests.each import each
from tests.languages import EACH_SCRIPT, LANGUAGES

GAME = load.load("fellowship")
BOARDS = list(GAME["board"])
SPACES = GAME["space"].values()
RING = 4.1  # mm; of a space, for its marker
MARKER = float(template.load_template("fellowship", "marker").trim[0])


def leaf(component: str, lang: str = "en", row: str | None = None, address: str | None = None) -> Leaf:
    made_of = GAME["component"][component]
    return press.Shop(GAME, lang, address).leaf(made_of, GAME[made_of["each"]][row] if row else None)


def said(face: Face) -> str:
    """All words of a face."""
    return " ".join(item.words for item in face.items if isinstance(item, Text))


def rings(face: Face, radius: float, fill: str = "paper", stroke: str = "ink") -> list[tuple[float, float]]:
    """Middles of the circles of this radius and look, the white ones with a dark line unless said otherwise."""
    shapes = [item for item in face.items if isinstance(item, Shape) and (item.fill, item.stroke) == (fill, stroke)]
    steps = [step for shape in shapes for step in shape.path if step[0] == "circle"]
    return [(float(x), float(y)) for _, x, y, r in steps if abs(float(r) - radius) < 1e-9]


def sign_over(face: Face, x: float, y: float, scale: float = 1.0) -> Picture:
    """The drawing over a ring."""
    signs = [item for item in face.items if isinstance(item, Picture) and abs(item.w - 5.2 * scale) < 1e-6]
    [sign] = [sign for sign in signs if abs(sign.x + sign.w / 2 - x) < 1e-6 and 0 < y - sign.y < 12 * scale]
    return sign


def on_board(board: str, main: bool) -> list:
    """Spaces of the main track, or of all others."""
    tracks = [track for track in GAME["board"][board]["tracks"] if (track == GAME["board"][board]["main"]) == main]
    return [space for space in SPACES if space["track"] in tracks]


# ---------------------------------------------------------------------- boards


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_has_every_space_with_its_sign(board: str) -> None:
    """As many rings for markers as spaces, none near another; over each the sign, at a start that of the track."""
    face = leaf("fellowship-board", row=board).front
    found, spaces = rings(face, RING, "vellum", "umber"), on_board(board, True) + on_board(board, False)
    assert len(found) == len(spaces)
    main = [(x, y) for x, y in found if y == min(y for _, y in found)]
    assert len(main) == len(on_board(board, True))
    assert all(hypot(ax - bx, ay - by) > MARKER + 2 for (ax, ay), (bx, by) in combinations(found, 2))
    drawn = Counter(sign_over(face, x, y).name for x, y in found)
    starts = [GAME["symbol"][GAME["track"][space["track"]]["symbol"]]["icon"] for space in spaces if space["at"] == 0]
    signs = [GAME["sign"][space["sign"]]["icon"] for space in spaces if space["at"]]
    assert drawn == Counter(f"icons/{icon}" for icon in signs + starts)


@pytest.mark.parametrize("component", ["fellowship-board", "fellowship-board-large"])
def test_a_marker_leaves_the_sign_of_its_space_free(component: str) -> None:
    """On boards of both sizes the sign ends above a marker that lies on the ring below it."""
    face = leaf(component, row="mordor").front
    scale = face.trim[0] / 266
    for x, y in rings(face, RING * scale, "vellum", "umber"):
        sign = sign_over(face, x, y, scale)
        assert sign.y + sign.h <= y - MARKER / 2 + 1e-6


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("lang", EACH_SCRIPT)
def test_a_board_says_every_number_card_and_event(board: str, lang: str) -> None:
    """The main track's numbers, the cards to be won, six events with name and text, in the language of the board."""
    face = leaf("fellowship-board", lang, board).front
    words = said(face)
    numbers = Counter(item.words for item in face.items if isinstance(item, Text) and item.size == 8.6)
    wanted = Counter(str(space["number"]) for space in on_board(board, True))
    assert not wanted - numbers
    for space in on_board(board, False):
        if "card" in space:
            name = GAME["legendary_card"][space["card"]]["name"][lang]
            assert all(part in words for part in name.split())
    events = [GAME["event"][id] for id in GAME["board"][board]["events"]]
    assert len(events) == 6
    for event in events:
        for field in ("name", "says"):
            assert all(part in words for part in event[field][lang].replace("*", "").split()), event.id


def test_the_tracks_of_print_looks_are_those_of_the_content() -> None:
    """The last space of each track, which spreads its spaces, is written a second time; it is the same."""
    for track in GAME["track"].values():
        last = max(space["at"] for space in SPACES if space["track"] == track.id)
        assert GAME["print_look"][track.id]["spaces"] == last


def test_the_road_has_sixteen_spaces_seven_stops_and_nine_actions() -> None:
    """Spaces 0 to 15 in two rows, evenly spread; Sauron's three starts lie under the numbers of the modes."""
    face = leaf("fellowship-road").front
    numbers = {
        int(item.words): (
            item.x + press.Shop(GAME, "en").setter.em(item.font, item.words) * item.size * 25.4 / 144,
            item.y,
        )
        for item in face.items
        if isinstance(item, Text) and item.size == 13
    }
    assert sorted(numbers) == list(range(16)) == [step["at"] for step in GAME["print_step"].values()]
    first = numbers[0]
    assert all(numbers[at] == pytest.approx((first[0] + at % 8 * 31, first[1] + at // 8 * 26.6)) for at in range(16))
    eyes = {item.x + item.w / 2 for item in face.items if isinstance(item, Picture) and item.name == "icons/eye"}
    assert sorted(eyes) == pytest.approx(sorted(numbers[mode["sauron"]][0] for mode in GAME["mode"].values()), abs=0.01)
    assert len(rings(face, 6.6)) + 3 == len(GAME["place"])  # the three havens have a ground of their own
    words = said(face)
    for action in GAME["haven_action"].values():
        assert all(part in words for part in action["says"]["en"].split())


def test_five_hobbits_find_room_on_each_space_of_the_temptation_track() -> None:
    """Clear of its number; Sauron meets nobody who lives."""
    foot = template.load_template("fellowship", "standee").boxes["net"].keys["base"]
    face = leaf("fellowship-road").front
    assert len(face.rooms) == 16
    assert {(room.figures, room.base) for room in face.rooms} == {(len(GAME["hobbit"]), float(foot))}
    plates = {(x - 3.3, y - 3.3) for x, y in rings(face, 3.3, "vellum")}
    assert {tuple(round(edge, 6) for edge in room.beside[0][:2]) for room in face.rooms} == {
        (round(x, 6), round(y, 6)) for x, y in plates
    }
    assert list(crowded_spaces(face, press.Shop(GAME, "en").setter)) == []


@pytest.mark.parametrize("component", ["fellowship-road", "fellowship-board"])
def test_a_board_fits_a4_and_letter(component: str) -> None:
    """On one page of either with 5 mm of margin; the large one on one page of A3."""
    row = BOARDS[0] if component.endswith("board") else None
    w, h = leaf(component, row=row).front.trim
    assert w + 10 <= min(297, 279.4)
    assert h + 10 <= min(210, 215.9)
    large = leaf(f"{component}-large", row=row).front.trim
    assert (large[0] + 10 <= 420, large[1] + 10 <= 297) == (True, True)
    assert large[0] / w == pytest.approx(1.45)


# ---------------------------------------------------------------------- cards, tiles, tokens


@pytest.mark.parametrize("card", list(GAME["travel_card"]))
def test_a_travel_card_shows_its_symbol_at_both_ends(card: str) -> None:
    """Three times; the bar is filled on brown cards only; a hollow dot where the drawing is our own."""
    row = GAME["travel_card"][card]
    face = leaf("fellowship-travel", row=card).front
    icon = GAME["symbol"][row["symbol"]]["icon"]
    assert [item.name for item in face.items if isinstance(item, Picture)].count(f"icons/{icon}") == 3
    fills = [item.fill for item in face.items if isinstance(item, Shape) and item.width == 0.26]
    assert fills == [("brown" if row["colour"] == "brown" else "paper")] * 2
    assert face.marked == (row["symbol"] in ("hide", "travel"))


@each("card", list(GAME["legendary_card"]), one_of=3)
@each("lang", LANGUAGES)
def test_a_legendary_card_has_its_symbols_or_its_text(card: str, lang: str) -> None:
    """Brown and grey: as many large signs as symbols. Green and Gollum: the whole text, green ones their time too."""
    row = GAME["legendary_card"][card]
    face = leaf("fellowship-legendary", lang, card).front
    large = [item for item in face.items if isinstance(item, Picture) and item.name.startswith("icons/") and item.w > 8]
    assert len(large) == row["symbols"]
    words = said(face)
    assert all(part in words for part in row["name"][lang].split())
    if card in GAME["epic_card"]:
        epic = GAME["epic_card"][card]
        assert all(part in words for part in epic["says"][lang].split())
        if "window" in epic:
            window = GAME["window"][epic["window"]]["says"][lang].capitalize()
            assert all(part in words for part in window.split())


def test_backs_tell_the_decks_apart() -> None:
    """One for travel cards, one for each place, one for Gandalf, one for each hobbit."""
    backs = set()
    for component, kind in (
        ("fellowship-travel", "travel_card"),
        ("fellowship-legendary", "legendary_card"),
        ("fellowship-gandalf", "gandalf_card"),
        ("fellowship-hobbit", "hobbit"),
    ):
        for row in GAME[kind]:
            back = leaf(component, row=row).back
            assert back is not None
            backs.add(said(back))
    assert len(backs) == 1 + 6 + 1 + 5


@pytest.mark.parametrize("lang", EACH_SCRIPT)
def test_tile_and_token_words_stay_inside(lang: str) -> None:
    """Words of a tile keep 3 mm to its edge, those of a token stay in its disc."""
    shop = press.Shop(GAME, lang)

    def ends(face: Face) -> list[tuple[float, float]]:
        texts = [item for item in face.items if isinstance(item, Text)]
        wide = [shop.setter.em(item.font, item.words) * item.size * 25.4 / 72 for item in texts]
        return [
            point for item, w in zip(texts, wide, strict=True) for point in ((item.x, item.y), (item.x + w, item.y))
        ]

    for tile in GAME["story_tile"]:
        assert all(3 < x < 27 and 3 < y < 27.6 for x, y in ends(leaf("fellowship-story", lang, tile).front))
    tokens = [leaf("fellowship-rune", lang, rune) for rune in GAME["rune"]]
    tokens += [leaf(f"fellowship-life-{life}", lang) for life in GAME["life"]] + [leaf("fellowship-ring-marker", lang)]
    for face in (face for token in tokens for face in (token.front, token.back)):
        assert face is not None
        assert all(hypot(x - 11, y - 12.7) < 8.2 for x, y in ends(face))


def test_golden_runes_cannot_be_told_apart_from_behind() -> None:
    """All three golden backs are equal, all three silver ones too, and gold is not silver."""
    backs = {rune: leaf("fellowship-rune", row=rune).back for rune in GAME["rune"]}
    drawn = {rune: face_listing(face).split("\n", 1)[1] for rune, face in backs.items() if face}
    assert len(set(drawn.values())) == 2
    assert drawn["gold-1"] == drawn["gold-3"] != drawn["silver-1"]


def test_the_die_has_the_six_faces() -> None:
    """Each sign once; the Eye lies in the frame that the other signs have of their own."""
    face = leaf("fellowship-die").front
    names = Counter(item.name for item in face.items if isinstance(item, Picture))
    own = [row["icon"] for row in GAME["face"].values()]
    assert names == Counter(f"icons/{icon}" for icon in own) + Counter(["icons/threat-0"])


# ---------------------------------------------------------------------- everything


def test_hobbit_colours_differ_in_lightness_and_hatch() -> None:
    """Five hatches; 5 in L* apart at least; each hatch stays where saver ink leaves out the ground."""
    hatches = [GAME["print_look"][hobbit]["hatch"] for hobbit in GAME["hobbit"]]
    assert len(set(hatches)) == 5
    roles = palette.inks()["full"].roles
    values = sorted(palette.lightness(roles[hobbit]["full"]) for hobbit in GAME["hobbit"])
    assert min(b - a for a, b in pairwise(values)) >= 5
    saver = palette.inks()["saver"]
    assert {saver.colour(hobbit) for hobbit in GAME["hobbit"]} == {None}
    assert {saver.colour(f"{hobbit}_hatch") for hobbit in GAME["hobbit"]} == {"#262626"}


@pytest.mark.parametrize("lang", EACH_SCRIPT)
def test_no_word_is_too_small_or_in_another_language(lang: str) -> None:
    """5.5 pt and more on every face; Cyrillic letters in ru and uk only."""
    shop = press.Shop(GAME, lang)
    for kind in press.shop.print_kinds(GAME):
        for plan in shop.plan(kind):
            leaf = shop.piece(plan).leaf
            for face in (leaf.front, leaf.back):
                if face is None:
                    continue
                assert face.smallest_type >= FLOOR, face.id
                if lang in ("en", "pl"):
                    assert not any("а" <= letter <= "ї" for letter in said(face).lower()), face.id


def test_an_address_is_printed_as_a_code() -> None:
    """12 mm and more beside the title, and no word of the sheet is lost."""
    plain, coded = leaf("fellowship-score").front, leaf("fellowship-score", address=EXAMPLE).front
    code = max((item for item in coded.items if isinstance(item, Shape)), key=lambda item: len(item.path))
    xs = [x for _, x, _, w, _ in code.path for x in (float(x), float(x) + float(w))]
    assert max(xs) - min(xs) >= 11
    assert set(said(plain).split()) <= set(said(coded).split())


@pytest.mark.parametrize(
    ("name", "face"),
    [
        ("face_fellowship_travel_en", lambda: leaf("fellowship-travel", row="grey-travel").front),
        ("face_fellowship_legendary_uk", lambda: leaf("fellowship-legendary", "uk", "gollum").front),
        ("face_fellowship_epic_pl", lambda: leaf("fellowship-legendary", "pl", "mithril").front),
        ("face_fellowship_gandalf_ru", lambda: leaf("fellowship-gandalf", "ru", "magic").front),
        ("face_fellowship_hobbit_uk", lambda: leaf("fellowship-hobbit", "uk", "fatty").front),
        ("face_fellowship_story_pl", lambda: leaf("fellowship-story", "pl", "retreat").front),
        ("face_fellowship_rune_en", lambda: leaf("fellowship-rune", row="gold-2").front),
        ("face_fellowship_board_uk", lambda: leaf("fellowship-board", "uk", "mordor").front),
        ("face_fellowship_road_pl", lambda: leaf("fellowship-road", "pl").front),
        ("face_fellowship_die_en", lambda: leaf("fellowship-die").front),
        ("face_fellowship_figure_ru", lambda: leaf("fellowship-figure", "ru", "sam").front),
        ("face_fellowship_aid_ru", lambda: leaf("fellowship-aid-turn", "ru").front),
        ("face_fellowship_score_uk", lambda: leaf("fellowship-score", "uk", address=EXAMPLE).front),
        ("face_fellowship_box_pl", lambda: leaf("fellowship-box-travel", "pl").front),
    ],
)
def test_fellowship_faces_equal_their_golden_text(
    name: str, face: Callable[[], Face], golden: Callable[[str, str], None]
) -> None:
    """One face of each kind as text."""
    golden(f"{name}.txt", face_listing(face()))
