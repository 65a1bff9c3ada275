"""Conditions of places that event cards name (WR-EVENT-9), seen by the side that plays them.

Only where the app keeps the armies.
"""

from __future__ import annotations

from typing import Literal

from companion.games.wotr.rules.common.sides import opponent
from companion.games.wotr.rules.map import armies, characters
from companion.games.wotr.state import State, holder, place_of
from companion.games.wotr.tables import SIDES
from companion.games.wotr.verbs import (
    CONDITIONS,
    PLACES,
    Character,
    Nation,
    Number,
    Places,
    Region,
    Side,
    is_place,
)
from companion.play.game.verbs import Calls


def nazgul_at(state: State, region: str) -> int:
    """Return the number of Nazgûl in a region, the Witch-king included (WR-CHAR-16)."""
    return armies.count(state, region, "nazgul") + (place_of(state, characters.WITCH_KING) == region)


def besieges(state: State, region: str, side: int) -> bool:
    """Return whether an army of that side besieges the Stronghold there."""
    return region in state.besieged and holder(state, region) == opponent(side)


def armies_where(state: State, side: int, where: Calls) -> list[str]:
    """Return the regions with an army of that side that meet all of these places."""
    return [id for id in armies.occupied_regions(state, side) if is_place(state, id, side, where)]


@CONDITIONS.verb
def army(state: State, side: Side, where: Places) -> bool:
    """Return whether there is an army of that side in such a region."""
    if not state.setup.armies:
        return True
    at = SIDES.index(side)
    return bool(armies_where(state, at, where))


@CONDITIONS.verb
def nazgul_beside_fellowship(state: State, told: bool = False) -> bool:
    """A Nazgûl is beside the Ring-bearers. The app may know the Witch-king alone; told: the players see the others."""
    if told and not state.setup.armies:
        return True
    return place_of(state, characters.WITCH_KING) == state.fellowship.region or (
        state.setup.armies and armies.count(state, state.fellowship.region, "nazgul") > 0
    )


# --- what the map says -----------------------------------------------------------------------------------------------


@PLACES.verb
def in_(state: State, region: str, side: int, regions: tuple[Region, ...]) -> bool:
    """Return whether the region is one of these."""
    return region in regions


@PLACES.verb
def land(state: State, region: str, side: int, nations: tuple[Nation, ...]) -> bool:
    """Return whether the region is in the land of one of these nations."""
    return state.setup.tables.regions[region].nation in nations


@PLACES.verb
def settlement(state: State, region: str, side: int, sort: Literal["any", "stronghold"] = "any") -> bool:
    """Return whether the region has a settlement of that sort of a nation of the side, whoever holds it."""
    found = state.setup.tables.regions[region].settlement
    return bool(found) if sort == "any" else found == sort


@PLACES.verb
def coastal(state: State, region: str, side: int) -> bool:
    """Return whether the region is at the sea."""
    return state.setup.tables.regions[region].coastal


@PLACES.verb
def east_edge(state: State, region: str, side: int) -> bool:
    """Return whether the region is at the eastern edge of the map."""
    return state.setup.tables.regions[region].east_edge


@PLACES.verb
def beside(state: State, region: str, side: int, regions: tuple[Region, ...]) -> bool:
    """Return whether the region is next to one of these."""
    return not {*regions}.isdisjoint(state.setup.tables.regions[region].neighbours)


@PLACES.verb
def near(state: State, region: str, side: int, where: Places) -> bool:
    """Return whether the region is such a place itself, or next to one."""
    return any(is_place(state, id, side, where) for id in (region, *state.setup.tables.regions[region].neighbours))


@PLACES.verb
def either(state: State, region: str, side: int, one: Places, another: Places) -> bool:
    """Return whether the region is one or another place."""
    return is_place(state, region, side, one) or is_place(state, region, side, another)


# --- who stands there ------------------------------------------------------------------------------------------------


@PLACES.verb
def free(state: State, region: str, side: int) -> bool:
    """Return whether no enemy army or settlement is there (WR-MAP-5)."""
    return armies.is_free_region(state, region, side)


@PLACES.verb
def own_army(state: State, region: str, side: int, nations: Number = 1) -> bool:
    """Return whether an army of the side, with units of so many nations, is there."""
    return len(armies.nations_of(state, armies.army(state, region, side))) >= nations


@PLACES.verb
def enemy(state: State, region: str, side: int, where: Places = ()) -> bool:
    """Return whether an enemy army is there, and for the enemy it is such a place."""
    foe = opponent(side)
    return armies.units(state, region, foe) > 0 and is_place(state, region, foe, where)


@PLACES.verb
def unit_of(state: State, region: str, side: int, nation: Nation) -> bool:
    """Return whether a unit of that nation is there."""
    return nation in armies.nations_of(state, armies.army(state, region, state.setup.tables.nations[nation].side))


@PLACES.verb
def besieging(state: State, region: str, side: int) -> bool:
    """Return whether an army of the side besieges the Stronghold there."""
    return besieges(state, region, side)


@PLACES.verb
def no_siege(state: State, region: str, side: int) -> bool:
    """Return whether no Stronghold there is besieged."""
    return region not in state.besieged


@PLACES.verb
def unbesieged(state: State, region: str, side: int) -> bool:
    """Return whether the side's army is not inside a besieged Stronghold."""
    return not armies.besieged_there(state, region, side)


@PLACES.verb
def character(state: State, region: str, side: int, of: tuple[Character, ...]) -> bool:
    """Return whether one of these characters is there."""
    return any(place_of(state, id) == region for id in of)


@PLACES.verb
def companion(state: State, region: str, side: int) -> bool:
    """Return whether a Companion is there."""
    facts = state.setup.tables.characters
    return any(facts[id].kind == "companion" for id in facts if place_of(state, id) == region)


@PLACES.verb
def nazgul(state: State, region: str, side: int, figure: bool = False) -> bool:
    """Return whether a Nazgûl is there; figure: besides the Witch-king."""
    return armies.count(state, region, "nazgul") > 0 if figure else nazgul_at(state, region) > 0
