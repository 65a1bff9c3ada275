"""Armies that event cards move (WR-MOVE-18 to -20): one or several, one or more regions, or straight to a place.

The army that sets out is the one that arrives: nothing joins it or stays behind on the way. Enemy settlements on the
way are captured; how many units stand in a region counts only at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.core.messages import Ref, Refusal
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.common import politics
from companion.games.wotr.rules.common.choices import ChooseOnce, ChooseOne
from companion.games.wotr.rules.common.sides import opponent, side_of
from companion.games.wotr.rules.events.card_effects import CARD, must_choose, not_by_card
from companion.games.wotr.rules.events.card_places import armies_where
from companion.games.wotr.rules.map import armies, mixed_armies, move_armies
from companion.games.wotr.rules.map.armies import Army
from companion.games.wotr.rules.map.characters import WITCH_KING
from companion.games.wotr.rules.map.split_army import NOBODY_STAYS, FixedFigure, SplitArmy
from companion.games.wotr.state import Draft, State, holder
from companion.games.wotr.tables import NAZGUL
from companion.games.wotr.verbs import EFFECTS, Number, Places, Region, is_place
from companion.play.game.verbs import Calls

MOVED = "WR-MOVE-18"
COMPANION = "companion"
With = Literal["", "companion", "nazgul", "witch-king", "isengard"]


def has_company(state: State, army: Army, who: str) -> bool:
    """Return whether a Companion, a Nazgûl, that character or a unit of that nation is in an army; empty: anybody."""
    facts = state.setup.tables
    if who == COMPANION:
        return any(facts.characters[id].kind == COMPANION for id in army.characters)
    if who == NAZGUL:
        return WITCH_KING in army.characters or bool(army.figures and army.figures[facts.places[NAZGUL]])
    return not who or who in army.characters or who in armies.nations_of(state, army)


def nations_moving(state: State, army: Army) -> set[str]:
    """Return the nations of an army's units and Leaders; Nazgûl and characters go anywhere (WR-CHAR-21)."""
    facts = state.setup.tables.figures
    return {
        facts[id].nation for id in armies.figures_by_id(state.setup.tables, army.figures) if facts[id].sort != NAZGUL
    }


def may_enter(state: State, side: int, goers: Iterable[str], goal: str) -> bool:
    """Return whether armies of all these nations may move into that region (WR-MOVE-10, -13)."""
    land = state.setup.tables.regions[goal].nation
    own = not land or all(nation == land or politics.at_war(state, nation) for nation in goers)
    return own and armies.open_to_armies(state, goal, side)


