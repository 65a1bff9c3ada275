"""What the dice of a turn may still bring: every throw with its weight, and the best chance of enough Rings.

Pure numbers: knows dice by their faces, no table and no words. A state of the turn is small on purpose, since dice with
the same faces are alike: how many of each sort are left, the Rings kept, and weapons less orcs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, lcm
from typing import NamedTuple

Left = tuple[int, ...]  # dice not yet kept, of each sort
DIGIT = 8  # more than there are dice
NAZGUL, TREE = "nazgul", "white_tree"


class Sorts(NamedTuple):
    """Dice by their faces, and what the place of the turn makes of them (DG-ADV-1, -3, -4, -5)."""

    faces: tuple[tuple[str, ...], ...]  # of each sort of dice
    any_same: bool  # several of one symbol may be kept from a roll
    twice: bool  # each roll may be repeated once
    weapon: int
    orc: int


def at_least_one(odds: Iterable[Fraction]) -> Fraction:
    """The chance that one of several things happens that have nothing to do with each other."""
    none = Fraction(1)
    for chance in odds:
        none *= 1 - chance
    return 1 - none


def face_odds(faces: tuple[str, ...], symbol: str) -> Fraction:
    """The chance that a die shows it."""
    return Fraction(faces.count(symbol), len(faces))


@lru_cache(maxsize=256)
def throws(faces: tuple[str, ...], number: int) -> tuple[tuple[int, tuple[tuple[str, int], ...]], ...]:
    """So many dice with these faces: ways out of len(faces) ** number, and how often each symbol shows."""
    sides = tuple(Counter(faces).items())

    def rest(at: int, dice: int) -> Iterator[tuple[int, tuple[tuple[str, int], ...]]]:
        symbol, times = sides[at]
        if at + 1 == len(sides):
            yield times**dice, ((symbol, dice),) if dice else ()
            return
        for shown in range(dice + 1):
            ways = comb(dice, shown) * times**shown
            for more, symbols in rest(at + 1, dice - shown):
                yield ways * more, ((symbol, shown), *symbols) if shown else symbols

    return tuple(rest(0, number))


class Turn:
    """The rest of a turn, counted backwards from the last roll. Values are whole numbers out of `unit(dice left)`.

    What a keep leads to is one number, so that keeps are quickly joined: dice left in the last digits (to the base
    `DIGIT`, a digit a sort), before them Rings, before those weapons less orcs.
    """

    def __init__(self, sorts: Sorts) -> None:
        self.sorts = sorts
        self.base = lcm(*[len(faces) for faces in sorts.faces])
        self._ring = DIGIT ** len(sorts.faces)
        self._spare = self._ring * DIGIT
        values = {"ring": self._ring, "weapon": sorts.weapon * self._spare, "orc": -sorts.orc * self._spare}
        self._values = values
        self._keeps: dict[Left, tuple[tuple[int, frozenset[int]], ...]] = {}
        self._known: dict[tuple[Left, int, int, int], int] = {}

    def unit(self, dice: int) -> int:
        """The common denominator of all chances with so many dice left."""
        return int(self.base ** ((2 if self.sorts.twice else 1) * dice * (dice + 1) // 2))

    def enough(self, left: Left, rings: int, spare: int, needed: int) -> Fraction:
        """The chance that so many Rings count at the end of the turn, if all is kept for it (DG-ORC-1, DG-RING-1)."""
        return Fraction(self._worth(left, rings, spare, needed), self.unit(sum(left)))

    def repeated(self, left: Left, rings: int, spare: int, needed: int) -> Fraction:
        """The same once these dice are rolled again, and no more before some are kept (DG-ADV-4)."""
        cases = sum([weight * most for weight, most in self._best(left, rings, spare, needed)])
        return Fraction(cases, self.unit(sum(left) - 1) * self.base ** sum(left))

    def _worth(self, left: Left, rings: int, spare: int, needed: int) -> int:
        dice = sum(left)
        if rings + dice < needed or spare + self.sorts.weapon * (dice - max(needed - rings, 0)) < 0:
            return 0
        if rings >= needed and spare >= self.sorts.orc * dice:
            return self.unit(dice)
        key = (left, min(rings, needed), min(spare, self.sorts.orc * dice), needed)
        if key not in self._known:
            self._known[key] = self._roll(*key)
        return self._known[key]

    def _roll(self, left: Left, rings: int, spare: int, needed: int) -> int:
        best = self._best(left, rings, spare, needed)
        mean = sum([weight * most for weight, most in best])
        if not self.sorts.twice:
            return mean
        ways = self.base ** sum(left)
        return sum([weight * max(most * ways, mean) for weight, most in best])

    def _best(self, left: Left, rings: int, spare: int, needed: int) -> list[tuple[int, int]]:
        """Every throw: its ways, and what its best keep is worth, out of the unit of one die fewer."""
        throws, worth, below = self._keeps_of(left), {}, self.unit(sum(left) - 1)
        for kept in frozenset().union(*[keeps for _, keeps in throws]):
            rest, more, extra = self._read(kept)
            after = self._worth(rest, rings + more, spare + extra, needed)
            worth[kept] = after * (below // self.unit(sum(rest)))
        return [(weight, max([worth[kept] for kept in keeps])) for weight, keeps in throws]

    def _keeps_of(self, left: Left) -> tuple[tuple[int, frozenset[int]], ...]:
        """Every throw of these dice: its ways, and what may be kept of it; throws that allow the same are one."""
        if left not in self._keeps:
            found: Counter[frozenset[int]] = Counter()
            each = [throws(faces, number) for faces, number in zip(self.sorts.faces, left, strict=True)]
            factor = 1
            for faces, number in zip(self.sorts.faces, left, strict=True):
                factor *= (self.base // len(faces)) ** number
            for thrown in product(*each):
                ways, shown = factor, dict[str, list[tuple[int, int]]]()
                for sort, (times, symbols) in enumerate(thrown):
                    ways *= times
                    for symbol, number in symbols:
                        shown.setdefault(symbol, []).append((DIGIT**sort, number))
                found[self._choices(left, shown)] += ways
            self._keeps[left] = tuple([(ways, keeps) for keeps, ways in found.items()])
        return self._keeps[left]

    def _choices(self, left: Left, shown: Mapping[str, list[tuple[int, int]]]) -> frozenset[int]:
        """What every keep from a throw leads to (DG-ROLL-2, -3, DG-NAZ-1, DG-TREE-1)."""
        start = sum([number * DIGIT**sort for sort, number in enumerate(left)])
        found = {start}
        for symbol, there in shown.items():
            if symbol == TREE:
                continue
            takes = [0]
            for die, number in there:
                each = range(1, number + 1) if self.sorts.any_same else (1,)
                more = [count * (self._values.get(symbol, 0) - die) for count in each]
                takes += [take + one for take in takes for one in more] if self.sorts.any_same else more
            found = {kept + take for kept in found for take in takes if take or symbol != NAZGUL}
        ends = {kept - kept % self._ring for kept in found} if TREE in shown else set()
        return frozenset((found | ends) - {start})

    def _read(self, kept: int) -> tuple[Left, int, int]:
        """Dice left, Rings, weapons less orcs."""
        spare, rest = divmod(kept, self._spare)
        rings, rest = divmod(rest, self._ring)
        return tuple([rest // DIGIT**sort % DIGIT for sort in range(len(self.sorts.faces))]), rings, spare


@lru_cache(maxsize=64)
def turn(sorts: Sorts) -> Turn:
    """Counted once for all who ask."""
    return Turn(sorts)
