"""Adjacency on the map (WR-MAP-1)."""

from __future__ import annotations

from companion.core.messages import Ref, Refusal
from companion.games.wotr.state import State


def not_adjacent(state: State, start: str, region: str, rule: str) -> Refusal:
    """Return the refusal for a region that is not adjacent, with those that are."""
    near = tuple([Ref("region", id) for id in state.setup.tables.regions[start].neighbours])
    return Refusal("not_adjacent", rule, {"start": Ref("region", start), "region": Ref("region", region), "near": near})
