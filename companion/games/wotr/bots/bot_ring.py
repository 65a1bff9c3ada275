"""How likely the Ring is destroyed in the end: what the app's own player hopes of it, by dynamic programming.

An estimate: the Hunt Box holds what it usually does, tiles go back into the pool, one Hunt meets each step on the map,
and the Ring-bearers may rest wherever that heals; then as much more or less as the tiles that are left bode. No rule is
here.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.games.wotr.odds import hunt
from companion.games.wotr.odds.mordor import LOST, STEPS
from companion.games.wotr.rules.common.action_dice import CHARACTER, payers
from companion.games.wotr.rules.hunt.mordor import GATES
from companion.games.wotr.state import OFF_TRACK, State, holder
from companion.games.wotr.tables import FP, Tables
from companion.games.wotr.tiles import EYE, Tile, damages

Row = tuple[float, ...]  # chances by corruption
Tiles = tuple[int, ...]  # how many of each kind, in the order of `tables.tiles`
WHOLE = 1000


class Usual(NamedTuple):
    """What a Fellowship usually meets: rows of content/wotr/bot.yaml, in thousandths.

    patience: what is left of a hope after each step on the way; rest: and after a turn without one; box: dice in the
    Hunt Box; box_companion: and for each Companion.
    """

    patience: int
    rest: int
    box: int
    box_companion: int

    def dice(self, companions: int) -> int:
        """In the Hunt Box, when so many are in the Fellowship."""
        return max(1, (self.box + self.box_companion * companions + WHOLE // 2) // WHOLE)


@lru_cache(maxsize=8)
def _usual(facts: Tables) -> Usual:
    return Usual(*[facts.weights[name] for name in Usual._fields])


def chance(state: State) -> float:
    """That the Ring is destroyed, less what patience takes off."""
    if state.ending:
        return float(state.ending == "ring_destroyed")
    walk, usual = state.fellowship, _usual(state.setup.tables)
    left = 1.0 if walk.hidden else usual.patience * usual.rest / WHOLE**2
    if walk.step == OFF_TRACK:
        return left * chance_at(state, walk.region, walk.progress)
    corruption = walk.corruption + (state.phase == "action" and not walk.tried)  # who stands still is corrupted
    if corruption >= LOST:
        return 0.0
    return left * track(state.setup.tables, _pool(state), _levels(state), usual)[walk.step][corruption]


def steps_left(state: State) -> int:
    """To the Crack of Doom, on the shortest way."""
    walk = state.fellowship
    if walk.step != OFF_TRACK:
        return STEPS - walk.step
    return STEPS + max(0, way(state.setup.tables, GATES)[walk.region] - walk.progress)


def chance_at(state: State, region: str, progress: int) -> float:
    """The same, if the figure were in that region of the map: a turn in which it can no longer go on is one of rest."""
    facts, walk, usual = state.setup.tables, state.fellowship, _usual(state.setup.tables)
    levels, rest = _levels(state), usual.rest / WHOLE
    goals = _goals(facts, usual, state.waiting, levels, _havens(state))
    at_hand, ahead = list[float](), list[float]()
    for far, rows in goals:
        steps = max(0, far[region] - progress)
        (ahead if steps else at_hand).append(rows[min(steps, FAR)][walk.corruption])
    idle = state.phase == "action" and not (state.box.walkers or payers(state, FP, (CHARACTER,)))
    best = max([*at_hand, *[hope * (rest if idle else 1.0) for hope in ahead]]) * rest
    if any(step.kind == "fellowship" for step in state.agenda):  # it may be declared and enter Mordor before next turn
        if not walk.declared:
            best = max([best, *at_hand])
        elif region in GATES:
            best = max(best, at_hand[0])
    expected, there = goals[0][1][0], track(facts, _mordor_tiles(state), levels, usual)[0]
    return best * min([there[at] / expected[at] for at in (0, walk.corruption) if expected[at]])


def _levels(state: State) -> tuple[int, ...]:
    """Of the Companions, in the order in which they guide."""
    characters = state.setup.tables.characters
    return tuple(sorted([characters[id].level for id in state.fellowship.companions], reverse=True))


def _pool(state: State) -> Tiles:
    """Tiles that may be drawn on the Mordor Track."""
    return state.pool if any(state.pool) else state.drawn


def _mordor_tiles(state: State) -> Tiles:
    """Tiles that might be drawn on the Mordor Track, if the Fellowship entered now (WR-MORDOR-6)."""
    found = [
        number + drawn * (tile.damage == EYE) + state.waiting.count(id)
        for (id, tile), number, drawn in zip(state.setup.tables.tiles.items(), state.pool, state.drawn, strict=True)
    ]
    return tuple(found) if any(found) else state.drawn


def _havens(state: State) -> tuple[str, ...]:
    """Where a declaration heals (WR-FELL-15)."""
    regions = state.setup.tables.regions
    return tuple([id for id in _cities(state.setup.tables) if regions[id].side == FP and holder(state, id) == FP])


@lru_cache(maxsize=8)
def _cities(facts: Tables) -> tuple[str, ...]:
    return tuple([id for id, region in facts.regions.items() if region.is_walled])


# --- Mordor ----------------------------------------------------------------------------------------------------------


class _Drawn(NamedTuple):
    """What tiles do. left: their chance, less what patience takes off, for hiding after a reveal too."""

    damage: int
    stop: bool
    left: float


@lru_cache(maxsize=1 << 12)
def track(facts: Tables, pool: Tiles, levels: tuple[int, ...], usual: Usual) -> tuple[Row, ...]:
    """By steps taken on the Mordor Track and corruption."""
    draws = _draws(facts, pool, {usual.dice(len(levels)): 1.0}, bool(levels), usual)
    fewer = track(facts, pool, levels[1:], usual) if levels else ()
    rows: list[Row] = [(1.0,) * LOST]  # from the Crack of Doom back
    for step in reversed(range(STEPS)):
        here = [0.0] * LOST
        for corruption in reversed(range(LOST)):
            found = 0.0
            for damage, stop, left in draws:
                then, worse = here if stop else rows[-1], max(0, corruption + damage)
                best = then[worse] if worse < LOST else 0.0
                if damage >= 1 and levels:
                    spent = corruption + max(0, damage - levels[0])
                    best = max(best, fewer[step + (not stop)][spent] if spent < LOST else 0.0)
                found += left * best
            here[corruption] = found
        rows.append(tuple(here))
    return tuple(reversed(rows))


def _draws(facts: Tables, pool: Tiles, eyes: Mapping[int, float], guided: bool, usual: Usual) -> Sequence[_Drawn]:
    """What one tile does. eyes: chances of what an Eye is worth."""
    found: defaultdict[tuple[int, bool], float] = defaultdict(float)
    patience, rest, tiles = usual.patience / WHOLE, usual.rest / WHOLE, sum(pool) or 1
    for tile, number in zip(facts.tiles.values(), pool, strict=True):
        left = patience * (rest if _reveals(tile, guided) else 1.0) * number / tiles
        for eye, likely in eyes.items() if number else ():
            several = damages(tile, eye)
            for damage in several:
                found[damage, tile.stop] += left * likely / len(several)
    return [_Drawn(damage, stop, left) for (damage, stop), left in found.items()]


def _reveals(tile: Tile, guided: bool) -> bool:
    """Led by Gollum the Fellowship is not revealed by a standard number (WR-HUNT-31)."""
    return tile.reveal and (guided or not (tile.standard and tile.has_number))


# --- the map ---------------------------------------------------------------------------------------------------------

FAR = 16  # steps on the map, beyond which it makes no difference
Goal = tuple[Mapping[str, int], tuple[Row, ...]]  # how far every region is from there, and the chance by steps left


@lru_cache(maxsize=1 << 10)
def _goals(
    facts: Tables, usual: Usual, special: tuple[str, ...], levels: tuple[int, ...], havens: tuple[str, ...]
) -> tuple[Goal, ...]:
    """The gates of Mordor, and every place of rest on the way: the nearer ones to the gates first.

    special: tiles that will be in Mordor beside the standard ones and those of the Shadow, which all stop.
    """
    standard = tuple([facts.counts[id] * tile.standard for id, tile in facts.tiles.items()])
    there = tuple(
        [
            number + max(tile.stop, special.count(id))
            for (id, tile), number in zip(facts.tiles.items(), standard, strict=True)
        ]
    )
    hits = hunt.successes(usual.dice(len(levels)), 0, 0)
    eyes = {number: cases / hits.total for number, cases in enumerate(hits.cases) if number}
    draws = _draws(facts, standard, eyes, bool(levels), usual)
    missed = _Drawn(0, False, hits.cases[0] / hits.total * usual.patience / WHOLE)
    fewer = _goals(facts, usual, special, levels[1:], havens) if levels else ()
    guide = levels[0] if levels else 0
    gates = way(facts, GATES)
    found: list[Goal] = []
    for place in (GATES, *[(haven,) for haven in sorted(havens, key=gates.__getitem__)]):
        row = _row_after_rest(place[0], found, usual) if found else track(facts, there, levels, usual)[0]
        spent = fewer[len(found)][1] if fewer else ()
        found.append((way(facts, place), _rows_on_the_way(row, (missed, *draws), guide, spent)))
    return tuple(found)


def _row_after_rest(haven: str, found: Iterable[Goal], usual: Usual) -> Row:
    """In a place of rest, once it has healed: on to one that is nearer to the gates, or another turn of rest."""
    leaving = [rows[min(far[haven], FAR)] for far, rows in found]
    rested = list[float]()
    for corruption in range(LOST):
        gone = max([row[corruption] for row in leaving])
        rested.append(max([gone, *rested[-1:]]) * usual.rest / WHOLE)
    return (rested[0], *rested[:-1])


def _rows_on_the_way(goal: Row, draws: Sequence[_Drawn], guide: int, spent: Sequence[Row]) -> tuple[Row, ...]:
    """By steps that are left to there. guide: his level; spent: the same without him."""
    rows = [goal]
    for done in range(FAR):
        row, new = rows[-1], []
        for corruption in range(LOST):
            found = 0.0
            for damage, _, left in draws:
                worse = max(0, corruption + damage)
                best = row[worse] if worse < LOST else 0.0
                if damage >= 1 and spent:
                    less = corruption + max(0, damage - guide)
                    best = max(best, spent[done][less] if less < LOST else 0.0)
                found += left * best
            new.append(found)
        rows.append(tuple(new))
    return tuple(rows)


@lru_cache(maxsize=1 << 8)
def way(facts: Tables, goals: tuple[str, ...]) -> Mapping[str, int]:
    """How many regions away the nearest of these is, for every region."""
    found, line = dict.fromkeys(goals, 0), deque(goals)
    while line:
        at = line.popleft()
        for id in facts.regions[at].neighbours:
            if id not in found:
                found[id] = found[at] + 1
                line.append(id)
    return {id: found.get(id, 99) for id in facts.regions}
