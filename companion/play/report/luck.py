"""The luck of a game against its exact expectation: sums of independent draws. Knows no journal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from companion.play.game.game import LuckItem


class Luck(NamedTuple):
    """The sum of all draws of one kind and seat.

    number: of draws; mean: the expected sum; as_much: the chance that such draws bring as much or more.
    """

    code: str
    rule: str
    seat: str
    number: int
    got: int
    mean: Fraction
    as_much: Fraction


def count_luck(items: Iterable[LuckItem]) -> tuple[Luck, ...]:
    """Return the luck of each kind and seat, in the order in which they came up first."""
    found: dict[tuple[str, str, str], list[LuckItem]] = {}
    for item in items:
        found.setdefault((item.code, item.rule, item.seat), []).append(item)
    return tuple([_sum_draws(draws) for draws in found.values()])


def _sum_draws(draws: list[LuckItem]) -> Luck:
    first, got = draws[0], sum([item.got for item in draws])
    sums, unit = {0: 1}, 1  # in whole numbers out of a common unit, which add faster than fractions
    for item in draws:
        base = lcm(*[chance.denominator for chance in item.chances.values()])
        parts = {number: int(chance * base) for number, chance in item.chances.items()}
        sums, unit = _convolve(sums, parts), unit * base
    mean = Fraction(sum([number * ways for number, ways in sums.items()]), unit)
    as_much = Fraction(sum([ways for number, ways in sums.items() if number >= got]), unit)
    return Luck(first.code, first.rule, first.seat, len(draws), got, mean, as_much)


def _convolve(some: Mapping[int, int], others: Mapping[int, int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for one, ways in some.items():
        for other, more in others.items():
            found[one + other] = found.get(one + other, 0) + ways * more
    return found


def count_successes(chances: Iterable[Fraction]) -> dict[int, Fraction]:
    """Return the chance of each number of independent events that may happen together."""
    found = {0: Fraction(1)}
    for chance in chances:
        more = {number + 1: ways * chance for number, ways in found.items()}
        found = {at: found.get(at, Fraction(0)) * (1 - chance) + more.get(at, Fraction(0)) for at in {*found, *more}}
    return found


def spread_evenly(values: Sequence[int]) -> dict[int, Fraction]:
    """Return the chance of each value where every item, n >= 1, is as likely as the others."""
    return {value: Fraction(number, len(values)) for value, number in Counter(values).items()}
