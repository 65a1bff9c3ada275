"""How near the told chance to win is to games played out, and what the player `best` reaches: python benchmarks/dice_race.py"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from dice_lanes import AnyTurn, Tree, Worths

from companion.content.load import load
from companion.games import get
from companion.games.dice.course import Standing
from companion.games.dice.homeward import FINE, PATIENCE, ROUNDS, USUAL, Home, Sheet, sheet
from companion.games.dice.race import Race, Runner, race
from companion.games.dice.rules import ending, resolving
from companion.games.dice.state import NO_SYMBOLS, Draft, Player, Setup, State

TABLES = 512  # side by side


class Table(NamedTuple):
    """A game between two turns."""

    players: tuple[Player, ...]
    active: int


class Rounds:
    """The chances of every sheet as arrays, as Race.chance against one other has them."""

    def __init__(self, ahead: Race) -> None:
        self.ahead, self.numbers, self.homes = ahead, dict[tuple[Runner, bool], int](), list[list[Home]]()

    def number(self, runner: Runner, hit: bool) -> int:
        """Of a runner."""
        if (runner, hit) not in self.numbers:
            self.numbers[runner, hit] = len(self.homes)
            self.homes.append(self.ahead.homes(runner, hit))
        return self.numbers[runner, hit]

    def chances(self, mine: Sequence[Sheet], theirs: Sequence[Sheet], more: Sequence[int]) -> Worths:
        """For each pair of sheets, the first of which has just played."""
        pairs = list(zip(mine, theirs, more, strict=True))
        own = np.array([self.number(Runner(one, 0, True), at > 0) for one, _, at in pairs])
        other = np.array([self.number(Runner(one, at), False) for _, one, at in pairs])
        later = np.array(more)
        self.by = np.array([[home.by for home in homes] for homes in self.homes], float) / FINE
        spaces = np.array([[home.spaces for home in homes] for homes in self.homes], float)
        self.spaces = spaces / np.maximum(spaces.sum(axis=2, keepdims=True), 1)
        usual = np.full(own.size, USUAL)
        ways = range(len(PATIENCE))
        answers = [self._wins(other, usual * 0 + way, own, usual, -later) for way in ways]
        answer = np.argmax(answers, axis=0)
        return np.max([self._wins(own, usual * 0 + way, other, answer, later) for way in ways], axis=0)

    def _wins(self, own: Any, way: Any, other: Any, answer: Any, later: Any) -> Worths:
        by, theirs = self.by[own, way], self.by[other, answer]
        parted = (self.spaces[own, way] * self.spaces[other, answer].cumsum(axis=1)).sum(axis=1)
        found, rows = np.zeros(own.size), np.arange(own.size)
        for number in range(ROUNDS + 1):
            share = by[:, number] - (by[:, number - 1] if number else 0)
            at = number + later
            first = np.where(at > 0, theirs[rows, np.maximum(at - 1, 0)], 0)
            last = theirs[rows, np.clip(at, 0, ROUNDS)]
            found += share * ((1 - last) + (last - first) * parted)
        return found
