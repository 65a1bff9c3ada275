"""Scenarios, seats and decks of the card game, each sum with its arithmetic.

rulebook: 002_1692f824652c58db.txt (the expansion); public sources are named in content/wotrcards/sources.yaml.
"""

from collections import Counter

import pytest

from tests.content.wotrcards import GAME, PROBLEMS, TABLES, cards_of, copies, decks_of, factions_of

NORTH = "war-in-the-north"
EPIC_PARTS = [(seat, part) for seat in ("gandalf", "witch-king") for part in (1, 2, 3)]
# The decks that are listed, card by card: how many of each faction.
DECKS = {
    "extended-trilogy.frodo.1": {"dwarf": 6, "hobbit": 15, "rohan": 9},
    "extended-trilogy.witch-king.1": {"mordor": 30},
    "extended-trilogy.gandalf.1": {"elf": 18, "wizard": 12},
    "extended-trilogy.saruman.1": {"isengard": 14, "monstrous": 16},
    "extended-trilogy.aragorn.1": {"dunedain": 23, "northmen": 7},
    "extended-trilogy.bill-ferny.1": {"southron": 9, "easterling": 11, "ruffian": 10},
    "war-in-the-north.frodo.1": {"dwarf": 6, "hobbit": 15, "northmen": 7},
    "war-in-the-north.witch-king.1": {"easterling": 11, "mordor": 17},
    "war-in-the-north.strider.1": {"dunedain": 5, "elf": 18, "wizard": 5},
    "war-in-the-north.balrog.1": {"isengard": 2, "monstrous": 16, "ruffian": 10},
    "epic-duel.gandalf.1": {"dunedain": 7, "elf": 15, "dwarf": 3, "hobbit": 11, "wizard": 6, "northmen": 3},
    "epic-duel.gandalf.2": {"dunedain": 6, "elf": 3, "hobbit": 2, "rohan": 8, "wizard": 6},
    "epic-duel.gandalf.3": {"dunedain": 10, "dwarf": 3, "hobbit": 2, "rohan": 1, "northmen": 4},
    "epic-duel.witch-king.1": {"isengard": 7, "monstrous": 13, "mordor": 17, "easterling": 2, "ruffian": 6},
    "epic-duel.witch-king.2": {
        "isengard": 6, "monstrous": 2, "southron": 6, "mordor": 3, "easterling": 5, "ruffian": 3,
    },
    "epic-duel.witch-king.3": {
        "isengard": 1, "monstrous": 1, "southron": 3, "mordor": 10, "easterling": 4, "ruffian": 1,
    },
    "trilogy.frodo.1": {"dwarf": 2, "hobbit": 10, "rohan": 8, "wizard": 10},
    "trilogy.witch-king.1": {"mordor": 30},
    "trilogy.aragorn.1": {"dunedain": 17, "elf": 13},
    "trilogy.saruman.1": {"isengard": 12, "monstrous": 11, "southron": 7},
    "fellowship-of-the-ring.balrog.1": {"monstrous": 8, "mordor": 18, "isengard": 4},
    "fellowship-of-the-ring.gandalf.1": {"dunedain": 3, "dwarf": 2, "elf": 13, "hobbit": 8, "wizard": 4},
}  # fmt: skip
# How many cards each of them has, with the numbers above in their order.
TOTALS = {
    "extended-trilogy.frodo.1": 6 + 15 + 9,
    "extended-trilogy.witch-king.1": 30,
    "extended-trilogy.gandalf.1": 18 + 12,
    "extended-trilogy.saruman.1": 14 + 16,
    "extended-trilogy.aragorn.1": 23 + 7,
    "extended-trilogy.bill-ferny.1": 9 + 11 + 10,
    "war-in-the-north.frodo.1": 6 + 15 + 7,
    "war-in-the-north.witch-king.1": 11 + 17,
    "war-in-the-north.strider.1": 5 + 18 + 5,
    "war-in-the-north.balrog.1": 2 + 16 + 10,
    "epic-duel.gandalf.1": 7 + 15 + 3 + 11 + 6 + 3,
    "epic-duel.gandalf.2": 6 + 3 + 2 + 8 + 6,
    "epic-duel.gandalf.3": 10 + 3 + 2 + 1 + 4,
    "epic-duel.witch-king.1": 7 + 13 + 17 + 2 + 6,
    "epic-duel.witch-king.2": 6 + 2 + 6 + 3 + 5 + 3,
    "epic-duel.witch-king.3": 1 + 1 + 3 + 10 + 4 + 1,
    "trilogy.frodo.1": 2 + 10 + 8 + 10,
    "trilogy.witch-king.1": 30,
    "trilogy.aragorn.1": 17 + 13,
    "trilogy.saruman.1": 12 + 11 + 7,
    "fellowship-of-the-ring.balrog.1": 8 + 18 + 4,
    "fellowship-of-the-ring.gandalf.1": 3 + 2 + 13 + 8 + 4,
}


