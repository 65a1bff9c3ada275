"""Thousands of games side by side in NumPy's arrays: die by die, or turn by turn from the exact odds of a turn.

What may be kept, how a track is marked and how a game ends is asked of the rules themselves, once for every case, and
kept in tables. Nothing of the game imports this module: it is asked for by name (companion.simulation.fast).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, product
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from companion.core.errors import WrongCall
from companion.games.dice.race import progress_worth
from companion.games.dice.rules import ending, resolving
from companion.games.dice.rules.rolling import keep_sets
from companion.games.dice.state import DICE, NO_SYMBOLS, Draft, RoadPlace, RouteSheet, Setup, State
from companion.games.dice.turn_odds import BestPolicy
from companion.games.dice.turn_setup import TurnSetup
from companion.play.bots.simulate import PlayedGames
from companion.play.game.bots import RANDOM

Numbers = NDArray[np.intp]
Limits = NDArray[np.floating[Any]]
Mask = NDArray[np.bool_]


class NumberSource(Protocol):
    """Source of random numbers for games side by side: one limit for all, or a limit a game."""

    def integers_below(self, limits: int | Limits, games: Numbers) -> Numbers:
        """Return a random integer from 0 below the limit of each game."""

    def chances(self, games: Numbers) -> NDArray[np.float64]:
        """Return a random number from 0 to 1 for each game."""


class RandomNumbers:
    """Random numbers of NumPy's generator."""

    def __init__(self, *seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def integers_below(self, limits: int | Limits, games: Numbers) -> Numbers:
        """Return random integers; limits in single precision have to be small, and are quicker."""
        if isinstance(limits, int):
            return self.rng.integers(limits, size=games.size, dtype=np.int32).astype(np.intp)
        found: Numbers = (self.rng.random(games.size, limits.dtype.type) * limits).astype(np.intp)
        return found

    def chances(self, games: Numbers) -> NDArray[np.float64]:
        """Return a random number from 0 to 1 for each game."""
        return self.rng.random(games.size)


WAYS = ("throws", "turns")
PROGRESS = "progress"  # each turn by itself, for what it brings (companion.games.dice.race)
PLAYS = (RANDOM, PROGRESS)
GAMES = 1 << 15  # side by side: their arrays stay in the processor's cache
SQUARES = 10  # of the longest track: a table of every sheet is made
ENDINGS = tuple(ending.ENDING_RULES.items())
ALL_LOST, WIN, TIE_BREAK, SHARED, LAST_ONE = range(len(ENDINGS))
CODES = 7**DICE  # five dice as one number, a digit a die: its place in SYMBOLS
SYMBOLS = ("", "ring", "orc", "weapon", "nazgul", "gandalf", "white_tree")
ALL = 2**DICE - 1
MASKS = ALL + 1
COUNTS = DICE + 1
RESULTS = COUNTS * COUNTS * MASKS  # Rings that count, Gandalfs, dice that show a Nazgûl


def plays(way: str, state: State) -> dict[str, tuple[str, ...]]:
    """Return the plays of each seat, its default first. Raises WrongCall for a track that is too long."""
    if state.setup.squares > SQUARES:
        raise WrongCall("vector_squares", most=SQUARES)
    return dict.fromkeys(state.setup.seats, PLAYS[:1] if way == "throws" else PLAYS)


def play(way: str, state: State, bots: Mapping[str, str], games: int, seed: Sequence[int]) -> PlayedGames:
    """Play games from a table where a turn begins; `bots`: seat -> one of its plays."""
    each = tuple([bots.get(seat, RANDOM) for seat in state.setup.seats])
    turns = DieByDieSampler(state.setup) if way == "throws" else _whole_turn_sampler(state.setup, each)
    return play_games(state, games, RandomNumbers(*seed), turns, each)


class TurnSampler(Protocol):
    """Samples of a player's turn: one of RESULTS for each game, the first where he is out (`inside` is false).

    circles: his; spots: where he stands and who is still in, as `_Spots` counts it.
    """

    def __call__(
        self, seat_index: int, circles: Numbers, spots: Numbers, inside: Mask, games: Numbers, source: NumberSource
    ) -> Numbers: ...


# --- the race --------------------------------------------------------------------------------------------------------


def play_games(
    state: State, games: int, source: NumberSource, turns: TurnSampler, plays: Sequence[str] = ()
) -> PlayedGames:
    """Play from the beginning of a turn to the end of every game."""
    table = _OpenGames(state, games, source, plays)
    first = table.setup.order.index(state.active)
    while table.games.size:
        for seat_index in table.setup.order[first:]:
            table.turn(seat_index, turns)
            if table.setup.end_variant:
                table.end_turn()
        table.end_round()
        first = 0
    return table.played


class _OpenGames:
    """All games that are not over; their sheets are arrays, an entry a game."""

    def __init__(self, state: State, games: int, source: NumberSource, plays: Sequence[str]) -> None:
        setup = self.setup = state.setup
        self.track, self.hits, self.source = _track_table(setup.squares), _hit_table(setup), source
        self.firsts = [
            at for at, play in enumerate(plays) if play != RANDOM
        ]  # they halve as much and as early as can be
        self.games: Numbers = np.arange(games)
        self.round = state.round
        self.turns = np.zeros(games, np.intp)
        self.circles = [np.full(games, player.circles) for player in state.players]
        self.sheets = [np.full(games, self.track.numbers[player.squares]) for player in state.players]
        self.played = PlayedGames(
            np.zeros(games, np.intp),
            np.zeros(games, np.intp),
            np.zeros(games, np.intp),
            np.zeros((games, len(setup.seats)), bool),
            ENDINGS,
        )

    def still_in(self) -> list[Mask]:
        """For each player where he is still in."""
        return [sheet != self.track.out for sheet in self.sheets]

    def turn(self, seat_index: int, turns: TurnSampler) -> None:
        """Rings, then halving, then all marks at once (DG-ORDER-1)."""
        inside, hits, track, circles = self.still_in(), self.hits, self.track, self.circles[seat_index]
        spots = hits.spots.spots_of(circles, inside)
        result = turns(seat_index, circles, spots, inside[seat_index], self.games, self.source)
        self.turns += inside[seat_index]
        key = spots * RESULTS + result
        sheet, gandalfs = self.sheets[seat_index], hits.gandalfs[result]
        if seat_index in self.firsts:
            sheet = track.first[gandalfs * track.size + sheet]
        else:
            sheet = track.halve_any(sheet, gandalfs, self.games, self.source)
        self.circles[seat_index] = np.minimum(self.setup.circles, circles + hits.rings[result])
        self.sheets[seat_index] = track.marked[hits.marks[seat_index, seat_index][key] + sheet]
        for seat, sheet in enumerate(self.sheets):
            if seat != seat_index:
                self.sheets[seat] = track.marked[hits.marks[seat_index, seat][key] + sheet]

    def end_turn(self) -> None:
        """The endings that do not wait for the round (DG-END-1, DG-VAR-1)."""
        inside = self.still_in()
        left = np.stack(inside).sum(axis=0)
        self._close_games(
            left < 2, lambda done: (np.where(left[done], LAST_ONE, ALL_LOST), [at[done] for at in inside])
        )

    def end_round(self) -> None:
        """Most unmarked spaces among those at home (DG-END-1, DG-END-3, DG-END-4)."""
        inside = self.still_in()
        home = [there & (at == self.setup.circles) for there, at in zip(inside, self.circles, strict=True)]

        def judge(done: Numbers) -> tuple[Numbers, list[Mask]]:
            at_home = np.stack([at[done] for at in home])
            spaces = np.where(at_home, self.track.capacity[[sheet[done] for sheet in self.sheets]], -1)
            best = at_home & (spaces == spaces.max(axis=0))
            several = np.where(at_home.sum(axis=0) > 1, TIE_BREAK, WIN)
            how = np.where(best.sum(axis=0) > 1, SHARED, several)
            return np.where(at_home.any(axis=0), how, ALL_LOST), list(best)

        self._close_games(~np.logical_or.reduce(inside) | np.logical_or.reduce(home), judge)
        self.round += 1

    def _close_games(self, over: Mask, judge: Callable[[Numbers], tuple[Numbers, list[Mask]]]) -> None:
        """Write down the games that are over, and go on with the others."""
        done = np.flatnonzero(over)
        if not done.size:
            return
        games, played = self.games[done], self.played
        played.rounds[games], played.turns[games] = self.round, self.turns[done]
        played.ending[games], winners = judge(done)
        for seat, won in enumerate(winners):
            played.won[games, seat] = won
        left = np.flatnonzero(~over)
        self.games, self.turns = self.games[left], self.turns[left]
        self.circles, self.sheets = [at[left] for at in self.circles], [at[left] for at in self.sheets]


class _TrackTable:
    """Every sheet's squares as a number, and what becomes of them by marks and by halving."""

    def __init__(self, squares: int) -> None:
        tracks = ["x" * squares]
        for left in range(1, squares + 1):
            gone = "x" * (squares - left)
            tracks += [gone + "".join(rest) for rest in product("wh", repeat=left)]
            tracks += [gone + "d" + "".join(rest) for rest in product("wh", repeat=left - 1)]
        self.numbers = {track: number for number, track in enumerate(tracks)}
        self.size, self.out = len(tracks), 0
        self.capacity = np.array([RouteSheet(0, track).capacity for track in tracks], np.int8)
        marked = np.array([self.numbers[resolving.mark_space(track)] for track in tracks])
        after = [np.arange(self.size)]
        for _ in range(DICE):
            after.append(marked[after[-1]])
        self.marked = np.concatenate(after)  # [marks * size + track]
        first = [[self.numbers[track.replace("w", "h", number)] for track in tracks] for number in range(COUNTS)]
        self.first = np.array(first).ravel()  # [Gandalfs * size + track]: the first whole squares are halved
        halved: list[int] = []
        self.start, most = np.zeros(self.size, np.intp), np.zeros((COUNTS, self.size), np.intp)
        for track, number in self.numbers.items():
            self.start[number] = len(halved)
            free = [at for at, square in enumerate(track) if square == "w"]
            for size in range(COUNTS):
                for chosen in combinations(free, size):
                    changed = "".join("h" if at in chosen else square for at, square in enumerate(track))
                    halved.append(self.numbers[changed])
                most[size, number] = len(halved) - self.start[number]
        self.halved = np.array(halved)  # [start[track] + choice]: none, one square, two ...
        self.choices = most.ravel().astype(np.float32)  # [Gandalfs * size + track]

    def halve_any(self, sheet: Numbers, gandalfs: Numbers, games: Numbers, source: NumberSource) -> Numbers:
        """Any choice of whole squares, at most one a Gandalf, each as likely as the others (DG-GAN-1)."""
        choice = source.integers_below(self.choices[gandalfs * self.size + sheet], games)
        out: Numbers = self.halved[self.start[sheet] + choice]
        return out


@lru_cache(maxsize=4)
def _track_table(squares: int) -> _TrackTable:
    return _TrackTable(squares)


class _Spots:
    """Where a player stands and who is still in, as one number: places with the same effect are alike."""

    def __init__(self, setup: Setup) -> None:
        effects = list(dict.fromkeys(place.effect for place in setup.places))
        places = [next(place for place in setup.places if place.effect == effect) for effect in effects]
        self.seats = len(setup.seats)
        self.all = [(place, inside) for place in places for inside in range(2**self.seats)]
        self._first = np.array([effects.index(place.effect) << self.seats for place in setup.places])

    def spots_of(self, circles: Numbers, inside: Sequence[Mask]) -> Numbers:
        """Return the number of the spot, for every game."""
        found: Numbers = self._first[circles]
        for seat, there in enumerate(inside):
            found += there.astype(np.intp) << seat
        return found


class _HitTable:
    """Whom the Nazgûl of a turn hit, for every spot, player and result."""

    def __init__(self, setup: Setup) -> None:
        track, numbers = _track_table(setup.squares), np.arange(RESULTS)
        spots = self.spots = _Spots(setup)
        self.rings, self.gandalfs, nazgul = numbers // (COUNTS * MASKS), numbers // MASKS % COUNTS, numbers % MASKS
        self.marks: dict[tuple[int, int], NDArray[np.int16]] = {}  # of a turn, of a sheet: [spot, result]
        for seat_index, seat in product(range(spots.seats), repeat=2):
            marks = np.zeros((len(spots.all), RESULTS), np.int16)
            for spot, (place, inside) in enumerate(spots.all):
                for die, target in enumerate(_nazgul_targets(_turn_at(setup, seat_index, place, inside))):
                    marks[spot] += (nazgul >> die & 1) * track.size * (target == seat)
            self.marks[seat_index, seat] = marks.ravel()


@lru_cache(maxsize=4)
def _hit_table(setup: Setup) -> _HitTable:
    return _HitTable(setup)


def _turn_at(setup: Setup, seat_index: int, place: RoadPlace, inside: int) -> Draft:
    """A player's turn at that place, if the players of `inside` (a bit each) are still in."""
    there = [RouteSheet(0, "w" if inside >> seat & 1 else "x") for seat in range(len(setup.seats))]
    here = replace(setup, places=(place,))
    return Draft(here, (), "", (), tuple(there), 1, seat_index, 0, NO_SYMBOLS, (), False)


def _nazgul_targets(turn: State) -> list[int | None]:
    """Whom each die's Nazgûl hits."""
    return [resolving.hit_of_nazgul(turn, die).target for die in range(DICE)]


# --- a turn, die by die ----------------------------------------------------------------------------------------------


class _KeepTable:
    """What may be kept of every roll, in the order in which it is offered. any_same: DG-ADV-1 holds."""

    def __init__(self, setup: Setup, any_same: bool) -> None:
        sides = [("", *dict.fromkeys(faces)) for faces in setup.faces]
        self.start, self.count = np.zeros(CODES, np.intp), np.zeros(CODES, np.intp)
        codes: list[int] = []
        dice: list[int] = []
        trees: list[bool] = []
        for pending in product(*sides):
            code = _encode_symbols(pending)
            self.start[code] = len(codes)
            for chosen in keep_sets(setup.dice, pending, any_same).values() if code else ():
                kept = tuple([symbol if die in chosen else "" for die, symbol in enumerate(pending)])
                codes.append(_encode_symbols(kept))
                dice.append(sum(1 << die for die in chosen))
                trees.append("white_tree" in kept)
            self.count[code] = len(codes) - self.start[code]
        self.codes, self.dice, self.trees = np.array(codes), np.array(dice), np.array(trees)


class _RuleTables:
    """Tables for one table's dice and places."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.same = np.array([place.effect == "keep_same" for place in setup.places])
        self.again = np.array([place.effect == "reroll_once" for place in setup.places])
        self.keeps = [_KeepTable(setup, False), *([_KeepTable(setup, True)] if self.same.any() else [])]
        self.results = np.stack([_results_at(setup, place) for place in setup.places])
        throws = [_encode_symbols(faces) for faces in product(*setup.faces)]
        digits = np.array(throws)[:, None] // 7 ** np.arange(DICE) % 7 * 7 ** np.arange(DICE)
        free = ~np.arange(MASKS)[:, None] >> np.arange(DICE) & 1
        self.throws = len(throws)
        self.rolled = (free @ digits.T).astype(np.int16)  # [dice kept, throw]: the code of what is rolled


@lru_cache(maxsize=4)
def _rule_tables(setup: Setup) -> _RuleTables:
    return _RuleTables(setup)


class DieByDieSampler:
    """Every roll and every keep; anything that may be done is as likely as the rest of its kind."""

    def __init__(self, setup: Setup) -> None:
        rules = self.rules = _rule_tables(setup)
        self.rolled = rules.rolled.ravel()
        self.start = np.concatenate(
            [keeps.start + at for keeps, at in zip(rules.keeps, self._keep_offsets(), strict=True)]
        )
        self.count = np.concatenate([keeps.count for keeps in rules.keeps]).astype(np.float32)
        self.codes = np.concatenate([keeps.codes for keeps in rules.keeps])
        self.dice = np.concatenate([keeps.dice for keeps in rules.keeps])
        self.trees = np.concatenate([keeps.trees for keeps in rules.keeps])

    def _keep_offsets(self) -> list[int]:
        return [0, *[keeps.codes.size for keeps in self.rules.keeps]][: len(self.rules.keeps)]

    def __call__(
        self, seat_index: int, circles: Numbers, spots: Numbers, inside: Mask, games: Numbers, source: NumberSource
    ) -> Numbers:
        """Return the results of a turn, as `TurnSampler` defines them."""
        rules = self.rules
        offset = rules.same[circles] * CODES
        again = rules.again[circles]
        results = np.zeros(games.size, np.intp)
        at = np.flatnonzero(inside)
        kept, held = np.zeros(at.size, np.intp), np.zeros(at.size, np.intp)
        while at.size:
            numbers = games[at]
            base = held * rules.throws
            roll = self.rolled[base + source.integers_below(rules.throws, numbers)]
            if rules.again.any():
                twice = np.flatnonzero(again[at])
                twice = twice[source.integers_below(2, numbers[twice]) == 1]
                roll[twice] = self.rolled[base[twice] + source.integers_below(rules.throws, numbers[twice])]
            offered = roll + offset[at]
            chosen = self.start[offered] + source.integers_below(self.count[offered], numbers)
            kept = kept + self.codes[chosen]
            held = held | self.dice[chosen]
            over = self.trees[chosen] | (held == ALL)
            done = at[over]
            results[done] = rules.results[circles[done], kept[over]]
            left = ~over
            at, kept, held = at[left], kept[left], held[left]
        return results


def _encode_symbols(symbols: Sequence[str]) -> int:
    return sum(SYMBOLS.index(symbol) * 7**die for die, symbol in enumerate(symbols))


def _results_at(setup: Setup, place: RoadPlace) -> Numbers:
    """What each five symbols come to in a turn that starts at that place."""
    codes = np.arange(CODES)
    shown = [codes // 7**die % 7 for die in range(DICE)]
    count = {symbol: sum((at == number).astype(np.intp) for at in shown) for number, symbol in enumerate(SYMBOLS)}
    nazgul = sum((at == SYMBOLS.index("nazgul")).astype(np.intp) << die for die, at in enumerate(shown))
    weapons = count["weapon"] * (place.factor if place.effect == "weapon_factor" else 1)
    orcs = count["orc"] * (place.factor if place.effect == "orc_factor" else 1)
    rings = np.where(orcs <= weapons, count["ring"], 0)
    if place.effect == "ring_tax":
        rings = np.where(rings < place.rings, 0, rings)
    gandalfs = count["gandalf"] * (place.effect != "gandalf_void")
    result: Numbers = (rings * COUNTS + gandalfs) * MASKS + nazgul
    return result


# --- a turn as a whole -----------------------------------------------------------------------------------------------


class WholeTurnSampler:
    """Each turn drawn from the exact odds of all it may come to, by Walker's method of aliases. plays: of each seat."""

    def __init__(self, setup: Setup, plays: Sequence[str]) -> None:
        self.setup, self.plays, self._spots = setup, plays, _Spots(setup)
        size = len(plays), len(self._spots.all)
        self._known, self._sizes = np.zeros(size, bool), np.ones(size, np.intp)
        self._limits = np.ones((*size, RESULTS))
        self._results = np.zeros((2, *size, RESULTS), np.intp)  # below the limit, and above it

    def __call__(
        self, seat_index: int, circles: Numbers, spots: Numbers, inside: Mask, games: Numbers, source: NumberSource
    ) -> Numbers:
        """Return the results of a turn, as `TurnSampler` defines them."""
        if not self._known[seat_index][spots].all():
            self._add_spots(seat_index, np.unique(spots[inside]))
        chance = source.chances(games) * self._sizes[seat_index][spots]
        cell = chance.astype(np.intp)
        key = spots * RESULTS + cell
        low = chance - cell < self._limits[seat_index].ravel()[key]
        below, above = self._results[:, seat_index].reshape(2, -1)
        found: Numbers = np.where(low, below[key], above[key]) * inside
        return found

    def _add_spots(self, seat_index: int, spots: Numbers) -> None:
        for spot in spots[~self._known[seat_index, spots]]:
            odds = self._result_odds(seat_index, *self._spots.all[spot])
            results = np.flatnonzero(odds)
            limits, other = _alias_table(odds[results])
            self._sizes[seat_index, spot] = results.size
            self._limits[seat_index, spot, : results.size] = limits
            self._results[0, seat_index, spot, : results.size] = results
            self._results[1, seat_index, spot, : results.size] = results[other]
            self._known[seat_index, spot] = True

    def _result_odds(self, seat_index: int, place: RoadPlace, inside: int) -> NDArray[np.float64]:
        if self.plays[seat_index] == RANDOM:
            odds: NDArray[np.float64] = random_turn_odds(self.setup)[self.setup.places.index(place)]
            return odds
        turn = _turn_at(self.setup, seat_index, place, inside)
        standing, targets = TurnSetup(turn), _nazgul_targets(turn)
        whole = standing.turns
        odds = np.zeros(RESULTS)
        for result, chance in whole.outcomes(whole.start, BestPolicy(whole, progress_worth)).items():
            nazgul = sum([_nazgul_dice(targets, *hit) for hit in zip(standing.order, result.hits, strict=True)])
            odds[(result.rings * COUNTS + result.gandalfs) * MASKS + nazgul] += float(chance)
        return odds


def _nazgul_dice(targets: Sequence[int | None], target: int, number: int) -> int:
    """So many dice whose Nazgûl hit that player, a bit each."""
    return sum([1 << die for die, hit in enumerate(targets) if hit == target][:number])


@lru_cache(maxsize=4)
def _whole_turn_sampler(setup: Setup, plays: tuple[str, ...]) -> WholeTurnSampler:
    return WholeTurnSampler(setup, plays)


@lru_cache(maxsize=4)
def random_turn_odds(setup: Setup) -> NDArray[np.float64]:
    """Return the odds of each of RESULTS at each place, where every legal choice is equally likely."""
    rules = _rule_tables(setup)
    kept = [_kept_odds(keeps, rules) for keeps in rules.keeps]
    rows = zip(rules.results, rules.same, strict=True)
    return np.stack([np.bincount(results, kept[int(same)], RESULTS) for results, same in rows])


def _kept_odds(keeps: _KeepTable, rules: _RuleTables) -> NDArray[np.float64]:
    """How likely each five symbols are at the end of a turn. A roll made again changes nothing where all is chance."""
    ended, going = np.zeros(CODES), np.zeros((MASKS, CODES))
    going[0, 0] = 1
    for held in range(ALL):
        before = np.flatnonzero(going[held])
        rolls, ways = np.unique(rules.rolled[held], return_counts=True)
        count = keeps.count[rolls]
        first = np.cumsum(count) - count
        chosen = np.repeat(keeps.start[rolls] - first, count) + np.arange(count.sum())
        chances = np.repeat(ways / rules.throws / count, count)
        for dice in np.unique(keeps.dice[chosen]):
            for tree in (False, True):
                some = (keeps.dice[chosen] == dice) & (keeps.trees[chosen] == tree)
                codes, at = np.unique(keeps.codes[chosen[some]], return_inverse=True)
                share = np.bincount(at, chances[some], codes.size)
                reached = ended if tree or held | dice == ALL else going[held | dice]
                np.add.at(reached, before[:, None] + codes, going[held][before][:, None] * share)
    return ended


def _alias_table(odds: NDArray[np.float64]) -> tuple[NDArray[np.float64], Numbers]:
    """For each cell the chance that it is meant itself, and which other one is otherwise."""
    limits, other = np.ones(odds.size), np.arange(odds.size)
    chances = odds * odds.size
    low = [int(cell) for cell in np.flatnonzero(chances < 1)]
    high = [int(cell) for cell in np.flatnonzero(chances >= 1)]
    while low and high:
        cell, giver = low.pop(), high[-1]
        limits[cell], other[cell] = chances[cell], giver
        chances[giver] -= 1 - chances[cell]
        if chances[giver] < 1:
            low.append(high.pop())
    return limits, other
