"""Cards from hand to hand: passed to the left, given, refilled (LR-HAVEN-10, LR-EPIC-2, -9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.messages import Refusal
from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules.common import deck, hands
from companion.games.fellowship.rules.common.common import GameStep, PlayerStep
from companion.games.fellowship.rules.common.effects import players_of
from companion.games.fellowship.state import Draft, State, living_seats, next_living
from companion.games.fellowship.verbs import EFFECTS, Number


def _own_cards(state: State, seat_index: int) -> tuple[str, ...]:
    """The cards to choose from where only the holder sees which; with real cards the app is not told."""
    return ("",) if state.setup.options.real_cards else tuple(dict.fromkeys(state.players[seat_index].hand))


def _check_own_card(state: State, seat_index: int, act: Act, rule: str) -> Refusal | None:
    if act.card in _own_cards(state, seat_index):
        return None
    if state.setup.options.real_cards:
        return Refusal("card_unseen", rule)
    if not act.card:
        return Refusal("card_which", rule)
    return Refusal("card_not_in_hand", rule, {"card": hands.card_name(state, act.card)})


def _hand_over(draft: Draft, seat_index: int, to: int, card: str) -> None:
    if card:
        hands.take_from_hand(draft, seat_index, card)
        hands.add_known(draft, to, [card])
    else:
        hands.forget_hand(draft, seat_index)
        hands.add_hidden(draft, seat_index, -1)
        hands.add_hidden(draft, to, 1)
    hands.tell_size(draft, seat_index)
    hands.tell_size(draft, to)


@dataclass(frozen=True, slots=True)
class Pass(GameStep):
    """Cards go face down to the left neighbour, one after another (LR-HAVEN-10)."""

    rule = "LR-HAVEN-10"
    public = ("number", "cards")
    cards: int

    def run(self, draft: Draft) -> bool:
        """Wait while the player has a card to pass and somebody to pass it to."""
        player = draft.players[self.seat_index]
        return draft.waits(
            player.alive and player.cards and self.cards and next_living(draft, self.seat_index) != self.seat_index
        )

    def offers(self, state: State) -> list[Act]:
        """Return the cards that the player may pass."""
        return [
            Act("pass", state.setup.seats[self.seat_index], card=card) for card in _own_cards(state, self.seat_index)
        ]

    def check_pass(self, state: State, act: Act) -> Refusal | None:
        """Refuse a card that the player does not hold."""
        return _check_own_card(state, self.seat_index, act, self.rule)

    def do_pass(self, draft: Draft, act: Act) -> None:
        """Pass the card to the next living player."""
        draft.swap(Pass(self.seat_index, self.cards - 1))
        _hand_over(draft, self.seat_index, next_living(draft, self.seat_index), act.card)


@dataclass(frozen=True, slots=True)
class Give(GameStep):
    """Miruvor: a card to another player (LR-EPIC-2)."""

    rule = "LR-EPIC-2"

    def run(self, draft: Draft) -> bool:
        """Wait if the player has a card and somebody else lives."""
        player = draft.players[self.seat_index]
        return draft.waits(player.alive and player.cards and len(living_seats(draft, 0)) > 1)

    def offers(self, state: State) -> list[Act]:
        """Return every card of the player with every other living player."""
        seats, seat_index = state.setup.seats, self.seat_index
        return [
            Act("give", seats[seat_index], card=card, to=seats[to])
            for card in _own_cards(state, seat_index)
            for to in living_seats(state, seat_index + 1)
            if to != seat_index
        ]

    def check_give(self, state: State, act: Act) -> Refusal | None:
        """Refuse a card that is not held, and a receiver who is unknown, dead or the giver."""
        fault = _check_own_card(state, self.seat_index, act, self.rule) or hands.check_to(state, act, self.rule)
        if fault is None and act.to == act.seat:
            fault = Refusal("give_self", self.rule)
        return fault

    def do_give(self, draft: Draft, act: Act) -> None:
        """Give the card to the player."""
        draft.pop()
        _hand_over(draft, self.seat_index, draft.index_of(act.to), act.card)


@dataclass(frozen=True, slots=True)
class Refill(PlayerStep):
    """Lembas: any number of cards away, then as many drawn as a hand of that size lacks (LR-EPIC-9)."""

    rule = "LR-EPIC-9"
    public = ("number", "hand")

    hand: int

    def offers(self, state: State) -> list[Act]:
        """Return `done` and the cards that may be discarded."""
        seat = state.setup.seats[self.seat_index]
        return [
            Act("done", seat),
            *[Act("discard", seat, card=card) for card in hands.possible_cards(state, self.seat_index)],
        ]

    def check_discard(self, state: State, act: Act) -> Refusal | None:
        """Refuse a card that is not held."""
        return hands.check_held(state, act, self.rule)

    def do_discard(self, draft: Draft, act: Act) -> None:
        """Discard the card."""
        hands.discard(draft, self.seat_index, act.card)

    def do_done(self, draft: Draft, act: Act) -> None:
        """Draw up to the size of the hand."""
        draft.pop()
        deck.draw_one(draft, self.seat_index, self.hand - draft.players[self.seat_index].cards, self.rule)


@EFFECTS.verb
def pass_left(draft: Draft, me: int, because: str, who: Literal["each"], cards: Number) -> None:
    """Those players pass cards to the left."""
    for player in reversed(players_of(draft, who, me)):
        draft.push(Pass(player, cards))


@EFFECTS.verb
def give_card(draft: Draft, me: int, because: str, who: Literal["single"], cards: Number) -> None:
    """Ask each of those players to give so many cards to other players."""
    for player in players_of(draft, who, me):
        for _ in range(cards):
            draft.push(Give(player))


@EFFECTS.verb
def refill(draft: Draft, me: int, because: str, who: Literal["single"], hand: Number) -> None:
    """Those players change cards of their hands."""
    for player in players_of(draft, who, me):
        draft.push(Refill(player, hand))
