"""War of the Ring as far as the Hunt needs it: dice, tracks, tiles, cards; armies stay on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.wotr import chances, events, page, terminal, view
from companion.games.wotr import tables as tables_of
from companion.games.wotr.actions import ACTIONS, Act
from companion.games.wotr.flow import FLOW, STEPS, asked, outcome
from companion.games.wotr.odds import questions
from companion.games.wotr.rules import ending, setup
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import DECKS, FP, SHADOW
from companion.messages import Refusal
from companion.play.stepped import SteppedGame

if TYPE_CHECKING:
    from companion.content.model import Content


def known(state: State) -> dict[str, int]:
    """Every id that a command may name, with its place; faces stand in the order of the dice that are rolled."""
    facts = state.setup.tables
    rolls = bool(state.agenda) and state.agenda[-1].kind == "roll"
    side = state.setup.sides[state.agenda[-1].who] if rolls else SHADOW
    ids = [*facts.faces[side], *facts.faces[FP], *facts.faces[SHADOW], *facts.combat, *facts.cards, *facts.tiles]
    ids += [*facts.characters, *facts.regions, *facts.nations, *DECKS]
    return {id: at for at, id in enumerate(dict.fromkeys(ids))}


class WarOfTheRing(SteppedGame[Act]):
    """The protocol of companion.play.game for this game."""

    id = "wotr"
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
    aside_types = frozenset(FLOW.interrupts)
    news_types = ("swap",)  # somebody sees a card that was hidden from him
    secret = True
    questions = questions.QUESTIONS

    facts = staticmethod(tables_of.facts)
    tables = staticmethod(tables_of.tables)
    outcome = staticmethod(outcome)
    chance = staticmethod(chances.chance)
    complete = staticmethod(chances.complete)
    outcomes = staticmethod(chances.outcomes)
    drawn_faces = staticmethod(chances.shown)
    face_odds = staticmethod(chances.face_odds)
    describe_offer = staticmethod(events.describe_offer)
    score_explanation = staticmethod(ending.working)
    view = staticmethod(view.view)
    page = staticmethod(page.page)
    render_text = staticmethod(terminal.lines)
    prompt = staticmethod(terminal.ask)
    read_answer = staticmethod(terminal.answer)

    def check_sheets(self, content: Content, data: Any) -> tuple[Refusal, ...]:
        """There are no final sheets to fill."""
        return (Refusal("sheets_none", "WR-WIN-1"),)


GAME = WarOfTheRing()
