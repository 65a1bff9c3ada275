"""Messages to players before they become text: ids, refusals and events, each with its rule.

words/wording.py puts them into a language. Knows no game, no journal and no text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple


class Ref(NamedTuple):
    """An id in a message; shown as the text in `field` of its row.

    kind: a table of content/; `seat` for the player of that seat; `role` for the role of that seat.
    """

    kind: str
    id: str
    field: str = "name"


class Pair(NamedTuple):
    """Two ids shown together, such as a symbol and the die that shows it."""

    first: Ref
    second: Ref


class Phrase(NamedTuple):
    """Part of a message that is a text of its own, such as a counted noun; `key` is its id."""

    key: str
    values: Mapping[str, Value]


Value = str | int | Fraction | Ref | tuple[Ref, ...] | tuple[Pair, ...] | tuple[Phrase, ...]  # a Fraction is a chance


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason to refuse an action, a set-up or a sheet.

    code: text `refusal.CODE`.
    rule: id of the broken rule.
    values: values named in the text.
    """

    code: str
    rule: str
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: text `event.CODE`, with the rule that caused it.

    only: seats that may see it; empty for all.
    hidden_from: seats that may not see it.
    """

    code: str
    rule: str
    values: Mapping[str, Value] = field(default_factory=dict)
    only: tuple[str, ...] | None = field(default=None, compare=False)
    hidden_from: tuple[str, ...] = field(default=(), compare=False)

    def known_to(self, seat: str | None) -> bool:
        """Return whether the seat (None: an onlooker) may see it."""
        return seat not in self.hidden_from and (self.only is None or seat in self.only)


Record = list[Event]  # what happened, in order
