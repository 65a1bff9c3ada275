"""Cards of a hand and of the reserve (WC-PLAY): where they may go, what they bring along."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Ref, Refusal
from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules.common import decks
from companion.games.wotrcards.rules.common.common import (
    card_ref,
    cards_at,
    deck_ref,
    find_active,
    is_path,
    items_of,
    location_ref,
    one_card,
    one_location,
    open_offer,
)
from companion.games.wotrcards.rules.common.costs import Cost, Forsake, forsakable_cards, in_reserve
from companion.games.wotrcards.rules.common.piles import (
    FROM_HAND,
    PlayedCard,
    known_names,
    not_in_hand,
    possible_cards,
    remove_cards,
    with_cards,
)
from companion.games.wotrcards.rules.common.texts import CardText
from companion.games.wotrcards.state import RESERVE, CardInPlay, Draft, State
from companion.play.game.offers import Offer

ARMY, CHARACTER, ITEM, EVENT = "army", "character", "item", "event"
ONCE = (CHARACTER, ITEM)  # not twice in one round (WC-PLAY-9)


# --- where a card may go ---------------------------------------------------------------------------------------------


def place_fault(state: State, card: str, to: str) -> Refusal | None:
    """Return why an army or character cannot go there (WC-PLAY-2, WC-PLAY-3), or None."""
    code = "" if find_active(state, to) else "place_not_active"
    code = code or _barring_reason(state, card, to)
    values = {"card": Ref("card", card), "location": location_ref(state, to)}
    return Refusal(code, place_rule(state, card), values) if code else None


def open_places(state: State, card: str) -> list[str]:
    """Active locations where an army or character may go."""
    return [active.id for active in state.active if not _barring_reason(state, card, active.id)]


def _barring_reason(state: State, card: str, to: str) -> str:
    """What keeps an army or character from an active location, or nothing."""
    facts = state.setup.tables.cards[card]
    if is_path(state, to):
        if facts.type == ARMY:
            return "place_no_army"
        return "" if facts.paths is None or state.number in facts.paths else "place_number"
    ground = state.setup.tables.places[to]
    icons = ground.defenders if facts.side == ground.side else ground.attackers
    return "" if icons is None or facts.faction in icons else "place_faction"


def place_rule(state: State, card: str) -> str:
    """The rule that says where a card may go."""
    type = state.setup.tables.cards[card].type
    return "WC-PLAY-4" if type == ITEM else "WC-PLAY-2" if type == ARMY else "WC-PLAY-3"


def possible_wielders(state: State, item: str) -> list[CardInPlay]:
    """Characters in play that may hold an item, any of its side where no source says who (WC-PLAY-4)."""
    kinds = state.setup.tables.cards
    side, bearers = kinds[item].side, kinds[item].bearers if state.setup.options.printed else None
    found = [card for card in state.cards if kinds[card.id].side == side and kinds[card.id].type == CHARACTER]
    return found if bearers is None else [card for card in found if card.id in bearers]


def item_fault(state: State, item: str, to: str) -> Refusal | None:
    """Return why an item cannot go to that card (WC-PLAY-4), or None."""
    may = [card.id for card in possible_wielders(state, item)]
    if to in may:
        return None
    values = {"card": Ref("card", item), "other": card_ref(state, to)}
    kinds = state.setup.tables.cards
    there = any(card.id == to for card in state.cards)
    if may and there and (kinds[to].side, kinds[to].type) == (kinds[item].side, CHARACTER):
        wanted = tuple([Ref("card", id) for id in dict.fromkeys(may)])
        return Refusal("item_bearer", "WC-PLAY-4", {**values, "cards": wanted})
    return Refusal("item_wielder", "WC-PLAY-4", values)


def playable_cards(state: State, seat_index: int) -> list[str]:
    """Cards that a seat may play now, in the order of content/ (WC-PROC-6)."""
    return [] if _cannot_pay(state, seat_index) else layable_cards(state, seat_index)


def layable_cards(state: State, seat_index: int) -> list[str]:
    """Cards that a seat may have in hand and lay down, whoever pays for them, in the order of content/."""
    deck, kinds = state.decks[seat_index], state.setup.tables.cards
    hand = possible_cards(state, seat_index) if deck.hand.size else ()
    cards = [card for card in hand if kinds[card].type != ITEM or possible_wielders(state, card)]
    return [card for card in cards if card not in deck.once or kinds[card].type not in ONCE] if deck.once else cards


def _cannot_pay(state: State, seat_index: int) -> bool:
    """The last card of a hand, and nothing else to forsake for it."""
    return state.decks[seat_index].hand.size == 1 and not forsakable_cards(state, seat_index).keys() - {FROM_HAND}


def play_fault(state: State, seat_index: int, card: str) -> Refusal | None:
    """Return why a seat cannot play this card, or None."""
    values = {"card": Ref("card", card)}
    if card not in possible_cards(state, seat_index) or not state.decks[seat_index].hand.size:
        return not_in_hand(state, seat_index, card, "WC-ACT-2")
    fault = lay_fault(state, seat_index, card)
    if fault is None and _cannot_pay(state, seat_index):
        return Refusal("cost_unpaid", "WC-PROC-6", {**values, "deck": deck_ref(state, seat_index)})
    return fault


def lay_fault(state: State, seat_index: int, card: str) -> Refusal | None:
    """Return why this card, whoever pays for it, cannot be laid down (WC-PLAY-4, WC-PLAY-9), or None."""
    facts, values = state.setup.tables.cards[card], {"card": Ref("card", card)}
    if facts.type in ONCE and card in state.decks[seat_index].once:
        return Refusal("card_twice", "WC-PLAY-9", values)
    if facts.type == ITEM and not possible_wielders(state, card):
        return Refusal("item_no_wielder", "WC-PLAY-4", values)
    return None


# --- playing ---------------------------------------------------------------------------------------------------------


def play_card(draft: Draft, seat_index: int, card: str) -> None:
    """Play a card: it leaves the hand, its cost is paid, then it goes to its place (WC-PLAY-1)."""
    lay_card(draft, seat_index, card, "WC-PLAY-1")
    draft.push(Cost(seat_index, 1) if draft.decks[seat_index].hand.size else Forsake(seat_index, 1))


def lay_card(draft: Draft, seat_index: int, card: str, rule: str) -> None:
    """A card leaves the hand; where it goes is asked next."""
    facts, deck = draft.setup.tables.cards[card], draft.decks[seat_index]
    once = (*deck.once, card) if facts.type in ONCE else deck.once
    draft.change_deck(seat_index, hand=remove_cards(deck.hand, *known_names(draft, card), number=1), once=once)
    decks.record_hand(draft, seat_index, rule)
    draft.push(Put(seat_index, card))


@dataclass(frozen=True, slots=True)
class Put(PlayedCard):
    """A card that was played is put somewhere. An event goes nowhere: it is resolved and eliminated (WC-PLAY-5).

    An item whose last wielder was given up for its cost is cycled.
    """

    rule = "WC-PLAY-2"

    def decided_by(self, state: State, act: Act) -> str:
        """Return the rule of the place where the card may go."""
        return place_rule(state, self.card)

    def run(self, draft: Draft) -> bool:
        """Wait for a place; an item that nobody can wield is cycled."""
        seat_index, card, type = self.seat_index, self.card, draft.setup.tables.cards[self.card].type
        if type == ITEM and not possible_wielders(draft, card):
            draft.pop()
            draft.change_deck(
                seat_index, cycle=with_cards(draft, draft.decks[seat_index].cycle, *known_names(draft, card), number=1)
            )
            return False
        if type != EVENT:
            return True
        draft.swap(ResolvedEvent(seat_index, card))
        draft.push(CardText(seat_index, card))
        return False

    def offers(self, state: State) -> list[Act | Offer]:
        """Return the places where the card may go."""
        put = Act("put", state.setup.seats[self.seat_index])
        if state.setup.tables.cards[self.card].type == ITEM:
            return [*open_offer(put, one_card([card.id for card in possible_wielders(state, self.card)], "to"))]
        return [put._replace(to=RESERVE), *open_offer(put, one_location(open_places(state, self.card), "to"))]

    def check_put(self, state: State, act: Act) -> Refusal | None:
        """Refuse a place or a wielder that the card cannot have."""
        if state.setup.tables.cards[self.card].type == ITEM:
            return item_fault(state, self.card, act.to)
        return None if act.to == RESERVE else place_fault(state, self.card, act.to)

    def do_put(self, draft: Draft, act: Act) -> None:
        """Put the card there and read its text."""
        if draft.setup.tables.cards[self.card].type == ITEM:
            holder = next(other for other in possible_wielders(draft, self.card) if other.id == act.to)
            card = CardInPlay(self.card, self.seat_index, holder.at, on=holder.id)
        else:
            card = CardInPlay(self.card, self.seat_index, act.to, fresh=act.to == RESERVE)
        draft.cards = (*draft.cards, card)
        draft.swap(CardText(self.seat_index, self.card))


@dataclass(frozen=True, slots=True)
class ResolvedEvent(PlayedCard):
    """An event whose text is done is eliminated (WC-PLAY-5)."""

    kind = "event"
    rule = "WC-PLAY-5"

    def run(self, draft: Draft) -> bool:
        """Eliminate the event card."""
        draft.pop()
        draft.change_deck(self.seat_index, gone=with_cards(draft, draft.decks[self.seat_index].gone, self.card))
        return False


# --- moving ----------------------------------------------------------------------------------------------------------


def move_offers(state: State, seat_index: int) -> list[Offer]:
    """Cards of the reserve that can go to a location now, one offer a location."""
    kinds, seat, ids = state.setup.tables.cards, state.setup.seats[seat_index], dict[str, list[str]]()
    for card in cards_at(state, RESERVE):
        if card.seat == seat_index and not card.fresh and kinds[card.id].type != ITEM:
            for to in open_places(state, card.id):
                ids.setdefault(to, []).append(card.id)
    return [Offer(Act("move", seat, to=to), (one_card(cards),)) for to, cards in ids.items()]


def move_fault(state: State, seat_index: int, card: str, to: str) -> Refusal | None:
    """Return why a card of the reserve cannot go there now (WC-ACT-2, WC-PLAY-6, WC-PLAY-7), or None."""
    named = card_ref(state, card)
    found = in_reserve(state, seat_index, card)
    if not found:
        return Refusal("card_not_in_reserve", "WC-ACT-2", {"card": named, "deck": deck_ref(state, seat_index)})
    if state.setup.tables.cards[card].type == ITEM:
        return Refusal("item_stays", "WC-PLAY-4", {"card": named})
    if all(lies.fresh for lies in found):
        return Refusal("card_fresh", "WC-PLAY-6", {"card": named})
    return place_fault(state, card, to)


def move_card(draft: Draft, card: CardInPlay, to: str) -> None:
    """Move a card there with its items (WC-PLAY-4)."""
    draft.change_card(card, at=to, fresh=False)
    for item in items_of(draft, card.id):
        draft.change_card(item, at=to)
