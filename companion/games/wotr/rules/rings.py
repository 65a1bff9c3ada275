"""Elven Rings (WR-RING): before he acts, a player turns one of his unused dice to another result."""

from __future__ import annotations

from companion.games.wotr.actions import Act
from companion.games.wotr.rules.common import EYE, WILL, faces, index, side_of
from companion.games.wotr.state import Draft, State, Table
from companion.games.wotr.tables import FP, SHADOW
from companion.play.agenda import Check, Do, Frame, not_yours
from companion.play.game import Ref, Refusal


def ready(t: Table, side: int) -> bool:
    """A Ring that this side may use now (WR-RING-1, -7, WR-TEAM-30)."""
    return t.sides[side].rings > 0 and not t.sides[side].ring_used


def turn_over(draft: Draft, side: int) -> None:
    """One Ring is used: that of the Free Peoples goes to the Shadow, the other out of the game (WR-RING-1, -2)."""
    draft.side(side, rings=draft.sides[side].rings - 1, ring_used=True)
    if side == FP:
        draft.side(SHADOW, rings=draft.sides[SHADOW].rings + 1)


def results(t: Table, side: int) -> list[str]:
    """What a die of that side may be turned to (WR-RING-5, -8)."""
    return [face for face in t.setup.tables.faces[side] if face != WILL]


def _check(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-RING-3")
    if fault is not None:
        return fault
    side = side_of(state, index(state, act.seat))
    if state.sides[side].ring_used:
        return Refusal("ring_used", "WR-RING-7")
    if not state.sides[side].rings:
        return Refusal("no_ring", "WR-RING-1")
    if act.die == EYE:
        return Refusal("ring_eye_die", "WR-RING-10")
    if act.die not in faces(state, side):
        return Refusal("no_such_die", "WR-RING-11", {"face": act.die})
    if act.to == WILL:
        return Refusal("ring_will", "WR-RING-8", {"face": Ref("face", WILL)})
    if act.to not in state.setup.tables.faces[side]:
        return Refusal("ring_face", "WR-RING-5", {"face": act.to})
    return Refusal("ring_same", "WR-RING-4", {"face": Ref("face", act.to)}) if act.to == act.die else None


def _do(draft: Draft, frame: Frame, act: Act) -> None:
    """The die is turned; an Eye goes to the Hunt Box at once, and he still acts (WR-RING-6, -9)."""
    side = side_of(draft, frame[1])
    turn_over(draft, side)
    order, unused = draft.setup.tables.faces[side], list(draft.sides[side].unused)
    unused[order.index(act.die)] -= 1
    if act.to == EYE:
        draft.box = draft.box._replace(eyes=draft.box.eyes + 1)
    else:
        unused[order.index(act.to)] += 1
    draft.side(side, unused=tuple(unused))


def legal_act(state: State, frame: Frame) -> list[Act]:
    """Every die that can be turned, and to what."""
    seat, side = state.setup.seats[frame[1]], side_of(state, frame[1])
    if not ready(state, side):
        return []
    to = results(state, side)
    return [Act("ring", seat, to=face, die=die) for die in faces(state, side) for face in to if face != die]


ACT_TYPES: dict[str, tuple[Check, Do]] = {"ring": (_check, _do)}
