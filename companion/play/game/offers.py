"""What a seat may do, as an offer: an action, and what the seat may still say in it.

An offer without open fields is one action. One with open fields stands for all actions that fill them in, so that a
number up to nine or any three of ten cards are one offer, not hundreds. Knows no game and no rule.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import combinations, product
from math import prod
from typing import Any, NamedTuple

from companion.core.errors import WrongCall


class Number(NamedTuple):
    """A whole number from `least` to `most`."""

    field: str
    least: int
    most: int

    def values(self) -> Iterable[int]:
        """Return all values, the least first."""
        return range(self.least, self.most + 1)

    def admits(self, value: Any) -> bool:
        """Return True if this value is allowed."""
        return type(value) is int and self.least <= value <= self.most

    def pick(self, rng: random.Random) -> int:
        """Return a random value."""
        return rng.randint(self.least, self.most)


class OneOf(NamedTuple):
    """One of these ids, n >= 1, each once; `kinds` are the tables of content/ that name them."""

    field: str
    kinds: tuple[str, ...]
    ids: tuple[str, ...]

    def values(self) -> Iterable[str]:
        """Return all values."""
        return self.ids

    def admits(self, value: Any) -> bool:
        """Return True if this value is allowed."""
        return value in self.ids

    def pick(self, rng: random.Random) -> str:
        """Return a random value."""
        return self.ids[int(rng.random() * len(self.ids))]


class SomeOf(NamedTuple):
    """A field that takes `least` to `most` of these ids in their order; ids repeat as often as they may be taken."""

    field: str
    kinds: tuple[str, ...]
    ids: tuple[str, ...]
    least: int
    most: int

    def values(self) -> Iterable[tuple[str, ...]]:
        """Return all values, small sets first, each once."""
        sizes = range(self.least, self.most + 1)
        return dict.fromkeys(chosen for size in sizes for chosen in combinations(self.ids, size))

    def admits(self, value: Any) -> bool:
        """Return True if this value is allowed."""
        if type(value) is not tuple or not self.least <= len(value) <= self.most:
            return False
        left = iter(self.ids)
        return all(item in left for item in value)

    def pick(self, rng: random.Random) -> tuple[str, ...]:
        """Return a random value."""
        size = rng.randint(self.least, self.most)
        return tuple([self.ids[at] for at in sorted(rng.sample(range(len(self.ids)), size))])


OpenField = Number | OneOf | SomeOf


class Offer(NamedTuple):
    """An action, whose open fields (if it has any) still have their defaults in `act`.

    group: under which heading it is shown with others; empty: that of its type.
    """

    act: Any
    open: tuple[OpenField, ...] = ()
    group: str = ""

    @property
    def type(self) -> str:
        """The type of the action."""
        type: str = self.act.type
        return type

    @property
    def seat(self) -> str:
        """The seat that may act."""
        seat: str = self.act.seat
        return seat

    def __repr__(self) -> str:
        usual = {"type": self.type, "seat": self.seat, **self.act._field_defaults}
        chosen = [f"{key}={value!r}" for key, value in self.act._asdict().items() if value != usual[key]]
        return f"<Offer {' '.join([self.type, self.seat, *chosen, *[f'{field.field}=...' for field in self.open]])}>"

    def fill(self, **values: Any) -> Offer:
        """Return the offer with these fields filled in."""
        return Offer(
            self.act._replace(**values), tuple([field for field in self.open if field.field not in values]), self.group
        )

    def admits(self, act: Any) -> bool:
        """Return True if the action is the offered one, or fills in its open fields."""
        mine = self.act
        if act.type != mine.type or act.seat != mine.seat:  # of most offers of a table
            return False
        if not self.open:
            return bool(act == mine)
        said = {field.field: getattr(act, field.field) for field in self.open}
        return act == mine._replace(**said) and all(field.admits(said[field.field]) for field in self.open)

    def actions(self) -> Iterator[Any]:
        """Return every action that the offer stands for."""
        names = [field.field for field in self.open]
        for values in product(*[field.values() for field in self.open]):
            yield self.act._replace(**dict(zip(names, values, strict=True))) if names else self.act

    def pick(self, rng: random.Random) -> Any:
        """Return a random action that the offer stands for."""
        if not self.open:
            return self.act
        return self.act._replace(**{field.field: field.pick(rng) for field in self.open})


class WordLacking(WrongCall):
    """A choice made by its number lacks a word for one of its open fields.

    said: the number, and what is said of it so far; more of it may follow.
    """

    def __init__(self, said: str, offer: Offer, word: str) -> None:
        super().__init__("word_lacking", action=offer.type, key=word)
        self.said, self.offer, self.word = said, offer, word


def short_list(offers: Iterable[Offer], most: int) -> Iterator[Offer]:
    """Yield offers for people to choose from: those that stand for at most `most` actions are listed one by one."""
    for offer in offers:
        counts = [len(field.ids) if isinstance(field, OneOf) else most + 1 for field in offer.open]
        if offer.open and prod(counts) <= most:
            yield from [Offer(act, (), offer.group) for act in offer.actions()]
        else:
            yield offer