@dataclass(frozen=True, slots=True)
class CardMarches(ChooseOne):
    """Moves of so many armies, each up to so many regions.

    where: in which regions an army may set out, to: where it ends; company: who goes with it; must: as many as can move
    have to. entered: where armies have come to.
    """

    rule = MOVED

    card: str
    more: int
    regions: int
    where: Calls
    to: Calls
    company: str
    must: bool
    entered: tuple[str, ...] = ()

    def ends(self, state: State, goers: Iterable[str], region: str, steps: int, been: tuple[str, ...]) -> bool:
        """Return whether an army of these nations can stop here, or further on."""
        side, regions, known, here = (
            side_of(state, self.seat_index),
            state.setup.tables.regions,
            {*been, region},
            [region],
        )
        for _ in range(steps):
            if any(self.stops(state, id) for id in here):
                return True
            ahead = {goal for id in here for goal in regions[id].neighbours} - known
            known |= ahead
            here = [goal for goal in ahead if may_enter(state, side, goers, goal)]
        return any(self.stops(state, id) for id in here)

    def stops(self, state: State, region: str) -> bool:
        """Return whether an army may stop here."""
        return is_place(state, region, side_of(state, self.seat_index), self.to)

    def onward(self, state: State, goers: Iterable[str], region: str, steps: int, been: tuple[str, ...]) -> list[str]:
        """Return the neighbours that it may go to and from which it comes to an end."""
        side, seen = side_of(state, self.seat_index), (*been, region)
        ahead = state.setup.tables.regions[region].neighbours if steps else ()
        return [
            id
            for id in ahead
            if id not in seen and may_enter(state, side, goers, id) and self.ends(state, goers, id, steps - 1, seen)
        ]

    def choices(self, state: State) -> dict[str, list[str]]:
        """Return the regions where armies may go, by the region where they stand."""
        side, found = side_of(state, self.seat_index), {}
        for region in armies_where(state, side, self.where) if self.more else ():
            army = mixed_armies.usable_army(state, self.seat_index, region)
            out = (
                region in self.entered
                or armies.besieged_there(state, region, side)
                or not has_company(state, army, self.company)
            )
            goers = [] if out else armies.nations_of(state, army)
            goals = {goal: None for nation in goers for goal in self.onward(state, [nation], region, self.regions, ())}
            able = [
                goal
                for goal in goals
                if CardMarch(self.seat_index, region, NOBODY_STAYS, self.card, goal).may_set_out(state)
            ]
            if able:
                found[region] = able
        return found

    def may_leave(self, state: State) -> bool:
        """Return whether no army has to march."""
        return not self.must

    def leave(self, draft: Draft) -> None:
        """Remove the units over the limit where armies have come to."""
        armies.trim_each(draft, self.entered, side_of(draft, self.seat_index))

    def fault(self, state: State, act: Act) -> Refusal:
        """Refuse a march that the card does not allow."""
        side = side_of(state, self.seat_index)
        if act.army in self.entered:
            return Refusal("army_moved", "WR-MOVE-7", {"region": Ref("region", act.army)})
        fault = move_armies.march_fault(state, self.seat_index, act.army, act.region, led=False)
        if fault is not None:
            return fault
        army = mixed_armies.usable_army(state, self.seat_index, act.army)
        if not is_place(state, act.army, side, self.where) or not has_company(state, army, self.company):
            return not_by_card(state, self.card, act.army)
        return Refusal("march_no_end", MOVED, {"card": Ref("event_card", self.card)})

    check_march = ChooseOne.check

    def do_march(self, draft: Draft, act: Act) -> None:
        """Ask for the figures that go."""
        draft.push(CardMarch(self.seat_index, act.army, NOBODY_STAYS, self.card, act.region))

    def check_done(self, state: State, act: Act) -> Refusal | None:
        """Refuse to end while the card demands a march."""
        return must_choose(self.card) if self.must else None

    do_done = ChooseOne.end


@dataclass(frozen=True, slots=True)
class CardMarch(SplitArmy):
    """Choice of the part of an army that sets out by a card."""

    rule = "WR-ARMY-4"

    card: str
    goal: str

    def fixed_figures(self, state: State) -> Sequence[FixedFigure]:
        """Return the figures that may not go."""
        return move_armies.held_figures(state, self.seat_index, self.region, self.goal)

    def fault(self, state: State, going: Army, left: Army) -> Refusal | None:
        """Refuse a march of that part of the army."""
        fault = SplitArmy.fault(self, state, going, left)
        under = state.agenda[-2]
        if fault is not None or not isinstance(under, CardMarches):
            return fault
        if not has_company(state, going, under.company):
            return Refusal("company_stays", CARD, {"card": Ref("event_card", self.card)})
        if not under.ends(state, nations_moving(state, going), self.goal, under.regions - 1, (self.region,)):
            return Refusal("march_no_end", MOVED, {"card": Ref("event_card", self.card)})
        return None

    def may_arrive(self, state: State) -> bool:
        """Return whether some nation of the army may enter the region."""
        side, army = side_of(state, self.seat_index), self.whole_army(state)
        return any(may_enter(state, side, [nation], self.goal) for nation in armies.nations_of(state, army))

    def may_set_out(self, state: State) -> bool:
        """Return whether some part of the army may go."""
        return move_armies.may_go(state, self.seat_index, self.region, self.goal) and self.possible(state)

    def go(self, draft: Draft, going: Army) -> None:
        """Move that part of the army."""
        under = draft.agenda[-1]
        if isinstance(under, CardMarches):
            stops = under.stops(draft, self.goal)
            move_armies.pass_in(draft, self.seat_index, going, self.region, self.goal, MOVED)
            draft.push(Onward(self.seat_index, self.goal, going, under.regions - 1, (self.region,), stops))
        else:
            move_armies.take_in(draft, self.seat_index, going, self.region, self.goal, MOVED)
            armies.trim(draft, self.goal, side_of(draft, self.seat_index))


