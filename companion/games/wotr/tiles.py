"""Hunt tiles as the rules see them: their effects, without their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

EYE = "eye"
DIE = "die"
DIE_FACES = range(1, 7)


class Tile(NamedTuple):
    """The effect of a tile (WR-HUNT-10..16); a negative number heals."""

    damage: int | str  # a number, EYE or DIE
    reveal: bool = False
    stop: bool = False
    standard: bool = True

    @property
    def has_number(self) -> bool:
        """Return whether it carries a number or the sign of a die (WR-HUNT-13)."""
        return self.damage != EYE


Pool = Mapping[Tile, int]  # how many of each are left


def damages(tile: Tile, eye: int) -> list[int]:
    """Return the possible damages of a tile, each equally likely.

    `eye` is that of an Eye (WR-HUNT-11, -12, WR-MORDOR-10).
    """
    if isinstance(tile.damage, int):
        return [tile.damage]
    return [eye] if tile.damage == EYE else list(DIE_FACES)
