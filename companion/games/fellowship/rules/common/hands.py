"""Hands, the discard and the piles of legendary cards: what is where, and what may be in a hand of real cards.

Knows how cards move (LR-CARD-7, -8, -10, LR-STATE-6, -7); knows no step of play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

from companion.core.messages import Pair, Ref, Refusal, Value
from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules.common.effects import players_of
from companion.games.fellowship.state import Draft, State
from companion.games.fellowship.tables import PlayingCard
from companion.games.fellowship.verbs import EFFECTS, LegendaryId, PlaceId
from companion.play.game.draft import replace_item


def card_name(table: State, card: str) -> Value:
    """A card in a message: a travel card is named by symbol and colour."""
    return card_values(table, (card,))


def card_values(table: State, cards: Sequence[str]) -> Value:
    """Cards in a message."""
    out: list[Any] = []
    for card in cards:
        facts = table.setup.tables.cards.get(card)
        if facts is not None and facts.colour and not facts.place:
            out.append(Pair(Ref("symbol", facts.symbol), Ref("colour", facts.colour)))
        else:
            out.append(Ref("gandalf_card" if facts and not facts.colour else "legendary_card", card))
    return tuple(out)


def in_order(table: State, cards: Sequence[str]) -> tuple[str, ...]:
    """Sorted as content/ lists them."""
    return tuple(sorted(cards, key=table.setup.tables.order.__getitem__))


def may_hold(table: State, seat_index: int, card: str) -> bool:
    """That player has the card, or could have it in a hand that the app does not see."""
    player = table.players[seat_index]
    if card in player.hand:
        return True
    return player.hidden > 0 and (card in table.dealt or count_unseen(table, card) > 0)


def may_hold_all(table: State, seat_index: int, cards: Sequence[str]) -> str:
    """The first card that such a hand cannot hold, or nothing."""
    player = table.players[seat_index]
    hidden = 0
    for card, number in Counter(cards).items():
        known = player.hand.count(card)
        unseen = number - known
        if unseen > 0:
            hidden += unseen
            if hidden > player.hidden or unseen > (card in table.dealt) + count_unseen(table, card):
                return card
    return ""


def possible_cards(table: State, seat_index: int) -> tuple[str, ...]:
    """Every card that the player has or may have, each kind once, in order."""
    player = table.players[seat_index]
    if not player.hidden:
        return tuple(dict.fromkeys(player.hand))
    kinds = [kind for kind, number in zip(table.setup.tables.kinds, table.deck, strict=True) if number]
    return in_order(table, {*player.hand, *kinds, *table.dealt})  # type: ignore[arg-type]


def count_unseen(table: State, card: str) -> int:
    """Return the number of travel cards of that kind left in the deck, or with real cards in hands unseen."""
    kinds = table.setup.tables.kinds
    return table.deck[kinds.index(card)] if card in kinds else 0


def take_from_hand(draft: Draft, seat_index: int, card: str) -> None:
    """The card leaves the player's hand."""
    player = draft.players[seat_index]
    if card in player.hand:
        hand = list(player.hand)
        hand.remove(card)
        draft.players = replace_item(draft.players, seat_index, player._replace(hand=tuple(hand)))
        return
    draft.update_player(seat_index, hidden=player.hidden - 1)
    if card in draft.dealt:
        draft.dealt = remove_card(draft.dealt, card)
    else:
        change_count(draft, "deck", card, -1)


def show_card(draft: Draft, seat_index: int, card: str, others: Sequence[str]) -> None:
    """A card is laid open beside `others` and stays in the hand: from now on the app knows it."""
    player = draft.players[seat_index]
    if player.hand.count(card) <= others.count(card):
        unseen = player.hand
        draft.update_player(seat_index, hand=())
        take_from_hand(draft, seat_index, card)
        draft.update_player(seat_index, hand=unseen)
        add_known(draft, seat_index, [card])


def add_known(draft: Draft, seat_index: int, cards: Sequence[str]) -> None:
    """Cards come to the player's hand, known to the app."""
    draft.update_player(seat_index, hand=in_order(draft, [*draft.players[seat_index].hand, *cards]))


