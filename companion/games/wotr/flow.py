"""From one decision to the next: all chapters together."""

from __future__ import annotations

from companion.core.messages import Ref, Refusal
from companion.games.wotr import events, rules
from companion.games.wotr.actions import ACTIONS, Act
from companion.games.wotr.rules.battle import battle, combat_cards, combat_play, retreat
from companion.games.wotr.rules.battle.battle_strength import battle_of, in_battle
from companion.games.wotr.rules.common import ending
from companion.games.wotr.rules.common.drawing import Draw
from companion.games.wotr.rules.common.sides import seats_of, side_of
from companion.games.wotr.rules.hunt import fellowship, tile_damage
from companion.games.wotr.rules.table import reports
from companion.games.wotr.state import Draft, State
from companion.play.game.draft import NOBODY
from companion.play.game.steps import Flow, not_seated, steps_of

STEPS = steps_of(rules)
INTERRUPTS = reports.INTERRUPTS | combat_cards.INTERRUPTS
OFFERS = (reports.offers, combat_cards.offers)
ELSEWHERE = {  # when these are done says more than what is awaited instead
    "declare": fellowship.refuse_declare,
    "again": lambda step, state, act: Refusal("not_now", "WR-HUNT-7"),
    "lose": tile_damage.refuse_lose,
    "restrike": battle.refuse_restrike,
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


def refuse_seat(state: State, act: Act) -> Refusal | None:
    """Refuse an action of a seat that is not at the table, or of a partner at another seat's step."""
    fault, step = not_seated(state, act), state.step
    if fault is not None or act.type not in step.answers or act.type == "ring":
        return fault
    if step.seat_index == NOBODY or len(seats_of(state, side_of(state, step.seat_index))) == 1:
        return None
    of_one = step.kind in OF_ONE and not isinstance(step, Draw)
    rule = (
        step.cause
        if isinstance(step, Draw)
        else OF_ONE[step.kind]
        if of_one
        else _partner_rule(state, act, step.seat_index)
    )
    return Refusal("not_your_step", rule, {"seat": Ref("seat", state.seat)}) if rule else None


def _partner_rule(state: State, act: Act, seat_index: int) -> str:
    """Return the rule by which a partner decides nothing for an army in a battle, empty at another step."""
    side = side_of(state, seat_index)
    partners = state.index_of(act.seat) in seats_of(state, side)
    if not partners or not in_battle(state) or battle_of(state).forces[side].seat_index != seat_index:
        return ""
    return "WR-TEAM-19" if (battle_of(state).place(side), side) in state.mixed else "WR-TEAM-11"


OVER = ending.ENDING_RULES
FLOW = Flow(
    Draft, ACTIONS, OVER, events.events_of_action, INTERRUPTS, reports.INTERRUPT_RULE, OFFERS, refuse_seat, ELSEWHERE
)
