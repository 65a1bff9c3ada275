"""The printed counts of the cooperative game, each with its arithmetic and its source.

rulebook: 000_b26ea4b55f22439c.txt; public sources are named in content/fellowship/sources.yaml.
"""

from collections import Counter
from collections.abc import Mapping

from tests.content.fellowship import GAME, OTHERS, TRACKS, effect, effects, steps_of


def gained(kind: str) -> list[str]:
    """Legendary cards that rows of a kind name, as often as they do."""
    return [step["card"] for k, _, does in effects() if k == kind for step in steps_of(does) if taken(step)]


def taken(step: Mapping) -> bool:
    return step["do"] == "take_card" and "card" in step


def test_fellowship_tables_have_as_many_rows_as_the_game():
    """Every table of the folder, with the number of its rows."""
    counts = {kind: len(table) for kind, table in GAME.tables.items() if kind not in OTHERS}
    assert counts == {
        "source": 9,
        "piece": 20,  # rulebook, list of components; tokens by type
        "symbol": 4 + 1,  # one for each kind of track, and the star
        "colour": 3,
        "life": 3,
        "rune": 3 + 3,  # values of silver and golden ones
        "travel_card": 5 + 4,  # brown with the wild ones, grey without
        "legendary_card": 12 + 2 + 12 + 4 + 2 + 3,
        "epic_card": 8 + 1,  # and Gollum
        "gandalf_card": 5,
        "hobbit": 5,
        "setup": 4,  # two to five players
        "story_tile": 4 + 1 + 4,  # progress, event, trouble
        "face": 6,
        "place": 3 + 4,  # havens and adventures
        "haven_action": 3 * 3,
        "board": 4,
        "track": 3 + 3 + 3 + 4,
        "space": 27 + 30 + 30 + 38,
        "sign": 9,
        "event": 4 * 6,
        "finale": 1,
        "window": 8,
        "mode": 3,
        "option": 3 + 5 + 2,  # variants, switches of rulings, what is real
        "choice": 5 * 2,
        "value": 17,
        "bot_weight": 35,
        "bot_value": 23,
        "rule": 206,
    }


def test_what_lies_in_the_box():
    """Rulebook, list of components."""
    assert {row.id: row["count"] for row in GAME["piece"].values()} == {
        "rulebook": 1,
        "main_board": 1,
        "adventure_board": 2,
        "travel_card": 60,
        "legendary_card": 35,
        "gandalf_card": 5,
        "hobbit_card": 5,
        "story_tile": 23,
        "hobbit_figure": 5,
        "sauron_figure": 1,
        "base": 5 + 1,
        "progress_marker": 1 + 4,  # main board, and the four tracks of Mordor
        "event_marker": 1,
        "life_heart": 3,
        "life_sun": 3,
        "life_ring": 5,
        "rune_silver": 26,
        "rune_gold": 6,
        "ring_marker": 1,
        "threat_die": 1,
    }
    assert sum(GAME["piece"][row["piece"]]["count"] for row in GAME["life"].values()) == 3 + 3 + 5 == 11


def test_there_are_60_travel_cards_in_three_colours():
    """60 in all (rulebook); 28 + 12 brown and 20 grey (public: TNS, SIB, DRS)."""
    cards = GAME["travel_card"].values()
    count = Counter()
    for row in cards:
        count[row["colour"], row["symbol"]] += row["count"]
        assert (row["symbols"], row.id) == (1, f"{row['colour']}-{row['symbol']}")
    assert count == {("brown", s): 7 for s in TRACKS} | {("grey", s): 5 for s in TRACKS} | {("brown", "wild"): 12}
    assert sum(count.values()) == 4 * 7 + 12 + 4 * 5 == GAME["piece"]["travel_card"]["count"] == 60


