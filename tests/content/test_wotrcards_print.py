"""What stands on the printed set of the card game: cards, set-up sheets, tracks, sheets and boxes, as data in mm."""

import re
from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from companion import press
from companion.content import load
from companion.content.model import Row
from companion.core import resources
from companion.faces.model import Face, Picture, Shape, Text, face_listing
from companion.faces.text import FLOOR
from companion.press.guide import guide_pages
from companion.press.print_options import Job
from companion.press.proof import EXAMPLE
from companion.press.shop import sides
from companion.press.stock import PrintedFile
from companion.sheets import layouts
from companion.sheets.impose import impose_leaves
from companion.sheets.model import Leaf
from tests.each import each
from tests.languages import EACH_SCRIPT, LANGUAGES
from tests.tiers import sample

GAME = load.load("wotrcards")
CARDS, SETUP = GAME["card"], GAME["print_setup"]
DECKS = [row for row in SETUP.values() if row["sort"] != "table"]
TABLES = [row for row in SETUP.values() if row["sort"] == "table"]
LETTER = (279.4, 215.9)
MARGIN = 5.0  # mm a sheet leaves free at each edge


@cache
def shop(lang: str) -> press.Shop:
    return press.Shop(GAME, lang)


@cache
def leaf(component: str, lang: str = "en", row: str | None = None) -> Leaf:
    made_of = GAME["component"][component]
    return shop(lang).leaf(made_of, GAME[made_of["each"]][row] if row else None)


def rows(component: str) -> list[str | None]:
    each = GAME["component"][component].get("each")
    return list(GAME[each]) if each else [None]


def faces(lang: str) -> list[Face]:
    """Every face of the game."""
    leaves = [leaf(component, lang, row) for component in GAME["component"] for row in rows(component)]
    return [face for one in leaves for face in (one.front, one.back) if face]


def back(component: str, row: str) -> Face:
    face = leaf(component, row=row).back
    assert face is not None
    return face


def body(face: Face) -> str:
    """What is on it, without its name."""
    return face_listing(face).split("\n", 1)[1]


def said(face: Face) -> str:
    """All words of a face."""
    return " ".join(item.words for item in face.items if isinstance(item, Text)).replace("\u00a0", " ")


def words(text: str) -> Counter[str]:
    """How often each word stands in a text, signs left out."""
    return Counter(re.findall(r"[+-]?\w+", text))


def drawn(face: Face) -> Counter[str]:
    """Its drawings."""
    return Counter(item.name for item in face.items if isinstance(item, Picture))


def word(id: str, lang: str, **values: object) -> str:
    """A printed word as a face sets it."""
    return shop(lang).words.say(id, **values)


def ticks(face: Face, edge: float = 2.9) -> int:
    """How many boxes to tick it has."""
    return sum(
        step[0] == "rect" and abs(float(step[3]) - edge) + abs(float(step[4]) - edge) < 1e-6
        for item in face.items
        if isinstance(item, Shape)
        for step in item.path
    )


def dots(face: Face) -> int:
    """How many hollow dots it bears beside values; the one before the words at the foot is smaller."""
    return sum(
        step[0] == "circle" and abs(float(step[3]) - 0.6) < 1e-6
        for item in face.items
        if isinstance(item, Shape) and item.stroke == "sepia"
        for step in item.path
    )


def of_design(row: Row, *fields: str) -> list[str]:
    """Those of the fields that are our own choice."""
    return [field for field in fields if field in row and row["prov"].get(field) == "design"]


def deck(setup: Row, part: int) -> list[str]:
    """The cards of a part of a seat’s deck, from the lists of the scenario themselves."""

    def cards(row: Row) -> list[str]:
        return (
            [card for id in row["merges"] for card in cards(GAME["deck_list"][id])] if "merges" in row else row["cards"]
        )

    chair = GAME["chair"][setup["chair"]]
    return cards(GAME["deck_list"][f"{chair['scenario']}.{chair['seat']}.{part}"])


def parts(setup: Row) -> list[int]:
    chair = GAME["chair"][setup["chair"]]
    found = [
        d["part"]
        for d in GAME["deck_list"].values()
        if (d["scenario"], d["seat"]) == (chair["scenario"], chair["seat"])
    ]
    return sorted(found)


