"""From one decision to the next: all chapters together."""

from __future__ import annotations

from companion.games.wotr import events, rules
from companion.games.wotr.actions import ACTIONS, Act
from companion.games.wotr.rules import combat_cards, combat_play, ending, fellowship, reports, retreat
from companion.games.wotr.rules.drawing import Draw
from companion.games.wotr.rules.sides import seats_of, side_of
from companion.games.wotr.state import Draft, State
from companion.messages import Ref, Refusal
from companion.play.steps import Flow, not_seated, steps_of

STEPS = steps_of(rules)
INTERRUPTS = reports.INTERRUPTS | combat_cards.INTERRUPTS
OFFERS = (reports.offers, combat_cards.offers)
ELSEWHERE = {  # when these are done says more than what is awaited instead
    "declare": fellowship.refuse_declare,
    "again": lambda step, state, act: Refusal("not_now", "WR-HUNT-7"),
    "lose": lambda step, state, act: Refusal("lost_already", "WR-HUNT-24"),
    **dict.fromkeys(("retreat", "withdraw", "extend"), retreat.refuse_now),
    "combat": combat_play.refuse_now,
}
OF_ONE = {  # why a step of a team is that of one seat
    **dict.fromkeys(("fellowship", "lead", "allocate", "roll"), "WR-TEAM-8"),
    "act": "WR-TEAM-9",
    "draw_phase": "WR-TEAM-4",
    "draw": "",  # by what it is drawn for
    "trim": "WR-TEAM-5",
    "swap": "WR-TEAM-6",
    **dict.fromkeys(("spare", "second", "tile"), "WR-TEAM-13"),
}


def deny(state: State, act: Act) -> Refusal | None:
    """Nobody acts who is not at the table, nor for a seat of a team whose step it is."""
    fault, step = not_seated(state, act), state.step
    if fault is not None or step.kind not in OF_ONE or act.type not in step.answers or act.type == "ring":
        return fault
    if len(seats_of(state, side_of(state, step.who))) == 1:
        return None
    rule = step.cause if isinstance(step, Draw) else OF_ONE[step.kind]
    return Refusal("not_your_step", rule, {"seat": Ref("seat", state.seat)})


OVER = ending.ENDING_RULES
FLOW = Flow(Draft, ACTIONS, OVER, events.done, INTERRUPTS, reports.INTERRUPT_RULE, OFFERS, deny, ELSEWHERE)
