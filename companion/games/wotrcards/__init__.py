"""The card game: locations, scores, decks and turns; what the texts of cards do is told by the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.games.wotrcards import chances, flow, names, odds, terminal, view
from companion.games.wotrcards import events as events_of
from companion.games.wotrcards import tables as tables_of
from companion.games.wotrcards.actions import ACTS, CHANCE_TYPES, Act
from companion.games.wotrcards.rules import effects, play, setup
from companion.games.wotrcards.state import RESERVE, State, from_json, to_json
from companion.games.wotrcards.tables import SIDES
from companion.play.acts import Commands
from companion.play.game import Refusal

if TYPE_CHECKING:
    from companion.content.model import Content


FIXED = (*effects.EFFECTS, RESERVE, play.HAND, play.DRAW, *SIDES)  # words that name no card or location


def known(state: State) -> dict[str, int]:
    """Every id that a command may name, with its place in a sorted list."""
    facts = state.setup.tables
    return {id: at for at, id in enumerate((*facts.cards, *facts.places, *facts.paths))}


class CardGame(Commands[Act]):
    """The protocol of companion.play.game for this game."""

    id = "wotrcards"
    rules = 1
    acts = ACTS
    known = staticmethod(known)
    action_types = ACTS.types
    chance_types = CHANCE_TYPES
    aside_types = frozenset(effects.ASIDES)
    news_types = ()
    secret = True
    questions = odds.QUESTIONS

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

    def parse(
        self,
        content: Content,
        state: State,
        type: str,
        given: Mapping[str, str],
        rolled: str | None,
        seat: str | None = None,
    ) -> Act:
        """The action that a command asks for; names in any language are understood. Raises WrongCall."""
        if rolled and type in CHANCE_TYPES:
            rolled = ",".join(names.several(content, rolled))
        return super().parse(content, state, type, names.called(content, type, given, FIXED), rolled, seat)

    def restore(self, content: Content, header: dict[str, Any], data: dict[str, Any]) -> State:
        """Inverse of `dump`."""
        return from_json(setup.read_setup(content, header), data)

    def check_sheets(self, content: Content, data: Any) -> tuple[Refusal, ...]:
        """There are no final sheets to fill."""
        return (Refusal("sheets_none", "WC-VIC-2"),)


GAME = CardGame()
