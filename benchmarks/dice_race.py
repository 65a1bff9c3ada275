"""How near the told chance to win is, and how often `best` wins: python benchmarks/dice_race.py told|won [games]

told    at positions of two players, early to late, the chance that `companion odds dice win` tells each of them
        beside so many games played out by two who play `best` (400); the bias of whoever moves and of the other,
        and the root mean square of the error without what chance brings to so many games
won     so many games (200) of one `best` against random play with 2 to 4 players, and the most that any play could
        win if its turn came first or last in every round: the best chance to come home at all, each round with
        as many of the others still in as suits it, who mark as random play does before its first circle
"""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from dice_lanes import Tree, Worths

from companion.content.load import load
from companion.games import get
from companion.games.dice.finish_odds import FINE, PATIENCE, ROUNDS, USUAL, FinishOdds, SheetSummary, summarize_sheet
from companion.games.dice.race import Race, Runner, race_of_table
from companion.games.dice.rules import ending, resolving
from companion.games.dice.state import NO_SYMBOLS, RouteSheet, State
from companion.games.dice.turn_odds import CallbackPolicy, TurnResult, TurnSpec, any_keep
from companion.games.dice.turn_setup import TurnSetup
from companion.play.game.bots import any_action, close_at_random, find_bot

GAME, CONTENT = get("dice"), load("dice")
HOBBITS = ("Ania:frodo", "Bo:sam", "Cela:merry", "Dan:pippin")
TABLES = 512  # side by side
POSITIONS = {  # circles and track of the first and the second of each round, and who moves
    "basic": """0:wwwwwww 0:wwwwwww 0, 1:xwwwwww 0:xwwwwww 1, 1:dhwwwww 1:dwwwwww 0, 0:xxwwwww 0:xxwwwww 1,
        3:xhwwwww 1:xxhhwww 0, 4:xxdwwww 2:xhwwwww 1, 3:xxxhhww 4:xdhhhww 0, 6:xxdwwww 3:xhhhwww 1,
        4:xxxxhww 5:xxxdhhh 0, 9:xxxxhww 3:xdhhhhh 1, 7:xxxxhhh 8:xxxdhhh 0, 9:xxxhhhh 7:xxxxhhw 1,
        7:xxxxhhh 4:xxxxdhh 0, 4:xxxhwww 3:dwwwwww 1, 4:xxhhhhw 2:xxxhhhw 1, 6:xxxhhhh 5:xxxxxxw 1""",
    "advanced": """0:wwwwwww 0:wwwwwww 1, 2:dhwwwww 0:wwwwwww 1, 0:dhwwwww 1:dwwwwww 0, 1:dhhwwww 2:xxwwwww 1,
        1:xhhwwww 4:xxwwwww 0, 5:xdhhhww 3:xdhwwww 1, 2:xxdhwww 6:xxxhhww 0, 3:xdhwwww 1:xxxxhhh 1,
        4:xxdhwww 2:xxxxhww 0, 4:xxxxhhw 5:xxxdwww 1, 3:xxhhhhh 6:xxxxhww 0, 9:xxxhhhw 5:xxdhhhh 1,
        7:xxxdhhh 5:xxxxhhw 0, 5:xxdwwww 3:xxxwwww 1, 8:xhhhwww 4:xxxxwww 1, 6:xxdhhhw 6:xxxdhhw 1""",
}


def begun(players: int, variant: str) -> State:
    """A table before its first roll."""
    return GAME.rules.new(CONTENT, GAME.rules.header(CONTENT, HOBBITS[:players], variant, {}, None))


def positions(variant: str) -> Iterator[State]:
    """Those of POSITIONS, before a roll."""
    start = begun(2, variant)
    for words in POSITIONS[variant].split(","):
        *sheets, active = words.split()
        players = [RouteSheet(int(circles), track) for circles, _, track in [one.partition(":") for one in sheets]]
        yield start.replace(players=tuple(players), active=int(active))


