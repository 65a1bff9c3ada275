"""From one decision to the next: all chapters together, and who is asked."""

from __future__ import annotations

from companion.games.wotrcards.actions import ACTS, Act
from companion.games.wotrcards.rules import (
    acting,
    combat,
    decks,
    effects,
    ending,
    locations,
    play,
    scoring,
    setup_step,
)
from companion.games.wotrcards.rules.common import index
from companion.games.wotrcards.state import Draft, State, decider
from companion.play.agenda import Flow, Stage
from companion.play.game import Action, Outcome, Pending, Refusal

STAGES: dict[str, Stage] = {}
for chapter in (setup_step, decks, locations, play, acting, effects, combat, ending, scoring):
    STAGES |= chapter.STAGES


def _deny(state: State, act: Action) -> Refusal | None:
    """Nobody acts after the end, and nobody who is not at the table."""
    if state.ending:
        return Refusal("game_over", ending.ENDING_RULES[state.ending])
    if index(state, act.seat) < 0:
        return Refusal("seat_unknown", STAGES[state.agenda[-1][0]].rule, {"seat": act.seat})
    return None


FLOW = Flow(STAGES, effects.ASIDES, effects.ASIDE_RULE, [effects.legal_asides], _deny, Draft)
legal, check = FLOW.legal, FLOW.check


def apply(state: State, act: Act) -> State:
    """The table after the action. Raises IllegalAction."""
    after: State = FLOW.apply(state, act, ACTS.is_open(act))
    return after


def pending(state: State) -> Pending:
    """Who is asked, the one whose step it is first; that others may tell of their cards is not said here."""
    if not state.agenda:
        return Pending((), "over", False)
    frame = state.agenda[-1]
    stage = STAGES[frame[0]]
    seats = [state.setup.seats[decider(state)]]
    if not stage.calm(state, frame):
        seats += [act.seat for act in stage.legal(state, frame)]
    return Pending(tuple(dict.fromkeys(seats)), frame[0], any(type in ACTS.chance for type in stage.acts))


def outcome(state: State) -> Outcome | None:
    """How it ended, or None while the game goes on."""
    return Outcome(state.ending, ending.ENDING_RULES[state.ending], state.winners) if state.ending else None


assert {type for stage in STAGES.values() for type in stage.acts} | set(effects.ASIDES) == set(ACTS.types)