def test_there_are_35_legendary_cards_by_place():
    """35 by place (rulebook); colours, symbols and ways of gain (public: TNS)."""
    cards = GAME["legendary_card"].values()
    assert Counter(row["place"] for row in cards) == {
        "rivendell": 12,
        "moria": 2,
        "lorien": 12,
        "helms_deep": 4,
        "shelob": 2,
        "mordor": 3,
    }
    assert len(cards) == 12 + 2 + 12 + 4 + 2 + 3 == GAME["piece"]["legendary_card"]["count"] == 35
    colours = Counter((row["place"], row["colour"]) for row in cards)
    assert colours["rivendell", "green"] == colours["lorien", "green"] == 4
    assert Counter(row["colour"] for row in cards) == {"brown": 5 + 2 + 2 + 2, "grey": 3 + 2 + 8 + 2 + 1, "green": 8}
    symbols = Counter()
    for row in cards:
        symbols[row.get("symbol")] += row["symbols"]
        assert (row["colour"] == "green") == ("symbol" not in row) == (row["symbols"] == 0), row.place
    assert symbols == {
        "wild": 2 + 2 + 1 + 2 + 2 + 1 + 3 + 2,  # Aragorn Glamdring Sting, Arwen Galadriel Box of Earth, Gollum, Éowyn
        "fight": 2 + 2 + 2 + 1 + 2 + 2 + 2,  # Boromir Gimli Andúril, Bow, Éomer Riders, Army of the Dead
        "travel": 2 + 2 + 1 + 2 + 2 + 2 + 2,  # Gandalf, Elven Rope Boat, Théoden Shadowfax, Faramir, Ghân
        "hide": 2 + 1 + 2,  # Legolas, Book, Elven Cloak
        "friendship": 2 + 1,  # Pipe, Brooch
        None: 0,
    }
    gimli, gollum = GAME["legendary_card"]["gimli"], GAME["legendary_card"]["gollum"]
    assert (gimli["colour"], gimli["symbol"], gimli["symbols"]) == ("brown", "fight", 2)  # rulebook, p. 10
    assert (gollum["symbol"], gollum["symbols"]) == ("wild", 3)  # rulebook, p. 18


def test_every_legendary_card_can_be_had():
    """12 + 12 dealt in havens, 1 + 3 + 1 + 3 on spaces, 1 + 1 + 1 from events; none twice."""
    cards = GAME["legendary_card"].values()
    by = {gain: {row.id for row in cards if row["gain"] == gain} for gain in ("track", "event")}
    spaces = [row["card"] for row in GAME["space"].values() if "card" in row]
    assert sorted(spaces) == sorted(by["track"])
    assert len(spaces) == 1 + 3 + 1 + 3
    assert sorted(gained("event")) == sorted(by["event"]) == ["gollum", "pipe", "riders"]
    dealt = {row["place"] for row in cards if row["gain"] == "deal"}
    actions = [step["place"] for k, _, e in effects() for step in steps_of(e) if step["do"] == "deal_legendary"]
    assert sorted(actions) == sorted(dealt) == ["lorien", "rivendell"]
    for row in GAME["space"].values():
        if "card" in row:
            board = GAME["track"][row["track"]]["board"]
            assert GAME["legendary_card"][row["card"]]["place"] == GAME["board"][board]["place"], row.place


def test_epic_cards_are_the_green_ones_and_gollum():
    """Eight green cards, four a haven, and one brown card with a price (rulebook, p. 18)."""
    green = {row.id for row in GAME["legendary_card"].values() if row["colour"] == "green"}
    assert set(GAME["epic_card"]) == green | {"gollum"}
    for row in GAME["epic_card"].values():
        assert row["card"] == row.id
        assert ("window" in row) == (row.id in green)
    assert {row.id: row.get("window") for row in GAME["epic_card"].values()} == {
        "miruvor": "any",
        "mithril": "after_die_roll",
        "athelas": "missing_tokens",
        "staff": "after_reveal",
        "phial": "before_reveal",
        "belt": "before_die_roll",
        "elessar": "any",
        "lembas": "any",
        "gollum": None,
    }
    assert {row.id: row["ring"] for row in GAME["epic_card"].values() if "ring" in row} == {
        "mithril": "harm_only",
        "belt": "forbidden",
    }
    assert [row.id for row in GAME["epic_card"].values() if row.get("doom")] == ["mithril", "belt"]


def test_there_are_five_gandalf_cards_with_windows():
    """Five, each with a window (rulebook, pp. 17-18)."""
    assert {row.id: row["window"] for row in GAME["gandalf_card"].values()} == {
        "healing": "any",
        "persistence": "any",
        "guidance": "any",
        "foresight": "adventure",
        "magic": "event_about_to_move",
    }
    used = {row["window"] for kind in ("gandalf_card", "epic_card") for row in GAME[kind].values() if "window" in row}
    assert used == set(GAME["window"])


