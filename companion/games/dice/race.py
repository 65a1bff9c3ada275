"""The chance to win, from when each sheet comes home on its own (companion.games.dice.finish_odds).

Each player takes the plan that answers best to the usual plan of the others. A tie within a round is decided by the
unmarked spaces that such sheets have when they come home. Chances are whole numbers, equal in every Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from companion.games.dice.finish_odds import (
    PATIENCE,
    PROGRESS,
    USUAL,
    FinishOdds,
    FinishPlan,
    SheetSummary,
    Transitions,
    summarize_sheet,
)
from companion.games.dice.state import NO_SYMBOLS, Draft, RouteSheet, Setup, State
from companion.games.dice.turn_odds import BestPolicy, TurnResult, TurnSpec
from companion.games.dice.turn_setup import TurnSetup


def progress_worth(result: TurnResult, plan: tuple[int, int, int, int] = PROGRESS) -> int:
    """Return the worth of a turn to a player who looks at nobody's sheet."""
    ring, own, other, gandalf = plan
    return ring * result.rings + own * result.hits[0] + other * sum(result.hits[1:]) + gandalf * result.gandalfs


class Runner(NamedTuple):
    """A player in the race. turns: how many he still has in this round; moved: his was the last turn."""

    sheet: SheetSummary
    turns: int
    moved: bool = False


class Race:
    """The chance to win of sheets on the same road."""

    def __init__(self, road: Transitions) -> None:
        self.circles = road.circles
        self._ways = [FinishPlan(road, patience) for patience in PATIENCE]

    def finish_odds(self, runner: Runner, hit: bool) -> list[FinishOdds]:
        """Return the finish odds by each plan, the most patient last. hit: others may still hit a sheet at home."""
        hit = hit if runner.sheet.circles == self.circles else runner.moved
        return [way.odds_when_hit(runner.sheet) if hit else way.finish_odds(runner.sheet) for way in self._ways]

    def win_chance(self, mine: Runner, others: Sequence[Runner]) -> int:
        """The chance to win, out of FINE."""
        still = [(other, other.turns - mine.turns) for other in others if other.sheet.spaces]
        own, theirs = self.finish_odds(mine, any(other.turns for other, _ in still)), []
        for other, more in still:
            usual = [(own[USUAL], -more)]
            theirs.append((max(self.finish_odds(other, mine.turns > 0), key=lambda home: home.win_chance(usual)), more))
        return max([home.win_chance(theirs) for home in own])


_usual: dict[tuple[tuple[TurnSpec, ...], int], Race] = {}  # for good, whatever else is asked


def race_of_table(state: State) -> Race:
    """Return the race at a table; it depends on whether anybody else is still in, not on how many."""
    alone = sum([not player.is_out for player in state.players]) == 1
    return _race_of(_turns_by_place(state.setup, state.active, alone), 2 * state.setup.squares)


def _race_of(courses: tuple[TurnSpec, ...], spaces: int) -> Race:
    return _usual.get((courses, spaces)) or _new_race(courses, spaces)


def cache_turn_odds(state: State) -> None:
    """Count the race of such tables from the start, with others and alone, and keep it."""
    spaces = 2 * state.setup.squares
    start = Runner(summarize_sheet(RouteSheet(0, "w" * state.setup.squares)), 1)
    for alone in (False, True):
        courses = _turns_by_place(state.setup, state.active, alone)
        _usual[courses, spaces] = found = _race_of(courses, spaces)
        found.win_chance(start, [start])


def round_chance(chance: Fraction) -> Fraction:
    """Round a chance to win to ten thousandths."""
    return Fraction(round(chance * 10_000), 10_000)


class WinWorth:
    """The worth of a turn result: the chance to win (out of FINE) that it leaves.

    Of several opponents each is taken to be as likely as the others to feel the marks.
    """

    def __init__(self, state: State) -> None:
        self._race, order = race_of_table(state), state.setup.order
        turn = order.index(state.active)
        self._mine = summarize_sheet(state.players[state.active])
        others = [at for at, player in enumerate(state.players) if at != state.active and not player.is_out]
        self._others = [Runner(summarize_sheet(state.players[at]), int(order.index(at) > turn)) for at in others]

    def __call__(self, result: TurnResult) -> int:
        """Return the chance to win after that result, out of FINE."""
        rings = min(result.rings, self._race.circles - self._mine.circles)
        mine = Runner(self._mine.after_round(rings, result.gandalfs, result.hits[0]), 0, True)
        marks, others = sum(result.hits[1:]), self._others
        if not marks or not others:
            return self._race.win_chance(mine, others)
        found = 0
        for at, other in enumerate(others):
            hit = other._replace(sheet=other.sheet.after_round(0, 0, marks))
            found += self._race.win_chance(mine, [*others[:at], hit, *others[at + 1 :]])
        return found // len(others)


@lru_cache(maxsize=32)
def turn_of_table(state: State) -> tuple[TurnSetup, BestPolicy]:
    """The turn of a table before anything is kept, counted once for all its decisions."""
    standing = TurnSetup(state, alike=True)
    return standing, BestPolicy(standing.turns, WinWorth(state))


def best_turn(state: State) -> tuple[TurnSetup, BestPolicy]:
    """Return the turn of a table and the policy that maximises the chance to win."""
    return turn_of_table(state.replace(agenda=(), rolls=0, round=1, kept=NO_SYMBOLS, pending=(), repeated=False))


@lru_cache(maxsize=64)
def _turns_by_place(setup: Setup, active: int, alone: bool) -> tuple[TurnSpec, ...]:
    """Of a turn of that player from each place before the last."""
    out = []
    for circles in range(setup.circles):
        players = tuple([RouteSheet(circles, "x" if alone and at != active else "w") for at in range(len(setup.seats))])
        table = Draft(setup, (), "", (), players, 1, active, 0, NO_SYMBOLS, (), False).freeze()
        out.append(TurnSetup(table, alike=True).course)
    return tuple(out)


@lru_cache(maxsize=16)
def _new_race(courses: tuple[TurnSpec, ...], spaces: int) -> Race:
    return Race(Transitions(courses, spaces))
