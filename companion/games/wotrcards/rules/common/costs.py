"""What must be given up: cards cycled, eliminated and forsaken (WC-PLAY-1, WC-PROC-3..5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from companion.core.messages import Refusal
from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules.common import decks
from companion.games.wotrcards.rules.common.common import (
    card_ref,
    cards_at,
    deck_ref,
    items_of,
    one_card,
    open_offer,
)
from companion.games.wotrcards.rules.common.piles import FROM_DECK, FROM_HAND, not_in_hand, possible_cards
from companion.games.wotrcards.state import RESERVE, CardInPlay, Draft, State
from companion.play.game.game import Action
from companion.play.game.offers import Offer
from companion.play.game.steps import Step

FORSAKE = "WC-PROC-5"


def _hand_offers(state: State, seat_index: int, type: str) -> list[Offer]:
    return open_offer(Act(type, state.setup.seats[seat_index]), one_card(state.decks[seat_index].hand.cards))


def _check_hand(step: Step, state: State, act: Act) -> Refusal | None:
    if act.card in state.decks[step.seat_index].hand.cards:
        return None
    if not act.card:
        return Refusal("cards_wanted", "WC-PLAY-1", {"number": 1})
    return not_in_hand(state, step.seat_index, act.card, "WC-PLAY-1")


@dataclass(frozen=True, slots=True)
class Cost(Step):
    """Cost: cards of the hand are cycled; from an empty hand one is forsaken for each (WC-PROC-4).

    because: the rule that asks for it.
    """

    rule = "WC-PLAY-1"
    number: int
    because: str = rule

    def rule_of(self, act: Action) -> str:
        """Return the rule that asks for the cards."""
        return self.because

    def run(self, draft: Draft) -> bool:
        """Wait for the cards to be chosen; cards that are not known are only counted."""
        held = draft.decks[self.seat_index].hand.size
        if not self.number:
            draft.pop()
            return False
        if held and not draft.setup.options.real_cards:
            return True
        paid = max(1, min(self.number, held))
        draft.swap(Cost(self.seat_index, self.number - paid, self.because))
        if held:
            decks.cycle_hand(draft, self.seat_index, self.because, number=paid)
        else:
            draft.push(Forsake(self.seat_index, 1))
        return False

    def offers(self, state: State) -> list[Offer]:
        """Return the cards of the hand that may be cycled."""
        return _hand_offers(state, self.seat_index, "cycle")

    check_cycle = _check_hand

    def do_cycle(self, draft: Draft, act: Act) -> None:
        """Cycle the card."""
        draft.swap(Cost(self.seat_index, self.number - 1, self.because))
        decks.cycle_hand(draft, self.seat_index, self.because, act.card)


@dataclass(frozen=True, slots=True)
class EliminateFromHand(Step):
    """Cost: cards of the hand are eliminated, as far as there are any (WC-PROC-3). because: as of a Cost."""

    kind = "eliminate"
    rule = "WC-PROC-5"
    seat_rules: ClassVar = {"eliminate": "WC-PLAY-1"}
    number: int
    because: str = "WC-PROC-3"

    def rule_of(self, act: Action) -> str:
        """Return the rule that asks for the cards."""
        return self.because

    def run(self, draft: Draft) -> bool:
        """Wait for the cards to be chosen; cards that are not known are only counted."""
        number = min(self.number, draft.decks[self.seat_index].hand.size)
        if number and not draft.setup.options.real_cards:
            return True
        draft.pop()
        if number:
            decks.eliminate_hand(draft, self.seat_index, self.because, number=number)
        return False

    def offers(self, state: State) -> list[Offer]:
        """Return the cards of the hand that may be eliminated."""
        return _hand_offers(state, self.seat_index, "eliminate")

    check_eliminate = _check_hand

    def do_eliminate(self, draft: Draft, act: Act) -> None:
        """Eliminate the card."""
        draft.swap(EliminateFromHand(self.seat_index, self.number - 1, self.because))
        decks.eliminate_hand(draft, self.seat_index, self.because, act.card)


# --- forsaking -------------------------------------------------------------------------------------------------------


def forsakable_cards(state: State, seat_index: int) -> dict[str, tuple[str, ...]]:
    """Return the cards that may be forsaken, by their place: the hand, the reserve, or the top of the deck (WC-PROC-5).

    A real card of hand or deck has no name (""), but for those whose text brings it to the cycle pile instead.
    """
    deck, real = state.decks[seat_index], state.setup.options.real_cards
    places = {
        FROM_HAND: (deck.hand.size, _unseen_cards(state, seat_index, FROM_HAND) if real else deck.hand.cards),
        RESERVE: (1, [card.id for card in cards_at(state, RESERVE) if card.seat == seat_index]),
        FROM_DECK: (deck.draw.size or deck.cycle.size, _unseen_cards(state, seat_index, FROM_DECK) if real else ("",)),
    }
    return {place: tuple(dict.fromkeys(ids)) for place, (there, ids) in places.items() if there and ids}


def _unseen_cards(state: State, seat_index: int, at: str) -> list[str]:
    facts = state.setup.tables.cards
    return ["", *[card for card in possible_cards(state, seat_index) if at in facts[card].kept]]


def in_reserve(state: State, seat_index: int, card: str) -> list[CardInPlay]:
    """Cards of that name in a seat's reserve."""
    return [lies for lies in state.cards if (lies.id, lies.seat, lies.at) == (card, seat_index, RESERVE)]


