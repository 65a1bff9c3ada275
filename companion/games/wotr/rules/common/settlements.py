"""What the settlements on the way of the Ring-bearers mean for them. Moves nobody."""

from __future__ import annotations

from companion.games.wotr.state import State, holder
from companion.games.wotr.tables import FP, SHADOW


def shadow_stronghold(state: State, region: str) -> bool:
    """A Stronghold that the Shadow holds, whosever it was."""
    facts = state.setup.tables.regions.get(region)
    return facts is not None and facts.settlement == "stronghold" and holder(state, region) == SHADOW


def refuge(state: State, region: str) -> bool:
    """A City or Stronghold of a Free Peoples nation that the enemy does not hold (WR-FELL-15, WR-HUNT-35)."""
    facts = state.setup.tables.regions.get(region)
    return facts is not None and facts.is_walled and facts.side == FP and holder(state, region) == FP


def shelters_fellowship(state: State, region: str) -> bool:
    """Any City or Stronghold that the Free Peoples hold, besieged or not (WR-FELL-26)."""
    facts = state.setup.tables.regions.get(region)
    return facts is not None and facts.is_walled and holder(state, region) == FP
