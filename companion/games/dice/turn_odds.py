"""Odds of a whole turn: its results under any policy, and the keeps that are worth most.

Knows dice by their faces and the targets of their Nazgûl; knows no table and no words. A position of a turn is one
number (`roll_odds.Keeps`): in its lowest digits the dice left of each sort, above them Rings, Gandalfs, marks of each
target, and above all weapons less orcs. Worths are whole numbers out of a common denominator, so that equal keeps are
equal in every Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from operator import mul
from typing import NamedTuple, Protocol

from companion.games.dice.roll_odds import (
    DIGIT,
    NAZGUL,
    DiceSorts,
    RollKeeps,
    common_denominator,
    die_denominator,
    keeps_of,
)

NOBODY = -1
Shares = Mapping[int | None, int | Fraction]


class TurnResult(NamedTuple):
    """The result of a turn: Rings that count, squares to halve, marks of each target (the roller is first)."""

    rings: int
    gandalfs: int
    hits: tuple[int, ...]


class TurnSpec(NamedTuple):
    """Dice and place of a turn.

    dice: how many there are of each sort; targets: whom their Nazgûl hit; tax: Rings that are the least to count.
    """

    sorts: DiceSorts
    dice: tuple[int, ...]
    targets: tuple[int, ...]
    seats: int
    halves: bool
    tax: int


class Policy(Protocol):
    """A way to keep dice."""

    def next_positions(self, position: int) -> Mapping[int, int | Fraction]:
        """Count, of all throws of the dice left at a position (of all pairs of throws where each may be repeated) how
        many lead to each position after it.
        """
        ...


class LazyDict(dict[int, int]):
    """Numbers by positions, each found when it is first asked for."""

    def __init__(self, find: Callable[[int], int]) -> None:
        self._find = find

    def __missing__(self, position: int) -> int:
        self[position] = found = self._find(position)
        return found


class TurnOdds:
    """All turns of one course."""

    def __init__(self, course: TurnSpec) -> None:
        self.course, sorts = course, course.sorts
        self._keeps = keeps_of(sorts.faces, sorts.any_same)
        self._ring: int = self._keeps.end
        self._gandalf: int = self._ring * DIGIT
        self._hits: list[int] = [self._gandalf * DIGIT ** (target + 1) for target in range(course.seats)]
        self._spare: int = self._hits[-1] * DIGIT
        self._units = [common_denominator(sorts, dice) for dice in range(sum(course.dice) + 1)]
        self._base = die_denominator(sorts)
        self._dice: dict[int, int] = {}
        self._kept: dict[int, tuple[list[int], RollKeeps]] = {}  # by the dice left
        self._rolls: dict[int, tuple[list[int], RollKeeps]] = {}
        self._settled = LazyDict(self._drop_irrelevant)

    def denominator(self, dice: int) -> int:
        """The common denominator of all chances with so many dice left."""
        return self._units[dice]

    def position_of(self, dice: Iterable[tuple[int, str]]) -> int:
        """The position of dice: each its sort, and its symbol or nothing while it is not kept."""
        position = 0
        for sort, symbol in dice:
            nazgul = [int(symbol == NAZGUL and sort == each) for each in range(len(self.course.dice))]
            position += self._kept_amount({symbol: 1}, nazgul) if symbol else DIGIT**sort
        return self._drop_irrelevant(position)

    def _kept_amount(self, symbols: Mapping[str, int], nazgul: Sequence[int]) -> int:
        """What kept symbols add to a position."""
        sorts, halves = self.course.sorts, self.course.halves
        spare = sorts.weapon * symbols.get("weapon", 0) - sorts.orc * symbols.get("orc", 0)
        found = symbols.get("ring", 0) * self._ring + spare * self._spare
        found += symbols.get("gandalf", 0) * self._gandalf if halves else 0
        for number, target in zip(nazgul, self.course.targets, strict=True):
            found += number * self._hits[target] if target != NOBODY else 0
        return found

    @property
    def start(self) -> int:
        """The position before the first roll."""
        return sum([number * DIGIT**sort for sort, number in enumerate(self.course.dice)])

    def dice_left(self, position: int) -> int:
        """Dice not yet kept."""
        low = position % self._ring
        if low not in self._dice:
            self._dice[low] = sum(self._keeps.dice_left(low))
        return self._dice[low]

    def count_throws(self, position: int) -> int:
        """All throws of the dice left, as the common denominator counts them."""
        return int(self._base ** self.dice_left(position))

    def _drop_irrelevant(self, position: int) -> int:
        """The same position without what no longer matters: spare weapons, Rings that can count no more (DG-ORC-1)."""
        spare, dice = position // self._spare, self.dice_left(position)
        if spare + self.course.sorts.weapon * dice < 0:
            rings = position // self._ring % DIGIT
            return position - (spare + 1 + self.course.sorts.weapon * dice) * self._spare - rings * self._ring
        return position - max(0, spare - self.course.sorts.orc * dice) * self._spare

    def result_at(self, position: int) -> TurnResult:
        """Return the result of a turn that ends at that position."""
        rings = position // self._ring % DIGIT if position >= 0 else 0
        hits = tuple([position // hit % DIGIT for hit in self._hits])
        return TurnResult(rings if rings >= self.course.tax else 0, position // self._gandalf % DIGIT, hits)

    def without_results(self, position: int) -> int:
        """The position without its Gandalfs and marks."""
        return position - position % self._spare + position % self._gandalf

    def without_others(self, position: int) -> int:
        """The position without the marks of anybody but the roller."""
        others = self._hits[0] * DIGIT
        return position - position % self._spare + position % others

    def next_roll(self, position: int) -> tuple[list[int], RollKeeps]:
        """Return the position after each keep of the next roll, and its throws."""
        if position not in self._rolls:
            low = position % self._ring
            if low not in self._kept:
                rolls = self._keeps.rolls_of(self._keeps.dice_left(low))
                kept = [
                    number % self._ring + self._kept_amount(*self._keeps.symbols_of(number)) for number in rolls.kept
                ]
                self._kept[low] = kept, rolls
            kept, rolls = self._kept[low]
            high, settled = position - low, self._settled
            self._rolls[position] = [settled[high + more] for more in kept], rolls
        return self._rolls[position]

    def outcomes(self, position: int, policy: Policy) -> dict[TurnResult, Fraction]:
        """The chance of every result from there on, if all is kept by the policy; before a roll, or at the end."""
        first = self.dice_left(position)
        weights: list[dict[int, int | Fraction]] = [{} for _ in range(first + 1)]
        weights[first][position] = 1
        for dice in range(first, 0, -1):
            below = self.denominator(dice - 1)
            for start, weight in weights[dice].items():
                for to, ways in policy.next_positions(start).items():
                    rest = self.dice_left(to)
                    weights[rest][to] = weights[rest].get(to, 0) + weight * ways * (below // self.denominator(rest))
        found: dict[TurnResult, Fraction] = {}
        for end, weight in weights[0].items():
            result = self.result_at(end)
            found[result] = found.get(result, Fraction(0)) + Fraction(weight, self.denominator(first))
        return found


class CallbackPolicy:
    """The policy of a function: it is told a position, what may be kept of a throw (the position that it leads to ->
    how many sets of dice do) and whether the roll may be repeated; it answers how likely it keeps what (None: repeats).
    """

    def __init__(self, turns: TurnOdds, keeps: Callable[[int, Mapping[int, int], bool], Shares]) -> None:
        self._turns, self._keeps = turns, keeps

    def next_positions(self, position: int) -> Mapping[int, int | Fraction]:
        """Return the weights of the next positions, as `Policy` defines them."""
        twice = self._turns.course.sorts.twice
        first, again = self._ways_of_roll(position, twice)
        if not twice:
            return first
        every = self._turns.count_throws(position)
        found = {to: ways * every for to, ways in first.items()}
        if again:
            for to, ways in self._ways_of_roll(position, False)[0].items():
                found[to] = found.get(to, 0) + again * ways
        return found

    def _ways_of_roll(self, position: int, may_repeat: bool) -> tuple[dict[int, int | Fraction], int | Fraction]:
        after, rolls = self._turns.next_roll(position)
        found: dict[int, int | Fraction] = {}
        again: int | Fraction = 0
        for ways, keeps, sets in zip(rolls.ways, rolls.keeps, rolls.sets, strict=True):
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
    """Random play, for `CallbackPolicy`: any type of action, then any set of dice."""
    every = sum(may.values()) * (2 if may_repeat else 1)
    shares: dict[int | None, int | Fraction] = {to: Fraction(sets, every) for to, sets in may.items()}
    return {**shares, None: Fraction(1, 2)} if may_repeat else shares


class BestPolicy:
    """The policy that keeps what is worth most, counted backwards from the last roll.

    value: what a result is worth, a whole number. Worths are out of `unit(dice left)`.
    """

    def __init__(self, turns: TurnOdds, value: Callable[[TurnResult], int]) -> None:
        self.turns, self._value = turns, value
        self._worths = LazyDict(self._count_worth)
        self._means: dict[int, int] = {}
        self._shares = [LazyDict(partial(self._scaled_worth, dice)) for dice in range(sum(turns.course.dice) + 1)]

    def worth_at(self, position: int) -> int:
        """Return the worth of the turn from that position on, before a roll or at its end."""
        return self._worths[position]

    def mean_worth(self, position: int) -> Fraction:
        """Return the worth as a fraction."""
        return Fraction(self.worth_at(position), self.turns.denominator(self.turns.dice_left(position)))

    def worth_of_repeat(self, position: int) -> Fraction:
        """Return the worth of rolling the same dice once more, and then keeping of them (DG-ADV-4)."""
        self.worth_at(position)
        below = self.turns.denominator(self.turns.dice_left(position) - 1)
        return Fraction(self._means[position], below * self.turns.count_throws(position))

    def next_positions(self, position: int) -> Mapping[int, int]:
        """Return the weights of the next positions, as `Policy` defines them."""
        self.worth_at(position)
        twice, every = self.turns.course.sorts.twice, self.turns.count_throws(position)
        after, rolls = self.turns.next_roll(position)
        best = rolls.best_worths(list(zip(self._worths_after(position, after), after, strict=True)))
        kept: dict[int, int] = {}
        thrown: dict[int, int] = {}
        repeated = 0
        for ways, (worth, to) in zip(rolls.ways, best, strict=True):
            thrown[to] = thrown.get(to, 0) + ways
            if twice:
                again = worth * every < self._means[position]
                repeated += ways if again else 0
                kept[to] = kept.get(to, 0) + (0 if again else ways * every)
        return {to: kept[to] + repeated * ways for to, ways in thrown.items()} if twice else thrown

    def _count_worth(self, position: int) -> int:
        if not self.turns.dice_left(position):
            return self._value(self.turns.result_at(position))
        after, rolls = self.turns.next_roll(position)
        most = rolls.best_worths(self._worths_after(position, after))
        mean: int = sum(map(mul, rolls.ways, most))
        if not self.turns.course.sorts.twice:
            return mean
        self._means[position], every = mean, self.turns.count_throws(position)
        return sum([ways * max(worth * every, mean) for ways, worth in zip(rolls.ways, most, strict=True)])

    def _worths_after(self, position: int, after: Sequence[int]) -> list[int]:
        """The worth of positions after a roll, out of the unit of one die fewer."""
        shares = self._shares[self.turns.dice_left(position)]
        return [shares[to] for to in after]

    def _scaled_worth(self, dice: int, position: int) -> int:
        """Its worth out of the unit of one die fewer than those."""
        return self.worth_at(position) * (
            self.turns.denominator(dice - 1) // self.turns.denominator(self.turns.dice_left(position))
        )


class WeightedPolicy(BestPolicy):
    """The same where each part of a result is worth so much: a Ring, a mark of the roller, one of another, a Gandalf.

    What marks and Gandalfs are kept already then changes nothing, so that few positions have to be weighed.
    most: Rings beyond so many are worth nothing; alone: the marks of others are weighed, but not told.
    """

    def __init__(
        self, turns: TurnOdds, ring: int, own: int, other: int, gandalf: int, most: int, alone: bool = False
    ) -> None:
        super().__init__(turns, lambda result: ring * min(result.rings, most))
        self._own, self._other, self._gandalf, self._alone = own, other, gandalf, alone
        self._gained = LazyDict(self._gain_at)  # by what a position has besides its bare one
        self._chosen: dict[int, dict[int, int]] = {}

    def worth_at(self, position: int) -> int:
        """Return the worth of the turn from that position on."""
        bare = self.turns.without_results(position)
        return self._gained[position - bare] * self.turns.denominator(
            self.turns.dice_left(position)
        ) + super().worth_at(bare)

    def _gain_at(self, position: int) -> int:
        result = self.turns.result_at(position)
        return self._own * result.hits[0] + self._other * sum(result.hits[1:]) + self._gandalf * result.gandalfs

    def next_positions(self, position: int) -> Mapping[int, int]:
        """Return the weights of the next positions, as `Policy` defines them."""
        bare = self.turns.without_results(position)
        if bare not in self._chosen:
            self._chosen[bare] = found = dict[int, int]()
            for to, ways in super().next_positions(bare).items():
                seen = self.turns.without_others(to) if self._alone else to
                found[seen] = found.get(seen, 0) + ways
        more = position - bare
        return {to + more: ways for to, ways in self._chosen[bare].items()}


@lru_cache(maxsize=256)
def turn_odds_of(course: TurnSpec) -> TurnOdds:
    """Return the cached instance for these arguments."""
    return TurnOdds(course)