def test_tables_have_no_faults():
    """Each is read whole, and everything that it names exists."""
    ours = tuple(f"content/wotrcards/{name}.yaml:" for name in TABLES.values())
    assert [fault for fault in PROBLEMS if fault.startswith(ours)] == []
    assert set(TABLES) <= set(GAME.tables)


# --- scenarios and seats ----------------------------------------------------------------------------------------------


def test_scenarios_are_the_variants():
    """They are offered in one order, the one with all cards first; 2 to 6 decks take part."""
    assert GAME.info["variants"] == list(GAME["scenario"])
    assert GAME.info["variants"][0] == "extended-trilogy"
    seats = [len(set(row["order"])) for row in GAME["scenario"].values()]
    assert (GAME.info["seats_min"], GAME.info["seats_max"]) == (min(seats), max(seats)) == (2, 6)


def test_turn_orders_begin_with_their_first_seat():
    """The seats in the order of their turns; the first one starts."""
    assert {row.id: row["order"] for row in GAME["scenario"].values()} == {
        "extended-trilogy": ["frodo", "witch-king", "gandalf", "saruman", "aragorn", "bill-ferny"],
        "war-in-the-north": ["frodo", "witch-king", "strider", "balrog"],
        "war-in-the-north-duel": ["gandalf", "witch-king"],
        "war-in-the-north-duel-3": ["gandalf", "witch-king", "gandalf", "balrog"],
        "epic-duel": ["gandalf", "witch-king"],
        "trilogy": ["frodo", "witch-king", "aragorn", "saruman"],
        "duel": ["gandalf", "witch-king"],
        "duel-3": ["gandalf", "witch-king", "gandalf", "saruman"],
        "fellowship-of-the-ring": ["balrog", "gandalf"],
    }


def test_sides_take_turns():
    """Neither side ever has two turns in a row, not even from one round to the next."""
    for row in GAME["scenario"].values():
        sides = [GAME["seat"][seat]["side"] for seat in row["order"]]
        assert all(here != there for here, there in zip(sides, [*sides[1:], sides[0]], strict=True)), row.place


def test_people_and_special_rules():
    """How many people may play, and what the scenario adds to the rules."""
    assert {
        row.id: (row["people_min"], row["people_max"], row["special"]) for row in GAME["scenario"].values()
    } == {
        "extended-trilogy": (2, 6, []),
        "war-in-the-north": (2, 4, ["encroaches"]),
        "war-in-the-north-duel": (2, 2, ["strict_paths", "twice", "encroaches"]),
        "war-in-the-north-duel-3": (3, 3, ["strict_paths", "twice", "encroaches"]),
        "epic-duel": (2, 2, ["twice", "long_road", "parts"]),
        "trilogy": (2, 4, []),
        "duel": (2, 2, ["strict_paths", "twice"]),
        "duel-3": (3, 3, ["strict_paths", "twice"]),
        "fellowship-of-the-ring": (2, 2, ["schedule"]),
    }  # fmt: skip


