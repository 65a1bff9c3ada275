"""What is told of a hunt tile: why it is due, what it does and what it does not. WR-HUNT."""

import pytest

from companion.core.messages import Ref
from companion.games.wotr.game import GAME
from companion.games.wotr.rules.hunt import hunt_tile
from companion.words.wording import Voice
from tests.games.wotr.board import CONTENT, after_tile, before_tile, board

SHADOW = Ref("seat", "shadow")


def hear_of(t, words):
    """Code, rule and values of everything that is told of an action, which happens."""
    return {event.code: (event.rule, event.values) for event in t.does(words).events}


def asked(t):
    """What is asked, in words."""
    return GAME.show.prompt(t.state, Voice("en", CONTENT).say)[0]


def test_a_further_tile_says_why_it_is_due():
    """The Balrog, then Moria, then Dol Guldur, each by its rule; a tile of a Hunt roll only by that of the roll."""
    t = before_tile(
        region="moria", progress=2, table_shadow="sh-char-17", table_fp="fp-char-08", companions="gandalf-the-grey"
    )
    assert asked(t).startswith("A hunt tile is due. ")
    t.does("accept")
    assert asked(t).endswith(" draws a hunt tile.")
    found = hear_of(t, "tile standard-1-reveal")
    assert found["did_tile"] == ("WR-HUNT-9", {"seat": SHADOW, "tile": Ref("hunt_tile", "standard-1-reveal", "called")})
    t.does("accept", "step dimrill-dale", "step north-anduin-vale", "step dol-guldur", "use sh-char-17")
    assert asked(t).startswith(f"A hunt tile is due for a card ({CONTENT['event_card']['sh-char-17']['name']['en']}). ")
    t.does("accept")
    rule, values = hear_of(t, "tile standard-0-reveal")["did_tile_card"]
    assert (rule, values["card"]) == ("WR-HUNT-36", Ref("event_card", "sh-char-17"))
    for region in ("moria", "dol-guldur"):
        assert GAME.rules.view(t.state, None)["step"]["source"] == region
        assert asked(t).startswith(f"A hunt tile is due for a stronghold ({CONTENT['region'][region]['name']['en']}). ")
        t.does("accept")
        assert asked(t).endswith(f" draws a hunt tile for a stronghold ({CONTENT['region'][region]['name']['en']}).")
        assert GAME.rules.view(t.state, None)["step"]["source"] == region
        rule, values = hear_of(t, "tile standard-eye" if region == "moria" else "tile standard-3")["did_tile_region"]
        assert (rule, values["region"]) == ("WR-FELL-28", Ref("region", region))


def test_a_tile_of_the_track_and_of_a_card_say_so():
    """An attempt to move; Orc Patrol."""
    t = board(step=1, companions="gimli", pool="standard-3").does("move character")
    assert asked(t).endswith(" draws a hunt tile for the move on the Mordor Track.")
    assert hear_of(t, "tile standard-3")["did_tile_track"][0] == "WR-MORDOR-9"
    t = board(region="hollin").now(hunt_tile.tile_by_card, "sh-char-05")
    assert hear_of(t, "tile standard-3")["did_tile_card"][0] == "WR-EVENT-9"


@pytest.mark.parametrize(
    ("tile", "how", "rule"),
    [
        ("standard-0-reveal", {"companions": ""}, "WR-HUNT-31"),
        ("standard-2-reveal", {"companions": "gimli"}, "WR-HUNT-31"),
        ("standard-2-reveal", {"companions": "strider"}, None),
        ("standard-2", {"companions": ""}, None),
    ],
)
def test_what_does_not_reveal_does_not_say_so(tile, how, rule):
    """With Gollum as Guide, also one who guides since the casualty; a tile without the icon says nothing of it."""
    t = before_tile(**how)
    found = hear_of(t, f"tile {tile}")
    if how["companions"] == "gimli":
        found |= hear_of(t, "lose guide")
    elif t.step == "tile":
        found |= hear_of(t, "accept")
    assert found.get("not_revealed", (None,))[0] == rule
    assert ("found_out" in found) == (how["companions"] == "strider")


