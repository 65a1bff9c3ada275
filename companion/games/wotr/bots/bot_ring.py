"""The bot's estimate of the chance that the Ring is destroyed, by dynamic programming.

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
from companion.games.wotr.rules.common.action_dice import CHARACTER, paying_faces
from companion.games.wotr.rules.hunt.mordor import GATES
from companion.games.wotr.state import OFF_TRACK, State, holder
from companion.games.wotr.tables import FP, Tables
from companion.games.wotr.tiles import EYE, Tile, damages

Row = tuple[float, ...]  # chances by corruption
Tiles = tuple[int, ...]  # how many of each kind, in the order of `tables.tiles`
WHOLE = 1000


class Usual(NamedTuple):
    """The usual conditions of a Fellowship: rows of content/wotr/bot.yaml, in thousandths.

    patience: what is left of a hope after each step on the way; rest: and after a turn without one; box: dice in the
    Hunt Box; box_companion: and for each Companion.
    """

    patience: int
    rest: int
    box: int
    box_companion: int

    def dice(self, companions: int) -> int:
        """Return the dice in the Hunt Box for that number of Companions in the Fellowship."""
        return max(1, (self.box + self.box_companion * companions + WHOLE // 2) // WHOLE)


@lru_cache(maxsize=8)
def _usual_conditions(facts: Tables) -> Usual:
    return Usual(*[facts.weights[name] for name in Usual._fields])


def ring_chance(state: State) -> float:
    """Return the chance that the Ring is destroyed, discounted by patience."""
    if state.ending:
        return float(state.ending == "ring_destroyed")
    walk, usual = state.fellowship, _usual_conditions(state.setup.tables)
    left = 1.0 if walk.hidden else usual.patience * usual.rest / WHOLE**2
    if walk.step == OFF_TRACK:
        return left * chance_at(state, walk.region, walk.progress)
    corruption = walk.corruption + (state.phase == "action" and not walk.tried)  # who stands still is corrupted
    if corruption >= LOST:
        return 0.0
    return (
        left
        * track_rows(state.setup.tables, _track_tiles(state), _companion_levels(state), usual)[walk.step][corruption]
    )


def steps_left(state: State) -> int:
    """Return the steps to the Crack of Doom on the shortest way."""
    walk = state.fellowship
    if walk.step != OFF_TRACK:
        return STEPS - walk.step
    return STEPS + max(0, distances_to(state.setup.tables, GATES)[walk.region] - walk.progress)


def chance_at(state: State, region: str, progress: int) -> float:
    """Return `ring_chance` as if the figure were in that region; a turn in which it cannot go on is one of rest."""
    facts, walk, usual = state.setup.tables, state.fellowship, _usual_conditions(state.setup.tables)
    levels, rest = _companion_levels(state), usual.rest / WHOLE
    goals = _goals_on_way(facts, usual, state.waiting, levels, _healing_regions(state))
    at_hand, ahead = list[float](), list[float]()
    for far, rows in goals:
        steps = max(0, far[region] - progress)
        (ahead if steps else at_hand).append(rows[min(steps, FAR)][walk.corruption])
    idle = state.phase == "action" and not (state.box.walkers or paying_faces(state, FP, (CHARACTER,)))
    best = max([*at_hand, *[hope * (rest if idle else 1.0) for hope in ahead]]) * rest
    if any(step.kind == "fellowship" for step in state.agenda):  # it may be declared and enter Mordor before next turn
        if not walk.declared:
            best = max([best, *at_hand])
        elif region in GATES:
            best = max(best, at_hand[0])
    expected, there = goals[0][1][0], track_rows(facts, _mordor_tiles(state), levels, usual)[0]
    return best * min([there[at] / expected[at] for at in (0, walk.corruption) if expected[at]])


def _companion_levels(state: State) -> tuple[int, ...]:
    """Return the Levels of the Companions, in the order in which they guide."""
    characters = state.setup.tables.characters
    return tuple(sorted([characters[id].level for id in state.fellowship.companions], reverse=True))


def _track_tiles(state: State) -> Tiles:
    """Return the tiles that may be drawn on the Mordor Track."""
    return state.pool if any(state.pool) else state.drawn


def _mordor_tiles(state: State) -> Tiles:
    """Return the tiles that might be drawn on the Mordor Track if the Fellowship entered now (WR-MORDOR-6)."""
    found = [
        number + drawn * (tile.damage == EYE) + state.waiting.count(id)
        for (id, tile), number, drawn in zip(state.setup.tables.tiles.items(), state.pool, state.drawn, strict=True)
    ]
    return tuple(found) if any(found) else state.drawn


def _healing_regions(state: State) -> tuple[str, ...]:
    """Return the regions where a declaration heals (WR-FELL-15)."""
    regions = state.setup.tables.regions
    return tuple(
        [id for id in _walled_cities(state.setup.tables) if regions[id].side == FP and holder(state, id) == FP]
    )


@lru_cache(maxsize=8)
def _walled_cities(facts: Tables) -> tuple[str, ...]:
    return tuple([id for id, region in facts.regions.items() if region.is_walled])


# --- Mordor ----------------------------------------------------------------------------------------------------------


class _Drawn(NamedTuple):
    """The effect of a tile. left: its chance, discounted by patience, for hiding after a reveal too."""

    damage: int
    stop: bool
    left: float


@lru_cache(maxsize=1 << 12)
def track_rows(facts: Tables, pool: Tiles, levels: tuple[int, ...], usual: Usual) -> tuple[Row, ...]:
    """Return the chances by steps taken on the Mordor Track and corruption."""
    draws = _tile_effects(facts, pool, {usual.dice(len(levels)): 1.0}, bool(levels), usual)
    fewer = track_rows(facts, pool, levels[1:], usual) if levels else ()
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


def _tile_effects(
    facts: Tables, pool: Tiles, eyes: Mapping[int, float], guided: bool, usual: Usual
) -> Sequence[_Drawn]:
    """Return the effects of one tile. eyes: chances of each value of an Eye."""
    found: defaultdict[tuple[int, bool], float] = defaultdict(float)
    patience, rest, tiles = usual.patience / WHOLE, usual.rest / WHOLE, sum(pool) or 1
    for tile, number in zip(facts.tiles.values(), pool, strict=True):
        left = patience * (rest if _tile_reveals(tile, guided) else 1.0) * number / tiles
        for eye, likely in eyes.items() if number else ():
            several = damages(tile, eye)
            for damage in several:
                found[damage, tile.stop] += left * likely / len(several)
    return [_Drawn(damage, stop, left) for (damage, stop), left in found.items()]


def _tile_reveals(tile: Tile, guided: bool) -> bool:
    """Return whether the tile reveals; Gollum as Guide prevents that for a standard number (WR-HUNT-31)."""
    return tile.reveal and (guided or not (tile.standard and tile.has_number))


# --- the map ---------------------------------------------------------------------------------------------------------

FAR = 16  # steps on the map, beyond which it makes no difference
Goal = tuple[Mapping[str, int], tuple[Row, ...]]  # how far every region is from there, and the chance by steps left


@lru_cache(maxsize=1 << 10)
def _goals_on_way(
    facts: Tables, usual: Usual, special: tuple[str, ...], levels: tuple[int, ...], havens: tuple[str, ...]
) -> tuple[Goal, ...]:
    """Return the gates of Mordor and every place of rest on the way, those near the gates first.

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
    draws = _tile_effects(facts, standard, eyes, bool(levels), usual)
    missed = _Drawn(0, False, hits.cases[0] / hits.total * usual.patience / WHOLE)
    fewer = _goals_on_way(facts, usual, special, levels[1:], havens) if levels else ()
    guide = levels[0] if levels else 0
    gates = distances_to(facts, GATES)
    found: list[Goal] = []
    for place in (GATES, *[(haven,) for haven in sorted(havens, key=gates.__getitem__)]):
        row = _row_after_rest(place[0], found, usual) if found else track_rows(facts, there, levels, usual)[0]
        spent = fewer[len(found)][1] if fewer else ()
        found.append((distances_to(facts, place), _rows_on_the_way(row, (missed, *draws), guide, spent)))
    return tuple(found)


def _row_after_rest(haven: str, found: Iterable[Goal], usual: Usual) -> Row:
    """Return the row of a place of rest after healing: on to one nearer to the gates, or another turn of rest."""
    leaving = [rows[min(far[haven], FAR)] for far, rows in found]
    rested = list[float]()
    for corruption in range(LOST):
        gone = max([row[corruption] for row in leaving])
        rested.append(max([gone, *rested[-1:]]) * usual.rest / WHOLE)
    return (rested[0], *rested[:-1])


def _rows_on_the_way(goal: Row, draws: Sequence[_Drawn], guide: int, spent: Sequence[Row]) -> tuple[Row, ...]:
    """Return rows by the steps left to the goal. guide: his Level; spent: the rows without him."""
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
def distances_to(facts: Tables, goals: tuple[str, ...]) -> Mapping[str, int]:
    """Return the distance of every region to the nearest of these."""
    found, line = dict.fromkeys(goals, 0), deque(goals)
    while line:
        at = line.popleft()
        for id in facts.regions[at].neighbours:
            if id not in found:
                found[id] = found[at] + 1
                line.append(id)
    return {id: found.get(id, 99) for id in facts.regions}
