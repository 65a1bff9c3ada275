"""What has to be true before an event card may be played (WR-EVENT-8), or while it lies on the table (WR-EVENT-11).

Only what the app can know of it: where the armies decide too, the rest is for those who see the board.
"""

from __future__ import annotations

from companion.games.wotr.rules.common import politics
from companion.games.wotr.rules.common.table_cards import drop
from companion.games.wotr.state import ASIDE, GONE, OFF_TRACK, Draft, State, holder, place_of
from companion.games.wotr.tables import FP
from companion.games.wotr.verbs import CONDITIONS, Character, Nation, Region, hold


def met(t: State, card: str) -> bool:
    """Nothing that the app knows speaks against playing it."""
    return hold(t, t.setup.tables.cards[card].needs)


def discard_ended(draft: Draft) -> None:
    """Cards on the table whose condition has ended are discarded (WR-EVENT-11)."""
    for at, side in enumerate(draft.sides):
        for card in side.table:
            if not hold(draft, draft.setup.tables.cards[card].stays):
                drop(draft, at, card, "WR-EVENT-11")


def land(t: State, character: str) -> str | None:
    """The nation in whose land it stands (nothing: in none), None where it is not on the map."""
    region = t.setup.tables.regions.get(place_of(t, character))
    return region.nation if region else None


def companions_out(t: State) -> list[str]:
    """Companions on the map."""
    facts = t.setup.tables.characters
    return [id for id in facts if facts[id].kind == "companion" and land(t, id) is not None]


def peaceful_lands(t: State) -> list[str]:
    """Nations of the Free Peoples, not At War, with the Ring-bearers or a companion in their land."""
    here = t.setup.tables.regions.get(t.fellowship.region)
    lands = {here.nation if here else "", *[land(t, id) for id in companions_out(t)]}
    return [id for id in politics.nations_of(t, FP) if id in lands and not politics.at_war(t, id)]


# --- characters -------------------------------------------------------------------------------------------------------


@CONDITIONS.verb
def in_play(t: State, character: Character) -> bool:
    """On the map or in the Fellowship."""
    return place_of(t, character) not in (ASIDE, GONE)


@CONDITIONS.verb
def companion_on_map(
    t: State, of: tuple[Character, ...] = (), nations: tuple[Nation, ...] = (), regions: tuple[Region, ...] = ()
) -> bool:
    """A companion, or one of these, is on the map; where nations or regions are given, in their lands or in them."""
    out = [id for id in of if land(t, id) is not None] if of else companions_out(t)
    if nations or regions:
        return any(land(t, id) in nations or place_of(t, id) in regions for id in out)
    return bool(out)


@CONDITIONS.verb
def outside_free_lands(t: State, character: Character) -> bool:
    """It is on the map, and in the land of no nation of the Free Peoples."""
    nation = land(t, character)
    return nation is not None and nation not in politics.nations_of(t, FP)


# --- the Fellowship --------------------------------------------------------------------------------------------------


@CONDITIONS.verb
def companion_in_fellowship(t: State, of: tuple[Character, ...] = ()) -> bool:
    """A companion, or one of these, is with the Ring-bearers."""
    return any(not of or id in of for id in t.fellowship.companions)


@CONDITIONS.verb
def guide(t: State, character: Character) -> bool:
    """It is the Guide."""
    return t.fellowship.guide == character


@CONDITIONS.verb
def corruption_up_to(t: State, number: int) -> bool:
    """The corruption is no more than that."""
    return t.fellowship.corruption <= number


@CONDITIONS.verb
def revealed(t: State) -> bool:
    """The Fellowship is not hidden."""
    return not t.fellowship.hidden


@CONDITIONS.verb
def has_progress(t: State) -> bool:
    """The Fellowship is on its way, not on the Mordor Track, and not at step 0."""
    return t.fellowship.progress > 0 and t.fellowship.step == OFF_TRACK


@CONDITIONS.verb
def fellowship_in(t: State, region: Region) -> bool:
    """The Ring-bearers are in that region."""
    return t.fellowship.region == region


@CONDITIONS.verb
def outside_free_settlements(t: State) -> bool:
    """The Ring-bearers are in no region with a settlement that belongs to the Free Peoples."""
    facts = t.setup.tables.regions.get(t.fellowship.region)
    return not (facts and facts.settlement and facts.side == FP)


# --- nations and regions ---------------------------------------------------------------------------------------------


@CONDITIONS.verb
def at_war(t: State, nations: tuple[Nation, ...]) -> bool:
    """All of them are At War."""
    return all(politics.at_war(t, nation) for nation in nations)


@CONDITIONS.verb
def active(t: State, nation: Nation) -> bool:
    """It is active."""
    return politics.is_active(t, nation)


@CONDITIONS.verb
def passive(t: State, nation: Nation) -> bool:
    """It is passive."""
    return not politics.is_active(t, nation)


@CONDITIONS.verb
def in_peaceful_land(t: State) -> bool:
    """The Ring-bearers or a companion are in the land of a nation that is not At War."""
    return bool(peaceful_lands(t))


@CONDITIONS.verb
def besieged(t: State, region: Region) -> bool:
    """Its stronghold is besieged."""
    return region in t.besieged


@CONDITIONS.verb
def held_by_free_peoples(t: State, region: Region) -> bool:
    """The Free Peoples hold its settlement."""
    return holder(t, region) == FP


@CONDITIONS.verb
def stronghold_taken(t: State, nation: Nation) -> bool:
    """The enemy holds a stronghold of it."""
    regions = t.setup.tables.regions
    return any((regions[id].nation, regions[id].settlement) == (nation, "stronghold") for id in t.taken)
