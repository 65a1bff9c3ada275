"""The chance that a player comes home within n rounds, ignoring opponents, for three levels of risk.

A sheet is reduced to its circles, its unmarked spaces and the number of its whole squares. The first of those are
halved first: marks then use up halves before a square that Gandalf may still divide. The others add the marks that a
turn of theirs brings on average. Chances are whole numbers out of FINE, equal in every Python.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from operator import itemgetter, mul, sub
from struct import Struct
from typing import NamedTuple, TypeVar

from companion.games.dice.state import RouteSheet
from companion.games.dice.turn_odds import TurnResult, TurnSpec, WeightedPolicy, turn_odds_of

FINE = 10**9
ROUNDS = 24  # with the usual dice 1 game in 10,000 takes longer
NEAR = 1  # circles from the end: a Ring too many is seen to be one
PROGRESS = (10, -7, 3, 5)  # a Ring, an own mark, a mark of another, a Gandalf
PLANS = (PROGRESS, (10, -1, 1, 0), (10, -16, 0, 14))  # swift and careful besides
PATIENCE = (50, 80, 97)  # what coming home is worth a round later, in percent: in haste, as usual, with patience
USUAL = 1

_Key = TypeVar("_Key")
_Number = TypeVar("_Number", int, Fraction)
_Move = tuple[int, int, int]  # Rings, Gandalfs and marks of a round
_SheetKey = tuple[int, int, int]  # as of SheetSummary


class SheetSummary(NamedTuple):
    """The circles, unmarked spaces and whole squares of a route sheet."""

    circles: int
    spaces: int
    whole: int

    def after_round(self, circles: int, gandalfs: int, marks: int) -> SheetSummary:
        """Return the sheet after circles, then halving, then marks (DG-ORDER-1)."""
        halved = min(gandalfs, self.whole)
        spaces = max(0, self.spaces + halved - marks)
        return SheetSummary(self.circles + circles, spaces, min(self.whole - halved, spaces))


def summarize_sheet(player: RouteSheet) -> SheetSummary:
    """Reduce a player's sheet to its circles, spaces and whole squares."""
    return SheetSummary(player.circles, player.capacity, player.squares.count("w"))


