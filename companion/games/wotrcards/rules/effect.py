"""One kind of effect that the table reports, and whom it is about. Knows the shape, no single effect."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules.common import index, seats_of
from companion.games.wotrcards.state import Draft, State
from companion.games.wotrcards.tables import SIDES
from companion.play.game import Refusal

MOST_DRAWN, MOST_LOST, MOST_TOKENS = 7, 2, 3


class Effect(NamedTuple):
    """rule: what decides it. offers: everything it may say; fault: why it cannot be so; do: what it changes.

    own: it is about the hand or piles of the seat that reports it, which may be another than the one whose text it is.
    """

    rule: str
    offers: Callable[[State, int], Iterator[Act]]
    fault: Callable[[State, int, Act], Refusal | None]
    do: Callable[[Draft, int, Act], None]
    own: bool = False


def seats_meant(state: State, whom: str) -> list[int]:
    """The seats that a text is about: one, or all of a side beginning with the starting player."""
    if whom not in SIDES:
        return [index(state, whom)] if whom in state.setup.seats else []
    partners = seats_of(state, SIDES.index(whom))
    turns = (*state.setup.order[state.first :], *state.setup.order[: state.first])
    return list(dict.fromkeys([who for who in turns if who in partners]))


def twice(state: State, whom: str) -> bool:
    """The one player of a side does twice what each of his side would do (WC-D2-4, WC-EPD-7)."""
    return whom in SIDES and "twice" in state.setup.scenario.special and len(seats_meant(state, whom)) == 1
