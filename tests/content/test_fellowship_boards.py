"""Places, tracks, spaces and events of the cooperative game, space by space.

rulebook: 000_b26ea4b55f22439c.txt; public sources are named in content/fellowship/sources.yaml.
"""

import re
from collections import Counter

import pytest

from tests.content.fellowship import GAME, effect, spaces, steps_of


def test_seven_places_stand_in_order_three_of_them_havens():
    """Seven stops in order, three of them havens with three actions each (rulebook, pp. 5 and 8)."""
    places = list(GAME["place"].values())
    assert [row["order"] for row in places] == list(range(1, 7 + 1))
    kinds = {row.id: row["kind"] for row in places}
    assert list(kinds) == ["bag_end", "rivendell", "moria", "lorien", "helms_deep", "shelob", "mordor"]
    havens = [id for id, kind in kinds.items() if kind == "haven"]
    assert havens == ["bag_end", "rivendell", "lorien"]
    actions = Counter((row["place"], row["step"]) for row in GAME["haven_action"].values())
    assert actions == {(place, step): 1 for place in havens for step in (1, 2, 3)}
    assert sorted(row["place"] for row in GAME["board"].values()) == sorted(set(kinds) - set(havens))
    assert {row.id: row["score"] for row in places if "score" in row} == {"bag_end": 0, "rivendell": 0, "lorien": 20}


def test_the_temptation_track():
    """16 spaces from 0 to 15; Sauron starts on 12, 15 or 10 (rulebook, pp. 7 and 19)."""
    number = {row.id: row["number"] for row in GAME["value"].values()}
    assert len(range(number["track_first"], number["track_last"] + 1)) == 16
    starts = {row.id: row["sauron"] for row in GAME["mode"].values()}
    assert starts == {"standard": 12, "introductory": 15, "expert": 10}
    assert max(starts.values()) <= number["track_last"]
    assert number["hobbit_start"] == number["track_first"] == 0


def test_tracks_of_the_boards():
    """Boards and tracks name each other; every symbol of a board once (rulebook, pp. 6-7; public: TNS, SIB)."""
    assert {row.id: [GAME["track"][id]["symbol"] for id in row["tracks"]] for row in GAME["board"].values()} == {
        "moria": ["fight", "hide", "travel"],
        "helms_deep": ["fight", "friendship", "travel"],
        "shelob": ["fight", "hide", "travel"],
        "mordor": ["travel", "fight", "hide", "friendship"],
    }
    for board in GAME["board"].values():
        assert board["tracks"] == [row.id for row in GAME["track"].values() if row["board"] == board.id]
        assert board["main"] == board["tracks"][0]
    assert {row["track"] for row in GAME["space"].values()} == set(GAME["track"])
    for track in GAME["track"].values():
        assert track.id == f"{track['board']}-{track['symbol']}"
        assert [row["at"] for row in spaces(track.id)] == list(range(len(spaces(track.id))))
        assert [row.id for row in spaces(track.id)] == [f"{track.id}-{n}" for n in range(len(spaces(track.id)))]
        assert spaces(track.id)[0]["sign"] == "none"
        assert "none" not in [row["sign"] for row in spaces(track.id)[1:]]
    assert (
        max(len(board["tracks"]) for board in GAME["board"].values()) + 1 == GAME["piece"]["progress_marker"]["count"]
    )


def test_numbers_of_the_main_tracks():
    """Moria 10-20, Helm's Deep 30-40, Shelob's Lair 40-50; Mordor 50-60 with 50, 51 and 52 twice (rulebook: 52, 60)."""
    mains = {board["main"]: board.id for board in GAME["board"].values()}
    for track in GAME["track"]:
        numbers = [row["number"] for row in spaces(track) if "number" in row]
        expected = {
            "moria": list(range(10, 20 + 1)),
            "helms_deep": list(range(30, 40 + 1)),
            "shelob": list(range(40, 50 + 1)),
            "mordor": [50, 50, 51, 51, 52, 52, *range(53, 60 + 1)],
        }.get(mains.get(track, ""), [])
        assert numbers == expected, track
        assert len(numbers) in (0, len(spaces(track)))


