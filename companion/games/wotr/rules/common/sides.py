"""The two sides: their seats, and who of them decides."""

from __future__ import annotations

from functools import lru_cache

from companion.games.wotr.state import State
from companion.games.wotr.tables import FP, SHADOW


def side_of(t: State, who: int) -> int:
    """The side of a seat."""
    return t.setup.sides[who]


def seats_of(t: State, side: int) -> tuple[int, ...]:
    """The seats of a side, in order."""
    return _seats_of(t.setup.sides, side)


@lru_cache
def _seats_of(sides: tuple[int, ...], side: int) -> tuple[int, ...]:
    return tuple([who for who, of in enumerate(sides) if of == side])


def leader(t: State, side: int) -> int:
    """The seat that decides for its side (WR-TEAM-8, WR-TEAM-13)."""
    return t.sides[side].leader


def other(side: int) -> int:
    """The opponent."""
    return SHADOW if side == FP else FP
