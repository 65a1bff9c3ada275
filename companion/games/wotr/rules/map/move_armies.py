"""Army moves (WR-MOVE): goals, moving figures, the second army of a die, effects of arrival.

A besieged army stays where it is: it comes out by a sortie only (WR-MOVE-22).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from companion.core.messages import Ref, Refusal, Value
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.common import politics
from companion.games.wotr.rules.common.action_dice import (
    ARMY,
    CHARACTER,
    paying_faces,
    payment_fault,
    second_half,
    unused_faces,
    use_die,
)
from companion.games.wotr.rules.common.card_conditions import discard_ended
from companion.games.wotr.rules.common.choices import ChooseOne
from companion.games.wotr.rules.common.neighbours import not_adjacent
from companion.games.wotr.rules.common.sides import seats_of, side_of
from companion.games.wotr.rules.common.table_cards import closed_fault
from companion.games.wotr.rules.map import armies, capture, characters, mixed_armies, partners
from companion.games.wotr.rules.map.armies import (
    NONE,
    Army,
    besieged_there,
    figures_by_id,
    figures_of_side,
    remove_figures,
    tally_figures,
    units,
)
from companion.games.wotr.rules.map.move_characters import moves_nazgul, offer_flights
from companion.games.wotr.rules.map.split_army import NOBODY_STAYS, FixedFigure, SplitArmy, item_name, without_held
from companion.games.wotr.state import Draft, Figures, State
from companion.games.wotr.tables import FP, Tables
from companion.play.game.offers import Offer, OneOf
from companion.play.game.steps import Handler, Step

# --- who may go where ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def _bound_figures(facts: Tables, figures: Figures, side: int, land: str, boxes: tuple[int, ...]) -> Figures:
    """Figures of a side among these that may not enter a land: not At War, and another nation's (WR-MOVE-13, -14).

    Nazgûl count as At War (WR-CHAR-21).
    """
    if not land:
        return NONE
    found = [
        number
        if of.side == side
        and of.nation != land
        and boxes[facts.places[of.nation]] != politics.WAR
        and (of.unit or side == FP)
        else 0
        for of, number in zip(facts.figures.values(), figures, strict=False)
    ]
    return tuple(found) if any(found) else NONE


class _Going(NamedTuple):
    """Figures that may enter a land.

    some: any part of it may, with a unit, without leaving Leaders alone. led: one with a Leader, a Nazgûl or an elite
    that leads.
    """

    figures: Figures
    some: bool
    led: bool


@lru_cache(maxsize=1 << 14)
def _going(
    facts: Tables, figures: Figures, side: int, land: str, boxes: tuple[int, ...], elites_lead: tuple[str, ...]
) -> _Going:
    stays = _bound_figures(facts, figures, side, land, boxes)
    goes = remove_figures(figures_of_side(facts, figures, side), stays)
    left, here = tally_figures(facts, stays, side), tally_figures(facts, goes, side)
    leave_one = side == FP and left.leaders > 0 and left.units == 0
    led = here.leaders > 0 or armies.leading_elites(facts, goes, elites_lead) > 0
    return _Going(goes, here.units > leave_one, led)


def may_go(state: State, seat_index: int, region: str, goal: str) -> bool:
    """Return whether some of the army may enter that land and leave no Leaders alone (WR-MOVE-5, -6, -13)."""
    facts, there = state.setup.tables, mixed_armies.usable_army(state, seat_index, region).figures
    land = facts.regions[goal].nation
    return _going(facts, there, side_of(state, seat_index), land, state.boxes, armies.elites_lead(state)).some


def held_figures(state: State, seat_index: int, region: str, goal: str) -> list[FixedFigure]:
    """Return the figures that may not go to that neighbour, with the rules (WR-MOVE-13, -16, WR-CHAR-5, -17)."""
    facts, land = state.setup.tables, state.setup.tables.regions[goal].nation
    out, army = [], mixed_armies.usable_army(state, seat_index, region)
    for id, number in figures_by_id(
        facts, _bound_figures(facts, army.figures, side_of(state, seat_index), land, state.boxes)
    ).items():
        nation = facts.figures[id].nation
        leaves = (region, nation) in state.abroad and facts.regions[region].nation == land
        out.append(
            FixedFigure(
                id, number, mixed_armies.bound_rule(state, seat_index, nation, "WR-MOVE-16" if leaves else "WR-MOVE-13")
            )
        )
    for id in army.characters:
        if not facts.characters[id].level:
            out.append(FixedFigure(id, 1, "WR-CHAR-17" if id == characters.SARUMAN else "WR-CHAR-5"))
    return out


def _marchers(
    state: State, seat_index: int, closed: Collection[str] = ()
) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Regions with an army that a seat may move, its goals, and those for some of it with a leader; out of a `closed`
    one nothing moves any more.
    """
    facts, boxes, elites_lead = state.setup.tables, state.boxes, armies.elites_lead(state)
    side = side_of(state, seat_index)
    walk = [
        id
        for id, of in facts.characters.items()
        if of.side == side and of.level and mixed_armies.leads(state, seat_index, id)
    ]
    movers = {state.where[facts.places[id]] for id in walk}
    alone = len(seats_of(state, side)) == 1
    shut = armies.closed_regions(state, side)
    for region, found in armies.occupied_regions(state, side).items():
        if region in closed or besieged_there(state, region, side):
            continue
        there = found if alone else mixed_armies.usable_figures(state, seat_index, region)
        if not there:
            continue
        near = tuple([goal for goal in facts.regions[region].neighbours if goal not in shut])
        all, led = _goals(facts, there, side, near, boxes, elites_lead)
        led = all if region in movers else led
        if mixed_armies.may_be_limited(state, seat_index, region):
            all = tuple([goal for goal in all if _part_fault(state, seat_index, region, goal, led=False) is None])
            led = tuple(
                [goal for goal in led if goal in all and _part_fault(state, seat_index, region, goal, led=True) is None]
            )
        if all:
            yield region, all, led