# ---------------------------------------------------------------------- every face


@pytest.mark.parametrize("lang", sample(LANGUAGES, "uk"))
def test_every_face_is_readable_and_in_one_language(lang):
    """5.5 pt and more; Cyrillic letters in ru and uk only, Latin ones in en and pl only, but for the ids of rules."""
    foreign = re.compile(r"[а-яёіїєґ]" if lang in ("en", "pl") else r"[a-ząćęłńóśźż]", re.IGNORECASE)
    found = faces(lang)
    assert len(found) > 250
    for face in found:
        assert face.smallest_type >= FLOOR, face.id
        assert not foreign.search(re.sub(r"WC-[A-Z0-9]+-\d+", "", said(face))), face.id


@pytest.mark.parametrize("lang", EACH_SCRIPT)
def test_words_of_cards_stay_in_the_frame(lang):
    """1 mm from the frame at least, which is 3 mm from the edge."""
    setter = shop(lang).setter
    for component in ("wotrcards-card", "wotrcards-battleground", "wotrcards-site", "wotrcards-path"):
        for row in rows(component):
            for item in leaf(component, lang, row).front.items:
                if isinstance(item, Text):
                    wide = setter.em(item.font, item.words) + item.tracking * len(item.words)
                    assert item.x >= 4, (row, item.words)
                    assert item.x + wide * item.size * 25.4 / 72 <= 59.4, (row, item.words)
                    assert 5 < item.y < 84.6, (row, item.words)


def rectangles(face: Face) -> list[tuple[float, ...]]:
    """Its plain rectangles: x, y, w, h."""
    shapes = [item for item in face.items if isinstance(item, Shape)]
    return [tuple(map(float, step[1:])) for shape in shapes for step in shape.path if step[0] == "rect"]


@pytest.mark.parametrize("lang", EACH_SCRIPT)
def test_a_picture_takes_what_the_words_leave(lang):
    """A fifth of the face at least is picture, more than half where there are no words; words stand clear of values."""
    for component in ("wotrcards-card", "wotrcards-battleground", "wotrcards-site", "wotrcards-path"):
        for row in rows(component):
            face = leaf(component, lang, row).front
            (window,) = {one for one in rectangles(face) if one[:3] == (3, 17.2, 57)}
            plates = [one for one in rectangles(face) if one[:3] == (3, 17.2, 12.2)]
            reach = 17.2 + plates[0][3] if plates else 17.2
            seen = window[3] * 57 - min(window[3], reach - 17.2) * 12.2
            assert seen >= 63 * 88 / 5, row
            if component == "wotrcards-card" and "text" not in CARDS[row] and "wielders" not in CARDS[row]:
                assert seen > 63 * 88 / 2, row
            for item in face.items:
                if isinstance(item, Text) and item.x < 15.2 and item.y > 17.2:
                    inside, below = item.y <= reach - 0.4, item.y - 0.75 * item.size * 25.4 / 72 > reach
                    assert below or (inside and item.x != 6.8), (row, item.words)  # the words begin at 6.8 mm


def test_every_sheet_fits_both_papers():
    """What is no card fits A4 and Letter, upright or lying."""
    for face in faces("en"):
        long, short = max(face.trim), min(face.trim)
        assert long <= LETTER[0] - 2 * MARGIN, face.id
        assert short <= 210 - 2 * MARGIN, face.id


# ---------------------------------------------------------------------- cards


def test_as_many_cards_as_the_game_has():
    """170 titles in 180 copies, 23 + 13 + 36 locations: each with a back."""
    plans = shop("en").plan("cards")
    counts = Counter()
    for component, _, copies in plans:
        counts[component.id] += copies
    pieces = {id: GAME["piece"][id]["count"] for id in GAME["piece"]}
    assert counts["wotrcards-card"] == pieces["faction-card"] == 180
    assert counts["wotrcards-battleground"] == pieces["battleground-card"] == 23
    assert counts["wotrcards-site"] == pieces["skirmish-site-card"] == 13
    assert counts["wotrcards-path"] == pieces["path-card"] == 36
    assert len(plans) == 170 + 23 + 13 + 36
    assert all("back" in component for component, _, _ in plans)


