"""Checks of reported combat dice in a Hunt, in a battle and for a card."""

from __future__ import annotations

from companion.core.messages import Refusal
from companion.games.wotr.actions import Act
from companion.games.wotr.state import State


def roll_fault(state: State, act: Act, number: int, rule: str) -> Refusal | None:
    """Return the reason that these are not so many faces of combat dice in order; None for an open roll."""
    if not act.faces:
        return None
    if len(act.faces) != number:
        return Refusal("dice_number", rule, {"number": number, "told": len(act.faces)})
    order = list(state.setup.tables.combat)
    for face in act.faces:
        if face not in order:
            return Refusal("face_unknown", rule, {"face": face})
    return None if tuple(sorted(act.faces, key=order.index)) == act.faces else Refusal("roll_order", rule)
