"""From one decision to the next: every kind of step, and what may step in from outside."""

from __future__ import annotations

from companion.core.messages import Ref, Refusal
from companion.games.fellowship import events, rules
from companion.games.fellowship.actions import ACTIONS, Act
from companion.games.fellowship.rules.cards import epic, gandalf
from companion.games.fellowship.rules.common import ending
from companion.games.fellowship.rules.turn import die
from companion.games.fellowship.state import Draft, State, living_seats
from companion.play.game.steps import Flow, Handler, not_seated, steps_of

STEPS = steps_of(rules)
INTERRUPTS = {
    "ring": Handler(die.check_ring, die.put_on),
    "epic": Handler(epic.check_epic, epic.use_epic),
    "summon": Handler(gandalf.check_summon, gandalf.summon_gandalf),
}


def _deny(state: State, act: Act) -> Refusal | None:
    """Nobody acts who is dead or not at the table."""
    fault = not_seated(state, act)
    if fault is None and not state.players[state.index_of(act.seat)].alive:
        fault = Refusal("seat_dead", "LR-DEATH-2", {"seat": Ref("seat", act.seat)})
    return fault


def asked_seats(state: State) -> tuple[str, ...]:
    """The seats that are asked, the one whose step it is first; the same whatever lies in hidden hands."""
    first = state.decider
    places = living_seats(state, first) if state.step.asks_all else [first]
    return tuple([state.setup.seats[place] for place in places])


OFFERS = (die.offer_ring, epic.offer_epic, gandalf.offer_summon)
FLOW = Flow(Draft, ACTIONS, ending.ENDING_RULES, events.events_of_action, INTERRUPTS, "LR-GANDALF-9", OFFERS, _deny)