class FinishOdds(NamedTuple):
    """The chances that a sheet comes home, out of FINE.

    by: after 0, 1, 2 ... more rounds, the last one ever; at: just then; spaces: ever with so many of them unmarked.
    """

    by: tuple[int, ...]
    at: tuple[int, ...]
    spaces: tuple[int, ...]

    def win_chance(self, others: Sequence[tuple[FinishOdds, int]]) -> int:
        """The chance to win. others: each with the turns that it is ahead (−1) or still has (1)."""
        shares = self.at
        for other, more in others:
            parted = self._tie_chance(other)
            before, then = other._by_after(more - 1, 0), other._by_after(more, other.by[0])
            if len(others) == 1:
                lost: int = sum(map(mul, shares, before)) * parted + sum(map(mul, shares, then)) * (FINE - parted)
                return self.by[-1] - lost // FINE**2
            later = [
                (first * parted + last * (FINE - parted)) // FINE for first, last in zip(before, then, strict=True)
            ]
            shares = tuple([share * (FINE - chance) // FINE for share, chance in zip(shares, later, strict=True)])
        return sum(shares)

    def _by_after(self, more: int, soonest: int) -> tuple[int, ...]:
        """`by` of so many rounds more."""
        return (*(soonest,) * -more, *self.by[:more]) if more < 0 else (*self.by[more:], *self.by[-1:] * more)

    def _tie_chance(self, other: FinishOdds) -> int:
        """The chance to have at least as many unmarked spaces, if both are home (DG-END-3, DG-END-4)."""
        both = sum(self.spaces) * sum(other.spaces)
        enough: int = sum(map(mul, self.spaces, accumulate(other.spaces)))
        return enough * FINE // both if both else 0


def make_finish_odds(by: Sequence[int], spaces: Sequence[int]) -> FinishOdds:
    """Return the odds of a sheet; `at` follows from `by`."""
    return FinishOdds(tuple(by), tuple(map(sub, by, (0, *by))), tuple(spaces))


class Change(NamedTuple):
    """The sheets after a round, with chances out of FINE. same: the chance that nothing changes."""

    same: int
    to: tuple[_SheetKey, ...]
    chances: tuple[int, ...]


class Transitions:
    """The rounds of a sheet from each place. courses: of a turn from there, the last place left out; spaces: the most
    that a sheet can have.
    """

    def __init__(self, courses: Sequence[TurnSpec], spaces: int) -> None:
        self.circles, self.spaces = len(courses), spaces
        felt: dict[int, Fraction] = {}
        every = turn_odds_of(courses[0])
        for result, chance in every.outcomes(every.start, WeightedPolicy(every, *PROGRESS, self.circles)).items():
            _add_chance(felt, sum(result.hits[1:]), chance)
        self.felt = _round_chances(felt)
        places = [(course, self.circles - at) for at, course in enumerate(courses)]
        places = [(course, left if left <= NEAR else self.circles) for course, left in places]
        known = {
            place: [_round_moves(_turn_outcomes(place[0], plan, place[1]), felt) for plan in PLANS]
            for place in set(places)
        }
        self._sorts = [list(known).index(place) for place in places]
        self._rounds = list(known.values())
        self._marked = {change[1:] for plans in self._rounds for plan in plans for change in plan}
        self._after: dict[SheetSummary, list[Change]] = {}
        self._tracks: dict[tuple[int, int, int], list[dict[_SheetKey, int]]] = {}

    def changes_of(self, sheet: SheetSummary) -> list[Change]:
        """Return the sheets after a round, for each plan."""
        if sheet not in self._after:
            self._after[sheet] = [self._change(sheet, moved) for moved in self._changes_of_rest(sheet)]
        return self._after[sheet]

    def _changes_of_rest(self, sheet: SheetSummary) -> list[dict[_SheetKey, int]]:
        """The same before the first circle, from which it follows for all places where a turn brings the same."""
        key = self._sorts[sheet.circles], sheet.spaces, sheet.whole
        if key not in self._tracks:
            self._tracks[key] = each = []
            start = SheetSummary(0, sheet.spaces, sheet.whole)
            tracks = {(gandalfs, marks): start.after_round(0, gandalfs, marks) for gandalfs, marks in self._marked}
            for plan in self._rounds[key[0]]:
                found: dict[_SheetKey, int] = {}
                for (rings, gandalfs, marks), chance in plan.items():
                    _, spaces, whole = tracks[gandalfs, marks]
                    _add_chance(found, (rings, spaces, whole), chance)
                each.append(found)
        return self._tracks[key]

    def _change(self, sheet: SheetSummary, moved: Mapping[_SheetKey, int]) -> Change:
        found: dict[_SheetKey, int] = {}
        for (rings, spaces, whole), chance in moved.items():
            to = min(self.circles, sheet.circles + rings), spaces, whole
            found[to] = found[to] + chance if to in found else chance
        same = found.pop(sheet, 0)
        return Change(same, tuple(found), tuple(found.values()))


class FinishPlan:
    """The policy that maximises the chance to finish, discounted per round by `patience`."""

    def __init__(self, road: Transitions, patience: int) -> None:
        self._road, self._patience = road, patience
        self._homes: dict[_SheetKey, FinishOdds] = {}
        self._hit: dict[_SheetKey, FinishOdds] = {}
        self._worths: dict[_SheetKey, int] = {}
        self._packed: dict[_SheetKey, int] = {}
        self._row = Struct(f"<{ROUNDS + 2 + road.spaces}Q")  # products of two chances fit into each number

    def finish_odds(self, sheet: SheetSummary) -> FinishOdds:
        """Return the chances that a sheet comes home."""
        if sheet not in self._homes:
            self._worths[sheet], home = self._best_plan(sheet)
            self._homes[sheet] = home
            self._packed[sheet] = int.from_bytes(self._row.pack(*home.by, *home.spaces), "little")
        return self._homes[sheet]

    def odds_when_hit(self, sheet: SheetSummary) -> FinishOdds:
        """Return the same if the others play first and may hit the sheet, at home too (DG-END-5)."""
        if sheet not in self._hit:
            homes = [self.finish_odds(sheet.after_round(0, 0, marks)) for marks in self._road.felt]
            by, spaces = [
                [sum(map(mul, chances, self._road.felt.values())) // FINE for chances in zip(*rows, strict=True)]
                for rows in ([home.by for home in homes], [home.spaces for home in homes])
            ]
            self._hit[sheet] = make_finish_odds(by, spaces)
        return self._hit[sheet]

    def _best_plan(self, sheet: SheetSummary) -> tuple[int, FinishOdds]:
        if not sheet.spaces or sheet.circles >= self._road.circles:
            ever = FINE if sheet.spaces else 0
            spaces = [ever * (number == sheet.spaces) for number in range(self._road.spaces + 1)]
            return ever, make_finish_odds([ever] * (ROUNDS + 1), spaces)
        changes = self._road.changes_of(sheet)
        for to in [to for change in changes for to in change.to if to not in self._homes]:
            self.finish_odds(SheetSummary(*to))
        worth, change = max([(self._change_worth(change), change) for change in changes], key=itemgetter(0))
        return worth, self._odds_after(change)

    def _change_worth(self, change: Change) -> int:
        worth: int = sum(map(mul, change.chances, map(self._worths.__getitem__, change.to)))
        return worth * self._patience // (100 * FINE - change.same * self._patience)

    def _odds_after(self, change: Change) -> FinishOdds:
        row = sum(map(mul, change.chances, map(self._packed.__getitem__, change.to)))
        moved = self._row.unpack(row.to_bytes(self._row.size, "little"))
        by = [0]
        for chance in moved[: ROUNDS - 1]:
            by.append((chance + change.same * by[-1]) // FINE)
        left = max(1, FINE - change.same)
        ever, *spaces = [chance // left for chance in moved[ROUNDS:]]
        return make_finish_odds([*by, ever], spaces)


def _turn_outcomes(course: TurnSpec, plan: tuple[int, int, int, int], most: int) -> dict[TurnResult, Fraction]:
    """Return the results of a turn played by that plan. most: Rings that it may still use."""
    every = turn_odds_of(course)
    return every.outcomes(every.start, WeightedPolicy(every, *plan, most, alone=True))


def _round_moves(found: Mapping[TurnResult, Fraction], felt: Mapping[int, Fraction]) -> dict[_Move, int]:
    """Rings, Gandalfs and marks of a turn with the marks felt from others, out of FINE in all."""
    exact: dict[_Move, Fraction] = {}
    for result, chance in found.items():
        for marks, more in felt.items():
            _add_chance(exact, (result.rings, result.gandalfs, result.hits[0] + marks), chance * more)
    return _round_chances(exact)


def _round_chances(exact: Mapping[_Key, Fraction]) -> dict[_Key, int]:
    """Chances out of FINE; what rounding leaves goes to the likeliest."""
    fine = {key: int(chance * FINE) for key, chance in exact.items()}
    likeliest = max(fine, key=fine.__getitem__)
    fine[likeliest] += FINE - sum(fine.values())
    return fine


def _add_chance(found: dict[_Key, _Number], key: _Key, chance: _Number) -> None:
    found[key] = found[key] + chance if key in found else chance
