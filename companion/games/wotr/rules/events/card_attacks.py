"""Attacks that event cards begin (WR-EVENT-17), Nazgûl that they send, the Corsairs, the men of Dunland.

Only where the app keeps the armies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from companion.core.messages import Ref, Refusal
from companion.games.wotr.actions import Act, offer_one_of
from companion.games.wotr.rules.battle import attack, battle_strength
from companion.games.wotr.rules.common.choices import ChooseOnce, ChooseOne
from companion.games.wotr.rules.common.sides import opponent, side_of
from companion.games.wotr.rules.events.card_armies import MOVED, CardMarch, With, has_company
from companion.games.wotr.rules.events.card_effects import CARD, Choices, PlayedCard, card_of, not_by_card
from companion.games.wotr.rules.events.card_places import armies_where
from companion.games.wotr.rules.events.card_recruits import CardRecruits
from companion.games.wotr.rules.map import armies, characters, mixed_armies, move_armies, move_characters
from companion.games.wotr.rules.map.armies import Army
from companion.games.wotr.rules.map.split_army import NOBODY_STAYS, FixedFigure, SplitArmy, count_items, without_held
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import REGULAR
from companion.games.wotr.verbs import (
    CHOICES,
    EFFECTS,
    Effects,
    Nation,
    Number,
    Places,
    Region,
    is_place,
    regions_where,
)
from companion.play.game.offers import Offer
from companion.play.game.steps import Step
from companion.play.game.verbs import Calls

BEGUN = "WR-EVENT-17"


@CHOICES.verb
def option(state: State, seat_index: int, name: Literal["attack", "march", "recruit"], of: Effects) -> Choices:
    """Offer an action of armies."""

    def do(draft: Draft) -> None:
        draft.push(PlayedCard(seat_index, card_of(draft), of))

    return {(name, 0): do} if state.setup.armies else {}


# --- Nazgûl ----------------------------------------------------------------------------------------------------------


@CHOICES.verb
def fly_nazgul(state: State, seat_index: int) -> Choices:
    """Offer flights of Nazgûl; where the players keep the armies only the Witch-king's."""
    if state.setup.armies:
        return {("fly", 0): partial(Draft.push, step=CardFlights(seat_index, (characters.MOUTH,)))}
    king = characters.WITCH_KING
    step = move_characters.Group(seat_index, move_characters.TRAVEL, (king,))
    return {(king, 0): partial(Draft.push, step=step)} if characters.on_map(state, king) else {}


@dataclass(frozen=True, slots=True)
class CardFlights(move_characters.Flights):
    """Flights of Nazgûl by a card, each once; no other minion moves with them."""

    rule = CARD

    def check_travel(self, state: State, act: Act) -> Refusal | None:
        """Refuse the Mouth of Sauron, and every move that is illegal without the card."""
        if act.character == characters.MOUTH:
            return Refusal("nazgul_alone", CARD, {"character": Ref("character", act.character)})
        return move_characters.Flights.check_travel(self, state, act)


# --- attacks ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardAttack(attack.AttackArmy):
    """Choice of the attackers of an attack by a card."""

    card: str = ""
    company: str = ""
    quiet: bool = False
    bound: bool = False
    fewer: int = 0

    def fault(self, state: State, going: Army, left: Army) -> Refusal | None:
        """Refuse an attack by that part of the army."""
        fault = attack.AttackArmy.fault(self, state, going, left)
        if fault is None and not has_company(state, going, self.company):
            fault = Refusal("company_stays", CARD, {"card": Ref("event_card", self.card)})
        return fault

    def go(self, draft: Draft, going: Army) -> None:
        """Begin the battle with that part of the army."""
        attack.AttackArmy.go(self, draft, going)
        battle_strength.change_battle(draft, quiet=self.quiet, bound=self.bound, fewer=self.fewer)


