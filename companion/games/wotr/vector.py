"""Thousands of Hunts side by side in NumPy's arrays: the Ring-bearers on their way, and nothing else.

Each side keeps to a plan. The Fellowship goes the shortest way to a gate of Mordor: it moves and hides with every die
that pays for it, is declared where that brings it to a gate, enters, and loses the Guide when its policy says so (those
of `companion odds wotr mordor`). The Shadow allocates dice, and the board shows conditions of a re-roll. Other dice,
cards and Elven Rings do nothing. Nothing of the game imports this module: it is asked for by name
(companion.simulation.fast).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import product
from typing import NamedTuple

import numpy as np

from companion.core.errors import WrongCall
from companion.games.wotr.odds.mordor import LOST, POLICIES
from companion.games.wotr.rules.common import ending, settlements
from companion.games.wotr.rules.common.action_dice import CHARACTER, EYE, WILL
from companion.games.wotr.rules.common.sides import leader, seats_of
from companion.games.wotr.rules.hunt.hunt_roll import BOARD, MOST_DICE, NEEDED
from companion.games.wotr.rules.hunt.mordor import GATES
from companion.games.wotr.rules.map import companions
from companion.games.wotr.rules.map.companions import STRIDER, level
from companion.games.wotr.state import OFF_TRACK, State
from companion.games.wotr.tables import FP, SHADOW
from companion.games.wotr.tiles import DIE, DIE_FACES, Tile
from companion.games.wotr.tiles import EYE as EYE_TILE
from companion.play.bots.simulate import Played
from companion.play.bots.vector import Drawn, Mask, Numbers, Source
from companion.play.game.bots import RANDOM

WAYS = ("hunts",)
FEWEST, MOST = "fewest", "most"  # dice that the Shadow allocates, and conditions of a re-roll that the board shows
PLANS = (("last", "keep", "whole", "spend"), (RANDOM, FEWEST, MOST))  # of either side; RANDOM: anything allowed
GAMES = 1 << 14  # side by side: their arrays stay in the processor's cache
ENDINGS = tuple([(name, ending.ENDING_RULES[name]) for name in ("corruption", "ring_destroyed")])
CORRUPTED, DESTROYED = range(len(ENDINGS))
WINNERS = (SHADOW, FP)
GOING = -1  # not over
SIX = len(DIE_FACES)
BASE = 8  # more than there are dice of the Free Peoples


def plays(way: str, state: State) -> dict[str, tuple[str, ...]]:
    """What each seat may play, first what it does if nothing is said. Raises WrongCall if it is not only the Hunt."""
    setup = state.setup
    if setup.armies:
        raise WrongCall("vector_hunt")
    return {seat: PLANS[side] for seat, side in zip(setup.seats, setup.sides, strict=True)}


def play(way: str, state: State, bots: Mapping[str, str], games: int, seed: Sequence[int]) -> Played:
    """So many games from phase 2 of a turn; `bots`: seat -> one of its plays."""
    return hunts(state, games, Drawn(*seed), bots)


def hunts(state: State, games: int, source: Source, bots: Mapping[str, str]) -> Played:
    """From phase 2 of a turn to the end of every game."""
    table = Hunts(state, games, source, bots)
    while table.walks.games.size:
        table.turn()
    return table.played


# --- facts -----------------------------------------------------------------------------------------------------------


class Way(NamedTuple):
    """Where the Fellowship goes when it is revealed: regions, and how many of them bring a tile (WR-FELL-28)."""

    path: tuple[str, ...]
    tiles: int


class Road:
    """The shortest way to a gate from every region, through as few Strongholds of the Shadow as can be."""

    def __init__(self, state: State) -> None:
        regions = self._regions = state.setup.tables.regions
        self.left = dict.fromkeys(GATES, 0)  # steps to a gate
        queue = [*GATES]
        for here in queue:
            for there in regions[here].neighbours:
                if there not in self.left:
                    self.left[there] = self.left[here] + 1
                    queue.append(there)
        guarded = [id for id in regions if settlements.shadow_stronghold(state, id) and regions[id].side == SHADOW]
        stay = {id: Way((id,), int(id in guarded)) for id in regions}
        stop = {id: way for id, way in stay.items() if not settlements.sheltered(state, id)}
        self.revealed = [stay]  # by Progress; where it is 0 it may stay anywhere (WR-FELL-26, WR-FELL-27)
        ends = stop
        for _ in range(companions.most(state)):
            ends = {id: way for id in regions if (way := self._best(stay[id], stop.get(id), ends))}
            self.revealed.append(ends)

    def _best(self, here: Way, stop: Way | None, ends: Mapping[str, Way]) -> Way | None:
        """To stop or to go on to where it can end after that."""
        near = [ends[id] for id in self._regions[here.path[0]].neighbours if id in ends]
        found = [Way((*here.path, *way.path), here.tiles + way.tiles) for way in near]
        found += [stop] if stop else []
        return min(found, key=lambda way: (self.left[way.path[-1]], way.tiles, len(way.path)), default=None)

    def declared(self, region: str) -> tuple[str, ...]:
        """All the way to a gate."""
        path = [region]
        while self.left[path[-1]]:
            path.append(min(self._regions[path[-1]].neighbours, key=self.left.__getitem__))
        return tuple(path)


class _Map:
    """The same by the numbers of regions, with nowhere as the last."""

    def __init__(self, state: State) -> None:
        road, number = Road(state), state.setup.tables.region_places
        most = self.most = companions.most(state)
        self.nowhere = len(number)
        self.left = np.array([*[road.left[id] for id in number], most + 1])
        self.gate = np.array([number[road.declared(id)[-1]] for id in number])
        strongholds = [settlements.shadow_stronghold(state, id) for id in number]
        self.rerolls = np.array([*strongholds, False], np.intp)
        ways = [[road.revealed[progress][id] for progress in range(most + 1)] for id in number]
        self.ends = np.array([[number[way.path[-1]] for way in row] for row in ways])  # [region, Progress]
        self.tiles = np.array([[way.tiles for way in row] for row in ways])


class _Tiles:
    """What each kind of tile does."""

    def __init__(self, tiles: Collection[Tile]) -> None:
        self.standard = np.array([tile.standard for tile in tiles])
        self.eye = np.array([tile.damage == EYE_TILE for tile in tiles])
        self.die = np.array([tile.damage == DIE for tile in tiles])
        self.number = np.array([tile.damage if isinstance(tile.damage, int) else 0 for tile in tiles])
        self.stop = np.array([tile.stop for tile in tiles])
        by_gollum = [tile.reveal and not (tile.standard and tile.numbered) for tile in tiles]  # WR-HUNT-31
        self.reveals = np.array([[tile.reveal for tile in tiles], by_gollum])


class _Rolls:
    """Throws of up to so many dice as one number, and what they add up to; a row for each worth of the faces."""

    def __init__(self, most: int, *rows: Sequence[int]) -> None:
        self._limits = np.array([SIX**dice for dice in range(most + 1)], np.float64)
        self._start = np.cumsum([0, *[SIX**dice for dice in range(most + 1)]])
        self._sums = np.concatenate([self._added(most, worth) for worth in rows])

    @staticmethod
    def _added(most: int, worth: Sequence[int]) -> Numbers:
        sums = [np.zeros(1, np.intp)]
        for _ in range(most):
            sums.append(np.add.outer(np.array(worth), sums[-1]).ravel())
        return np.concatenate(sums)

    def thrown(self, dice: Numbers, source: Source, games: Numbers, row: Numbers | int = 0) -> Numbers:
        """So many dice for each of the games."""
        throw = source.below(self._limits[dice], games)
        found: Numbers = self._sums[row * self._start[-1] + self._start[dice] + throw]
        return found


# --- the games -------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Walks:
    """All games that are not over, an entry a game: how the Fellowship stands, the Hunt Box, the pool, unused dice.

    lost: how many Companions; pays, wills, others: dice that pay, that are anything, and the rest; before: dice of the
    Free Peoples lay in the box when the last turn ended.
    """

    games: Numbers
    region: Numbers
    progress: Numbers
    hidden: Mask
    corruption: Numbers
    lost: Numbers
    step: Numbers
    tried: Mask
    level: Numbers
    walkers: Numbers
    before: Mask
    pays: Numbers
    wills: Numbers
    others: Numbers
    pool: Numbers
    drawn: Numbers
    ending: Numbers

    @classmethod
    def of(cls, state: State, games: int) -> Walks:
        """So many games that stand alike, in phase 2."""
        now, places = state.fellowship, state.setup.tables.region_places
        none, no = np.zeros(games, np.intp), np.zeros(games, bool)
        return cls(
            games=np.arange(games),
            region=none + places.get(now.region, len(places)),
            progress=none + now.progress,
            hidden=no | now.hidden,
            corruption=none + now.corruption,
            lost=none.copy(),
            step=none + now.step,
            tried=no,
            level=none.copy(),
            walkers=none.copy(),
            before=no | state.box.before,
            pays=none.copy(),
            wills=none.copy(),
            others=none.copy(),
            pool=np.tile(np.array(state.pool), (games, 1)),
            drawn=np.tile(np.array(state.drawn), (games, 1)),
            ending=none + GOING,
        )

    def only(self, left: Numbers) -> Walks:
        """Those games."""
        return Walks(*[getattr(self, field.name)[left] for field in fields(self)])


class Hunts:
    """Games side by side, from phase 2 of a turn."""

    def __init__(self, state: State, games: int, source: Source, bots: Mapping[str, str]) -> None:
        facts, setup = state.setup.tables, state.setup
        self.state, self.source, self.round = state, source, state.turn
        self.map, self.tiles = _Map(state), _Tiles(facts.tiles.values())
        self.waiting = np.array([state.waiting.count(id) for id in facts.tiles])
        self.plans = [bots[seat] for seat in setup.seats]
        now = state.fellowship
        guides = sorted(now.companions, key=lambda id: (-level(state, id), id != now.guide))
        self.last_step = facts.tracks["mordor"]
        self.companions, self.strider = len(guides), guides.index(STRIDER) if STRIDER in guides else GOING
        self.levels = np.array([*[level(state, id) for id in guides], 0])  # of the Guide after so many losses
        self.policies = {plan: self._policy(plan) for plan in PLANS[FP] if plan in self.plans}
        faces = {CHARACTER: 1, WILL: BASE}
        self.actions = _Rolls(facts.most[FP], [faces.get(face, BASE * BASE) for face in facts.dice[FP]])
        self.eyes = _Rolls(MOST_DICE, [face == EYE for face in facts.dice[SHADOW]])
        bonuses = [[face > 1 and face + bonus >= NEEDED for face in DIE_FACES] for bonus in range(NEEDED)]
        self.search = _Rolls(MOST_DICE, *bonuses)
        self.walks = Walks.of(state, games)
        rounds, turns, over = np.zeros((3, games), np.intp)
        self.played = Played(rounds, turns, over, np.zeros((games, len(setup.seats)), bool), ENDINGS)

    def _policy(self, plan: str) -> Mask:
        """Whether the Guide is lost: [damage, corruption, lost before]."""
        cases = product(range(LOST + 1), range(LOST + 1), self.levels.tolist())
        found = [
            damage > 0 < level and POLICIES[plan](damage, corruption, level) for damage, corruption, level in cases
        ]
        return np.array(found).reshape(LOST + 1, LOST + 1, -1)

    def _plan(self, side: int) -> str:
        """Of the seat that leads this turn (WR-TEAM-3)."""
        seats = seats_of(self.state, side)
        first = seats.index(leader(self.state, side))
        return self.plans[seats[(first + self.round - self.state.turn) % len(seats)]]

    def turn(self) -> None:
        """Phases 2 to 5, and what the next turn begins with (WR-TURN-2..9)."""
        self._enter()
        self._allocate()
        while (at := self._able()).size:
            self._act(at)
        walks = self.walks
        idle = np.flatnonzero((walks.step != OFF_TRACK) & ~walks.tried & (walks.ending == GOING))
        self._corrupt(idle, walks.corruption[idle] + 1)
        self._close()
        walks, self.round = self.walks, self.round + 1
        walks.before, walks.tried = walks.walkers > 0, np.zeros(walks.games.size, bool)
        walks.walkers = np.zeros(walks.games.size, np.intp)

    def _enter(self) -> None:
        """Declared at a gate, and into Mordor (WR-FELL-10, WR-MORDOR-1..6)."""
        walks, map = self.walks, self.map
        there = np.flatnonzero(walks.hidden & (map.left[walks.region] <= walks.progress))
        walks.region[there] = map.gate[walks.region[there]]
        at = np.flatnonzero(map.left[walks.region] == 0)
        walks.region[at], walks.progress[at], walks.step[at] = map.nowhere, 0, 0
        walks.pool[at] += self.waiting + walks.drawn[at] * self.tiles.eye
        walks.drawn[at] *= ~self.tiles.eye

    def _allocate(self) -> None:
        """Dice for the Hunt, and both rolls (WR-DICE-8..12)."""
        walks, source, plan = self.walks, self.source, self._plan(SHADOW)
        fp, shadow = self.state.sides
        most = np.minimum(np.maximum(1, self.companions - walks.lost), shadow.pool)
        least = np.minimum(walks.before, most)
        number = self._chosen(plan, least, most, walks.games)
        dice = self.actions.thrown(np.full(walks.games.size, fp.pool), source, walks.games)
        walks.pays, walks.wills, walks.others = dice % BASE, dice // BASE % BASE, dice // BASE // BASE
        left = shadow.pool - number
        first = np.minimum(left, MOST_DICE)
        eyes = [self.eyes.thrown(some, source, walks.games) for some in (first, left - first)]
        walks.level = number + sum(eyes)

    def _chosen(self, plan: str, least: Numbers, most: Numbers, games: Numbers) -> Numbers:
        if plan == RANDOM:
            return least + self.source.below((most - least + 1).astype(np.float64), games)
        return least if plan == FEWEST else most

    # --- phase 5 ---

    def _able(self) -> Numbers:
        """Where a die is left that moves or hides the Fellowship; with Strider as the Guide any hides (WR-FELL-30)."""
        walks = self.walks
        strider = ~walks.hidden & (walks.lost == self.strider) & (walks.others > 0)
        return np.flatnonzero((walks.pays + walks.wills + strider > 0) & (walks.ending == GOING))

    def _act(self, at: Numbers) -> None:
        """One action of the Fellowship in each of these games, with the die that is good for least."""
        walks, moving = self.walks, self.walks.hidden[at]
        other = ~moving & (walks.lost[at] == self.strider) & (walks.others[at] > 0)
        character = ~other & (walks.pays[at] > 0)
        walks.others[at] -= other
        walks.pays[at] -= character
        walks.wills[at] -= ~other & ~character
        walks.tried[at] = True
        walks.hidden[at] = True
        moved = at[moving]
        on_track = walks.step[moved] != OFF_TRACK
        self.attempt(moved[on_track])
        self.move(moved[~on_track])
        walks.walkers[moved] += 1

    def attempt(self, at: Numbers) -> None:
        """On the Mordor Track (WR-MORDOR-9..15)."""
        walks = self.walks
        at, kind = self._tile(at, walks.level[at] + walks.walkers[at])
        walks.hidden[at] = ~self._reveals(at, kind)
        on = at[~self.tiles.stop[kind]]
        walks.step[on] += 1
        walks.ending[on[walks.step[on] == self.last_step]] = DESTROYED

    def move(self, at: Numbers) -> None:
        """On the map: a step, and the Hunt (WR-FELL-20, WR-HUNT-1..9)."""
        walks = self.walks
        walks.progress[at] = np.minimum(walks.progress[at] + 1, self.map.most)
        at, good = self._searched(at[walks.level[at] > 0])
        at, kind = self._tile(at, good)
        at = at[self._reveals(at, kind)]
        walks.hidden[at] = False
        place = walks.region[at], walks.progress[at]
        walks.region[at], walks.progress[at] = self.map.ends[place], 0
        tiles = self.map.tiles[place]
        for number in range(tiles.max(initial=0)):
            more = at[(tiles > number) & (walks.ending[at] == GOING)]
            self._tile(more, np.zeros(more.size, np.intp))

    def _searched(self, at: Numbers) -> tuple[Numbers, Numbers]:
        """Where the Hunt roll has found them, and with how many successes (WR-HUNT-3..8)."""
        walks, games = self.walks, self.walks.games[at]
        none = np.zeros(at.size, np.intp)
        rerolls = self._chosen(self._plan(SHADOW), none, none + BOARD, games) + self.map.rerolls[walks.region[at]]
        dice, bonus = np.minimum(walks.level[at], MOST_DICE), np.minimum(walks.walkers[at], NEEDED - 1)
        good = self.search.thrown(dice, self.source, games, bonus)
        good += self.search.thrown(np.minimum(rerolls, dice - good), self.source, games, bonus)
        return at[good > 0], good[good > 0]

    # --- a tile ---

    def _tile(self, at: Numbers, eye: Numbers) -> tuple[Numbers, Numbers]:
        """A tile is drawn and paid for (WR-HUNT-9..27): where that is not the end, and which kind it was."""
        walks, tiles, games = self.walks, self.tiles, self.walks.games[at]
        self._refill(at)
        places = walks.pool[at].cumsum(axis=1)
        chosen = self.source.below(places[:, -1].astype(np.float64), games)
        kind: Numbers = (places <= chosen[:, None]).sum(axis=1)
        walks.pool[at, kind] -= 1
        walks.drawn[at, kind] += tiles.standard[kind]
        damage = np.where(tiles.eye[kind], eye, tiles.number[kind])
        cast = np.flatnonzero(tiles.die[kind])
        damage[cast] = 1 + self.source.below(SIX, games[cast])
        corruption = np.maximum(0, walks.corruption[at] + np.minimum(damage, 0))
        damage = np.maximum(damage, 0)
        lost = self.policies[self._plan(FP)][np.minimum(damage, LOST), corruption, walks.lost[at]]
        damage = np.maximum(0, damage - lost * self.levels[walks.lost[at]])
        walks.lost[at] += lost
        self._corrupt(at, corruption + damage)
        self._refill(at)
        going = walks.ending[at] == GOING
        return at[going], kind[going]

    def _refill(self, at: Numbers) -> None:
        """WR-HUNT-18."""
        empty = at[~self.walks.pool[at].any(axis=1)]
        self.walks.pool[empty], self.walks.drawn[empty] = self.walks.drawn[empty], 0

    def _reveals(self, at: Numbers, kind: Numbers) -> Mask:
        """Whether the sign of the tile reveals those who are hidden, with the Guide of now (WR-HUNT-15, WR-HUNT-31)."""
        found: Mask = self.tiles.reveals[(self.walks.lost[at] == self.companions).astype(np.intp), kind]
        return found

    def _corrupt(self, at: Numbers, corruption: Numbers) -> None:
        """At 12 the Shadow has won (WR-WIN-2)."""
        self.walks.corruption[at] = np.minimum(corruption, self.map.most)
        self.walks.ending[at[corruption >= self.map.most]] = CORRUPTED

    def _close(self) -> None:
        """Write down the games that are over, and go on with the others."""
        walks, played = self.walks, self.played
        done = np.flatnonzero(walks.ending != GOING)
        games = walks.games[done]
        played.rounds[games] = played.turns[games] = self.round
        played.ending[games] = walks.ending[done]
        winners = np.array(WINNERS)[walks.ending[done]]
        played.won[games] = winners[:, None] == np.array(self.state.setup.sides)
        self.walks = walks.only(np.flatnonzero(walks.ending == GOING))
