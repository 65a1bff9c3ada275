"""What texts do to cards: drawn and given up, in play, in hands and piles (WC-PROC, WC-PLAY-8), and who may be spared.

Where a text is about each player of a side, a side of one player does it again when all of it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules import decks, play, texts
from companion.games.wotrcards.rules.common import card_ref, find_active, index, is_path, location_ref
from companion.games.wotrcards.rules.piles import known_names, possible, with_cards, without
from companion.games.wotrcards.rules.texts import MOST_DRAWN, MOST_LOST, Effect, seats_meant, twice
from companion.games.wotrcards.state import Card, Draft, State
from companion.games.wotrcards.tables import FREE, SIDES
from companion.messages import Ref, Refusal
from companion.play.steps import Step, not_yours

SAVERS = ("barliman-butterbur", "tom-bombadil")  # WC-FAQ-1
BARLIMAN = SAVERS[0]


# --- cards drawn and given up ----------------------------------------------------------------------------------------


def _on_seats(what: str, least: int, most: int, rule: str, do: Callable[[Draft, int, Act], None]) -> Effect:
    """An effect on a seat, or on each of a side, with a number."""

    def offers(state: State, who: int) -> Iterator[Act]:
        for whom in (*state.setup.seats, *SIDES):
            for number in range(least, most + 1):
                yield Act("effect", state.setup.seats[who], to=what, whom=whom, number=number)

    def fault(state: State, who: int, act: Act) -> Refusal | None:
        if act.item or not seats_meant(state, act.whom):
            return Refusal("effect_whom", rule, {"seat": act.whom or act.item})
        return None if least <= act.number <= most else Refusal("effect_number", rule, {"most": most})

    return Effect(rule, offers, fault, do)


def _by_each(draft: Draft, who: int, act: Act) -> None:
    """Everybody it is about does it, in the order of turns; a side of one player again later (WC-D2-4)."""
    repeat = texts.Repeat(act.to, act.whom, act.number)
    if twice(draft, act.whom):
        texts.repeat_later(draft, repeat)
    texts.each(draft, repeat)


def _keep(draft: Draft, who: int, act: Act) -> None:
    for seat in seats_meant(draft, act.whom):
        draft.change_deck(seat, more=act.number)


# --- Barliman Butterbur and Tom Bombadil -----------------------------------------------------------------------------


def _forsake(draft: Draft, who: int, act: Act) -> None:
    _by_each(draft, who, act)
    if act.whom == SIDES[FREE] and act.number == 1 and savers(draft):
        draft.push(Cancel(savers(draft)[0][0], len(seats_meant(draft, act.whom))))


def savers(state: State) -> list[tuple[int, str]]:
    """Who may cancel that each Free Peoples player forsakes one card, with which card in play (WC-FAQ-1)."""
    return [(card.seat, card.id) for card in state.cards if card.id in SAVERS]


@dataclass(frozen=True, slots=True)
class Cancel(Step):
    """So many forsakings are due, one for each; any seat that holds one of the savers may answer."""

    rule = "WC-FAQ-1"
    rules: ClassVar = {"spare": "WC-FAQ-3"}
    number: int

    def offers(self, state: State) -> list[Act]:
        holders = savers(state)
        return [
            *[Act("done", state.setup.seats[who]) for who in dict.fromkeys([who for who, _ in holders])],
            *[Act("spare", state.setup.seats[who], item=card) for who, card in holders],
        ]

    def check_done(self, state: State, act: Act) -> Refusal | None:
        who = index(state, act.seat)
        return None if any(seat == who for seat, _ in savers(state)) else not_yours(state, act, "WC-FAQ-1")

    def check_spare(self, state: State, act: Act) -> Refusal | None:
        if (index(state, act.seat), act.item) in savers(state):
            return None
        return Refusal("spare_none", "WC-FAQ-1", {"card": card_ref(state, act.item)})

    def do_done(self, draft: Draft, act: Act) -> None:
        draft.pop()

    def do_spare(self, draft: Draft, act: Act) -> None:
        """The whole effect is off, also where it would be due again (WC-FAQ-3, WC-AMB-11)."""
        draft.agenda = draft.agenda[: -1 - self.number]
        if twice(draft, SIDES[FREE]):
            texts.repeat_no_more(draft)
        card = next(card for card in draft.cards if card.id == act.item)
        (decks.eliminate if act.item == BARLIMAN else decks.cycle)(draft, card, "WC-FAQ-3")


# --- cards in play ---------------------------------------------------------------------------------------------------


def _in_play(what: str, rule: str, do: Callable[[Draft, Card, str], None]) -> Effect:
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
        do(draft, next(card for card in draft.cards if card.id == act.item and act.whom in ("", card.at)), rule)

    return Effect(rule, offers, fault, done)


def _move_card_offers(state: State, who: int) -> Iterator[Act]:
    for card in dict.fromkeys([card.id for card in state.cards if not card.on]):
        for active in state.active:
            act = Act("effect", state.setup.seats[who], item=card, to="move", whom=active.id)
            if _move_card_fault(state, who, act) is None:
                yield act


def _move_card_fault(state: State, who: int, act: Act) -> Refusal | None:
    """A text may bring a card to a battleground of others, but to a path only by its numbers (WC-PLAY-7)."""
    values = {"card": card_ref(state, act.item), "location": location_ref(state, act.whom)}
    found = next((card for card in state.cards if card.id == act.item and not card.on), None)
    if found is None or act.number:
        return Refusal("card_not_in_play", "WC-PLAY-7", {"card": values["card"]})
    if find_active(state, act.whom) is None or found.at == act.whom:
        return Refusal("place_not_active", "WC-PLAY-7", values)
    return play.place_fault(state, act.item, act.whom) if is_path(state, act.whom) else None


def _move_card(draft: Draft, who: int, act: Act) -> None:
    play.move(draft, next(card for card in draft.cards if card.id == act.item and not card.on), act.whom)


# --- hands and piles -------------------------------------------------------------------------------------------------


def _play_offers(state: State, who: int) -> Iterator[Act]:
    held = dict.fromkeys(possible(state, who)) if state.decks[who].hand.size else ()
    for card in held:
        if play.lay_fault(state, who, card) is None:
            yield Act("effect", state.setup.seats[who], item=card, to="play")


def _play_fault(state: State, who: int, act: Act) -> Refusal | None:
    """A card drawn by a text is played without a cost: the rest that is cycled pays for it (WC-PLAY-8)."""
    if act.number or act.whom or not state.decks[who].hand.size or act.item not in possible(state, who):
        return Refusal("card_not_in_hand", "WC-PLAY-8", {"card": card_ref(state, act.item)})
    return play.lay_fault(state, who, act.item)


def _play(draft: Draft, who: int, act: Act) -> None:
    play.lay(draft, who, act.item, "WC-PLAY-8")


def _between_piles(what: str, pile: str, to: str, rule: str, own: bool = True) -> Effect:
    """A named card goes from one hand or pile of its owner to another (WC-PROC-7, WC-PROC-8)."""

    def there(state: State, who: int) -> list[str]:
        found = getattr(state.decks[who], pile)
        known = found.cards if not state.setup.options.real_cards else possible(state, who)
        return list(dict.fromkeys(known)) if found.size else []

    def offers(state: State, who: int) -> Iterator[Act]:
        for card in there(state, who):
            yield Act("effect", state.setup.seats[who], item=card, to=what)

    def fault(state: State, who: int, act: Act) -> Refusal | None:
        if not act.whom and not act.number and act.item in there(state, who):
            return None
        return Refusal("card_not_in_pile", rule, {"card": card_ref(state, act.item)})

    def do(draft: Draft, who: int, act: Act) -> None:
        deck, named = draft.decks[who], known_names(draft, act.item)
        left = without(getattr(deck, pile), *named, number=1)
        more = with_cards(draft, getattr(deck, to), *((act.item,) if to == "gone" else named), number=1)
        draft.change_deck(who, **{pile: left, to: more})
        decks.refill(draft, who)
        if "hand" in (pile, to):
            decks.record_hand(draft, who, rule)

    return Effect(rule, offers, fault, do, own)


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
    "draw": _on_seats("draw", 1, MOST_DRAWN, "WC-PROC-1", _by_each),
    "cycle": _on_seats("cycle", 1, MOST_DRAWN, "WC-PROC-4", _by_each),
    "eliminate": _on_seats("eliminate", 1, MOST_LOST, "WC-PROC-3", _by_each),
    "forsake": _on_seats("forsake", 1, MOST_LOST, "WC-PROC-5", _forsake),
    "keep": _on_seats("keep", 0, MOST_LOST, "WC-ACT-5", _keep),
    "remove": _in_play("remove", "WC-PROC-7", decks.eliminate),
    "remove_hand": _between_piles("remove_hand", "hand", "gone", "WC-PROC-7", own=False),
    "remove_deck": _between_piles("remove_deck", "draw", "gone", "WC-PROC-7", own=False),
    "remove_pile": _between_piles("remove_pile", "cycle", "gone", "WC-PROC-7", own=False),
    "return": _in_play("return", "WC-TERM-3", decks.cycle),
    "move": Effect("WC-PLAY-7", _move_card_offers, _move_card_fault, _move_card),
    "play": Effect("WC-PLAY-8", _play_offers, _play_fault, _play, own=True),
    "search": _between_piles("search", "draw", "hand", "WC-PROC-8"),
    "recover": _between_piles("recover", "cycle", "hand", "WC-PROC-8"),
    "recycle": Effect("WC-PROC-2", _recycle_offers, _recycle_fault, _recycle),
}
