"""A battle to its end, by exact dynamic programming over rounds and armies.

Pure numbers: knows units and dice, no table and no words. What the players decide is a policy: when each side stops,
how it takes its hits, how often an assault is extended. The units of a side are of one nation, so that the regular
figures at hand follow from those in its army; leaders stay until the last unit falls (WR-BATTLE-29).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
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
    """It stops with fewer units than this."""
    return lambda own, enemy: own < units


class Army(NamedTuple):
    """Units that take part in a battle."""

    regular: int
    elite: int

    @property
    def units(self) -> int:
        """Regular and elite ones alike."""
        return self.regular + self.elite


class Place(NamedTuple):
    """Before a round, numbered from 1."""

    number: int
    attack: Army
    defence: Army


ENDS = (
    "attacker_wins",
    "attacker_ceases",
    "siege_goes_on",
    "defender_retreats",
    "defender_wins",
    "both_destroyed",
)


class End(NamedTuple):
    """How a battle ends, one of ENDS, and who is left."""

    how: str
    attack: Army
    defence: Army


class Rolled(NamedTuple):
    """What a side has rolled already in round 1: hits, and dice that missed and are still rolled again."""

    hits: int
    again: int = 0


class Side(NamedTuple):
    """One side of a battle.

    leaders: Leadership of leaders, Nazgûl and characters. rounds: modifiers in round 1, 2...; the last ones go on.
    elites_first: an elite unit is reduced for a hit before a regular one is lost. figures: regular figures that are not
    in the army, for reducing elite units; None: enough. stops: when it ceases, or retreats. rolled: in the middle of
    round 1.
    """

    army: Army
    leaders: int = 0
    rounds: tuple[Modifiers, ...] = (Modifiers(),)
    elites_first: bool = False
    figures: int | None = None
    stops: Policy = POLICIES["never"]
    rolled: Rolled | None = None

    def hits(self, number: int, army: Army, needed: int) -> Hits:
        """How many are scored in a round, from 1, by what is left of the army."""
        changed = _of_round(self.rounds, number)
        if self.rolled is not None and number == 1:
            again = faces_that_hit(needed, changed.reroll)
            return _count_hits(changed, successes(self.rolled.again, 0, again, again), self.rolled.hits)
        return _hits(changed, changed.roll_dice(army.units), changed.rerolls(self.leaders, army.elite), needed)

    def with_elite_reduced(self, army: Army) -> Army | None:
        """What is left of the army with one elite unit made regular; None if there is none, or no figure for it.

        Regular units that the battle has cost are figures again (WR-BATTLE-26).
        """
        at_hand = self.figures is None or self.figures + self.army.regular > army.regular
        return Army(army.regular + 1, army.elite - 1) if army.elite and at_hand else None

    def after_hit(self, army: Army) -> Army:
        """The army after one hit (WR-BATTLE-25, -27). Removing an elite unit for two hits comes to the same.

        Without a figure to replace it, it is lost for the first of two hits.
        """
        reduced = self.with_elite_reduced(army)
        if reduced and (self.elites_first or not army.regular):
            return reduced
        return Army(army.regular - 1, army.elite) if army.regular else Army(0, army.elite - 1)

    def losses(self, army: Army, hits: Hits) -> dict[Army, int]:
        """What is left of the army, each in so many cases; more hits than it can take wipe it out."""
        found: dict[Army, int] = {}
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
class Battle:
    """What is fought, and how.

    needed: on what the attacker hits in round 1, 2...; the last goes on. lasts: rounds of an assault on a Stronghold
    (WR-SIEGE-12), None for another battle; extensions: how many more the attacker wants, as long as he can reduce an
    elite unit for each (WR-SIEGE-13).
    """

    attack: Side
    defence: Side
    needed: tuple[int, ...] = (HIT,)
    lasts: int | None = None
    extensions: int = 0

    @cached_property
    def steady_round(self) -> int:
        """The round from which on all are alike, from 1."""
        assault = (self.lasts or 1) + self.extensions
        begun = 2 if self.attack.rolled or self.defence.rolled else 1
        return max(begun, len(self.attack.rounds), len(self.defence.rounds), len(self.needed), assault)

    def hits(self, number: int, attack: Army, defence: Army) -> tuple[Hits, Hits]:
        """How many the attacker scores in a round, and the defender; armies as they are when it begins."""
        needed = _of_round(self.needed, number)
        return self.attack.hits(number, attack, needed), self.defence.hits(number, defence, HIT)

    def place_after_round(self, number: int, attack: Army, defence: Army) -> Place | End:
        """Where a round leads that leaves these armies."""
        own, enemy = attack.units, defence.units
        if not own or not enemy:
            return End("attacker_wins" if own else "defender_wins" if enemy else "both_destroyed", attack, defence)
        if self.attack.stops(own, enemy):
            return End("attacker_ceases", attack, defence)
        if self.lasts is not None:
            left: Army | None = attack
            if number >= self.lasts:
                left = self.attack.with_elite_reduced(attack) if number < self.lasts + self.extensions else None
            return Place(number + 1, left, defence) if left else End("siege_goes_on", attack, defence)
        if self.defence.stops(enemy, own):
            return End("defender_retreats", attack, defence)
        return Place(min(number + 1, self.steady_round), attack, defence)


class BattleOdds(NamedTuple):
    """Every end by chance, and how many rounds there are on average."""

    ends: Mapping[End, Fraction]
    rounds: Fraction


Shares = list[tuple[Fraction, int]]  # of a chance: so many times that much


def battle_odds(battle: Battle) -> BattleOdds:
    """What becomes of it, by chance.

    A round without losses leads to itself once all rounds are alike; what else it leads to is all that comes of it.
    """
    start = Place(1, battle.attack.army, battle.defence.army)
    found: dict[Place | End, Shares] = {start: [(Fraction(1), 1)]}
    order = [_place_order(start)]
    rounds: Shares = []
    while order:
        place = heappop(order)[-1]
        chance, (number, attack, defence) = _sum(found.pop(place)), place
        scored, suffered = battle.hits(number, attack, defence)
        lost, total = battle.defence.losses(defence, scored), scored.total * suffered.total
        cases: dict[Place | End, int] = {}
        for left, ways in battle.attack.losses(attack, suffered).items():
            for other, more in lost.items():
                after = battle.place_after_round(number, left, other)
                cases[after] = cases.get(after, 0) + ways * more
        share = chance / (total - cases.pop(place, 0))
        rounds.append((share, total))
        for after, ways in cases.items():
            if after not in found:
                found[after] = []
                if isinstance(after, Place):
                    heappush(order, _place_order(after))
            found[after].append((share, ways))
    return BattleOdds({end: _sum(shares) for end, shares in found.items() if isinstance(end, End)}, _sum(rounds))


def _place_order(place: Place) -> tuple[int, int, Place]:
    """Places in the order in which they lead to each other: by round, then by how many hits they are from the end."""
    number, attack, defence = place
    return number, -(attack.units + attack.elite + defence.units + defence.elite), place


@lru_cache(256)
def _hits(changed: Modifiers, dice: int, rerolls: int, needed: int) -> Hits:
    """Both rolls together (WR-BATTLE-20..23)."""
    first, again = [faces_that_hit(needed, added) for added in (changed.roll, changed.reroll)]
    return _count_hits(changed, successes(dice, rerolls, first, again))


def _count_hits(changed: Modifiers, rolled: Hits, before: int = 0) -> Hits:
    """Hits that are suffered, of those that were scored before and those of a roll."""
    cases = [0] * (changed.count_hits(before + len(rolled.cases) - 1) + 1)
    for hits, ways in enumerate(rolled.cases, before):
        cases[changed.count_hits(hits)] += ways
    shared = gcd(*cases)
    return Hits(tuple([ways // shared for ways in cases]), rolled.total // shared)


def _of_round(rows: Sequence[Row], number: int) -> Row:
    """What holds in a round, from 1."""
    return rows[min(number, len(rows)) - 1]


def _sum(shares: Shares) -> Fraction:
    """All together, brought to one denominator at once."""
    common = lcm(*[share.denominator for share, _ in shares])
    return Fraction(sum([share.numerator * times * (common // share.denominator) for share, times in shares]), common)
