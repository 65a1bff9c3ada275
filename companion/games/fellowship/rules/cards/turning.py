"""Cards of the deck turned over for all to see: handed out, or matched in a payment (LR-HAVEN-7, LR-EVENT-6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.messages import Refusal
from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules.common import deck, hands
from companion.games.fellowship.rules.common.common import GameStep
from companion.games.fellowship.rules.common.effects import Steps, players_of
from companion.games.fellowship.state import Draft, State, living_seats
from companion.games.fellowship.verbs import EFFECTS, Effects, Number
from companion.play.game.game import Action
from companion.play.game.pools import Pool


@dataclass(frozen=True, slots=True)
class TurnOver(deck.CardStep):
    """A player turns over cards of the deck. effects: the payment that they are for; without it they are handed out."""

    kind = "turn"
    rule = "LR-EVENT-6"
    public = ("number", "cards")
    cards: int
    effects: Effects
    because: str

    def rule_of(self, act: Action) -> str:
        """Return the rule of the effects, or the rule that made the cards be turned over."""
        return self.rule if self.effects else self.because

    def run(self, draft: Draft) -> bool:
        """Wait for the cards to be turned over; refill the deck before."""
        if not draft.players[self.seat_index].alive:
            draft.pop()
            return False
        if not deck.refill_deck(draft):
            draft.swap(Turned(self.seat_index, (), self.effects, self.because))
            return False
        if draft.deck_size < self.cards:
            draft.swap(TurnOver(self.seat_index, draft.deck_size, self.effects, self.because))
        return True

    def pool(self, state: State) -> Pool:
        """Return the cards of the deck, as many as are turned over."""
        return Pool(state.setup.tables.kinds, state.deck, self.cards)

    def do_turn(self, draft: Draft, act: Act) -> None:
        """Take the cards from the deck and resolve them."""
        draft.swap(Turned(self.seat_index, act.cards, self.effects, self.because))
        deck.take_from_deck(draft, act.cards)


@dataclass(frozen=True, slots=True)
class Turned(GameStep):
    """Cards lie open that have just been turned over."""

    rule = "LR-EVENT-6"
    cards: tuple[str, ...]
    effects: Effects
    because: str

    def run(self, draft: Draft) -> bool:
        """Hand the cards out, or apply their symbols as a price."""
        if not self.effects:
            draft.swap(HandOut(self.seat_index, self.cards))
            return False
        hands.bury_cards(draft, self.cards)
        type, seat_index, cost, _, athelas, then, otherwise = self.effects[0]
        if not self.cards:
            draft.swap(Steps(self.seat_index, otherwise, self.because))
            return False
        symbol = draft.setup.tables.cards[self.cards[0]].symbol
        cost = tuple([(kind, symbol if what == "matching" else what, number) for kind, what, number in cost])
        draft.swap(Steps(self.seat_index, ((type, seat_index, cost, 0, athelas, then, otherwise),), self.because))
        return False


@dataclass(frozen=True, slots=True)
class HandOut(GameStep):
    """The cards turned over are given away one by one (LR-HAVEN-7)."""

    rule = "LR-HAVEN-7"
    public = ("cards", "cards")
    cards: tuple[str, ...]

    def run(self, draft: Draft) -> bool:
        """Wait while cards are left to hand out."""
        if self.cards and draft.players[self.seat_index].alive:
            return True
        hands.bury_cards(draft, self.cards)
        draft.pop()
        return False

    def offers(self, state: State) -> list[Act]:
        """Return every card that is left with every living player."""
        seats = state.setup.seats
        return [
            Act("give", seats[self.seat_index], card=card, to=seats[to])
            for card in dict.fromkeys(self.cards)
            for to in living_seats(state, self.seat_index)
        ]

    def check_give(self, state: State, act: Act) -> Refusal | None:
        """Refuse a card that was not turned over, or an unknown or dead receiver."""
        if act.card not in self.cards:
            return Refusal("card_not_turned", self.rule, {"card": hands.card_name(state, act.card)})
        return hands.check_to(state, act, self.rule)

    def do_give(self, draft: Draft, act: Act) -> None:
        """Give the card to the player."""
        to = draft.index_of(act.to)
        hands.add_known(draft, to, [act.card])
        draft.swap(HandOut(self.seat_index, hands.remove_card(self.cards, act.card)))
        hands.tell_size(draft, to)


@EFFECTS.verb
def give_out(draft: Draft, me: int, because: str, who: Literal["bearer"], cards: Number) -> None:
    """Those players turn over cards and hand them out."""
    for player in players_of(draft, who, me):
        draft.push(TurnOver(player, cards, (), because))
