"""Hands and decks (WR-EVENT): their cards, and cards that come to a hand or leave it."""

from __future__ import annotations

from companion.core.messages import Ref, Refusal, Value
from companion.games.wotr.rules.common.sides import seats_of, side_of
from companion.games.wotr.state import Draft, Hand, State
from companion.games.wotr.tables import DECKS
from companion.play.game.draft import replace_item


def deck_index(state: State, side: int, deck: str) -> int:
    """Return the index of a deck in the lists of a state."""
    return side * len(DECKS) + DECKS.index(deck)


def decks_left(state: State, side: int) -> list[str]:
    """Return the decks of a side that can still be drawn from (WR-EVENT-4)."""
    return [deck for deck in DECKS if cards_left(state, deck_index(state, side, deck))]


def cards_left(state: State, at: int) -> int:
    """Return how many cards may be in a deck, with those in hands that may be of the other one."""
    return state.deck_sizes[at] + min(state.loose[at], state.deck_sizes[_other_deck(at)])


def may_be_held(state: State, at: int) -> bool:
    """Return whether an unseen card of that deck may be in a hand."""
    return len(state.decks[at]) > state.deck_sizes[at] - state.loose[_other_deck(at)]


def possible_cards(state: State, seat_index: int) -> list[str]:
    """Cards that this seat may have in hand: those that the app knows, else all of its side that nobody has seen, as
    long as more of their deck may be missing than has been seen.
    """
    hand, side = state.hands[seat_index], side_of(state, seat_index)
    if not hand.hidden:
        return list(hand.cards)
    places = [deck_index(state, side, deck) for deck in DECKS]
    unseen = [card for at in places if may_be_held(state, at) for card in state.decks[at]]
    return [*hand.cards, *unseen]


def _other_deck(at: int) -> int:
    """Return the index of the other deck of the same side."""
    return at + 1 if at % len(DECKS) == 0 else at - 1


def _count_as_deck(draft: Draft, at: int) -> None:
    """Count a card in a hand as of this deck, no longer as of the other one."""
    for deck, number in ((at, 1), (_other_deck(at), -1)):
        draft.deck_sizes = replace_item(draft.deck_sizes, deck, draft.deck_sizes[deck] - number)
        draft.loose = replace_item(draft.loose, deck, draft.loose[deck] + number)


def leave_deck(draft: Draft, at: int, number: int) -> None:
    """Take cards from a deck that may hold them."""
    while draft.deck_sizes[at] < number:
        _count_as_deck(draft, _other_deck(at))
    draft.deck_sizes = replace_item(draft.deck_sizes, at, draft.deck_sizes[at] - number)


def deck_fault(state: State, seat_index: int, deck: str) -> Refusal | None:
    """Return the reason that nothing can be drawn from a deck (WR-EVENT-1, -5)."""
    if deck not in DECKS:
        return Refusal("deck_unknown", "WR-EVENT-1", {"deck": deck})
    if deck not in decks_left(state, side_of(state, seat_index)):
        return Refusal("deck_empty", "WR-EVENT-5", {"deck": Ref("deck", deck)})
    return None


def hand_limit(state: State, seat_index: int) -> int:
    """Return the hand limit of a seat (WR-EVENT-2, WR-TEAM-5)."""
    return state.setup.tables.seats[state.setup.seats[seat_index]].hand


def limit_rule(state: State, side: int) -> str:
    """Return the rule of the hand limit of a side: that of a team, or of a single player."""
    return "WR-EVENT-2" if len(seats_of(state, side)) == 1 else "WR-TEAM-5"


def card_value(state: State, card: str) -> Value:
    """Return a card as a value of a message."""
    return Ref("event_card", card) if card in state.setup.tables.cards else card


def in_order(state: State, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return cards in the order of content/."""
    return tuple(sorted(cards, key=state.setup.tables.places.__getitem__))


def in_hand(hand: Hand) -> list[str]:
    """Return the cards of a hand that can be named, and "" for one that only its holder knows."""
    return [*hand.cards, *[""][: hand.hidden]]


def _set_hand(draft: Draft, seat_index: int, hand: Hand, rule: str) -> None:
    draft.hands = replace_item(draft.hands, seat_index, hand)
    draft.record("hand", rule, seat=draft.setup.seats[seat_index], number=hand.size)


def give(draft: Draft, seat_index: int, cards: tuple[str, ...], rule: str) -> None:
    """Add cards to a hand."""
    hand = draft.hands[seat_index]
    _set_hand(draft, seat_index, hand._replace(cards=in_order(draft, (*hand.cards, *cards))), rule)


def give_hidden(draft: Draft, seat_index: int, number: int, rule: str) -> None:
    """Add cards to a hand that only its holder sees."""
    hand = draft.hands[seat_index]
    _set_hand(draft, seat_index, hand._replace(hidden=hand.hidden + number), rule)


def lose(draft: Draft, seat_index: int, card: str, rule: str) -> None:
    """Remove a card from a hand; without a name one that only its holder knows."""
    hand = draft.hands[seat_index]
    if card in hand.cards:
        _set_hand(draft, seat_index, hand._replace(cards=tuple([id for id in hand.cards if id != card])), rule)
    else:
        _set_hand(draft, seat_index, hand._replace(hidden=hand.hidden - 1), rule)


def show(draft: Draft, seat_index: int, card: str, rule: str) -> None:
    """Show a card of a hand to all: it leaves the hand, so it is no longer among those that nobody has seen.

    Where no other card of its deck can be missing, it is one of those that might have been of either.
    """
    facts = draft.setup.tables.cards[card]
    lose(draft, seat_index, card, rule)
    at = deck_index(draft, facts.side, facts.deck)
    draft.decks = replace_item(draft.decks, at, tuple([id for id in draft.decks[at] if id != card]))
    if len(draft.decks[at]) < draft.deck_sizes[at] + draft.loose[at]:
        if not draft.loose[at]:
            _count_as_deck(draft, at)
        draft.loose = replace_item(draft.loose, at, draft.loose[at] - 1)


def exchange(draft: Draft, seat_index: int, card: str, partner: int, other: str) -> None:
    """Swap one card of each hand; no hand is larger then."""
    for holder, out, into in ((seat_index, card, other), (partner, other, card)):
        kept = tuple([id for id in draft.hands[holder].cards if id != out])
        hand = draft.hands[holder]._replace(cards=in_order(draft, (*kept, into)))
        draft.hands = replace_item(draft.hands, holder, hand)
