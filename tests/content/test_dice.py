"""The printed counts of the dice game, each with its arithmetic and its source.

rulebook: 003_50dc74b7b648bd3b.txt; public sources are named in content/dice/sources.yaml.
"""

from collections import Counter

import pytest

from companion.content.load import load
from companion.content.model import PROVENANCE

DICE = load("dice")
SYMBOLS = ["ring", "orc", "weapon", "nazgul", "gandalf", "white_tree"]
FAMILIES = {
    "DG-COMP": range(1, 5),
    "DG-SET": range(1, 5),
    "DG-TURN": range(1, 2),
    "DG-ROLL": range(1, 6),
    "DG-NAZ": range(1, 3),
    "DG-TREE": range(1, 5),
    "DG-ORC": range(1, 3),
    "DG-RING": range(1, 3),
    "DG-GAN": range(1, 4),
    "DG-MARK": range(1, 5),
    "DG-NEU": range(1, 2),
    "DG-ORDER": range(1, 2),
    "DG-ELIM": range(1, 5),
    "DG-END": range(1, 6),
    "DG-VAR": range(1, 2),
    "DG-ADV": range(0, 10),
    "DG-AMB": range(1, 18),
}


def marks(row) -> list[str]:
    prov = row.get("prov", ())
    return [str(mark) for mark in (prov.values() if isinstance(prov, dict) else [prov] if prov else [])]


def test_dice_tables_have_as_many_rows_as_the_game():
    """Every table of the folder, with the number of its rows."""
    counts = {kind: len(table) for kind, table in DICE.tables.items() if kind not in ("component", "lesson")}
    assert counts == {
        "game": 1,
        "source": 6,
        "die": 1 + 4,  # black and one for each hobbit (rulebook, list of components)
        "symbol": 6,  # rulebook, list of components
        "hobbit": 4,  # rulebook, set-up
        "place": 9 + 1,  # nine circles and the start, Bag End
        "square": 7,  # our choice, shorter than the road (public: buecher)
        "option": 3 + 5,  # end variant, first player, squares; the faces of each die
        "rule": 53 + 17,  # rules of the digest and its rulings
        "timeline": 1 + 4,  # rounds, and what matters in one
    }


def test_ids_of_dice_rules_never_change():
    """The ids of the rules digest: they stand in journals, tests and messages and never change."""
    ids = [f"{family}-{number}" for family, numbers in FAMILIES.items() for number in numbers]
    assert len(ids) == 4 + 4 + 1 + 5 + 2 + 4 + 2 + 2 + 3 + 4 + 1 + 1 + 4 + 5 + 1 + 10 + 17 == 70
    assert sorted(DICE["rule"]) == sorted(ids)


def test_rules_of_the_table():
    """Rules that every game shares: undo, redo, what was mistyped, turns, notes, draws, overruling, seats, room."""
    ids = ["TB-UNDO-1", "TB-REDO-1", "TB-TURN-1", "TB-NOTE-1", "TB-DRAW-1", "TB-DRAW-2", "TB-DRAW-3", "TB-DRAW-4"]
    ids += ["TB-AMEND-1", "TB-REAL-1", "TB-DRAW-5", "TB-DRAW-6", "TB-OVER-1", "TB-PAUSE-1", "TB-END-1"]
    ids += ["TB-SEAT-1", "TB-SEAT-2", "TB-SEAT-3", "TB-SEAT-4", "TB-SEAT-5", "TB-ROOM-1", "TB-HOST-1"]
    assert sorted(load("shared")["rule"]) == sorted(ids)


def test_every_rule_has_its_page():
    """A page of the rulebook's eight, for rulings the page of the rule they settle."""
    assert {rule["page"] for rule in DICE["rule"].values()} <= set(range(1, 8 + 1))
    assert Counter(rule["kind"] for rule in DICE["rule"].values()).total() == 70
    rulings = [id for id, rule in DICE["rule"].items() if id.startswith("DG-AMB")]
    assert all(DICE["rule"][id]["kind"] == "ruling" for id in rulings)


def test_five_dice_with_six_faces():
    """One black die, four in hobbit colours; each symbol once, the orc twice where there is no White Tree."""
    dice = DICE["die"]
    assert list(dice) == ["black", "yellow", "red", "blue", "green"]
    assert [len(row["faces"]) for row in dice.values()] == [6] * 5
    assert sorted(dice["black"]["faces"]) == sorted(SYMBOLS)
    for die in ("yellow", "red", "blue", "green"):
        assert Counter(dice[die]["faces"]) == {"ring": 1, "orc": 2, "weapon": 1, "nazgul": 1, "gandalf": 1}
    faces = [face for row in dice.values() for face in row["faces"]]
    assert Counter(faces) == {"ring": 5, "orc": 1 + 4 * 2, "weapon": 5, "nazgul": 5, "gandalf": 5, "white_tree": 1}
    assert all(row["prov"]["faces"] == "design" for row in dice.values())  # printed nowhere that we found


def test_six_symbols_with_letters_of_their_own():
    """What players type: six different letters."""
    assert list(DICE["symbol"]) == SYMBOLS
    assert [row["short"] for row in DICE["symbol"].values()] == ["r", "o", "w", "n", "g", "t"]


