"""From one decision to the next: all chapters together."""

from __future__ import annotations

from companion.games.wotr import events, rules
from companion.games.wotr.actions import ACTIONS
from companion.games.wotr.rules import combat_cards, ending, reports
from companion.games.wotr.state import Draft
from companion.play.steps import Flow, steps_of

STEPS = steps_of(rules)
INTERRUPTS = reports.INTERRUPTS | combat_cards.INTERRUPTS
OFFERS = (reports.offers, combat_cards.offers)
FLOW = Flow(Draft, ACTIONS, ending.ENDING_RULES, events.done, INTERRUPTS, reports.INTERRUPT_RULE, OFFERS)
