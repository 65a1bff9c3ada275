"""Event cards as actions (WR-EVENT-5..10): drawing with a die, playing a card, and cards that it gives."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from companion.core.messages import Ref, Refusal
from companion.games.wotr.actions import Act, offer_one_of
from companion.games.wotr.rules.common.action_dice import (
    ARMY,
    CHARACTER,
    EVENT,
    MUSTER,
    WILL,
    paying_faces,
    payment_fault,
    unused_faces,
    use_die,
)
from companion.games.wotr.rules.common.choices import ChooseOne
from companion.games.wotr.rules.common.drawing import Reward, draw
from companion.games.wotr.rules.common.hands import card_value, deck_fault, decks_left, possible_cards, show
from companion.games.wotr.rules.common.sides import side_of
from companion.games.wotr.rules.common.table_cards import lay_card
from companion.games.wotr.rules.events.card_effects import Choices, PlayedCard
from companion.games.wotr.rules.hunt import mordor
from companion.games.wotr.rules.hunt.hunt_tile import tile_by_card
from companion.games.wotr.rules.map import characters
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import FP
from companion.games.wotr.verbs import CHOICES, hold
from companion.play.game.offers import Offer
from companion.play.game.steps import Handler, Step
from companion.play.game.verbs import Call

ICONS = (CHARACTER, ARMY, MUSTER)  # in the upper corner of a card


# --- by a die --------------------------------------------------------------------------------------------------------


def _check_take(step: Step, state: State, act: Act) -> Refusal | None:
    return deck_fault(state, state.index_of(act.seat), act.deck) or payment_fault(state, act, (EVENT,), "WR-DICE-23")


def _take(step: Step, draft: Draft, act: Act) -> None:
    use_die(step, draft, act)
    draw(draft, step.seat_index, act.deck, 1, "WR-DICE-23")


def event_fault(state: State, seat_index: int, card: str) -> Refusal | None:
    """Return the reason that a seat may not play that card with any die (WR-EVENT-8, WR-TEAM-23)."""
    if card not in possible_cards(state, seat_index):
        return Refusal("not_in_hand", "WR-EVENT-6", {"card": card_value(state, card)})
    return _held_back(state, seat_index, card)


def _held_back(state: State, seat_index: int, card: str) -> Refusal | None:
    """Return the reason that a card he may have is not played now."""
    facts, value = state.setup.tables.cards[card], card_value(state, card)
    if _is_of_partner(state, seat_index, card):
        return Refusal("card_partner", "WR-TEAM-23", {"card": value, "seat": Ref("seat", facts.whose)})
    if hold(state, facts.needs):
        return None
    values = {"card": value, "condition": Ref("event_card", card, "condition")}
    return Refusal("card_condition", "WR-EVENT-8", values)


def _is_of_partner(state: State, seat_index: int, card: str) -> bool:
    """Return whether only the partner plays the card (WR-TEAM-23)."""
    setup = state.setup
    whose = setup.tables.cards[card].whose
    if whose not in setup.seats or whose == setup.seats[seat_index]:
        return False
    return not (setup.options.real_cards and (setup.rules == 1 or _serves_seat(state, seat_index, card)))


OF_NATION = ("activate", "advance", "go_to_war", "gather", "promote", "recruit")
FURTHER = {"either": (0, 1), "if": (1, 3), "may": (0, 1), "must": (0, 1), "option": (1, 2)}  # from, to: lists of verbs


def _serves_seat(state: State, seat_index: int, card: str) -> bool:
    """Return whether a card can do something for a seat that is not only for the partner's nations or characters.

    Whose sign a card shows in a team is our guess; on real cards the players see it, and this needs no sign.
    """
    facts = state.setup.tables.cards[card]
    lasts = facts.table or facts.tile or facts.hunt or facts.after_event
    return bool(lasts) or any(_call_serves(state, seat_index, call) for call in facts.does)


def _call_serves(state: State, seat_index: int, call: Call) -> bool:
    seat = state.setup.tables.seats[state.setup.seats[seat_index]]
    verb, *values = call
    if verb in FURTHER:
        return any(_call_serves(state, seat_index, inner) for calls in values[slice(*FURTHER[verb])] for inner in calls)
    if verb in OF_NATION:
        return any(nation in values for nation in seat.nations)
    return verb != "arrive" or not seat.characters or values[0] in seat.characters


def _check_event(step: Step, state: State, act: Act) -> Refusal | None:
    fault = event_fault(state, state.index_of(act.seat), act.card)
    if fault is not None:
        return fault
    facts = state.setup.tables.cards[act.card]
    banner = facts.deck == "strategy" and act.die in (ARMY, MUSTER)
    return payment_fault(state, act, (EVENT, facts.icon), "WR-EVENT-7" if banner else "WR-EVENT-6")


def _event(step: Step, draft: Draft, act: Act) -> None:
    use_die(step, draft, act)
    if act.die in (EVENT, WILL):
        _give_rewards(draft, step.seat_index, act.card)
    play_card(draft, step.seat_index, act.card)


def _give_rewards(draft: Draft, seat_index: int, card: str) -> None:
    """Apply rewards after a card played with an Event die: Gandalf the Grey as Guide, cards on the table."""
    facts = draft.setup.tables.cards[card]
    if facts.side == FP and draft.fellowship.guide == characters.GREY:
        draft.push(Reward(seat_index, (facts.deck,), True))
    for other in draft.sides[facts.side].table:
        effects = draft.setup.tables.cards[other].after_event
        if effects:
            draft.push(PlayedCard(seat_index, other, effects))


def play_card(draft: Draft, seat_index: int, card: str) -> None:
    """Play a card: it leaves the hand, takes effect, and stays on the table if it says so (WR-EVENT-10, -11)."""
    facts = draft.setup.tables.cards[card]
    if not draft.setup.options.real_cards:
        draft.record("card_says", "WR-EVENT-9", says=card)
    show(draft, seat_index, card, "WR-EVENT-10")
    if facts.table:
        lay_card(draft, facts.side, card)
    if facts.tile:
        mordor.bring_in(draft, facts.tile)
    draft.push(PlayedCard(seat_index, card, facts.does))
    if facts.hunt and not facts.table:
        tile_by_card(draft, card)


def offers(state: State, seat_index: int) -> list[Offer]:
    """Return the actions of drawing and playing cards by a die."""
    seat, side, facts, out = state.setup.seats[seat_index], side_of(state, seat_index), state.setup.tables.cards, []
    for die in paying_faces(state, side, (EVENT,)):
        out += offer_one_of(Act("take", seat, die=die), "deck", "deck", decks_left(state, side))
    dice = {icon: paying_faces(state, side, (EVENT, icon)) for icon in ICONS}
    paid = [
        card
        for card in possible_cards(state, seat_index)
        if dice[facts[card].icon] and hold(state, facts[card].needs) and not _is_of_partner(state, seat_index, card)
    ]
    for die in unused_faces(state, side):
        by_die = [card for card in paid if die in dice[facts[card].icon]]
        out += offer_one_of(Act("event", seat, die=die), "card", "event_card", by_die)
    return out


ANSWERS: dict[str, Handler] = {"take": Handler(_check_take, _take), "event": Handler(_check_event, _event)}
RULES = {"take": "WR-DICE-23", "event": "WR-EVENT-6"}


# --- a card for a card -----------------------------------------------------------------------------------------------


@CHOICES.verb
def play_character_event(state: State, seat_index: int) -> Choices:
    """Offer one more Character event from hand."""
    return {("further", 0): partial(Draft.push, step=Extra(seat_index))}


@dataclass(frozen=True, slots=True)
class Extra(ChooseOne):
    """Choice of one more Character event from hand, without a die."""

    rule = "WR-EVENT-9"
    field, named = "card", "event_card"

    def _cards(self, state: State) -> list[str]:
        return [
            card
            for card in possible_cards(state, self.seat_index)
            if state.setup.tables.cards[card].deck == "character"
        ]

    def run(self, draft: Draft) -> bool:
        """Wait if another card may be played."""
        return draft.waits(self._cards(draft))

    def choices(self, state: State) -> dict[str, list[str]]:
        """Return the cards that may be played."""
        return {"": [card for card in self._cards(state) if event_fault(state, self.seat_index, card) is None]}

    def fault(self, state: State, act: Act) -> Refusal | None:
        """Refuse a card that cannot be played, or is of another kind (WR-EVENT-1)."""
        other = Refusal("event_not_character", "WR-EVENT-1", {"card": Ref("event_card", act.card)})
        return event_fault(state, self.seat_index, act.card) or other

    check_event = ChooseOne.check

    def do_event(self, draft: Draft, act: Act) -> None:
        """Play the card."""
        draft.pop()
        play_card(draft, self.seat_index, act.card)

    do_done = ChooseOne.end