@dataclass(frozen=True, slots=True)
class Forsake(Step):
    """Cost: cards are forsaken, as many as can be (WC-PROC-3)."""

    rule = FORSAKE
    number: int

    def run(self, draft: Draft) -> bool:
        """Wait while a card is to be forsaken and can be."""
        if self.number and forsakable_cards(draft, self.seat_index):
            return True
        draft.pop()
        return False

    def offers(self, state: State) -> list[Act | Offer]:
        """Return the cards that may be forsaken, by place."""
        out: list[Act | Offer] = []
        for place, ids in forsakable_cards(state, self.seat_index).items():
            act = Act("forsake", state.setup.seats[self.seat_index], from_=place)
            out += [act] * ("" in ids)
            out += open_offer(act, one_card([id for id in ids if id]))
        return out

    def check_forsake(self, state: State, act: Act) -> Refusal | None:
        """Refuse a card that is not at that place."""
        if act.card in forsakable_cards(state, self.seat_index).get(act.from_, ()):
            return None
        values = {"card": card_ref(state, act.card), "deck": deck_ref(state, self.seat_index)}
        return Refusal("forsake_not_there", FORSAKE, values)

    def do_forsake(self, draft: Draft, act: Act) -> None:
        """Eliminate the card, or cycle it if its text says so."""
        draft.swap(Forsake(self.seat_index, self.number - 1))
        kept = act.card != "" and act.from_ in draft.setup.tables.cards[act.card].kept
        if act.from_ == FROM_HAND:
            (decks.cycle_hand if kept else decks.eliminate_hand)(draft, self.seat_index, FORSAKE, act.card)
        elif act.from_ == FROM_DECK:
            decks.draw_cards(draft, self.seat_index, 1, FORSAKE, "cycle" if kept else "gone")
        else:
            card = in_reserve(draft, self.seat_index, act.card)[0]
            if kept and draft.setup.tables.cards[card.id].bare:
                for item in items_of(draft, card.id):
                    decks.eliminate_card(draft, item, FORSAKE)
            (decks.cycle_card if kept else decks.eliminate_card)(draft, card, FORSAKE)


# What each of a side may have to do by a text -> the step that does it, of a seat and a number.
BY_EACH: dict[str, Callable[[int, int], Step]] = {
    "draw": decks.DrawCards,
    "cycle": lambda seat_index, number: Cost(seat_index, number, "WC-PROC-4"),
    "eliminate": EliminateFromHand,
    "forsake": Forsake,
}
