"""A Combat roll in numbers: modifiers, number of dice, faces that hit.

Knows no table.
"""

from __future__ import annotations

from typing import NamedTuple

MOST_DICE = 5  # WR-GEN-4
FACES = 6
HIT, HARD_HIT = (
    5,
    6,
)  # WR-BATTLE-20; against a City, a Fortification or a besieged Stronghold (WR-BATTLE-21, WR-SIEGE-11)


class Modifiers(NamedTuple):
    """The changes of one side's roll in a round.

    strength: Combat strength, before the limit of five dice. dice: dice of the Combat roll after it, of which one is
    always left; most: dice of it at most. roll, reroll: added to each die of the Combat roll, of the Leader re-roll.
    leadership: Leadership; elites: that of each elite unit. cancelled: hits that do not count, of which one is always
    left. hits: more hits, if there is one.
    """

    strength: int = 0
    dice: int = 0
    most: int = MOST_DICE
    roll: int = 0
    reroll: int = 0
    leadership: int = 0
    elites: int = 0
    hits: int = 0
    cancelled: int = 0

    def plus(self, other: Modifiers) -> Modifiers:
        """Return the sum of both (WR-BATTLE-23)."""
        both = Modifiers(*[one + more for one, more in zip(self, other, strict=True)])
        return both._replace(most=min(self.most, other.most))

    def roll_dice(self, units: int) -> int:
        """Return the dice of the Combat roll (WR-BATTLE-11)."""
        dice = min(units + self.strength, MOST_DICE) + self.dice
        return max(1, min(dice, self.most, MOST_DICE))

    def rerolls(self, leaders: int, elites: int) -> int:
        """Return the misses that may be rolled again (WR-BATTLE-12).

        leaders: Leadership of leaders, Nazgûl and characters.
        """
        return max(0, min(leaders + self.leadership + self.elites * elites, MOST_DICE))

    def count_hits(self, hits: int) -> int:
        """Return the hits that are suffered, of those of both rolls."""
        return max(1, hits - self.cancelled) + self.hits if hits else 0


def faces_that_hit(needed: int, added: int) -> int:
    """Return how many of six faces hit: `needed` or more with `added`.

    A natural 1 never, a natural 6 always (WR-GEN-5).
    """
    return max(1, min(FACES + 1 - needed + added, FACES - 1))