@dataclass(frozen=True, slots=True)
class Onward(ChooseOnce):
    """Choice of an army to go on, or to stop where it may."""

    rule = MOVED

    region: str
    army: Army
    left: int
    been: tuple[str, ...]
    may_stop: bool

    def _march(self, state: State, at: int) -> CardMarches:
        under = state.agenda[at]
        assert isinstance(under, CardMarches)
        return under

    def choices(self, state: State) -> dict[str, list[str]]:
        """Return the regions to go on to."""
        goers, march = nations_moving(state, self.army), self._march(state, -2)
        return {self.region: march.onward(state, goers, self.region, self.left, self.been)}

    def may_leave(self, state: State) -> bool:
        """Return whether the army may stop."""
        return self.may_stop

    def take(self, draft: Draft, owner: str, chosen: str) -> None:
        """Move the army on."""
        stops = self._march(draft, -1).stops(draft, chosen)
        move_armies.pass_in(draft, self.seat_index, self.army, self.region, chosen, MOVED)
        draft.push(Onward(self.seat_index, chosen, self.army, self.left - 1, (*self.been, self.region), stops))

    def leave(self, draft: Draft) -> None:
        """Stop the army, and record the region where it has come to."""
        under = self._march(draft, -1)
        draft.swap(replace(under, more=under.more - 1, entered=(*under.entered, self.region)))
        move_armies.end_march(draft, self.army, self.region)

    def fault(self, state: State, act: Act) -> Refusal:
        """Refuse a march of another army, or to a region out of reach."""
        if act.army != self.region:
            return Refusal("other_army", MOVED, {"region": Ref("region", self.region)})
        card = Ref("event_card", self._march(state, -2).card)
        fault = move_armies.goal_fault(state, side_of(state, self.seat_index), self.region, act.region)
        return fault or Refusal("march_no_end", MOVED, {"card": card})

    check_march, do_march = ChooseOnce.check, ChooseOnce.choose

    def check_done(self, state: State, act: Act) -> Refusal | None:
        """Refuse to stop while the card demands a march."""
        return None if self.may_stop else must_choose(self._march(state, -2).card)

    do_done = ChooseOnce.end


@EFFECTS.verb
def march(
    draft: Draft,
    seat_index: int,
    card: str,
    armies_: Number = 1,
    regions: Number = 1,
    where: Places = (),
    to: Places = (),
    company: With = "",
    must: bool = False,
) -> None:
    """Move so many armies up to so many regions each; see CardMarches."""
    if draft.setup.armies:
        draft.push(CardMarches(seat_index, card, armies_, regions, where, to, company, must))


# --- straight to a place ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardPassage(ChooseOnce):
    """Move of an army in such a region straight to one of these regions."""

    rule = CARD

    card: str
    where: Calls
    goals: tuple[str, ...]

    def choices(self, state: State) -> dict[str, list[str]]:
        """Return the regions where armies may go, by the region where they stand."""
        side, found = side_of(state, self.seat_index), {}
        for region in armies_where(state, side, self.where):
            marches = {id: CardMarch(self.seat_index, region, NOBODY_STAYS, self.card, id) for id in self.goals}
            if goals := [id for id, march in marches.items() if march.may_arrive(state) and march.may_set_out(state)]:
                found[region] = goals
        return found

    def fault(self, state: State, act: Act) -> Refusal:
        """Refuse a march that the card does not allow."""
        fault = move_armies.army_fault(state, side_of(state, self.seat_index), act.army)
        fault = fault or mixed_armies.partner_fault(state, self.seat_index, act.army)
        return fault or not_by_card(state, self.card, act.army)

    check_march, do_march = ChooseOnce.check, ChooseOnce.choose

    def take(self, draft: Draft, owner: str, chosen: str) -> None:
        """Ask for the figures that go."""
        draft.push(CardMarch(self.seat_index, owner, NOBODY_STAYS, self.card, chosen))


@EFFECTS.verb
def pass_to(draft: Draft, seat_index: int, card: str, region: Region, where: Places) -> None:
    """Move an army in such a region straight to that one; next to it if the enemy holds or besieges it."""
    if draft.setup.armies:
        lost = holder(draft, region) == opponent(side_of(draft, seat_index)) or region in draft.besieged
        goals = draft.setup.tables.regions[region].neighbours if lost else (region,)
        draft.push(CardPassage(seat_index, card, where, tuple(goals)))
