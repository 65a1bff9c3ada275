"""Action dice (WR-DICE): allocation to the Hunt, the roll, and the step of the one who is due to act."""

from __future__ import annotations

from companion.games.wotr.actions import Act
from companion.games.wotr.rules import cards, characters, company, fellowship, politics, rings
from companion.games.wotr.rules.common import EVENT, EYE, faces, index, other, side_of, use_die
from companion.games.wotr.state import Draft, State, Table
from companion.games.wotr.tables import FP
from companion.play.agenda import Check, Do, Frame, Stage, calm, not_yours, own, waits
from companion.play.game import Ref, Refusal

CHAPTERS = (fellowship, company, characters, politics, cards, rings)  # what an action die may do, chapter by chapter


# --- phases 3 and 4 --------------------------------------------------------------------------------------------------


def bounds(t: Table, side: int) -> tuple[int, int]:
    """Fewest and most dice that may be allocated to the Hunt (WR-DICE-8..10)."""
    pool = t.sides[side].pool
    most = min(max(1, len(t.fellowship.companions)), pool)
    return min(int(t.box.before), most), most


def _run_allocate(draft: Draft, frame: Frame) -> bool:
    draft.phase = "allocation"
    return True


def _legal_allocate(state: State, frame: Frame) -> list[Act]:
    least, most = bounds(state, side_of(state, frame[1]))
    return [Act("allocate", state.setup.seats[frame[1]], number=number) for number in range(least, most + 1)]


def _check_allocate(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-TURN-6")
    if fault is not None:
        return fault
    least, most = bounds(state, side_of(state, frame[1]))
    if act.number > most:
        alone = not state.fellowship.companions
        return Refusal("allocate_most", "WR-DICE-9" if alone else "WR-DICE-8", {"number": most})
    return Refusal("allocate_least", "WR-DICE-10", {"number": least}) if act.number < least else None


def _allocate(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    draft.box = draft.box._replace(allocated=act.number)


def number_of_dice(t: Table, side: int) -> int:
    """How many dice a side rolls (WR-DICE-11)."""
    return t.sides[side].pool - (0 if side == FP else t.box.allocated)


def _run_roll(draft: Draft, frame: Frame) -> bool:
    draft.phase = "roll"
    if number_of_dice(draft, side_of(draft, frame[1])):
        return True
    draft.agenda.pop()
    return False


def _legal_roll(state: State, frame: Frame) -> list[Act]:
    return [Act("roll", state.setup.seats[frame[1]])]


def _check_roll(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-TURN-7")
    if fault is not None or not act.items:
        return fault
    side = side_of(state, frame[1])
    order, number = state.setup.tables.faces[side], number_of_dice(state, side)
    for face in act.items:
        if face not in order:
            return Refusal("face_unknown", "WR-DICE-1" if side == FP else "WR-DICE-2", {"face": face})
    if len(act.items) != number:
        return Refusal("roll_number", "WR-DICE-11", {"number": len(act.items), "needed": number})
    return None if tuple(sorted(act.items, key=order.index)) == act.items else Refusal("roll_order", "WR-DICE-7")


def _roll(draft: Draft, frame: Frame, act: Act) -> None:
    """The dice lie there, unused; Eyes go to the Hunt Box (WR-DICE-12)."""
    draft.agenda.pop()
    side = side_of(draft, frame[1])
    order = draft.setup.tables.faces[side]
    draft.side(side, unused=tuple([0 if face == EYE else act.items.count(face) for face in order]))
    draft.box = draft.box._replace(eyes=draft.box.eyes + act.items.count(EYE))


# --- phase 5 ---------------------------------------------------------------------------------------------------------


def _run_act(draft: Draft, frame: Frame) -> bool:
    """Whoever has no unused die left does nothing (WR-DICE-17, WR-RING-12)."""
    cards.sweep(draft)
    if draft.sides[side_of(draft, frame[1])].dice:
        return True
    draft.agenda.pop()
    return False


def may_pass(t: Table, side: int) -> bool:
    """Strictly fewer unused dice than the opponent (WR-DICE-15, WR-TEAM-30)."""
    return t.sides[side].dice < t.sides[other(side)].dice


def _check_pass(state: State, frame: Frame, act: Act) -> Refusal | None:
    side = side_of(state, frame[1])
    if may_pass(state, side):
        return None
    values = {"number": state.sides[side].dice, "theirs": state.sides[other(side)].dice}
    return Refusal("pass_dice", "WR-DICE-15", values)


def _check_skip(state: State, frame: Frame, act: Act) -> Refusal | None:
    if act.die in faces(state, side_of(state, frame[1])):
        return None
    return Refusal("no_such_die", "WR-DICE-16", {"face": act.die})


BOARD_RULES = {EVENT: "WR-DICE-23", EYE: "WR-DICE-26"}


def board_dice(t: Table, side: int) -> list[str]:
    """Faces that can do something with armies on the board (WR-DICE-18, -21, -22, -24, -25)."""
    return [face for face in faces(t, side) if face != EVENT]


def _check_army(state: State, frame: Frame, act: Act) -> Refusal | None:
    side = side_of(state, index(state, act.seat))
    if act.die in board_dice(state, side):
        return None
    if act.die not in faces(state, side) and act.die != EYE:
        return Refusal("no_such_die", "WR-DICE-7", {"face": act.die})
    return Refusal("die_not_for_this", BOARD_RULES[act.die], {"face": Ref("face", act.die)})


def _legal_act(state: State, frame: Frame) -> list[Act]:
    seat, side = state.setup.seats[frame[1]], side_of(state, frame[1])
    out = []
    for chapter in CHAPTERS:
        out += chapter.legal_act(state, frame)
    out += [Act("army", seat, die=die) for die in board_dice(state, side)]
    if may_pass(state, side):
        out.append(Act("pass", seat))
    return [*out, *[Act("skip", seat, die=die) for die in faces(state, side)]]


def _mine(check: Check) -> Check:
    """Only the seat that is due acts (WR-DICE-13)."""

    def checked(state: State, frame: Frame, act: Act) -> Refusal | None:
        return not_yours(state, act, "WR-DICE-13") or check(state, frame, act)

    return checked


def _use(draft: Draft, frame: Frame, act: Act) -> None:
    """A pass, a die discarded, or one used on the board alone (WR-DICE-14)."""
    use_die(draft, act)


_ACTS: dict[str, tuple[Check, Do]] = {
    "army": (_check_army, _use),
    "pass": (_check_pass, _use),
    "skip": (_check_skip, _use),
}
for _chapter in CHAPTERS:
    if _chapter is not rings:  # a Ring is no action yet
        _ACTS |= _chapter.ACT_TYPES


def _legal_aftermath(state: State, frame: Frame) -> list[Act]:
    """("aftermath", who): the last action was on the board, and what came of it is told before the turn ends."""
    return [Act("done", state.setup.seats[frame[1]])]


def _told(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()


STAGES = {
    "aftermath": Stage(waits, "WR-TURN-10", _legal_aftermath, {"done": (own("WR-TURN-10"), _told)}, calm),
    "allocate": Stage(_run_allocate, "WR-TURN-6", _legal_allocate, {"allocate": (_check_allocate, _allocate)}),
    "roll": Stage(_run_roll, "WR-TURN-7", _legal_roll, {"roll": (_check_roll, _roll)}),
    "act": Stage(
        _run_act,
        "WR-DICE-13",
        _legal_act,
        rings.ACT_TYPES | {type: (_mine(check), do) for type, (check, do) in _ACTS.items()},
        calm,
    ),
}
