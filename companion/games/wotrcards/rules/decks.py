"""Draw decks, hands and piles (WC-PROC): real cards are counted, cards of the app are drawn."""

from __future__ import annotations

from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules.common import cards_of, not_yours
from companion.games.wotrcards.state import Card, Draft, Pile, State, Table
from companion.play.agenda import Frame, Stage
from companion.play.game import Ref, Refusal

FROM_HAND, FROM_DECK = "hand", "deck"  # where a card may be forsaken from, besides the reserve


def in_order(t: Table, ids: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """Cards in the order of content/."""
    order = list(t.setup.tables.cards)
    return tuple(sorted(ids, key=order.index))


def taken(pile: Pile, *cards: str, number: int = 0) -> Pile:
    """The pile without these cards, or without so many that nobody names."""
    left = list(pile.cards)
    for card in cards:
        if card in left:
            left.remove(card)
    return Pile(pile.size - (len(cards) or number), tuple(left))


def laid(t: Table, pile: Pile, *cards: str, number: int = 0) -> Pile:
    """The pile with these cards, or with so many that nobody names."""
    return Pile(pile.size + (len(cards) or number), in_order(t, (*pile.cards, *cards)) if cards else pile.cards)


def draw(draft: Draft, who: int, number: int, pile: str = "hand") -> None:
    """A seat draws to its `hand` or straight to its `gone` pile; what the app deals is drawn next (WC-PROC-1, -2)."""
    if not draft.setup.options.real_cards:
        draft.push("draw", who, number, pile)
        return
    refill(draft, who)
    while number > 0 and draft.decks[who].draw.size:
        deck = draft.decks[who]
        now = min(number, deck.draw.size)
        draft.deck(who, draw=taken(deck.draw, number=now), **{pile: laid(draft, getattr(deck, pile), number=now)})
        refill(draft, who)
        number -= now


def refill(draft: Draft, who: int) -> None:
    """An empty draw deck is made of the cycle pile at once (WC-PROC-2)."""
    if not draft.decks[who].draw.size:
        recycle(draft, who)


def recycle(draft: Draft, who: int) -> bool:
    """The cycle pile is shuffled into the deck; after the first time the part set aside becomes the pile (WC-EPD-10).

    False where there is nothing to shuffle, which is no recycle (WC-AMB-16).
    """
    deck = draft.decks[who]
    if not deck.cycle.size:
        return False
    mixed = Pile(deck.draw.size + deck.cycle.size, in_order(draft, (*deck.draw.cards, *deck.cycle.cards)))
    draft.deck(who, draw=mixed, cycle=Pile(), recycles=deck.recycles + 1)
    if deck.aside:
        part = deck.aside[0]
        known = () if draft.setup.options.real_cards else part
        draft.deck(who, cycle=Pile(len(part), known), aside=deck.aside[1:])
    return True


def cycle_hand(draft: Draft, who: int, card: str = "") -> None:
    """A card of the hand goes to the cycle pile; real ones need no name."""
    deck, named = draft.decks[who], (card,) if card and not draft.setup.options.real_cards else ()
    draft.deck(who, hand=taken(deck.hand, *named, number=1), cycle=laid(draft, deck.cycle, *named, number=1))


def eliminate_hand(draft: Draft, who: int, card: str = "") -> None:
    """A card of the hand goes face down to the eliminated pile; real ones need no name."""
    deck, named = draft.decks[who], (card,) if card and not draft.setup.options.real_cards else ()
    draft.deck(who, hand=taken(deck.hand, *named, number=1), gone=laid(draft, deck.gone, *named, number=1))


def leave(draft: Draft, card: Card, pile: str) -> None:
    """A card leaves play for its owner's `cycle` or `gone` pile, its items with it (WC-PROC-9)."""
    for item in [item for item in draft.cards if item.on == card.id]:
        leave(draft, item, pile)
    draft.cards.remove(card)
    deck = draft.decks[card.seat]
    known = pile == "gone" or not draft.setup.options.real_cards
    named = (card.id,) if known else ()
    draft.deck(card.seat, **{pile: laid(draft, getattr(deck, pile), *named, number=1)})


def eliminate(draft: Draft, card: Card) -> None:
    """It is out for good (WC-TERM-3)."""
    leave(draft, card, "gone")


def cycle(draft: Draft, card: Card) -> None:
    """It goes to the cycle pile (WC-TERM-3)."""
    leave(draft, card, "cycle")


def possible(t: Table, who: int) -> tuple[str, ...]:
    """Cards that a seat may have in hand, each as often as it may be there."""
    if not t.setup.options.real_cards:
        return t.decks[who].hand.cards
    left = [card for part in t.setup.scenario.decks[t.setup.seats[who]] for card in part]
    on_its_way = [frame[2] for frame in t.agenda if frame[0] in ("put", "event") and frame[1] == who]
    for out in [*[card.id for card in cards_of(t, who)], *t.decks[who].gone.cards, *on_its_way]:
        left.remove(out)
    for part in t.decks[who].aside:
        for card in part:
            left.remove(card)
    return tuple(left)


# --- cards that the app deals ----------------------------------------------------------------------------------------


def _run_draw(draft: Draft, frame: Frame) -> bool:
    """("draw", who, number, pile)."""
    _, who, number, _ = frame
    refill(draft, who)
    if number > 0 and draft.decks[who].draw.size:
        return True
    draft.agenda.pop()
    return False


def due(state: State, frame: Frame) -> int:
    """How many cards are drawn now, before the pile has to be shuffled again."""
    number: int = min(frame[2], state.decks[frame[1]].draw.size)
    return number


def _legal_draw(state: State, frame: Frame) -> list[Act]:
    return [Act("draw", state.setup.seats[frame[1]])]


def _check_draw(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WC-PROC-1")
    if fault is not None or not act.items:
        return fault
    left = list(state.decks[frame[1]].draw.cards)
    if len(act.items) != due(state, frame):
        return Refusal("draw_number", "WC-PROC-1", {"number": due(state, frame)})
    for card in act.items:
        if card not in left:
            known = card in state.setup.tables.cards
            return Refusal("draw_not_there", "WC-PROC-1", {"card": Ref("card", card) if known else card})
        left.remove(card)
    if act.items != in_order(state, act.items):
        return Refusal("cards_order", "WC-PROC-1")
    return None


def _draw(draft: Draft, frame: Frame, act: Act) -> None:
    _, who, number, pile = draft.agenda.pop()
    facts = draft.setup.tables.cards
    for card in act.items:
        to = "cycle" if pile == "gone" and FROM_DECK in facts[card].kept else pile
        deck = draft.decks[who]
        draft.deck(who, draw=taken(deck.draw, card), **{to: laid(draft, getattr(deck, to), card)})
    draft.push("draw", who, number - len(act.items), pile)


STAGES = {"draw": Stage(_run_draw, "WC-PROC-1", _legal_draw, {"draw": (_check_draw, _draw)})}
