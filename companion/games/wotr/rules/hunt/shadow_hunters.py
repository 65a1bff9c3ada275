"""Common parts of the steps of a Hunt: hunting players (WR-TEAM-31), helping cards on the table (WR-HUNT-20)."""

from __future__ import annotations

from companion.core.messages import Ref, Refusal
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.common.sides import leader, seats_of, side_of
from companion.games.wotr.rules.common.table_cards import hunt_cards
from companion.games.wotr.state import State
from companion.games.wotr.tables import FP, SHADOW
from companion.play.game.steps import Check, Step

HUNT = "hunt"  # where a tile comes from, if from a roll


class HuntStep(Step):
    """A step that any player of the Shadow may take."""

    __slots__ = ()
    kind = ""

    def offers(self, state: State) -> list[Act]:
        """Return the actions of the step, for each hunting seat."""
        return offer_hunters(state, *self.answers)

    def is_open_to(self, state: State, act: Act) -> bool:
        """Return True for a seat of the Shadow."""
        return side_of(state, state.index_of(act.seat)) == SHADOW


def hunting_seats(state: State) -> list[str]:
    """Return all seats of the Shadow, the one that leads first."""
    first = leader(state, SHADOW)
    return [
        state.setup.seats[seat_index]
        for seat_index in sorted(seats_of(state, SHADOW), key=lambda seat_index: seat_index != first)
    ]


def offer_hunters(state: State, *types: str) -> list[Act]:
    """Return actions without words, each for every player of the Shadow."""
    return [Act(type, seat) for type in types for seat in hunting_seats(state)]


# --- cards that lie on the table -------------------------------------------------------------------------------------


def offer_cards(state: State, side: int, hunt: str) -> list[Act]:
    """Return the cards on the table with this effect, for all of the side who may use them."""
    seats = hunting_seats(state) if side == SHADOW else [state.setup.seats[leader(state, FP)]]
    return [Act("use", seat, card=card) for card in hunt_cards(state, side, hunt) for seat in seats]


def check_use(hunt: str) -> Check:
    """Return the check of a card with this effect, of the side that is asked."""

    def check(step: Step, state: State, act: Act) -> Refusal | None:
        return card_fault(state, side_of(state, step.seat_index), act.card, hunt, step.rule_of(act))

    return check


def card_fault(state: State, side: int, card: str, hunt: str, rule: str) -> Refusal | None:
    """Return the reason that this card does not help here."""
    if card in hunt_cards(state, side, hunt):
        return None
    if card not in state.setup.tables.cards:
        return Refusal("card_unknown", rule, {"card": card})
    code = "card_no_help" if card in state.sides[side].table else "card_not_on_table"
    return Refusal(code, rule, {"card": Ref("event_card", card)})