def test_four_hobbits_and_their_dice():
    """Frodo yellow, Sam red, Merry blue, Pippin green (rulebook: Sam and Merry; public: all four)."""
    assert {row.id: row["die"] for row in DICE["hobbit"].values()} == {
        "frodo": "yellow",
        "sam": "red",
        "merry": "blue",
        "pippin": "green",
    }


def test_the_road_has_nine_circles_after_bag_end():
    """Rivendell to Mordor in the order of the rulebook; the start is no circle."""
    places = DICE["place"]
    assert [row["circle"] for row in places.values()] == list(range(0, 9 + 1))
    assert list(places) == [
        "bag_end",
        "rivendell",
        "moria",
        "lothlorien",
        "rohan",
        "helms_deep",
        "gondor",
        "minas_tirith",
        "shelobs_lair",
        "mordor",
    ]


@pytest.mark.parametrize(
    ("place", "effect", "rule"),
    [
        ("bag_end", "none", None),
        ("rivendell", "keep_same", "DG-ADV-1"),
        ("moria", "gandalf_void", "DG-ADV-2"),
        ("lothlorien", "weapon_factor", "DG-ADV-3"),
        ("rohan", "reroll_once", "DG-ADV-4"),
        ("helms_deep", "orc_factor", "DG-ADV-5"),
        ("gondor", "nazgul_spares_active", "DG-ADV-6"),
        ("minas_tirith", "nazgul_all_on_active", "DG-ADV-7"),
        ("shelobs_lair", "ring_tax", "DG-ADV-8"),
        ("mordor", "goal", "DG-END-2"),
    ],
)
def test_what_each_place_does(place, effect, rule):
    """The effects of the advanced variant (rulebook), each with its rule."""
    row = DICE["place"][place]
    assert (row["effect"], row.get("rule")) == (effect, rule)


def test_numbers_of_the_places():
    """Weapons count double in Lothlórien, orcs in Helm's Deep; Shelob's Lair needs two Rings (rulebook)."""
    numbers = {row.id: (row.get("factor"), row.get("rings")) for row in DICE["place"].values()}
    assert {place: found for place, found in numbers.items() if found != (None, None)} == {
        "lothlorien": (2, None),
        "helms_deep": (2, None),
        "shelobs_lair": (None, 2),
    }


def test_the_nazgul_track_has_seven_squares():
    """Numbered from the start; the last one bears a Nazgûl (rulebook); their number is our choice and an option."""
    squares = list(DICE["square"].values())
    assert [row["number"] for row in squares] == list(range(1, 7 + 1))
    assert [row.get("symbol") for row in squares] == [None] * 6 + ["nazgul"]
    assert len(squares) < 9  # shorter than the road (public: buecher)
    assert DICE["option"]["squares"]["default"] == str(len(squares))


def test_players_and_variants():
    """Two to four players from eight years on, basic and advanced (rulebook)."""
    info = DICE.info
    assert (info["seats_min"], info["seats_max"], info["age_min"]) == (2, 4, 8)
    assert info["seats_max"] == len(DICE["hobbit"])
    assert info["variants"] == ["basic", "advanced"]


def test_design_values_are_options():
    """Whatever is our own choice and changes play can be chosen otherwise: the faces of each die, the squares."""
    assert [id for id, row in DICE["option"].items() if row["prov"] == "design"] == [
        "squares",
        *(f"faces_{die}" for die in DICE["die"]),
    ]


def test_every_fact_says_where_it_is_from():
    """A mark for each row of facts; `public` names its source; a rule's own mark fits its kind."""
    for kind in ("game", "die", "symbol", "hobbit", "place", "square", "option", "rule", "component"):
        for row in DICE[kind].values():
            assert marks(row), row.place
            for mark in marks(row):
                word, _, source = mark.partition(" ")
                assert word in PROVENANCE
                assert bool(source) == (word == "public")
                assert not source or source in DICE["source"]
    assert all(rule["prov"] == "ruling" for id, rule in DICE["rule"].items() if id.startswith("DG-AMB"))


def test_ids_are_of_one_cut():
    """Small letters, digits and underscores (dashes for what is printed); rules in capitals."""
    for kind in ("die", "symbol", "hobbit", "place", "option"):
        assert all(id.replace("_", "").isalnum() and id.islower() for id in DICE[kind]), kind


def test_what_can_be_printed():
    """A piece for each hobbit and die; what few people need waits to be named."""
    components = DICE["component"]
    pieces = Counter()
    for row in components.values():
        if not row.get("on_request", False):
            pieces[row["print"]] += row["copies"] * (len(DICE[row["each"]]) if "each" in row else 1)
    assert pieces == {"sheets": 4, "dice": 1 + 4, "aids": 4, "figures": 4, "tiles": 4 + 1, "boxes": 1}
    assert {row.id for row in components.values() if row.get("on_request", False)} == {
        "dice-route-large",
        "dice-route-page",
        "dice-pad-cover",
        "dice-sheet-box",
    }
