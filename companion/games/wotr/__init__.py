"""War of the Ring as far as the Hunt needs it: dice, tracks, tiles, cards; armies stay on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.wotr import chances, flow, terminal, view
from companion.games.wotr import events as events_of
from companion.games.wotr import tables as tables_of
from companion.games.wotr.actions import ACTS, CHANCE_TYPES, Act
from companion.games.wotr.odds import questions
from companion.games.wotr.rules import combat, reports, setup
from companion.games.wotr.state import State, from_json, to_json
from companion.games.wotr.tables import DECKS, FP, SHADOW
from companion.play.acts import Commands
from companion.play.game import Refusal

if TYPE_CHECKING:
    from companion.content.model import Content


def known(state: State) -> dict[str, int]:
    """Every id that a command may name, with its place; faces stand in the order of the dice that are rolled."""
    facts = state.setup.tables
    rolls = bool(state.agenda) and state.agenda[-1][0] == "roll"
    side = state.setup.sides[state.agenda[-1][1]] if rolls else SHADOW
    ids = [*facts.faces[side], *facts.faces[FP], *facts.faces[SHADOW], *facts.combat, *facts.cards, *facts.tiles]
    ids += [*facts.characters, *facts.regions, *facts.nations, *DECKS]
    return {id: at for at, id in enumerate(dict.fromkeys(ids))}


class WarOfTheRing(Commands[Act]):
    """The protocol of companion.play.game for this game."""

    id = "wotr"
    rules = 1
    acts = ACTS
    known = staticmethod(known)
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
    outcomes = staticmethod(chances.outcomes)
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

    def restore(self, content: Content, header: dict[str, Any], data: dict[str, Any]) -> State:
        """Inverse of `dump`."""
        return from_json(setup.read_setup(content, header), data)

    def check_sheets(self, content: Content, data: Any) -> tuple[Refusal, ...]:
        """There are no final sheets to fill."""
        return (Refusal("sheets_none", "WR-WIN-1"),)


GAME = WarOfTheRing()
