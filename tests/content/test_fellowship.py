"""The printed counts of the cooperative game, each with its arithmetic and its source.

rulebook: 000_b26ea4b55f22439c.txt; public sources are named in content/fellowship/sources.yaml.
"""

import re
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping

import pytest

from companion import resources
from companion.content.load import load, read
from companion.content.model import LANGUAGES, PROVENANCE, Content
from tests.content.test_texts import CYRILLIC, values_of, words_of

FOLDER = resources.root() / "content" / "fellowship"
WORDS = "{en: a, pl: b, ru: в, uk: г}"
STAND_IN = {
    "game.yaml": f"kind: game\nfields: {{id: id, title: words}}\nrows:\n- {{id: fellowship, title: {WORDS}}}\n",
    "components.yaml": (
        "kind: component\nfields: {id: id, print: text, title: words, front: text, copies: int}\n"
        f"rows:\n- {{id: card, print: cards, title: {WORDS}, front: card, copies: 1}}\n"
    ),
}
OTHERS = ("word", "print_word", "print_look", "print_step", "web_word", "component", "game")  # tested elsewhere
TRACKS = ["fight", "friendship", "hide", "travel"]


@pytest.fixture(scope="module")
def game(tmp_path_factory) -> Content:
    """The folder as it is, or with a stand-in for the files that make it a game."""
    if (FOLDER / "game.yaml").is_file():
        return load("fellowship")
    root = tmp_path_factory.mktemp("root")
    copy = root / "content" / "fellowship"
    shutil.copytree(FOLDER, copy)
    for name, text in STAND_IN.items():
        if not (copy / name).exists():
            (copy / name).write_text(text, encoding="utf-8")
    problems: list[str] = []
    content = read("fellowship", problems, root)
    assert problems == []
    return content


def marks(row) -> list[str]:
    prov = row.get("prov", ())
    return [str(mark) for mark in (prov.values() if isinstance(prov, dict) else [prov] if prov else [])]


def steps_of(effect) -> Iterator[Mapping]:
    """Every step of a list of steps, those inside others too."""
    for step in effect:
        yield step
        for key in ("then", "else"):
            yield from steps_of(step.get(key, ()))
        for branch in step.get("of", ()):
            yield from steps_of(branch)


def effects_of(game: Content) -> Iterator[tuple[str, str, list]]:
    """Kind, place and steps of everything that does something."""
    for kind, table in game.tables.items():
        for field in ("effect", "power"):
            if table.schema.get(field) == "list map":
                for row in table.values():
                    yield kind, row.place, row[field]


def gained(game: Content, kind: str) -> list[str]:
    """Legendary cards that rows of a kind name, as often as they do."""
    return [step["card"] for k, _, effect in effects_of(game) if k == kind for step in steps_of(effect) if taken(step)]


def taken(step: Mapping) -> bool:
    return step["do"] == "take_card" and "card" in step


# --- what is in the box ----------------------------------------------------------------------------------------------


def test_kinds_and_their_numbers(game):
    """Every table of the folder, with the number of its rows."""
    counts = {kind: len(table) for kind, table in game.tables.items() if kind not in OTHERS}
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
        "effect": 37,
        "window": 8,
        "mode": 3,
        "option": 3 + 5 + 2,  # variants, switches of rulings, what is real
        "choice": 5 * 2,
        "value": 17,
        "rule": 206,
    }


