"""Regions and their neighbours (WR-MAP-1)."""

from __future__ import annotations

from companion.core.messages import Ref, Refusal, Value
from companion.games.wotr.state import State


def region_value(state: State, region: str) -> Value:
    """Return a region as a value of a message."""
    return Ref("region", region) if region in state.setup.tables.regions else region


def not_adjacent(state: State, start: str, region: str, rule: str) -> Refusal:
    """Return the refusal for a region that is not adjacent, with those that are."""
    near = tuple([Ref("region", id) for id in state.setup.tables.regions[start].neighbours])
    return Refusal("not_adjacent", rule, {"start": Ref("region", start), "region": Ref("region", region), "near": near})