@pytest.mark.parametrize(
    ("board", "lengths", "signs"),
    [
        ("moria", [11, 8, 8], "9 rune 1 gold 5 ring 3 heart 3 sun 1 card 2 die 3 none"),
        ("helms_deep", [11, 8, 11], "11 rune 1 gold 5 ring 3 heart 3 sun 3 card 1 die 3 none"),
        ("shelob", [11, 8, 11], "11 rune 1 gold 5 ring 3 heart 3 sun 1 card 1 heal 2 die 3 none"),
        ("mordor", [14, 8, 8, 8], "19 rune 3 heart 3 sun 3 card 3 heal 3 die 4 none"),
    ],
)
def test_what_each_board_gives(board, lengths, signs):
    """Spaces of each track and signs of each board (public: TNS, SIB); the first space of a track gives nothing."""
    tracks = GAME["board"][board]["tracks"]
    assert [len(spaces(track)) for track in tracks] == lengths
    expected = {sign: int(number) for number, sign in re.findall(r"(\d+) (\w+)", signs)}
    assert Counter(row["sign"] for track in tracks for row in spaces(track)) == expected
    assert sum(expected.values()) == sum(lengths)
    for life, row in GAME["life"].items():  # the supply is never short (LR-AMB-20)
        assert expected.get(life, 0) <= GAME["piece"][row["piece"]]["count"]


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
def test_every_space_of_a_track_has_its_signs(track, signs):
    """The signs of each track in order (public: TNS, SIB; rulebook: the first three of Moria, the last of Mordor)."""
    assert " ".join(row["sign"] for row in spaces(track)) == signs
    for row in spaces(track):
        assert ("card" in row) == (row["sign"] == "card")


def test_every_sign_is_used():
    """No sign that stands on no space."""
    assert {row["sign"] for row in GAME["space"].values()} == set(GAME["sign"])


def test_each_board_has_six_events_in_order():
    """Six a board in order; the sixth ends the adventure, in Mordor the game (rulebook, pp. 12, 14, 17)."""
    for board in GAME["board"].values():
        events = [GAME["event"][id] for id in board["events"]]
        assert board["events"] == [row.id for row in GAME["event"].values() if row["board"] == board.id]
        assert [row["at"] for row in events] == [1, 2, 3, 4, 5, 6]
        last = "game" if board.id == "mordor" else "adventure"
        assert [row.get("ends") for row in events] == [None] * 5 + [last]
    assert [row.id for row in GAME["event"].values() if row["effect"] == ["game_lost"]] == ["MD-E6"]


def test_parts_of_a_track_that_events_ask_for():
    """An event asks for tracks of its own board, and for stretches that the track has (public: TNS, SIB)."""
    asked = []
    for event in GAME["event"].values():
        board = event["board"]
        for step in steps_of(effect(event)):
            for symbol, at in step.get("at_least", {}).items():
                asked.append(event.id)
                assert at in GAME["track"][f"{board}-{symbol}"]["parts"]
            for symbol in step.get("finished", ()):
                assert f"{board}-{symbol}" in GAME["track"]
    assert asked == ["HD-E3"]
    for track in GAME["track"].values():
        if "parts" in track:
            assert track["parts"] == [5, 10]
            assert track["parts"][-1] == len(spaces(track.id)) - 1


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
def test_prices_of_events(event, cost, who):
    """What an event asks for, and of whom (public: TNS, SIB; rulebook: the first one of Moria)."""
    step = effect(GAME["event"][event])[0]
    assert (step["do"], step["cost"], step["who"]) == ("pay", cost, who)
    assert step.get("reveal", 0) == (cost[0].get("symbol") == "matching")
    assert step.get("athelas", False) == (event in ("MD-E3", "MD-E4"))


@pytest.mark.parametrize(
    ("board", "steps"),
    [("moria", [1, 1, 2, 2]), ("helms_deep", [1, 2, 2, 2]), ("shelob", [2, 2, 3]), ("mordor", [3])],
)
def test_how_far_events_move_sauron(board, steps):
    """Event by event, where they move him (public: TNS, SIB)."""
    events = [row for row in GAME["event"].values() if row["board"] == board]
    assert [s["steps"] for row in events for s in steps_of(effect(row)) if s["do"] == "sauron"] == steps