@dataclass(frozen=True, slots=True)
class CardAttacks(ChooseOnce):
    """One army attacks by a card, if any can. where: where it stands, to: whom it attacks; company: who is with it.

    rounds: of an assault. quiet: the enemy needs a Companion there to use a combat card in the first round. helped: the
    besieged take dice from those who besiege them.
    """

    rule = BEGUN

    card: str
    where: Calls
    to: Calls
    company: str
    rounds: int
    quiet: bool
    helped: bool

    def choices(self, state: State) -> dict[str, list[str]]:
        """Return the regions that armies may attack, by the region where they stand."""
        side, found = side_of(state, self.seat_index), {}
        for region in armies_where(state, side, self.where):
            army = mixed_armies.usable_army(state, self.seat_index, region)
            able = without_held(state, army, attack.peaceful_figures(state, self.seat_index, army))
            if attack.army_fault(state, self.seat_index, region, led=False) is None and has_company(
                state, able, self.company
            ):
                goals = [id for id in attack.attack_targets(state, side, region) if is_place(state, id, side, self.to)]
                if goals:
                    found[region] = goals
        return found

    def take(self, draft: Draft, owner: str, chosen: str) -> None:
        """Ask for the figures that attack."""
        fewer = armies.units(draft, chosen, side_of(draft, self.seat_index)) if self.helped else 0
        army = (self.seat_index, owner, NOBODY_STAYS, chosen, False, self.rounds)
        draft.push(CardAttack(*army, self.card, self.company, self.quiet, fewer=fewer))

    def fault(self, state: State, act: Act) -> Refusal:
        """Refuse an attack that the card does not allow."""
        fault = attack.place_fault(state, side_of(state, self.seat_index), act.army, act.region)
        fault = fault or attack.army_fault(state, self.seat_index, act.army, led=False)
        return fault or not_by_card(state, self.card, act.army)

    check_attack, do_attack = ChooseOnce.check, ChooseOnce.choose


@EFFECTS.verb
def attack_(
    draft: Draft,
    seat_index: int,
    card: str,
    where: Places = (),
    to: Places = (),
    company: With = "",
    rounds: Number = 1,
    quiet: bool = False,
    helped: bool = False,
) -> None:
    """Attack with one army; see CardAttacks."""
    if draft.setup.armies:
        draft.push(CardAttacks(seat_index, card, where, to, company, rounds, quiet, helped))


# --- the Corsairs ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sail(Step):
    """Voyage of an army to one of these regions, or attack on an army there; it joins those who besiege it first."""

    rule = CARD

    card: str
    region: str
    goals: tuple[str, ...]

    def _open_landings(self, state: State) -> dict[str, str]:
        """Return the regions where it may land, each with `march` or `attack`."""
        side, found = side_of(state, self.seat_index), {}
        sails = armies.units(state, self.region, side) and not armies.besieged_there(
            state, self.region, side
        )  # WR-MOVE-22
        for goal in self.goals if sails else ():
            if armies.units(state, goal, opponent(side)):
                if attack.army_fault(state, self.seat_index, self.region, led=False) is None:
                    found[goal] = "attack"
                continue
            march = CardMarch(self.seat_index, self.region, NOBODY_STAYS, self.card, goal)
            if march.may_arrive(state) and march.possible(state):
                found[goal] = "march"
        return found

    def run(self, draft: Draft) -> bool:
        """Wait if the army can land."""
        return draft.waits(self._open_landings(draft))

    def offers(self, state: State) -> list[Offer]:
        """Return the landings, as a march or an attack."""
        seat, found, out = state.setup.seats[self.seat_index], self._open_landings(state), []
        for type in ("march", "attack"):
            goals = [goal for goal, does in found.items() if does == type]
            out += offer_one_of(Act(type, seat, army=self.region), "region", "region", goals)
        return out

    def _check(self, state: State, act: Act) -> Refusal | None:
        if act.die:
            return Refusal("die_paid", "WR-DICE-27")
        if act.army == self.region and self._open_landings(state).get(act.region) == act.type:
            return None
        return not_by_card(state, self.card, act.army if act.army != self.region else act.region)

    check_march = check_attack = _check

    def do_march(self, draft: Draft, act: Act) -> None:
        """Ask for the figures that go."""
        draft.swap(CardMarch(self.seat_index, self.region, NOBODY_STAYS, self.card, act.region))

    def do_attack(self, draft: Draft, act: Act) -> None:
        """Ask for the figures that attack; a siege is entered first."""
        if act.region in draft.besieged:
            draft.swap(CardAttack(self.seat_index, act.region, NOBODY_STAYS, act.region, card=self.card))
            draft.push(CardMarch(self.seat_index, self.region, NOBODY_STAYS, self.card, act.region))
        else:
            draft.swap(CardAttack(self.seat_index, self.region, NOBODY_STAYS, act.region, card=self.card, bound=True))


