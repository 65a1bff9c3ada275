"""What a seat may do, as an offer: an action, and what the seat may still say in it.

An offer without open fields is one action. One with open fields stands for all actions that fill them in, so that a
number up to nine or any three of ten cards are one offer, not hundreds. Knows no game and no rule.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any, NamedTuple


class Number(NamedTuple):
    """A whole number from `least` to `most`."""

    field: str
    least: int
    most: int

    def values(self) -> Iterator[int]:
        """Everything it may be, the least first."""
        return iter(range(self.least, self.most + 1))

    def admits(self, value: Any) -> bool:
        """Whether it may be this."""
        return type(value) is int and self.least <= value <= self.most

    def pick(self, rng: random.Random) -> int:
        """Any of them."""
        return rng.randint(self.least, self.most)


class OneOf(NamedTuple):
    """One of these ids, n >= 1; `kind` is the table of content/ that names them."""

    field: str
    kind: str
    ids: tuple[str, ...]

    def values(self) -> Iterator[str]:
        """Everything it may be."""
        return iter(self.ids)

    def admits(self, value: Any) -> bool:
        """Whether it may be this."""
        return value in self.ids

    def pick(self, rng: random.Random) -> str:
        """Any of them."""
        return rng.choice(self.ids)


class SomeOf(NamedTuple):
    """From `least` to `most` of these ids in their order; an id stands there as often as it may be taken."""

    field: str
    kind: str
    ids: tuple[str, ...]
    least: int
    most: int

    def values(self) -> Iterator[tuple[str, ...]]:
        """Everything it may be, small sets first, each once."""
        sizes = range(self.least, self.most + 1)
        return iter(dict.fromkeys(chosen for size in sizes for chosen in combinations(self.ids, size)))

    def admits(self, value: Any) -> bool:
        """Whether it may be this."""
        if type(value) is not tuple or not self.least <= len(value) <= self.most:
            return False
        left = iter(self.ids)
        return all(item in left for item in value)

    def pick(self, rng: random.Random) -> tuple[str, ...]:
        """Any of them."""
        size = rng.randint(self.least, self.most)
        return tuple([self.ids[at] for at in sorted(rng.sample(range(len(self.ids)), size))])


OpenField = Number | OneOf | SomeOf


class Offer(NamedTuple):
    """An action with its open fields, if it has any; those hold the least that they may in `act`."""

    act: Any
    open: tuple[OpenField, ...] = ()

    def admits(self, act: Any) -> bool:
        """Whether the action is this one, or one that fills it in."""
        if not self.open:
            return bool(act == self.act)
        return all(field.admits(getattr(act, field.field)) for field in self.open) and act == self.act._replace(
            **{field.field: getattr(act, field.field) for field in self.open}
        )

    def actions(self) -> Iterator[Any]:
        """Every action that it stands for."""
        names = [field.field for field in self.open]
        for values in product(*[tuple(field.values()) for field in self.open]):
            yield self.act._replace(**dict(zip(names, values, strict=True))) if names else self.act

    def pick(self, rng: random.Random) -> Any:
        """Any action that it stands for."""
        if not self.open:
            return self.act
        return self.act._replace(**{field.field: field.pick(rng) for field in self.open})
