"""Cards of a hand and of the reserve (WC-PLAY): what they cost, where they may go, what they bring along."""

from __future__ import annotations

from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules import decks
from companion.games.wotrcards.rules.common import (
    card_ref,
    change,
    is_path,
    location_ref,
    lying,
    not_yours,
    place,
    side_of,
)
from companion.games.wotrcards.state import RESERVE, Card, Draft, State, Table
from companion.play.agenda import Frame, Stage
from companion.play.game import Ref, Refusal

ARMY, CHARACTER, ITEM, EVENT = "army", "character", "item", "event"
ONCE = (CHARACTER, ITEM)  # not twice in one round (WC-PLAY-9)


# --- where a card may go ---------------------------------------------------------------------------------------------


def place_fault(t: Table, card: str, to: str) -> Refusal | None:
    """Why an army or character cannot go there (WC-PLAY-2, WC-PLAY-3)."""
    facts = t.setup.tables.cards[card]
    rule = "WC-PLAY-2" if facts.type == ARMY else "WC-PLAY-3"
    values = {"card": Ref("card", card), "location": location_ref(t, to)}
    if place(t, to) is None:
        return Refusal("place_not_active", rule, values)
    if is_path(t, to):
        if facts.type == ARMY:
            return Refusal("place_no_army", rule, values)
        return None if facts.paths is None or t.number in facts.paths else Refusal("place_number", rule, values)
    ground = t.setup.tables.places[to]
    icons = ground.defenders if facts.side == ground.side else ground.attackers
    return None if icons is None or facts.faction in icons else Refusal("place_faction", rule, values)


def places_of(t: Table, card: str) -> list[str]:
    """Active locations where an army or character may go."""
    return [active.id for active in t.active if place_fault(t, card, active.id) is None]


def wielders(t: Table, side: int) -> list[Card]:
    """Characters in play that could hold an item (WC-PLAY-4)."""
    kinds = t.setup.tables.cards
    return [card for card in t.cards if kinds[card.id].side == side and kinds[card.id].type == CHARACTER]


def playable(t: Table, who: int) -> list[str]:
    """Cards that a seat may play now, each once, in the order of content/."""
    return [card for card in dict.fromkeys(decks.possible(t, who)) if play_fault(t, who, card) is None]


def play_fault(t: Table, who: int, card: str) -> Refusal | None:
    """Why a seat cannot play this card."""
    values = {"card": Ref("card", card)}
    if card not in decks.possible(t, who) or not t.decks[who].hand.size:
        return Refusal("card_not_in_hand", "WC-ACT-2", values)
    fault = again_fault(t, who, card)
    if fault is None and t.decks[who].hand.size == 1 and not forsaking(t, who, without_hand=True):
        return Refusal("cost_unpaid", "WC-PROC-6", values)
    return fault


def again_fault(t: Table, who: int, card: str) -> Refusal | None:
    """Why this card, whoever pays for it, cannot be laid down (WC-PLAY-4, WC-PLAY-9)."""
    facts, values = t.setup.tables.cards[card], {"card": Ref("card", card)}
    if facts.type in ONCE and card in t.decks[who].once:
        return Refusal("card_twice", "WC-PLAY-9", values)
    if facts.type == ITEM and not wielders(t, side_of(t, who)):
        return Refusal("item_no_wielder", "WC-PLAY-4", values)
    return None


def begin(draft: Draft, who: int, card: str) -> None:
    """It leaves the hand, then the cost is paid, then it goes where it goes (WC-PLAY-1)."""
    lay(draft, who, card)
    if draft.decks[who].hand.size:
        draft.push("cost", who, 1)
    else:
        draft.push("forsake", who, 1)


def lay(draft: Draft, who: int, card: str) -> None:
    """A card leaves the hand; where it goes is asked next."""
    facts, deck = draft.setup.tables.cards[card], draft.decks[who]
    named = () if draft.setup.options.real_cards else (card,)
    once = (*deck.once, card) if facts.type in ONCE else deck.once
    draft.deck(who, hand=decks.taken(deck.hand, *named, number=1), once=once)
    draft.push("put", who, card)


def _run_put(draft: Draft, frame: Frame) -> bool:
    """("put", who, card): an event goes nowhere, it is resolved and eliminated (WC-PLAY-5).

    An item whose last wielder was given up for its cost is cycled.
    """
    _, who, card = frame
    type = draft.setup.tables.cards[card].type
    if type == ITEM and not wielders(draft, side_of(draft, who)):
        draft.agenda.pop()
        named = () if draft.setup.options.real_cards else (card,)
        draft.deck(who, cycle=decks.laid(draft, draft.decks[who].cycle, *named, number=1))
        return False
    if type != EVENT:
        return True
    draft.agenda.pop()
    draft.push("event", who, card)
    draft.push("card", who, card)
    return False


