"""The rules of the card game, ready to play: no words, pages, odds or bots."""

from __future__ import annotations

from companion.games.wotrcards import chances, tables, view
from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.flow import FLOW, STEPS
from companion.games.wotrcards.rules.common.piles import FROM_HAND
from companion.games.wotrcards.rules.table import setup
from companion.games.wotrcards.state import State
from companion.play.game.stepped import SteppedRules

HANDS = ("play", "cycle", "winnow", "eliminate", "forsake")  # they tell what is in a hand that the app holds
PILES = ("play", "search", "recover", "remove_hand", "remove_deck", "remove_pile")  # effects that tell of hidden cards


def tells_hand(state: State, action: Act) -> bool:
    """Return whether the action tells of a hand or pile that the app keeps."""
    if state.setup.options.real_cards:
        return False
    return (action.type in HANDS and action.from_ in ("", FROM_HAND)) or (
        action.type == "effect" and action.what in PILES
    )


class CardGameRules(SteppedRules[Act]):
    """The rules of the card game."""

    flow = FLOW
    steps = STEPS
    set_up = setup.SET_UP
    hand_steps = frozenset(("act", "cost", "eliminate", "forsake"))
    facts = staticmethod(tables.facts)
    tables = staticmethod(tables.tables)
    pool = staticmethod(chances.action_pool)
    table_view = staticmethod(view.view)
    tells_hand = staticmethod(tells_hand)


RULES = CardGameRules()