@pytest.mark.parametrize("lang", EACH_SCRIPT)
def test_a_faction_card_says_what_its_row_says(lang):
    """Name, faction, type, effect and wielders; the numbers; the seal of the faction."""
    for row in CARDS.values():
        face = leaf("wotrcards-card", lang, row.id).front
        wanted = [row[field][lang] for field in ("name", "text", "wielders") if field in row]
        wanted += [GAME["faction"][row["faction"]]["name"][lang].upper(), word(f"type_{row['type']}", lang).upper()]
        wanted += [str(row[field]) for field in ("attack", "defence", "path_icons") if field in row]
        wanted += [f"+{row[field]}" for field in ("lead_attack", "lead_defence") if row.get(field)]
        assert not words(" ".join(wanted)) - words(said(face)), row.id
        assert drawn(face)[f"wotrcards/frame-{row['faction']}"] == 1


def test_what_no_source_gives_is_marked_on_the_face():
    """A dot at every such value; the face says in words what is ours, and the sheet gets its note."""
    ours, recalled, unsure = (word(f"own_{id}", "en") for id in ("own", "recalled", "unsure"))
    for row in CARDS.values():
        face = leaf("wotrcards-card", row=row.id).front
        own = of_design(row, "name", "type", "attack", "defence", "path_icons", "wielders", "text")
        memory = [field for field, prov in row["prov"].items() if prov == "memory"]
        assert (ours in said(face)) == face.marked == bool(own), row.id
        assert (recalled in said(face)) == bool(memory), row.id
        assert (unsure in said(face)) == ("doubtful" in row), row.id
        doubted = {*own, *memory, *row.get("doubtful", []), *(["text"] if row["prov"].get("text") == "ruling" else [])}
        shown = {"name", "type", "attack", "defence", "path_icons", "text"} & set(row)
        assert dots(face) == len(doubted & shown), row.id


@pytest.mark.parametrize(
    ("component", "kind", "fields"),
    [
        ("wotrcards-battleground", "battleground", ("vp", "defence", "defenders", "attackers", "activation")),
        ("wotrcards-site", "skirmish_site", ("companions", "defenders", "attackers", "defender_win", "attacker_win")),
        ("wotrcards-path", "path", ("vp", "defence", "activation")),
    ],
)
def test_what_no_source_gives_is_marked_on_locations(component, kind, fields):
    """The same for battlegrounds, sites and paths."""
    for row in GAME[kind].values():
        face = leaf(component, row=row.id).front
        own = of_design(row, *fields)
        assert (word("own_own", "en") in said(face)) == face.marked == bool(own), row.id
        assert bool(dots(face)) == bool(own), row.id
        assert (word("own_recalled", "en") in said(face)) == ("memory" in row["prov"].values()), row.id


@pytest.mark.parametrize("lang", EACH_SCRIPT)
def test_unverified_values_are_listed_on_the_page_of_credits(lang):
    """Each card and location with a value of ours, from memory or in doubt is named there."""
    pieces = tuple(shop(lang).piece(plan) for plan in shop(lang).plan("sheets"))
    room = layouts.load_layout("a4", "press")
    sheets = impose_leaves([piece.leaf for piece in pieces], room, "none")
    pages = guide_pages(shop(lang), room, [PrintedFile("sheets.pdf", ("sheets",), pieces, tuple(sheets), "none")])
    told = " ".join(said(placed.face) for page in pages for placed in page.placed)
    for kind in ("card", "battleground", "skirmish_site", "path"):
        for row in GAME[kind].values():
            if {"design", "memory"} & set(row["prov"].values()) or "doubtful" in row:
                assert row["name"][lang].replace("\u00a0", " ") in told, row.id
    for id in ("choice_card_attack", "recalled_card_name", "recalled_card_doubtful"):
        assert word(id, lang, names="", n=0).split(" (")[0] in told, id