def _legal_put(state: State, frame: Frame) -> list[Act]:
    _, who, card = frame
    seat = state.setup.seats[who]
    if state.setup.tables.cards[card].type == ITEM:
        return [Act("put", seat, to=holder.id) for holder in wielders(state, side_of(state, who))]
    return [Act("put", seat, to=RESERVE), *[Act("put", seat, to=to) for to in places_of(state, card)]]


def _check_put(state: State, frame: Frame, act: Act) -> Refusal | None:
    _, who, card = frame
    fault = not_yours(state, act, "WC-PLAY-2")
    if fault is not None:
        return fault
    if state.setup.tables.cards[card].type == ITEM:
        if any(holder.id == act.to for holder in wielders(state, side_of(state, who))):
            return None
        named = card_ref(state, act.to)
        return Refusal("item_wielder", "WC-PLAY-4", {"card": Ref("card", card), "other": named})
    return None if act.to == RESERVE else place_fault(state, card, act.to)


def _put(draft: Draft, frame: Frame, act: Act) -> None:
    _, who, card = draft.agenda.pop()
    if draft.setup.tables.cards[card].type == ITEM:
        holder = next(other for other in wielders(draft, side_of(draft, who)) if other.id == act.to)
        draft.cards.append(Card(card, who, holder.at, on=holder.id))
    else:
        draft.cards.append(Card(card, who, act.to, fresh=act.to == RESERVE))
    draft.push("card", who, card)


def _run_event(draft: Draft, frame: Frame) -> bool:
    """("event", who, card): its text is done (WC-PLAY-5)."""
    _, who, card = draft.agenda.pop()
    draft.deck(who, gone=decks.laid(draft, draft.decks[who].gone, card))
    return False


# --- moving ----------------------------------------------------------------------------------------------------------


def move_fault(t: Table, who: int, card: str, to: str) -> Refusal | None:
    """Why a card of the reserve cannot go there now (WC-ACT-2, WC-PLAY-6, WC-PLAY-7)."""
    named = card_ref(t, card)
    found = in_reserve(t, who, card)
    if not found:
        return Refusal("card_not_in_reserve", "WC-ACT-2", {"card": named})
    if t.setup.tables.cards[card].type == ITEM:
        return Refusal("item_stays", "WC-PLAY-4", {"card": named})
    if all(lies.fresh for lies in found):
        return Refusal("card_fresh", "WC-PLAY-6", {"card": named})
    return place_fault(t, card, to)


def in_reserve(t: Table, who: int, card: str) -> list[Card]:
    """Cards of that name in a seat's reserve."""
    return [lies for lies in t.cards if (lies.id, lies.seat, lies.at) == (card, who, RESERVE)]


def move(draft: Draft, who: int, card: str, to: str) -> None:
    """It goes there with its items (WC-PLAY-4)."""
    found = next(lies for lies in in_reserve(draft, who, card) if not lies.fresh)
    moved = change(draft, found, at=to)
    for item in [item for item in draft.cards if item.on == moved.id]:
        change(draft, item, at=to)


# --- what must be given up -------------------------------------------------------------------------------------------


def _run_cost(draft: Draft, frame: Frame) -> bool:
    """("cost", who, number): so many cards of the hand are cycled; from an empty hand one is forsaken (WC-PROC-4)."""
    _, who, number = frame
    deck = draft.decks[who]
    if number and deck.hand.size and not draft.setup.options.real_cards:
        return True
    draft.agenda.pop()
    if number:
        draft.push("cost", who, number - 1)
        if deck.hand.size:
            decks.cycle_hand(draft, who)
        else:
            draft.push("forsake", who, 1)
    return False


def _legal_cost(state: State, frame: Frame) -> list[Act]:
    seat = state.setup.seats[frame[1]]
    return [Act("cycle", seat, item=card) for card in dict.fromkeys(state.decks[frame[1]].hand.cards)]


