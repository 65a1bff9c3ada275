"""The travel deck and the legendary piles: drawing and dealing (LR-CARD-9, LR-HAVEN-6, -9)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from companion.core.messages import Refusal
from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules.common import hands
from companion.games.fellowship.rules.common.common import GameStep
from companion.games.fellowship.rules.common.effects import players_of
from companion.games.fellowship.state import Draft, State, living_seats
from companion.games.fellowship.verbs import EFFECTS, Number, PlaceId
from companion.play.game.pools import Pool


def refill_deck(draft: Draft) -> bool:
    """An empty deck is made anew of the travel cards in the discard; the others there leave the game (LR-CARD-9)."""
    if draft.deck_size:
        return True
    draft.deck = tuple([left + back for left, back in zip(draft.deck, draft.discard, strict=True)])
    draft.deck_size = sum(draft.discard) + draft.buried
    draft.gone = (*draft.gone, *draft.spent)
    draft.discard, draft.buried, draft.spent, draft.top_card = (0,) * len(draft.deck), 0, (), ""
    if draft.deck_size:
        draft.record("reshuffled", "LR-CARD-9")
    return draft.deck_size > 0


def take_from_deck(draft: Draft, cards: tuple[str, ...]) -> None:
    """Cards that are known leave the deck."""
    counts = list(draft.deck)
    for card in cards:
        counts[draft.setup.tables.kinds.index(card)] -= 1
    draft.deck = tuple(counts)
    draft.deck_size -= len(cards)


@dataclass(frozen=True, slots=True)
class CardStep(GameStep):
    """A player draws cards or turns them over."""

    def _check_cards(self, state: State, act: Act) -> Refusal | None:
        """As many as are due, in order, each of them still there; or none, while they are not known."""
        if not act.cards:
            return None
        ids, counts, number, *_ = self.pool(state)
        if len(act.cards) != number:
            return Refusal("cards_number", self.rule, {"number": len(act.cards), "needed": number})
        for card, drawn in Counter(act.cards).items():
            if card not in ids or drawn > counts[ids.index(card)]:
                return Refusal("card_not_left", self.rule, {"card": hands.card_name(state, card)})
        return None if hands.in_order(state, act.cards) == act.cards else Refusal("cards_order", self.rule)

    check_draw = check_turn = _check_cards


@dataclass(frozen=True, slots=True)
class Draw(CardStep):
    """A player draws travel cards, as far as there are any; real cards without the app."""

    rule = "LR-CARD-9"
    public = ("number", "number")
    number: int
    because: str

    def run(self, draft: Draft) -> bool:
        """Wait for the cards to be drawn; refill the deck before."""
        draft.pop()
        if not draft.players[self.seat_index].alive or not refill_deck(draft):
            return False
        now = min(self.number, draft.deck_size)
        if now < self.number:
            draft.push(Draw(self.seat_index, self.number - now, self.because))
        if not draft.setup.options.real_cards:
            draft.push(Draw(self.seat_index, now, self.because))
            return True
        draft.deck_size -= now
        hands.add_hidden(draft, self.seat_index, now)
        draft.record("draws_real", self.because, seat=draft.setup.seats[self.seat_index], number=now)
        hands.tell_size(draft, self.seat_index)
        return False

    def pool(self, state: State) -> Pool:
        """Return the cards of the deck, as many as are drawn."""
        return Pool(state.setup.tables.kinds, state.deck, self.number)

    def do_draw(self, draft: Draft, act: Act) -> None:
        """Move the cards from the deck to the hand."""
        draft.pop()
        take_from_deck(draft, act.cards)
        hands.add_known(draft, self.seat_index, act.cards)
        hands.tell_size(draft, self.seat_index)


@EFFECTS.verb
def draw(draft: Draft, me: int, because: str, who: Literal["each", "others", "single", "self"], cards: Number) -> None:
    """Those players draw travel cards."""
    for player in reversed(players_of(draft, who, me)):
        draw_one(draft, player, cards, because)


def draw_one(draft: Draft, seat_index: int, number: int, because: str) -> None:
    """One player draws travel cards."""
    if number > 0:
        draft.push(Draw(seat_index, number, because))


@dataclass(frozen=True, slots=True)
class Deal(CardStep):
    """A player gets his share of the legendary pile of a haven."""

    rule = "LR-HAVEN-9"
    public = ("number", "number")
    number: int
    place: str

    def pool(self, state: State) -> Pool:
        """Return the cards that are still to be dealt at this place."""
        cards = state.setup.tables.cards
        ids = tuple([card for card in state.dealt if cards[card].place == self.place])
        return Pool(ids, (1,) * len(ids), self.number)

    def do_draw(self, draft: Draft, act: Act) -> None:
        """Move the dealt cards to the hand."""
        draft.pop()
        draft.dealt = tuple([card for card in draft.dealt if card not in act.cards])
        hands.add_known(draft, self.seat_index, act.cards)
        hands.tell_size(draft, self.seat_index)


@EFFECTS.verb
def deal_legendary(draft: Draft, me: int, because: str, place: PlaceId) -> None:
    """The pile of a haven is dealt out singly, clockwise from the Ring-bearer (LR-HAVEN-9).

    From now on nobody sees what is left of it, which would tell what others have been dealt.
    """
    cards = draft.setup.tables.cards
    pile = [card for card in draft.piles if cards[card].place == place]
    players = living_seats(draft, draft.bearer)
    shares = [(seat_index, len(range(at, len(pile), len(players)))) for at, seat_index in enumerate(players)]
    draft.dealt = hands.in_order(draft, [*draft.dealt, *pile])
    draft.piles = tuple([card for card in draft.piles if card not in pile])
    if not draft.setup.options.real_cards:
        draft.agenda = (
            *draft.agenda,
            *[Deal(seat_index, share, place) for seat_index, share in reversed(shares) if share],
        )
        return
    for seat_index, share in shares:
        if share:
            hands.add_hidden(draft, seat_index, share)
            draft.record("dealt_real", because, seat=draft.setup.seats[seat_index], number=share)
            hands.tell_size(draft, seat_index)
