"""Distances of characters without an army (WR-CHAR-6..14), and barriers on their way."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.wotr.rules.map.characters import WHITE
from companion.games.wotr.rules.map.companions import HOBBITS
from companion.games.wotr.state import State, holder, place_of
from companion.games.wotr.tables import FP, SHADOW

SHADOWFAX = 4  # Level of Gandalf the White, alone or with one Hobbit


def group_level(state: State, group: Iterable[str]) -> int:
    """Return how far a group goes: the highest Level in it, or by Shadowfax (WR-CHAR-6, -7)."""
    members = set(group)
    facts = state.setup.tables.characters
    rest = members - {WHITE}
    if WHITE in members and (not rest or (len(rest) == 1 and rest <= set(HOBBITS))):
        return SHADOWFAX
    return max([facts[id].level for id in members])


def is_besieged(state: State, region: str, side: int) -> bool:
    """Return whether a stronghold of that side is under siege: nobody of it goes in or out on his own (WR-CHAR-11)."""
    return region in state.besieged and holder(state, region) == side


def shut_in(state: State, character: str) -> bool:
    """He is inside a besieged stronghold and may not leave it on his own (WR-CHAR-11, -29); the Witch-king may.

    False where the players keep the armies: they see to it themselves.
    """
    facts = state.setup.tables.characters[character]
    return state.setup.armies and facts.level >= 0 and is_besieged(state, place_of(state, character), facts.side)


def is_barred_to_minions(state: State, region: str) -> bool:
    """Return whether the Free Peoples hold an unbesieged stronghold there: closed to lone minions (WR-CHAR-14)."""
    facts = state.setup.tables.regions[region]
    return facts.settlement == "stronghold" and holder(state, region) == FP and region not in state.besieged


def reach(state: State, start: str, steps: int, side: int, through_sieges: bool = False) -> list[str]:
    """Return the regions that characters of a side may end in, the nearest first (WR-CHAR-9..12, -14, WR-FELL-35..37).

    through_sieges: a card lets them into a besieged stronghold; out of one only where the players keep the armies.
    """
    regions = state.setup.tables.regions
    found, edge = [start], [start]
    if is_besieged(state, start, side) and (state.setup.armies or not through_sieges):
        return found
    for _ in range(steps):
        ahead = []
        for here in edge:
            facts = regions[here]
            if here != start and _halts(state, here, side):
                continue
            for there in facts.neighbours:
                if there in found or (side == SHADOW and is_barred_to_minions(state, there)):
                    continue
                if is_besieged(state, there, side) and not through_sieges:
                    continue
                found.append(there)
                ahead.append(there)
        edge = ahead
    return found


def _halts(state: State, region: str, side: int) -> bool:
    """Return whether a move ends there: an enemy stronghold for companions (WR-CHAR-10), a siege for both."""
    strong = state.setup.tables.regions[region].settlement == "stronghold"
    return (strong and side == FP and holder(state, region) == SHADOW) or is_besieged(state, region, side)


def regions_within(state: State, start: str, steps: int) -> set[str]:
    """Return the regions up to so many steps away, without barriers."""
    found = {start}
    for _ in range(steps):
        found |= {there for here in found for there in state.setup.tables.regions[here].neighbours}
    return found