def test_backs_tell_sides_and_numbers_apart_and_nothing_else():
    """One back for the cards of a side, one for its locations, one for each path number."""
    cards = {GAME["faction"][row["faction"]]["side"]: set() for row in CARDS.values()}
    for row in CARDS.values():
        cards[GAME["faction"][row["faction"]]["side"]].add(body(back("wotrcards-card", row.id)))
    places = {"free": set(), "shadow": set()}
    for component, kind in (("wotrcards-battleground", "battleground"), ("wotrcards-site", "skirmish_site")):
        for row in GAME[kind].values():
            places[row["side"]].add(body(back(component, row.id)))
    paths = {number: set() for number in range(1, 10)}
    for row in GAME["path"].values():
        paths[row["number"]].add(body(back("wotrcards-path", row.id)))
    every = [*cards.values(), *places.values(), *paths.values()]
    assert [len(one) for one in every] == [1] * (2 + 2 + 9)
    assert len(set.union(*every)) == 2 + 2 + 9


def test_factions_differ_without_colour():
    """In grey each faction has a sign, a drawn head and a name of its own, which its cards say."""
    factions = [row for row in GAME["faction"].values() if not row.get("wild")]
    assert len({row["icon"] for row in factions}) == len(factions) == 13
    drawings = {(resources.root() / f"cards/art/wotrcards/{row['icon']}.svg").read_text() for row in factions}
    assert len({drawing.split("<path", 1)[1] for drawing in drawings}) == 13
    for lang in LANGUAGES:
        assert len({row["name"][lang] for row in GAME["faction"].values()}) == 15


# ---------------------------------------------------------------------- set-up


def tick_lists(face: Face) -> tuple[list[tuple[int, str, str]], list[tuple[int, str]]]:
    """Every ticked card with its part (0 where no part is named) and faction; and the part and faction of each head."""
    names = {word(f"setup_part_{part}", "en").upper(): part for part in (1, 2, 3)}
    factions = {row["name"]["en"]: id for id, row in GAME["faction"].items()}
    part, faction = 0, ""
    cards: list[tuple[int, str, str]] = []
    heads: list[tuple[int, str]] = []
    for before, item in pairwise(face.items):
        if not isinstance(item, Text):
            continue
        words = item.words.replace("\u00a0", " ")
        if isinstance(before, Shape) and before.path[0][0] == "rect" and before.fill == "paper":
            cards.append((part, faction, words))
        elif words in names:
            part = names[words]
        elif words in factions and isinstance(before, Picture):
            faction = factions[words]
            heads.append((part, faction))
    return cards, heads


@each("setup", DECKS)
def test_a_tick_list_is_the_deck(setup):
    """Every copy of every card of each part, under its faction, and the numbers add up."""
    face = leaf("setup", row=setup.id).front
    found, heads = tick_lists(face)
    several = len(parts(setup)) > 1
    wanted = [
        (part if several else 0, CARDS[card]["faction"], CARDS[card]["name"]["en"])
        for part in parts(setup)
        for card in deck(setup, part)
    ]
    assert Counter(found) == Counter(wanted)
    assert len(heads) == len(set(heads)) == len({(part, faction) for part, faction, _ in wanted})
    assert [part for part, _ in heads] == sorted(part for part, _ in heads)
    assert Counter(card for id in setup["lists"] for card in GAME["deck_list"][id]["cards"]) == Counter(
        card for part in parts(setup) for card in deck(setup, part)
    )


@pytest.mark.parametrize("lang", EACH_SCRIPT)
def test_a_set_up_sheet_says_how_many(lang):
    """A box for every card; the count of the deck and of each faction in each part; what the seat starts with."""
    for setup in DECKS:
        face = leaf("setup", lang, setup.id).front
        chair = GAME["chair"][setup["chair"]]
        cards = [card for part in parts(setup) for card in deck(setup, part)]
        assert ticks(face) == len(cards), setup.id
        big = [item.words for item in face.items if isinstance(item, Text) and item.size >= 30]
        assert big == [str(len(cards))], setup.id
        counts = sorted(
            int(item.words)
            for item in face.items
            if isinstance(item, Text) and item.font == "serif-700" and item.words.isdigit() and item.size < 30
        )
        wanted = Counter((part, CARDS[card]["faction"]) for part in parts(setup) for card in deck(setup, part))
        assert counts == sorted(wanted.values()), setup.id
        assert GAME["seat"][chair["seat"]]["name"][lang].split()[0] in said(face)
        draw = word("setup_draw", lang, n=chair["draw"])
        assert draw in said(face)
        for card in cards:
            assert CARDS[card]["name"][lang].replace("\u00a0", " ") in said(face), (setup.id, card)


