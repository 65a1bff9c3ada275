"""The two sides: their seats, and who of them decides."""

from __future__ import annotations

from functools import lru_cache

from companion.games.wotr.state import State
from companion.games.wotr.tables import FP, SHADOW


def side_of(state: State, seat_index: int) -> int:
    """The side of a seat."""
    return state.setup.sides[seat_index]


def seats_of(state: State, side: int) -> tuple[int, ...]:
    """The seats of a side, in order."""
    return _seats_of(state.setup.sides, side)


@lru_cache
def _seats_of(sides: tuple[int, ...], side: int) -> tuple[int, ...]:
    return tuple([seat_index for seat_index, of in enumerate(sides) if of == side])


def leader(state: State, side: int) -> int:
    """The seat that decides for its side (WR-TEAM-8, WR-TEAM-13)."""
    return state.sides[side].leader


def opponent(side: int) -> int:
    """The opponent."""
    return SHADOW if side == FP else FP
