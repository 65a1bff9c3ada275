"""Hands and piles: what lies in them, as far as anybody may know. Changes nothing itself."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from companion.core.messages import Refusal
from companion.games.wotrcards.rules.common.common import card_ref, cards_of, deck_ref
from companion.games.wotrcards.state import Pile, State
from companion.play.game.steps import Step

FROM_HAND, FROM_DECK = "hand", "deck"  # where a card may be forsaken from, besides the reserve


def in_order(state: State, ids: Collection[str]) -> tuple[str, ...]:
    """Cards in the order of content/."""
    return tuple(sorted(ids, key=state.setup.tables.order.__getitem__))


def remove_cards(pile: Pile, *cards: str, number: int = 0) -> Pile:
    """The pile without these cards, or without so many that nobody names."""
    left = list(pile.cards)
    for card in cards:
        if card in left:
            left.remove(card)
    return Pile(pile.size - (len(cards) or number), tuple(left))


def with_cards(state: State, pile: Pile, *cards: str, number: int = 0) -> Pile:
    """The pile with these cards, or with so many that nobody names."""
    return Pile(pile.size + (len(cards) or number), in_order(state, (*pile.cards, *cards)) if cards else pile.cards)


def known_names(state: State, *cards: str) -> tuple[str, ...]:
    """The cards, where the app knows what lies in hands and piles; nothing where real ones are only counted."""
    return () if state.setup.options.real_cards else cards


@dataclass(frozen=True, slots=True)
class PlayedCard(Step):
    """A card that is neither in hand nor in play."""

    card: str


def possible_cards(state: State, seat_index: int) -> tuple[str, ...]:
    """Cards that a seat may have in hand, each as often as it may be there."""
    if not state.setup.options.real_cards:
        return state.decks[seat_index].hand.cards
    deck = state.decks[seat_index]
    in_play = [card.id for card in cards_of(state, seat_index)]
    played = [step.card for step in state.agenda if isinstance(step, PlayedCard) and step.seat_index == seat_index]
    parts = state.setup.scenario.decks[state.setup.seats[seat_index]]
    return _remaining_cards(parts, (*in_play, *deck.gone.cards, *played), deck.aside)


def not_in_hand(state: State, seat_index: int, card: str, rule: str) -> Refusal:
    """Return why a seat has no such card in hand: it belongs to another deck, or lies elsewhere."""
    scenario, seats = state.setup.scenario, state.setup.seats
    owners = [at for at, seat in enumerate(seats) if any(card in part for part in scenario.decks[seat])]
    if not owners or seat_index in owners:
        return Refusal("card_not_in_hand", rule, {"card": card_ref(state, card), "deck": deck_ref(state, seat_index)})
    return Refusal("card_other_deck", rule, {"card": card_ref(state, card), "deck": deck_ref(state, owners[0])})


@lru_cache(maxsize=256)
def _remaining_cards(
    parts: tuple[tuple[str, ...], ...], out: tuple[str, ...], aside: tuple[tuple[str, ...], ...]
) -> tuple[str, ...]:
    """A deck without the cards that are out of it, and without parts that lie aside."""
    left = [card for part in parts for card in part]
    for card in (*out, *[card for part in aside for card in part]):
        left.remove(card)
    return tuple(left)
