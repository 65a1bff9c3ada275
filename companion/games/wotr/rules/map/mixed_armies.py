"""Armies of partners (WR-TEAM-11, -15..22): which figures of a region a seat may use, how it may split a mixed army,
and how two armies become one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from companion.core.messages import Ref, Refusal
from companion.games.wotr.actions import Act, offer_one_of
from companion.games.wotr.rules.common.choices import PlainStep
from companion.games.wotr.rules.common.sides import seats_of, side_of
from companion.games.wotr.rules.map import armies, partners
from companion.games.wotr.rules.map.armies import NONE, Army
from companion.games.wotr.rules.map.characters import WITCH_KING
from companion.games.wotr.rules.map.partners import (
    commander_at,
    commander_of,
    has_both_partners,
    is_mixed,
    unit_holders,
)
from companion.games.wotr.state import Draft, Figures, State
from companion.games.wotr.tables import FP, NAZGUL, Tables
from companion.play.game.offers import Offer
from companion.play.game.steps import Handler, Step

# --- whose figures ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 12)
def _figures_of_seat(facts: Tables, figures: Figures, seat: str) -> Figures:
    """Return the figures of a seat's nations, and Nazgûl, which either player of the Shadow moves (WR-TEAM-11, -14)."""
    of_shadow = facts.seats[seat].side != FP
    found = [
        number if of.nation in facts.seats[seat].nations or (of_shadow and of.sort == NAZGUL) else 0
        for of, number in zip(facts.figures.values(), figures, strict=False)
    ]
    return tuple(found) if any(found) else NONE


def usable_figures(state: State, seat_index: int, region: str) -> Figures:
    """Figures of its side that a seat may use there: all without a partner's units or in a mixed army that it controls,
    else its own (WR-TEAM-11, -19, -21).
    """
    side, facts = side_of(state, seat_index), state.setup.tables
    figures = armies.figures_of_side(facts, partners.figures_in(state, region), side)
    if not figures or len(seats_of(state, side)) == 1:
        return figures
    there = unit_holders(state, side, figures)
    if seat_index not in there:
        return NONE
    return (
        figures
        if there == [seat_index] or _controls(state, seat_index, region)
        else _figures_of_seat(facts, figures, state.setup.seats[seat_index])
    )


def _controls(state: State, seat_index: int, region: str) -> bool:
    """Return whether a seat controls the mixed army there."""
    side = side_of(state, seat_index)
    return is_mixed(state, region, side) and commander_at(state, region, side) == seat_index


def leads(state: State, seat_index: int, character: str) -> bool:
    """Return whether a seat may use that character of its side (WR-TEAM-12, -14)."""
    if character == WITCH_KING or len(seats_of(state, side_of(state, seat_index))) == 1:
        return True
    return character in state.setup.tables.seats[state.setup.seats[seat_index]].characters


def usable_army(state: State, seat_index: int, region: str) -> Army:
    """Return everything of its side that a seat may use in a region."""
    side = side_of(state, seat_index)
    whole = armies.army(state, region, side)
    if len(seats_of(state, side)) == 1 or _controls(state, seat_index, region):
        return whole
    return Army(
        usable_figures(state, seat_index, region),
        tuple([id for id in whole.characters if leads(state, seat_index, id)]),
    )


def partner_fault(state: State, seat_index: int, region: str) -> Refusal | None:
    """Refuse to use the partner's army there (WR-TEAM-11)."""
    there = unit_holders(state, side_of(state, seat_index), partners.figures_in(state, region))
    if not there or seat_index in there:
        return None
    return Refusal("army_of_partner", "WR-TEAM-11", {"region": Ref("region", region)})


def control_fault(state: State, seat_index: int, region: str) -> Refusal | None:
    """Refuse to use the partner's army there, or a mixed one that he controls (WR-TEAM-11, -19)."""
    fault = partner_fault(state, seat_index, region)
    if (
        fault is None
        and is_mixed(state, region, side_of(state, seat_index))
        and not _controls(state, seat_index, region)
    ):
        seat = partners.seat_of(state, partners.partner(state, seat_index))
        return Refusal("not_in_control", "WR-TEAM-19", {"region": Ref("region", region), "seat": seat})
    return fault


def bound_rule(state: State, seat_index: int, nation: str, rule: str) -> str:
    """Return the rule that holds units of a nation not At War.

    In a mixed army also those of the partner (WR-TEAM-22).
    """
    return rule if nation in state.setup.tables.seats[state.setup.seats[seat_index]].nations else "WR-TEAM-22"


# --- which part of it ------------------------------------------------------------------------------------------------