def turn_of(state: State, circles: int, others: int) -> TurnSpec:
    """Of the first player with so many circles while so many others are still in."""
    seats = range(len(state.players))
    players = [RouteSheet(circles if at == 0 else 0, "w" if at <= others else "x") for at in seats]
    return TurnSetup(state.replace(players=tuple(players), active=0, kept=NO_SYMBOLS), alike=True).course


# --- told ------------------------------------------------------------------------------------------------------------


class Rounds:
    """The chances of two sheets to win, as companion.games.dice.race has them, for many tables at once."""

    def __init__(self, ahead: Race) -> None:
        self.ahead, self.numbers, self.homes = ahead, dict[tuple[Runner, bool], int](), list[list[FinishOdds]]()

    def number(self, runner: Runner, hit: bool) -> int:
        """Of a runner."""
        if (runner, hit) not in self.numbers:
            self.numbers[runner, hit] = len(self.homes)
            self.homes.append(self.ahead.finish_odds(runner, hit))
        return self.numbers[runner, hit]

    def chances(self, pairs: Sequence[tuple[Runner, Runner]]) -> Worths:
        """Of the first of each two, who has just played."""
        own = np.array([self.number(mine, other.turns > 0) for mine, other in pairs])
        other = np.array([self.number(other, False) for _, other in pairs])
        later = np.array([other.turns for _, other in pairs])
        by = np.array([[home.by for home in homes] for homes in self.homes], float) / FINE
        spaces = np.array([[home.spaces for home in homes] for homes in self.homes], float)
        spaces /= np.maximum(spaces.sum(axis=2, keepdims=True), 1)
        rows = np.arange(len(pairs))

        def wins(mine: Any, way: Any, theirs: Any, answer: Any, more: Any) -> Worths:
            first, second = by[mine, way], by[theirs, answer]
            parted = (spaces[mine, way] * spaces[theirs, answer].cumsum(axis=1)).sum(axis=1)
            found = np.zeros(rows.size)
            for number in range(ROUNDS + 1):
                share = first[:, number] - (first[:, number - 1] if number else 0)
                at = number + more
                before = np.where(at > 0, second[rows, np.maximum(at - 1, 0)], 0)
                then = second[rows, np.clip(at, 0, ROUNDS)]
                found += share * (1 - then + (then - before) * parted)
            return found

        usual, ways = np.full(rows.size, USUAL), range(len(PATIENCE))
        answer = np.argmax([wins(other, usual * 0 + way, own, usual, -later) for way in ways], axis=0)
        found: Worths = np.max([wins(own, usual * 0 + way, other, answer, later) for way in ways], axis=0)
        return found


class Games:
    """Games of two who both play `good`, side by side."""

    def __init__(self, state: State) -> None:
        self.start = state
        self.trees: dict[TurnSpec, Tree] = {}
        self.rounds: dict[bool, Rounds] = {}

    def played(self, states: Sequence[State], rng: random.Random) -> list[tuple[str, ...]]:
        """The winners of each."""
        winners: list[tuple[str, ...]] = [()] * len(states)
        live = list(enumerate(states))
        while live:
            groups = defaultdict[tuple[int, bool], list[tuple[int, State]]](list)
            for number, state in live:
                mine, other = state.players[state.active], state.players[1 - state.active]
                groups[mine.circles, other.is_out].append((number, state))
            live = []
            for (circles, alone), group in groups.items():
                results = self.turns(circles, alone, [state for _, state in group], rng)
                for (number, before), result in zip(group, results, strict=True):
                    state, winners[number] = after(before, result)
                    live += [(number, state)] if state else []
        return winners

    def turns(self, circles: int, alone: bool, states: Sequence[State], rng: random.Random) -> list[TurnResult]:
        """A best turn at each table, all from the same place."""
        course = turn_of(self.start, circles, 0 if alone else 1)
        tree = self.trees.setdefault(course, Tree(course)) if course not in self.trees else self.trees[course]
        if alone not in self.rounds:
            self.rounds[alone] = Rounds(race_of_table(states[0]))
        pairs = []
        for state in states:
            mine, other = state.active, 1 - state.active
            pairs.append(
                (summarize_sheet(state.players[mine]), Runner(summarize_sheet(state.players[other]), int(other > mine)))
            )
        distinct = list(dict.fromkeys(pairs))
        place = {pair: at for at, pair in enumerate(distinct)}
        found: dict[int, TurnResult] = {}
        for first in range(0, len(distinct), TABLES):
            some = distinct[first : first + TABLES]
            values = self.rounds[alone].chances([self.moved(*pair, result) for result in tree.results for pair in some])
            asked = [at for at, pair in enumerate(pairs) if first <= place[pair] < first + TABLES]
            columns = [place[pairs[at]] - first for at in asked]
            turns = tree.played(values.reshape(len(tree.results), len(some)), columns, rng)
            found.update(zip(asked, turns, strict=True))
        return [found[at] for at in range(len(states))]

    def moved(self, mine: SheetSummary, other: Runner, result: TurnResult) -> tuple[Runner, Runner]:
        """Both after a turn of the first."""
        rings = min(result.rings, self.start.setup.circles - mine.circles)
        hit = other._replace(sheet=other.sheet.after_round(0, 0, sum(result.hits[1:])))
        return Runner(mine.after_round(rings, result.gandalfs, result.hits[0]), 0, True), hit


