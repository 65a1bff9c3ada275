"""What the kept games of War of the Ring show, besides how they end."""

import json
from itertools import pairwise

import pytest

from companion import games
from tests.games.wotr.kept_journals import KEPT

ENTRIES = [(replay, entry) for replay in KEPT.values() for entry in replay.entries]
REPORTS = {"captured", "attacked", "besieged"}


def awaited(name):
    """What was awaited at some time of a kept game."""
    return {waiting for step in KEPT[name].steps for waiting in step.state.agenda[-1:]}


def test_they_show_every_way_to_play():
    """Two, three and four seats, real cards and held ones, everything that players do besides playing."""
    headers = [replay.header for replay in KEPT.values()]
    assert {len(header["seats"]) for header in headers} == {2, 3, 4}
    assert {header["options"]["real_cards"] for header in headers} == {"true", "false"}
    types = {entry.type for _, entry in ENTRIES}
    assert types >= {"header", "undo", "redo", "note", "reveal", "override", "end", "open"}
    assert types >= REPORTS
    assert {entry.type for _, entry in ENTRIES if "source" in entry.args} == set(games.get("wotr").words.chance_types)
    assert {entry.args["source"] for _, entry in ENTRIES if "source" in entry.args} == {"draw", "table"}


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("corruption", {"watch", "search", "draw_tile", "second", "tile", "walk"}),
        ("revealed", {"watch", "again", "pick", "walk", "draw_tile"}),
        ("track", {"fellowship", "act", "draw_tile", "cast", "tile"}),
        ("four", {"draw_phase", "swap", "pick"}),
    ],
)
def test_the_steps_of_a_hunt_are_met(name, kinds):
    """Each of these steps was awaited there."""
    assert {step.kind for step in awaited(name)} >= kinds


def test_a_stronghold_strikes_the_fellowship_that_was_revealed():
    """Its path leads through Moria, and another tile is drawn there."""
    assert {step.source for step in awaited("revealed") if step.kind == "draw_tile"} == {"hunt", "moria"}


def test_special_tiles_come_into_play_on_the_track():
    """Those that waited lie in the pool once the Ring-bearers have entered Mordor."""
    states = [step.state for step in KEPT["track"].steps]
    before, after = next(pair for pair in pairwise(states) if pair[0].waiting and not pair[1].waiting)
    assert len(before.waiting) == 3
    assert sum(after.pool) == sum(before.pool) + 3


def test_partners_do_not_share_a_victory_by_points():
    """Of a side that won by conquest the one who has captured more."""
    outcome = json.loads(KEPT["four_at_war"].entries[-2].line)["args"]
    assert outcome == {"ending": "military_shadow", "winners": ["saruman"]}
