"""The threat die (LR-DIE) and putting on the Ring (LR-RING)."""

from __future__ import annotations

from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules import epic, progress
from companion.games.fellowship.rules.common import index, waits_if_alive
from companion.games.fellowship.state import Draft, State, Table, place_of, power
from companion.games.fellowship.tables import Cost
from companion.play.agenda import Frame, Stage, calm, not_yours, own
from companion.play.game import Ref, Refusal

Steps = tuple[tuple[object, ...], ...]


def roll(draft: Draft, who: int, ring: bool = False) -> None:
    """That player has to make a threat roll (LR-DIE-1)."""
    draft.push("roll", who, ring)


def _legal_roll(state: State, frame: Frame) -> list[Act]:
    return [Act("roll", state.setup.seats[frame[1]])]


def _check_roll(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "LR-DIE-1")
    if fault is None and act.card and act.card not in state.setup.tables.faces:
        fault = Refusal("face_unknown", "LR-DIE-2", {"face": act.card})
    return fault


def _rolled(draft: Draft, frame: Frame, act: Act) -> None:
    _, who, ring = draft.agenda.pop()
    if ring:  # what the Ring moves is read from the face, whatever becomes of the harm (LR-RING-5)
        draft.push("ring_move", who, draft.setup.tables.ring_spaces[act.card])
    draft.push("rolled", who, act.card, ring)


def harm(table: Table, who: int, face: str) -> Steps:
    """What the face does to that hobbit (LR-DIE-2, LR-DIE-3)."""
    steps = table.setup.tables.face_steps[face]
    soft = power(table, who, "soften_die")
    if soft is None:
        return steps
    out: list[tuple[object, ...]] = []
    for step in steps:
        if step[0] == "right":
            step = (*step[:2], min(step[2], soft[0]))
        elif step[0] == "lose":
            cost: Cost = tuple([(kind, what, min(number, soft[1])) for kind, what, number in step[2]])
            step = (*step[:2], cost)
        out.append(step)
    return tuple(out)


def fatal(table: Table, who: int, steps: Steps) -> bool:
    """Somebody would die of these steps as things stand; a discard leaves time of its own (LR-PAY-7)."""
    player = table.players[who]
    for step in steps:
        if step[0] == "right" and player.space + int(step[2]) >= table.sauron:  # type: ignore[call-overload]
            return True
        if step[0] == "sauron" and any(p.alive and p.space >= table.sauron - int(step[1]) for p in table.players):  # type: ignore[call-overload]
            return True
    return False


def _run_rolled(draft: Draft, frame: Frame) -> bool:
    """("rolled", player, face, ring): the harm comes at once unless somebody could still step in (LR-DIE-5)."""
    _, who, face, _ = frame
    steps = harm(draft, who, face)
    if draft.players[who].alive and steps:
        if epic.somebody_has(draft, "ignore_roll") or (fatal(draft, who, steps) and epic.somebody_may_help(draft)):
            return True
        draft.agenda.pop()
        draft.push("steps", who, steps)
        return False
    draft.agenda.pop()
    return False


def _apply(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    draft.push("steps", frame[1], harm(draft, frame[1], frame[2]))


# --- the Ring ---------------------------------------------------------------------------------------------------------


def check_ring(state: State, frame: Frame, act: Act) -> Refusal | None:
    """Once an adventure, by the Ring-bearer, after a tile is shown or a card is played (LR-RING-1, -2)."""
    if index(state, act.seat) != state.bearer:
        if state.bearer < 0:
            return Refusal("ring_gone", "LR-END-14")
        return Refusal("ring_not_bearer", "LR-RING-1", {"seat": Ref("seat", state.setup.seats[state.bearer])})
    if place_of(state).board is None:
        return Refusal("ring_haven", "LR-HAVEN-14")
    if state.ring_used:
        return Refusal("ring_used", "LR-RING-1")
    if frame[0] not in ("story", "tile", "cards") or not (state.shown or state.played):
        return Refusal("ring_not_now", "LR-RING-2")
    return None if progress.open_tracks(state) else Refusal("ring_no_track", "LR-RING-4")


def put_on(draft: Draft, frame: Frame, act: Act) -> None:
    """The Ring-bearer rolls and takes all harm himself; then a marker moves (LR-RING-3, -4)."""
    draft.ring_used = True
    roll(draft, draft.bearer, ring=True)


def legal_ring(state: State, frame: Frame) -> list[Act]:
    """Putting on the Ring, where it is allowed."""
    if state.ring_used or frame[0] not in ("story", "tile", "cards"):
        return []
    act = Act("ring", state.setup.seats[state.bearer])
    return [act] if check_ring(state, frame, act) is None else []


def _check_ring_move(state: State, frame: Frame, act: Act) -> Refusal | None:
    return not_yours(state, act, "LR-RING-4") or progress.check_track(state, act.to, "LR-RING-4")


def _ring_move(draft: Draft, frame: Frame, act: Act) -> None:
    """The spaces have no effect (LR-RING-6); the die of the last one only by choice of the table (LR-AMB-8)."""
    draft.agenda.pop()
    progress.step_marker(draft, act.to, frame[2])
    if draft.agenda[-1][0] == "doom" and draft.setup.options.ring_rolls_last:
        draft.push("steps", draft.active, (("roll", "active", 1),))


STAGES = {
    "roll": Stage(waits_if_alive, "LR-DIE-1", _legal_roll, {"roll": (_check_roll, _rolled)}, calm),
    "rolled": Stage(_run_rolled, "LR-DIE-5", epic.legal_apply, {"apply": (own("LR-DIE-5"), _apply)}, calm),
    "ring_move": Stage(waits_if_alive, "LR-RING-4", progress.legal_move, {"move": (_check_ring_move, _ring_move)}),
}
