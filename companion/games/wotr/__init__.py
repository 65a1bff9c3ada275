"""War of the Ring as far as the Hunt needs it: dice, tracks, tiles, cards; armies stay on the board."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from companion.games.wotr import chances, flow, terminal, view
from companion.games.wotr import events as events_of
from companion.games.wotr import tables as tables_of
from companion.games.wotr.actions import ACTS, CHANCE_TYPES, Act
from companion.games.wotr.odds import questions
from companion.games.wotr.rules import combat, reports, setup
from companion.games.wotr.state import State, from_json, to_json
from companion.games.wotr.tables import DECKS, FP, SHADOW
from companion.play.game import Refusal

if TYPE_CHECKING:
    from companion.content.model import Content


class WarOfTheRing:
    """The protocol of companion.play.game for this game."""

    id = "wotr"
    rules = 1
    action_types = ACTS.types
    chance_types = CHANCE_TYPES
    aside_types = frozenset({*reports.REPORTS, *combat.ASIDES})
    news_types = ("swap",)  # somebody sees a card that was hidden from him
    secret = True
    questions = questions.QUESTIONS

    facts = staticmethod(tables_of.facts)
    header = staticmethod(setup.header)
    new = staticmethod(setup.new)
    pending = staticmethod(flow.pending)
    legal = staticmethod(flow.legal)
    check = staticmethod(flow.check)
    apply = staticmethod(flow.apply)
    outcome = staticmethod(flow.outcome)
    opened = staticmethod(ACTS.opened)
    chance = staticmethod(chances.chance)
    complete = staticmethod(chances.complete)
    shown = staticmethod(chances.shown)
    face_odds = staticmethod(chances.face_odds)
    events = staticmethod(events_of.events)
    told = staticmethod(events_of.told)
    working = staticmethod(events_of.working)
    view = staticmethod(view.view)
    lines = staticmethod(terminal.lines)
    ask = staticmethod(terminal.ask)
    answer = staticmethod(terminal.answer)
    decode = staticmethod(ACTS.decode)
    dump = staticmethod(to_json)

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
        return ACTS.parse(type, told, rolled, asker, _known(state))

    def words(self, state: State, action: Act) -> str:
        """The words for `companion do`."""
        return ACTS.words(action, state.seat)

    def restore(self, content: Content, header: dict[str, Any], data: dict[str, Any]) -> State:
        """Inverse of `dump`."""
        return from_json(setup.read_setup(content, header), data)

    def check_sheets(self, content: Content, data: Any) -> tuple[Refusal, ...]:
        """There are no final sheets to fill."""
        return (Refusal("sheets_none", "WR-WIN-1"),)


def _known(state: State) -> dict[str, int]:
    """Every id that a command may name, with its place; faces stand in the order of the dice that are rolled."""
    facts = state.setup.tables
    rolls = bool(state.agenda) and state.agenda[-1][0] == "roll"
    side = state.setup.sides[state.agenda[-1][1]] if rolls else SHADOW
    ids = [*facts.faces[side], *facts.faces[FP], *facts.faces[SHADOW], *facts.combat, *facts.cards, *facts.tiles]
    ids += [*facts.characters, *facts.regions, *facts.nations, *DECKS]
    return {id: at for at, id in enumerate(dict.fromkeys(ids))}


GAME = WarOfTheRing()
