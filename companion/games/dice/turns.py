"""A whole turn: what it may bring under any way to keep, and the keeps that are worth most.

Pure numbers: knows dice by their faces and whom their Nazgûl hit, no table and no words. A position of a turn is one
number (`throws.Keeps`): the dice left of each sort, before them Rings, Gandalfs, marks of each target, and before all
weapons less orcs. Worths are whole numbers out of a common denominator, so that equal keeps are equal in every Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, Protocol

from companion.games.dice.throws import DIGIT, NAZGUL, Keeps, Sorts

NOBODY = -1
Shares = Mapping[int | None, int | Fraction]


class Result(NamedTuple):
    """What a turn brings: Rings that count, squares that may be halved, marks of each target (the roller is first)."""

    rings: int
    gandalfs: int
    hits: tuple[int, ...]


class Course(NamedTuple):
    """Dice and place of a turn.

    dice: how many there are of each sort; targets: whom their Nazgûl hit; tax: Rings that are the least to count.
    """

    sorts: Sorts
    dice: tuple[int, ...]
    targets: tuple[int, ...]
    seats: int
    halves: bool
    tax: int


class Policy(Protocol):
    """A way to keep dice."""

    def ways(self, position: int) -> Mapping[int, int | Fraction]:
        """Of all throws of the dice left at a position (of all pairs of throws where each may be repeated) how many
        lead to each position after it.
        """
        ...


class Turns:
    """All turns of one course."""

    def __init__(self, course: Course) -> None:
        self.course, sorts = course, course.sorts
        self._ring: int = DIGIT ** len(sorts.faces)
        self._gandalf = self._ring * DIGIT
        self._hits: list[int] = [self._gandalf * DIGIT ** (target + 1) for target in range(course.seats)]
        self._spare: int = self._hits[-1] * DIGIT
        same = {"ring": self._ring, "weapon": sorts.weapon * self._spare, "orc": -sorts.orc * self._spare}
        same["gandalf"] = self._gandalf if course.halves else 0
        marks = [0 if target == NOBODY else self._hits[target] for target in course.targets]
        self._keeps = Keeps(sorts, [{**same, NAZGUL: mark} for mark in marks])
        self.unit = self._keeps.unit
        self._dice: dict[int, int] = {}

    def at(self, dice: Iterable[tuple[int, str]]) -> int:
        """The position of dice: each its sort, and its symbol or nothing while it is not kept."""
        values = self._keeps.values
        return self.settled(sum([values[sort].get(symbol, 0) if symbol else DIGIT**sort for sort, symbol in dice]))

    @property
    def start(self) -> int:
        """The position before the first roll."""
        return sum([number * DIGIT**sort for sort, number in enumerate(self.course.dice)])

    def left(self, position: int) -> int:
        """Dice not yet kept."""
        low = position % self._ring
        if low not in self._dice:
            self._dice[low] = sum(self._keeps.left(low))
        return self._dice[low]

    def throws(self, position: int) -> int:
        """All throws of the dice left, as the common denominator counts them."""
        return self._keeps.throws(self.left(position))

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
        first = self.left(position)
        weights: list[dict[int, int | Fraction]] = [{} for _ in range(first + 1)]
        weights[first][position] = 1
        for dice in range(first, 0, -1):
            below = self.unit(dice - 1)
            for start, weight in weights[dice].items():
                for to, ways in policy.ways(start).items():
                    rest = self.left(to)
                    weights[rest][to] = weights[rest].get(to, 0) + weight * ways * (below // self.unit(rest))
        found: dict[Result, Fraction] = {}
        for end, weight in weights[0].items():
            result = self.result(end)
            found[result] = found.get(result, Fraction(0)) + Fraction(weight, self.unit(first))
        return found


class Keeping:
    """The policy of a function: it is told a position, what may be kept of a throw (the position that it leads to ->
    how many sets of dice do) and whether the roll may be repeated; it answers how likely it keeps what (None: repeats).
    """

    def __init__(self, turns: Turns, keeps: Callable[[int, Mapping[int, int], bool], Shares]) -> None:
        self._turns, self._keeps = turns, keeps

    def ways(self, position: int) -> Mapping[int, int | Fraction]:
        """As said of `Policy`."""
        twice = self._turns.course.sorts.twice
        first, again = self._once(position, twice)
        if not twice:
            return first
        every = self._turns.throws(position)
        found = {to: ways * every for to, ways in first.items()}
        if again:
            for to, ways in self._once(position, False)[0].items():
                found[to] = found.get(to, 0) + again * ways
        return found

    def _once(self, position: int, may_repeat: bool) -> tuple[dict[int, int | Fraction], int | Fraction]:
        after, throws = self._turns.rolls(position)
        found: dict[int, int | Fraction] = {}
        again: int | Fraction = 0
        for ways, keeps, sets in throws:
            may: dict[int, int] = {}
            for index, number in zip(keeps, sets, strict=True):
                may[after[index]] = may.get(after[index], 0) + number
            for to, share in self._keeps(position, may, may_repeat).items():
                if to is None:
                    again += ways * share
                else:
                    found[to] = found.get(to, 0) + ways * share
        return found, again


def any_keep(position: int, may: Mapping[int, int], may_repeat: bool) -> Shares:
    """Random play, for `Keeping`: any type of action, then any set of dice."""
    every = sum(may.values()) * (2 if may_repeat else 1)
    shares: dict[int | None, int | Fraction] = {to: Fraction(sets, every) for to, sets in may.items()}
    return {**shares, None: Fraction(1, 2)} if may_repeat else shares


class Best:
    """The policy that keeps what is worth most, counted backwards from the last roll.

    value: what a result is worth, a whole number. Worths are out of `unit(dice left)`.
    """

    def __init__(self, turns: Turns, value: Callable[[Result], int]) -> None:
        self.turns, self._value = turns, value
        self._worths: dict[int, int] = {}
        self._means: dict[int, int] = {}
        self._chosen: dict[int, list[tuple[int, int, int]]] = {}  # of every throw where it leads, its ways, its worth

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
        below = self.turns.unit(self.turns.left(position) - 1)
        return Fraction(self._means[position], below * self.turns.throws(position))

    def ways(self, position: int) -> Mapping[int, int]:
        """As said of `Policy`; of equal keeps the first."""
        self.worth(position)
        chosen, twice = self._chosen[position], self.turns.course.sorts.twice
        every, mean = self.turns.throws(position), self._means[position]
        kept: dict[int, int] = {}
        repeated = 0
        for to, ways, most in chosen:
            if twice and most * every < mean:
                repeated += ways
            else:
                kept[to] = kept.get(to, 0) + ways
        if not twice:
            return kept
        found = {to: ways * every for to, ways in kept.items()}
        for to, ways, _ in chosen if repeated else ():
            found[to] = found.get(to, 0) + repeated * ways
        return found

    def _after(self, position: int, after: Sequence[int]) -> list[int]:
        """The worth of positions after a roll, out of the unit of one die fewer."""
        left, unit = self.turns.left, self.turns.unit
        below = [unit(left(position) - 1) // unit(rest) for rest in range(left(position))]
        return [self.worth(to) * below[left(to)] for to in after]

    def _end(self, position: int) -> int:
        return self._value(self.turns.result(position))

    def _roll(self, position: int) -> int:
        turns = self.turns
        after, throws = turns.rolls(position)
        worth = self._after(position, after).__getitem__
        best = [(max(keeps, key=worth), ways) for ways, keeps, _ in throws]
        self._chosen[position] = chosen = [(after[keep], ways, worth(keep)) for keep, ways in best]
        self._means[position] = mean = sum([ways * most for _, ways, most in chosen])
        if not turns.course.sorts.twice:
            return mean
        every = turns.throws(position)
        return sum([ways * max(most * every, mean) for _, ways, most in chosen])


@lru_cache(maxsize=256)
def turns(course: Course) -> Turns:
    """Counted once for all who ask."""
    return Turns(course)
