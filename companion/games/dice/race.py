"""Who may come home first: every sheet on its own, round by round, and the chance to win that follows.

What counts of a sheet are its circles, its unmarked spaces and how many squares are still whole, if the first of them
are halved first: marks then use up halves before a square that Gandalf may still divide. Each sheet takes, round by
round, the best of a few plans; of the others it feels the marks that a turn of theirs brings on average. Two who come
home in one round are parted by the spaces that they have now. Chances are whole numbers, equal in every Python.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from struct import Struct
from typing import NamedTuple, TypeVar

from companion.games.dice.course import Standing
from companion.games.dice.state import NO_SYMBOLS, Draft, Player, Setup, State
from companion.games.dice.turns import Best, Course, Plan, Result, turns

FINE = 10**9
ROUNDS = 24  # with the usual dice 1 game in 10,000 takes longer
ROW = Struct(f"<{ROUNDS + 1}Q")  # products of two chances fit into each
PROGRESS = (10, -7, 3, 5)  # a Ring, an own mark, a mark of another, a Gandalf
PLANS = (PROGRESS, (10, -2, 1, 1), (10, -16, 0, 14))  # swift and careful besides

_Key = TypeVar("_Key")
_Number = TypeVar("_Number", int, Fraction)


class Sheet(NamedTuple):
    """What counts of a route sheet."""

    circles: int
    spaces: int
    whole: int

    def after(self, circles: int, gandalfs: int, marks: int) -> Sheet:
        """Circles first, then halving, then marks (DG-ORDER-1)."""
        halved = min(gandalfs, self.whole)
        spaces = max(0, self.spaces + halved - marks)
        return Sheet(self.circles + circles, spaces, min(self.whole - halved, spaces))


def sheet(player: Player) -> Sheet:
    """Of a player."""
    return Sheet(player.circles, player.capacity, player.squares.count("w"))


def progress(result: Result, plan: tuple[int, int, int, int] = PROGRESS) -> int:
    """What a turn is worth to a player who looks at nobody's sheet."""
    ring, own, other, gandalf = plan
    return ring * result.rings + own * result.hits[0] + other * sum(result.hits[1:]) + gandalf * result.gandalfs


