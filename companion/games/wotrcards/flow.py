"""From one decision to the next: all chapters together."""

from __future__ import annotations

from companion.games.wotrcards import events, rules
from companion.games.wotrcards.actions import ACTIONS
from companion.games.wotrcards.rules.common import texts
from companion.games.wotrcards.rules.locations import ending
from companion.games.wotrcards.rules.turn import card_effects, location_effects
from companion.games.wotrcards.state import Draft
from companion.play.game.steps import Flow, steps_of

texts.ReadText.effects = {**card_effects.EFFECTS, **location_effects.EFFECTS}
STEPS = steps_of(rules)
OFFERS = (texts.tell_offers,)
FLOW = Flow(
    Draft,
    ACTIONS,
    ending.ENDING_RULES,
    events.events_of_action,
    texts.INTERRUPTS,
    texts.TELL_RULE,
    OFFERS,
    elsewhere={"spare": card_effects.not_spared},
)
