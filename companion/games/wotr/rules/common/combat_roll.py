"""Checks of reported dice: combat dice in a Hunt, in a battle and for a card, one die for a tile."""

from __future__ import annotations

from companion.core.messages import Refusal
from companion.games.wotr.actions import Act
from companion.games.wotr.state import State
from companion.games.wotr.tiles import DIE_FACES
from companion.play.game.steps import Step


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


def check_cast(step: Step, state: State, act: Act) -> Refusal | None:
    """Refuse a number that the die does not have (WR-HUNT-13)."""
    if not act.number or act.number in DIE_FACES:
        return None
    return Refusal("cast_range", step.rule, {"number": len(DIE_FACES)})
