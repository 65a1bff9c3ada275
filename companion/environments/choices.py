"""The actions of a seat by number: a tree of choices, none of them with more than MOST numbers. Knows no game, no rule.

A number names an offer, then fills its open fields one after the other; a field that takes several ids is filled id by
id until it is closed. A list that is too long is split by type first, then into runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.play.game.game import Action, Game, State
from companion.play.game.offers import Offer, SomeOf

MOST = 256
WAIT, ENOUGH = "wait", "enough"


@dataclass(frozen=True, slots=True)
class Choices:
    """One choice: the numbers from 0 below the number of `items`."""

    items: Sequence[Any]
    label: Callable[[Any], str]
    take: Callable[[Any], Chosen]

    def labels(self) -> list[str]:
        """Return a readable label for each number."""
        return [self.label(item) for item in self.items]

    def choose(self, number: int) -> Chosen:
        """Return a further choice, the action, or None to leave it to other seats. Raises IndexError."""
        if not 0 <= number < len(self.items):
            raise IndexError(f"{number} is not a choice: there are {len(self.items)}")
        return self.take(self.items[number])


Chosen = Choices | Action | None


def asked_seats(game: Game, state: State, legal: Iterable[Offer]) -> list[str]:
    """Return the seats that may act; the last of them, whose step it is, may not leave it to the others."""
    first = game.rules.pending(state).seats[0]
    return sorted(dict.fromkeys([offer.seat for offer in legal]), key=lambda seat: seat == first)


def seat_choices(game: Game, state: State, legal: Iterable[Offer], seat: str, *, may_wait: bool = False) -> Choices:
    """Return the first choice of a seat. legal: the offers of all seats."""
    offers: list[Offer | None] = [offer for offer in legal if offer.seat == seat]
    return _Tree(game, state).offers([*offers, None] if may_wait else offers)


@dataclass(frozen=True, slots=True)
class _Tree:
    game: Game
    state: State

    def offers(self, offers: Sequence[Offer | None]) -> Choices:
        """Return the choice of an offer; None is to wait."""
        by_type: dict[str, list[Offer | None]] = {}
        if len(offers) > MOST:
            for offer in offers:
                by_type.setdefault(_type_label(offer), []).append(offer)
        if len(by_type) < 2:
            return _split(offers, self._offer_label, self._fill)
        return _split(
            tuple(by_type.values()),
            lambda alike: _type_label(alike[0]),
            lambda alike: self.offers(alike) if len(alike) > 1 else self._fill(alike[0]),
        )

    def _offer_label(self, offer: Offer | None) -> str:
        return WAIT if offer is None else self.game.words.command(self.state, offer.act)

    def _fill(self, offer: Offer | None) -> Chosen:
        """Return the choice of a value for the first open field."""
        if offer is None:
            return None
        if not offer.open:
            action: Action = offer.act
            return action
        word, field = next(iter(self.game.words.open_words(offer).items()))
        if isinstance(field, SomeOf):
            return self._add_item(offer, word, field, (), 0)
        return _split(
            tuple(field.values()),
            lambda value: f"{word}={value}",
            lambda value: self._fill(offer.fill(**{field.field: value})),
        )

    def _add_item(self, offer: Offer, word: str, field: SomeOf, taken: tuple[str, ...], start: int) -> Chosen:
        """Return the choice of the next item from the place `start` on, or of no more."""
        needed_later = max(0, field.least - len(taken) - 1)
        places: dict[str, int] = {}
        if len(taken) < field.most:
            for place in range(start, len(field.ids) - needed_later):
                places.setdefault(field.ids[place], place)
        if not places:
            return self._fill(offer.fill(**{field.field: taken}))
        enough = (None,) if len(taken) >= field.least else ()
        return _split(
            (*enough, *places),
            lambda id: ENOUGH if id is None else f"{word}={id}",
            lambda id: (
                self._fill(offer.fill(**{field.field: taken}))
                if id is None
                else self._add_item(offer, word, field, (*taken, id), places[id] + 1)
            ),
        )


def _type_label(offer: Offer | None) -> str:
    return WAIT if offer is None else offer.type


def _split(items: Sequence[Any], label: Callable[[Any], str], take: Callable[[Any], Chosen]) -> Choices:
    """Return the choice of an item; of more than MOST, first of the run that it is in."""
    if len(items) <= MOST:
        return Choices(items, label, take)
    return _split(
        [items[first : first + MOST] for first in range(0, len(items), MOST)],
        lambda run: f"{label(run[0])} .. {label(run[-1])}",
        lambda run: Choices(run, label, take),
    )
