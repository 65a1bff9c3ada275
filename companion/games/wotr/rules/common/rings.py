"""Elven Rings (WR-RING): a player may turn one unused die to another result before an action."""

from __future__ import annotations

from companion.core.messages import Ref, Refusal
from companion.games.wotr.actions import Act, offer_one_of
from companion.games.wotr.rules.common.action_dice import EYE, WILL, change_box, change_dice, no_such_die, unused_faces
from companion.games.wotr.rules.common.sides import side_of
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import FP, SHADOW
from companion.play.game.offers import Offer
from companion.play.game.steps import Handler, Step


def ring_fault(state: State, side: int) -> Refusal | None:
    """Return the reason that a side may use no Ring now (WR-RING-1, -7, WR-TEAM-30)."""
    if state.sides[side].ring_used:
        return Refusal("ring_used", "WR-RING-7")
    return None if state.sides[side].rings else Refusal("no_ring", "WR-RING-1")


def turn_over(draft: Draft, side: int) -> None:
    """Use one Ring: one of the Free Peoples goes to the Shadow, one of the Shadow out of the game (WR-RING-1, -2)."""
    draft.set_side(side, rings=draft.sides[side].rings - 1, ring_used=True)
    if side == FP:
        draft.set_side(SHADOW, rings=draft.sides[SHADOW].rings + 1)
    rule = "WR-RING-2" if side == FP else "WR-RING-1"
    draft.record("rings", rule, fp=draft.sides[FP].rings, shadow=draft.sides[SHADOW].rings)


def ring_results(state: State, side: int) -> list[str]:
    """Return the results that a die of that side may be turned to (WR-RING-5, -8)."""
    return [face for face in state.setup.tables.faces[side] if face != WILL]


def _check(step: Step, state: State, act: Act) -> Refusal | None:
    side = side_of(state, state.index_of(act.seat))
    without = ring_fault(state, side)
    if without is not None:
        return without
    if act.die == EYE:
        return Refusal("ring_eye_die", "WR-RING-10")
    if act.die not in unused_faces(state, side):
        return no_such_die(act, "WR-RING-11", unused_faces(state, side))
    if act.face == WILL:
        return Refusal("ring_will", "WR-RING-8", {"face": Ref("face", WILL)})
    if act.face not in state.setup.tables.faces[side]:
        return Refusal("ring_face", "WR-RING-5", {"face": act.face})
    return Refusal("ring_same", "WR-RING-4", {"face": Ref("face", act.face)}) if act.face == act.die else None


def _do(step: Step, draft: Draft, act: Act) -> None:
    """Turn the die; an Eye goes to the Hunt Box at once, and the same player still acts (WR-RING-6, -9)."""
    side = side_of(draft, step.seat_index)
    turn_over(draft, side)
    if act.face == EYE:
        change_dice(draft, side, {act.die: -1})
        change_box(draft, "WR-RING-9", eyes=1)
    else:
        change_dice(draft, side, {act.die: -1, act.face: 1})


def offers(state: State, seat_index: int) -> list[Offer]:
    """Return every die that can be turned, with its possible results."""
    seat, side = state.setup.seats[seat_index], side_of(state, seat_index)
    if ring_fault(state, side) is not None:
        return []
    return [
        offer
        for die in unused_faces(state, side)
        for offer in offer_one_of(
            Act("ring", seat, die=die), "face", "face", [face for face in ring_results(state, side) if face != die]
        )
    ]


ANSWERS: dict[str, Handler] = {"ring": Handler(_check, _do)}
RULES = {"ring": "WR-RING-4"}
