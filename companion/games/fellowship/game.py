"""The cooperative game as the companion plays it: its rules, words, pages, odds and bots."""

from __future__ import annotations

from companion.games.fellowship import bot, chances, events, odds, page, terminal
from companion.games.fellowship.actions import ACTIONS
from companion.games.fellowship.referee import RULES
from companion.games.fellowship.review import REVIEW
from companion.games.fellowship.rules.common import scoring
from companion.games.fellowship.rules.table import sheets
from companion.games.fellowship.state import State
from companion.play.game.action_words import ActionWords
from companion.play.game.game import Game, GameOdds, Sheets, Show
from companion.play.game.input_values import show_no_part


def command_ids(state: State) -> list[str]:
    """Return every id that a command may name."""
    facts = state.setup.tables
    return [*facts.order, *facts.gandalf, *facts.life, *facts.tiles, *facts.faces, "draw", "left"]


GAME = Game(
    id="fellowship",
    rules=RULES,
    words=ActionWords(ACTIONS, command_ids, terminal.read_answer),
    show=Show(
        page=page.page,
        render_text=terminal.render_text,
        render_part=show_no_part,
        prompt=terminal.prompt,
        prompt_line=terminal.prompt_line,
        describe_offer=events.describe_offer,
        score_explanation=scoring.score_explanation,
        scores=scoring.scores,
        drawn_faces=chances.drawn_faces,
        sheets=Sheets(
            check=sheets.check_sheets,
            form=sheets.sheet_form,
            paper_forms=sheets.paper_forms,
            paper_values=sheets.paper_values,
        ),
        shown_by={
            **dict.fromkeys(("draw", "turn"), "cards"),
            **dict.fromkeys(("show", "peek", "gold"), "tiles"),
            "roll": "dice",
        },
        pictured={
            "tile_revealed": "tile",
            "turned": "cards",
            **dict.fromkeys(("played", "gained", "epic", "epic_to", "gandalf", "gandalf_to"), "card"),
        },
    ),
    odds=GameOdds(questions=odds.QUESTIONS, beside=odds.decision_odds, dice=chances.dice),
    bots=bot.BOTS,
    review=REVIEW,
)
