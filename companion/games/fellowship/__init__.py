"""The cooperative game: two to five hobbits carry the Ring to Mount Doom, or all of them fail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from companion.games.fellowship import bot, chances, events, odds, page, terminal, view
from companion.games.fellowship import tables as tables_of
from companion.games.fellowship.actions import Act
from companion.games.fellowship.flow import FLOW, STEPS, asked_seats
from companion.games.fellowship.rules.common import scoring
from companion.games.fellowship.rules.table import setup, sheets
from companion.games.fellowship.state import State
from companion.play.game.offers import Offer
from companion.play.game.stepped import SteppedGame


def command_ids(state: State) -> list[str]:
    """Every id that a command may name."""
    facts = state.setup.tables
    return [*facts.order, *facts.gandalf, *facts.life, *facts.tiles, *facts.faces, "draw", "left"]


class Fellowship(SteppedGame[Act]):
    """The protocol of companion.play.game.game for this game."""

    id = "fellowship"
    rules = 1
    news_types = ("pass", "give")  # somebody sees a card that was hidden from him
    secret = True
    hand_steps = frozenset(("cards", "order", "group", "lose", "pass", "give", "refill", "pay", "single"))
    pictured: ClassVar[Mapping[str, str]] = {
        "tile_revealed": "tile",
        "turned": "cards",
        **dict.fromkeys(("played", "gained", "epic", "epic_to", "gandalf", "gandalf_to"), "card"),
    }
    shown_by: ClassVar[Mapping[str, str]] = {
        "draw": "cards",
        "turn": "cards",
        "show": "tiles",
        "peek": "tiles",
        "gold": "tiles",
        "roll": "dice",
    }
    questions = odds.QUESTIONS
    odds_beside = staticmethod(odds.decision_odds)
    bots = bot.BOTS
    flow = FLOW
    steps = STEPS

    command_ids = staticmethod(command_ids)
    set_up = setup.SET_UP
    asked_seats = staticmethod(asked_seats)
    facts = staticmethod(tables_of.facts)
    tables = staticmethod(tables_of.tables)
    pool = staticmethod(chances.action_pool)
    drawn_faces = staticmethod(chances.drawn_faces)
    dice = staticmethod(chances.dice)
    describe_offer = staticmethod(events.describe_offer)
    score_explanation = staticmethod(scoring.score_explanation)
    table_view = staticmethod(view.view)
    page = staticmethod(page.page)
    render_text = staticmethod(terminal.render_text)
    prompt = staticmethod(terminal.prompt)
    prompt_line = staticmethod(terminal.prompt_line)
    read_answer = staticmethod(terminal.read_answer)
    tells_hand = staticmethod(terminal.tells_hand)
    check_sheets = staticmethod(sheets.check_sheets)
    sheet_form = staticmethod(sheets.sheet_form)
    paper_forms = staticmethod(sheets.paper_forms)
    paper_values = staticmethod(sheets.paper_values)

    def is_public(self, state: Any, offer: Offer) -> bool:
        """Not where it would tell how many runes somebody else has (LR-VARIANT-8)."""
        return not state.setup.options.competition


GAME = Fellowship()
