"""Cards of a hand and of the reserve (WC-PLAY): where they may go, what they bring along."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules import decks
from companion.games.wotrcards.rules.common import card_ref, find_active, is_path, items_of, location_ref, side_of
from companion.games.wotrcards.rules.costs import Cost, Forsake, forsakable, in_reserve
from companion.games.wotrcards.rules.piles import PlayedCard, known_names, possible, with_cards, without
from companion.games.wotrcards.rules.texts import CardText
from companion.games.wotrcards.state import RESERVE, Card, Draft, State
from companion.messages import Ref, Refusal
from companion.play.steps import not_yours

ARMY, CHARACTER, ITEM, EVENT = "army", "character", "item", "event"
ONCE = (CHARACTER, ITEM)  # not twice in one round (WC-PLAY-9)


# --- where a card may go ---------------------------------------------------------------------------------------------


def place_fault(state: State, card: str, to: str) -> Refusal | None:
    """Why an army or character cannot go there (WC-PLAY-2, WC-PLAY-3)."""
    facts, rule = state.setup.tables.cards[card], place_rule(state, card)
    values = {"card": Ref("card", card), "location": location_ref(state, to)}
    if find_active(state, to) is None:
        return Refusal("place_not_active", rule, values)
    if is_path(state, to):
        if facts.type == ARMY:
            return Refusal("place_no_army", rule, values)
        may = facts.paths is None or state.number in facts.paths
        return None if may else Refusal("place_number", rule, values)
    ground = state.setup.tables.places[to]
    icons = ground.defenders if facts.side == ground.side else ground.attackers
    return None if icons is None or facts.faction in icons else Refusal("place_faction", rule, values)


def place_rule(state: State, card: str) -> str:
    """The rule that says where a card may go."""
    type = state.setup.tables.cards[card].type
    return "WC-PLAY-4" if type == ITEM else "WC-PLAY-2" if type == ARMY else "WC-PLAY-3"


def wielders(state: State, side: int) -> list[Card]:
    """Characters in play that could hold an item (WC-PLAY-4)."""
    kinds = state.setup.tables.cards
    return [card for card in state.cards if kinds[card.id].side == side and kinds[card.id].type == CHARACTER]


def playable(state: State, who: int) -> list[str]:
    """Cards that a seat may play now, each once, in the order of content/."""
    return [card for card in dict.fromkeys(possible(state, who)) if play_fault(state, who, card) is None]


def play_fault(state: State, who: int, card: str) -> Refusal | None:
    """Why a seat cannot play this card."""
    values = {"card": Ref("card", card)}
    if card not in possible(state, who) or not state.decks[who].hand.size:
        return Refusal("card_not_in_hand", "WC-ACT-2", values)
    fault = lay_fault(state, who, card)
    if fault is None and state.decks[who].hand.size == 1 and not forsakable(state, who, without_hand=True):
        return Refusal("cost_unpaid", "WC-PROC-6", values)
    return fault


def lay_fault(state: State, who: int, card: str) -> Refusal | None:
    """Why this card, whoever pays for it, cannot be laid down (WC-PLAY-4, WC-PLAY-9)."""
    facts, values = state.setup.tables.cards[card], {"card": Ref("card", card)}
    if facts.type in ONCE and card in state.decks[who].once:
        return Refusal("card_twice", "WC-PLAY-9", values)
    if facts.type == ITEM and not wielders(state, side_of(state, who)):
        return Refusal("item_no_wielder", "WC-PLAY-4", values)
    return None


# --- playing ---------------------------------------------------------------------------------------------------------


def play(draft: Draft, who: int, card: str) -> None:
    """It leaves the hand, then the cost is paid, then it goes where it goes (WC-PLAY-1)."""
    lay(draft, who, card, "WC-PLAY-1")
    draft.push(Cost(who, 1) if draft.decks[who].hand.size else Forsake(who, 1))


def lay(draft: Draft, who: int, card: str, rule: str) -> None:
    """A card leaves the hand; where it goes is asked next."""
    facts, deck = draft.setup.tables.cards[card], draft.decks[who]
    once = (*deck.once, card) if facts.type in ONCE else deck.once
    draft.change_deck(who, hand=without(deck.hand, *known_names(draft, card), number=1), once=once)
    decks.record_hand(draft, who, rule)
    draft.push(Put(who, card))


@dataclass(frozen=True, slots=True)
class Put(PlayedCard):
    """A card that was played is put somewhere. An event goes nowhere: it is resolved and eliminated (WC-PLAY-5).

    An item whose last wielder was given up for its cost is cycled.
    """

    rule = "WC-PLAY-2"

    def decided_by(self, state: State, act: Act) -> str:
        return place_rule(state, self.card)

    def run(self, draft: Draft) -> bool:
        who, card, type = self.who, self.card, draft.setup.tables.cards[self.card].type
        if type == ITEM and not wielders(draft, side_of(draft, who)):
            draft.pop()
            draft.change_deck(who, cycle=with_cards(draft, draft.decks[who].cycle, *known_names(draft, card), number=1))
            return False
        if type != EVENT:
            return True
        draft.swap(ResolvedEvent(who, card))
        draft.push(CardText(who, card))
        return False

    def offers(self, state: State) -> list[Act]:
        seat = state.setup.seats[self.who]
        if state.setup.tables.cards[self.card].type == ITEM:
            return [Act("put", seat, to=holder.id) for holder in wielders(state, side_of(state, self.who))]
        places = [active.id for active in state.active if place_fault(state, self.card, active.id) is None]
        return [Act("put", seat, to=to) for to in (RESERVE, *places)]

    def check_put(self, state: State, act: Act) -> Refusal | None:
        fault = not_yours(state, act, "WC-PLAY-2")
        if fault is not None:
            return fault
        if state.setup.tables.cards[self.card].type == ITEM:
            if any(holder.id == act.to for holder in wielders(state, side_of(state, self.who))):
                return None
            values = {"card": Ref("card", self.card), "other": card_ref(state, act.to)}
            return Refusal("item_wielder", "WC-PLAY-4", values)
        return None if act.to == RESERVE else place_fault(state, self.card, act.to)

    def do_put(self, draft: Draft, act: Act) -> None:
        if draft.setup.tables.cards[self.card].type == ITEM:
            holder = next(other for other in wielders(draft, side_of(draft, self.who)) if other.id == act.to)
            card = Card(self.card, self.who, holder.at, on=holder.id)
        else:
            card = Card(self.card, self.who, act.to, fresh=act.to == RESERVE)
        draft.cards = (*draft.cards, card)
        draft.swap(CardText(self.who, self.card))


@dataclass(frozen=True, slots=True)
class ResolvedEvent(PlayedCard):
    """An event whose text is done is eliminated (WC-PLAY-5)."""

    kind = "event"
    rule = "WC-PLAY-5"

    def run(self, draft: Draft) -> bool:
        draft.pop()
        draft.change_deck(self.who, gone=with_cards(draft, draft.decks[self.who].gone, self.card))
        return False


# --- moving ----------------------------------------------------------------------------------------------------------


def move_fault(state: State, who: int, card: str, to: str) -> Refusal | None:
    """Why a card of the reserve cannot go there now (WC-ACT-2, WC-PLAY-6, WC-PLAY-7)."""
    named = card_ref(state, card)
    found = in_reserve(state, who, card)
    if not found:
        return Refusal("card_not_in_reserve", "WC-ACT-2", {"card": named})
    if state.setup.tables.cards[card].type == ITEM:
        return Refusal("item_stays", "WC-PLAY-4", {"card": named})
    if all(lies.fresh for lies in found):
        return Refusal("card_fresh", "WC-PLAY-6", {"card": named})
    return place_fault(state, card, to)


def move(draft: Draft, card: Card, to: str) -> None:
    """It goes there with its items (WC-PLAY-4)."""
    draft.change_card(card, at=to, fresh=False)
    for item in items_of(draft, card.id):
        draft.change_card(item, at=to)
