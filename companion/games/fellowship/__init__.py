"""The cooperative game: two to five hobbits carry the Ring to Mount Doom, or all of them fail."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from companion.games.fellowship import chances, flow, odds, terminal, view
from companion.games.fellowship import events as events_of
from companion.games.fellowship import tables as tables_of
from companion.games.fellowship.actions import ACTS, Act
from companion.games.fellowship.rules import ending, scoring, setup, sheets
from companion.games.fellowship.state import State, from_json, to_json
from companion.play.game import Pending, Refusal

if TYPE_CHECKING:
    from companion.content.model import Content


class Fellowship:
    """The protocol of companion.play.game for this game."""

    id = "fellowship"
    rules = 1
    action_types = ACTS.types
    chance_types = ACTS.chance
    aside_types = frozenset(flow.STEP_INS)
    news_types = ("pass", "give")  # somebody sees a card that was hidden from him
    secret = True
    questions = odds.QUESTIONS

    facts = staticmethod(tables_of.facts)
    header = staticmethod(setup.header)
    new = staticmethod(setup.new)
    legal = staticmethod(flow.legal)
    check = staticmethod(flow.check)
    apply = staticmethod(flow.apply)
    outcome = staticmethod(ending.outcome)
    opened = staticmethod(ACTS.opened)
    chance = staticmethod(chances.chance)
    complete = staticmethod(chances.complete)
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

    def pending(self, state: State) -> Pending:
        """Who is asked; that others may step in is not said here, since it would tell what they hold."""
        return flow.pending(state)

    def outcomes(self, state: State, action: Act | None = None) -> tuple[tuple[Act, Fraction], ...]:
        """Every result of the open action (by default the one awaited) with its probability."""
        return chances.outcomes(state, action or flow.legal(state)[0])

    def parse(
        self,
        content: Content,
        state: State,
        type: str,
        given: Mapping[str, str],
        rolled: str | None,
        seat: str | None = None,
    ) -> Act | Refusal:
        """The action that a command asks for. Raises WrongCall."""
        asker, told = ACTS.asker(given, state.setup.seats, seat, state.seat)
        known = {id: at for at, id in enumerate([*state.setup.tables.order, *state.setup.tables.gandalf])}
        for ids in (state.setup.tables.life, state.setup.tables.tiles, state.setup.tables.faces, ("draw", "left")):
            known |= {id: len(known) + at for at, id in enumerate(ids) if id not in known}
        return ACTS.parse(type, told, rolled, asker, known)

    def words(self, state: State, action: Act) -> str:
        """The words for `companion do`."""
        return ACTS.words(action, state.seat)

    def restore(self, content: Content, header: dict[str, Any], data: dict[str, Any]) -> State:
        """Inverse of `dump`."""
        return from_json(setup.read_setup(content, header), data)


GAME = Fellowship()
