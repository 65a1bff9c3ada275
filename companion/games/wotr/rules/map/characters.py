"""Characters on the map (WR-CHAR): where they are, how they arrive, how they are lost.

The Nazgûl that are only figures stay on the board with the armies; of the fliers only the Witch-king is here.
"""

from __future__ import annotations

from companion.core.messages import Ref, Value
from companion.games.wotr.rules.common import politics
from companion.games.wotr.rules.common.card_conditions import discard_ended, in_play
from companion.games.wotr.rules.map import companions
from companion.games.wotr.state import GONE, IN_FELLOWSHIP, Draft, State, holder, place_of
from companion.games.wotr.tables import FP

WHITE, GREY, STRIDER, ARAGORN = "gandalf-the-white", "gandalf-the-grey", "strider", "aragorn"
WITCH_KING, SARUMAN, MOUTH = "witch-king", "saruman", "mouth-of-sauron"
MINIONS = (WITCH_KING, SARUMAN, MOUTH)
ORTHANC = "orthanc"  # which Saruman never leaves (WR-CHAR-17)


def on_map(state: State, character: str) -> bool:
    """It stands in a region."""
    return place_of(state, character) in state.setup.tables.regions


def ids(state: State, side: int) -> list[str]:
    """Characters of a side on the map."""
    facts, regions = state.setup.tables.characters, state.setup.tables.regions
    return [id for id, place in zip(facts, state.where, strict=True) if place in regions and facts[id].side == side]


def arrive(draft: Draft, character: str, region: str, rule: str) -> None:
    """It ends a movement or enters play there; a companion may wake a nation (WR-POL-7)."""
    companions.put(draft, character, region, rule)
    wake(draft, character, region)


def wake(draft: Draft, character: str, region: str) -> None:
    """A companion who has come to a City or Stronghold may wake its nation (WR-POL-7)."""
    facts = draft.setup.tables.regions[region]
    able = draft.setup.tables.characters[character].activates
    if facts.nation in able and facts.is_walled and holder(draft, region) == FP:
        politics.activate(draft, facts.nation, "WR-POL-7", frees=True)


def kill(draft: Draft, character: str, rule: str) -> None:
    """Out of the game for good, and next turn his die with him (WR-CHAR-23, WR-DICE-5, -6)."""
    facts = draft.setup.tables.characters[character]
    if place_of(draft, character) == IN_FELLOWSHIP:
        companions.leave(draft, (character,), GONE, rule)
    if facts.die and in_play(draft, character):
        draft.set_side(facts.side, coming=draft.sides[facts.side].coming - 1)
    companions.put(draft, character, GONE, rule)
    discard_ended(draft)


def name(state: State, character: str) -> Value:
    """A character in a message."""
    return Ref("character", character) if character in state.setup.tables.characters else character
