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


class Plan(NamedTuple):
    """What happens every turn. box: dice in the Hunt Box when it begins; actions: of the Fellowship.

    companions: levels, in the order in which they guide; after the last one Gollum does.
    """

    box: int
    actions: int
    companions: tuple[int, ...]
    policy: Policy


class Stand(NamedTuple):
    """Where the Fellowship is. lost: Companions; actions: taken this turn; moves: those of them that lie in the box."""

    step: int
    corruption: int
    lost: int = 0
    actions: int = 0
    moves: int = 0


class Fate(NamedTuple):
    """Corruption at the Crack of Doom by chance, and how many turns it takes on average to get there or to fail."""

    corruption: Mapping[int, Fraction]
    turns: Fraction

    @property
    def destroyed(self) -> Fraction:
        """Chance that the Ring is destroyed."""
        return sum(self.corruption.values(), Fraction(0))


class _Next(NamedTuple):
    """Where a tile leads, in so many cases of the faces of a die. turns: begun on the way."""

    stand: Stand
    turns: int
    cases: int


def fate(pool: Pool, refill: Pool, stand: Stand, hidden: bool, plan: Plan) -> Fate:
    """What becomes of it. refill: standard tiles that come back once the pool is empty (WR-HUNT-18)."""
    gollum = stand.lost == len(plan.companions)
    pool, refill = _alike(pool, gollum), _alike(refill, gollum)
    bag = _Bag(pool, refill)
    start, begun = (stand, 0) if hidden else _acted(stand, plan)
    layer: dict[Stand, dict[int, int]] = {start: {bag.full(pool): 1}}
    tiles, cases, turns = sum(pool.values()), 1, Fraction(1 + begun)
    found: dict[int, Fraction] = {}
    while layer:
        cases *= tiles * len(DIE_FACES)
        tiles -= 1
        layer, ended, passed = _draw(layer, bag, plan)
        turns += Fraction(passed, cases)
        for corruption, number in ended.items():
            found[corruption] = found.get(corruption, Fraction(0)) + Fraction(number, cases)
        if not tiles:
            tiles = sum(refill.values())
            layer = {now: {bag.full(refill): sum(group.values())} for now, group in layer.items()}
    return Fate(dict(sorted(found.items())), turns)


class _Bag:
    """Tiles left as one number, a few bits for each kind."""

    def __init__(self, pool: Pool, refill: Pool) -> None:
        kinds = [*dict.fromkeys((*pool, *refill))]
        self.bits = max([*pool.values(), *refill.values()]).bit_length()
        self.mask = (1 << self.bits) - 1
        self.shifts = {kind: place * self.bits for place, kind in enumerate(kinds)}

    def full(self, tiles: Pool) -> int:
        """All these."""
        return sum([number << self.shifts[kind] for kind, number in tiles.items()])


def _alike(tiles: Pool, gollum: bool) -> Pool:
    """Kinds that make no difference are one: with Gollum as Guide a standard number never reveals (WR-HUNT-31)."""
    out: Counter[Tile] = Counter()
    for tile, number in tiles.items():
        reveal = tile.reveal and not (gollum and tile.standard and tile.numbered)
        out[tile._replace(reveal=reveal, standard=tile.standard and tile.numbered and not gollum)] += number
    return out


def _draw(
    layer: Mapping[Stand, Mapping[int, int]], bag: _Bag, plan: Plan
) -> tuple[dict[Stand, dict[int, int]], Counter[int], int]:
    """After one more tile: what goes on, the cases in which the Ring is destroyed by corruption, and turns begun."""
    after: defaultdict[Stand, dict[int, int]] = defaultdict(dict)
    ended: Counter[int] = Counter()
    passed = 0
    mask = bag.mask
    for now, group in layer.items():
        for kind, shift in bag.shifts.items():
            unit = 1 << shift
            drawn = [(left - unit, number * tiles) for left, number in group.items() if (tiles := left >> shift & mask)]
            if not drawn:
                continue
            total = sum([number for _, number in drawn])
            for then in _nexts(kind, now, plan):
                if then.stand.step == STEPS:
                    ended[then.stand.corruption] += total * then.cases
                    continue
                passed += total * then.cases * then.turns
                target = after[then.stand]
                get = target.get
                for left, number in drawn:
                    target[left] = get(left, 0) + number * then.cases
    return dict(after), ended, passed


def _nexts(tile: Tile, now: Stand, plan: Plan) -> list[_Next]:
    """What the tile leads to, corruption of 12 left out."""
    faces = damages(tile, plan.box + now.moves)
    levels = plan.companions[now.lost :]
    out = []
    for damage in faces:
        lost = damage >= 1 and bool(levels) and plan.policy(damage, now.corruption, levels[0])
        guided = len(levels) > lost  # by a Companion, once the tile is settled (WR-HUNT-31)
        reveals = tile.reveal and (guided or not (tile.standard and tile.numbered))
        rest = max(0, damage - levels[0]) if lost else damage
        corruption = max(0, now.corruption + rest)
        if corruption >= LOST:
            continue
        moved = Stand(now.step + (not tile.stop), corruption, now.lost + lost, now.actions, now.moves + 1)
        then, turns = _acted(moved, plan)
        if reveals:
            then, more = _acted(then, plan)
            turns += more
        out.append(_Next(then, turns, len(DIE_FACES) // len(faces)))
    return out


def _acted(now: Stand, plan: Plan) -> tuple[Stand, int]:
    """After one more action of the turn; 1 if a new turn begins with it."""
    if now.actions + 1 < plan.actions:
        return now._replace(actions=now.actions + 1), 0
    return now._replace(actions=0, moves=0), 1
