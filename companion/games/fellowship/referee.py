"""The rules of the cooperative game, ready to play: no words, pages, odds or bots."""

from __future__ import annotations

from typing import Any

from companion.games.fellowship import chances, tables, view
from companion.games.fellowship.actions import Act
from companion.games.fellowship.flow import FLOW, STEPS, asked_seats
from companion.games.fellowship.rules.cards.turning import HandOut
from companion.games.fellowship.rules.table import setup
from companion.games.fellowship.state import State
from companion.play.game.offers import Offer
from companion.play.game.stepped import SteppedRules

HAND = ("play", "pay", "offer", "pass", "give", "discard", "epic", "order")  # they tell what is in a hand


def tells_hand(state: State, action: Act) -> bool:
    """Return whether the action tells what its seat holds: cards, or hidden runes (LR-VARIANT-8)."""
    options = state.setup.options
    if action.type == "summon":
        return options.competition
    open_cards = isinstance(state.step, HandOut) or options.real_cards  # handed out, or in no hand of the app
    return action.type in HAND and not open_cards


class FellowshipRules(SteppedRules[Act]):
    """The rules of the cooperative game."""

    flow = FLOW
    steps = STEPS
    set_up = setup.SET_UP
    news_types: tuple[str, ...] = ("pass", "give")  # somebody sees a card that was hidden from him
    hand_steps = frozenset(("cards", "order", "group", "lose", "pass", "give", "refill", "pay", "single"))
    asked_seats = staticmethod(asked_seats)
    facts = staticmethod(tables.facts)
    tables = staticmethod(tables.tables)
    pool = staticmethod(chances.action_pool)
    table_view = staticmethod(view.view)
    tells_hand = staticmethod(tells_hand)

    def is_public(self, state: Any, offer: Offer) -> bool:
        """Return whether everybody may know of the offer.

        Not where it tells how many runes another has (LR-VARIANT-8).
        """
        return not state.setup.options.competition


RULES = FellowshipRules()
