"""The card game as the companion plays it: its rules, words, pages, odds and bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.games.wotrcards import bot, events, names, odds, page, terminal
from companion.games.wotrcards.actions import ACTIONS
from companion.games.wotrcards.referee import RULES
from companion.games.wotrcards.review import REVIEW
from companion.games.wotrcards.rules.common.piles import FROM_DECK, FROM_HAND
from companion.games.wotrcards.rules.common.texts import ReadText
from companion.games.wotrcards.rules.table import sheets
from companion.games.wotrcards.state import RESERVE, State
from companion.games.wotrcards.tables import SIDES
from companion.play.game.action_words import ActionWords, Typed
from companion.play.game.game import Game, GameOdds, Sheets, Show
from companion.play.game.input_values import show_no_part

if TYPE_CHECKING:
    from companion.content.model import Content

FIXED = (*ReadText.effects, RESERVE, FROM_HAND, FROM_DECK, *SIDES)  # words that name no card or location


def command_ids(state: State) -> list[str]:
    """Return every id that a command may name."""
    facts = state.setup.tables
    return [*facts.cards, *facts.places, *facts.paths]


def read_words(content: Content, state: State, type: str, given: Mapping[str, str], rolled: str | None) -> Typed:
    """Return words and result with ids in place of names in any language. Raises WrongCall."""
    if rolled and type in ACTIONS.chance:
        rolled = ",".join(names.read_ids(content, rolled))
    return names.replace_names(content, type, given, FIXED), rolled


GAME = Game(
    id="wotrcards",
    rules=RULES,
    words=ActionWords(ACTIONS, command_ids, terminal.read_answer, read_words, takes_names=True),
    show=Show(
        page=page.page,
        render_text=terminal.render_text,
        render_part=show_no_part,
        prompt=terminal.prompt,
        describe_offer=events.describe_offer,
        score_explanation=events.score_explanation,
        scores=events.scores,
        sheets=Sheets(
            check=sheets.check_sheets,
            form=sheets.sheet_form,
            paper_forms=sheets.paper_forms,
            paper_values=sheets.paper_values,
        ),
        shown_by=dict.fromkeys(("draw", "ground", "walk"), "cards"),
        pictured={
            **dict.fromkeys(("did_ground", "did_beside", "did_walk"), "location"),
            **{"did_play": "card", "did_draw_kept": "cards", "did_draw_gone_cards": "cards"},
        },
    ),
    odds=GameOdds(questions=odds.QUESTIONS, beside=odds.decision_odds),
    bots=bot.BOTS,
    review=REVIEW,
)
