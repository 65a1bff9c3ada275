"""The way from the first step of the Mordor Track to its end, by exact dynamic programming: every order of the tiles.

Pure numbers: knows tiles and steps, no table and no words. What the Free Peoples do is a plan: each turn they take the
same number of actions on the Track, hide when they are revealed and move otherwise, and lose the Guide when its policy
says so. Cases are whole numbers out of a total, fractions at the end.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from companion.games.wotr.tiles import DIE_FACES, Pool, Tile, damages

STEPS = 5  # advances to the Crack of Doom (WR-MORDOR-15)
LOST = 12  # corruption (WR-WIN-2)

Policy = Callable[[int, int, int], bool]  # is the Guide lost for this? damage, corruption, his level
POLICIES: Mapping[str, Policy] = {
    "keep": lambda damage, corruption, level: False,
    "last": lambda damage, corruption, level: corruption + damage >= LOST,
    "whole": lambda damage, corruption, level: damage >= level or corruption + damage >= LOST,
    "spend": lambda damage, corruption, level: True,
}


class TrackPlan(NamedTuple):
    """The actions of every turn. box: dice in the Hunt Box when it begins; actions: of the Fellowship.

    companions: levels, in the order in which they guide; after the last one Gollum does.
    """

    box: int
    actions: int
    companions: tuple[int, ...]
    policy: Policy


class TrackPosition(NamedTuple):
    """The Fellowship on the Track at the beginning.

    moved: dice that have moved it this turn already, in the box too.
    """

    step: int
    corruption: int
    moved: int = 0


class Fate(NamedTuple):
    """Corruption at the Crack of Doom by chance, and the average number of turns to get there or to fail."""

    corruption: Mapping[int, Fraction]
    turns: Fraction

    @property
    def destroyed_chance(self) -> Fraction:
        """Return the chance that the Ring is destroyed."""
        return sum(self.corruption.values(), Fraction(0))


class _Place(NamedTuple):
    """A position without its corruption. lost: Companions.

    actions: taken this turn; moves: those that lie in the box.
    """

    step: int
    lost: int = 0
    actions: int = 0
    moves: int = 0


class _Harm(NamedTuple):
    """The effect of a tile on the columns that `mask` keeps: shifted up and down. lost: so is the Guide."""

    lost: bool
    mask: int
    up: int
    down: int

    def columns_of(self, cases: int) -> int:
        """Return the columns after it."""
        return (cases & self.mask) << self.up >> self.down


class _Next(NamedTuple):
    """The columns after a tile. turns: begun on the way, on average."""

    harm: _Harm
    place: _Place
    turns: Fraction


Group = dict[int, int]  # tiles left -> columns


def track_fate(pool: Pool, refill: Pool, stand: TrackPosition, hidden: bool, plan: TrackPlan) -> Fate:
    """Return the outcome under a plan; one more action follows this turn, however often the Fellowship has moved.

    refill: standard tiles that come back once the pool is empty (WR-HUNT-18).
    """
    hiding, back = _hiding_turns(pool, plan), _hiding_turns(refill, plan)
    pool, refill = _group_by_kind(pool, plan), _group_by_kind(refill, plan)
    bag, columns = _Bag(pool, refill), _Columns(_most_cases(pool, refill, STEPS - stand.step))
    road = _Road(plan, columns, hiding)
    now = _Place(stand.step, 0, min(stand.moved, plan.actions - 1), stand.moved)
    start, begun = (now, 0) if hidden else _use_action(now, plan)
    layer: dict[_Place, Group] = {start: {bag.all_tiles(pool): 1 << columns.offset(stand.corruption)}}
    tiles, cases, turns, ended = sum(pool.values()), 1, Fraction(1 + begun), 0
    while layer:
        scale = tiles * len(DIE_FACES)
        tiles -= 1
        layer, here, passed = _draw(layer, bag, road)
        cases, turns, ended = cases * scale, turns * scale + passed, ended * scale + here
        if not tiles:
            tiles, road = sum(refill.values()), _Road(plan, columns, back)
            layer = {now: {bag.all_tiles(refill): sum(group.values())} for now, group in layer.items()}
    found = {at: Fraction(number, cases) for at, number in enumerate(columns.read(ended)) if number}
    return Fate(found, turns / cases)


class _Bag:
    """The tiles left, as one number with a few bits for each kind."""

    def __init__(self, pool: Pool, refill: Pool) -> None:
        kinds = [*dict.fromkeys((*pool, *refill))]
        self.bits = max([*pool.values(), *refill.values()]).bit_length()
        self.mask = (1 << self.bits) - 1
        self.shifts = {kind: place * self.bits for place, kind in enumerate(kinds)}
        self.weights = {kind: len(DIE_FACES) // len(damages(kind, 0)) for kind in kinds}

    def all_tiles(self, tiles: Pool) -> int:
        """Return all these tiles as one number."""
        return sum([number << self.shifts[kind] for kind, number in tiles.items()])

    def draws(self, group: Group, kind: Tile) -> list[tuple[int, int]]:
        """Return the tiles left and the columns after drawing a tile of this kind; every face of a die counts."""
        shift, mask = self.shifts[kind], self.mask
        unit, weight = 1 << shift, self.weights[kind]
        return [
            (left - unit, cases * (tiles * weight)) for left, cases in group.items() if (tiles := left >> shift & mask)
        ]

    def weight(self, group: Group, kind: Tile) -> int:
        """Return the sum of the columns alone."""
        shift, mask = self.shifts[kind], self.mask
        return sum([cases * (left >> shift & mask) for left, cases in group.items()]) * self.weights[kind]


class _Columns:
    """Cases of every corruption side by side in one number, wide enough that none runs into the next."""

    def __init__(self, most: int) -> None:
        self.bits = (most + 1).bit_length()
        self._digit = (1 << self.bits) - 1

    def offset(self, corruption: int) -> int:
        """Return the first bit of a column."""
        return corruption * self.bits

    def mask(self, corruption: int) -> int:
        """Return the mask of a column."""
        return self._digit << self.offset(corruption)

    def read(self, number: int) -> list[int]:
        """Return the cases by corruption."""
        return [number >> self.offset(corruption) & self._digit for corruption in range(LOST)]

    def total(self, number: int) -> int:
        """Return the number of all cases, by casting out nines."""
        return number % self._digit


def _most_cases(pool: Pool, refill: Pool, steps: int) -> int:
    """Return an upper bound of the cases: every tile moves on, but for those that stop."""
    draws = steps + sum([number for tile, number in pool.items() if tile.stop])
    most: int = (max(sum(pool.values()), sum(refill.values())) * len(DIE_FACES)) ** draws
    return most


def _kind(tile: Tile, plan: TrackPlan) -> Tile:
    """Kinds that make no difference are one: with Gollum as Guide a standard number never reveals (WR-HUNT-31), and if
    there is one action a turn a reveal takes a turn and changes nothing else.
    """
    if plan.actions == 1:
        return Tile(tile.damage, stop=tile.stop)
    if plan.companions:
        return tile._replace(standard=tile.standard and tile.has_number)
    return Tile(tile.damage, _shows(tile, guided=False), tile.stop, standard=False)


def _shows(tile: Tile, guided: bool) -> bool:
    """Return whether the tile reveals the Fellowship. guided: by a Companion, not by Gollum."""
    return tile.reveal and (guided or not (tile.standard and tile.has_number))


def _group_by_kind(tiles: Pool, plan: TrackPlan) -> Pool:
    """Return the tiles by kind."""
    out: Counter[Tile] = Counter()
    for tile, number in tiles.items():
        out[_kind(tile, plan)] += number
    return out


Hiding = Mapping[tuple[Tile, bool], Fraction]


def _hiding_turns(tiles: Pool, plan: TrackPlan) -> Hiding:
    """Return, for one action a turn, the turns of hiding after a tile of each kind, guided by a Companion or not."""
    if plan.actions > 1:
        return {}
    out: Counter[tuple[Tile, bool]] = Counter()
    for tile, number in tiles.items():
        for guided in (False, True):
            out[_kind(tile, plan), guided] += number * _shows(tile, guided)
    whole = _group_by_kind(tiles, plan)
    return {(kind, guided): Fraction(number, whole[kind]) for (kind, guided), number in out.items()}


class _Road:
    """The positions after each tile under a plan, cached."""

    def __init__(self, plan: TrackPlan, columns: _Columns, hiding: Hiding) -> None:
        self.plan, self.columns, self.hiding = plan, columns, hiding
        self._nexts: dict[tuple[Tile, _Place], list[_Next]] = {}
        self._harms: dict[tuple[int, int], list[_Harm]] = {}

    def nexts(self, tile: Tile, now: _Place) -> list[_Next]:
        """Return the positions after the tile, without corruption of 12."""
        found = self._nexts.get((tile, now))
        if found is None:
            ways = [self._place_after_tile(tile, now, lost) for lost in (False, True)]
            faces = damages(tile, self.plan.box + now.moves)
            harms = [harm for damage in faces for harm in self._harm(damage, now.lost)]
            found = [_Next(harm, *ways[harm.lost]) for harm in harms]
            self._nexts[tile, now] = found
        return found

    def _harm(self, damage: int, gone: int) -> list[_Harm]:
        """Return the effects of the damage after so many lost Companions."""
        found = self._harms.get((damage, gone))
        if found is None:
            masks: Counter[tuple[bool, int]] = Counter()
            for corruption in range(LOST):
                lost, then = _apply_damage(damage, corruption, self.plan, gone)
                if then < LOST:
                    masks[lost, then - corruption] += self.columns.mask(corruption)
            at = self.columns.offset
            found = [_Harm(lost, mask, at(max(0, worse)), at(max(0, -worse))) for (lost, worse), mask in masks.items()]
            self._harms[damage, gone] = found
        return found

    def _place_after_tile(self, tile: Tile, now: _Place, lost: bool) -> tuple[_Place, Fraction]:
        """Return the position after the tile, and the turns begun; a revealed Fellowship hides first."""
        moved = _Place(now.step + (not tile.stop), now.lost + lost, now.actions, now.moves + 1)
        then, turns = _use_action(moved, self.plan)
        guided, more = moved.lost < len(self.plan.companions), 0
        if _shows(tile, guided):
            then, more = _use_action(then, self.plan)
        return then, turns + more + self.hiding.get((tile, guided), Fraction(0))


def _apply_damage(damage: int, corruption: int, plan: TrackPlan, gone: int) -> tuple[bool, int]:
    """Return whether the Guide is lost, and the corruption after the damage."""
    levels = plan.companions[gone:]
    lost = damage >= 1 and bool(levels) and plan.policy(damage, corruption, levels[0])
    return lost, max(0, corruption + (max(0, damage - levels[0]) if lost else damage))


def _use_action(now: _Place, plan: TrackPlan) -> tuple[_Place, int]:
    """Return the position after one more action of the turn, and 1 if a new turn begins with it."""
    if now.actions + 1 < plan.actions:
        return now._replace(actions=now.actions + 1), 0
    return now._replace(actions=0, moves=0), 1


def _draw(layer: Mapping[_Place, Group], bag: _Bag, road: _Road) -> tuple[dict[_Place, Group], int, Fraction]:
    """Return the next layer after one more tile, the columns in which the Ring is destroyed, and turns begun."""
    after: defaultdict[_Place, Group] = defaultdict(dict)
    passed: Counter[Fraction] = Counter()
    ended = 0
    for now, group in layer.items():
        for kind in bag.shifts:
            nexts = road.nexts(kind, now)
            if now.step + 1 == STEPS and not kind.stop:
                total = bag.weight(group, kind)
                ended += sum([then.harm.columns_of(total) for then in nexts])
                continue
            drawn = bag.draws(group, kind)
            total = sum([cases for _, cases in drawn])
            for (_, keep, up, down), place, turns in nexts:
                passed[turns] += road.columns.total(total & keep)
                target = after[place]
                get = target.get
                for left, cases in drawn:
                    if going := cases & keep:
                        target[left] = get(left, 0) + (going << up >> down)
    begun = sum([turns * number for turns, number in passed.items()], Fraction(0))
    return {place: group for place, group in after.items() if group}, ended, begun