def may_be_limited(state: State, seat_index: int, region: str) -> bool:
    """Return whether this chapter may forbid a part of the army there."""
    return len(state.setup.seats) > len(("fp", "shadow")) and (
        partners.may_repeat(state, seat_index) or _controls(state, seat_index, region)
    )


def part_fault(state: State, seat_index: int, region: str, going: Army, left: Army) -> Refusal | None:
    """Return the reason that these may not go while those stay (WR-TEAM-20, -21, -26, -27).

    Whoever controls a mixed army keeps control of every part with units of both, and goes himself: with all that is his
    the army is divided and mixed no more.
    """
    if not may_be_limited(state, seat_index, region):
        return None
    return split_fault(state, seat_index, region, going, left) or repeat_fault(
        state, seat_index, armies.nations_of(state, going), region
    )


def split_fault(state: State, seat_index: int, region: str, going: Army, left: Army) -> Refusal | None:
    """Refuse a split by which the controller of a mixed army would lose it (WR-TEAM-20, -21)."""
    side = side_of(state, seat_index)
    if not _controls(state, seat_index, region):
        return None
    kept = [
        commander_of(state, side, part.figures) == seat_index
        for part in (going, left)
        if has_both_partners(state, side, part.figures)
    ]
    if all(kept) and (
        seat_index in unit_holders(state, side, going.figures) or not unit_holders(state, side, going.figures)
    ):
        return None
    return Refusal("control_lost", "WR-TEAM-20", {"region": Ref("region", region)})


def repeat_fault(state: State, seat_index: int, nations: Sequence[str], region: str) -> Refusal | None:
    """Refuse to act again for that nation, or with that mixed army, for the Free Peoples (WR-TEAM-26, -27)."""
    if not partners.may_repeat(state, seat_index):
        return None
    done = partners.last_action(state)
    if len(nations) > 1:
        again = Refusal("army_again", "WR-TEAM-27", {"region": Ref("region", region)})
        return again if region in done.armies else None
    found = [id for id in nations if id in done.nations]
    return Refusal("nation_again", "WR-TEAM-26", {"nation": Ref("nation", found[0])}) if found else None


def parts_of(state: State, army: Army) -> Iterator[Army]:
    """Yield every part of an army by its units; anybody who leads goes along."""
    kinds = [figure.unit for figure in state.setup.tables.figures.values()]
    ranges = [range(number + 1) if unit else (number,) for unit, number in zip(kinds, army.figures or (), strict=False)]
    for figures in product(*ranges):
        yield Army(figures if any(figures) else NONE, army.characters)


# --- two armies become one -------------------------------------------------------------------------------------------


def _mergeable_regions(state: State, seat_index: int) -> list[str]:
    """Return the regions with separate armies of partners who have not refused to merge in this action."""
    side = side_of(state, seat_index)
    if len(seats_of(state, side)) == 1:
        return []
    return [
        id
        for id, there in zip(state.setup.tables.regions, state.figures, strict=False)
        if there and id not in state.apart and partners.both_remove(state, id, side)
    ]


def _check_merge(step: Step, state: State, act: Act) -> Refusal | None:
    seat_index = state.index_of(act.seat)
    fault = armies.refuse_if_not_tracked(state)
    if fault is not None or act.region in _mergeable_regions(state, seat_index):
        return fault
    if act.region not in state.setup.tables.regions:
        return Refusal("region_unknown", "WR-MAP-1", {"region": act.region})
    values = {"region": Ref("region", act.region)}
    if is_mixed(state, act.region, side_of(state, seat_index)):
        return Refusal("mixed_already", "WR-TEAM-15", values)
    return Refusal("merge_declined" if act.region in state.apart else "merge_nobody", "WR-TEAM-15", values)


def _merge(step: Step, draft: Draft, act: Act) -> None:
    draft.push(Merging(partners.partner(draft, step.seat_index), act.region))


@dataclass(frozen=True, slots=True)
class Merging(PlainStep):
    """Choice of the partner to have one mixed army, or not (WR-TEAM-15)."""

    rule = "WR-TEAM-15"

    region: str

    def do_accept(self, draft: Draft, act: Act) -> None:
        """Merge the armies."""
        draft.pop()
        partners.merge_armies(draft, self.region, side_of(draft, self.seat_index))

    def do_done(self, draft: Draft, act: Act) -> None:
        """Leave the armies apart."""
        draft.pop()
        draft.apart = (*draft.apart, self.region)


def offers(state: State, seat_index: int) -> list[Offer]:
    """Return the regions where the partner may be asked for a mixed army."""
    return offer_one_of(
        Act("merge", state.setup.seats[seat_index]), "region", "region", _mergeable_regions(state, seat_index)
    )


ANSWERS: dict[str, Handler] = {"merge": Handler(_check_merge, _merge)}
RULES = {"merge": "WR-TEAM-15"}
