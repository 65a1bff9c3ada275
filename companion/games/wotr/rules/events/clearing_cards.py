"""Removing a card from the table by an action (WR-EVENT-12)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Ref, Refusal, Value
from companion.games.wotr.actions import Act, offer_one_of
from companion.games.wotr.rules.common import rings
from companion.games.wotr.rules.common.action_dice import WILL, no_such_die, unused_faces, use_die
from companion.games.wotr.rules.common.choices import ChooseOne
from companion.games.wotr.rules.common.hands import card_value, in_hand, lose
from companion.games.wotr.rules.common.sides import side_of
from companion.games.wotr.rules.common.table_cards import on_table, remove_card
from companion.games.wotr.rules.events.card_effects import PlayedCard
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import FP, SHADOW
from companion.games.wotr.verbs import CONDITIONS, EFFECTS, Face, hold
from companion.play.game.offers import Offer
from companion.play.game.steps import Handler, Step


@CONDITIONS.verb
def ring_ready(state: State) -> bool:
    """Return whether the Free Peoples may use an Elven Ring."""
    return rings.ring_fault(state, FP) is None


@EFFECTS.verb
def use_ring(draft: Draft, seat_index: int, card: str) -> None:
    """Turn over an Elven Ring of the card's player."""
    rings.turn_over(draft, side_of(draft, seat_index))


@EFFECTS.verb
def discard(draft: Draft, seat_index: int, card: str, icon: Face) -> None:
    """Make the card's player discard a card with that icon from hand."""
    draft.push(Spend(seat_index, icon))


def _dice(state: State, seat_index: int, card: str) -> list[str]:
    """Return the faces that remove the card: any while `cleared_if` is so, else Will of the West."""
    unused = unused_faces(state, side_of(state, seat_index))
    return unused if hold(state, state.setup.tables.cards[card].cleared_if) else [die for die in unused if die == WILL]


def _lacks_cards(state: State, seat_index: int, card: str) -> bool:
    """Return whether cards to discard for it are lacking, as far as the app knows."""
    facts, hand = state.setup.tables.cards, state.hands[seat_index]
    icons = [effect[1] for effect in facts[card].cleared_for if effect[0] == "discard"]
    return hand.size < len(icons) or (not hand.hidden and not {*icons} <= {facts[id].icon for id in hand.cards})


def _fault(state: State, seat_index: int, card: str) -> Refusal | None:
    """Return the reason that a seat cannot discard that card from the table (WR-EVENT-12)."""
    values: dict[str, Value] = {"card": card_value(state, card)}
    facts = state.setup.tables.cards.get(card)
    if facts is None or not (facts.cleared_if or facts.cleared_for) or facts.side == side_of(state, seat_index):
        return Refusal("card_not_cleared", "WR-EVENT-12", values)
    if not on_table(state, card):
        return Refusal("card_not_on_table", "WR-EVENT-12", values)
    return Refusal("clear_cards", "WR-EVENT-12", values) if _lacks_cards(state, seat_index, card) else None


def _check(step: Step, state: State, act: Act) -> Refusal | None:
    seat_index = state.index_of(act.seat)
    fault = _fault(state, seat_index, act.card)
    if fault is None and act.die not in unused_faces(state, side_of(state, seat_index)):
        fault = no_such_die(act, "WR-DICE-7", _dice(state, seat_index, act.card))
    if fault is None and act.die not in _dice(state, seat_index, act.card):
        by_ring = ("ring_ready",) in state.setup.tables.cards[act.card].cleared_if
        fault = rings.ring_fault(state, FP) if by_ring else None
        fault = fault or Refusal("die_not_for_this", "WR-EVENT-12", {"face": Ref("face", act.die)})
    return fault


def _do(step: Step, draft: Draft, act: Act) -> None:
    use_die(step, draft, act)
    facts = draft.setup.tables.cards[act.card]
    remove_card(draft, facts.side, act.card, "WR-EVENT-12")
    if act.die != WILL:
        draft.push(PlayedCard(step.seat_index, act.card, facts.cleared_for))


def offers(state: State, seat_index: int) -> list[Offer]:
    """Return every card that can be taken from the table, with each die that does it."""
    seat, out = state.setup.seats[seat_index], []
    lying = [*state.sides[FP].table, *state.sides[SHADOW].table]
    dice = {card: _dice(state, seat_index, card) for card in lying if _fault(state, seat_index, card) is None}
    for die in unused_faces(state, side_of(state, seat_index)):
        by_die = [card for card in dice if die in dice[card]]
        out += offer_one_of(Act("clear", seat, die=die), "card", "event_card", by_die)
    return out


ANSWERS: dict[str, Handler] = {"clear": Handler(_check, _do)}
RULES = {"clear": "WR-EVENT-12"}


@dataclass(frozen=True, slots=True)
class Spend(ChooseOne):
    """Discard of a card with this icon from hand, as the price."""

    rule = "WR-EVENT-12"
    field = "card"
    listed = True

    icon: str

    def choices(self, state: State) -> dict[str, list[str]]:
        """Return the cards with that icon."""
        facts = state.setup.tables.cards
        return {
            "": [card for card in in_hand(state.hands[self.seat_index]) if not card or facts[card].icon == self.icon]
        }

    def run(self, draft: Draft) -> bool:
        """Wait for a choice of card; a hand that is not known loses one at once."""
        if draft.hands[self.seat_index].cards:
            return True
        draft.pop()
        lose(draft, self.seat_index, "", "WR-EVENT-12")
        return False

    def fault(self, state: State, act: Act) -> Refusal | None:
        """Refuse a card without that icon (WR-EVENT-12)."""
        values = {"card": card_value(state, act.card), "face": Ref("face", self.icon)}
        return Refusal("card_other_icon", "WR-EVENT-12", values)

    check_discard = ChooseOne.check

    def do_discard(self, draft: Draft, act: Act) -> None:
        """Discard the card."""
        draft.pop()
        lose(draft, self.seat_index, act.card, "WR-EVENT-12")
