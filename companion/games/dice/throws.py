"""What the dice of a turn may still bring: every throw with its weight, and the best chance of enough Rings.

Pure numbers: knows dice by their faces, no table and no words. A state of the turn is small on purpose, since dice with
the same faces are alike: how many of each sort are left, the Rings kept, and weapons less orcs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
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


class Rolls(NamedTuple):
    """What may come of one roll: all that any throw may leave, and each throw with its ways and what it may leave.

    Throws that allow the same are one. sets: beside each, how many sets of dice leave it.
    """

    kept: tuple[int, ...]
    throws: tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...]  # ways, indexes in `kept`, sets


class Keeps:
    """What may be kept of every throw (DG-ROLL-2, -3, DG-NAZ-1, DG-TREE-1).

    What a keep leads to is one number: dice left in the last digits (to the base `DIGIT`, a digit a sort), and before
    them whatever the symbols of each sort are worth in `values`.
    """

    def __init__(self, sorts: Sorts, values: Sequence[Mapping[str, int]]) -> None:
        self.sorts, self.values = sorts, values
        self.base = lcm(*[len(faces) for faces in sorts.faces])
        self.end = DIGIT ** len(sorts.faces)  # below it the dice left
        self._known: dict[Left, Rolls] = {}
        self._taken: dict[tuple[str, tuple[tuple[int, int], ...]], dict[int, int]] = {}

    def unit(self, dice: int) -> int:
        """The common denominator of all chances with so many dice left."""
        return int(self.base ** ((2 if self.sorts.twice else 1) * dice * (dice + 1) // 2))

    def throws(self, dice: int) -> int:
        """The common denominator of the throws of so many dice."""
        return int(self.base**dice)

    def left(self, number: int) -> Left:
        """The dice left in its last digits."""
        return tuple([number // DIGIT**sort % DIGIT for sort in range(len(self.sorts.faces))])

    def of(self, left: Left) -> Rolls:
        """One roll of these dice."""
        if left not in self._known:
            self._known[left] = self._rolls(left)
        return self._known[left]

    def _rolls(self, left: Left) -> Rolls:
        found: Counter[frozenset[tuple[int, int]]] = Counter()
        factor = 1
        for faces, number in zip(self.sorts.faces, left, strict=True):
            factor *= (self.base // len(faces)) ** number
        for thrown in product(*[throws(faces, number) for faces, number in zip(self.sorts.faces, left, strict=True)]):
            ways, shown = factor, dict[str, list[tuple[int, int]]]()
            for sort, (times, symbols) in enumerate(thrown):
                ways *= times
                for symbol, number in symbols:
                    shown.setdefault(symbol, []).append((sort, number))
            found[frozenset(self._choices(left, shown).items())] += ways
        place: dict[int, int] = {}
        each = []
        for choices, ways in found.items():
            keeps = [place.setdefault(number, len(place)) for number, _ in choices]
            each.append((ways, tuple(keeps), tuple([sets for _, sets in choices])))
        return Rolls(tuple(place), tuple(each))

    def _choices(self, left: Left, shown: Mapping[str, list[tuple[int, int]]]) -> dict[int, int]:
        """What every keep from a throw leads to, and how many sets of dice do."""
        start = sum([number * DIGIT**sort for sort, number in enumerate(left)])
        found = {start: 1}
        for symbol, there in shown.items():
            if symbol != TREE:
                key = (symbol, tuple(there))
                if key not in self._taken:
                    self._taken[key] = self._takes(symbol, there)
                found = _joined(found, self._taken[key])
        ends: dict[int, int] = {}
        if TREE in shown:
            for kept, sets in found.items():
                end = kept - kept % self.end
                ends[end] = ends.get(end, 0) + sets
        if NAZGUL not in shown:
            del found[start]
        for end, sets in ends.items():
            found[end] = found.get(end, 0) + sets
        return found

    def _takes(self, symbol: str, there: list[tuple[int, int]]) -> dict[int, int]:
        """What taking dice of one symbol adds, none of them included unless it is forced."""
        takes = {0: 1}
        for sort, number in there:
            one = self.values[sort].get(symbol, 0) - DIGIT**sort
            if self.sorts.any_same:
                takes = _joined(takes, {count * one: comb(number, count) for count in range(number + 1)})
            else:
                takes[one] = takes.get(one, 0) + number
        if symbol == NAZGUL:
            del takes[0]
        return takes


def _joined(some: Mapping[int, int], others: Mapping[int, int]) -> dict[int, int]:
    """Each of both together."""
    found: dict[int, int] = {}
    for one, ways in some.items():
        for other, more in others.items():
            found[one + other] = found.get(one + other, 0) + ways * more
    return found


class Turn:
    """The rest of a turn, counted backwards from the last roll. Values are whole numbers out of `unit(dice left)`.

    What a keep leads to is a number of `Keeps`: before the dice left Rings, before those weapons less orcs.
    """

    def __init__(self, sorts: Sorts) -> None:
        self.sorts = sorts
        ring = DIGIT ** len(sorts.faces)
        self._spare = ring * DIGIT
        values = {"ring": ring, "weapon": sorts.weapon * self._spare, "orc": -sorts.orc * self._spare}
        self._keeps = Keeps(sorts, [values] * len(sorts.faces))
        self.unit, self.base = self._keeps.unit, self._keeps.base
        self._known: dict[tuple[Left, int, int, int], int] = {}

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
        rolls, worth, below = self._keeps.of(left), [], self.unit(sum(left) - 1)
        for kept in rolls.kept:
            rest, more, extra = self._read(kept)
            after = self._worth(rest, rings + more, spare + extra, needed)
            worth.append(after * (below // self.unit(sum(rest))))
        return [(ways, max([worth[index] for index in keeps])) for ways, keeps, _ in rolls.throws]

    def _read(self, kept: int) -> tuple[Left, int, int]:
        """Dice left, Rings, weapons less orcs."""
        spare, rest = divmod(kept, self._spare)
        return self._keeps.left(rest), rest // self._keeps.end, spare


@lru_cache(maxsize=64)
def turn(sorts: Sorts) -> Turn:
    """Counted once for all who ask."""
    return Turn(sorts)
