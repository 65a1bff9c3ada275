"""Event cards used in a battle as combat cards (WR-EVENT-16): they leave the hand; the battle is on the board."""

from __future__ import annotations

from companion.games.wotr.actions import Act
from companion.games.wotr.rules import cards, characters, politics
from companion.games.wotr.rules.common import index, side_of
from companion.games.wotr.rules.fellowship import lying
from companion.games.wotr.state import Draft, State, Table
from companion.games.wotr.tables import DECKS, SHADOW
from companion.play.agenda import Check, Do, Frame
from companion.play.game import Refusal


def _usable(t: Table, who: int) -> list[str]:
    """Cards of a hand, nothing for one that only its holder knows; the Balrog also from the table, as his card says."""
    balrog = lying(t, SHADOW, "moria") if side_of(t, who) == SHADOW else []
    return [*cards.in_hand(t.hands[who]), *balrog]


def _check(state: State, frame: Frame, act: Act) -> Refusal | None:
    if act.item in _usable(state, index(state, act.seat)):
        return None
    return Refusal("not_in_hand", "WR-EVENT-16", {"card": cards.name(state, act.item)})


def _do(draft: Draft, frame: Frame, act: Act) -> None:
    """In battle the Witch-king may draw a card of the same deck (C1)."""
    who = index(draft, act.seat)
    if act.item in draft.sides[SHADOW].table:
        politics.drop(draft, SHADOW, act.item)
    else:
        cards.lose(draft, who, act.item)
    if side_of(draft, who) == SHADOW and characters.on_map(draft, characters.WITCH_KING):
        decks = (draft.setup.tables.cards[act.item].deck,) if act.item else DECKS
        draft.push("reward", who, decks, True)


def legal(state: State, frame: Frame) -> list[Act]:
    """Every card that could have been used, for each seat."""
    return [
        Act("combat", seat, item=card) for who, seat in enumerate(state.setup.seats) for card in _usable(state, who)
    ]


ASIDES: dict[str, tuple[Check, Do]] = {"combat": (_check, _do)}