def add_hidden(draft: Draft, seat_index: int, number: int) -> None:
    """Real cards come to the player's hand, seen by nobody else."""
    draft.update_player(seat_index, hidden=draft.players[seat_index].hidden + number)


def tell_size(draft: Draft, seat_index: int) -> None:
    """Record the size of a player's hand, which is public (LR-STATE-6)."""
    draft.record("hand", "LR-STATE-6", seat=draft.setup.seats[seat_index], number=draft.players[seat_index].cards)


def bury_cards(draft: Draft, cards: Sequence[str]) -> None:
    """Cards go face up to the discard."""
    for card in cards:
        if card in draft.setup.tables.kinds:
            change_count(draft, "discard", card, 1)
        else:
            draft.spent = (*draft.spent, card)
        draft.top_card = card


def bury_hand(draft: Draft, seat_index: int) -> None:
    """The whole hand goes to the discard."""
    player = draft.players[seat_index]
    bury_cards(draft, player.hand)
    draft.buried += player.hidden
    draft.update_player(seat_index, hand=(), hidden=0)


def forget_hand(draft: Draft, seat_index: int) -> None:
    """A real card changed hands unseen: what that player holds is no longer known."""
    player = draft.players[seat_index]
    for card in player.hand:
        if card in draft.setup.tables.kinds:
            change_count(draft, "deck", card, 1)
        else:
            draft.dealt = (*draft.dealt, card)
    draft.update_player(seat_index, hand=(), hidden=player.cards)


def change_count(draft: Draft, field: str, card: str, change: int) -> None:
    """One more or one fewer card of that kind there."""
    at = draft.setup.tables.kinds.index(card)
    counts = list(getattr(draft, field))
    counts[at] += change
    setattr(draft, field, tuple(counts))


def remove_card(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards without one of that kind."""
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])


def clear_table(draft: Draft) -> None:
    """Tiles shown and cards played go to their discards (LR-TURN-6, LR-TILE-11)."""
    bury_cards(draft, draft.played)
    draft.shown = draft.played = ()


@EFFECTS.verb
def take_card(draft: Draft, me: int, because: str, who: Literal["active", "self"], card: LegendaryId = "") -> None:
    """A legendary card of the open row, or that of the space, comes to a hand if it is still there (LR-CARD-10)."""
    for player in players_of(draft, who, me):
        if card in draft.piles:
            draft.piles = remove_card(draft.piles, card)
            add_known(draft, player, [card])
            if draft.recorder is not None:
                draft.record("gained", because, seat=draft.setup.seats[player], card=card_name(draft, card))
            tell_size(draft, player)


@EFFECTS.verb
def remove_legendary(draft: Draft, me: int, because: str, place: PlaceId) -> None:
    """Unclaimed legendary cards of a place leave the game (LR-EVENT-9, LR-END-13)."""
    cards = draft.setup.tables.cards
    left = tuple([card for card in draft.piles if cards[card].place == place])
    if left:
        draft.piles = tuple([card for card in draft.piles if card not in left])
        draft.gone = (*draft.gone, *left)
        if draft.recorder is not None:
            draft.record("removed", because, cards=card_values(draft, left))


def is_brown_travel(card: PlayingCard) -> bool:
    """One of those that Frodo may use as wild (LR-HOBBIT-1)."""
    return card.colour == "brown" and not card.place


# --- checks that several chapters share -------------------------------------------------------------------------------


def check_to(state: State, act: Act, rule: str) -> Refusal | None:
    """Somebody living is named."""
    to = state.index_of(act.to)
    if to < 0:
        return Refusal("seat_unknown", rule, {"seat": act.to})
    return None if state.players[to].alive else Refusal("seat_dead", "LR-DEATH-2", {"seat": Ref("seat", act.to)})


def check_held(state: State, act: Act, rule: str) -> Refusal | None:
    """The card named is in the hand of the one whose step it is, or may be there."""
    if not may_hold(state, state.step.seat_index, act.card):
        return Refusal("card_not_in_hand", rule, {"card": card_name(state, act.card)})
    return None


def discard(draft: Draft, seat_index: int, card: str) -> None:
    """One card from a hand to the discard."""
    take_from_hand(draft, seat_index, card)
    bury_cards(draft, [card])
    tell_size(draft, seat_index)
