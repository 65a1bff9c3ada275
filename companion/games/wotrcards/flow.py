"""From one decision to the next: all chapters together, and who is asked."""

from __future__ import annotations

from companion.games.wotrcards import events
from companion.games.wotrcards.actions import ACTIONS
from companion.games.wotrcards.rules import (
    action_step,
    battlegrounds,
    card_effects,
    combat,
    costs,
    decks,
    ending,
    location_effects,
    locations,
    losses,
    paths,
    play,
    rounds,
    setup_step,
    texts,
)
from companion.games.wotrcards.rules.common import index
from companion.games.wotrcards.state import Draft, State
from companion.messages import Refusal
from companion.play.game import Action, Outcome
from companion.play.steps import Flow, steps_of

texts.Text.effects = {**card_effects.EFFECTS, **location_effects.EFFECTS}
STEPS = steps_of(
    *(setup_step, rounds, battlegrounds, paths, locations, decks, costs, play, action_step),
    *(texts, card_effects, location_effects, combat, losses, ending),
)


def _deny(state: State, act: Action) -> Refusal | None:
    """Nobody acts after the end, and nobody who is not at the table."""
    if state.ending:
        return Refusal("game_over", ending.ENDING_RULES[state.ending])
    if index(state, act.seat) < 0:
        return Refusal("seat_unknown", state.step.rule, {"seat": act.seat})
    return None


FLOW = Flow(Draft, ACTIONS, _deny, events.reported, texts.INTERRUPTS, texts.TELL_RULE, [texts.tell_offers])


def asked(state: State) -> tuple[str, ...]:
    """Who is asked, the one whose step it is first; that others may tell of their cards is not said here."""
    seats = [state.seat]
    if not state.step.allows_interrupts(state):
        seats += [act.seat for act in state.step.offers(state)]
    return tuple(dict.fromkeys(seats))


def outcome(state: State) -> Outcome | None:
    """How it ended, or None while the game goes on."""
    return Outcome(state.ending, ending.ENDING_RULES[state.ending], state.winners) if state.ending else None


assert {type for step in STEPS.values() for type in step.answers} | set(texts.INTERRUPTS) == set(ACTIONS.types)