@lru_cache(maxsize=1 << 14)
def _goals(
    facts: Tables,
    figures: Figures,
    side: int,
    near: tuple[str, ...],
    boxes: tuple[int, ...],
    elites_lead: tuple[str, ...],
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Of these neighbours those that some of the army may enter, and those that some of it with a leader may."""
    going = {goal: _going(facts, figures, side, facts.regions[goal].nation, boxes, elites_lead) for goal in near}
    all = [goal for goal in near if going[goal].some]
    return tuple(all), tuple([goal for goal in all if going[goal].led])


# --- why an army does not march --------------------------------------------------------------------------------------


def army_fault(state: State, side: int, region: str) -> Refusal | None:
    """Refuse if no army of that side is there."""
    if region not in state.setup.tables.regions:
        return Refusal("region_unknown", "WR-MAP-1", {"region": region})
    return None if units(state, region, side) else Refusal("no_army", "WR-ARMY-1", {"region": Ref("region", region)})


def goal_fault(state: State, side: int, region: str, goal: str) -> Refusal | None:
    """Refuse a region that is no neighbour, or has enemy units (WR-MOVE-1, -11, -15)."""
    if goal not in state.setup.tables.regions:
        return Refusal("region_unknown", "WR-MAP-1", {"region": goal})
    values: dict[str, Value] = {"region": Ref("region", goal)}
    if goal not in state.setup.tables.regions[region].neighbours:
        return not_adjacent(state, region, goal, "WR-MOVE-1")
    if armies.open_to_armies(state, goal, side):
        return None
    return closed_fault(state, side, goal) or Refusal("enemy_there", "WR-MOVE-11", values)


def _part_fault(state: State, seat_index: int, region: str, goal: str, led: bool) -> Refusal | None:
    """Return the reason that no part of an army goes there, for partners or the last action."""
    return MarchArmy(seat_index, region, NOBODY_STAYS, goal, led).impossible(state)


def march_fault(state: State, seat_index: int, region: str, goal: str, led: bool) -> Refusal | None:
    """Return the reason that no army, or none with a leader, goes from here to there."""
    side = side_of(state, seat_index)
    fault = army_fault(state, side, region) or mixed_armies.partner_fault(state, seat_index, region)
    if fault is not None:
        return fault
    values: dict[str, Value] = {"region": Ref("region", region)}
    if besieged_there(state, region, side):
        return Refusal("besieged_stays", "WR-MOVE-22", values)
    fault = goal_fault(state, side, region, goal)
    if fault is not None:
        return fault
    facts = state.setup.tables
    army = mixed_armies.usable_army(state, seat_index, region)
    going = _going(facts, army.figures, side, facts.regions[goal].nation, state.boxes, armies.elites_lead(state))
    stay = held_figures(state, seat_index, region, goal)
    if not going.some:
        units_held = [one for one in stay if one.item in facts.figures]
        if tally_figures(facts, going.figures, side).units:
            alone = sum([one.number for one in units_held])
            return Refusal("part_leaders_alone", "WR-MOVE-6", {"number": alone})
        first = units_held[0]
        return Refusal("stays_out", first.rule, {"region": Ref("region", goal), "figure": item_name(state, first.item)})
    if led and not armies.has_leader(state, without_held(state, army, stay)):
        return Refusal("march_no_leader", "WR-MOVE-4", values)
    return (
        _part_fault(state, seat_index, region, goal, led)
        if mixed_armies.may_be_limited(state, seat_index, region)
        else None
    )


# --- they go ---------------------------------------------------------------------------------------------------------


def take_in(draft: Draft, seat_index: int, going: Army, start: str, goal: str, rule: str) -> None:
    """Move an army to a region and end its movement there."""
    pass_in(draft, seat_index, going, start, goal, rule)
    end_march(draft, going, goal)


def pass_in(draft: Draft, seat_index: int, going: Army, start: str, goal: str, rule: str) -> None:
    """Move an army to a region, with effects on settlements, sieges and nations at both ends (WR-MOVE-17)."""
    side = side_of(draft, seat_index)
    armies.go(draft, going, start, goal, rule)
    if partners.has_both_partners(draft, side, going.figures):
        partners.merge_armies(draft, goal, side)
    if not partners.follow_mixed_army(draft, side, start, goal):
        partners.record_action_for(draft, side, armies.nations_of(draft, going), goal)
    capture.figures_departed(draft, start)
    capture.army_entered(draft, seat_index, goal)
    discard_ended(draft)


def end_march(draft: Draft, army: Army, region: str) -> None:
    """End an army's movement in a region; Companions with it may wake its nation (WR-POL-7)."""
    for character in army.characters:
        characters.wake(draft, character, region)
    discard_ended(draft)


@dataclass(frozen=True, slots=True)
class MarchArmy(SplitArmy):
    """Choice of the figures that move to a neighbour. led: by a Character die, so that a leader has to go."""

    rule = "WR-ARMY-4"

    goal: str
    led: bool

    def fixed_figures(self, state: State) -> Sequence[FixedFigure]:
        """Return the figures that may not go."""
        return held_figures(state, self.seat_index, self.region, self.goal)

    def fault(self, state: State, going: Army, left: Army) -> Refusal | None:
        """Refuse a march of that part of the army."""
        fault = SplitArmy.fault(self, state, going, left)
        if fault is None and self.led and not armies.has_leader(state, going):
            return Refusal("march_no_leader", "WR-MOVE-4", {"region": Ref("region", self.region)})
        return fault

    def go(self, draft: Draft, going: Army) -> None:
        """Move the figures, and record where an army has come to."""
        under = draft.agenda[-1]
        if isinstance(under, Marches):
            merged = units(draft, self.goal, side_of(draft, self.seat_index)) > 0
            draft.swap(replace(under, more=under.more - 1, entered=(*under.entered, self.goal), merged=merged))
        take_in(draft, self.seat_index, going, self.region, self.goal, "WR-MOVE-1")


@dataclass(frozen=True, slots=True)
class Marches(ChooseOne):
    """Moves of so many more armies by the same die; at the end no region holds too many units (WR-MOVE-2, -12).

    entered: where armies have come to. merged: there was an army already where the last one came.
    """

    rule = "WR-MOVE-2"

    more: int
    entered: tuple[str, ...] = ()
    merged: bool = False

    def run(self, draft: Draft) -> bool:
        """Wait while an army may march."""
        if self.more and next(_marchers(draft, self.seat_index, self.entered), None) is not None:
            return True
        self.end(draft)
        return False

    def choices(self, state: State) -> dict[str, tuple[str, ...]]:
        """Return the regions where armies may go, by the region where they stand."""
        return {region: goals for region, goals, _ in _marchers(state, self.seat_index, self.entered)}

    def leave(self, draft: Draft) -> None:
        """Remove the units over the limit where armies have come to."""
        armies.trim_each(draft, self.entered, side_of(draft, self.seat_index))

    def refuse(self, state: State, act: Act) -> Refusal:
        """Return the refusal of any other action, with the rule of the second half of a die."""
        return Refusal("not_now", second_half(act, self.rule))

    def check_march(self, state: State, act: Act) -> Refusal | None:
        """Refuse a die, an army that has moved, or an illegal march."""
        if act.die:
            return Refusal("die_paid", "WR-DICE-27")
        if act.army in self.entered:
            rule = "WR-MOVE-8" if self.merged else "WR-MOVE-7"
            return Refusal("army_moved", rule, {"region": Ref("region", act.army)})
        return march_fault(state, self.seat_index, act.army, act.region, led=False)

    def do_march(self, draft: Draft, act: Act) -> None:
        """Ask for the figures that go."""
        draft.push(MarchArmy(self.seat_index, act.army, NOBODY_STAYS, act.region, led=False))

    do_done = ChooseOne.end


# --- by a die --------------------------------------------------------------------------------------------------------


def _check(step: Step, state: State, act: Act) -> Refusal | None:
    seat_index = state.index_of(act.seat)
    fault = armies.refuse_if_not_tracked(state) or payment_fault(state, act, (ARMY, CHARACTER), "WR-MOVE-2")
    return fault or march_fault(state, seat_index, act.army, act.region, act.die == CHARACTER)


def _march(step: Step, draft: Draft, act: Act) -> None:
    use_die(step, draft, act)
    led = act.die == CHARACTER
    draft.push(Marches(step.seat_index, 1 if led else 2))
    draft.push(MarchArmy(step.seat_index, act.army, NOBODY_STAYS, act.region, led))


def offers(state: State, seat_index: int) -> list[Offer]:
    """Return every army that may move, with its goals and the dice that pay; and Nazgûl that may fly."""
    if not state.setup.armies:
        return []
    seat, side, out = state.setup.seats[seat_index], side_of(state, seat_index), []
    dice = paying_faces(state, side, (ARMY,))
    leaders = [CHARACTER] if CHARACTER in unused_faces(state, side) else []
    for region, all, led in _marchers(state, seat_index) if dice or leaders else ():
        act = Act("march", seat, army=region)
        for goals, pay in [(all, dice + leaders)] if all == led else [(all, dice), (led, leaders)]:
            if goals and pay:
                out.append(Offer(act, (OneOf("region", ("region",), goals), OneOf("die", ("face",), tuple(pay)))))
    return out + (offer_flights(state, seat_index, CHARACTER) if leaders and moves_nazgul(state, seat_index) else [])


ANSWERS: dict[str, Handler] = {"march": Handler(_check, _march)}
RULES = {"march": "WR-MOVE-2"}
