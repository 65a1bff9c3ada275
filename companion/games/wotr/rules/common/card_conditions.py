"""Conditions of event cards, before they are played (WR-EVENT-8) and while they lie on the table (WR-EVENT-11).

Only what the app can know of it: where the armies decide too, the rest is for those who see the board.
"""

from __future__ import annotations

from companion.games.wotr.rules.common import politics
from companion.games.wotr.rules.common.table_cards import remove_card
from companion.games.wotr.state import ASIDE, GONE, OFF_TRACK, Draft, State, holder, place_of
from companion.games.wotr.tables import FP
from companion.games.wotr.verbs import CONDITIONS, Character, Nation, Region, hold


def discard_ended(draft: Draft) -> None:
    """Discard cards on the table whose condition has ended (WR-EVENT-11)."""
    for at, side in enumerate(draft.sides):
        for card in side.table:
            if not hold(draft, draft.setup.tables.cards[card].stays):
                remove_card(draft, at, card, "WR-EVENT-11")


def land(state: State, character: str) -> str | None:
    """Return the nation of a character's region (empty without one), None where it is not on the map."""
    region = state.setup.tables.regions.get(place_of(state, character))
    return region.nation if region else None


def companions_out(state: State) -> list[str]:
    """Return the Companions on the map."""
    facts = state.setup.tables.characters
    return [id for id in facts if facts[id].kind == "companion" and land(state, id) is not None]


def peaceful_lands(state: State) -> list[str]:
    """Return nations of the Free Peoples, not At War, with the Ring-bearers or a companion in their land."""
    here = state.setup.tables.regions.get(state.fellowship.region)
    lands = {here.nation if here else "", *[land(state, id) for id in companions_out(state)]}
    return [id for id in politics.nations_of(state, FP) if id in lands and not politics.at_war(state, id)]


# --- characters -------------------------------------------------------------------------------------------------------


@CONDITIONS.verb
def in_play(state: State, character: Character) -> bool:
    """Return whether the character is on the map or in the Fellowship."""
    return place_of(state, character) not in (ASIDE, GONE)


@CONDITIONS.verb
def companion_on_map(
    state: State, of: tuple[Character, ...] = (), nations: tuple[Nation, ...] = (), regions: tuple[Region, ...] = ()
) -> bool:
    """Return whether a companion, or one of these, is on the map, in these lands or regions if any are given."""
    out = [id for id in of if land(state, id) is not None] if of else companions_out(state)
    if nations or regions:
        return any(land(state, id) in nations or place_of(state, id) in regions for id in out)
    return bool(out)


@CONDITIONS.verb
def outside_free_lands(state: State, character: Character) -> bool:
    """Return whether the character is on the map and in the land of no nation of the Free Peoples."""
    nation = land(state, character)
    return nation is not None and nation not in politics.nations_of(state, FP)


# --- the Fellowship --------------------------------------------------------------------------------------------------


@CONDITIONS.verb
def companion_in_fellowship(state: State, of: tuple[Character, ...] = ()) -> bool:
    """Return whether a companion, or one of these, is with the Ring-bearers."""
    return any(not of or id in of for id in state.fellowship.companions)


@CONDITIONS.verb
def guide(state: State, character: Character) -> bool:
    """Return whether the character is the Guide."""
    return state.fellowship.guide == character


@CONDITIONS.verb
def corruption_up_to(state: State, number: int) -> bool:
    """Return whether the corruption is at most that."""
    return state.fellowship.corruption <= number


@CONDITIONS.verb
def revealed(state: State) -> bool:
    """Return whether the Fellowship is revealed."""
    return not state.fellowship.hidden


@CONDITIONS.verb
def has_progress(state: State) -> bool:
    """Return whether the Fellowship is off the Mordor Track and not at step 0."""
    return state.fellowship.progress > 0 and state.fellowship.step == OFF_TRACK


@CONDITIONS.verb
def fellowship_in(state: State, region: Region) -> bool:
    """Return whether the Ring-bearers are in that region."""
    return state.fellowship.region == region


@CONDITIONS.verb
def outside_free_settlements(state: State) -> bool:
    """Return whether the Ring-bearers are in no region with a settlement of the Free Peoples."""
    facts = state.setup.tables.regions.get(state.fellowship.region)
    return not (facts and facts.settlement and facts.side == FP)


# --- nations and regions ---------------------------------------------------------------------------------------------


@CONDITIONS.verb
def at_war(state: State, nations: tuple[Nation, ...]) -> bool:
    """Return whether all of the nations are At War."""
    return all(politics.at_war(state, nation) for nation in nations)


@CONDITIONS.verb
def active(state: State, nation: Nation) -> bool:
    """Return whether the nation is active."""
    return politics.is_active(state, nation)


@CONDITIONS.verb
def passive(state: State, nation: Nation) -> bool:
    """Return whether the nation is passive."""
    return not politics.is_active(state, nation)


@CONDITIONS.verb
def in_peaceful_land(state: State) -> bool:
    """Return whether the Ring-bearers or a companion are in the land of a nation that is not At War."""
    return bool(peaceful_lands(state))


@CONDITIONS.verb
def besieged(state: State, region: Region) -> bool:
    """Return whether the region's stronghold is besieged."""
    return region in state.besieged


@CONDITIONS.verb
def held_by_free_peoples(state: State, region: Region) -> bool:
    """Return whether the Free Peoples hold the region's settlement."""
    return holder(state, region) == FP


@CONDITIONS.verb
def stronghold_taken(state: State, nation: Nation) -> bool:
    """Return whether the enemy holds a stronghold of the nation."""
    regions = state.setup.tables.regions
    return any((regions[id].nation, regions[id].settlement) == (nation, "stronghold") for id in state.taken)
