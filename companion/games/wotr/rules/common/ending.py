"""Who wins (WR-WIN): points of a side, and of partners in a team (WR-TEAM-28, -29)."""

from __future__ import annotations

from companion.core.messages import Event, Ref, Value
from companion.games.wotr.rules.common.sides import other, seats_of, side_of
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import FP, POINTS, SHADOW, SIDES

NEEDED = (4, 10)  # points of a military victory, by side (WR-WIN-4, WR-WIN-5)
ENDING_RULES = {
    "corruption": "WR-WIN-2",
    "ring_destroyed": "WR-WIN-3",
    "military_shadow": "WR-WIN-4",
    "military_fp": "WR-WIN-5",
    "battle_attacker": "WR-BATTLE-37",  # of one battle by itself
    "battle_defender": "WR-BATTLE-37",
    "battle_nobody": "WR-BATTLE-39",
}
TEAM_RULES = {FP: "WR-TEAM-29", SHADOW: "WR-TEAM-28"}  # who of a team has won


def _worth(t: State, region: str) -> int:
    return POINTS.get(t.setup.tables.regions[region].settlement, 0)


def points(t: State, side: int) -> int:
    """Victory points of a side: enemy Cities and Strongholds that it holds (WR-WIN-6)."""
    regions = t.setup.tables.regions
    return sum([_worth(t, id) for id in t.taken if regions[id].side == other(side)])


def military_winner(t: State) -> int:
    """The side that has won by points, -1 for none; the Shadow is looked at first (WR-WIN-1, -4, -5)."""
    return next((side for side in (SHADOW, FP) if points(t, side) >= NEEDED[side]), -1)


def captured(t: State, who: int) -> int:
    """Victory points of the enemy places that a seat has captured and its side still holds."""
    return sum([_worth(t, region) for region, captor in zip(t.taken, t.captors, strict=True) if captor == who])


def lost(t: State, who: int) -> int:
    """Victory points of places of its own nations that the enemy holds."""
    nations = t.setup.tables.seats[t.setup.seats[who]].nations
    return sum([_worth(t, region) for region in t.taken if t.setup.tables.regions[region].nation in nations])


def score(t: State, who: int) -> int:
    """What decides between partners: of the Shadow captured minus lost, of the Free Peoples what was not lost."""
    return (captured(t, who) if t.setup.sides[who] == SHADOW else 0) - lost(t, who)


def winners(t: State, side: int) -> tuple[str, ...]:
    """The seats of the winning side, in a team those with the highest score."""
    seats = seats_of(t, side)
    best = max([score(t, who) for who in seats])
    return tuple([t.setup.seats[who] for who in seats if score(t, who) == best])


def finish(draft: Draft, ending: str, side: int) -> None:
    """The game is over; in a team the rules say who of that side has won."""
    draft.finish(ending, ENDING_RULES[ending], winners(draft, side))
    if draft.recorder is not None:
        draft.recorder += score_explanation(draft)


def score_explanation(state: State) -> tuple[Event, ...]:
    """The victory points of both sides, and in a team those of each seat of the side that won (WR-TEAM-28, -29)."""
    out = [
        Event(
            "score_side",
            "WR-WIN-6",
            {"side": Ref("side", SIDES[side]), "number": points(state, side), "needed": NEEDED[side]},
        )
        for side in (FP, SHADOW)
    ]
    sides = {side_of(state, state.setup.seats.index(seat)) for seat in state.winners} or {FP, SHADOW}
    for side in sorted(sides):
        partners = seats_of(state, side)
        for who in partners if len(partners) > 1 and not state.setup.battle else ():
            code = "score_fp"
            values: dict[str, Value] = {"seat": Ref("seat", state.setup.seats[who]), "lost": lost(state, who)}
            if side == SHADOW:
                code = "score_shadow"
                values |= {"gained": captured(state, who), "number": score(state, who)}
            out.append(Event(code, TEAM_RULES[side], values))
    return tuple(out)
