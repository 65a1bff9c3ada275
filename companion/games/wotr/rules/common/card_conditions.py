"""What has to be true before an event card may be played (WR-EVENT-8), or while it lies on the table (WR-EVENT-11).

Only what the app can know of it: where the armies decide too, the rest is for those who see the board.
"""

from __future__ import annotations

from companion.games.wotr.rules.common import politics
from companion.games.wotr.rules.common.table_cards import drop
from companion.games.wotr.state import ASIDE, GONE, OFF_TRACK, Draft, State, holder, place_of
from companion.games.wotr.tables import FP
from companion.games.wotr.verbs import CONDITIONS, Character, Nation, Region, hold


def conditions_hold(state: State, card: str) -> bool:
    """Nothing that the app knows speaks against playing it."""
    return hold(state, state.setup.tables.cards[card].needs)


def discard_ended(draft: Draft) -> None:
    """Cards on the table whose condition has ended are discarded (WR-EVENT-11)."""
    for at, side in enumerate(draft.sides):
        for card in side.table:
            if not hold(draft, draft.setup.tables.cards[card].stays):
                drop(draft, at, card, "WR-EVENT-11")


def land(state: State, character: str) -> str | None:
    """The nation in whose land it stands (nothing: in none), None where it is not on the map."""
    region = state.setup.tables.regions.get(place_of(state, character))
    return region.nation if region else None


def companions_out(state: State) -> list[str]:
    """Companions on the map."""
    facts = state.setup.tables.characters
    return [id for id in facts if facts[id].kind == "companion" and land(state, id) is not None]


def peaceful_lands(state: State) -> list[str]:
    """Nations of the Free Peoples, not At War, with the Ring-bearers or a companion in their land."""
    here = state.setup.tables.regions.get(state.fellowship.region)
    lands = {here.nation if here else "", *[land(state, id) for id in companions_out(state)]}
    return [id for id in politics.nations_of(state, FP) if id in lands and not politics.at_war(state, id)]


# --- characters -------------------------------------------------------------------------------------------------------


@CONDITIONS.verb
def in_play(state: State, character: Character) -> bool:
    """On the map or in the Fellowship."""
    return place_of(state, character) not in (ASIDE, GONE)


@CONDITIONS.verb
def companion_on_map(
    state: State, of: tuple[Character, ...] = (), nations: tuple[Nation, ...] = (), regions: tuple[Region, ...] = ()
) -> bool:
    """A companion, or one of these, is on the map; where nations or regions are given, in their lands or in them."""
    out = [id for id in of if land(state, id) is not None] if of else companions_out(state)
    if nations or regions:
        return any(land(state, id) in nations or place_of(state, id) in regions for id in out)
    return bool(out)


@CONDITIONS.verb
def outside_free_lands(state: State, character: Character) -> bool:
    """It is on the map, and in the land of no nation of the Free Peoples."""
    nation = land(state, character)
    return nation is not None and nation not in politics.nations_of(state, FP)


# --- the Fellowship --------------------------------------------------------------------------------------------------


@CONDITIONS.verb
def companion_in_fellowship(state: State, of: tuple[Character, ...] = ()) -> bool:
    """A companion, or one of these, is with the Ring-bearers."""
    return any(not of or id in of for id in state.fellowship.companions)


@CONDITIONS.verb
def guide(state: State, character: Character) -> bool:
    """It is the Guide."""
    return state.fellowship.guide == character


@CONDITIONS.verb
def corruption_up_to(state: State, number: int) -> bool:
    """The corruption is no more than that."""
    return state.fellowship.corruption <= number


@CONDITIONS.verb
def revealed(state: State) -> bool:
    """The Fellowship is not hidden."""
    return not state.fellowship.hidden


@CONDITIONS.verb
def has_progress(state: State) -> bool:
    """The Fellowship is on its way, not on the Mordor Track, and not at step 0."""
    return state.fellowship.progress > 0 and state.fellowship.step == OFF_TRACK


@CONDITIONS.verb
def fellowship_in(state: State, region: Region) -> bool:
    """The Ring-bearers are in that region."""
    return state.fellowship.region == region


@CONDITIONS.verb
def outside_free_settlements(state: State) -> bool:
    """The Ring-bearers are in no region with a settlement that belongs to the Free Peoples."""
    facts = state.setup.tables.regions.get(state.fellowship.region)
    return not (facts and facts.settlement and facts.side == FP)


# --- nations and regions ---------------------------------------------------------------------------------------------


@CONDITIONS.verb
def at_war(state: State, nations: tuple[Nation, ...]) -> bool:
    """All of them are At War."""
    return all(politics.at_war(state, nation) for nation in nations)


@CONDITIONS.verb
def active(state: State, nation: Nation) -> bool:
    """It is active."""
    return politics.is_active(state, nation)


@CONDITIONS.verb
def passive(state: State, nation: Nation) -> bool:
    """It is passive."""
    return not politics.is_active(state, nation)


@CONDITIONS.verb
def in_peaceful_land(state: State) -> bool:
    """The Ring-bearers or a companion are in the land of a nation that is not At War."""
    return bool(peaceful_lands(state))


@CONDITIONS.verb
def besieged(state: State, region: Region) -> bool:
    """Its stronghold is besieged."""
    return region in state.besieged


@CONDITIONS.verb
def held_by_free_peoples(state: State, region: Region) -> bool:
    """The Free Peoples hold its settlement."""
    return holder(state, region) == FP


@CONDITIONS.verb
def stronghold_taken(state: State, nation: Nation) -> bool:
    """The enemy holds a stronghold of it."""
    regions = state.setup.tables.regions
    return any((regions[id].nation, regions[id].settlement) == (nation, "stronghold") for id in state.taken)
