"""Hands and decks (WR-EVENT): what is in them, and cards that come to a hand or leave it."""

from __future__ import annotations

from companion.core.messages import Ref, Refusal, Value
from companion.games.wotr.rules.common.sides import seats_of, side_of
from companion.games.wotr.state import Draft, Hand, State
from companion.games.wotr.tables import DECKS
from companion.play.game.draft import replace_item


def place(state: State, side: int, deck: str) -> int:
    """Where a deck stands in the lists of a state."""
    return side * len(DECKS) + DECKS.index(deck)


def decks_left(state: State, side: int) -> list[str]:
    """Decks of a side that can still be drawn from (WR-EVENT-4)."""
    return [deck for deck in DECKS if cards_left(state, place(state, side, deck))]


def cards_left(state: State, at: int) -> int:
    """Cards that may be in a deck: also those in hands that are counted as of it, but may be of the other one."""
    return state.deck_sizes[at] + min(state.loose[at], state.deck_sizes[_other_deck(at)])


def may_be_held(state: State, at: int) -> bool:
    """A card of that deck that nobody has seen may be in a hand."""
    return len(state.decks[at]) > state.deck_sizes[at] - state.loose[_other_deck(at)]


def playable(state: State, seat_index: int) -> list[str]:
    """Cards that this seat may have in hand: those that the app knows, else all of its side that nobody has seen, as
    long as more of their deck may be missing than has been seen.
    """
    hand, side = state.hands[seat_index], side_of(state, seat_index)
    if not hand.hidden:
        return list(hand.cards)
    places = [place(state, side, deck) for deck in DECKS]
    unseen = [card for at in places if may_be_held(state, at) for card in state.decks[at]]
    return [*hand.cards, *unseen]


def _other_deck(at: int) -> int:
    """The other deck of the same side."""
    return at + 1 if at % len(DECKS) == 0 else at - 1


def _recount(draft: Draft, at: int) -> None:
    """A card in a hand is counted as of this deck, no longer as of the other one."""
    for deck, number in ((at, 1), (_other_deck(at), -1)):
        draft.deck_sizes = replace_item(draft.deck_sizes, deck, draft.deck_sizes[deck] - number)
        draft.loose = replace_item(draft.loose, deck, draft.loose[deck] + number)


def leave_deck(draft: Draft, at: int, number: int) -> None:
    """So many cards are drawn from a deck that may hold them."""
    while draft.deck_sizes[at] < number:
        _recount(draft, _other_deck(at))
    draft.deck_sizes = replace_item(draft.deck_sizes, at, draft.deck_sizes[at] - number)


def deck_fault(state: State, seat_index: int, deck: str) -> Refusal | None:
    """Why nothing can be drawn from it (WR-EVENT-1, -5)."""
    if deck not in DECKS:
        return Refusal("deck_unknown", "WR-EVENT-1", {"deck": deck})
    if deck not in decks_left(state, side_of(state, seat_index)):
        return Refusal("deck_empty", "WR-EVENT-5", {"deck": Ref("deck", deck)})
    return None


def limit(state: State, seat_index: int) -> int:
    """How many cards a seat may hold (WR-EVENT-2, WR-TEAM-5)."""
    return state.setup.tables.seats[state.setup.seats[seat_index]].hand


def limit_rule(state: State, side: int) -> str:
    """The rule of the hand limit of a side: that of a team, or of whoever plays alone."""
    return "WR-EVENT-2" if len(seats_of(state, side)) == 1 else "WR-TEAM-5"


def name(state: State, card: str) -> Value:
    """A card in a message."""
    return Ref("event_card", card) if card in state.setup.tables.cards else card


def in_order(state: State, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Cards as they stand in content/."""
    return tuple(sorted(cards, key=state.setup.tables.places.__getitem__))


def in_hand(hand: Hand) -> list[str]:
    """Cards that can be named, and nothing for one that only its holder knows."""
    return [*hand.cards, *[""][: hand.hidden]]


def _hold(draft: Draft, seat_index: int, hand: Hand, rule: str) -> None:
    draft.hands = replace_item(draft.hands, seat_index, hand)
    draft.record("hand", rule, seat=draft.setup.seats[seat_index], number=hand.size)


def give(draft: Draft, seat_index: int, cards: tuple[str, ...], rule: str) -> None:
    """They come to that hand."""
    hand = draft.hands[seat_index]
    _hold(draft, seat_index, hand._replace(cards=in_order(draft, (*hand.cards, *cards))), rule)


def give_hidden(draft: Draft, seat_index: int, number: int, rule: str) -> None:
    """So many cards come to that hand that only its holder sees."""
    hand = draft.hands[seat_index]
    _hold(draft, seat_index, hand._replace(hidden=hand.hidden + number), rule)


def lose(draft: Draft, seat_index: int, card: str, rule: str) -> None:
    """It leaves that hand; without a name one that only its holder knows."""
    hand = draft.hands[seat_index]
    if card in hand.cards:
        _hold(draft, seat_index, hand._replace(cards=tuple([id for id in hand.cards if id != card])), rule)
    else:
        _hold(draft, seat_index, hand._replace(hidden=hand.hidden - 1), rule)


def show(draft: Draft, seat_index: int, card: str, rule: str) -> None:
    """It leaves that hand and is seen by all, so it is no longer among those that nobody has seen.

    Where no other card of its deck can be missing, it is one of those that might have been of either.
    """
    facts = draft.setup.tables.cards[card]
    lose(draft, seat_index, card, rule)
    at = place(draft, facts.side, facts.deck)
    draft.decks = replace_item(draft.decks, at, tuple([id for id in draft.decks[at] if id != card]))
    if len(draft.decks[at]) < draft.deck_sizes[at] + draft.loose[at]:
        if not draft.loose[at]:
            _recount(draft, at)
        draft.loose = replace_item(draft.loose, at, draft.loose[at] - 1)


def exchange(draft: Draft, seat_index: int, card: str, partner: int, other: str) -> None:
    """One card for one; no hand is larger then."""
    for holder, out, into in ((seat_index, card, other), (partner, other, card)):
        kept = tuple([id for id in draft.hands[holder].cards if id != out])
        hand = draft.hands[holder]._replace(cards=in_order(draft, (*kept, into)))
        draft.hands = replace_item(draft.hands, holder, hand)
