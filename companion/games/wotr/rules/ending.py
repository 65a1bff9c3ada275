"""Who wins (WR-WIN): points of a side, and of partners in a team (WR-TEAM-28, -29)."""

from __future__ import annotations

from companion.games.wotr.rules.common import seats_of
from companion.games.wotr.state import Table
from companion.games.wotr.tables import FP, POINTS, SHADOW


def _worth(t: Table, region: str) -> int:
    return POINTS.get(t.setup.tables.regions[region].settlement, 0)


def captured(t: Table, who: int) -> int:
    """Victory points of the enemy places that a seat has captured and its side still holds."""
    return sum([_worth(t, region) for region, captor in zip(t.taken, t.captors, strict=True) if captor == who])


def lost(t: Table, who: int) -> int:
    """Victory points of places of its own nations that the enemy holds."""
    nations = t.setup.tables.seats[t.setup.seats[who]].nations
    return sum([_worth(t, region) for region in t.taken if t.setup.tables.regions[region].nation in nations])


def score(t: Table, who: int) -> int:
    """What decides between partners: of the Shadow captured minus lost, of the Free Peoples what was not lost."""
    return (captured(t, who) if t.setup.sides[who] == SHADOW else 0) - lost(t, who)


def winners(t: Table, side: int) -> tuple[str, ...]:
    """The seats of the winning side, in a team those with the highest score."""
    seats = seats_of(t, side)
    best = max([score(t, who) for who in seats])
    return tuple([t.setup.seats[who] for who in seats if score(t, who) == best])


ENDING_RULES = {
    "corruption": "WR-WIN-2",
    "ring_destroyed": "WR-WIN-3",
    "military_shadow": "WR-WIN-4",
    "military_fp": "WR-WIN-5",
}
TEAM_RULES = {FP: "WR-TEAM-29", SHADOW: "WR-TEAM-28"}  # who of a team has won
