"""Hands and decks (WR-EVENT): what is in them, and cards that come to a hand or leave it."""

from __future__ import annotations

from companion.games.wotr.rules.sides import side_of
from companion.games.wotr.state import Draft, Hand, State
from companion.games.wotr.tables import DECKS
from companion.messages import Ref, Refusal, Value
from companion.play.draft import put


def place(t: State, side: int, deck: str) -> int:
    """Where a deck stands in the lists of a state."""
    return side * len(DECKS) + DECKS.index(deck)


def decks_left(t: State, side: int) -> list[str]:
    """Decks of a side that can still be drawn from (WR-EVENT-4)."""
    return [deck for at, deck in enumerate(DECKS, side * len(DECKS)) if t.deck_sizes[at]]


def deck_fault(state: State, who: int, deck: str) -> Refusal | None:
    """Why nothing can be drawn from it (WR-EVENT-1, -5)."""
    if deck not in DECKS:
        return Refusal("deck_unknown", "WR-EVENT-1", {"deck": deck})
    if deck not in decks_left(state, side_of(state, who)):
        return Refusal("deck_empty", "WR-EVENT-5", {"deck": Ref("deck", deck)})
    return None


def limit(t: State, who: int) -> int:
    """How many cards a seat may hold (WR-EVENT-2, WR-TEAM-5)."""
    return t.setup.tables.seats[t.setup.seats[who]].hand


def name(t: State, card: str) -> Value:
    """A card in a message."""
    return Ref("event_card", card) if card in t.setup.tables.cards else card


def in_order(t: State, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Cards as they stand in content/."""
    return tuple(sorted(cards, key=t.setup.tables.places.__getitem__))


def in_hand(hand: Hand) -> list[str]:
    """Cards that can be named, and nothing for one that only its holder knows."""
    return [*hand.cards, *[""][: hand.hidden]]


def _hold(draft: Draft, who: int, hand: Hand, rule: str) -> None:
    draft.hands = put(draft.hands, who, hand)
    draft.record("hand", rule, seat=draft.setup.seats[who], number=hand.size)


def give(draft: Draft, who: int, cards: tuple[str, ...], rule: str) -> None:
    """They come to that hand."""
    hand = draft.hands[who]
    _hold(draft, who, hand._replace(cards=in_order(draft, (*hand.cards, *cards))), rule)


def give_hidden(draft: Draft, who: int, number: int, rule: str) -> None:
    """So many cards come to that hand that only its holder sees."""
    hand = draft.hands[who]
    _hold(draft, who, hand._replace(hidden=hand.hidden + number), rule)


def lose(draft: Draft, who: int, card: str, rule: str) -> None:
    """It leaves that hand; without a name one that only its holder knows."""
    hand = draft.hands[who]
    if card in hand.cards:
        _hold(draft, who, hand._replace(cards=tuple([id for id in hand.cards if id != card])), rule)
    else:
        _hold(draft, who, hand._replace(hidden=hand.hidden - 1), rule)


def show(draft: Draft, who: int, card: str, rule: str) -> None:
    """It leaves that hand and is seen by all, so it is no longer among those that nobody has seen."""
    facts = draft.setup.tables.cards[card]
    lose(draft, who, card, rule)
    at = place(draft, facts.side, facts.deck)
    draft.decks = put(draft.decks, at, tuple([id for id in draft.decks[at] if id != card]))


def exchange(draft: Draft, who: int, card: str, partner: int, other: str) -> None:
    """One card for one; no hand is larger then."""
    for holder, out, into in ((who, card, other), (partner, other, card)):
        kept = tuple([id for id in draft.hands[holder].cards if id != out])
        hand = draft.hands[holder]._replace(cards=in_order(draft, (*kept, into)))
        draft.hands = put(draft.hands, holder, hand)
