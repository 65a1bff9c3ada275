"""The travel deck and the legendary piles: drawing, dealing, turning over (LR-CARD-9, LR-HAVEN-6, -9, LR-EVENT-6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules import hands
from companion.games.fellowship.state import Draft, State, living
from companion.play.agenda import Check, Frame, Stage, not_yours, waits
from companion.play.game import Refusal


def refill_deck(draft: Draft) -> bool:
    """An empty deck is made anew of the travel cards in the discard; the others there leave the game (LR-CARD-9)."""
    if draft.deck_size:
        return True
    draft.deck = tuple([left + back for left, back in zip(draft.deck, draft.discard, strict=True)])
    draft.deck_size = sum(draft.discard) + draft.buried
    draft.gone = (*draft.gone, *draft.spent)
    draft.discard, draft.buried, draft.spent, draft.top_card = (0,) * len(draft.deck), 0, (), ""
    return draft.deck_size > 0


def draw(draft: Draft, who: int, number: int) -> None:
    """That player draws travel cards, as far as there are any."""
    if number > 0:
        draft.push("draw", who, number)


def _run_draw(draft: Draft, frame: Frame) -> bool:
    _, who, number = draft.agenda.pop()
    if not draft.players[who].alive or not refill_deck(draft):
        return False
    now = min(number, draft.deck_size)
    if now < number:  # the rest after the deck has been made anew
        draft.push("draw", who, number - now)
    if not draft.setup.options.real_cards:
        draft.push("draw", who, now)
        return True
    draft.deck_size -= now
    draft.update(who, hidden=draft.players[who].hidden + now)
    return False


def pool(state: State, frame: Frame) -> tuple[tuple[str, ...], tuple[int, ...], int]:
    """What a chance action draws from: ids, how many of each are left, how many are drawn."""
    tables = state.setup.tables
    if frame[0] == "deal":
        ids = tuple([card for card in state.dealt if tables.cards[card].place == frame[3]])
        return ids, (1,) * len(ids), frame[2]
    return tables.kinds, state.deck, frame[2]


def _open(type: str) -> Callable[[State, Frame], list[Act]]:
    def legal(state: State, frame: Frame) -> list[Act]:
        return [Act(type, state.setup.seats[frame[1]])]

    return legal


def check_drawn(rule: str, code: str = "card_not_left") -> Check:
    """As many cards as are due, in order, each of them still there."""

    def check(state: State, frame: Frame, act: Act) -> Refusal | None:
        fault = not_yours(state, act, rule)
        if fault is not None or not act.cards:
            return fault
        ids, counts, number = pool(state, frame)
        if len(act.cards) != number:
            return Refusal("cards_number", rule, {"number": len(act.cards), "needed": number})
        for card, drawn in Counter(act.cards).items():
            if card not in ids or drawn > counts[ids.index(card)]:
                return Refusal(code, rule, {"card": hands.name(state, card)})
        return None if hands.in_order(state, act.cards) == act.cards else Refusal("cards_order", rule)

    return check


def _drawn(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    for card in act.cards:
        if frame[0] == "deal":
            draft.dealt = hands.without(draft.dealt, card)
        else:
            hands.count(draft, "deck", card, -1)
            draft.deck_size -= 1
    hands.put(draft, frame[1], act.cards)


def deal_legendary(draft: Draft, place: str) -> None:
    """The pile of a haven is dealt out singly, clockwise from the Ring-bearer (LR-HAVEN-9).

    From now on nobody sees what is left of it, which would tell what others have been dealt.
    """
    cards = draft.setup.tables.cards
    pile = [card for card in draft.piles if cards[card].place == place]
    players = living(draft, draft.bearer)
    shares = [(who, len(range(at, len(pile), len(players)))) for at, who in enumerate(players)]
    draft.dealt = hands.in_order(draft, [*draft.dealt, *pile])
    draft.piles = tuple([card for card in draft.piles if card not in pile])
    if draft.setup.options.real_cards:
        for who, share in shares:
            draft.update(who, hidden=draft.players[who].hidden + share)
        return
    for who, share in reversed(shares):
        if share:
            draft.push("deal", who, share, place)


# --- turning over -----------------------------------------------------------------------------------------------------


def _run_turn(draft: Draft, frame: Frame) -> bool:
    """("turn", player, cards, what follows): cards of the deck are turned over for all to see."""
    if not draft.players[frame[1]].alive:
        draft.agenda.pop()
        return False
    if not refill_deck(draft):
        draft.agenda[-1] = ("turned", frame[1], (), frame[3])
        return False
    if draft.deck_size < frame[2]:
        draft.agenda[-1] = ("turn", frame[1], draft.deck_size, frame[3])
    return True


def _turned(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda[-1] = ("turned", frame[1], act.cards, frame[3])
    for card in act.cards:
        hands.count(draft, "deck", card, -1)
        draft.deck_size -= 1


STAGES = {
    "draw": Stage(_run_draw, "LR-CARD-9", _open("draw"), {"draw": (check_drawn("LR-CARD-9"), _drawn)}),
    "deal": Stage(waits, "LR-HAVEN-9", _open("draw"), {"draw": (check_drawn("LR-HAVEN-9"), _drawn)}),
    "turn": Stage(_run_turn, "LR-EVENT-6", _open("turn"), {"turn": (check_drawn("LR-EVENT-6"), _turned)}),
}