class Race:
    """How soon a sheet comes home. courses: of a turn from each place before the last."""

    def __init__(self, courses: Sequence[Course]) -> None:
        self.circles = len(courses)
        felt: dict[int, Fraction] = {}
        for result, chance in _outcomes(courses[0], PROGRESS).items():
            _add(felt, sum(result.hits[1:]), chance)
        rounds = {course: [_round(_outcomes(course, plan), felt) for plan in PLANS] for course in set(courses)}
        self._rounds = [rounds[course] for course in courses]
        self._home: dict[Sheet, tuple[int, ...]] = {}
        self._rows: dict[Sheet, int] = {}

    def home(self, sheet: Sheet) -> tuple[int, ...]:
        """The best chances, out of FINE, to be home after 0, 1, 2 ... more rounds; the last one ever."""
        if sheet not in self._home:
            self._home[sheet] = self._counted(sheet)
        return self._home[sheet]

    def _counted(self, sheet: Sheet) -> tuple[int, ...]:
        if not sheet.spaces or sheet.circles >= self.circles:
            return (FINE if sheet.spaces else 0,) * (ROUNDS + 1)
        each = [self._planned(sheet, plan) for plan in self._rounds[sheet.circles]]
        return tuple(map(max, zip(*each, strict=True)))

    def _planned(self, sheet: Sheet, plan: Mapping[tuple[int, int, int], int]) -> list[int]:
        after: dict[Sheet, int] = {}
        for (circles, gandalfs, marks), chance in plan.items():
            _add(after, sheet.after(min(circles, self.circles - sheet.circles), gandalfs, marks), chance)
        same = after.pop(sheet, 0)
        *moved, ever = _read(sum([chance * self._row(to) for to, chance in after.items()]))
        found = [0]
        for chance in moved[:-1]:
            found.append((chance + same * found[-1]) // FINE)
        return [*found, ever // (FINE - same)]

    def _row(self, sheet: Sheet) -> int:
        """`home` as one number, so that a whole row is multiplied at once."""
        if sheet not in self._rows:
            self._rows[sheet] = int.from_bytes(ROW.pack(*self.home(sheet)), "little")
        return self._rows[sheet]

    def chance(self, mine: Sheet, others: Sequence[tuple[Sheet, int]]) -> int:
        """The chance to win, out of FINE. others: each with the turns that it is ahead (−1) or still has (1)."""
        rest = [(self.home(sheet), sheet.spaces, more) for sheet, more in others if sheet.spaces]
        total, before = 0, 0
        for number, home in enumerate(self.home(mine)):
            share, before = home - before, home
            for theirs, spaces, more in rest if share else ():
                at = number + more
                first, last = theirs[max(at - 1, 0)] if at > 0 else 0, theirs[min(max(at, 0), ROUNDS)]
                parts = (FINE - last) * (mine.spaces + spaces) + (last - first) * mine.spaces
                share = share * parts // (FINE * (mine.spaces + spaces))
            total += share
        return total


def _read(row: int) -> tuple[int, ...]:
    """A row of numbers again."""
    return ROW.unpack(row.to_bytes(ROW.size, "little"))


def _add(found: dict[_Key, _Number], key: _Key, chance: _Number) -> None:
    found[key] = found[key] + chance if key in found else chance


def _outcomes(course: Course, plan: tuple[int, int, int, int]) -> dict[Result, Fraction]:
    """What a turn from there brings, played by that plan."""
    every = turns(course)
    return every.outcomes(every.start, Plan(every, *plan))


def _round(found: Mapping[Result, Fraction], felt: Mapping[int, Fraction]) -> dict[tuple[int, int, int], int]:
    """Rings, Gandalfs and marks of a turn with the marks felt from others, out of FINE in all."""
    exact: dict[tuple[int, int, int], Fraction] = {}
    for result, chance in found.items():
        for marks, more in felt.items():
            _add(exact, (result.rings, result.gandalfs, result.hits[0] + marks), chance * more)
    fine = {key: int(chance * FINE) for key, chance in exact.items()}
    likeliest = max(fine, key=fine.__getitem__)
    fine[likeliest] += FINE - sum(fine.values())
    return fine


def race(state: State) -> Race:
    """Of a table; only whether anybody else is still in is looked at, not how many."""
    alone = sum([not player.out for player in state.players]) == 1
    return _race(_courses(state.setup, state.active, alone))


def estimate(chance: Fraction) -> Fraction:
    """A chance to win as it is told: in ten thousandths."""
    return Fraction(round(chance * 10_000), 10_000)


class Winning:
    """What a turn is worth by the chance to win (out of FINE) that it leaves.

    Of several opponents each is taken to be as likely as the others to feel the marks.
    """

    def __init__(self, state: State) -> None:
        self._race, order = race(state), state.setup.order
        turn = order.index(state.active)
        self._mine = sheet(state.players[state.active])
        others = [at for at, player in enumerate(state.players) if at != state.active and not player.out]
        self._others = [(sheet(state.players[at]), int(order.index(at) > turn)) for at in others]

    def __call__(self, result: Result) -> int:
        """As said of the class."""
        mine = self._mine.after(
            min(result.rings, self._race.circles - self._mine.circles), result.gandalfs, result.hits[0]
        )
        marks, others = sum(result.hits[1:]), self._others
        if not marks or not others:
            return self._race.chance(mine, others)
        found = 0
        for at, (theirs, more) in enumerate(others):
            felt = [*others[:at], (theirs.after(0, 0, marks), more), *others[at + 1 :]]
            found += self._race.chance(mine, felt)
        return found // len(others)


@lru_cache(maxsize=32)
def winning(state: State) -> tuple[Standing, Best]:
    """The turn of a table before anything is kept, counted once for all its decisions."""
    standing = Standing(state, alike=True)
    return standing, Best(standing.turns, Winning(state))


def best_turn(state: State) -> tuple[Standing, Best]:
    """How to play the turn of a table for the chance to win."""
    return winning(state.replace(agenda=(), rolls=0, round=1, kept=NO_SYMBOLS, pending=(), repeated=False))


@lru_cache(maxsize=64)
def _courses(setup: Setup, active: int, alone: bool) -> tuple[Course, ...]:
    """Of a turn of that player from each place before the last."""
    out = []
    for circles in range(setup.circles):
        players = tuple([Player(circles, "x" if alone and at != active else "w") for at in range(len(setup.seats))])
        table = Draft(setup, (), "", (), players, 1, active, 0, NO_SYMBOLS, (), False).frozen()
        out.append(Standing(table, alike=True).course)
    return tuple(out)


@lru_cache(maxsize=16)
def _race(courses: tuple[Course, ...]) -> Race:
    return Race(courses)
