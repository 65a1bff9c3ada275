"""Settlements that shelter, heal or endanger the Fellowship."""

from __future__ import annotations

from companion.games.wotr.state import State, holder
from companion.games.wotr.tables import FP, SHADOW


def shadow_stronghold(state: State, region: str) -> bool:
    """Return whether the Shadow holds a Stronghold there, whosever it was."""
    facts = state.setup.tables.regions.get(region)
    return facts is not None and facts.settlement == "stronghold" and holder(state, region) == SHADOW


def is_refuge(state: State, region: str) -> bool:
    """Return whether the Free Peoples hold their own City or Stronghold there (WR-FELL-15, WR-HUNT-35)."""
    facts = state.setup.tables.regions.get(region)
    return facts is not None and facts.is_walled and facts.side == FP and holder(state, region) == FP


def shelters_fellowship(state: State, region: str) -> bool:
    """Return whether the Free Peoples hold any City or Stronghold there, besieged or not (WR-FELL-26)."""
    facts = state.setup.tables.regions.get(region)
    return facts is not None and facts.is_walled and holder(state, region) == FP