def test_chairs_are_the_seats_of_their_scenario():
    """One chair for each seat that has a turn, and one deck or three parts of it for each chair."""
    for scenario in GAME["scenario"].values():
        seats = list(dict.fromkeys(scenario["order"]))
        chairs = [row for row in GAME["chair"].values() if row["scenario"] == scenario.id]
        assert [row.id for row in chairs] == [f"{scenario.id}.{seat}" for seat in seats]
        assert [row["seat"] for row in chairs] == seats
        parts = [1, 2, 3] if "parts" in scenario["special"] else [1]
        decks = [row for row in GAME["deck_list"].values() if row["scenario"] == scenario.id]
        assert [row.id for row in decks] == [f"{scenario.id}.{seat}.{part}" for seat in seats for part in parts]
        assert [(row["seat"], row["part"]) for row in decks] == [(seat, part) for seat in seats for part in parts]


@pytest.mark.parametrize(
    ("scenarios", "free", "shadow"),
    [
        (("extended-trilogy", "trilogy", NORTH), (7, 2, 3, "once", 1), (7, 2, 4, "once", 1)),
        (("duel", f"{NORTH}-duel"), (4, 0, 4, "round", 0), (6, 0, 6, "round", 0)),
        (("duel-3", f"{NORTH}-duel-3"), (6, 0, 6, "round", 0), (7, 2, 4, "once", 0)),
        (("epic-duel",), (7, 2, 4, "round", 0), (7, 0, 6, "round", 0)),
        (("fellowship-of-the-ring",), (7, 2, 3, "none", 0), (7, 2, 4, "none", 0)),
    ],
)
def test_starting_cards_draw_and_ring_token(scenarios, free, shadow):
    """Cards at the start, cards cycled, cards of the draw step, use of the Ring token and its VP at the end."""
    for row in GAME["chair"].values():
        if row["scenario"] in scenarios:
            side = GAME["seat"][row["seat"]]["side"]
            found = tuple(row[field] for field in ("start", "cycle", "draw", "ring", "ring_points"))
            assert found == {"free": free, "shadow": shadow}[side], row.place


def test_rules_and_pages():
    """Each scenario names a rule that is its own; the rulebook's text gives one page only."""
    assert {row.id: row["page"] for row in GAME["scenario"].values() if "page" in row} == {"extended-trilogy": 6}
    for row in GAME["scenario"].values():
        rule = GAME["rule"][row["rule"]]
        assert rule.get("page") == row.get("page"), row.place


# --- decks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", DECKS)
def test_every_listed_deck_sums_to_what_its_source_says(deck):
    """By faction as the source gives it, and in all."""
    row = GAME["deck_list"][deck]
    assert dict(factions_of(row["cards"])) == DECKS[deck]
    assert len(row["cards"]) == row["stated"] == TOTALS[deck] == sum(DECKS[deck].values())


def test_decks_are_listed_or_shuffled_together():
    """Every deck is one or the other, and nothing is shuffled together that is not listed."""
    for row in GAME["deck_list"].values():
        assert ("cards" in row) != ("merges" in row), row.place
        assert ("cards" in row) == (row.id in DECKS), row.place
        assert all(id in DECKS for id in row.get("merges", ())), row.place
        assert len(cards_of(row)) == row["stated"], row.place


def test_28_cards_in_war_in_the_north():
    """Four decks of 28; the two of a side together in a Duel."""
    sizes = {name: [len(cards) for cards in decks_of(name).values()] for name in GAME["scenario"]}
    assert sizes[NORTH] == [28, 28, 28, 28]
    assert sizes[f"{NORTH}-duel"] == [28 + 28, 28 + 28]
    assert sizes[f"{NORTH}-duel-3"] == [28 + 28, 28, 28]