def test_decks_of_the_rulebook_add_up_in_print():
    """28 cards in War in the North, 30 in the trilogies, 60 in the Duel, 45 + 25 + 20 in the Epic Duel."""
    sizes = {setup.id: ticks(leaf("setup", row=setup.id).front) for setup in DECKS}
    assert {sizes[id] for id in sizes if id.startswith("war-in-the-north.")} == {28}
    assert {sizes[id] for id in sizes if id.startswith(("extended-trilogy.", "trilogy."))} == {30}
    assert {sizes[id] for id in sizes if id.startswith("duel.")} == {60}
    assert {sizes[id] for id in sizes if id.startswith("epic-duel.")} == {45 + 25 + 20}
    assert sum(sizes[id] for id in sizes if id.startswith("extended-trilogy.")) == 180


def test_every_seat_of_every_scenario_has_a_sheet():
    """And every scenario one for the table."""
    assert [row["scenario"] for row in TABLES] == list(GAME["scenario"])
    assert {row["chair"] for row in DECKS} == set(GAME["chair"])
    assert len(DECKS) == len(GAME["chair"])


@pytest.mark.parametrize("lang", EACH_SCRIPT)
def test_the_sheet_of_the_table(lang):
    """Turn order, every location of the scenario by side and part, every path."""
    for setup in TABLES:
        scenario, face = GAME["scenario"][setup["scenario"]], leaf("setup", lang, setup.id).front
        told = said(face)
        assert [GAME["chair"][id]["seat"] for id in setup["turns"]] == scenario["order"]
        lists = [row for row in GAME["location_list"].values() if row["scenario"] == scenario.id]
        assert setup["free"] + setup["shadow"] == [row.id for row in lists]
        places = [("battleground", id) for row in lists for id in row["battlegrounds"]]
        places += [("skirmish_site", id) for row in lists for id in row["sites"]]
        rounds = [row for row in GAME["schedule"].values() if row["scenario"] == scenario.id]
        assert setup["rounds"] == [row.id for row in rounds]
        assert ticks(face) == len(places) + len(rounds)
        places += [("battleground", id) for row in rounds for id in row["battlegrounds"]]
        places += [("path", id) for id in scenario["paths"]]
        for kind, id in places:
            assert GAME[kind][id]["name"][lang].replace("\u00a0", " ").split()[0] in told, (setup.id, id)
        assert sorted(id for road in setup["roads"] for id in GAME["print_road"][road]["paths"]) == sorted(
            scenario["paths"]
        )
        for special in scenario["special"]:
            last = re.findall(r"\w+", word(f"special_{special}", lang))[-1]
            assert last in told, (setup.id, special)


def test_set_up_can_be_asked_for_alone():
    """`--only setup/*`, of one scenario too."""
    assert set(sheets(only=["setup/*"])) == set(SETUP)
    assert sheets(only=["setup/epic-duel*"]) == ["epic-duel", "epic-duel.gandalf", "epic-duel.witch-king"]
    assert sheets(only=["setup/duel.witch-king"]) == ["trilogy", "duel.witch-king"]


def sheets(variant="", only=()):
    """What the set-up sheets show that are printed, each side of each leaf."""
    found = press.Shop(GAME, "en", variant=variant)
    leaves = [(component, row) for component, row, _ in found.plan("aids", only) if component.id == "setup"]
    return [found.shown_row(component, side, row).id for component, row in leaves for side in sides(component, row)]


def test_set_up_sheets_have_two_sides():
    """37 sheets on 19 leaves, each sheet once; of a scenario all it needs and one more side at most."""
    assert len(shop("en").plan("aids", ["setup"])) == 19
    assert sorted(sheets()) == sorted(SETUP)
    for scenario in GAME["scenario"]:
        own = {row.id for row in SETUP.values() if row["scenario"] == scenario}
        shown = sheets(scenario)
        assert own <= set(shown), scenario
        assert len(set(shown) - own) <= 1, scenario


