"""Drawing event cards (WR-EVENT-1..4): phase 1, the hand limit, and partners who swap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.core.messages import Ref, Refusal
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.common import hands
from companion.games.wotr.rules.common.choices import ChooseOne, PlainStep
from companion.games.wotr.rules.common.sides import seats_of, side_of
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import DECKS
from companion.play.game.draft import replace_item
from companion.play.game.game import Action
from companion.play.game.steps import Step, end


def draw(draft: Draft, seat_index: int, deck: str, number: int, rule: str) -> None:
    """Draw cards of one instruction for a seat, as far as there are any, and only then discard (WR-EVENT-3, -4)."""
    draft.push(Trim(seat_index))
    _draw(draft, seat_index, [deck], number, rule)


def _draw(draft: Draft, seat_index: int, decks: Sequence[str], number: int, rule: str) -> None:
    """Draw so many cards of each deck; real cards go into the hand unseen by the app."""
    unseen = 0
    for deck in reversed(decks):
        at = hands.deck_index(draft, side_of(draft, seat_index), deck)
        now = min(number, hands.cards_left(draft, at))
        if draft.setup.options.real_cards:
            hands.leave_deck(draft, at, now)
            unseen += now
        elif now:
            draft.push(Draw(seat_index, at, now, rule))
    if unseen:
        hands.give_hidden(draft, seat_index, unseen, rule)


def offer_decks(state: State, seat_index: int) -> list[Act]:
    """Return the action of taking a card, for each deck that has any."""
    return [
        Act("take", state.setup.seats[seat_index], deck=deck)
        for deck in hands.decks_left(state, side_of(state, seat_index))
    ]


@dataclass(frozen=True, slots=True)
class DrawPhase(Step):
    """A card of each deck; in a team from the second turn on of one (WR-TURN-4, WR-TEAM-4)."""

    rule = "WR-TURN-4"
    rules: ClassVar[Mapping[str, str]] = {"take": "WR-TEAM-4"}

    def run(self, draft: Draft) -> bool:
        """Wait for a team's choice of deck; else draw."""
        left = hands.decks_left(draft, side_of(draft, self.seat_index))
        team = len(seats_of(draft, side_of(draft, self.seat_index))) > 1
        if team and draft.turn > 1 and len(left) > 1:
            return True
        draft.pop()
        self._deal(draft, left)
        return False

    def _deal(self, draft: Draft, decks: list[str]) -> None:
        """Draw one card of each of the decks, then trim the hand; the last of a team may swap (WR-TEAM-6)."""
        seat_index = self.seat_index
        partners = seats_of(draft, side_of(draft, seat_index))
        if len(partners) > 1 and seat_index == partners[-1] and not draft.setup.options.real_cards:
            draft.push(Swap(partners[0], partners[1]))
        draft.push(Trim(seat_index))
        _draw(draft, seat_index, decks, 1, "WR-TEAM-4" if len(partners) > 1 else "WR-TURN-4")

    def offers(self, state: State) -> list[Act]:
        """Return the decks that have cards."""
        return offer_decks(state, self.seat_index)

    def check_take(self, state: State, act: Act) -> Refusal | None:
        """Refuse a die, or a deck without cards."""
        return Refusal("die_paid", "WR-TURN-13") if act.die else hands.deck_fault(state, self.seat_index, act.deck)

    def do_take(self, draft: Draft, act: Act) -> None:
        """Draw from the deck."""
        draft.pop()
        self._deal(draft, [act.deck])


@dataclass(frozen=True, slots=True)
class Draw(PlainStep):
    """Draw of cards from a deck that the app keeps.

    deck: its place in the lists of a state; cause: the rule by which they are drawn.
    """

    rule = "WR-EVENT-1"

    deck: int
    number: int
    cause: str = "WR-EVENT-1"

    def rule_of(self, act: Action) -> str:
        """Return the rule that gives the cards."""
        return self.cause

    def check_draw(self, state: State, act: Act) -> Refusal | None:
        """Refuse a wrong number of cards, or cards that are not in the deck (WR-EVENT-3)."""
        if not act.cards:
            return None
        if len(act.cards) != self.number or len(set(act.cards)) != self.number:
            return Refusal("cards_number", "WR-EVENT-3", {"number": self.number})
        for card in act.cards:
            if card not in state.decks[self.deck]:
                return Refusal("card_not_left", "WR-EVENT-1", {"card": hands.card_value(state, card)})
        return None if hands.in_order(state, act.cards) == act.cards else Refusal("cards_order", "WR-EVENT-1")

    def do_draw(self, draft: Draft, act: Act) -> None:
        """Move the cards from the deck to the hand."""
        draft.pop()
        left = tuple([card for card in draft.decks[self.deck] if card not in act.cards])
        draft.decks = replace_item(draft.decks, self.deck, left)
        hands.leave_deck(draft, self.deck, self.number)
        hands.give(draft, self.seat_index, act.cards, self.cause)