@EFFECTS.verb
def sail(draft: Draft, seat_index: int, card: str, out_of: Region, to: Places) -> None:
    """Let an army there sail to such a region."""
    if draft.setup.armies:
        draft.push(Sail(seat_index, card, out_of, tuple(regions_where(draft, side_of(draft, seat_index), to))))


# --- the men of Dunland ----------------------------------------------------------------------------------------------


@CHOICES.verb
def gather(
    state: State,
    seat_index: int,
    where: Places,
    nation: Nation,
    regulars: Number,
    out_of: tuple[Region, ...],
    most: Number,
) -> Choices:
    """Offer to recruit so many regulars in such a region, and to bring units of the nation there out of others."""

    def come(region: str, draft: Draft) -> None:
        card = card_of(draft)
        there: Calls = (("in", (region,)),)
        draft.push(Gathering(seat_index, card, region, nation, tuple([id for id in out_of if id != region]), most))
        draft.push(CardRecruits(seat_index, card, nation, there, (REGULAR,) * regulars, 1, False))

    side = side_of(state, seat_index)
    return (
        {(region, 0): partial(come, region) for region in regions_where(state, side, where)}
        if state.setup.armies
        else {}
    )


@dataclass(frozen=True, slots=True)
class Gathering(ChooseOne):
    """Moves of so many units of a nation to a region out of these."""

    rule = CARD

    card: str
    region: str
    nation: str
    out_of: tuple[str, ...]
    most: int

    def choices(self, state: State) -> dict[str, list[str]]:
        """Return the region to gather in, by those whose armies can come."""
        there = {
            id: armies.nations_of(state, mixed_armies.usable_army(state, self.seat_index, id)) for id in self.out_of
        }
        able = [id for id, nations in there.items() if self.most and self.nation in nations]
        return {id: [self.region] for id in able if self._army(id).possible(state)}

    def _army(self, region: str) -> GatherArmy:
        return GatherArmy(self.seat_index, region, NOBODY_STAYS, self.card, self.region, self.nation, self.most)

    def fault(self, state: State, act: Act) -> Refusal:
        """Refuse an army that cannot gather, or another goal."""
        return not_by_card(state, self.card, act.army if act.region == self.region else act.region)

    check_march = ChooseOne.check

    def do_march(self, draft: Draft, act: Act) -> None:
        """Ask for the figures of the army that go."""
        draft.swap(replace(self, out_of=tuple([id for id in self.out_of if id != act.army])))
        draft.push(self._army(act.army))

    def leave(self, draft: Draft) -> None:
        """Remove the units over the limit."""
        armies.trim(draft, self.region, side_of(draft, self.seat_index))

    do_done = ChooseOne.end


@dataclass(frozen=True, slots=True)
class GatherArmy(SplitArmy):
    """Choice of the nation's units that come, up to a most; nobody else does."""

    card: str
    goal: str
    nation: str
    most: int

    def fixed_figures(self, state: State) -> Sequence[FixedFigure]:
        """Return the figures that may not go."""
        facts = state.setup.tables.figures
        there = count_items(state, self.whole_army(state)).items()
        return [
            FixedFigure(id, number, CARD)
            for id, number in there
            if id not in facts or facts[id].nation != self.nation or not facts[id].unit
        ]

    def fault(self, state: State, going: Army, left: Army) -> Refusal | None:
        """Refuse a march of that part of the army."""
        fault = SplitArmy.fault(self, state, going, left)
        if fault is None and sum(going.figures) > self.most:
            fault = Refusal("too_many_go", CARD, {"card": Ref("event_card", self.card), "most": self.most})
        return fault

    def go(self, draft: Draft, going: Army) -> None:
        """Move that part of the army."""
        under = draft.agenda[-1]
        assert isinstance(under, Gathering)
        draft.swap(replace(under, most=under.most - sum(going.figures)))
        move_armies.take_in(draft, self.seat_index, going, self.region, self.goal, MOVED)
