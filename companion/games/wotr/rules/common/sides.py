"""The two sides: their seats and deciding players."""

from __future__ import annotations

from functools import lru_cache

from companion.games.wotr.state import State
from companion.games.wotr.tables import FP, SHADOW


def side_of(state: State, seat_index: int) -> int:
    """Return the side of a seat."""
    return state.setup.sides[seat_index]


def seats_of(state: State, side: int) -> tuple[int, ...]:
    """Return the seats of a side, in order."""
    return _seats_of(state.setup.sides, side)


@lru_cache
def _seats_of(sides: tuple[int, ...], side: int) -> tuple[int, ...]:
    return tuple([seat_index for seat_index, of in enumerate(sides) if of == side])


def leader(state: State, side: int) -> int:
    """Return the seat that decides for its side (WR-TEAM-8, WR-TEAM-13)."""
    return state.sides[side].leader


def opponent(side: int) -> int:
    """Return the other side."""
    return SHADOW if side == FP else FP
