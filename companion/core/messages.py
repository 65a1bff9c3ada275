"""What players are told, before it is words: ids, pairs of ids, refusals and events, each with its rule.

`wording` says them in a language. Knows no game, no journal and no text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple


class Ref(NamedTuple):
    """An id in a message: `field` are the words of its row that are shown.

    kind: a table of content/; `seat`, for the player who sits there; `role`, for what that seat plays.
    """

    kind: str
    id: str
    field: str = "name"


class Pair(NamedTuple):
    """Two ids said together, such as a symbol and the die that shows it."""

    first: Ref
    second: Ref


class Phrase(NamedTuple):
    """Part of a message that is a text of its own, such as how many of something; `key` is its id."""

    key: str
    values: Mapping[str, Value]


Value = str | int | Fraction | Ref | tuple[Ref, ...] | tuple[Pair, ...] | tuple[Phrase, ...]  # a Fraction is a chance


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action, a set-up or a sheet is refused.

    code: the message in words.yaml (`refusal.CODE`); rule: id of the rule broken; values: what the message names.
    """

    code: str
    rule: str
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: `event.CODE` in words.yaml, with the rule that made it happen.

    only: the seats that may know it, where not all may; hidden_from: seats that are not told so.
    """

    code: str
    rule: str
    values: Mapping[str, Value] = field(default_factory=dict)
    only: tuple[str, ...] | None = field(default=None, compare=False)
    hidden_from: tuple[str, ...] = field(default=(), compare=False)

    def known_to(self, seat: str | None) -> bool:
        """Whether a seat (or an onlooker) may know it."""
        return seat not in self.hidden_from and (self.only is None or seat in self.only)


Record = list[Event]  # what happened, in order
