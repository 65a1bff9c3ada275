"""The card game: locations, scores, decks and turns; what the texts of cards do is told by the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.games.wotrcards import chances, events, names, odds, terminal, view
from companion.games.wotrcards.actions import ACTIONS, Act
from companion.games.wotrcards.flow import FLOW, STEPS, asked, outcome
from companion.games.wotrcards.page import page
from companion.games.wotrcards.rules import setup
from companion.games.wotrcards.rules.piles import FROM_DECK, FROM_HAND
from companion.games.wotrcards.rules.texts import INTERRUPTS, Text
from companion.games.wotrcards.state import RESERVE, Draft, State
from companion.games.wotrcards.tables import SIDES, facts, tables
from companion.messages import Refusal
from companion.play.stepped import SteppedGame

if TYPE_CHECKING:
    from companion.content.model import Content


FIXED = (*Text.effects, RESERVE, FROM_HAND, FROM_DECK, *SIDES)  # words that name no card or location


def known(state: State) -> dict[str, int]:
    """Every id that a command may name, with its place in a sorted list."""
    facts = state.setup.tables
    return {id: at for at, id in enumerate((*facts.cards, *facts.places, *facts.paths))}


class CardGame(SteppedGame[Act]):
    """The protocol of companion.play.game for this game."""

    id = "wotrcards"
    rules = 1
    actions = ACTIONS
    flow = FLOW
    draft = Draft
    steps = STEPS
    known = staticmethod(known)
    set_up = setup.SET_UP
    asked = staticmethod(asked)
    action_types = ACTIONS.types
    chance_types = ACTIONS.chance
    aside_types = frozenset(INTERRUPTS)
    news_types = ()
    secret = True
    questions = odds.QUESTIONS

    facts = staticmethod(facts)
    tables = staticmethod(tables)
    outcome = staticmethod(outcome)
    chance = staticmethod(chances.chance)
    complete = staticmethod(chances.complete)
    outcomes = staticmethod(chances.outcomes)
    drawn_faces = staticmethod(chances.shown)
    face_odds = staticmethod(chances.face_odds)
    describe_offer = staticmethod(events.describe_offer)
    score_explanation = staticmethod(events.working)
    view = staticmethod(view.view)
    page = staticmethod(page)
    render_text = staticmethod(terminal.lines)
    prompt = staticmethod(terminal.ask)
    read_answer = staticmethod(terminal.answer)

    def parse(
        self,
        content: Content,
        state: State,
        type: str,
        given: Mapping[str, str],
        rolled: str | None,
        seat: str | None = None,
    ) -> Act | Refusal:
        """The action that a command asks for; names in any language are understood. Raises WrongCall."""
        if rolled and type in ACTIONS.chance:
            rolled = ",".join(names.several(content, rolled))
        return super().parse(content, state, type, names.called(content, type, given, FIXED), rolled, seat)

    def check_sheets(self, content: Content, data: Any) -> tuple[Refusal, ...]:
        """There are no final sheets to fill."""
        return (Refusal("sheets_none", "WC-VIC-2"),)


GAME = CardGame()
