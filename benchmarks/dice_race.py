"""How near the told chance to win is to games played out, and what the player `best` reaches: python benchmarks/dice_race.py"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from dice_lanes import AnyTurn, Tree, Worths

from companion.content.load import load
from companion.games import get
from companion.games.dice.course import Standing
from companion.games.dice.race import FINE, ROUNDS, Race, Sheet, race, sheet
from companion.games.dice.rules import ending, resolving
from companion.games.dice.state import NO_SYMBOLS, Draft, Player, Setup, State

TABLES = 512  # side by side


class Table(NamedTuple):
    """A game between two turns."""

    players: tuple[Player, ...]
    active: int


class Rounds:
    """The chances of every sheet to be home after each round, as arrays."""

    def __init__(self, ahead: Race) -> None:
        self.ahead, self.numbers, self.home = ahead, dict[Sheet, int](), list[tuple[int, ...]]()

    def number(self, one: Sheet) -> int:
        """Of a sheet."""
        if one not in self.numbers:
            self.numbers[one] = len(self.home)
            self.home.append(self.ahead.home(one))
        return self.numbers[one]

    def chances(self, mine: Sequence[Sheet], theirs: Sequence[Sheet], more: Sequence[int]) -> Worths:
        """As Race.chance, against one other."""
        own = np.array([self.number(one) for one in mine])
        other = np.array([self.number(one) for one in theirs])
        later = np.array(more)
        home = np.array(self.home, float) / FINE
        spaces, others = (np.array([one.spaces for one in sheets], float) for sheets in (mine, theirs))
        split = np.where(others > 0, spaces / np.maximum(spaces + others, 1), 1)
        found = np.zeros(own.size)
        for number in range(ROUNDS + 1):
            share = home[own, number] - (home[own, number - 1] if number else 0)
            at = number + later
            first = np.where(at > 0, home[other, np.maximum(at - 1, 0)], 0)
            last = home[other, np.clip(at, 0, ROUNDS)]
            last, first = np.where(others > 0, last, 0), np.where(others > 0, first, 0)
            found += share * ((1 - last) + (last - first) * split)
        return found
