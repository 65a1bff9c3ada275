"""From one decision to the next: runs the agenda until somebody is needed, and says what that somebody may do."""

from __future__ import annotations

from companion.games.fellowship import effects
from companion.games.fellowship.actions import ACTS, Act
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
from companion.games.fellowship.rules.common import index
from companion.games.fellowship.state import Draft, State, decider, living
from companion.play.agenda import Check, Do, Flow, Stage
from companion.play.game import Action, Pending, Ref, Refusal

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


def _deny(state: State, act: Action) -> Refusal | None:
    """Nobody acts after the end, and nobody who is dead or not at the table."""
    if state.ending:
        return Refusal("game_over", ending.ENDING_RULES[state.ending])
    who = index(state, act.seat)
    if who < 0:
        return Refusal("seat_unknown", STAGES[state.agenda[-1][0]].rule, {"seat": act.seat})
    if not state.players[who].alive:
        return Refusal("seat_dead", "LR-DEATH-2", {"seat": Ref("seat", act.seat)})
    return None


FLOW = Flow(STAGES, STEP_INS, "LR-GANDALF-9", (die.legal_ring, epic.legal_epic, gandalf.legal_summon), _deny, Draft)
legal, check = FLOW.legal, FLOW.check


def run(draft: Draft) -> State:
    """Let everything happen that needs nobody."""
    after: State = FLOW.run(draft)
    return after


def apply(state: State, act: Act) -> State:
    """The table after the action. Raises IllegalAction."""
    after: State = FLOW.apply(state, act, ACTS.is_open(act))
    return after


def pending(state: State) -> Pending:
    """Who is asked, the one whose step it is first; the same whatever lies in hidden hands."""
    if not state.agenda:
        return Pending((), "over", False)
    frame, first = state.agenda[-1], decider(state)
    stage = STAGES[frame[0]]
    asked = living(state, first) if stage.everybody else [first]
    chance = any(type in ACTS.chance for type in stage.acts)
    return Pending(tuple([state.setup.seats[who] for who in asked]), frame[0], chance)


assert {type for stage in STAGES.values() for type in stage.acts} | set(STEP_INS) == set(ACTS.types)
