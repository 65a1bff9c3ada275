"""Payments of one player, and what payments have in common (LR-PAY, LR-EVENT-3, -4, LR-HAVEN-5, LR-TILE-9)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.messages import Refusal
from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules.common import tokens
from companion.games.fellowship.rules.common.common import GameStep, PlayerStep
from companion.games.fellowship.rules.common.effects import Steps
from companion.games.fellowship.rules.payment import prices
from companion.games.fellowship.rules.payment.losses import MissingTokens
from companion.games.fellowship.state import Draft, State, living_seats
from companion.games.fellowship.verbs import Cost, Effects
from companion.play.game.game import Action

PAID, REFUSED = "LR-EVENT-4", "LR-EVENT-3"
POOLED = "LR-AMB-5"  # the price of a Gandalf card
REFUSED_BY = {"LR-HAVEN": "LR-HAVEN-5", "LR-TILE": "LR-TILE-9"}  # of chapters that name their prices


def idle_rule(because: str) -> str:
    """Return the rule against items that a price does not ask for; a haven has its own (LR-HAVEN-8)."""
    return because if because.startswith("LR-HAVEN") else "LR-PAY-1"


@dataclass(frozen=True, slots=True)
class Price(GameStep):
    """Something may be paid. then: what that brings; otherwise: what happens if it is refused."""

    rule = PAID
    seat_rules = {"refuse": REFUSED}  # noqa: RUF012
    cost: Cost

    def rule_of(self, act: Action) -> str:
        """Haven actions and tiles name their prices, and so does Gandalf; the events of boards share two rules."""
        because = GameStep.rule_of(self, act)
        own = REFUSED_BY.get(because.rpartition("-")[0])
        if because != POOLED and act.type == "refuse":
            return own or REFUSED
        return because if own or because == POOLED else PAID


@dataclass(frozen=True, slots=True)
class SinglePrice(Price):
    """One player pays everything. wilds: Gandalf cards of the active player that lie there."""

    wilds: tuple[str, ...]
    then: Effects
    otherwise: Effects

    def allows_interrupts(self, state: State) -> bool:
        """Return True while no wild card is played."""
        return not self.wilds

    def takes_wild(self, state: State, card: str, seat_index: int) -> bool:
        """Return True if the card of that seat helps to pay what is missing."""
        facts = state.setup.tables
        lack = prices.count_need(facts, self.cost, [(wild, False) for wild in self.wilds])
        return self.seat_index in (-1, seat_index) and prices.helps_to_pay(facts, lack, (card, False))

    def with_wild(self, card: str, seat_index: int) -> SinglePrice:
        """Return the step with the wild card added."""
        return replace(self, wilds=(*self.wilds, card))

    def payments_of(self, state: State, seat_index: int, wilds: tuple[str, ...]) -> list[Act]:
        """The cheapest ways in which that player can pay."""
        seat = state.setup.seats[seat_index]
        return [Act("pay", seat, items=items) for items in prices.payment_ways(state, seat_index, self.cost, wilds)]

    def take_payment(self, draft: Draft, seat_index: int, items: tuple[str, ...], because: str) -> None:
        """That player pays: first the price of stars that he used, then what he has bought (LR-EPIC-10)."""
        draft.swap(Steps(seat_index, self.then, because))
        prices.hand_in(draft, seat_index, items)
        tokens.spend_points(draft, seat_index, prices.points_of(self.cost), "LR-PAY-8")
        prices.owe_prices(draft, seat_index, self.cost, items)


@dataclass(frozen=True, slots=True)
class Pay(SinglePrice):
    """That player may pay. athelas: Athelas can spare him what happens otherwise."""

    athelas: bool
    because: str

    run = PlayerStep.run

    def offers(self, state: State) -> list[Act]:
        """Return `refuse` and every payment that the player can make."""
        return [Act("refuse", state.seat), *self.payments_of(state, self.seat_index, self.wilds)]

    def check_pay(self, state: State, act: Act) -> Refusal | None:
        """Refuse items that are not held, do not meet the price or are not needed."""
        idle = idle_rule(self.because)
        return prices.check_items(state, self.seat_index, self.cost, act.items, self.wilds, "LR-PAY-6", idle)

    def do_pay(self, draft: Draft, act: Act) -> None:
        """Take the payment and go on."""
        self.take_payment(draft, self.seat_index, act.items, self.because)

    def do_refuse(self, draft: Draft, act: Act) -> None:
        """Apply the effects of not paying."""
        new = MissingTokens if self.athelas else Steps
        draft.swap(new(self.seat_index, self.otherwise, self.because))


@dataclass(frozen=True, slots=True)
class Single(SinglePrice):
    """Any living player may pay, or nobody does (LR-EVENT-4)."""

    asks_all = True
    open_to_all = ("pay",)
    because: str

    def _wilds_of(self, state: State, seat_index: int) -> tuple[str, ...]:
        return self.wilds if seat_index == state.active else ()

    def offers(self, state: State) -> list[Act]:
        """Return `refuse` and every payment that one living player can make alone."""
        out = [Act("refuse", state.seat)]
        for seat_index in living_seats(state, state.decider):
            out += self.payments_of(state, seat_index, self._wilds_of(state, seat_index))
        return out

    def check_pay(self, state: State, act: Act) -> Refusal | None:
        """Refuse items that the payer does not hold, do not meet the price or are not needed."""
        seat_index, idle = state.index_of(act.seat), idle_rule(self.because)
        return prices.check_items(
            state, seat_index, self.cost, act.items, self._wilds_of(state, seat_index), PAID, idle
        )

    def do_pay(self, draft: Draft, act: Act) -> None:
        """Take the payment from that player and go on."""
        self.take_payment(draft, draft.index_of(act.seat), act.items, self.because)

    def do_refuse(self, draft: Draft, act: Act) -> None:
        """Apply the effects of not paying."""
        draft.swap(Steps(-1, self.otherwise, self.because))
