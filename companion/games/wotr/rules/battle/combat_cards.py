"""Event cards used in a battle as combat cards (WR-EVENT-16): they leave the hand; the battle is on the board."""

from __future__ import annotations

from companion.core.messages import Refusal
from companion.games.wotr.actions import Act, offer_one_of
from companion.games.wotr.rules.common import hands
from companion.games.wotr.rules.common.drawing import Reward
from companion.games.wotr.rules.common.sides import side_of
from companion.games.wotr.rules.common.table_cards import hunt_cards, remove_card
from companion.games.wotr.rules.map import characters
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import DECKS, SHADOW
from companion.play.game.offers import Offer
from companion.play.game.steps import Handler, Step


def _usable_cards(state: State, seat_index: int) -> list[str]:
    """Return the cards of a hand ("" for one that only its holder knows), and the Balrog from the table by his card."""
    balrog = hunt_cards(state, SHADOW, "moria") if side_of(state, seat_index) == SHADOW else []
    return [*hands.in_hand(state.hands[seat_index]), *balrog]


def _check(step: Step, state: State, act: Act) -> Refusal | None:
    if state.setup.armies:
        return Refusal("board_kept", "WR-TURN-13")
    if act.card in _usable_cards(state, state.index_of(act.seat)):
        return None
    return Refusal("not_in_hand", "WR-EVENT-16", {"card": hands.card_value(state, act.card)})


def _do(step: Step, draft: Draft, act: Act) -> None:
    """Play the card; in battle the Witch-king may draw a card of the same deck."""
    seat_index = draft.index_of(act.seat)
    if act.card in draft.sides[SHADOW].table:
        remove_card(draft, SHADOW, act.card, "WR-EVENT-16")
    else:
        hands.lose(draft, seat_index, act.card, "WR-EVENT-16")
    if side_of(draft, seat_index) == SHADOW and characters.on_map(draft, characters.WITCH_KING):
        decks = (draft.setup.tables.cards[act.card].deck,) if act.card else DECKS
        draft.push(Reward(seat_index, decks, True))


def offers(step: Step, state: State) -> list[Offer]:
    """Return every card that could have been used, for each seat."""
    out: list[Offer] = []
    for seat_index, seat in enumerate(() if state.setup.armies else state.setup.seats):
        act, usable = Act("combat", seat), _usable_cards(state, seat_index)
        out += offer_one_of(act, "card", "event_card", filter(None, usable)) + [Offer(act)][: usable.count("")]
    return out


INTERRUPTS: dict[str, Handler] = {"combat": Handler(_check, _do)}
