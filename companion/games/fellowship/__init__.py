"""The cooperative game: two to five hobbits carry the Ring to Mount Doom, or all of them fail."""

from __future__ import annotations

from typing import Any

from companion.games.fellowship import chances, odds, page, terminal, told, view
from companion.games.fellowship import tables as tables_of
from companion.games.fellowship.actions import ACTIONS, Act
from companion.games.fellowship.flow import FLOW, INTERRUPTS, STEPS, asked
from companion.games.fellowship.rules import ending, scoring, setup, sheets
from companion.games.fellowship.state import Draft, State
from companion.play.offers import Offer
from companion.play.stepped import SteppedGame


def known(state: State) -> dict[str, int]:
    """Every id that a command may name, with its place."""
    facts = state.setup.tables
    ids = [*facts.order, *facts.gandalf, *facts.life, *facts.tiles, *facts.faces, "draw", "left"]
    return {id: at for at, id in enumerate(dict.fromkeys(ids))}


class Fellowship(SteppedGame[Act]):
    """The protocol of companion.play.game for this game."""

    id = "fellowship"
    rules = 1
    actions = ACTIONS
    action_types = ACTIONS.types
    chance_types = ACTIONS.chance
    aside_types = frozenset(INTERRUPTS)
    news_types = ("pass", "give")  # somebody sees a card that was hidden from him
    secret = True
    questions = odds.QUESTIONS
    flow = FLOW
    draft = Draft
    steps = STEPS

    known = staticmethod(known)
    set_up = setup.SET_UP
    asked = staticmethod(asked)
    facts = staticmethod(tables_of.facts)
    tables = staticmethod(tables_of.tables)
    outcome = staticmethod(ending.outcome)
    chance = staticmethod(chances.chance)
    complete = staticmethod(chances.complete)
    outcomes = staticmethod(chances.outcomes)
    drawn_faces = staticmethod(chances.shown)
    face_odds = staticmethod(chances.face_odds)
    describe_offer = staticmethod(told.describe_offer)
    score_explanation = staticmethod(scoring.working)
    view = staticmethod(view.view)
    page = staticmethod(page.page)
    render_text = staticmethod(terminal.lines)
    prompt = staticmethod(terminal.ask)
    read_answer = staticmethod(terminal.answer)
    check_sheets = staticmethod(sheets.check_sheets)

    def is_public(self, state: Any, offer: Offer) -> bool:
        """Not where it would tell how many runes somebody else has (LR-VARIANT-8)."""
        return not state.setup.options.competition


GAME = Fellowship()
