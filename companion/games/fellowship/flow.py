"""From one decision to the next: runs the agenda until somebody is needed, and says what that somebody may do."""

from __future__ import annotations

from collections.abc import Callable

from companion.errors import IllegalAction
from companion.games.fellowship import effects
from companion.games.fellowship.actions import CHANCE_TYPES, TYPES, Act, is_open
from companion.games.fellowship.agenda import Check, Do, Stage, index
from companion.games.fellowship.rules import (
    cards,
    deck,
    die,
    ending,
    epic,
    events,
    gandalf,
    haven,
    losses,
    passing,
    payments,
    progress,
    turn,
)
from companion.games.fellowship.state import Draft, Frame, State, decider, living
from companion.play.game import Pending, Ref, Refusal

STAGES: dict[str, Stage] = {}
for chapter in (
    cards,
    deck,
    passing,
    die,
    effects,
    ending,
    epic,
    events,
    gandalf,
    haven,
    losses,
    payments,
    progress,
    turn,
):
    STAGES |= chapter.STAGES

# What may step in from outside where a frame is calm: cards from hands, Gandalf, the Ring.
STEP_INS: dict[str, tuple[Check, Do]] = {
    "ring": (die.check_ring, die.put_on),
    "epic": (epic.check_epic, epic.use),
    "summon": (gandalf.check_summon, gandalf.summon),
}
_LEGAL: tuple[Callable[[State, Frame], list[Act]], ...] = (die.legal_ring, epic.legal_epic, gandalf.legal_summon)


def run(draft: Draft) -> State:
    """Let everything happen that needs nobody."""
    agenda = draft.agenda
    while agenda and not STAGES[agenda[-1][0]].run(draft, agenda[-1]):
        agenda = draft.agenda
    return draft.frozen()


def legal(state: State) -> tuple[Act, ...]:
    """Every legal action in a fixed order, the plainest first; what chance decides is open."""
    if not state.agenda:
        return ()
    frame = state.agenda[-1]
    stage = STAGES[frame[0]]
    out = stage.legal(state, frame)
    if stage.calm(state, frame):
        for step_in in _LEGAL:
            out += step_in(state, frame)
    return tuple(out)


def pending(state: State) -> Pending:
    """Who is asked, the one whose step it is first; the same whatever lies in hidden hands."""
    if not state.agenda:
        return Pending((), "over", False)
    frame, first = state.agenda[-1], decider(state)
    stage = STAGES[frame[0]]
    asked = living(state, first) if stage.everybody else [first]
    chance = any(type in CHANCE_TYPES for type in stage.acts)
    return Pending(tuple([state.setup.seats[who] for who in asked]), frame[0], chance)


def check(state: State, act: Act) -> Refusal | None:
    """Why the action is refused, or None; a chance action may still be open."""
    if state.ending:
        return Refusal("game_over", ending.ENDING_RULES[state.ending])
    frame = state.agenda[-1]
    stage = STAGES[frame[0]]
    who = index(state, act.seat)
    if who < 0:
        return Refusal("seat_unknown", stage.rule, {"seat": act.seat})
    if not state.players[who].alive:
        return Refusal("seat_dead", "LR-DEATH-2", {"seat": Ref("seat", act.seat)})
    found = stage.acts.get(act.type)
    if found is not None:
        return found[0](state, frame, act)
    step_in = STEP_INS.get(act.type)
    if step_in is None:
        return Refusal("not_now", stage.rule)
    if stage.calm(state, frame):
        return step_in[0](state, frame, act)
    return Refusal("step_in_not_now", "LR-GANDALF-9")


def apply(state: State, act: Act) -> State:
    """The table after the action. Raises IllegalAction."""
    fault = check(state, act)
    if fault is None and is_open(act):
        fault = Refusal("chance_open", STAGES[state.agenda[-1][0]].rule)
    if fault is not None:
        raise IllegalAction(fault, act.type, act.seat)
    draft, frame = Draft(state), state.agenda[-1]
    stage = STAGES[frame[0]]
    (stage.acts.get(act.type) or STEP_INS[act.type])[1](draft, frame, act)
    return run(draft)


assert {type for stage in STAGES.values() for type in stage.acts} | set(STEP_INS) == set(TYPES)
