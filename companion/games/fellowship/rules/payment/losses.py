"""What nobody can refuse (LR-PAY-7, LR-END-7, LR-EPIC-5): the discard of the threat die and of events, missing tokens.

Cards that may come at any time still come before the first card is laid down, and before somebody dies of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.messages import Refusal
from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules.board import temptation
from companion.games.fellowship.rules.cards import epic
from companion.games.fellowship.rules.common import hands, tokens
from companion.games.fellowship.rules.common.common import GameStep
from companion.games.fellowship.rules.common.effects import Steps, players_of
from companion.games.fellowship.rules.payment import prices
from companion.games.fellowship.state import Draft, State
from companion.games.fellowship.verbs import EFFECTS, Cost, Effects


@dataclass(frozen=True, slots=True)
class Lose(GameStep):
    """A player discards cards, one after another; too few are fatal unless help could still come."""

    rule = "LR-PAY-7"
    public = ("number", "cards")
    cards: int
    begun: bool

    def run(self, draft: Draft) -> bool:
        """Wait for the discards; the player dies if they cannot be made."""
        player = draft.players[self.seat_index]
        if player.alive and self.cards and (player.cards >= self.cards or epic.somebody_may_help(draft)):
            return True
        draft.pop()
        if player.alive and self.cards:
            temptation.kill_hobbits(draft, [self.seat_index], temptation.CANNOT_PAY)
        return False

    def allows_interrupts(self, state: State) -> bool:
        """Return True before the first card is discarded."""
        return not self.begun

    def takes_wild(self, state: State, card: str, seat_index: int) -> bool:
        """One of his own counts as a card (LR-AMB-13)."""
        return seat_index == self.seat_index and self.cards > 0

    def with_wild(self, card: str, seat_index: int) -> Lose:
        """Return the step with one card less to lose."""
        return Lose(self.seat_index, self.cards - 1, self.begun)

    def count_missing(self, state: State) -> int:
        """Return the number of cards that the player lacks."""
        return max(self.cards - state.players[self.seat_index].cards, 0)

    def offers(self, state: State) -> list[Act]:
        """Return the cards that may be discarded, or `apply` if there are too few."""
        seat = state.setup.seats[self.seat_index]
        if self.count_missing(state):
            return [Act("apply", seat)]
        return [Act("discard", seat, card=card) for card in hands.possible_cards(state, self.seat_index)]

    def check_discard(self, state: State, act: Act) -> Refusal | None:
        """Refuse a card that is not held, or any card if there are too few."""
        fault = hands.check_held(state, act, self.rule)
        if fault is None and self.count_missing(state):
            fault = Refusal(
                "pay_short", self.rule, {"lack": (prices.cost_phrase("cards", "", self.count_missing(state)),)}
            )
        return fault

    def do_discard(self, draft: Draft, act: Act) -> None:
        """Discard the card."""
        hands.discard(draft, self.seat_index, act.card)
        draft.swap(Lose(self.seat_index, self.cards - 1, True))

    def check_apply(self, state: State, act: Act) -> Refusal | None:
        """Refuse while the player can pay."""
        return None if self.count_missing(state) else Refusal("not_now", self.rule)

    def do_apply(self, draft: Draft, act: Act) -> None:
        """Let the player die who cannot pay."""
        draft.pop()
        temptation.kill_hobbits(draft, [self.seat_index], temptation.CANNOT_PAY)


@dataclass(frozen=True, slots=True)
class MissingTokens(GameStep):
    """The cost of missing life tokens for a player, unless Athelas spares him (LR-EPIC-5)."""

    kind = "missing"
    rule = "LR-EPIC-5"
    interruptible = True
    window = "missing_tokens"
    effects: Effects
    because: str

    def run(self, draft: Draft) -> bool:
        """Wait where a card could spare the player; else apply the effects."""
        if not draft.players[self.seat_index].alive:
            draft.pop()
            return False
        deadly = temptation.would_kill(draft, self.seat_index, self.effects)
        if epic.somebody_has(draft, "spare_tokens") or (deadly and epic.somebody_may_help(draft)):
            return True
        draft.swap(Steps(self.seat_index, self.effects, self.because))
        return False

    def do_apply(self, draft: Draft, act: Act) -> None:
        """Apply the effects."""
        draft.swap(Steps(self.seat_index, self.effects, self.because))


@EFFECTS.verb
def spare_tokens(draft: Draft, me: int, because: str, who: Literal["single"]) -> None:
    """Missing life tokens do that player no harm (LR-EPIC-5)."""
    draft.pop()


@EFFECTS.verb
def lose(draft: Draft, me: int, because: str, who: Literal["self"], cost: Cost) -> None:
    """Whoever has too little gives up all he has of it and dies (LR-PAY-7)."""
    for one in players_of(draft, who, me):
        for kind, _, number in cost:
            if kind == "runes":
                points = draft.players[one].runes
                tokens.spend_points(draft, one, min(number, points), because)
                if points < number:
                    temptation.kill_hobbits(draft, [one], temptation.CANNOT_PAY)
            else:
                draft.push(Lose(one, number, False))
