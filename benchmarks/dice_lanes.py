"""Turns of the dice game played best at many tables side by side, in NumPy's arrays: what dice_race.py measures with.

The positions of a turn are those of companion.games.dice.turn_odds; the worths of a position are an array, one a table.
The play is that of companion.games.dice.race, counted with floats.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from companion.games.dice.turn_odds import TurnResult, TurnSpec, turn_odds_of

Worths = NDArray[np.float64]


class Tree:
    """Every position of a turn of one course, the fewest dice left first."""

    def __init__(self, course: TurnSpec) -> None:
        self.turns = turn_odds_of(course)
        self.twice = course.sorts.twice
        layers: list[dict[int, None]] = [{} for _ in range(sum(course.dice) + 1)]
        layers[-1][self.turns.start] = None
        after = {}
        for layer in reversed(layers[1:]):
            for position in layer:
                after[position] = reached = self.turns.next_roll(position)[0]
                for to in reached:
                    layers[self.turns.dice_left(to)][to] = None
        positions = [position for layer in layers for position in layer]
        number = {position: at for at, position in enumerate(positions)}
        ends = [self.turns.result_at(position) for position in layers[0]]
        self.results = list(dict.fromkeys(ends))
        self.ends = np.array([self.results.index(end) for end in ends])
        self.rolls = []
        for at, position in enumerate(positions[len(ends) :], len(ends)):
            rolls = self.turns.next_roll(position)[1]
            to = np.array([number[each] for each in after[position]])
            keeps = [to[list(keeps)] for keeps in rolls.keeps]
            starts = np.array([0, *accumulate(map(len, keeps[:-1]))])
            ways = np.array(rolls.ways, float) / self.turns.count_throws(position)
            self.rolls.append((at, np.concatenate(keeps), starts, ways, keeps, list(accumulate(ways.tolist()))))
        self.means = np.zeros(0)

    def worths(self, values: Worths) -> Worths:
        """Of every position (a row each) for every table, from what each of `results` is worth there."""
        tables = values.shape[1]
        found = np.empty((len(self.ends) + len(self.rolls), tables))
        found[: len(self.ends)] = values[self.ends]
        self.means = np.zeros_like(found) if self.twice else found
        for at, keeps, starts, ways, _, _ in self.rolls:
            most = np.maximum.reduceat(found[keeps], starts, axis=0)
            mean = ways @ most
            if self.twice:
                self.means[at] = mean
                mean = ways @ np.maximum(most, mean)
            found[at] = mean
        return found

    def played(self, values: Worths, columns: Sequence[int], rng: random.Random) -> list[TurnResult]:
        """What a best turn brings at tables for which those columns of the values stand."""
        worths, out, first = self.worths(values), [], len(self.ends)
        for table in columns:
            worth = worths[:, table].tolist()
            at = len(worth) - 1
            while at >= first:
                _, _, _, _, keeps, sums = self.rolls[at - first]
                to = max(keeps[self._throw(sums, rng)].tolist(), key=worth.__getitem__)
                if self.twice and worth[to] < self.means[at, table]:
                    to = max(keeps[self._throw(sums, rng)].tolist(), key=worth.__getitem__)
                at = to
            out.append(self.results[self.ends[at]])
        return out

    @staticmethod
    def _throw(sums: Sequence[float], rng: random.Random) -> int:
        return min(bisect(sums, rng.random()), len(sums) - 1)
