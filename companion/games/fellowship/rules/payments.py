"""Payments of one player, and what payments have in common (LR-PAY, LR-EVENT-3, -4, LR-HAVEN-5, LR-TILE-9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules import prices, tokens
from companion.games.fellowship.rules.common import GameStep, PlayerStep
from companion.games.fellowship.rules.effects import Steps
from companion.games.fellowship.rules.losses import Missing
from companion.games.fellowship.state import Draft, State, decider, index, living
from companion.games.fellowship.tables import Cost, Effects
from companion.play.game import Action, Refusal
from companion.play.steps import not_yours

PAID, REFUSED = "LR-EVENT-4", "LR-EVENT-3"
POOLED = "LR-AMB-5"  # the price of a Gandalf card
OF_THEIR_OWN = {"LR-HAVEN": "LR-HAVEN-5", "LR-TILE": "LR-TILE-9"}  # chapters that name their prices: refused by


def rule_of_price(because: str, act: Action) -> str:
    """What decides a payment: haven actions and tiles name their prices, all events of boards share two rules."""
    own = OF_THEIR_OWN.get(because.rpartition("-")[0])
    if because == POOLED:
        return POOLED
    if act.type == "refuse":
        return own or REFUSED
    return because if own else PAID


def idle_rule(because: str) -> str:
    """Why what a price does not ask for is refused: a haven says how many cards it takes (LR-HAVEN-8)."""
    return because if because.startswith("LR-HAVEN") else "LR-PAY-1"


def check_refuse(step: GameStep, state: State, act: Act) -> Refusal | None:
    """One says for all that nothing is paid."""
    return not_yours(state, act, REFUSED)


@dataclass(frozen=True, slots=True)
class Pay(PlayerStep):
    """One player may pay. wilds: Gandalf cards lying there; athelas: Athelas can spare him what else happens."""

    rule = PAID
    check_refuse = check_refuse

    cost: Cost
    wilds: tuple[str, ...]
    then: Effects
    otherwise: Effects
    athelas: bool
    because: str

    def rule_of(self, act: Action) -> str:
        return rule_of_price(self.because, act)

    def allows_interrupts(self, state: State) -> bool:
        return not self.wilds

    def takes_wild(self, state: State, card: str, who: int) -> bool:
        return who == self.who and wild_helps(state, self.cost, self.wilds, card)

    def with_wild(self, card: str, who: int) -> Pay:
        return Pay(self.who, self.cost, (*self.wilds, card), self.then, self.otherwise, self.athelas, self.because)

    def offers(self, state: State) -> list[Act]:
        seat = state.setup.seats[self.who]
        ways = prices.ways(state, self.who, self.cost, self.wilds)
        return [Act("refuse", seat), *[Act("pay", seat, cards=items) for items in ways]]

    def check_pay(self, state: State, act: Act) -> Refusal | None:
        fault = not_yours(state, act, self.rule)
        idle = idle_rule(self.because)
        return fault or prices.check_items(state, self.who, self.cost, act.cards, self.wilds, "LR-PAY-6", idle)

    def do_pay(self, draft: Draft, act: Act) -> None:
        draft.pop()
        take_payment(draft, self.who, self.cost, act.cards, self.then, self.because)

    def do_refuse(self, draft: Draft, act: Act) -> None:
        new = Missing if self.athelas else Steps
        draft.swap(new(self.who, self.otherwise, self.because))


@dataclass(frozen=True, slots=True)
class Single(GameStep):
    """Any one living player pays everything, or nobody does (LR-EVENT-4). wilds: Gandalf cards of the active player."""

    rule = PAID
    asks_all = True
    check_refuse = check_refuse

    cost: Cost
    wilds: tuple[str, ...]
    then: Effects
    otherwise: Effects
    because: str

    def rule_of(self, act: Action) -> str:
        return rule_of_price(self.because, act)

    def allows_interrupts(self, state: State) -> bool:
        return not self.wilds

    def takes_wild(self, state: State, card: str, who: int) -> bool:
        return wild_helps(state, self.cost, self.wilds, card)

    def with_wild(self, card: str, who: int) -> Single:
        return Single(self.who, self.cost, (*self.wilds, card), self.then, self.otherwise, self.because)

    def _wilds_of(self, state: State, who: int) -> tuple[str, ...]:
        return self.wilds if who == state.active else ()

    def offers(self, state: State) -> list[Act]:
        out = [Act("refuse", self.seat(state))]
        for who in living(state, decider(state)):
            ways = prices.ways(state, who, self.cost, self._wilds_of(state, who))
            out += [Act("pay", state.setup.seats[who], cards=items) for items in ways]
        return out

    def check_pay(self, state: State, act: Act) -> Refusal | None:
        who, idle = index(state, act.seat), idle_rule(self.because)
        return prices.check_items(state, who, self.cost, act.cards, self._wilds_of(state, who), PAID, idle)

    def do_pay(self, draft: Draft, act: Act) -> None:
        draft.pop()
        take_payment(draft, index(draft, act.seat), self.cost, act.cards, self.then, self.because)

    def do_refuse(self, draft: Draft, act: Act) -> None:
        draft.swap(Steps(-1, self.otherwise, self.because))


def wild_helps(state: State, cost: Cost, wilds: Sequence[str], card: str) -> bool:
    """One more Gandalf card would bring the payment further."""
    facts = state.setup.tables
    return prices.helps(facts, prices.need(facts, cost, [(wild, False) for wild in wilds]), (card, False))


def take_payment(draft: Draft, who: int, cost: Cost, items: tuple[str, ...], then: Effects, because: str) -> None:
    """One player pays: first the price of stars that he used, then what he has bought (LR-EPIC-10)."""
    prices.hand_in(draft, who, items)
    tokens.spend(draft, who, prices.points_of(cost), "LR-PAY-8")
    draft.push(Steps(who, then, because))
    prices.owe_prices(draft, who, cost, items)
