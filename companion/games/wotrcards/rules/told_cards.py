"""What texts do to cards: drawn and given up, in play, in hands and piles (WC-PROC, WC-PLAY-8), and who may be spared.

Where a text is about each player of a side, a side of one player does it again when all of it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules import decks, play
from companion.games.wotrcards.rules.common import (
    card_ref,
    change,
    index,
    is_path,
    location_ref,
    not_yours,
    place,
)
from companion.games.wotrcards.rules.told import MOST_DRAWN, MOST_LOST, Effect, twice, whose
from companion.games.wotrcards.state import Card, Draft, State, Table
from companion.games.wotrcards.tables import FREE, SIDES
from companion.play.agenda import Frame, Stage, waits
from companion.play.game import Ref, Refusal

SAVERS = ("barliman-butterbur", "tom-bombadil")  # WC-FAQ-1
BARLIMAN = SAVERS[0]


# --- cards drawn and given up ----------------------------------------------------------------------------------------


def _people(what: str, least: int, most: int, rule: str, do: Callable[[Draft, int, Act], None]) -> Effect:
    """An effect on a seat, or on each of a side, with a number."""

    def offers(state: State, who: int) -> Iterator[Act]:
        for whom in (*state.setup.seats, *SIDES):
            for number in range(least, most + 1):
                yield Act("effect", state.setup.seats[who], to=what, whom=whom, number=number)

    def fault(state: State, who: int, act: Act) -> Refusal | None:
        if act.item or not whose(state, act.whom):
            return Refusal("effect_whom", rule, {"seat": act.whom or act.item})
        return None if least <= act.number <= most else Refusal("effect_number", rule, {"most": most})

    return Effect(offers, fault, do)


DONE_BY = {"draw": "drawing", "cycle": "cost", "eliminate": "eliminate", "forsake": "forsake"}  # effect -> frame


def _each(draft: Draft, who: int, act: Act) -> None:
    """Everybody it is about does it, in the order of turns; a side of one player again later (WC-D2-4)."""
    if twice(draft, act.whom):
        draft.agenda[-1] = (*draft.agenda[-1], (act.to, act.whom, act.number))
    each(draft, act.to, act.whom, act.number)


def each(draft: Draft, what: str, whom: str, number: int) -> None:
    """Everybody it is about does it."""
    for seat in reversed(whose(draft, whom)):
        draft.push(DONE_BY[what], seat, number)


def _run_drawing(draft: Draft, frame: Frame) -> bool:
    """("drawing", who, number)."""
    _, who, number = draft.agenda.pop()
    decks.draw(draft, who, number)
    return False


def _run_again(draft: Draft, frame: Frame) -> bool:
    """("again", who, id, told): all that was told of each player of a side of one, for the second time (WC-EPD-7)."""
    _, who, id, told = draft.agenda.pop()
    if told[1:]:
        draft.push("again", who, id, told[1:])
    each(draft, *told[0])
    return False


def _keep(draft: Draft, who: int, act: Act) -> None:
    for seat in whose(draft, act.whom):
        draft.deck(seat, more=act.number)


# --- Barliman Butterbur and Tom Bombadil -----------------------------------------------------------------------------


def _forsake(draft: Draft, who: int, act: Act) -> None:
    _each(draft, who, act)
    if act.whom == SIDES[FREE] and act.number == 1 and savers(draft):
        draft.push("cancel", savers(draft)[0][0], len(whose(draft, act.whom)))


def savers(t: Table) -> list[tuple[int, str]]:
    """Who may cancel that each Free Peoples player forsakes one card, with which card in play (WC-FAQ-1)."""
    return [(card.seat, card.id) for card in t.cards if card.id in SAVERS]


def _legal_cancel(state: State, frame: Frame) -> list[Act]:
    holders = savers(state)
    seats = dict.fromkeys([who for who, _ in holders])
    return [
        *[Act("done", state.setup.seats[who]) for who in seats],
        *[Act("spare", state.setup.seats[who], item=card) for who, card in holders],
    ]


def _check_cancel(state: State, frame: Frame, act: Act) -> Refusal | None:
    """Any seat that holds one of them may answer."""
    who, holders = index(state, act.seat), savers(state)
    if act.type == "done":
        return None if any(seat == who for seat, _ in holders) else not_yours(state, act, "WC-FAQ-1")
    named = card_ref(state, act.item)
    return None if (who, act.item) in holders else Refusal("spare_none", "WC-FAQ-1", {"card": named})


def _cancel(draft: Draft, frame: Frame, act: Act) -> None:
    """The whole effect is off, also where it would be due again (WC-FAQ-3, WC-AMB-11)."""
    _, _, number = draft.agenda.pop()
    if act.type == "done":
        return
    del draft.agenda[-number:]
    if twice(draft, SIDES[FREE]):
        draft.agenda[-1] = draft.agenda[-1][:-1]
    card = next(card for card in draft.cards if card.id == act.item)
    (decks.eliminate if act.item == BARLIMAN else decks.cycle)(draft, card)


# --- cards in play ---------------------------------------------------------------------------------------------------


def _in_play(what: str, rule: str, do: Callable[[Draft, Card], None]) -> Effect:
    """A card leaves play; copies in several places are told apart by the place."""

    def named(state: State) -> dict[tuple[str, str], Card]:
        lying = {(card.id, card.at): card for card in state.cards}
        places = [id for id, _ in lying]
        return {(id, at if places.count(id) > 1 else ""): card for (id, at), card in lying.items()}

    def offers(state: State, who: int) -> Iterator[Act]:
        for card, at in named(state):
            yield Act("effect", state.setup.seats[who], item=card, to=what, whom=at)

    def fault(state: State, who: int, act: Act) -> Refusal | None:
        if not act.number and (act.item, act.whom) in named(state):
            return None
        several = not act.whom and any(card.id == act.item for card in state.cards)
        return Refusal("card_where" if several else "card_not_in_play", rule, {"card": card_ref(state, act.item)})

    def done(draft: Draft, who: int, act: Act) -> None:
        do(draft, next(card for card in draft.cards if card.id == act.item and act.whom in ("", card.at)))

    return Effect(offers, fault, done)


def _march_offers(state: State, who: int) -> Iterator[Act]:
    for card in dict.fromkeys([card.id for card in state.cards if not card.on]):
        for active in state.active:
            act = Act("effect", state.setup.seats[who], item=card, to="move", whom=active.id)
            if _march_fault(state, who, act) is None:
                yield act


def _march_fault(state: State, who: int, act: Act) -> Refusal | None:
    """A text may bring a card to a battleground of others, but to a path only by its numbers (WC-PLAY-7)."""
    values = {"card": card_ref(state, act.item), "location": location_ref(state, act.whom)}
    found = next((card for card in state.cards if card.id == act.item and not card.on), None)
    if found is None or act.number:
        return Refusal("card_not_in_play", "WC-PLAY-7", {"card": values["card"]})
    if place(state, act.whom) is None or found.at == act.whom:
        return Refusal("place_not_active", "WC-PLAY-7", values)
    return play.place_fault(state, act.item, act.whom) if is_path(state, act.whom) else None


def _march(draft: Draft, who: int, act: Act) -> None:
    found = next(card for card in draft.cards if card.id == act.item and not card.on)
    change(draft, found, at=act.whom, fresh=False)
    for item in [item for item in draft.cards if item.on == act.item]:
        change(draft, item, at=act.whom)


# --- hands and piles -------------------------------------------------------------------------------------------------


def _play_offers(state: State, who: int) -> Iterator[Act]:
    held = dict.fromkeys(decks.possible(state, who)) if state.decks[who].hand.size else ()
    for card in held:
        if play.again_fault(state, who, card) is None:
            yield Act("effect", state.setup.seats[who], item=card, to="play")


def _play_fault(state: State, who: int, act: Act) -> Refusal | None:
    """A card drawn by a text is played without a cost: the rest that is cycled pays for it (WC-PLAY-8)."""
    if act.number or act.whom or not state.decks[who].hand.size or act.item not in decks.possible(state, who):
        return Refusal("card_not_in_hand", "WC-PLAY-8", {"card": card_ref(state, act.item)})
    return play.again_fault(state, who, act.item)


def _play(draft: Draft, who: int, act: Act) -> None:
    play.lay(draft, who, act.item)


def _fetched(what: str, pile: str, to: str, rule: str, own: bool = True) -> Effect:
    """A named card goes from one hand or pile of its owner to another (WC-PROC-7, WC-PROC-8)."""

    def there(state: State, who: int) -> list[str]:
        found = getattr(state.decks[who], pile)
        known = found.cards if not state.setup.options.real_cards else decks.possible(state, who)
        return list(dict.fromkeys(known)) if found.size else []

    def offers(state: State, who: int) -> Iterator[Act]:
        for card in there(state, who):
            yield Act("effect", state.setup.seats[who], item=card, to=what)

    def fault(state: State, who: int, act: Act) -> Refusal | None:
        if not act.whom and not act.number and act.item in there(state, who):
            return None
        return Refusal("card_not_in_pile", rule, {"card": card_ref(state, act.item)})

    def do(draft: Draft, who: int, act: Act) -> None:
        deck, known = draft.decks[who], not draft.setup.options.real_cards
        left = decks.taken(getattr(deck, pile), *([act.item] if known else []), number=1)
        more = decks.laid(draft, getattr(deck, to), *([act.item] if known or to == "gone" else []), number=1)
        draft.deck(who, **{pile: left, to: more})
        decks.refill(draft, who)

    return Effect(offers, fault, do, own)


def _recycle_offers(state: State, who: int) -> Iterator[Act]:
    for at, seat in enumerate(state.setup.seats):
        if state.decks[at].cycle.size:
            yield Act("effect", state.setup.seats[who], to="recycle", whom=seat)


def _recycle_fault(state: State, who: int, act: Act) -> Refusal | None:
    """Nothing to shuffle is no recycle (WC-AMB-16)."""
    at = index(state, act.whom)
    if at < 0 or act.item or act.number:
        return Refusal("effect_whom", "WC-PROC-2", {"seat": act.whom})
    empty = not state.decks[at].cycle.size
    return Refusal("cycle_empty", "WC-PROC-2", {"seat": Ref("seat", act.whom)}) if empty else None


def _recycle(draft: Draft, who: int, act: Act) -> None:
    decks.recycle(draft, index(draft, act.whom))


EFFECTS: Mapping[str, Effect] = {
    "draw": _people("draw", 1, MOST_DRAWN, "WC-PROC-1", _each),
    "cycle": _people("cycle", 1, MOST_DRAWN, "WC-PROC-4", _each),
    "eliminate": _people("eliminate", 1, MOST_LOST, "WC-PROC-3", _each),
    "forsake": _people("forsake", 1, MOST_LOST, "WC-PROC-5", _forsake),
    "keep": _people("keep", 0, MOST_LOST, "WC-ACT-5", _keep),
    "remove": _in_play("remove", "WC-PROC-7", decks.eliminate),
    "remove_hand": _fetched("remove_hand", "hand", "gone", "WC-PROC-7", own=False),
    "remove_deck": _fetched("remove_deck", "draw", "gone", "WC-PROC-7", own=False),
    "remove_pile": _fetched("remove_pile", "cycle", "gone", "WC-PROC-7", own=False),
    "return": _in_play("return", "WC-TERM-3", decks.cycle),
    "move": Effect(_march_offers, _march_fault, _march),
    "play": Effect(_play_offers, _play_fault, _play, own=True),
    "search": _fetched("search", "draw", "hand", "WC-PROC-8"),
    "recover": _fetched("recover", "cycle", "hand", "WC-PROC-8"),
    "recycle": Effect(_recycle_offers, _recycle_fault, _recycle),
}

CANCEL = (_check_cancel, _cancel)
STAGES = {
    "drawing": Stage(_run_drawing, "WC-PROC-1"),
    "again": Stage(_run_again, "WC-D2-4"),
    "cancel": Stage(waits, "WC-FAQ-1", _legal_cancel, {"spare": CANCEL, "done": CANCEL}),
}
