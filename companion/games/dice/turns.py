"""A whole turn: what it may bring under any way to keep, and the keeps that are worth most.

Pure numbers: knows dice by their faces and whom their Nazgûl hit, no table and no words. A position of a turn is one
number (`throws.Keeps`): the dice left of each sort, before them Rings, Gandalfs, marks of each target, and before all
weapons less orcs. Worths are whole numbers out of a common denominator, so that equal keeps are equal in every Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from companion.games.dice.throws import DIGIT, NAZGUL, Keeps, Sorts

NOBODY = -1
ROLLER = 0


class Result(NamedTuple):
    """What a turn brings: Rings that count, squares that may be halved, marks of each target (the roller is first)."""

    rings: int
    gandalfs: int
    hits: tuple[int, ...]


class Course(NamedTuple):
    """Dice and place of a turn. targets: of each sort whom its Nazgûl hit; tax: Rings that are the least to count."""

    sorts: Sorts
    targets: tuple[int, ...]
    seats: int
    halves: bool
    tax: int


# what is kept at a position, of what may be kept (what it leads to -> sets of dice), None for rolling once more -> share
Policy = Callable[[int, Mapping[int, int], bool], Mapping[int | None, Fraction | int]]


class Turns:
    """All turns of one course."""

    def __init__(self, course: Course) -> None:
        self.course, sorts = course, course.sorts
        self._ring = DIGIT ** len(sorts.faces)
        self._gandalf = self._ring * DIGIT
        self._hits = [self._gandalf * DIGIT ** (target + 1) for target in range(course.seats)]
        self._spare = self._hits[-1] * DIGIT
        same = {"ring": self._ring, "weapon": sorts.weapon * self._spare, "orc": -sorts.orc * self._spare}
        same["gandalf"] = self._gandalf if course.halves else 0
        marks = [0 if target == NOBODY else self._hits[target] for target in course.targets]
        self._keeps = Keeps(sorts, [{**same, NAZGUL: mark} for mark in marks])
        self.unit, self.base = self._keeps.unit, self._keeps.base
        self._dice: dict[int, int] = {}

    def at(self, dice: Iterable[tuple[int, str]]) -> int:
        """The position of dice: each its sort, and its symbol or nothing while it is not kept."""
        values = self._keeps.values
        return self.settled(
            sum([values[sort].get(symbol, 0) if symbol else DIGIT**sort for sort, symbol in dice])
        )

    def left(self, position: int) -> int:
        """Dice not yet kept."""
        low = position % self._ring
        if low not in self._dice:
            self._dice[low] = sum(self._keeps.left(low))
        return self._dice[low]

    def settled(self, position: int) -> int:
        """The same position without what no longer matters: spare weapons, Rings that can count no more (DG-ORC-1)."""
        spare, dice = position // self._spare, self.left(position)
        if spare + self.course.sorts.weapon * dice < 0:
            rings = position // self._ring % DIGIT
            return position - (spare + 1 + self.course.sorts.weapon * dice) * self._spare - rings * self._ring
        return position - max(0, spare - self.course.sorts.orc * dice) * self._spare

    def result(self, position: int) -> Result:
        """What a turn brings that ends there."""
        rings = position // self._ring % DIGIT if position >= 0 else 0
        hits = tuple([position // hit % DIGIT for hit in self._hits])
        return Result(rings if rings >= self.course.tax else 0, position // self._gandalf % DIGIT, hits)

    def rolls(self, position: int) -> tuple[tuple[int, ...], tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...]]:
        """Where each keep of the next roll leads, and every throw as of `throws.Rolls`."""
        rolls = self._keeps.of(self._keeps.left(position % self._ring))
        high = position - position % self._ring
        return tuple([self.settled(high + kept) for kept in rolls.kept]), rolls.throws

    def outcomes(self, position: int, policy: Policy) -> dict[Result, Fraction]:
        """The chance of every result from there on, if all is kept by the policy; before a roll, or at the end."""
        first, twice = self.left(position), self.course.sorts.twice
        weights: list[dict[int, Fraction | int]] = [{} for _ in range(first + 1)]
        weights[first][position] = 1
        for dice in range(first, 0, -1):
            ways_of_all, below = self._keeps.base**dice, self.unit(dice - 1)
            for start, weight in weights[dice].items():
                after, throws = self.rolls(start)
                chosen: dict[int, Fraction | int] = {}
                again = self._chosen(start, after, throws, policy, twice, chosen)
                if twice:
                    chosen = {to: share * ways_of_all for to, share in chosen.items()}
                    second: dict[int, Fraction | int] = {}
                    if again:
                        self._chosen(start, after, throws, policy, False, second)
                    for to, share in second.items():
                        chosen[to] = chosen.get(to, 0) + share * again
                for to, share in chosen.items():
                    rest = self.left(to)
                    into = weights[rest]
                    into[to] = into.get(to, 0) + weight * share * (below // self.unit(rest))
        found: dict[Result, Fraction] = {}
        for end, weight in weights[0].items():
            result = self.result(end)
            found[result] = found.get(result, Fraction(0)) + Fraction(weight, self.unit(first))
        return found

    def _chosen(
        self,
        start: int,
        after: tuple[int, ...],
        throws: tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...],
        policy: Policy,
        may_repeat: bool,
        into: dict[int, Fraction | int],
    ) -> Fraction | int:
        """Adds the ways to each position after a roll; returns those that roll again."""
        again: Fraction | int = 0
        for ways, keeps, sets in throws:
            may: dict[int, int] = {}
            for index, number in zip(keeps, sets, strict=True):
                may[after[index]] = may.get(after[index], 0) + number
            for to, share in policy(start, may, may_repeat).items():
                if to is None:
                    again += ways * share
                else:
                    into[to] = into.get(to, 0) + ways * share
        return again


def any_keep(position: int, may: Mapping[int, int], may_repeat: bool) -> dict[int | None, Fraction | int]:
    """The policy of random play: any type of action, then any set of dice."""
    every = sum(may.values()) * (2 if may_repeat else 1)
    shares: dict[int | None, Fraction | int] = {to: Fraction(sets, every) for to, sets in may.items()}
    return {**shares, None: Fraction(1, 2)} if may_repeat else shares


class Best:
    """Keeps that are worth most, counted backwards from the last roll; calling it is its policy.

    value: what a result is worth, a whole number. Worths are out of `unit(dice left)`.
    """

    def __init__(self, turns: Turns, value: Callable[[Result], int]) -> None:
        self.turns, self._value = turns, value
        self._worths: dict[int, int] = {}
        self._means: dict[int, int] = {}

    def worth(self, position: int) -> int:
        """Of the turn from there on, before a roll or at its end."""
        if position not in self._worths:
            self._worths[position] = self._roll(position) if self.turns.left(position) else self._end(position)
        return self._worths[position]

    def mean(self, position: int) -> Fraction:
        """The same as a number."""
        return Fraction(self.worth(position), self.turns.unit(self.turns.left(position)))

    def repeated(self, position: int) -> Fraction:
        """What it is worth to roll the same dice once more, and then to keep of them (DG-ADV-4)."""
        self.worth(position)
        base, dice = self.turns.base, self.turns.left(position)
        return Fraction(self._means[position], self.turns.unit(dice - 1) * base**dice)

    def __call__(self, position: int, may: Mapping[int, int], may_repeat: bool) -> dict[int | None, Fraction | int]:
        """The best keep, of equals the one that comes first; rolling again where that is better."""
        turns, known = self.turns, self._worths
        unit, left = turns.unit, turns.left
        below = unit(left(position) - 1)
        worths = [known[to] * (below // unit(left(to))) for to in may]
        most = max(worths)
        if may_repeat and most * turns.base ** left(position) < self._means[position]:
            return {None: 1}
        return {list(may)[worths.index(most)]: 1}

    def _end(self, position: int) -> int:
        return self._value(self.turns.result(position))

    def _roll(self, position: int) -> int:
        turns, dice = self.turns, self.turns.left(position)
        after, throws = turns.rolls(position)
        below = turns.unit(dice - 1)
        worth = [self.worth(to) * (below // turns.unit(turns.left(to))) for to in after].__getitem__
        best = [(ways, max(map(worth, keeps))) for ways, keeps, _ in throws]
        mean = sum([ways * most for ways, most in best])
        if not turns.course.sorts.twice:
            return mean
        self._means[position] = mean
        all_ways = turns.base**dice
        return sum([ways * max(most * all_ways, mean) for ways, most in best])


@lru_cache(maxsize=256)
def turns(course: Course) -> Turns:
    """Counted once for all who ask."""
    return Turns(course)
