"""Where event cards let something happen (WR-EVENT-9): what has to be so of a region, seen by the side that plays them.

Only where the app keeps the armies.
"""

from __future__ import annotations

from typing import Literal

from companion.games.wotr.rules.common.sides import other
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


def nazgul_at(t: State, region: str) -> int:
    """Nazgûl in a region, the Witch-king included (WR-CHAR-16)."""
    return armies.count(t, region, "nazgul") + (place_of(t, characters.WITCH_KING) == region)


def besieges(t: State, region: str, side: int) -> bool:
    """An army of that side besieges the Stronghold there."""
    return region in t.besieged and holder(t, region) == other(side)


def armies_where(t: State, side: int, where: Calls) -> list[str]:
    """Regions with an army of that side that are all of these places for it."""
    return [id for id in armies.occupied(t, side) if is_place(t, id, side, where)]


@CONDITIONS.verb
def army(t: State, side: Side, where: Places) -> bool:
    """There is an army of that side in such a region."""
    if not t.setup.armies:
        return True
    at = SIDES.index(side)
    return bool(armies_where(t, at, where))


@CONDITIONS.verb
def nazgul_beside_fellowship(t: State, told: bool = False) -> bool:
    """A Nazgûl is beside the Ring-bearers. The app may know the Witch-king alone; told: the players see the others."""
    if told and not t.setup.armies:
        return True
    return place_of(t, characters.WITCH_KING) == t.fellowship.region or (
        t.setup.armies and armies.count(t, t.fellowship.region, "nazgul") > 0
    )


# --- what the map says -----------------------------------------------------------------------------------------------


@PLACES.verb
def in_(t: State, region: str, side: int, regions: tuple[Region, ...]) -> bool:
    """One of these."""
    return region in regions


@PLACES.verb
def land(t: State, region: str, side: int, nations: tuple[Nation, ...]) -> bool:
    """In the land of one of these nations."""
    return t.setup.tables.regions[region].nation in nations


@PLACES.verb
def settlement(t: State, region: str, side: int, sort: Literal["any", "stronghold"] = "any") -> bool:
    """With a settlement, or with a Stronghold, whoever holds it."""
    found = t.setup.tables.regions[region].settlement
    return bool(found) if sort == "any" else found == sort


@PLACES.verb
def coastal(t: State, region: str, side: int) -> bool:
    """At the sea."""
    return t.setup.tables.regions[region].coastal


@PLACES.verb
def east_edge(t: State, region: str, side: int) -> bool:
    """At the eastern edge of the map."""
    return t.setup.tables.regions[region].east_edge


@PLACES.verb
def beside(t: State, region: str, side: int, regions: tuple[Region, ...]) -> bool:
    """Next to one of these."""
    return not {*regions}.isdisjoint(t.setup.tables.regions[region].neighbours)


@PLACES.verb
def near(t: State, region: str, side: int, where: Places) -> bool:
    """Such a place itself, or next to one."""
    return any(is_place(t, id, side, where) for id in (region, *t.setup.tables.regions[region].neighbours))


@PLACES.verb
def either(t: State, region: str, side: int, one: Places, another: Places) -> bool:
    """One or another place."""
    return is_place(t, region, side, one) or is_place(t, region, side, another)


# --- who stands there ------------------------------------------------------------------------------------------------


@PLACES.verb
def free(t: State, region: str, side: int) -> bool:
    """Without an enemy army and an enemy settlement (WR-MAP-5)."""
    return armies.free(t, region, side)


@PLACES.verb
def own_army(t: State, region: str, side: int, nations: Number = 1) -> bool:
    """With an army of the side, with units of so many nations."""
    return len(armies.nations_of(t, armies.army(t, region, side))) >= nations


@PLACES.verb
def enemy(t: State, region: str, side: int, where: Places = ()) -> bool:
    """With an enemy army, and for the enemy such a place."""
    foe = other(side)
    return armies.units(t, region, foe) > 0 and is_place(t, region, foe, where)


@PLACES.verb
def unit_of(t: State, region: str, side: int, nation: Nation) -> bool:
    """With a unit of that nation."""
    return nation in armies.nations_of(t, armies.army(t, region, t.setup.tables.nations[nation].side))


@PLACES.verb
def besieging(t: State, region: str, side: int) -> bool:
    """An army of the side besieges the Stronghold there."""
    return besieges(t, region, side)


@PLACES.verb
def no_siege(t: State, region: str, side: int) -> bool:
    """No Stronghold there is besieged, by whomever."""
    return region not in t.besieged


@PLACES.verb
def unbesieged(t: State, region: str, side: int) -> bool:
    """What the side has there is not inside a besieged Stronghold."""
    return not armies.besieged_there(t, region, side)


@PLACES.verb
def character(t: State, region: str, side: int, of: tuple[Character, ...]) -> bool:
    """One of these characters stands there."""
    return any(place_of(t, id) == region for id in of)


@PLACES.verb
def companion(t: State, region: str, side: int) -> bool:
    """A Companion stands there."""
    facts = t.setup.tables.characters
    return any(facts[id].kind == "companion" for id in facts if place_of(t, id) == region)


@PLACES.verb
def nazgul(t: State, region: str, side: int, figure: bool = False) -> bool:
    """A Nazgûl is there; figure: besides the Witch-king."""
    return armies.count(t, region, "nazgul") > 0 if figure else nazgul_at(t, region) > 0
