"""The rules of War of the Ring, ready to play: no words, pages or bots."""

from __future__ import annotations

from companion.games.wotr import chances, tables
from companion.games.wotr.actions import Act
from companion.games.wotr.flow import FLOW, STEPS
from companion.games.wotr.rules.table import setup
from companion.games.wotr.show import view
from companion.games.wotr.state import RULES_NUMBER, State
from companion.play.game.stepped import SteppedRules

HANDS = ("discard", "swap", "event", "clear", "combat")  # they tell what is in a hand


def tells_hand(state: State, action: Act) -> bool:
    """The action tells what is in a hand that the app keeps."""
    return action.type in HANDS and not state.setup.options.real_cards


class WarOfTheRingRules(SteppedRules[Act]):
    """The rules of War of the Ring."""

    number = RULES_NUMBER
    flow = FLOW
    steps = STEPS
    set_up = setup.SET_UP
    news_types: tuple[str, ...] = ("swap",)  # somebody sees a card that was hidden from him
    hand_steps = frozenset(("spend", "pick_card", "trim", "swap", "extra"))
    facts = staticmethod(tables.facts)
    tables = staticmethod(tables.tables)
    pool = staticmethod(chances.chance_pool)
    table_view = staticmethod(view.view)
    tells_hand = staticmethod(tells_hand)


RULES = WarOfTheRingRules()