@pytest.mark.parametrize("lang", EACH_SCRIPT)
def test_the_back_of_a_set_up_sheet(lang):
    """It is the other sheet as that would be on a front."""
    for row in SETUP.values():
        if "back" in row:
            assert body(leaf("setup", lang, row.id).back) == body(leaf("setup", lang, row["back"]).front), row.id


# ---------------------------------------------------------------------- tracks, sheets, tokens


def test_roads_are_the_path_deck():
    """9 steps of four, 18 of two in the Epic Duel, 9 of three in the base game; who must follow is named."""
    for key, steps, wide in (("full", 9, 4), ("epic", 18, 2), ("base", 9, 3)):
        roads = [row for row in GAME["print_road"].values() if row.id.startswith(f"{key}-")]
        assert [len(row["paths"]) for row in roads] == [wide] * steps
        for row in roads:
            assert all(GAME["path"][id]["number"] == row["number"] for id in row["paths"])
            if key == "epic":
                assert all(GAME["path"][id]["part"] == row["part"] for id in row["paths"])
    track = leaf("wotrcards-track", row="path-epic").front
    follows = [row for row in GAME["path"].values() if "next" in row]
    assert len(follows) == 4
    for row in follows:
        assert f"→ {GAME['path'][row['next']]['name']['en']}".split()[1] in said(track)
    assert ticks(track, 2.7) == 36


def test_turn_orders_of_all_scenarios():
    """A seat for each turn, in order, with the signs of its factions."""
    for scenario in GAME["scenario"].values():
        row = GAME["print_track"][f"order-{scenario.id}"]
        assert [GAME["chair"][id]["seat"] for id in row["turns"]] == scenario["order"]
        signs = drawn(leaf("wotrcards-track", row=row.id).front)
        wanted = Counter(f"wotrcards/seal-{one}" for id in row["turns"] for one in GAME["chair"][id]["factions"])
        assert not wanted - signs, scenario.id


@pytest.mark.parametrize("lang", EACH_SCRIPT)
def test_reference_sheets_name_every_location(lang):
    """Each battleground and site once, with the seals of all who may come there."""
    for kind, field in (("battleground", "battlegrounds"), ("skirmish_site", "sites")):
        ids = [id for row in GAME["print_sheet"].values() for id in row[field]]
        assert sorted(ids) == sorted(GAME[kind])
    for row in GAME["print_sheet"].values():
        face = leaf("wotrcards-locations", lang, row.id).front
        for kind, ids in (("battleground", row["battlegrounds"]), ("skirmish_site", row["sites"])):
            for id in ids:
                assert GAME[kind][id]["name"][lang].replace("\u00a0", " ") in said(face), id
        placed = [("skirmish_site", id) for id in row["sites"]] + [("battleground", id) for id in row["battlegrounds"]]
        came = sum(len(GAME[kind][id][who]) for kind, id in placed for who in ("defenders", "attackers"))
        seals = sum(count for name, count in drawn(face).items() if name.startswith("wotrcards/seal-"))
        assert seals == came + len(row["sites"]) + ("side" in row), row.id


def test_as_many_tokens_as_the_boxes_hold():
    """Those of both games; a control marker for every location that can be won."""
    for component, piece in (
        ("wotrcards-ring", "ring-token"),
        ("wotrcards-corruption", "corruption-token"),
        ("wotrcards-combat", "combat-token"),
        ("wotrcards-start", "starting-player-token"),
        ("wotrcards-control", "control-marker"),
    ):
        assert GAME["component"][component]["copies"] == GAME["piece"][piece]["count"], component
    aids = GAME["component"]["wotrcards-aid"]["copies"] * len(GAME["print_aid"])
    assert aids == GAME["piece"]["player-aid"]["count"] == 6


@pytest.mark.parametrize("lang", EACH_SCRIPT)
def test_player_aids_say_rules(lang):
    """Eight rules on each side, in the words of the rules."""
    for row in GAME["print_aid"].values():
        both = leaf("wotrcards-aid", lang, row.id)
        for face, field in ((both.front, "rules"), (both.back, "back_rules")):
            assert face is not None
            assert len(row[field]) == 8
            for id in row[field]:
                assert GAME["rule"][id]["text"][lang].replace("\u00a0", " ") in said(face), id


