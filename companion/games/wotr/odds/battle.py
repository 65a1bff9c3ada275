"""A battle to its end, by exact dynamic programming over rounds and armies.

Pure numbers: knows units and dice, no table and no words. What the players decide is a policy: when each side stops,
how it takes its hits, how often an assault is extended. The units of a side are of one nation, so that the regular
figures at hand follow from those in its army; leaders stay until the last unit falls (WR-BATTLE-29).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from math import gcd, lcm
from typing import NamedTuple, TypeVar

from companion.games.wotr.combat import HIT, Modifiers, faces_that_hit
from companion.games.wotr.odds.rolls import Hits, successes

Row = TypeVar("Row")

Policy = Callable[[int, int], bool]  # does the side stop now? units of its own, of the enemy
POLICIES: Mapping[str, Policy] = {
    "never": lambda own, enemy: False,
    "losing": lambda own, enemy: own < enemy,
}


def stop_below(units: int) -> Policy:
    """Return the policy to stop with fewer units than this."""
    return lambda own, enemy: own < units


class UnitCounts(NamedTuple):
    """The units that take part in a battle."""

    regular: int
    elite: int

    @property
    def units(self) -> int:
        """Return the number of regular and elite units."""
        return self.regular + self.elite


class BattlePosition(NamedTuple):
    """A battle before a round, numbered from 1."""

    number: int
    attack: UnitCounts
    defence: UnitCounts


ENDS = (
    "attacker_wins",
    "attacker_ceases",
    "siege_goes_on",
    "defender_retreats",
    "defender_wins",
    "both_destroyed",
)


class BattleEnd(NamedTuple):
    """The end of a battle, one of ENDS, and the units that are left."""

    how: str
    attack: UnitCounts
    defence: UnitCounts


class FirstRoundRoll(NamedTuple):
    """The hits of a side in round 1 so far, and the missed dice that are still rolled again."""

    hits: int
    again: int = 0


class BattleSide(NamedTuple):
    """One side of a battle.

    leaders: Leadership of leaders, Nazgûl and characters. rounds: modifiers in round 1, 2...; the last ones go on.
    elites_first: an elite unit is reduced for a hit before a regular one is lost. figures: regular figures that are not
    in the army, for reducing elite units; None: enough. stops: when it ceases, or retreats. rolled: in the middle of
    round 1.
    """

    army: UnitCounts
    leaders: int = 0
    rounds: tuple[Modifiers, ...] = (Modifiers(),)
    elites_first: bool = False
    figures: int | None = None
    stops: Policy = POLICIES["never"]
    rolled: FirstRoundRoll | None = None

    def hits(self, number: int, army: UnitCounts, needed: int) -> Hits:
        """Return the hits scored in a round, from 1, with what is left of the army."""
        changed = _of_round(self.rounds, number)
        if self.rolled is not None and number == 1:
            again = faces_that_hit(needed, changed.reroll)
            return _count_hits(changed, successes(self.rolled.again, 0, again, again), self.rolled.hits)
        return _hits(changed, changed.roll_dice(army.units), changed.rerolls(self.leaders, army.elite), needed)

    def with_elite_reduced(self, army: UnitCounts) -> UnitCounts | None:
        """Return the army with one elite unit made regular; None without an elite or a figure for it.

        Regular units that the battle has cost are figures again (WR-BATTLE-26).
        """
        at_hand = self.figures is None or self.figures + self.army.regular > army.regular
        return UnitCounts(army.regular + 1, army.elite - 1) if army.elite and at_hand else None

    def after_hit(self, army: UnitCounts) -> UnitCounts:
        """Return the army after one hit (WR-BATTLE-25, -27).

        Without a figure to replace it, it is lost for the first of two hits.
        """
        reduced = self.with_elite_reduced(army)
        if reduced and (self.elites_first or not army.regular):
            return reduced
        return UnitCounts(army.regular - 1, army.elite) if army.regular else UnitCounts(0, army.elite - 1)

    def losses(self, army: UnitCounts, hits: Hits) -> dict[UnitCounts, int]:
        """Return the armies that may be left after the hits, each with its number of cases."""
        found: dict[UnitCounts, int] = {}
        paid = False  # an elite unit that is lost whole pays for the next hit too
        for cases in hits.cases:
            if cases:
                found[army] = found.get(army, 0) + cases
            if paid or not army.units:
                paid = False
            else:
                left = self.after_hit(army)
                paid = left.regular == army.regular
                army = left
        return found


@dataclass(frozen=True)
class BattleSetup:
    """The terms of a battle.

    needed: on what the attacker hits in round 1, 2...; the last goes on. lasts: rounds of an assault on a Stronghold
    (WR-SIEGE-12), None for another battle; extensions: how many more the attacker wants, as long as he can reduce an
    elite unit for each (WR-SIEGE-13).
    """

    attack: BattleSide
    defence: BattleSide
    needed: tuple[int, ...] = (HIT,)
    lasts: int | None = None
    extensions: int = 0

    def with_attack_policy(self, stops: Policy) -> BattleSetup:
        """Return the battle in which the attacker ceases by that policy."""
        return replace(self, attack=self.attack._replace(stops=stops))

    @cached_property
    def steady_round(self) -> int:
        """Return the round from which on all are alike, from 1."""
        assault = (self.lasts or 1) + self.extensions
        begun = 2 if self.attack.rolled or self.defence.rolled else 1
        return max(begun, len(self.attack.rounds), len(self.defence.rounds), len(self.needed), assault)

    def hits(self, number: int, attack: UnitCounts, defence: UnitCounts) -> tuple[Hits, Hits]:
        """Return the hits of the attacker and of the defender, with the armies at the beginning of the round."""
        needed = _of_round(self.needed, number)
        return self.attack.hits(number, attack, needed), self.defence.hits(number, defence, HIT)

    def place_after_round(self, number: int, attack: UnitCounts, defence: UnitCounts) -> BattlePosition | BattleEnd:
        """Return the next position, or the end, after a round that leaves these armies."""
        own, enemy = attack.units, defence.units
        if not own or not enemy:
            return BattleEnd(
                "attacker_wins" if own else "defender_wins" if enemy else "both_destroyed", attack, defence
            )
        if self.attack.stops(own, enemy):
            return BattleEnd("attacker_ceases", attack, defence)
        if self.lasts is not None:
            left: UnitCounts | None = attack
            if number >= self.lasts:
                left = self.attack.with_elite_reduced(attack) if number < self.lasts + self.extensions else None
            return BattlePosition(number + 1, left, defence) if left else BattleEnd("siege_goes_on", attack, defence)
        if self.defence.stops(enemy, own):
            return BattleEnd("defender_retreats", attack, defence)
        return BattlePosition(min(number + 1, self.steady_round), attack, defence)


class BattleOdds(NamedTuple):
    """The chance of every end, and the average number of rounds."""

    ends: Mapping[BattleEnd, Fraction]
    rounds: Fraction


Shares = list[tuple[Fraction, int]]  # of a chance: so many times that much


def battle_odds(battle: BattleSetup) -> BattleOdds:
    """Return the chances of all ends of a battle.

    A round without losses leads to itself once all rounds are alike; what else it leads to is all that comes of it.
    """
    start = BattlePosition(1, battle.attack.army, battle.defence.army)
    found: dict[BattlePosition | BattleEnd, Shares] = {start: [(Fraction(1), 1)]}
    order = [_place_order(start)]
    rounds: Shares = []
    while order:
        place = heappop(order)[-1]
        chance, (number, attack, defence) = _sum_fractions(found.pop(place)), place
        scored, suffered = battle.hits(number, attack, defence)
        lost, total = battle.defence.losses(defence, scored), scored.total * suffered.total
        cases: dict[BattlePosition | BattleEnd, int] = {}
        for left, ways in battle.attack.losses(attack, suffered).items():
            for other, more in lost.items():
                after = battle.place_after_round(number, left, other)
                cases[after] = cases.get(after, 0) + ways * more
        share = chance / (total - cases.pop(place, 0))
        rounds.append((share, total))
        for after, ways in cases.items():
            if after not in found:
                found[after] = []
                if isinstance(after, BattlePosition):
                    heappush(order, _place_order(after))
            found[after].append((share, ways))
    return BattleOdds(
        {end: _sum_fractions(shares) for end, shares in found.items() if isinstance(end, BattleEnd)},
        _sum_fractions(rounds),
    )


def _place_order(place: BattlePosition) -> tuple[int, int, BattlePosition]:
    """Return the sorting key of a position: by round, then by hits from the end."""
    number, attack, defence = place
    return number, -(attack.units + attack.elite + defence.units + defence.elite), place


@lru_cache(256)
def _hits(changed: Modifiers, dice: int, rerolls: int, needed: int) -> Hits:
    """Return the hits of both rolls together (WR-BATTLE-20..23)."""
    first, again = [faces_that_hit(needed, added) for added in (changed.roll, changed.reroll)]
    return _count_hits(changed, successes(dice, rerolls, first, again))


def _count_hits(changed: Modifiers, rolled: Hits, before: int = 0) -> Hits:
    """Return the hits that are suffered, of those scored before and those of a roll."""
    cases = [0] * (changed.count_hits(before + len(rolled.cases) - 1) + 1)
    for hits, ways in enumerate(rolled.cases, before):
        cases[changed.count_hits(hits)] += ways
    shared = gcd(*cases)
    return Hits(tuple([ways // shared for ways in cases]), rolled.total // shared)


def _of_round(rows: Sequence[Row], number: int) -> Row:
    """Return the row that holds in a round, from 1."""
    return rows[min(number, len(rows)) - 1]


def _sum_fractions(shares: Shares) -> Fraction:
    """Return the sum, brought to one denominator at once."""
    common = lcm(*[share.denominator for share, _ in shares])
    return Fraction(sum([share.numerator * times * (common // share.denominator) for share, times in shares]), common)