def test_a_revealed_fellowship_is_not_revealed_again():
    """WR-HUNT-34; where the Balrog draws after a declaration in a City, WR-HUNT-35."""
    t = board(region="moria").now(hunt_tile.reveal, "WR-FELL-25")
    assert hear_of(t, "tile standard-0-reveal")["not_revealed"][0] == "WR-HUNT-34"
    t = board(table_shadow="sh-char-17", agenda=[("fellowship", 0)], region="hollin", progress=3)
    t.does("declare", "step moria", "step dimrill-dale", "step lorien", "use sh-char-17")
    assert hear_of(t, "tile standard-0-reveal")["not_revealed"][0] == "WR-HUNT-35"


def test_a_tile_without_damage_says_so():
    """An Eye of a Stronghold is worth 0 (WR-HUNT-12), 0 is 0, and what heals does no damage."""
    t = board(region="moria").now(hunt_tile.reveal, "WR-FELL-25")
    found = hear_of(t, "tile standard-eye")
    assert (found["no_damage"][0], "damage" in found) == ("WR-HUNT-12", False)
    assert hear_of(before_tile(), "tile standard-0-reveal")["no_damage"][0] == "WR-HUNT-10"
    tile = "fellowship-phial-of-galadriel"
    found = hear_of(before_tile(pool=tile, corruption=3), f"tile {tile}")
    assert (found["corruption"][0], found["no_damage"][0]) == ("WR-HUNT-14", "WR-HUNT-14")
    assert hear_of(before_tile(allocated=2), "tile standard-eye")["damage"] == ("WR-HUNT-11", {"number": 1})
    t = board(region="hollin").now(hunt_tile.tile_by_card, "sh-char-05")
    found = hear_of(t, "tile standard-eye")
    assert found["tile_nothing"] == ("WR-EVENT-9", {"card": Ref("event_card", "sh-char-05")})
    assert not {"damage", "no_damage", "not_revealed", "found_out"} & {*found}


def test_what_stops_the_fellowship_says_so():
    """On the Mordor Track alone (WR-HUNT-16, WR-MORDOR-11)."""
    tile = "shadow-on-on-they-went"
    t = board(step=1, companions="", pool=f"{tile},standard-1").does("move character", f"tile {tile}")
    assert hear_of(t, "accept")["held_back"][0] == "WR-MORDOR-11"
    t = after_tile(tile, pool=f"{tile},standard-1")
    assert "held_back" not in hear_of(t, "accept")
    t = board(step=1, companions="", pool="standard-1").does("move character", "tile standard-1")
    assert "held_back" not in hear_of(t, "accept")


def test_a_phone_is_told_what_a_tile_would_do():
    """Before another is drawn in its place, and of the tiles of the pool: Gollum hides, an Eye of a Stronghold is 0."""
    t = after_tile("standard-2-reveal", table_fp="fp-char-05", companions="")
    assert GAME.rules.view(t.state, None)["step"] == {
        **{"kind": "second", "seat": "fp", "tile": "standard-2-reveal", "source": "hunt"},
        **{"damage": 2, "reveals": False},
    }
    t = after_tile("shadow-shelobs-lair", table_fp="fp-char-05", pool="shadow-shelobs-lair,standard-1")
    step = GAME.rules.view(t.state, None)["step"]
    assert ("damage" in step, step["reveals"]) == (False, False)
    t = before_tile(companions="", pool="standard-2-reveal,standard-eye*3,standard-2*4")
    step = GAME.rules.view(t.state, None)["step"]
    assert (step["mean"], step["reveals"]) == ((2 * 5 + 3) / 8, 3 / 8)
    t = board(region="moria", pool="standard-2,standard-eye").now(hunt_tile.reveal, "WR-FELL-25")
    step = GAME.rules.view(t.state, None)["step"]
    assert (step["mean"], step["reveals"]) == (1, 0)
    t = board(pool="fellowship-elven-rope,standard-3").now(hunt_tile.tile_by_card, "sh-char-05")
    assert GAME.rules.view(t.state, None)["step"]["mean"] == 1.5