def test_there_are_23_story_tiles():
    """23 in all (rulebook); 4·3 progress, 6 of time, 2 + 1 + 1 + 1 of trouble (public: TNS, SIB)."""
    tiles = GAME["story_tile"]
    assert {row.id: row["count"] for row in tiles.values()} == {
        **dict.fromkeys(TRACKS, 3),
        "relentless_time": 6,
        "ring_influence": 2,
        "saurons_will": 1,
        "meagre_choice": 1,
        "retreat": 1,
    }
    assert sum(row["count"] for row in tiles.values()) == 4 * 3 + 6 + 2 + 1 + 1 + 1 == 23
    assert [row.id for row in tiles.values() if row["kind"] == "progress"] == TRACKS
    assert all(tiles[symbol]["symbol"] == symbol for symbol in TRACKS)
    # six tiles of time end an adventure of six events before the stack is out (LR-TILE-10)
    assert tiles["relentless_time"]["count"] == 6 == max(row["at"] for row in GAME["event"].values())


def test_there_are_26_silver_and_6_golden_runes():
    """26 silver and 6 golden (rulebook), worth as much as the boards can give."""
    silver = {row["value"]: row["count"] for row in GAME["rune"].values() if row["piece"] == "rune_silver"}
    gold = {row["value"]: row["count"] for row in GAME["rune"].values() if row["piece"] == "rune_gold"}
    assert (silver, gold) == ({1: 10, 2: 8, 3: 8}, {1: 2, 2: 2, 3: 2})
    assert sum(silver.values()) == 10 + 8 + 8 == GAME["piece"]["rune_silver"]["count"] == 26
    assert sum(gold.values()) == 2 + 2 + 2 == GAME["piece"]["rune_gold"]["count"] == 6
    assert sum(value * count for value, count in silver.items()) == 10 * 1 + 8 * 2 + 8 * 3 == 50
    signs = Counter(row["sign"] for row in GAME["space"].values())
    assert signs["rune"] == 9 + 11 + 11 + 19 == 50
    assert signs["gold"] + 1 == 1 + 1 + 1 + 1 < 6  # one a board before Mordor, one for the destruction


def test_the_threat_die():
    """Six different faces; the Ring moves 4 less the symbols (rulebook, pp. 11 and 16)."""
    faces = list(GAME["face"].values())
    assert [row["face"] for row in faces] == [1, 2, 3, 4, 5, 6]
    assert {row.id: (row["symbols"], row["ring_spaces"]) for row in faces} == {
        "one": (1, 3),
        "two": (2, 2),
        "three": (3, 1),
        "discard": (2, 2),
        "eye": (1, 3),
        "blank": (0, 4),
    }
    for row in faces:
        assert row["ring_spaces"] == GAME["value"]["ring_spaces"]["number"] - row["symbols"]
    right = {row.id: step["steps"] for row in faces for step in effect(row) if step["do"] == "right"}
    assert right == {"one": 1, "two": 2, "three": 3}
    soften = effect(GAME["hobbit"]["sam"], "power")[0]
    assert (soften["do"], soften["steps"], soften["cards"]) == ("soften_die", 1, 1)


def test_hobbits_and_players():
    """One more hobbit for each player from the third on (rulebook, set-up step 12)."""
    hobbits = list(GAME["hobbit"])
    assert hobbits == ["frodo", "sam", "pippin", "merry", "fatty"]
    assert [row.id for row in GAME["hobbit"].values() if row.get("first_bearer")] == ["frodo"]
    assert [row["players"] for row in GAME["setup"].values()] == [2, 3, 4, 5]
    for row in GAME["setup"].values():
        assert row["hobbits"] == hobbits[: row["players"]]
        assert row["hobbits"] == [h.id for h in GAME["hobbit"].values() if h["players_min"] <= row["players"]]
        assert (len(row["dealt"]), sum(row["dealt"])) == (row["players"], 12)
        assert row["dealt"] == [12 // row["players"] + (n < 12 % row["players"]) for n in range(row["players"])]
    assert GAME["piece"]["hobbit_card"]["count"] == GAME["piece"]["hobbit_figure"]["count"] == len(hobbits)