@pytest.mark.parametrize("lang", EACH_SCRIPT)
def test_the_list_of_alternates(lang):
    """What to swap, and how many: 30 cards and 2 battlegrounds."""
    face = leaf("wotrcards-alternates", lang).front
    assert sum(row["count"] for row in GAME["alternate"].values()) == 30 + 2 == GAME["piece"]["alternate"]["count"]
    for row in GAME["alternate"].values():
        assert row["says"][lang].replace("\u00a0", " ") in said(face), row.id


# ---------------------------------------------------------------------- boxes


def box_size(row: str) -> float:
    """How wide the net of a box is."""
    cuts = [
        item for item in leaf("wotrcards-box", row=row).front.items if isinstance(item, Shape) and item.line == "cut"
    ]
    steps = [step for item in cuts for step in item.path]
    across = [float(step[1]) for step in steps if len(step) > 2]
    return max(across) - min(across)


def test_a_box_is_as_thick_as_its_deck():
    """It says how many cards it is for, and two walls grow by the thickness of a card for each more."""
    wanted = {}
    for row in GAME["print_box"].values():
        if "deck" in row:
            wanted[row.id] = len(GAME["deck_list"][row["deck"]]["cards"])
        elif "locations" in row:
            found = GAME["location_list"][row["locations"]]
            wanted[row.id] = len(found["battlegrounds"]) + len(found["sites"])
        else:
            wanted[row.id] = len(GAME["path"])
        assert word("box_count", "en", n=wanted[row.id]).upper() in said(leaf("wotrcards-box", row=row.id).front)
    assert Counter(wanted.values()) == {30: 6, 45: 2, 25: 2, 20: 2, 22: 1, 14: 1, 36: 1}
    thin, thick = box_size("locations-shadow"), box_size("epic-free-1")
    assert thick - thin >= 2 * (45 - 14) * 0.3 - 1e-6


# ---------------------------------------------------------------------- the whole set


@pytest.mark.tier("exhaustive")
def test_the_whole_set(tmp_path):
    """Everything in one go, every kind a file."""
    paths = press.print_job(Job("wotrcards", "all", out=tmp_path / "set.pdf", ink="saver"))
    assert {path.name for path in paths} == {
        f"set-{kind}.pdf" for kind in ("guide", "cards", "tiles", "boxes", "boards", "aids", "aids-one-sided", "sheets")
    }


def test_a_score_sheet_with_an_address_bears_its_code():
    plain = leaf("wotrcards-score").front
    made_of = GAME["component"]["wotrcards-score"]
    coded = press.Shop(GAME, "en", EXAMPLE).leaf(made_of, None).front
    assert len(coded.items) > len(plain.items)


@pytest.mark.parametrize(
    ("name", "face"),
    [
        ("face_wotrcards_card_en", lambda: leaf("wotrcards-card", row="aragorn").front),
        ("face_wotrcards_own_ru", lambda: leaf("wotrcards-card", "ru", "bill-ferny").front),
        ("face_wotrcards_battleground_uk", lambda: leaf("wotrcards-battleground", "uk", "dunland").front),
        ("face_wotrcards_site_pl", lambda: leaf("wotrcards-site", "pl", "bree").front),
        ("face_wotrcards_path_en", lambda: leaf("wotrcards-path", row="the-black-gate").front),
        ("face_wotrcards_deck_pl", lambda: leaf("setup", "pl", "extended-trilogy.frodo").front),
        ("face_wotrcards_table_ru", lambda: leaf("setup", "ru", "epic-duel").front),
        ("face_wotrcards_order_uk", lambda: leaf("wotrcards-track", "uk", "order-extended-trilogy").front),
        ("face_wotrcards_box_en", lambda: leaf("wotrcards-box", row="epic-shadow-2").front),
        ("face_wotrcards_ring_ru", lambda: leaf("wotrcards-ring", "ru").front),
    ],
)
def test_wotrcards_faces_equal_their_golden_text(name, face, golden):
    """One face of each kind as text."""
    golden(f"{name}.txt", face_listing(face()))
