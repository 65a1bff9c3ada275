"""Journey to Mordor as the companion plays it: its rules, words, pages, odds and bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.core.messages import Pair, Ref, Refusal
from companion.games.dice import offers, page, race, terminal, turn_questions
from companion.games.dice.actions import ACTIONS, Act, command_words, parse_action, rolled_ids
from companion.games.dice.bot import BOTS
from companion.games.dice.referee import RULES
from companion.games.dice.review import REVIEW
from companion.games.dice.rules import rolling, sheets
from companion.games.dice.state import DICE, State
from companion.play.game.action_words import ActionWords
from companion.play.game.game import Game, GameOdds, Sheets, Show
from companion.play.game.input_values import show_no_part
from companion.play.game.names import names_of

if TYPE_CHECKING:
    from companion.content.model import Content


class DiceWords(ActionWords[Act]):
    """The words of rolls, keeps and squares."""

    def parse(
        self,
        content: Content,
        state: State,
        type: str,
        given: Mapping[str, str],
        rolled: str | None,
        seat: str | None = None,
    ) -> Act | Refusal:
        """Return the action that a command asks for. Raises WrongCall."""
        names, dice = names_of(content), state.setup.dice
        if rolled is not None:
            rolled = ",".join(rolled_ids(names, state.setup, rolled))
        if "dice" in given:
            given = {**given, "dice": ",".join(names.several(given["dice"], dice))}
        return parse_action(state, type, given, rolled, seat or state.seat)

    def command(self, state: State, action: Act) -> str:
        """Return the words for `companion do`."""
        return command_words(state.setup, action)

    def decode(self, type: str, seat: str, args: Mapping[str, Any]) -> Act:
        """Return the action of a journal entry. Raises ValueError."""
        act = ACTIONS.decode(type, seat, args)
        if type in ACTIONS.chance and len(act.dice) != DICE:
            raise ValueError(type)
        return act


def drawn_faces(state: State, action: Act) -> tuple[Pair, ...]:
    """Return symbol and die of everything that a roll showed."""
    return rolling.symbol_pairs(state.setup.dice, action.dice) if action.type in ACTIONS.chance else ()


def dice(state: State) -> dict[Ref, tuple[str, ...]]:
    """Return the dice, each with its faces."""
    return {Ref("die", die): faces for die, faces in zip(state.setup.dice, state.setup.faces, strict=True)}


GAME = Game(
    id="dice",
    rules=RULES,
    words=DiceWords(ACTIONS, lambda state: (), terminal.read_answer),
    show=Show(
        page=page.page,
        render_text=terminal.render_text,
        render_part=show_no_part,
        prompt=terminal.prompt,
        describe_offer=offers.describe_offer,
        score_explanation=offers.score_explanation,
        drawn_faces=drawn_faces,
        sheets=Sheets(
            check=sheets.check_sheets,
            form=sheets.sheet_form,
            paper_forms=sheets.paper_forms,
            paper_values=sheets.paper_values,
        ),
        shown_by=dict.fromkeys(("roll", "repeat"), "dice"),
    ),
    odds=GameOdds(
        questions=turn_questions.QUESTIONS,
        beside=turn_questions.decision_odds,
        keep=race.cache_turn_odds,
        dice=dice,
        face_kind="symbol",
    ),
    bots=BOTS,
    review=REVIEW,
)
