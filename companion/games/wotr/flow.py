"""From one decision to the next: all chapters together, and who is asked."""

from __future__ import annotations

from companion.games.wotr import events
from companion.games.wotr.actions import ACTIONS, Act
from companion.games.wotr.rules import (
    action_dice,
    action_step,
    card_choices,
    card_effects,
    casualty_cards,
    chance_cards,
    clearing_cards,
    combat_cards,
    companions,
    dice,
    drawing,
    ending,
    entering,
    fellowship,
    hunt_roll,
    hunt_tile,
    mordor,
    movement,
    playing_cards,
    reports,
    tile_damage,
    turn,
)
from companion.games.wotr.state import Draft, State, decider
from companion.messages import Refusal
from companion.play.game import Outcome
from companion.play.steps import Flow, Step, steps_of

STEPS: dict[str, type[Step]] = steps_of(
    *(turn, companions, fellowship, hunt_roll, hunt_tile, tile_damage, casualty_cards, mordor, dice, action_dice),
    *(
        action_step,
        drawing,
        playing_cards,
        card_effects,
        card_choices,
        clearing_cards,
        movement,
        entering,
        chance_cards,
    ),
)


def asked(state: State) -> tuple[str, ...]:
    """Who is asked, the one whose step it is first; that others may report what happened is not said here."""
    step = state.agenda[-1]
    seats = [state.setup.seats[decider(state)]]
    if not step.allows_interrupts(state):
        seats += [offer.seat for offer in step.offers(state)]
    return tuple(dict.fromkeys(seats))


def _deny(state: State, act: Act) -> Refusal | None:
    """Nobody acts after the end, and nobody who is not at the table."""
    if state.ending:
        return Refusal("game_over", ending.ENDING_RULES[state.ending])
    if act.seat not in state.setup.seats:
        return Refusal("seat_unknown", state.agenda[-1].rule, {"seat": act.seat})
    return None


INTERRUPTS = reports.INTERRUPTS | combat_cards.INTERRUPTS
OFFERS = (reports.offers, combat_cards.offers)
FLOW = Flow(Draft, ACTIONS, _deny, events.done, INTERRUPTS, reports.INTERRUPT_RULE, OFFERS)


def outcome(state: State) -> Outcome | None:
    """How it ended, or None while the game goes on."""
    return Outcome(state.ending, ending.ENDING_RULES[state.ending], state.winners) if state.ending else None


assert {type for step in STEPS.values() for type in step.answers} | set(FLOW.interrupts) == set(ACTIONS.types)
