"""The phase that the turn is in (WR-TURN-1)."""

from __future__ import annotations

from companion.games.wotr.state import Draft


def enter_phase(draft: Draft, phase: str, rule: str) -> None:
    """The turn has come to that phase, if it is not in it already."""
    if draft.phase != phase:
        draft.phase = phase
        draft.record(f"phase_{phase}", rule)