def after(state: State, result: TurnResult) -> tuple[State | None, tuple[str, ...]]:
    """The table after a turn of two players, or who has won (DG-ORDER-1, DG-END)."""
    setup, mine = state.setup, state.active
    players = list(state.players)
    circles, squares = players[mine]
    players[mine] = RouteSheet(min(setup.circles, circles + result.rings), squares.replace("w", "h", result.gandalfs))
    for at, marks in ((mine, result.hits[0]), (1 - mine, sum(result.hits[1:]))):
        for _ in range(marks):
            players[at] = players[at]._replace(squares=resolving.mark_space(players[at].squares))
    there = tuple(players)
    over, winners = ending.early_end(setup, there)
    later = ending.next_in(setup, there, mine)
    if not over and later is None:
        over, winners = ending.round_end(setup, there)
        later = next((at for at in setup.order if not there[at].is_out), None)
    return None if over or later is None else state.replace(players=there, active=later), winners


class Errors(NamedTuple):
    """Of a position: for whoever moves and for the other what was told less what was played; and what chance brings."""

    mover: float
    other: float
    noise: float


def told(variant: str, games: int) -> None:
    """Each position, then all of them."""
    rng, found, play = random.Random(variant), list[Errors](), Games(begun(2, variant))
    question = GAME.odds.questions["win"]
    for state in positions(variant):
        answer = question.answer(CONTENT, question.from_state(state), {}).tables[0].rows
        chances = {row.id: float(row.chance) for row in answer}
        won = Counter(seat for winners in play.played([state] * games, rng) for seat in winners)
        shares = {seat: won[seat] / games for seat in state.setup.seats}
        seats = (state.seat, state.setup.seats[1 - state.active])
        noise = sum(shares[seat] * (1 - shares[seat]) / games for seat in seats) / 2
        found.append(Errors(*[chances[seat] - shares[seat] for seat in seats], noise))
        sheets = ", ".join(f"{player.circles}:{player.squares}" for player in state.players)
        both = ", ".join(f"{chances[seat]:.3f} played {shares[seat]:.3f}" for seat in seats)
        print(f"{variant:8} {sheets} told {both}", flush=True)
    number = len(found)
    square = sum(each.mover**2 + each.other**2 for each in found) / number / 2
    noise = sum(each.noise for each in found) / number
    movers, others = (100 * sum(column) / number for column in list(zip(*found, strict=True))[:2])
    print(
        f"{variant}: bias {movers:+.1f} points for whoever moves, {others:+.1f} for the other;"
        f" root mean square {100 * sqrt(square):.1f}, without chance {100 * sqrt(max(0, square - noise)):.1f}"
    )


# --- won -------------------------------------------------------------------------------------------------------------


