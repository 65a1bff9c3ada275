"""The app's own player's evaluation of a table, in points for each purpose.

The weights are in content/wotr/bot.yaml; no rule is here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from companion.games.wotr.bots.bot_ring import distances_to, ring_chance
from companion.games.wotr.rules.common import ending, politics
from companion.games.wotr.rules.common.sides import opponent, seats_of
from companion.games.wotr.state import IN_FELLOWSHIP, Figures, State
from companion.games.wotr.tables import FP, POINTS, SHADOW, Tables

if TYPE_CHECKING:
    from companion.content.model import Content


def evaluate_table(content: Content, state: State, seat: str) -> float:
    """Return how good the table is for a seat, from 0 (lost) to 1 (won).

    A partner's own victory counts nearly as much.
    """
    side = state.setup.sides[state.setup.seats.index(seat)]
    if state.ending:
        if seat in state.winners:
            return 1.0
        return 0.9 if any(state.setup.tables.seats[id].side == side for id in state.winners) else 0.0
    points = sum(points_by_purpose(state).values())
    points = points if side == FP else -points
    return 0.5 + 0.45 * points / (state.setup.tables.weights["half"] + abs(points))


def points_by_purpose(state: State) -> dict[str, int]:
    """Return the points of the Free Peoples by purpose."""
    weight = state.setup.tables.weights
    found = {
        "ring": round(weight["ring_destroyed"] * (ring_chance(state) - 0.5)),
        "hunt": _hunt_points(weight, state),
        "points": _victory_weight(weight, state),
        "politics": _political_points(weight, state),
        "means": _resource_points(weight, state),
    }
    if state.setup.armies:
        facts = state.setup.tables
        wars = tuple([politics.at_war(state, id) for id in facts.nations])
        found["armies"] = _army_points(facts, state.figures, state.taken, wars)
    return found


def _hunt_points(weight: Mapping[str, int], state: State) -> int:
    level = state.box.level
    few = min(level, 3)
    return weight["hunt_die"] * few + weight["hunt_die_more"] * (level - few)


def _victory_weight(weight: Mapping[str, int], state: State) -> int:
    found = 0
    for side, name in enumerate(("point_fp", "point_shadow")):
        points = ending.victory_points(state, side)
        found += weight[name] * points + weight[f"{name}_square"] * points * points
    return found


def _political_points(weight: Mapping[str, int], state: State) -> int:
    found = 0
    nations = state.setup.tables.nations.values()
    for nation, box, active in zip(nations, state.boxes, state.active, strict=True):
        if nation.side == FP:
            found += weight["politics_fp"] * box + weight["active_fp"] * active
        else:
            found += weight["politics_shadow"] * box
    return found


def _resource_points(weight: Mapping[str, int], state: State) -> int:
    """Return the points for dice, rings, cards and characters on the map."""
    found = 0
    for side, sign in ((FP, 1), (SHADOW, -1)):
        has = state.sides[side]
        cards = sum([state.hands[seat_index].size for seat_index in seats_of(state, side)])
        found += sign * (
            weight["die"] * (has.pool + has.coming)
            + weight["unused"] * has.dice
            + weight["ring"] * has.rings
            + weight["card"] * cards
            + weight["card_on_table"] * len(has.table)
        )
    for character, at in zip(state.setup.tables.characters.values(), state.where, strict=True):
        if at and at != IN_FELLOWSHIP and at in state.setup.tables.regions:
            found += weight["character"] * (1 if character.side == FP else -1)
    return found


# --- armies ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 10)
def _army_points(
    facts: Tables,
    figures: tuple[Figures, ...],
    taken: tuple[str, ...],
    wars: tuple[bool, ...],
) -> int:
    """Return the points for units, leaders and the places that they threaten."""
    weight = facts.weights
    strength: tuple[dict[str, int], dict[str, int]] = ({}, {})  # units in a region
    ready: tuple[dict[str, int], dict[str, int]] = ({}, {})  # of nations At War, others count a third
    found = 0
    for region, row in zip(facts.regions, figures, strict=True):
        for side in (FP, SHADOW) if row else ():
            units, able, leaders = _region_strength(facts, row, side, wars, weight["elite"])
            found += units * weight[UNIT[side]] + leaders * weight[LEADERS[side]]
            if units:
                strength[side][region], ready[side][region] = units, able
    held = {*taken}
    for region, points, owner in prize_regions(facts):
        now = opponent(owner) if region in held else owner
        enemy = opponent(now)
        if owner == enemy:
            points = points * 2 // 3  # to win back is less than to win
        guard = strength[now].get(region, 0)
        guard += guard // 2 + 1
        far = distances_to(facts, (region,))
        near = 0
        for start, units in ready[enemy].items():
            if far[start] < weight["far"]:
                near = max(near, 100 * units // (1 + far[start]))
        found += weight[THREAT[enemy]] * points * near // (near + 100 * guard)
    return found


@lru_cache(maxsize=1 << 12)
def _region_strength(
    facts: Tables, row: Figures, side: int, wars: tuple[bool, ...], elite: int
) -> tuple[int, int, int]:
    """Return a region's units (an elite counts as several), those that may attack, and its leaders."""
    units = able = leaders = 0
    at_war = dict(zip(facts.nations, wars, strict=True))
    for figure, number in zip(facts.figures.values(), row, strict=True):
        if number and figure.side == side:
            if figure.unit:
                worth = number * (elite if figure.reduced else 1)
                units += worth
                able += worth if at_war[figure.nation] else worth // 3
            else:
                leaders += number
    return units, able + min(able, leaders) // 2, leaders


UNIT = ("unit_fp", "unit_shadow")
LEADERS = ("leader_fp", "leader_shadow")
THREAT = ("threat_fp", "threat_shadow")


@lru_cache(maxsize=8)
def prize_regions(facts: Tables) -> tuple[tuple[str, int, int], ...]:
    """Return the places worth points: region, points, side that they belong to."""
    return tuple(
        [(id, POINTS[row.settlement], row.side) for id, row in facts.regions.items() if row.settlement in POINTS]
    )