def _check_hand(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WC-PLAY-1")
    if fault is not None or act.item in state.decks[frame[1]].hand.cards:
        return fault
    if not act.item:
        return Refusal("cards_wanted", "WC-PLAY-1", {"number": 1})
    return Refusal("card_not_in_hand", "WC-PLAY-1", {"card": card_ref(state, act.item)})


def _cost(draft: Draft, frame: Frame, act: Act) -> None:
    _, who, number = draft.agenda.pop()
    decks.cycle_hand(draft, who, act.item)
    draft.push("cost", who, number - 1)


def _run_lose(draft: Draft, frame: Frame) -> bool:
    """("eliminate", who, number): so many cards of the hand are eliminated, as far as there are any (WC-PROC-3)."""
    _, who, number = frame
    if number and draft.decks[who].hand.size and not draft.setup.options.real_cards:
        return True
    draft.agenda.pop()
    for _ in range(min(number, draft.decks[who].hand.size)):
        decks.eliminate_hand(draft, who)
    return False


def _legal_lose(state: State, frame: Frame) -> list[Act]:
    seat = state.setup.seats[frame[1]]
    return [Act("eliminate", seat, item=card) for card in dict.fromkeys(state.decks[frame[1]].hand.cards)]


def _lose(draft: Draft, frame: Frame, act: Act) -> None:
    _, who, number = draft.agenda.pop()
    decks.eliminate_hand(draft, who, act.item)
    draft.push("eliminate", who, number - 1)


HAND, DRAW = decks.FROM_HAND, decks.FROM_DECK


def forsaking(t: Table, who: int, without_hand: bool = False) -> list[tuple[str, str]]:
    """Where a card may be forsaken from, and which: the hand, the reserve, or the top of the deck (WC-PROC-5).

    A real card of hand or deck is named only if its text brings it to the cycle pile instead.
    """
    deck, real, out = t.decks[who], t.setup.options.real_cards, list[tuple[str, str]]()
    if deck.hand.size and not without_hand:
        out += _unseen(t, who, HAND) if real else [(HAND, card) for card in dict.fromkeys(deck.hand.cards)]
    out += [(RESERVE, id) for id in dict.fromkeys([card.id for card in lying(t, RESERVE) if card.seat == who])]
    if deck.draw.size or deck.cycle.size:
        out += _unseen(t, who, DRAW) if real else [(DRAW, "")]
    return out


def _unseen(t: Table, who: int, at: str) -> list[tuple[str, str]]:
    facts = t.setup.tables.cards
    return [(at, ""), *[(at, card) for card in dict.fromkeys(decks.possible(t, who)) if at in facts[card].kept]]


def _run_forsake(draft: Draft, frame: Frame) -> bool:
    """("forsake", who, number): as many as can be (WC-PROC-3)."""
    _, who, number = frame
    if number and forsaking(draft, who):
        return True
    draft.agenda.pop()
    return False


def _legal_forsake(state: State, frame: Frame) -> list[Act]:
    seat = state.setup.seats[frame[1]]
    return [Act("forsake", seat, to=place, item=card) for place, card in forsaking(state, frame[1])]


def _check_forsake(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WC-PROC-5")
    if fault is not None or (act.to, act.item) in forsaking(state, frame[1]):
        return fault
    named = card_ref(state, act.item)
    return Refusal("forsake_not_there", "WC-PROC-5", {"card": named})


def _forsake(draft: Draft, frame: Frame, act: Act) -> None:
    _, who, number = draft.agenda.pop()
    draft.push("forsake", who, number - 1)
    kept = act.item != "" and act.to in draft.setup.tables.cards[act.item].kept
    if act.to == HAND:
        (decks.cycle_hand if kept else decks.eliminate_hand)(draft, who, act.item)
    elif act.to == DRAW:
        decks.draw(draft, who, 1, "cycle" if kept else "gone")
    else:
        card = in_reserve(draft, who, act.item)[0]
        if kept and draft.setup.tables.cards[card.id].bare:
            for item in [item for item in draft.cards if item.on == card.id]:
                decks.eliminate(draft, item)
        (decks.cycle if kept else decks.eliminate)(draft, card)


STAGES = {
    "put": Stage(_run_put, "WC-PLAY-2", _legal_put, {"put": (_check_put, _put)}),
    "event": Stage(_run_event, "WC-PLAY-5"),
    "cost": Stage(_run_cost, "WC-PLAY-1", _legal_cost, {"cycle": (_check_hand, _cost)}),
    "eliminate": Stage(_run_lose, "WC-PROC-5", _legal_lose, {"eliminate": (_check_hand, _lose)}),
    "forsake": Stage(_run_forsake, "WC-PROC-5", _legal_forsake, {"forsake": (_check_forsake, _forsake)}),
}
