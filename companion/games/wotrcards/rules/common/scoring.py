"""Scores (WC-SCO): what lies in the scoring areas, corruption, Ring tokens never used."""

from __future__ import annotations

from companion.core.messages import Event, Ref, Value
from companion.games.wotrcards.rules.common.common import side_of
from companion.games.wotrcards.state import READY, Draft, State
from companion.games.wotrcards.tables import FREE, SHADOW, SIDES


def side_score(state: State, side: int) -> int:
    """Points of a side so far; corruption belongs to the Shadow (WC-SCO-1, WC-SCO-2)."""
    return sum([won.points for won in state.areas[side]]) + (state.corruption if side == SHADOW else 0)


def ring_points(state: State, side: int) -> int:
    """Points for Ring tokens that were never used (WC-SCO-3, WC-AMB-8)."""
    chairs = state.setup.scenario.chairs
    return sum(
        [
            chairs[seat].ring_points
            for seat_index, seat in enumerate(state.setup.seats)
            if side_of(state, seat_index) == side and state.decks[seat_index].ring == READY
        ]
    )


def final_score(state: State, side: int) -> int:
    """Points of a side in the final scoring."""
    return side_score(state, side) + ring_points(state, side)


def add_corruption(draft: Draft, change: int, rule: str) -> None:
    """Corruption grows or shrinks, never below none (WC-SCO-4)."""
    number = max(0, draft.corruption + change)
    if number != draft.corruption:
        draft.corruption = number
        draft.record("corruption", rule, number=number)
        record_scores(draft)


def record_scores(draft: Draft) -> None:
    """The scores are others now."""
    if draft.recorder is not None:
        draft.record("scores", "WC-SCO-1", **{SIDES[side]: side_score(draft, side) for side in (FREE, SHADOW)})


def score_explanation(state: State, with_rings: bool) -> tuple[Event, ...]:
    """The score of both sides: battlegrounds and paths, corruption, Ring tokens (WC-SCO-1..3)."""
    out = []
    for at in (FREE, SHADOW):
        kept = ring_points(state, at) if with_rings else 0
        ground = sum([won.points for won in state.areas[at]])
        values: dict[str, Value] = {"side": Ref("side", SIDES[at]), "ground": ground, "rings": kept}
        if at == SHADOW:
            values["corruption"] = state.corruption
        out.append(Event(f"score_{SIDES[at]}", f"WC-SCO-{1 + at}", {**values, "number": side_score(state, at) + kept}))
    return tuple(out)
