"""The cooperative game: two to five hobbits carry the Ring to Mount Doom, or all of them fail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.fellowship import chances, flow, odds, terminal, view
from companion.games.fellowship import events as events_of
from companion.games.fellowship import tables as tables_of
from companion.games.fellowship.actions import ACTS, Act
from companion.games.fellowship.rules import ending, scoring, setup, sheets
from companion.games.fellowship.state import State, from_json, to_json
from companion.play.acts import Commands

if TYPE_CHECKING:
    from companion.content.model import Content


def known(state: State) -> dict[str, int]:
    """Every id that a command may name, with its place."""
    facts = state.setup.tables
    ids = [*facts.order, *facts.gandalf, *facts.life, *facts.tiles, *facts.faces, "draw", "left"]
    return {id: at for at, id in enumerate(dict.fromkeys(ids))}


class Fellowship(Commands[Act]):
    """The protocol of companion.play.game for this game."""

    id = "fellowship"
    rules = 1
    acts = ACTS
    known = staticmethod(known)
    action_types = ACTS.types
    chance_types = ACTS.chance
    aside_types = frozenset(flow.STEP_INS)
    news_types = ("pass", "give")  # somebody sees a card that was hidden from him
    secret = True
    questions = odds.QUESTIONS

    facts = staticmethod(tables_of.facts)
    header = staticmethod(setup.header)
    new = staticmethod(setup.new)
    pending = staticmethod(flow.pending)
    legal = staticmethod(flow.legal)
    check = staticmethod(flow.check)
    apply = staticmethod(flow.apply)
    outcome = staticmethod(ending.outcome)
    opened = staticmethod(ACTS.opened)
    chance = staticmethod(chances.chance)
    complete = staticmethod(chances.complete)
    outcomes = staticmethod(chances.outcomes)
    shown = staticmethod(chances.shown)
    face_odds = staticmethod(chances.face_odds)
    events = staticmethod(events_of.events)
    told = staticmethod(events_of.told)
    working = staticmethod(scoring.working)
    view = staticmethod(view.view)
    lines = staticmethod(terminal.lines)
    ask = staticmethod(terminal.ask)
    answer = staticmethod(terminal.answer)
    decode = staticmethod(ACTS.decode)
    dump = staticmethod(to_json)
    check_sheets = staticmethod(sheets.check_sheets)

    def restore(self, content: Content, header: dict[str, Any], data: dict[str, Any]) -> State:
        """Inverse of `dump`."""
        return from_json(setup.read_setup(content, header), data)


GAME = Fellowship()