# --- a card that is given ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reward(Step):
    """Choice of a card from one of these decks.

    may: it can be left; cause: the rule that gives the card.
    """

    rule = "WR-CHAR-26"

    decks: tuple[str, ...]
    may: bool
    cause: str = "WR-CHAR-26"

    def rule_of(self, act: Action) -> str:
        """Return the rule that gives the card."""
        return self.cause

    def run(self, draft: Draft) -> bool:
        """Wait if there is a choice of deck; else draw."""
        left = [deck for deck in hands.decks_left(draft, side_of(draft, self.seat_index)) if deck in self.decks]
        if len(left) > 1 or (self.may and left):
            return True
        draft.pop()
        if left:
            draw(draft, self.seat_index, left[0], 1, self.cause)
        return False

    def offers(self, state: State) -> list[Act]:
        """Return the decks that have cards, and `done` where none must be drawn."""
        out = [act for act in offer_decks(state, self.seat_index) if act.deck in self.decks]
        return [*out, Act("done", out[0].seat)] if self.may else out

    def check_take(self, state: State, act: Act) -> Refusal | None:
        """Refuse a die, a deck of another kind (WR-CHAR-26), or a deck without cards."""
        if act.die:
            return Refusal("die_paid", "WR-DICE-27")
        if act.deck in DECKS and act.deck not in self.decks:
            return Refusal("deck_other", "WR-CHAR-26", {"deck": Ref("deck", act.deck)})
        return hands.deck_fault(state, self.seat_index, act.deck)

    def do_take(self, draft: Draft, act: Act) -> None:
        """Draw a card from the deck."""
        draft.pop()
        draw(draft, self.seat_index, act.deck, 1, self.cause)

    def check_done(self, state: State, act: Act) -> Refusal | None:
        """Refuse to draw none where a card must be drawn (WR-EVENT-9)."""
        return None if self.may else Refusal("must_draw", "WR-EVENT-9")

    do_done = end


# --- the hand limit, swapping ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Trim(ChooseOne):
    """Discard of the cards over the hand limit."""

    rule = "WR-EVENT-2"
    field = "card"
    listed = True

    def _rule_cited(self, state: State) -> str:
        return hands.limit_rule(state, side_of(state, self.seat_index))

    def decided_by(self, state: State, act: object) -> str:
        """Return the rule of the hand limit."""
        return self._rule_cited(state)

    def refuse(self, state: State, act: object) -> Refusal:
        """Return the refusal of any action but `discard`, with the rule of the hand limit."""
        return Refusal("not_now", self._rule_cited(state))

    def run(self, draft: Draft) -> bool:
        """Wait while the hand is over its limit."""
        return draft.waits(draft.hands[self.seat_index].size > hands.hand_limit(draft, self.seat_index))

    def choices(self, state: State) -> dict[str, list[str]]:
        """Return the cards of the hand."""
        return {"": hands.in_hand(state.hands[self.seat_index])}

    def fault(self, state: State, act: Act) -> Refusal | None:
        """Refuse a card that is not in hand."""
        return Refusal("not_in_hand", self._rule_cited(state), {"card": hands.card_value(state, act.card)})

    check_discard = ChooseOne.check

    def do_discard(self, draft: Draft, act: Act) -> None:
        """Discard the card."""
        hands.lose(draft, self.seat_index, act.card, self._rule_cited(draft))


@dataclass(frozen=True, slots=True)
class Swap(Step):
    """Exchange of one card between partners, each named unseen by the other (WR-TEAM-7).

    partner: the other seat; offered: the card that he has named, nothing before.
    """

    rule = "WR-TEAM-6"

    partner: int
    offered: str = ""

    def offers(self, state: State) -> list[Act]:
        """Return `done` and the cards of the hand."""
        seat = state.setup.seats[self.seat_index]
        return [Act("done", seat), *[Act("swap", seat, card=card) for card in state.hands[self.seat_index].cards]]

    def check_swap(self, state: State, act: Act) -> Refusal | None:
        """Refuse a card that is not in hand (WR-TEAM-6)."""
        if act.card in state.hands[self.seat_index].cards:
            return None
        return Refusal("not_in_hand", "WR-TEAM-6", {"card": hands.card_value(state, act.card)})

    def do_swap(self, draft: Draft, act: Act) -> None:
        """Offer the card to the partner, or exchange both cards."""
        if self.offered:
            draft.pop()
            hands.exchange(draft, self.seat_index, act.card, self.partner, self.offered)
        else:
            draft.swap(Swap(self.partner, self.seat_index, act.card))

    do_done = end


def pool(state: State, step: Draw) -> tuple[tuple[str, ...], int]:
    """Return the cards that a draw draws from, and their number."""
    return state.decks[step.deck], step.number


def deck_name(step: Draw) -> Ref:
    """Return the deck of a step as a value of a message."""
    return Ref("deck", DECKS[step.deck % len(DECKS)])
