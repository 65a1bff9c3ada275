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


class SeatShare(NamedTuple):
    """A seat's part of an army; the larger part decides."""

    units: int
    elites: int


@lru_cache(maxsize=1 << 12)
def seat_share(facts: Tables, figures: Figures, seat: str) -> SeatShare:
    """Return the units of a seat's nations among these figures."""
    units = elites = 0
    for of, number in zip(facts.figures.values(), figures, strict=False):
        if number and of.unit and of.nation in facts.seats[seat].nations:
            units += number
            elites += number * (of.sort == ELITE)
    return SeatShare(units, elites)


def _share(state: State, seat_index: int, figures: Figures) -> SeatShare:
    return seat_share(state.setup.tables, figures, state.setup.seats[seat_index])


def unit_holders(state: State, side: int, figures: Figures) -> list[int]:
    """Return the seats of a side with units among these figures."""
    return [seat_index for seat_index in seats_of(state, side) if _share(state, seat_index, figures).units]


def has_both_partners(state: State, side: int, figures: Figures) -> bool:
    """Return whether both partners have units among these figures."""
    return len(seats_of(state, side)) > 1 and len(unit_holders(state, side, figures)) > 1


def commander_of(state: State, side: int, figures: Figures) -> int:
    """Return the seat that controls these figures.

    Most units, then most elites, then the leading player (WR-TEAM-18).
    """
    seats = seats_of(state, side)
    if len(seats) == 1:
        return seats[0]
    return max(seats, key=lambda seat_index: (*_share(state, seat_index, figures), seat_index == leader(state, side)))


def figures_in(state: State, region: str) -> Figures:
    """Return the figures of both sides in a region."""
    return state.figures[state.setup.tables.region_places[region]]


def is_mixed(state: State, region: str, side: int) -> bool:
    """Return whether the units of both partners there are one army (WR-TEAM-15)."""
    return (region, side) in state.mixed and has_both_partners(state, side, figures_in(state, region))


def commander_at(state: State, region: str, side: int) -> int:
    """Return the seat that controls the army of a side in a region, if it is one."""
    return commander_of(state, side, figures_in(state, region))


def first_to_remove(state: State, region: str, side: int) -> int:
    """Return the first seat to remove units over the limit.

    Of separate armies the one that does not lead (WR-TEAM-17).
    """
    if not both_remove(state, region, side):
        return commander_at(state, region, side)
    return next(seat_index for seat_index in seats_of(state, side) if seat_index != leader(state, side))


def both_remove(state: State, region: str, side: int) -> bool:
    """Return whether two separate armies are there, so that both remove units (WR-TEAM-17)."""
    return has_both_partners(state, side, figures_in(state, region)) and not is_mixed(state, region, side)


def partner(state: State, seat_index: int) -> int:
    """Return the other seat of the team; the same where there is none."""
    return next((seat for seat in seats_of(state, side_of(state, seat_index)) if seat != seat_index), seat_index)


# --- mixed armies come and go ----------------------------------------------------------------------------------------


def merge_armies(draft: Draft, region: str, side: int) -> None:
    """Make the armies of both partners there one."""
    if (region, side) not in draft.mixed:
        draft.mixed = (*draft.mixed, (region, side))
    tell_commander(draft, region, commander_at(draft, region, side))


def tell_commander(draft: Draft, region: str, seat_index: int) -> None:
    """Record the seat that controls the mixed army there."""
    draft.record("mixed_controlled", "WR-TEAM-18", region=region, seat=draft.setup.seats[seat_index])


def mix_attacked(draft: Draft, region: str, side: int) -> None:
    """Make one army of partners who are attacked in one region (WR-TEAM-16)."""
    if both_remove(draft, region, side):
        draft.record("mixed_attacked", "WR-TEAM-16", region=region)
        merge_armies(draft, region, side)


def drop_single_armies(draft: Draft) -> None:
    """Drop mixed armies with units of only one partner, before the next action."""
    if draft.mixed:
        draft.mixed = tuple([mark for mark in draft.mixed if is_mixed(draft, *mark)])
    draft.apart = ()


# --- three players: not twice for the same nation --------------------------------------------------------------------


def _counts(state: State, side: int) -> bool:
    return len(state.setup.seats) == THREE and side == FP


def last_action(state: State) -> Acted:
    """Return what the Free Peoples did before the action that is chosen now, or under way."""
    return state.last if state.agenda[-1].kind == "act" else state.before


def may_repeat(state: State, seat_index: int) -> bool:
    """Return whether the last action of this seat may forbid another one (WR-TEAM-26)."""
    return _counts(state, side_of(state, seat_index)) and last_action(state) != NOT_ACTED


def record_action_for(draft: Draft, side: int, nations: Sequence[str], region: str) -> None:
    """Record an action of the Free Peoples for this nation, or with the mixed army in that region."""
    if not _counts(draft, side) or side_of(draft, draft.acting) != side:
        return
    last = draft.last
    if len(nations) == 1:
        draft.last = last._replace(nations=(*last.nations, *[id for id in nations if id not in last.nations]))
    elif region not in last.armies:
        draft.last = last._replace(armies=(*last.armies, region))


def follow_mixed_army(draft: Draft, side: int, start: str, goal: str) -> bool:
    """Follow a mixed army that acted last to its new region; return whether it is one."""
    last = draft.last
    if not _counts(draft, side) or start not in last.armies:
        return False
    draft.last = last._replace(armies=(*last.armies, goal))
    return True


def seat_of(state: State, seat_index: int) -> Ref:
    """Return a seat as a value of a message."""
    return Ref("seat", state.setup.seats[seat_index])