def felt(state: State) -> dict[int, float]:
    """The marks that one turn of random play before its first circle brings upon one of the others."""
    standing = TurnSetup(state)
    every, found = standing.turns, dict[int, float]()
    for result, chance in every.outcomes(every.start, CallbackPolicy(every, any_keep)).items():
        found[result.hits[1]] = found.get(result.hits[1], 0.0) + float(chance)
    return found


def bound(state: State) -> tuple[float, float]:
    """The most that any play could win, if its turn came first or last in every round."""
    setup, once = state.setup, felt(state)
    each = [{0: 1.0}]  # marks of a round, by how many others are in
    for _ in setup.seats[1:]:
        more = defaultdict[int, float](float)
        for (some, chance), (marks, other) in product(each[-1].items(), once.items()):
            more[some + marks] += chance * other
        each.append(dict(more))
    tracks = [
        (whole + half, whole)
        for whole in range(setup.squares + 1)
        for half in range(2 * (setup.squares - whole) + 1)
        if whole + half
    ]
    ever: dict[SheetSummary, float] = {}

    def worth(one: SheetSummary, marks: Mapping[int, float]) -> float:
        total = 0.0
        for number, chance in marks.items():
            hit = one.after_round(0, 0, number)
            total += chance * (0.0 if not hit.spaces else 1.0 if hit.circles == setup.circles else ever[hit])
        return total

    for circles in reversed(range(setup.circles)):
        sheets = [SheetSummary(circles, *track) for track in tracks]
        ever.update(dict.fromkeys(sheets, 1.0))  # from above
        trees = [Tree(turn_of(state, circles, others)) for others in range(len(each))]
        changed = 1.0
        while changed > 1e-4:
            rows = []
            for tree, marks in zip(trees, each, strict=True):
                known: dict[SheetSummary, float] = {}
                values = np.empty((len(tree.results), len(sheets)))
                for (row, result), (column, one) in product(enumerate(tree.results), enumerate(sheets)):
                    to = one.after_round(min(result.rings, setup.circles - circles), result.gandalfs, result.hits[0])
                    if to not in known:
                        known[to] = worth(to, marks)
                    values[row, column] = known[to]
                rows.append(tree.worths(values)[-1])
            best = np.max(rows, axis=0)
            changed = max(abs(ever[one] - float(new)) for one, new in zip(sheets, best, strict=True))
            ever.update(zip(sheets, map(float, best), strict=True))
    fresh = summarize_sheet(state.players[0])
    return ever[fresh], worth(fresh, each[-1])


def won(variant: str, players: int, games: int) -> None:
    """One `best`, at each seat by turns, against random play."""
    start, player, endings, wins = begun(players, variant), find_bot(GAME, "good"), Counter[str](), 0
    for number in range(games):
        rng, mine = random.Random(f"{variant} {players} {number}"), start.setup.seats[number % players]
        state = start
        while offers := GAME.rules.legal(state):
            plays = state.seat == mine
            act = player.choose(GAME, CONTENT, state, mine, rng).act if plays else any_action(rng, state, offers)
            state = GAME.rules.apply(state, close_at_random(GAME, state, act, rng))
        over = GAME.rules.outcome(state)
        wins += mine in over.winners
        endings["won" if mine in over.winners else "all lost" if not over.winners else "lost"] += 1
    first, last = bound(start)
    print(
        f"{variant} with {players}: best wins {wins} of {games}, {dict(endings)}; no play wins more than"
        f" {first:.1%} moving first, {last:.1%} moving last",
        flush=True,
    )


def main() -> None:
    what = sys.argv[1] if len(sys.argv) > 1 else ""
    games = int(sys.argv[2]) if len(sys.argv) > 2 else {"told": 400, "won": 200}.get(what, 0)
    if not games:
        sys.exit(__doc__)
    for variant in POSITIONS:
        if what == "told":
            told(variant, games)
        else:
            for players in (2, 3, 4):
                won(variant, players, games)


if __name__ == "__main__":
    main()
