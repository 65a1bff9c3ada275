"""Characters on the map (WR-CHAR): their regions, arrival and loss.

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
    """Return whether a character stands in a region."""
    return place_of(state, character) in state.setup.tables.regions


def characters_on_map(state: State, side: int) -> list[str]:
    """Return the characters of a side on the map."""
    facts, regions = state.setup.tables.characters, state.setup.tables.regions
    return [id for id, place in zip(facts, state.where, strict=True) if place in regions and facts[id].side == side]


def arrive(draft: Draft, character: str, region: str, rule: str) -> None:
    """End a character's movement there, or bring it into play; a companion may wake a nation (WR-POL-7)."""
    companions.set_place(draft, character, region, rule)
    wake(draft, character, region)


def wake(draft: Draft, character: str, region: str) -> None:
    """Wake the nation of a City or Stronghold that a companion has come to, if he can (WR-POL-7)."""
    facts = draft.setup.tables.regions[region]
    able = draft.setup.tables.characters[character].activates
    if facts.nation in able and facts.is_walled and holder(draft, region) == FP:
        politics.activate(draft, facts.nation, "WR-POL-7", frees=True)


def kill(draft: Draft, character: str, rule: str) -> None:
    """Remove a character for good, and next turn his die with him (WR-CHAR-23, WR-DICE-5, -6)."""
    facts = draft.setup.tables.characters[character]
    if place_of(draft, character) == IN_FELLOWSHIP:
        companions.leave(draft, (character,), GONE, rule)
    if facts.die and in_play(draft, character):
        draft.set_side(facts.side, coming=draft.sides[facts.side].coming - 1)
    companions.set_place(draft, character, GONE, rule)
    discard_ended(draft)


def character_value(state: State, character: str) -> Value:
    """Return a character as a value of a message."""
    return Ref("character", character) if character in state.setup.tables.characters else character