def test_what_lies_in_the_box(game):
    """Rulebook, list of components."""
    assert {row.id: row["count"] for row in game["piece"].values()} == {
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
    assert sum(game["piece"][row["piece"]]["count"] for row in game["life"].values()) == 3 + 3 + 5 == 11


def test_travel_cards(game):
    """60 in all (rulebook); 28 + 12 brown and 20 grey (public: TNS, SIB, DRS)."""
    cards = game["travel_card"].values()
    count = Counter()
    for row in cards:
        count[row["colour"], row["symbol"]] += row["count"]
        assert (row["symbols"], row.id) == (1, f"{row['colour']}-{row['symbol']}")
    assert count == {("brown", s): 7 for s in TRACKS} | {("grey", s): 5 for s in TRACKS} | {("brown", "wild"): 12}
    assert sum(count.values()) == 4 * 7 + 12 + 4 * 5 == game["piece"]["travel_card"]["count"] == 60


def test_legendary_cards(game):
    """35 by place (rulebook); colours, symbols and ways of gain (public: TNS)."""
    cards = game["legendary_card"].values()
    assert Counter(row["place"] for row in cards) == {
        "rivendell": 12,
        "moria": 2,
        "lorien": 12,
        "helms_deep": 4,
        "shelob": 2,
        "mordor": 3,
    }
    assert len(cards) == 12 + 2 + 12 + 4 + 2 + 3 == game["piece"]["legendary_card"]["count"] == 35
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
    gimli, gollum = game["legendary_card"]["gimli"], game["legendary_card"]["gollum"]
    assert (gimli["colour"], gimli["symbol"], gimli["symbols"]) == ("brown", "fight", 2)  # rulebook, p. 10
    assert (gollum["symbol"], gollum["symbols"]) == ("wild", 3)  # rulebook, p. 18


def test_every_legendary_card_can_be_had(game):
    """12 + 12 dealt in havens, 1 + 3 + 1 + 3 on spaces, 1 + 1 + 1 from events; none twice."""
    cards = game["legendary_card"].values()
    by = {gain: {row.id for row in cards if row["gain"] == gain} for gain in ("track", "event")}
    spaces = [row["card"] for row in game["space"].values() if "card" in row]
    assert sorted(spaces) == sorted(by["track"])
    assert len(spaces) == 1 + 3 + 1 + 3
    assert sorted(gained(game, "event")) == sorted(by["event"]) == ["gollum", "pipe", "riders"]
    dealt = {row["place"] for row in cards if row["gain"] == "deal"}
    actions = [step["place"] for k, _, e in effects_of(game) for step in steps_of(e) if step["do"] == "deal_legendary"]
    assert sorted(actions) == sorted(dealt) == ["lorien", "rivendell"]
    for row in game["space"].values():
        if "card" in row:
            board = game["track"][row["track"]]["board"]
            assert game["legendary_card"][row["card"]]["place"] == game["board"][board]["place"], row.place


def test_epic_cards_are_the_green_ones_and_gollum(game):
    """Eight green cards, four a haven, and one brown card with a price (rulebook, p. 18)."""
    green = {row.id for row in game["legendary_card"].values() if row["colour"] == "green"}
    assert set(game["epic_card"]) == green | {"gollum"}
    for row in game["epic_card"].values():
        assert row["card"] == row.id
        assert ("window" in row) == (row.id in green)
    assert {row.id: row.get("window") for row in game["epic_card"].values()} == {
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
    assert {row.id: row["ring"] for row in game["epic_card"].values() if "ring" in row} == {
        "mithril": "harm_only",
        "belt": "forbidden",
    }
    assert [row.id for row in game["epic_card"].values() if row.get("doom")] == ["mithril", "belt"]


def test_gandalf_cards(game):
    """Five, each with a window (rulebook, pp. 17-18)."""
    assert {row.id: row["window"] for row in game["gandalf_card"].values()} == {
        "healing": "any",
        "persistence": "any",
        "guidance": "any",
        "foresight": "adventure",
        "magic": "event_about_to_move",
    }
    used = {row["window"] for kind in ("gandalf_card", "epic_card") for row in game[kind].values() if "window" in row}
    assert used == set(game["window"])


def test_story_tiles(game):
    """23 in all (rulebook); 4·3 progress, 6 of time, 2 + 1 + 1 + 1 of trouble (public: TNS, SIB)."""
    tiles = game["story_tile"]
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
    assert tiles["relentless_time"]["count"] == 6 == max(row["at"] for row in game["event"].values())


def test_runes(game):
    """26 silver and 6 golden (rulebook), worth as much as the boards can give."""
    silver = {row["value"]: row["count"] for row in game["rune"].values() if row["piece"] == "rune_silver"}
    gold = {row["value"]: row["count"] for row in game["rune"].values() if row["piece"] == "rune_gold"}
    assert (silver, gold) == ({1: 10, 2: 8, 3: 8}, {1: 2, 2: 2, 3: 2})
    assert sum(silver.values()) == 10 + 8 + 8 == game["piece"]["rune_silver"]["count"] == 26
    assert sum(gold.values()) == 2 + 2 + 2 == game["piece"]["rune_gold"]["count"] == 6
    assert sum(value * count for value, count in silver.items()) == 10 * 1 + 8 * 2 + 8 * 3 == 50
    signs = Counter(row["sign"] for row in game["space"].values())
    assert signs["rune"] == 9 + 11 + 11 + 19 == 50
    assert signs["gold"] + 1 == 1 + 1 + 1 + 1 < 6  # one a board before Mordor, one for the destruction


def test_the_threat_die(game):
    """Six different faces; the Ring moves 4 less the symbols (rulebook, pp. 11 and 16)."""
    faces = list(game["face"].values())
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
        assert row["ring_spaces"] == game["value"]["ring_spaces"]["number"] - row["symbols"]
    right = {row.id: step["steps"] for row in faces for step in row["effect"] if step["do"] == "right"}
    assert right == {"one": 1, "two": 2, "three": 3}
    soften = game["hobbit"]["sam"]["power"][0]
    assert (soften["do"], soften["steps"], soften["cards"]) == ("soften_die", 1, 1)


def test_hobbits_and_players(game):
    """One more hobbit for each player from the third on (rulebook, set-up step 12)."""
    hobbits = list(game["hobbit"])
    assert hobbits == ["frodo", "sam", "pippin", "merry", "fatty"]
    assert [row.id for row in game["hobbit"].values() if row.get("first_bearer")] == ["frodo"]
    assert [row["players"] for row in game["setup"].values()] == [2, 3, 4, 5]
    for row in game["setup"].values():
        assert row["hobbits"] == hobbits[: row["players"]]
        assert row["hobbits"] == [h.id for h in game["hobbit"].values() if h["players_min"] <= row["players"]]
        assert (len(row["dealt"]), sum(row["dealt"])) == (row["players"], 12)
        assert row["dealt"] == [12 // row["players"] + (n < 12 % row["players"]) for n in range(row["players"])]
    assert game["piece"]["hobbit_card"]["count"] == game["piece"]["hobbit_figure"]["count"] == len(hobbits)


# --- boards ----------------------------------------------------------------------------------------------------------


def test_places(game):
    """Seven stops in order, three of them havens with three actions each (rulebook, pp. 5 and 8)."""
    places = list(game["place"].values())
    assert [row["order"] for row in places] == list(range(1, 7 + 1))
    kinds = {row.id: row["kind"] for row in places}
    assert list(kinds) == ["bag_end", "rivendell", "moria", "lorien", "helms_deep", "shelob", "mordor"]
    havens = [id for id, kind in kinds.items() if kind == "haven"]
    assert havens == ["bag_end", "rivendell", "lorien"]
    actions = Counter((row["place"], row["step"]) for row in game["haven_action"].values())
    assert actions == {(place, step): 1 for place in havens for step in (1, 2, 3)}
    assert sorted(row["place"] for row in game["board"].values()) == sorted(set(kinds) - set(havens))
    assert {row.id: row["score"] for row in places if "score" in row} == {"bag_end": 0, "rivendell": 0, "lorien": 20}


def test_the_temptation_track(game):
    """16 spaces from 0 to 15; Sauron starts on 12, 15 or 10 (rulebook, pp. 7 and 19)."""
    number = {row.id: row["number"] for row in game["value"].values()}
    assert len(range(number["track_first"], number["track_last"] + 1)) == 16
    starts = {row.id: row["sauron"] for row in game["mode"].values()}
    assert starts == {"standard": 12, "introductory": 15, "expert": 10}
    assert max(starts.values()) <= number["track_last"]
    assert number["hobbit_start"] == number["track_first"] == 0


def spaces(game: Content, track: str) -> list:
    return [row for row in game["space"].values() if row["track"] == track]


def test_tracks_of_the_boards(game):
    """Boards and tracks name each other; every symbol of a board once (rulebook, pp. 6-7; public: TNS, SIB)."""
    assert {row.id: [game["track"][id]["symbol"] for id in row["tracks"]] for row in game["board"].values()} == {
        "moria": ["fight", "hide", "travel"],
        "helms_deep": ["fight", "friendship", "travel"],
        "shelob": ["fight", "hide", "travel"],
        "mordor": ["travel", "fight", "hide", "friendship"],
    }
    for board in game["board"].values():
        assert board["tracks"] == [row.id for row in game["track"].values() if row["board"] == board.id]
        assert board["main"] == board["tracks"][0]
    assert {row["track"] for row in game["space"].values()} == set(game["track"])
    for track in game["track"].values():
        assert track.id == f"{track['board']}-{track['symbol']}"
        assert [row["at"] for row in spaces(game, track.id)] == list(range(len(spaces(game, track.id))))
        assert [row.id for row in spaces(game, track.id)] == [
            f"{track.id}-{n}" for n in range(len(spaces(game, track.id)))
        ]
        assert spaces(game, track.id)[0]["sign"] == "none"
        assert "none" not in [row["sign"] for row in spaces(game, track.id)[1:]]
    assert (
        max(len(board["tracks"]) for board in game["board"].values()) + 1 == game["piece"]["progress_marker"]["count"]
    )


def test_numbers_of_the_main_tracks(game):
    """Moria 10-20, Helm's Deep 30-40, Shelob's Lair 40-50; Mordor 50-60 with 50, 51 and 52 twice (rulebook: 52, 60)."""
    mains = {board["main"]: board.id for board in game["board"].values()}
    for track in game["track"]:
        numbers = [row["number"] for row in spaces(game, track) if "number" in row]
        expected = {
            "moria": list(range(10, 20 + 1)),
            "helms_deep": list(range(30, 40 + 1)),
            "shelob": list(range(40, 50 + 1)),
            "mordor": [50, 50, 51, 51, 52, 52, *range(53, 60 + 1)],
        }.get(mains.get(track, ""), [])
        assert numbers == expected, track
        assert len(numbers) in (0, len(spaces(game, track)))


@pytest.mark.parametrize(
    ("board", "lengths", "signs"),
    [
        ("moria", [11, 8, 8], "9 rune 1 gold 5 ring 3 heart 3 sun 1 card 2 die 3 none"),
        ("helms_deep", [11, 8, 11], "11 rune 1 gold 5 ring 3 heart 3 sun 3 card 1 die 3 none"),
        ("shelob", [11, 8, 11], "11 rune 1 gold 5 ring 3 heart 3 sun 1 card 1 heal 2 die 3 none"),
        ("mordor", [14, 8, 8, 8], "19 rune 3 heart 3 sun 3 card 3 heal 3 die 4 none"),
    ],
)
def test_what_each_board_gives(game, board, lengths, signs):
    """Spaces of each track and signs of each board (public: TNS, SIB); the first space of a track gives nothing."""
    tracks = game["board"][board]["tracks"]
    assert [len(spaces(game, track)) for track in tracks] == lengths
    expected = {sign: int(number) for number, sign in re.findall(r"(\d+) (\w+)", signs)}
    assert Counter(row["sign"] for track in tracks for row in spaces(game, track)) == expected
    assert sum(expected.values()) == sum(lengths)
    for life, row in game["life"].items():  # the supply is never short (LR-AMB-20)
        assert expected.get(life, 0) <= game["piece"][row["piece"]]["count"]


@pytest.mark.parametrize(
    ("track", "signs"),
    [
        ("moria-fight", "none rune rune ring rune rune ring die rune die gold"),
        ("moria-hide", "none card ring heart ring heart ring heart"),
        ("moria-travel", "none rune rune sun rune sun rune sun"),
        ("helms_deep-fight", "none rune rune ring rune rune ring rune rune rune gold"),
        ("helms_deep-friendship", "none die card ring card ring card ring"),
        ("helms_deep-travel", "none rune heart heart heart rune sun rune sun rune sun"),
        ("shelob-fight", "none rune rune rune rune rune die die gold ring ring"),
        ("shelob-hide", "none card ring heart ring heart ring heart"),
        ("shelob-travel", "none rune rune sun rune rune sun rune heal rune sun"),
        ("mordor-travel", "none rune rune rune rune rune die rune rune rune rune die rune die"),
        ("mordor-fight", "none rune heart rune heart rune heart heal"),
        ("mordor-hide", "none rune sun rune sun rune sun heal"),
        ("mordor-friendship", "none rune card rune card rune card heal"),
    ],
)
def test_every_space(game, track, signs):
    """The signs of each track in order (public: TNS, SIB; rulebook: the first three of Moria, the last of Mordor)."""
    assert " ".join(row["sign"] for row in spaces(game, track)) == signs
    for row in spaces(game, track):
        assert ("card" in row) == (row["sign"] == "card")


def test_every_sign_is_used(game):
    """No sign that stands on no space."""
    assert {row["sign"] for row in game["space"].values()} == set(game["sign"])


def test_events(game):
    """Six a board in order; the sixth ends the adventure, in Mordor the game (rulebook, pp. 12, 14, 17)."""
    for board in game["board"].values():
        events = [game["event"][id] for id in board["events"]]
        assert board["events"] == [row.id for row in game["event"].values() if row["board"] == board.id]
        assert [row["at"] for row in events] == [1, 2, 3, 4, 5, 6]
        last = "game" if board.id == "mordor" else "adventure"
        assert [row.get("ends") for row in events] == [None] * 5 + [last]
    assert [row.id for row in game["event"].values() if row["effect"] == [{"do": "game_lost"}]] == ["MD-E6"]


def test_parts_of_a_track_that_events_ask_for(game):
    """An event asks for tracks of its own board, and for stretches that the track has (public: TNS, SIB)."""
    asked = []
    for event in game["event"].values():
        board = event["board"]
        for step in steps_of(event["effect"]):
            for symbol, at in step.get("at_least", {}).items():
                asked.append(event.id)
                assert at in game["track"][f"{board}-{symbol}"]["parts"]
            for symbol in step.get("finished", ()):
                assert f"{board}-{symbol}" in game["track"]
    assert asked == ["HD-E3"]
    for track in game["track"].values():
        if "parts" in track:
            assert track["parts"] == [5, 10]
            assert track["parts"][-1] == len(spaces(game, track.id)) - 1


@pytest.mark.parametrize(
    ("event", "cost", "who"),
    [
        ("MO-E1", [{"symbol": "friendship", "count": 1}, {"symbol": "wild", "count": 1}], "group"),
        ("MO-E2", [{"symbol": "hide", "count": 1}], "each"),
        ("MO-E3", [{"symbol": "matching", "count": 2}], "active"),
        ("MO-E5", [{"symbol": "fight", "count": 5}], "group"),
        ("HD-E1", [{"symbol": "friendship", "count": 1}, {"symbol": "fight", "count": 1}], "single"),
        ("HD-E4", [{"symbol": "matching", "count": 2}], "active"),
        ("HD-E5", [{"life": life, "count": 1} for life in ("heart", "sun", "ring")], "group"),
        ("SH-E1", [{"runes": 7}], "group"),
        ("SH-E2", [{"symbol": "wild", "count": 1}], "each"),
        ("SH-E3", [{"runes": 5}], "single"),
        ("SH-E4", [{"symbol": "matching", "count": 3}], "bearer"),
        ("SH-E6", [{"symbol": "fight", "count": 7}], "group"),
        ("MD-E1", [{"runes": 3}], "each"),
        ("MD-E2", [{"card": "eowyn"}], "single"),
        ("MD-E3", [{"life": "heart", "count": 1}], "each"),
        ("MD-E4", [{"life": "sun", "count": 1}], "each"),
        ("MD-E5", [{"cards": 7}], "group"),
    ],
)
def test_prices_of_events(game, event, cost, who):
    """What an event asks for, and of whom (public: TNS, SIB; rulebook: the first one of Moria)."""
    step = game["event"][event]["effect"][0]
    assert (step["do"], step["cost"], step["who"]) == ("pay", cost, who)
    assert step.get("reveal", 0) == (cost[0].get("symbol") == "matching")
    assert step.get("athelas", False) == (event in ("MD-E3", "MD-E4"))


@pytest.mark.parametrize(
    ("board", "steps"),
    [("moria", [1, 1, 2, 2]), ("helms_deep", [1, 2, 2, 2]), ("shelob", [2, 2, 3]), ("mordor", [3])],
)
def test_how_far_events_move_sauron(game, board, steps):
    """Event by event, where they move him (public: TNS, SIB)."""
    events = [row for row in game["event"].values() if row["board"] == board]
    assert [s["steps"] for row in events for s in steps_of(row["effect"]) if s["do"] == "sauron"] == steps


# --- effects ---------------------------------------------------------------------------------------------------------


def fault(game: Content, value, kind: str) -> str:
    """Why a value is not what `takes` says, or nothing."""
    head, _, rest = kind.partition(" ")
    match head:
        case "int":
            good = type(value) is int and value > 0
        case "flag":
            good = value is True
        case "one":
            good = value in rest.split("|")
        case "ref":
            good = value in game[rest]
        case "list":
            return next((f for item in value if (f := fault(game, item, rest))), "" if value else "empty")
        case "effects":
            return next((f for step in value if (f := step_fault(game, step))), "" if value else "empty")
        case "choices":
            return next((f for branch in value for step in branch if (f := step_fault(game, step))), "")
        case "spaces":
            good = all(symbol in TRACKS and type(at) is int for symbol, at in value.items())
        case "cost":
            return next((f for part in value if (f := part_fault(game, part))), "" if value else "empty")
        case _:
            good = False
    return "" if good else f"{value!r} is no {kind}"


def part_fault(game: Content, part: Mapping) -> str:
    counted = part.get("count", part.get("cards", part.get("runes", 1)))
    good = {
        ("symbol", "count"): part.get("symbol") in [*game["symbol"], "matching"],
        ("life", "count"): part.get("life") in [*game["life"], "any"],
        ("card",): part.get("card") in game["legendary_card"],
        ("cards",): True,
        ("runes",): True,
    }.get(tuple(part), False)
    return "" if good and type(counted) is int and counted > 0 else f"{part!r} is no part of a cost"


def step_fault(game: Content, step: Mapping) -> str:
    if step.get("do") not in game["effect"]:
        return f"{step.get('do')!r} is no type of step"
    takes = game["effect"][step["do"]]["takes"]
    needed = {name for name, kind in takes.items() if not kind.endswith("?")}
    if wrong := (set(step) - {"do"} - set(takes)) | (needed - set(step)):
        return f"{step['do']}: {', '.join(sorted(wrong))}"
    return next((f for name in set(step) - {"do"} if (f := fault(game, step[name], takes[name].removesuffix("?")))), "")


def test_every_effect_is_in_the_vocabulary(game):
    """Type, arguments and the rows they name; each type is used by something."""
    used = set()
    for _, place, effect in effects_of(game):
        for step in effect:
            assert step_fault(game, step) == "", place
        used |= {step["do"] for step in steps_of(effect)}
    assert used == set(game["effect"])


@pytest.mark.parametrize(
    "step",
    [
        {"do": "lift"},
        {"do": "left", "who": "active"},
        {"do": "left", "who": "group", "steps": 1},
        {"do": "left", "who": "active", "steps": 0},
        {"do": "left", "who": "active", "steps": 1, "far": True},
        {"do": "sauron", "steps": "1"},
        {"do": "take_card", "who": "self", "card": "gimly"},
        {"do": "lose", "who": "self", "cost": []},
        {"do": "lose", "who": "self", "cost": [{"symbol": "fight"}]},
        {"do": "lose", "who": "self", "cost": [{"symbol": "ring", "count": 1}]},
        {"do": "may", "who": "bearer", "then": [{"do": "roll", "who": "none"}]},
        {"do": "choose", "who": "group", "of": [[], [{"do": "roll"}]]},
        {"do": "cancel_tile", "tiles": ["retreat", "advance"]},
    ],
)
def test_a_wrong_effect_is_found(game, step):
    """The check above can fail."""
    assert step_fault(game, step)


def test_each_step_inside_has_somebody(game):
    """`self` stands only where a step around it, a roll, a payment or a hobbit's own power says who that is."""
    for kind, place, effect in effects_of(game):
        if kind not in ("face", "hobbit", "epic_card"):
            assert "self" not in [step.get("who") for step in effect], place


# --- choices, sources, rules -----------------------------------------------------------------------------------------


def test_variants_and_switches(game):
    """Three variants (rulebook, p. 19) and a switch for each ruling that can be taken the other way."""
    assert {row.id: (row["default"], row["rule"]) for row in game["option"].values()} == {
        "relay": ("false", "LR-VARIANT-4"),
        "equality": ("false", "LR-VARIANT-6"),
        "competition": ("false", "LR-VARIANT-8"),
        "preparations_order": ("give_then_roll", "LR-AMB-1"),
        "bearer_tie_includes_self": ("bearer_last", "LR-AMB-6"),
        "last_mordor_space_by_ring": ("no_roll", "LR-AMB-8"),
        "finish_turn_after_main": ("full_turn", "LR-AMB-2"),
        "gandalf_payment": ("single_player", "LR-AMB-5"),
        "real_cards": ("false", "LR-STATE-6"),
        "real_tiles": ("false", "LR-STATE-6"),
    }
    others = {"roll_then_give", "bearer_keeps", "roll", "cleanup_only", "pooled"}
    for row in game["option"].values():
        head, _, values = row["values"].partition(" ")
        choices = [choice.id for choice in game["choice"].values() if choice["option"] == row.id]
        if head == "flag":
            assert (choices, values, "name" in row) == ([], "", True)
        else:
            assert (head, values.split("|")) == ("one", choices)
            assert choices[0] == row["default"]
            assert choices[1] in others


def test_rulings_name_their_switches(game):
    """The text of the rule behind a switch says what it is called and what it can be, in every language."""
    for row in game["option"].values():
        if row["values"] != "flag":
            for lang in LANGUAGES:
                text = game["rule"][row["rule"]]["text"][lang]
                said = set(re.findall(r"`(\w+)`", text))
                assert said == {row.id, *row["values"].partition(" ")[2].split("|")}, (row.id, lang)


def test_every_fact_says_where_it_is_from(game):
    """A mark for each row of facts, and the sources that agree; what the rulebook says names it."""
    for kind, table in game.tables.items():
        if kind in (*OTHERS, "source", "choice", "effect"):
            continue
        for row in table.values():
            assert marks(row), row.place
            for mark in marks(row):
                word, _, source = mark.partition(" ")
                assert word in PROVENANCE
                if kind == "rule":
                    continue
                assert (word == "public") == bool(source), row.place
                assert source in ("", *row.get("src", ())), row.place
                assert word not in ("rulebook",) or "RB" in row["src"], row.place
                assert ("src" in row) or word == "design", row.place


def test_every_source_is_named(game):
    """No source that nothing comes from."""
    named = {source for table in game.tables.values() for row in table.values() for source in row.get("src", ())}
    assert named == set(game["source"])


def test_rules_that_are_named_exist(game):
    """In texts and in the fields `rule` (those are checked on loading)."""
    for kind, table in game.tables.items():
        for row in table.values():
            for value in row.values():
                for text in value.values() if isinstance(value, dict) else [value]:
                    for id in re.findall(r"\bLR-[A-Z]+-\d+\b", str(text)):
                        assert id in game["rule"], (kind, row.place, id)


def test_pictures_that_are_named_exist(game):
    """Icons of content are drawings of cards/art."""
    for table in game.tables.values():
        if table.schema.get("icon", "").startswith("text"):
            for row in table.values():
                if "icon" in row:
                    assert (resources.root() / "cards" / "art" / "icons" / f"{row['icon']}.svg").is_file(), row.place


# --- texts -----------------------------------------------------------------------------------------------------------


def texts_of(game: Content) -> Iterator[tuple[str, str, Mapping[str, str]]]:
    for table in game.tables.values():
        for field, kind in table.schema.items():
            if kind.startswith("words"):
                yield from ((row.place, field, row[field]) for row in table.values() if field in row)


def test_there_are_texts(game):
    """The lists that follow are not empty by mistake."""
    assert sum(1 for _ in texts_of(game)) > 206 + 200


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_is_there(game, lang):
    """As for the other games: no spaces too many, the letters of the language, the same values as in English."""
    foreign = {"ru": "іїєґІЇЄҐ", "uk": "ыэъёЫЭЪЁ"}.get(lang, "")
    for place, field, texts in texts_of(game):
        text = texts[lang]
        assert list(texts) == list(LANGUAGES), place
        assert text.strip() == text != "", (place, field)
        assert "  " not in text, (place, text)
        assert values_of(text) == values_of(texts["en"]), (place, text)
        if words_of(text):  # some are values and signs alone
            assert bool(CYRILLIC.search(words_of(text))) == (lang in ("ru", "uk")), (place, text)
        assert not set(words_of(text)) & set(foreign), (place, text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_quotes_and_dashes(game, lang):
    """Real quotes and dashes of the language; texts are sentences or names, not both."""
    wrong = {"en": "„«»\"'", "pl": "“«»\"'", "ru": "„“”\"'’", "uk": "„“”\"'"}[lang]
    for place, field, texts in texts_of(game):
        assert not set(texts[lang]) & set(wrong), (place, texts[lang])
        assert "..." not in texts[lang], place
        assert " - " not in texts[lang], place
        assert texts[lang].endswith(".") == texts["en"].endswith("."), (place, field)
