"""The bot of the cooperative game: what it may know, and what it gives a try."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.fellowship.actions import Act
from companion.games.fellowship.bot_play import AT_ONCE, NEVER, action_worth, best_at_a_glance, item_worth
from companion.games.fellowship.bot_reasons import explain_choice
from companion.games.fellowship.bot_value import table_value
from companion.games.fellowship.rules.common import hands
from companion.games.fellowship.state import Draft, State
from companion.play.bots.search import MonteCarloBot
from companion.play.game.bots import EASY, GOOD
from companion.play.game.draft import NOBODY
from companion.play.game.game import Bot

if TYPE_CHECKING:
    from companion.content.model import Content

PAYMENTS = 3  # ways to pay that are worth a try
RUNES = 5  # points of each player, to whoever may not know them


# --- what a seat may know ---------------------------------------------------------------------------------------------


def guess_hidden(state: State, seat: str, rng: random.Random) -> State:
    """The table with other cards in the hands of the others, and other tiles on top unless the seat has seen them.

    Cards that lie open in a payment stay; of real hands the app knows nothing that it could guess better.
    """
    draft, me = Draft.of(state), state.index_of(seat)
    if state.top and (me == NOBODY or state.seer != me):
        draft.top = tuple(rng.sample(list(state.setup.tables.tiles), len(state.top), counts=state.stack))
    if not state.setup.options.real_cards:
        _deal_again(draft, me, rng)
    if me == NOBODY and state.setup.options.competition:  # how many there are is nobody's to know (LR-VARIANT-8)
        for seat_index in range(len(draft.players)):
            draft.update_player(seat_index, silver=RUNES, gold=())
    found: State = draft.freeze()
    return found


def _deal_again(draft: Draft, me: int, rng: random.Random) -> None:
    """All that is neither seen nor in the own hand is dealt anew: legendary cards to hands, travel cards anywhere."""
    facts = draft.setup.tables
    others = [seat_index for seat_index, player in enumerate(draft.players) if seat_index != me and player.hand]
    open_cards = {seat_index: _open_cards(draft, seat_index) for seat_index in others}
    unseen = {
        seat_index: _remove_cards(draft.players[seat_index].hand, open_cards[seat_index]) for seat_index in others
    }
    places = [seat_index for seat_index in others for _ in unseen[seat_index]]
    rng.shuffle(places)
    dealt = dict[int, list[str]]((seat_index, []) for seat_index in others)
    legendary = [card for seat_index in others for card in unseen[seat_index] if facts.cards[card].place]
    for card in hands.in_order(draft, legendary):
        dealt[places.pop()].append(card)
    travel = [card for seat_index in others for card in unseen[seat_index] if not facts.cards[card].place]
    left = [number + travel.count(kind) for kind, number in zip(facts.kinds, draft.deck, strict=True)]
    drawn = rng.sample(list(facts.kinds), len(places), counts=left) if places else []
    for seat_index, card in zip(places, drawn, strict=True):
        dealt[seat_index].append(card)
    draft.deck = tuple([number - drawn.count(kind) for kind, number in zip(facts.kinds, left, strict=True)])
    for seat_index in others:
        draft.update_player(seat_index, hand=hands.in_order(draft, [*open_cards[seat_index], *dealt[seat_index]]))


def _open_cards(state: State, seat_index: int) -> list[str]:
    """Cards of a hand that lie open in a payment of the group."""
    laid = getattr(state.step, "laid", ()) if state.agenda else ()
    return [
        offer.item for offer in laid if offer.seat_index == seat_index and offer.item in state.players[seat_index].hand
    ]


def _remove_cards(cards: Sequence[str], gone: Sequence[str]) -> list[str]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


# --- what is worth a try ----------------------------------------------------------------------------------------------


def sift_actions(content: Content, state: State, acts: Sequence[Any]) -> Sequence[Any]:
    """Drop actions that look much worse than others; at least one is left for the seat whose step it is."""
    if not acts:
        return acts
    guessed = guess_hidden(state, acts[0].seat, random.Random(len(acts)))
    worths = {act: action_worth(guessed, act) for act in acts}
    best = max([points for points in worths.values() if points < AT_ONCE // 4], default=0)
    least = max(best - state.setup.tables.weights["tried"], NEVER // 2)
    kept = [act for act in acts if worths[act] > least]
    if not kept and acts[0].seat == state.seat:
        return [max(acts, key=worths.__getitem__)]
    return [
        *[act for act in kept if act.type not in ("pay", "offer")],
        *_cheapest_payments(state, [act for act in kept if act.type == "pay"]),
        *_cheapest_payments(state, [act for act in kept if act.type == "offer"]),
    ]


def _cheapest_payments(state: State, acts: list[Act]) -> list[Act]:
    def cost(act: Act) -> int:
        given = act.items or ((act.item,) if act.item else ())
        return sum([item_worth(state, item) for item in given]) - act.runes

    return sorted(acts, key=cost)[:PAYMENTS]


def is_turn_start(state: State) -> bool:
    """Return whether a turn begins."""
    return bool(state.agenda) and state.step.kind == "story" and not state.shown


SEARCH = MonteCarloBot(
    guess_hidden,
    table_value,
    "LR-END-2",
    best_at_a_glance,
    is_turn_start,
    sift_actions,
    budget=2_000,
    depth=60,
    explain=explain_choice,
)
BOTS: Mapping[str, Bot] = {EASY: replace(SEARCH, budget=20, slips=0.3), GOOD: SEARCH}
