"""Cards drawn, cycled and eliminated (WC-PROC): real cards are counted, cards of the app are drawn."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from companion.core.messages import Ref, Refusal
from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules.common.common import card_ref, deck_ref, items_of
from companion.games.wotrcards.rules.common.piles import FROM_DECK, in_order, known_names, remove_cards, with_cards
from companion.games.wotrcards.state import CardInPlay, Draft, Pile, State
from companion.play.game.game import Action
from companion.play.game.steps import Step


def record_hand(draft: Draft, seat_index: int, rule: str) -> None:
    """All may know how many cards a hand and its deck hold; what changes a hand at one go is said once."""
    recorder = draft.recorder
    if recorder is None:
        return
    deck, seat = draft.decks[seat_index], draft.setup.seats[seat_index]
    if recorder and recorder[-1].code == "hand" and recorder[-1].values["seat"] == Ref("seat", seat):
        recorder.pop()
    draft.record("hand", rule, seat=seat, number=deck.hand.size, left=deck.draw.size)


# --- drawing ---------------------------------------------------------------------------------------------------------


def draw_cards(draft: Draft, seat_index: int, number: int, rule: str, pile: str = "hand") -> None:
    """A seat draws to its `hand` or straight to its `gone` pile; what the app deals is drawn next (WC-PROC-1, -2)."""
    if not draft.setup.options.real_cards:
        draft.push(DealCards(seat_index, number, pile))
        return
    refill_deck(draft, seat_index)
    drawn = False
    while number > 0 and draft.decks[seat_index].draw.size:
        deck = draft.decks[seat_index]
        now = min(number, deck.draw.size)
        to = with_cards(draft, getattr(deck, pile), number=now)
        draft.change_deck(seat_index, draw=remove_cards(deck.draw, number=now), **{pile: to})
        refill_deck(draft, seat_index)
        number -= now
        drawn = True
    if drawn and pile == "hand":
        record_hand(draft, seat_index, rule)


def refill_deck(draft: Draft, seat_index: int) -> None:
    """An empty draw deck is made of the cycle pile at once (WC-PROC-2)."""
    if not draft.decks[seat_index].draw.size:
        recycle_pile(draft, seat_index)


def recycle_pile(draft: Draft, seat_index: int) -> None:
    """The cycle pile is shuffled into the deck; after the first time the part set aside becomes the pile (WC-EPD-10).

    Where there is nothing to shuffle it is no recycle (WC-AMB-16).
    """
    deck, seat = draft.decks[seat_index], draft.setup.seats[seat_index]
    if not deck.cycle.size:
        return
    mixed = Pile(deck.draw.size + deck.cycle.size, in_order(draft, (*deck.draw.cards, *deck.cycle.cards)))
    draft.change_deck(seat_index, draw=mixed, cycle=Pile(), recycles=deck.recycles + 1)
    draft.record("recycled", "WC-PROC-2", seat=seat, number=mixed.size)
    if deck.aside:
        part = deck.aside[0]
        draft.change_deck(seat_index, cycle=Pile(len(part), known_names(draft, *part)), aside=deck.aside[1:])
        draft.record("part_deck", "WC-EPD-10", seat=seat, number=len(part))


@dataclass(frozen=True, slots=True)
class DrawCards(Step):
    """Cards are due to a seat, after what is due before."""

    kind = "drawing"
    rule = "WC-PROC-1"
    number: int

    def run(self, draft: Draft) -> bool:
        """Draw the cards."""
        draft.pop()
        draw_cards(draft, self.seat_index, self.number, "WC-PROC-1")
        return False


@dataclass(frozen=True, slots=True)
class DealCards(Step):
    """The app deals so many cards to a `hand` or `gone` pile."""

    kind = "draw"
    rule = "WC-PROC-1"
    number: int
    pile: str

    def rule_of(self, act: Action) -> str:
        """Return the rule that decides an action: WC-PROC-5 for cards that are eliminated."""
        return "WC-PROC-5" if self.pile == "gone" else self.rule

    def run(self, draft: Draft) -> bool:
        """Wait while cards are to be drawn and the deck has any."""
        refill_deck(draft, self.seat_index)
        if self.number > 0 and draft.decks[self.seat_index].draw.size:
            return True
        draft.pop()
        return False

    def pieces_left(self, state: State) -> tuple[str, ...]:
        """Return the pieces that may turn up now."""
        return state.decks[self.seat_index].draw.cards

    def cards_due(self, state: State) -> int:
        """Return the number of cards drawn now, before the pile has to be shuffled again."""
        return min(self.number, state.decks[self.seat_index].draw.size)

    def brings_back(self, state: State, cards: Collection[str]) -> bool:
        """Return whether a forsaken card comes to the cycle pile by its own text."""
        facts = state.setup.tables.cards
        return self.pile == "gone" and any(FROM_DECK in facts[card].kept for card in cards)

    def offers(self, state: State) -> list[Act]:
        """Return the draw; its cards are open."""
        return [Act("draw", state.setup.seats[self.seat_index])]

    def check_draw(self, state: State, act: Act) -> Refusal | None:
        """Refuse a wrong number of cards, or cards that are not in the deck (WC-PROC-1)."""
        if not act.cards:
            return None
        left = list(state.decks[self.seat_index].draw.cards)
        if len(act.cards) != self.cards_due(state):
            return Refusal("draw_number", "WC-PROC-1", {"number": self.cards_due(state)})
        for card in act.cards:
            if card not in left:
                values = {"card": card_ref(state, card), "deck": deck_ref(state, self.seat_index)}
                return Refusal("draw_not_there", "WC-PROC-1", values)
            left.remove(card)
        return None if act.cards == in_order(state, act.cards) else Refusal("cards_order", "WC-PROC-1")

    def do_draw(self, draft: Draft, act: Act) -> None:
        """Move the cards from the deck to the pile."""
        draft.swap(DealCards(self.seat_index, self.number - len(act.cards), self.pile))
        for card in act.cards:
            to, deck = "cycle" if self.brings_back(draft, (card,)) else self.pile, draft.decks[self.seat_index]
            draft.change_deck(
                self.seat_index, draw=remove_cards(deck.draw, card), **{to: with_cards(draft, getattr(deck, to), card)}
            )
        refill_deck(draft, self.seat_index)
        if self.pile == "hand":
            record_hand(draft, self.seat_index, "WC-PROC-1")


# --- giving up -------------------------------------------------------------------------------------------------------


def cycle_hand(draft: Draft, seat_index: int, rule: str, *cards: str, number: int = 1) -> None:
    """Cards of the hand go to the cycle pile, so many of real ones that need no name."""
    _give_up(draft, seat_index, "cycle", rule, cards, number)


def eliminate_hand(draft: Draft, seat_index: int, rule: str, *cards: str, number: int = 1) -> None:
    """Cards of the hand go face down to the eliminated pile, so many of real ones that need no name."""
    _give_up(draft, seat_index, "gone", rule, cards, number)


def _give_up(draft: Draft, seat_index: int, pile: str, rule: str, cards: tuple[str, ...], number: int) -> None:
    deck, named = draft.decks[seat_index], known_names(draft, *cards)
    to = with_cards(draft, getattr(deck, pile), *named, number=number)
    draft.change_deck(seat_index, hand=remove_cards(deck.hand, *named, number=number), **{pile: to})
    record_hand(draft, seat_index, rule)


def leave_play(draft: Draft, card: CardInPlay, pile: str) -> list[str]:
    """A card leaves play for its owner's `cycle` or `gone` pile, its items with it (WC-PROC-9); all that left."""
    left = [card.id]
    for item in items_of(draft, card.id):
        left += leave_play(draft, item, pile)
    at = draft.cards.index(card)
    draft.cards = (*draft.cards[:at], *draft.cards[at + 1 :])
    deck = draft.decks[card.seat]
    named = (card.id,) if pile == "gone" else known_names(draft, card.id)
    draft.change_deck(card.seat, **{pile: with_cards(draft, getattr(deck, pile), *named, number=1)})
    return left


def record_left(draft: Draft, rule: str, gone: Collection[str] = (), back: Collection[str] = ()) -> None:
    """Cards left play: eliminated or cycled."""
    if gone:
        draft.record("cards_gone", rule, cards=gone)
    if back:
        draft.record("cards_back", rule, cards=back)


def eliminate_card(draft: Draft, card: CardInPlay, rule: str) -> None:
    """Put a card out of the game for good (WC-TERM-3)."""
    record_left(draft, rule, gone=leave_play(draft, card, "gone"))


def cycle_card(draft: Draft, card: CardInPlay, rule: str) -> None:
    """Put a card on the cycle pile (WC-TERM-3)."""
    record_left(draft, rule, back=leave_play(draft, card, "cycle"))
