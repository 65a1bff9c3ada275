"""Odds of rolls: every throw with its weight, and the best chance of enough Rings.

Pure numbers: knows dice by their faces, no table and no words. A state of the turn is small on purpose, since dice with
the same faces are alike: how many of each sort are left, the Rings kept, and weapons less orcs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, product
from math import comb, lcm
from operator import itemgetter, sub
from typing import NamedTuple, TypeVar

Left = tuple[int, ...]  # dice not yet kept, of each sort
Kept = tuple[Left, int, int]  # and with them Rings, and weapons less orcs
DIGIT = 8  # more than there are dice
NAZGUL, TREE = "nazgul", "white_tree"
_Worth = TypeVar("_Worth", int, tuple[int, int])
COUNTED = ("ring", "gandalf", "weapon", "orc")


class DiceSorts(NamedTuple):
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


Throw = tuple[int, dict[int, int], bool]  # ways; what keeps add to a number of `Keeps`, with their sets; a White Tree


class RollKeeps:
    """Every throw of some dice with the keeps that it allows.

    kept: all that keeps may lead to; ways: of each throw; keeps: beside it what it allows, as indexes in `kept`; sets:
    beside each how many sets of dice lead there.
    """

    def __init__(self, start: int, end: int, throws: Iterable[Throw]) -> None:
        each = [(ways, *_allowed_keeps(start, end, keeps, tree)) for ways, keeps, tree in throws]
        self.kept = tuple(dict.fromkeys(chain.from_iterable([kept for _, kept, _ in each])))
        place = {number: at for at, number in enumerate(self.kept)}.__getitem__
        self.ways = tuple([ways for ways, _, _ in each])
        self.keeps = tuple([tuple(map(place, kept)) for _, kept, _ in each])
        self.sets = tuple([sets for _, _, sets in each])
        self._pick = [itemgetter(keeps[0], *keeps) for keeps in self.keeps]

    def best_worths(self, worth: Sequence[_Worth]) -> list[_Worth]:
        """Return the greatest worth among the keeps of each throw."""
        return [max(pick(worth)) for pick in self._pick]


def _allowed_keeps(
    start: int, end: int, keeps: Mapping[int, int], tree: bool
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What keeps of a throw lead to, and beside each its sets; with the White Tree no dice are left."""
    found = {start + more: sets for more, sets in keeps.items()}
    if tree:
        for kept in list(found):
            closed = kept - kept % end
            found[closed] = found.get(closed, 0) + found[kept]
    found.pop(start, None)
    return tuple(found), tuple(found.values())


