"""One kind of effect that the table tells of, and whom it is about. Knows the shape, no single effect."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules.common import index, seats_of
from companion.games.wotrcards.state import Draft, State, Table
from companion.games.wotrcards.tables import SIDES
from companion.play.game import Refusal

MOST_DRAWN, MOST_LOST, MOST_TOKENS = 7, 2, 3


class Effect(NamedTuple):
    """offers: everything it may say; fault: why it cannot be so; do: what it changes.

    own: it is about the hand or piles of the seat that tells it, which may be another than the one whose text it is.
    """

    offers: Callable[[State, int], Iterator[Act]]
    fault: Callable[[State, int, Act], Refusal | None]
    do: Callable[[Draft, int, Act], None]
    own: bool = False


def whose(t: Table, whom: str) -> list[int]:
    """The seats that a text is about: one, or all of a side beginning with the starting player."""
    if whom not in SIDES:
        return [index(t, whom)] if whom in t.setup.seats else []
    partners = seats_of(t, SIDES.index(whom))
    turns = (*t.setup.order[t.first :], *t.setup.order[: t.first])
    return list(dict.fromkeys([who for who in turns if who in partners]))


def twice(t: Table, whom: str) -> bool:
    """The one player of a side does twice what each of his side would do (WC-D2-4, WC-EPD-7)."""
    return whom in SIDES and "twice" in t.setup.scenario.special and len(whose(t, whom)) == 1
