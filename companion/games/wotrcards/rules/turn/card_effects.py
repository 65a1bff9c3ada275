"""What texts do to cards: drawn and given up, in play, in hands and piles (WC-PROC, WC-PLAY-8), and who may be spared.

Where a text is about each player of a side, a side of one player does it again when all of it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from companion.core.messages import Ref, Refusal
from companion.games.wotrcards import verbs
from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules.common import decks, play, texts
from companion.games.wotrcards.rules.common.common import (
    card_ref,
    deck_ref,
    find_active,
    is_path,
    location_ref,
    one_card,
)
from companion.games.wotrcards.rules.common.costs import Forsake
from companion.games.wotrcards.rules.common.piles import (
    known_names,
    not_in_hand,
    possible_cards,
    remove_cards,
    with_cards,
)
from companion.games.wotrcards.rules.common.texts import MOST_DRAWN, MOST_LOST, Choice, Effect, acts_twice, seats_meant
from companion.games.wotrcards.state import CardInPlay, Draft, State
from companion.games.wotrcards.tables import FREE, SIDES
from companion.play.game.offers import Number, OneOf
from companion.play.game.steps import Step, end
from companion.play.game.verbs import Calls

# --- cards drawn and given up ----------------------------------------------------------------------------------------


def _on_seats(least: int, most: int, rule: str, do: Callable[[Draft, int, Act], None]) -> Effect:
    """An effect on a seat, or on each of a side, with a number."""
    number = Number("number", least, most)

    def choices(state: State, seat_index: int) -> Iterable[Choice]:
        return [((OneOf("whom", ("side", "seat"), (*state.setup.seats, *SIDES)), number), {})]

    def refusal(state: State, seat_index: int, act: Act) -> Refusal:
        if act.item or not seats_meant(state, act.whom):
            return Refusal("effect_whom", rule, {"seat": act.whom or act.item})
        return Refusal("effect_number", rule, {"most": most})

    return Effect(rule, "people", choices, refusal, do)


def _by_each(draft: Draft, seat_index: int, act: Act) -> None:
    """Everybody it is about does it, in the order of turns; a side of one player again later (WC-D2-4)."""
    repeat = texts.Repeat(act.what, act.whom, act.number)
    if acts_twice(draft, act.whom):
        texts.repeat_later(draft, repeat)
    texts.repeat_by_each(draft, repeat)


def _keep_cards(draft: Draft, seat_index: int, act: Act) -> None:
    for seat in seats_meant(draft, act.whom):
        draft.change_deck(seat, more=act.number)


# --- cards that cancel that each Free Peoples player forsakes one -----------------------------------------------------


@verbs.EFFECTS.verb
def cancel_forsaking(draft: Draft, card: CardInPlay, then: Literal["eliminate", "cycle"]) -> None:
    """Remove or cycle the card that cancels a forsaking (WC-FAQ-3)."""
    {"eliminate": decks.eliminate_card, "cycle": decks.cycle_card}[then](draft, card, "WC-FAQ-3")


def _forsake_cards(draft: Draft, seat_index: int, act: Act) -> None:
    _by_each(draft, seat_index, act)
    if act.whom == SIDES[FREE] and act.number == 1 and forsaking_savers(draft):
        draft.push(Cancel(forsaking_savers(draft)[0][0], len(seats_meant(draft, act.whom))))


def forsaking_savers(state: State) -> list[tuple[int, str]]:
    """Return seats and their cards in play that may cancel a forsaking by each Free Peoples player (WC-FAQ-1)."""
    return [(card.seat, card.id) for card in state.cards if _cancel_calls(state, card.id)]


def _cancel_calls(state: State, id: str) -> Calls:
    """What its row says of cancelling."""
    return tuple([call for call in state.setup.tables.cards[id].does if call[0] == "cancel_forsaking"])


@dataclass(frozen=True, slots=True)
class Cancel(Step):
    """Chance to cancel forsakings that are due, one for each; any seat that holds one of the savers may answer."""

    rule = "WC-FAQ-1"
    rules: ClassVar = {"spare": "WC-FAQ-3"}
    number: int

    def offers(self, state: State) -> list[Act]:
        """Return `done` for each seat that could cancel, and the cards that can."""
        holders = forsaking_savers(state)
        return [
            *[
                Act("done", state.setup.seats[seat_index])
                for seat_index in dict.fromkeys([seat_index for seat_index, _ in holders])
            ],
            *[Act("spare", state.setup.seats[seat_index], card=card) for seat_index, card in holders],
        ]

    def is_open_to(self, state: State, act: Act) -> bool:
        """Return True for a seat that holds a card that can cancel."""
        return act.type == "spare" or state.index_of(act.seat) in [
            seat_index for seat_index, _ in forsaking_savers(state)
        ]

    def check_spare(self, state: State, act: Act) -> Refusal | None:
        """Refuse a card that cannot cancel this (WC-FAQ-1)."""
        if (state.index_of(act.seat), act.card) in forsaking_savers(state):
            return None
        return Refusal("spare_none", "WC-FAQ-1", {"card": card_ref(state, act.card)})

    do_done = end

    def do_spare(self, draft: Draft, act: Act) -> None:
        """The whole effect is off, also where it would be due again (WC-FAQ-3, WC-AMB-11)."""
        draft.agenda = draft.agenda[: -1 - self.number]
        if acts_twice(draft, SIDES[FREE]):
            texts.repeat_no_more(draft)
        card = next(card for card in draft.cards if card.id == act.card)
        for call in _cancel_calls(draft, act.card):
            verbs.EFFECTS.do(call, draft, card)


def not_spared(step: Step, state: State, act: Act) -> Refusal:
    """Return the refusal of a card that cancels nothing now (WC-FAQ-1, WC-FAQ-2)."""
    values = {"card": card_ref(state, act.card)}
    if (state.index_of(act.seat), act.card) not in forsaking_savers(state):
        return Refusal("spare_none", "WC-FAQ-1", values)
    if isinstance(step, Forsake):
        return Refusal("spare_not_each", "WC-FAQ-2", values)
    return Refusal("spare_nothing", "WC-FAQ-1", values)


# --- cards in play ---------------------------------------------------------------------------------------------------


def _in_play(rule: str, do: Callable[[Draft, CardInPlay, str], None]) -> Effect:
    """A card leaves play; copies in several places are told apart by the place."""

    def choices(state: State, seat_index: int) -> Iterable[Choice]:
        places = dict[str, dict[str, None]]()  # of each card
        for card in state.cards:
            places.setdefault(card.id, {})[card.at] = None
        found = dict[str, list[str]]()  # cards by the place that has to be named
        for id, at in places.items():
            for place in at if len(at) > 1 else ("",):
                found.setdefault(place, []).append(id)
        return [((one_card(ids, "item"),), {"whom": place} if place else {}) for place, ids in found.items()]

    def refusal(state: State, seat_index: int, act: Act) -> Refusal:
        several = not act.whom and any(card.id == act.item for card in state.cards)
        return Refusal("card_where" if several else "card_not_in_play", rule, {"card": card_ref(state, act.item)})

    def leave_play(draft: Draft, seat_index: int, act: Act) -> None:
        do(draft, next(card for card in draft.cards if card.id == act.item and act.whom in ("", card.at)), rule)

    return Effect(rule, "cards", choices, refusal, leave_play)


def _movable_cards(state: State) -> dict[str, CardInPlay]:
    """Armies and characters in play by id; of several copies the first moves."""
    return {card.id: card for card in reversed(state.cards) if not card.on}


def _move_choices(state: State, seat_index: int) -> Iterator[Choice]:
    """A text may bring a card to a battleground of others, but to a path only by its numbers (WC-PLAY-7)."""
    cards = _movable_cards(state)
    for active in state.active:
        path = is_path(state, active.id)
        ids = [
            id
            for id, card in cards.items()
            if card.at != active.id and not (path and play.place_fault(state, id, active.id))
        ]
        if ids:
            yield (one_card(reversed(ids), "item"),), {"whom": active.id}


def _move_refusal(state: State, seat_index: int, act: Act) -> Refusal | None:
    values = {"card": card_ref(state, act.item), "location": location_ref(state, act.whom)}
    found = _movable_cards(state).get(act.item)
    if found is None or act.number:
        return Refusal("card_not_in_play", "WC-PLAY-7", {"card": values["card"]})
    if find_active(state, act.whom) is None or found.at == act.whom:
        return Refusal("place_not_active", "WC-PLAY-7", values)
    return play.place_fault(state, act.item, act.whom)


def _move_card(draft: Draft, seat_index: int, act: Act) -> None:
    play.move_card(draft, _movable_cards(draft)[act.item], act.whom)


# --- hands and piles -------------------------------------------------------------------------------------------------


def _cards(ids: Sequence[str]) -> list[Choice]:
    """Any of these cards, if there is one."""
    return [((one_card(ids, "item"),), {})] if ids else []


def _play_choices(state: State, seat_index: int) -> Iterable[Choice]:
    return _cards(play.layable_cards(state, seat_index))


def _play_refusal(state: State, seat_index: int, act: Act) -> Refusal | None:
    """A card drawn by a text is played without a cost: the rest that is cycled pays for it (WC-PLAY-8)."""
    if (
        act.number
        or act.whom
        or not state.decks[seat_index].hand.size
        or act.item not in possible_cards(state, seat_index)
    ):
        return not_in_hand(state, seat_index, act.item, "WC-PLAY-8")
    return play.lay_fault(state, seat_index, act.item)


def _play_drawn_card(draft: Draft, seat_index: int, act: Act) -> None:
    play.lay_card(draft, seat_index, act.item, "WC-PLAY-8")


def _between_piles(pile: str, to: str, rule: str, own: bool = True) -> Effect:
    """A named card goes from one hand or pile of its owner to another (WC-PROC-7, WC-PROC-8)."""

    def choices(state: State, seat_index: int) -> Iterable[Choice]:
        found = getattr(state.decks[seat_index], pile)
        known = possible_cards(state, seat_index) if state.setup.options.real_cards else found.cards
        return _cards(known) if found.size else ()

    def refusal(state: State, seat_index: int, act: Act) -> Refusal:
        return Refusal(
            "card_not_in_pile", rule, {"card": card_ref(state, act.item), "deck": deck_ref(state, seat_index)}
        )

    def do(draft: Draft, seat_index: int, act: Act) -> None:
        deck, named = draft.decks[seat_index], known_names(draft, act.item)
        left = remove_cards(getattr(deck, pile), *named, number=1)
        more = with_cards(draft, getattr(deck, to), *((act.item,) if to == "gone" else named), number=1)
        draft.change_deck(seat_index, **{pile: left, to: more})
        decks.refill_deck(draft, seat_index)
        if "hand" in (pile, to):
            decks.record_hand(draft, seat_index, rule)

    return Effect(rule, "piles", choices, refusal, do, own)


def _recycle_choices(state: State, seat_index: int) -> Iterable[Choice]:
    seats = tuple([seat for at, seat in enumerate(state.setup.seats) if state.decks[at].cycle.size])
    return [((OneOf("whom", ("seat",), seats),), {})] if seats else ()


def _recycle_refusal(state: State, seat_index: int, act: Act) -> Refusal:
    """Nothing to shuffle is no recycle (WC-AMB-16)."""
    if state.index_of(act.whom) < 0 or act.item or act.number:
        return Refusal("effect_whom", "WC-PROC-2", {"seat": act.whom})
    return Refusal("cycle_empty", "WC-PROC-2", {"seat": Ref("seat", act.whom)})


def _recycle_deck(draft: Draft, seat_index: int, act: Act) -> None:
    decks.recycle_pile(draft, draft.index_of(act.whom))


EFFECTS: Mapping[str, Effect] = {
    "draw": _on_seats(1, MOST_DRAWN, "WC-PROC-1", _by_each),
    "cycle": _on_seats(1, MOST_DRAWN, "WC-PROC-4", _by_each),
    "eliminate": _on_seats(1, MOST_LOST, "WC-PROC-3", _by_each),
    "forsake": _on_seats(1, MOST_LOST, "WC-PROC-5", _forsake_cards),
    "keep": _on_seats(0, MOST_LOST, "WC-ACT-5", _keep_cards),
    "remove": _in_play("WC-PROC-7", decks.eliminate_card),
    "remove_hand": _between_piles("hand", "gone", "WC-PROC-7", own=False),
    "remove_deck": _between_piles("draw", "gone", "WC-PROC-7", own=False),
    "remove_pile": _between_piles("cycle", "gone", "WC-PROC-7", own=False),
    "return": _in_play("WC-TERM-3", decks.cycle_card),
    "move": Effect("WC-PLAY-7", "cards", _move_choices, _move_refusal, _move_card),
    "play": Effect("WC-PLAY-8", "piles", _play_choices, _play_refusal, _play_drawn_card, own=True),
    "search": _between_piles("draw", "hand", "WC-PROC-8"),
    "recover": _between_piles("cycle", "hand", "WC-PROC-8"),
    "recycle": Effect("WC-PROC-2", "piles", _recycle_choices, _recycle_refusal, _recycle_deck),
}