class Keeps:
    """The keeps allowed for every throw (DG-ROLL-2, -3, DG-NAZ-1, DG-TREE-1).

    What a keep leads to is one number with a digit (to the base `DIGIT`) for each of these: the dice left of each sort,
    then how many show each of COUNTED, then the Nazgûl of each sort.
    """

    def __init__(self, faces: tuple[tuple[str, ...], ...], any_same: bool) -> None:
        self._faces, self._any_same = faces, any_same
        self._base = lcm(*map(len, faces))
        self.end = DIGIT ** len(faces)  # below it the dice left
        self._symbols = tuple(dict.fromkeys([symbol for sides in faces for symbol in sides if symbol != TREE]))
        self._known: dict[Left, RollKeeps] = {}
        self._throws: dict[tuple[int, Left], list[Throw]] = {}

    def dice_left(self, number: int) -> Left:
        """The dice left in its last digits."""
        return tuple([number // DIGIT**sort % DIGIT for sort in range(len(self._faces))])

    def symbols_of(self, number: int) -> tuple[dict[str, int], tuple[int, ...]]:
        """Return the number of each symbol in COUNTED, and the Nazgûl of each sort."""
        high = number // self.end
        shown = {symbol: high // DIGIT**at % DIGIT for at, symbol in enumerate(COUNTED)}
        return shown, self.dice_left(high // DIGIT ** len(COUNTED))

    def rolls_of(self, left: Left) -> RollKeeps:
        """One roll of these dice."""
        if left not in self._known:
            self._known[left] = self._make_rolls(left)
        return self._known[left]

    def _make_rolls(self, left: Left) -> RollKeeps:
        start = sum([number * DIGIT**sort for sort, number in enumerate(left)])
        return RollKeeps(start, self.end, self._find_throws(0, left))

    def _find_throws(self, first: int, left: Left) -> list[Throw]:
        """Every throw of these dice that shows no symbol before the one at that place, with the White Tree last."""
        key = first, left
        if key not in self._throws:
            self._throws[key] = (
                list(self._throws_from(first, left)) if first < len(self._symbols) else self._tree_throws(left)
            )
        return self._throws[key]

    def _tree_throws(self, left: Left) -> list[Throw]:
        ways = 1
        for sides, number in zip(self._faces, left, strict=True):
            ways *= (sides.count(TREE) * self._base // len(sides)) ** number
        return [(ways, {0: 1}, any(left))] if ways else []

    def _throws_from(self, first: int, left: Left) -> Iterator[Throw]:
        symbol = self._symbols[first]
        sides = [faces.count(symbol) * self._base // len(faces) for faces in self._faces]
        for shown in product(*[range(number + 1 if times else 1) for times, number in zip(sides, left, strict=True)]):
            ways, some = 1, any(shown)
            for times, number, dice in zip(sides, shown, left, strict=True):
                ways *= comb(dice, number) * times**number
            takes = self._take_options(symbol, shown) if some else {}
            for more, keeps, tree in self._find_throws(first + 1, tuple(map(sub, left, shown))):
                yield ways * more, _combine_takes(takes, keeps) if some else keeps, tree

    def _take_options(self, symbol: str, shown: tuple[int, ...]) -> dict[int, int]:
        """What taking dice of one symbol adds, none of them included unless it is forced."""
        takes = {0: 1}
        for sort, number in enumerate(shown):
            digit = len(COUNTED) + sort if symbol == NAZGUL else COUNTED.index(symbol)
            one = self.end * DIGIT**digit - DIGIT**sort
            if self._any_same:
                takes = _combine_takes(takes, {count * one: comb(number, count) for count in range(number + 1)})
            elif number:
                takes[one] = number
        if symbol == NAZGUL:
            del takes[0]
        return takes


def _combine_takes(some: Mapping[int, int], others: Mapping[int, int]) -> dict[int, int]:
    """Each of both together; no two are the same."""
    return {one + other: ways * more for one, ways in some.items() for other, more in others.items()}


@lru_cache(maxsize=64)
def keeps_of(faces: tuple[tuple[str, ...], ...], any_same: bool) -> Keeps:
    """Return the cached instance for these arguments."""
    return Keeps(faces, any_same)


def common_denominator(sorts: DiceSorts, dice: int) -> int:
    """The common denominator of all chances with so many dice left."""
    return int(die_denominator(sorts) ** ((2 if sorts.twice else 1) * dice * (dice + 1) // 2))


def die_denominator(sorts: DiceSorts) -> int:
    """The common denominator of what one die shows."""
    return lcm(*map(len, sorts.faces))


class RingOdds:
    """The rest of a turn, counted backwards from the last roll. Values are whole numbers out of `unit(dice left)`."""

    def __init__(self, sorts: DiceSorts) -> None:
        self.sorts, self.base = sorts, die_denominator(sorts)
        self._keeps = keeps_of(sorts.faces, sorts.any_same)
        self._rolls: dict[Left, tuple[list[Kept], list[tuple[int, frozenset[int]]]]] = {}
        self._known: dict[tuple[Left, int, int, int], int] = {}

    def denominator(self, dice: int) -> int:
        """The common denominator of all chances with so many dice left."""
        return common_denominator(self.sorts, dice)

    def enough_rings_chance(self, left: Left, rings: int, spare: int, needed: int) -> Fraction:
        """The chance that so many Rings count at the end of the turn, if all is kept for it (DG-ORC-1, DG-RING-1)."""
        return Fraction(self._worth(left, rings, spare, needed), self.denominator(sum(left)))

    def worth_of_repeat(self, left: Left, rings: int, spare: int, needed: int) -> Fraction:
        """The same once these dice are rolled again, and no more before some are kept (DG-ADV-4)."""
        cases = sum([weight * most for weight, most in self._best_worths(left, rings, spare, needed)])
        return Fraction(cases, self.denominator(sum(left) - 1) * self.base ** sum(left))

    def _worth(self, left: Left, rings: int, spare: int, needed: int) -> int:
        dice = sum(left)
        if rings + dice < needed or spare + self.sorts.weapon * (dice - max(needed - rings, 0)) < 0:
            return 0
        if rings >= needed and spare >= self.sorts.orc * dice:
            return self.denominator(dice)
        key = (left, min(rings, needed), min(spare, self.sorts.orc * dice), needed)
        if key not in self._known:
            self._known[key] = self._worth_of_roll(*key)
        return self._known[key]

    def _worth_of_roll(self, left: Left, rings: int, spare: int, needed: int) -> int:
        best = self._best_worths(left, rings, spare, needed)
        mean = sum([weight * most for weight, most in best])
        if not self.sorts.twice:
            return mean
        ways = self.base ** sum(left)
        return sum([weight * max(most * ways, mean) for weight, most in best])

    def _best_worths(self, left: Left, rings: int, spare: int, needed: int) -> list[tuple[int, int]]:
        """Every throw: its ways, and what its best keep is worth, out of the unit of one die fewer."""
        if left not in self._rolls:
            self._rolls[left] = self._roll_of(left)
        kept, throws = self._rolls[left]
        worth, below = [], self.denominator(sum(left) - 1)
        for rest, more, extra in kept:
            after = self._worth(rest, rings + more, spare + extra, needed)
            worth.append(after * (below // self.denominator(sum(rest))))
        return [(ways, max([worth[index] for index in keeps])) for ways, keeps in throws]

    def _roll_of(self, left: Left) -> tuple[list[Kept], list[tuple[int, frozenset[int]]]]:
        """What keeps lead to, and throws: those that allow the same are one."""
        rolls = self._keeps.rolls_of(left)
        read = [self._read_number(kept) for kept in rolls.kept]
        place = {kept: at for at, kept in enumerate(dict.fromkeys(read))}
        found: Counter[frozenset[int]] = Counter()
        for ways, keeps in zip(rolls.ways, rolls.keeps, strict=True):
            found[frozenset([place[read[at]] for at in keeps])] += ways
        return list(place), [(ways, keeps) for keeps, ways in found.items()]

    def _read_number(self, kept: int) -> Kept:
        symbols, _ = self._keeps.symbols_of(kept)
        spare = self.sorts.weapon * symbols["weapon"] - self.sorts.orc * symbols["orc"]
        return self._keeps.dice_left(kept), symbols["ring"], spare


@lru_cache(maxsize=64)
def ring_odds(sorts: DiceSorts) -> RingOdds:
    """Return the cached instance for these arguments."""
    return RingOdds(sorts)
