"""The number of successes of dice with failures that are rolled again."""

from __future__ import annotations

from math import comb
from typing import NamedTuple

from companion.games.wotr.combat import FACES


class Hits(NamedTuple):
    """The number of cases, of `total` equally likely ones, with 0, 1, 2... successes."""

    cases: tuple[int, ...]
    total: int


def successes(dice: int, rerolls: int, good: int, good_again: int) -> Hits:
    """Return the successes of one roll and the roll of its failures, `rerolls` of them at most, each once.

    good, good_again: faces of a die that succeed in the first roll, in the second.
    """
    bad, bad_again, most = FACES - good, FACES - good_again, min(rerolls, dice)
    cases = [0] * (dice + 1)
    for first in range(dice + 1):
        again = min(rerolls, dice - first)
        ways = comb(dice, first) * good**first * bad ** (dice - first) * FACES ** (most - again)
        for second in range(again + 1):
            cases[first + second] += ways * comb(again, second) * good_again**second * bad_again ** (again - second)
    return Hits(tuple(cases), FACES ** (dice + most))
