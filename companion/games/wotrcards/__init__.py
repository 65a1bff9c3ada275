"""The card game: locations, scores, decks and turns; what the texts of cards do is told by the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from companion.games.wotrcards import bot, chances, events, names, odds, terminal, view
from companion.games.wotrcards.actions import ACTIONS, Act
from companion.games.wotrcards.flow import FLOW, STEPS
from companion.games.wotrcards.page import page
from companion.games.wotrcards.rules.common.piles import FROM_DECK, FROM_HAND
from companion.games.wotrcards.rules.common.texts import ReadText
from companion.games.wotrcards.rules.table import setup, sheets
from companion.games.wotrcards.state import RESERVE, State
from companion.games.wotrcards.tables import SIDES, facts, tables
from companion.play.game.stepped import SteppedGame

if TYPE_CHECKING:
    from companion.content.model import Content


FIXED = (*ReadText.effects, RESERVE, FROM_HAND, FROM_DECK, *SIDES)  # words that name no card or location


def command_ids(state: State) -> list[str]:
    """Every id that a command may name."""
    facts = state.setup.tables
    return [*facts.cards, *facts.places, *facts.paths]


class CardGame(SteppedGame[Act]):
    """The protocol of companion.play.game.game for this game."""

    id = "wotrcards"
    rules = 1
    flow = FLOW
    steps = STEPS
    command_ids = staticmethod(command_ids)
    set_up = setup.SET_UP
    takes_names = True
    secret = True
    hand_steps = frozenset(("act", "cost", "eliminate", "forsake"))
    shown_by: ClassVar[Mapping[str, str]] = {"draw": "cards", "ground": "cards", "walk": "cards"}
    pictured: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("did_ground", "did_beside", "did_walk"), "location"),
        **{"did_play": "card", "did_draw_kept": "cards", "did_draw_gone_cards": "cards"},
    }
    questions = odds.QUESTIONS
    odds_beside = staticmethod(odds.decision_odds)
    bots = bot.BOTS

    check_sheets = staticmethod(sheets.check_sheets)
    sheet_form = staticmethod(sheets.sheet_form)
    paper_forms = staticmethod(sheets.paper_forms)
    paper_values = staticmethod(sheets.paper_values)
    facts = staticmethod(facts)
    tables = staticmethod(tables)
    pool = staticmethod(chances.action_pool)
    describe_offer = staticmethod(events.describe_offer)
    score_explanation = staticmethod(events.score_explanation)
    table_view = staticmethod(view.view)
    page = staticmethod(page)
    render_text = staticmethod(terminal.render_text)
    prompt = staticmethod(terminal.prompt)
    read_answer = staticmethod(terminal.read_answer)
    tells_hand = staticmethod(terminal.tells_hand)

    def read_words(
        self, content: Content, state: State, type: str, given: Mapping[str, str], rolled: str | None
    ) -> tuple[Mapping[str, str], str | None]:
        """Return the words with ids in place of names in any language. Raises WrongCall."""
        if rolled and type in ACTIONS.chance:
            rolled = ",".join(names.read_ids(content, rolled))
        return names.replace_names(content, type, given, FIXED), rolled


GAME = CardGame()
