"""From one decision to the next: every kind of step, and what may step in from outside."""

from __future__ import annotations

from companion.games.fellowship import told
from companion.games.fellowship.actions import ACTIONS, Act
from companion.games.fellowship.rules import (
    cards,
    choices,
    deck,
    die,
    effects,
    ending,
    epic,
    events,
    foresight,
    gandalf,
    group,
    journey,
    losses,
    mount_doom,
    passing,
    payments,
    progress,
    story,
    tokens,
    turning,
)
from companion.games.fellowship.state import Draft, State, decider, index, living
from companion.messages import Ref, Refusal
from companion.play.steps import Answer, Flow, steps_of

STEPS = steps_of(
    *(cards, choices, deck, die, effects, events, foresight, gandalf, group, journey, losses, mount_doom, passing),
    *(payments, progress, story, tokens, turning),
)
INTERRUPTS = {
    "ring": Answer(die.check_ring, die.put_on),
    "epic": Answer(epic.check_epic, epic.use),
    "summon": Answer(gandalf.check_summon, gandalf.summon),
}


def _deny(state: State, act: Act) -> Refusal | None:
    """Nobody acts after the end, and nobody who is dead or not at the table."""
    if state.ending:
        return Refusal("game_over", ending.ENDING_RULES[state.ending])
    who = index(state, act.seat)
    if who < 0:
        return Refusal("seat_unknown", state.step.rule, {"seat": act.seat})
    if not state.players[who].alive:
        return Refusal("seat_dead", "LR-DEATH-2", {"seat": Ref("seat", act.seat)})
    return None


def asked(state: State) -> tuple[str, ...]:
    """Who is asked, the one whose step it is first; the same whatever lies in hidden hands."""
    first = decider(state)
    return tuple([state.setup.seats[who] for who in (living(state, first) if state.step.asks_all else [first])])


OFFERS = (die.offer_ring, epic.offer_epic, gandalf.offer_summon)
FLOW = Flow(Draft, ACTIONS, _deny, told.done, INTERRUPTS, "LR-GANDALF-9", OFFERS)