def test_30_cards_in_trilogies_60_in_duels():
    """120 cards of the base game, 180 with the expansion."""
    sizes = {name: [len(cards) for cards in decks_of(name).values()] for name in GAME["scenario"]}
    assert sizes["trilogy"] == [30, 30, 30, 30]
    assert sizes["duel"] == [30 + 30, 30 + 30]
    assert sizes["duel-3"] == [30 + 30, 30, 30]
    assert sizes["fellowship-of-the-ring"] == [30, 30]
    assert sizes["extended-trilogy"] == [30] * 6
    assert (sum(sizes["trilogy"]), sum(sizes["extended-trilogy"])) == (4 * 30, 6 * 30) == (120, 180)


def test_45_25_and_20_cards_in_the_epic_duel():
    """Draw deck, cycle pile and the part set aside of each side."""
    stated = [row["stated"] for row in GAME["deck_list"].values() if row["scenario"] == "epic-duel"]
    assert stated == [45, 25, 20] * 2
    assert 2 * (45 + 25 + 20) == 180 == sum(copies("epic-duel").values())


def test_a_card_is_in_one_deck():
    """No card of a scenario is in the decks of two seats, however many copies it has."""
    for scenario in GAME["scenario"]:
        decks = list(decks_of(scenario).values())
        seats = Counter(card for cards in decks for card in set(cards))
        assert [card for card, number in seats.items() if number > 1] == [], scenario


def test_no_more_copies_than_there_are():
    """All 180 cards of 170 titles where everything is used, never more of a card than exist."""
    printed = Counter({row.id: row["copies"] for row in GAME["card"].values()})
    assert (len(printed), sum(printed.values())) == (170, 180)
    assert copies("extended-trilogy") == copies("epic-duel") == printed
    for scenario in GAME["scenario"]:
        assert copies(scenario) <= printed, scenario


def test_cards_of_the_base_game():
    """The Trilogy uses all 120 and nothing else; no scenario of the base game needs the expansion."""
    base = [row for row in GAME["card"].values() if row["set"] in ("base", "both")]
    assert copies("trilogy") == Counter({row.id: row.get("base_copies", row["copies"]) for row in base})
    for row in GAME["scenario"].values():
        if row["set"] == "base":
            assert copies(row.id) <= copies("trilogy"), row.place
    sums = Counter(GAME["seat"][seat]["side"] for seat, cards in decks_of("trilogy").items() for _ in cards)
    assert sums == {"free": 60, "shadow": 60}


def test_factions_as_many_as_they_have_cards():
    """The sums of every faction over the base game, over everything and over the parts of the Epic Duel."""
    base, every = (factions_of(list(copies(name).elements())) for name in ("trilogy", "extended-trilogy"))
    rows = [row for row in GAME["faction"].values() if not row.get("wild")]
    assert {row.id: (base[row.id], every[row.id]) for row in rows} == {
        "dunedain": (17, 17 + 6),
        "elf": (13, 13 + 5),
        "dwarf": (2, 2 + 4),
        "hobbit": (10, 10 + 5),
        "northmen": (0, 7),
        "rohan": (8, 8 + 1),
        "wizard": (10, 10 + 2),
        "isengard": (12, 12 + 2),
        "monstrous": (11, 11 + 5),
        "mordor": (30, 30),
        "southron": (7, 7 + 2),
        "easterling": (0, 11),
        "ruffian": (0, 10),
    }
    for row in rows:
        assert (row["base_cards"], row["cards"]) == (base[row.id], every[row.id]), row.place
        assert sum(DECKS[f"epic-duel.{seat}.{part}"].get(row.id, 0) for seat, part in EPIC_PARTS) == row["cards"]
    assert sum(row["cards"] - row["base_cards"] for row in rows) == 30 + 30 == 60


def test_the_factions_of_a_chair_are_those_of_its_deck():
    """So `the Elf player` is somebody exactly where a deck has Elves; nobody holds cards of the other side."""
    for row in GAME["chair"].values():
        cards = decks_of(row["scenario"])[row["seat"]]
        assert sorted(row["factions"]) == sorted(factions_of(cards)), row.place
        assert {GAME["faction"][id]["side"] for id in row["factions"]} == {GAME["seat"][row["seat"]]["side"]}, row.place
