"""Victory (WR-WIN): points of a side, and of partners in a team (WR-TEAM-28, -29)."""

from __future__ import annotations

from companion.core.messages import Event, Ref, Value
from companion.games.wotr.rules.common.sides import opponent, seats_of, side_of
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


def _worth(state: State, region: str) -> int:
    return POINTS.get(state.setup.tables.regions[region].settlement, 0)


def victory_points(state: State, side: int) -> int:
    """Return the victory points of a side: enemy Cities and Strongholds that it holds (WR-WIN-6)."""
    regions = state.setup.tables.regions
    return sum([_worth(state, id) for id in state.taken if regions[id].side == opponent(side)])


def military_winner(state: State) -> int:
    """Return the side that has won by points, -1 for none; the Shadow is looked at first (WR-WIN-1, -4, -5)."""
    return next((side for side in (SHADOW, FP) if victory_points(state, side) >= NEEDED[side]), -1)


def captured_points(state: State, seat_index: int) -> int:
    """Return the points of enemy places that a seat has captured and its side still holds."""
    return sum(
        [
            _worth(state, region)
            for region, captor in zip(state.taken, state.captors, strict=True)
            if captor == seat_index
        ]
    )


def lost_points(state: State, seat_index: int) -> int:
    """Return the points of places of its own nations that the enemy holds."""
    nations = state.setup.tables.seats[state.setup.seats[seat_index]].nations
    return sum(
        [_worth(state, region) for region in state.taken if state.setup.tables.regions[region].nation in nations]
    )


def seat_score(state: State, seat_index: int) -> int:
    """Return a partner's score: for the Shadow captured minus lost, for the Free Peoples what was not lost."""
    return (captured_points(state, seat_index) if state.setup.sides[seat_index] == SHADOW else 0) - lost_points(
        state, seat_index
    )


def winners(state: State, side: int) -> tuple[str, ...]:
    """Return the seats of the winning side, in a team those with the highest score."""
    seats = seats_of(state, side)
    best = max([seat_score(state, seat_index) for seat_index in seats])
    return tuple([state.setup.seats[seat_index] for seat_index in seats if seat_score(state, seat_index) == best])


def finish(draft: Draft, ending: str, side: int) -> None:
    """End the game; in a team the rules decide which seats have won."""
    draft.finish(ending, ENDING_RULES[ending], winners(draft, side))
    if draft.recorder is not None:
        draft.recorder += score_explanation(draft)


def score_explanation(state: State) -> tuple[Event, ...]:
    """Return the victory points of both sides, and in a team of the winning seats (WR-TEAM-28, -29)."""
    out = [
        Event(
            "score_side",
            "WR-WIN-6",
            {"side": Ref("side", SIDES[side]), "number": victory_points(state, side), "needed": NEEDED[side]},
        )
        for side in (FP, SHADOW)
    ]
    sides = {side_of(state, state.setup.seats.index(seat)) for seat in state.winners} or {FP, SHADOW}
    for side in sorted(sides):
        partners = seats_of(state, side)
        for seat_index in partners if len(partners) > 1 and not state.setup.battle else ():
            code = "score_fp"
            values: dict[str, Value] = {
                "seat": Ref("seat", state.setup.seats[seat_index]),
                "lost": lost_points(state, seat_index),
            }
            if side == SHADOW:
                code = "score_shadow"
                values |= {"gained": captured_points(state, seat_index), "number": seat_score(state, seat_index)}
            out.append(Event(code, TEAM_RULES[side], values))
    return tuple(out)
