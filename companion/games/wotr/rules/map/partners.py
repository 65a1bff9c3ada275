"""Partners of a team (WR-TEAM-15..19): whose units stand where, who controls a mixed army; and what the Free Peoples
did last where they play alone against two (WR-TEAM-26, -27).

Knows figures only, no order of steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.core.messages import Ref
from companion.games.wotr.rules.common.sides import leader, seats_of, side_of
from companion.games.wotr.state import NOT_ACTED, Acted, Draft, Figures, State
from companion.games.wotr.tables import ELITE, FP, Tables

THREE = 3  # players


class Share(NamedTuple):
    """What a seat has of an army; the more, the more it has to say."""

    units: int
    elites: int


@lru_cache(maxsize=1 << 12)
def share(facts: Tables, figures: Figures, seat: str) -> Share:
    """Units of the nations of a seat among these figures."""
    units = elites = 0
    for of, number in zip(facts.figures.values(), figures, strict=False):
        if number and of.unit and of.nation in facts.seats[seat].nations:
            units += number
            elites += number * (of.sort == ELITE)
    return Share(units, elites)


def _share(state: State, seat_index: int, figures: Figures) -> Share:
    return share(state.setup.tables, figures, state.setup.seats[seat_index])


def holders(state: State, side: int, figures: Figures) -> list[int]:
    """Seats of a side with units among these figures."""
    return [seat_index for seat_index in seats_of(state, side) if _share(state, seat_index, figures).units]


def has_both_partners(state: State, side: int, figures: Figures) -> bool:
    """Both partners have units among these figures."""
    return len(seats_of(state, side)) > 1 and len(holders(state, side, figures)) > 1


def commander(state: State, side: int, figures: Figures) -> int:
    """Who controls these figures: most units, then most elites, then the leading player (WR-TEAM-18)."""
    seats = seats_of(state, side)
    if len(seats) == 1:
        return seats[0]
    return max(seats, key=lambda seat_index: (*_share(state, seat_index, figures), seat_index == leader(state, side)))


def figures_in(state: State, region: str) -> Figures:
    """Figures of both sides in a region."""
    return state.figures[state.setup.tables.region_places[region]]


def is_mixed(state: State, region: str, side: int) -> bool:
    """The units of both partners there are one army (WR-TEAM-15)."""
    return (region, side) in state.mixed and has_both_partners(state, side, figures_in(state, region))


def commander_at(state: State, region: str, side: int) -> int:
    """Who controls the army of a side in a region, if it is one."""
    return commander(state, side, figures_in(state, region))


def trims(state: State, region: str, side: int) -> int:
    """Who is the first to remove units over the limit: of separate armies the one who does not lead (WR-TEAM-17)."""
    if not in_turns(state, region, side):
        return commander_at(state, region, side)
    return next(seat_index for seat_index in seats_of(state, side) if seat_index != leader(state, side))


def in_turns(state: State, region: str, side: int) -> bool:
    """Two separate armies are there, so that both remove units (WR-TEAM-17)."""
    return has_both_partners(state, side, figures_in(state, region)) and not is_mixed(state, region, side)


def partner(state: State, seat_index: int) -> int:
    """The other seat of the team; the same where there is none."""
    return next((seat for seat in seats_of(state, side_of(state, seat_index)) if seat != seat_index), seat_index)


# --- mixed armies come and go ----------------------------------------------------------------------------------------


def mix(draft: Draft, region: str, side: int) -> None:
    """The armies of both partners there are one from now on."""
    if (region, side) not in draft.mixed:
        draft.mixed = (*draft.mixed, (region, side))
    tell_commander(draft, region, commander_at(draft, region, side))


def tell_commander(draft: Draft, region: str, seat_index: int) -> None:
    """Who controls the mixed army there."""
    draft.record("mixed_controlled", "WR-TEAM-18", region=region, seat=draft.setup.seats[seat_index])


def mix_attacked(draft: Draft, region: str, side: int) -> None:
    """Partners who are attacked in one region are one army (WR-TEAM-16)."""
    if in_turns(draft, region, side):
        draft.record("mixed_attacked", "WR-TEAM-16", region=region)
        mix(draft, region, side)


def settle(draft: Draft) -> None:
    """Before the next action: where only one partner has units left there is no mixed army any more."""
    if draft.mixed:
        draft.mixed = tuple([mark for mark in draft.mixed if is_mixed(draft, *mark)])
    draft.apart = ()


# --- three players: not twice for the same nation --------------------------------------------------------------------


def _counts(state: State, side: int) -> bool:
    return len(state.setup.seats) == THREE and side == FP


def last_action(state: State) -> Acted:
    """What the Free Peoples did before the action that is chosen now, or under way."""
    return state.last if state.agenda[-1].kind == "act" else state.before


def repeats(state: State, seat_index: int) -> bool:
    """The last action of this seat may forbid another one (WR-TEAM-26)."""
    return _counts(state, side_of(state, seat_index)) and last_action(state) != NOT_ACTED


def record_action_for(draft: Draft, side: int, nations: Sequence[str], region: str) -> None:
    """An action of the Free Peoples was for this nation, or with the mixed army that is in that region now."""
    if not _counts(draft, side) or side_of(draft, draft.acting) != side:
        return
    last = draft.last
    if len(nations) == 1:
        draft.last = last._replace(nations=(*last.nations, *[id for id in nations if id not in last.nations]))
    elif region not in last.armies:
        draft.last = last._replace(armies=(*last.armies, region))


def went(draft: Draft, side: int, start: str, goal: str) -> bool:
    """A mixed army that acted last stands elsewhere now; whether it is one."""
    last = draft.last
    if not _counts(draft, side) or start not in last.armies:
        return False
    draft.last = last._replace(armies=(*last.armies, goal))
    return True


def seat_of(state: State, seat_index: int) -> Ref:
    """A seat in a message."""
    return Ref("seat", state.setup.seats[seat_index])
