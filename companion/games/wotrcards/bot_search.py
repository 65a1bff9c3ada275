"""The search that reviews decisions: what a seat held possible, what tries tell, what a table is worth.

Tries go on to the end of the round as the plain bot plays. Of texts it knows nothing: what a text decides is not tried.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, Any

from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.bot import TEXTS, card_worth, weigh_offers
from companion.games.wotrcards.rules.common.common import opponent, seats_of, side_of
from companion.games.wotrcards.rules.common.piles import in_order
from companion.games.wotrcards.rules.common.play import EVENT
from companion.games.wotrcards.rules.common.scoring import final_score
from companion.games.wotrcards.state import RESERVE, Pile, State
from companion.play.bots.search import MonteCarloBot
from companion.play.game.offers import Offer

if TYPE_CHECKING:
    from companion.content.model import Content

FROM_HAND = ("play", "cycle", "winnow", "eliminate", "forsake")  # what nobody else can weigh, where cards are real
GIVEN_UP, GIVEN = ("cycle", "winnow", "eliminate", "forsake"), 2  # so many ways of each are tried
TRIED = (*FROM_HAND, "put", "move", "ring", "skirmish", "pass", "fight", "lose", "none", "yield")


def guess_hands(state: State, seat: str, rng: random.Random) -> State:
    """Return a table that is possible for the seat: hands of others and what they may still draw are dealt anew."""
    if state.setup.options.real_cards:
        return state
    me, found = state.index_of(seat), list(state.decks)
    for seat_index, deck in enumerate(found):
        if seat_index != me:
            unseen, size = list(in_order(state, (*deck.hand.cards, *deck.draw.cards))), deck.hand.size
            rng.shuffle(unseen)
            hand, draw = in_order(state, unseen[:size]), in_order(state, unseen[size:])
            found[seat_index] = deck._replace(hand=Pile(size, hand), draw=Pile(len(draw), draw))
    return state.replace(decks=tuple(found))


def can_try(state: State, act: Act) -> bool:
    """Return whether tries tell what the action is worth: no text decides it, and the app knows the hand it is from."""
    if act.type not in TRIED or (act.type in FROM_HAND and state.setup.options.real_cards):
        return False
    return act.type != "play" or state.setup.tables.cards[act.card].type != EVENT


def sift_actions(content: Content, state: State, acts: Sequence[Any]) -> Sequence[Any]:
    """Return the actions of which tries tell something; where there is none, what tells least of texts.

    Of cards that are given up only the worst are tried, and those that are lost have the icons that are printed.
    """
    found = [act for act in acts if can_try(state, act)]
    kept = [act for act in found if act.type not in (*GIVEN_UP, "lose")]
    for type in GIVEN_UP:
        kept += sorted([act for act in found if act.type == type], key=lambda act: _cards_worth(state, act))[:GIVEN]
    least: dict[str, Act] = {}
    for act in [act for act in found if act.type == "lose"]:
        least[act.card] = min(act, least.get(act.card, act), key=lambda one: one.icons)
    untold = [act for act in acts if act.type not in TEXTS]
    return [*kept, *least.values()] or sorted(untold, key=lambda act: (act.points, act.attack, act.defence))[:1]


def _cards_worth(state: State, act: Act) -> int:
    return sum([card_worth(state, card) for card in act.cards or (act.card,)])


def is_round_start(state: State) -> bool:
    """Return whether a round begins: nothing is half done."""
    return bool(state.agenda) and state.step.kind == "ground"


def best_by_icons(rng: random.Random, state: State, legal: Sequence[Offer]) -> Act:
    """Return the action that looks best to the plain bot."""
    mine = [offer for offer in legal if offer.seat == state.seat and offer.type not in TEXTS] or legal
    if len(mine) == 1 and not mine[0].open:
        only: Act = mine[0].act
        return only
    return max(weigh_offers(state, state.index_of(mine[0].seat), mine), key=lambda one: one.worth).act


def table_value(content: Content, state: State, seat: str) -> float:
    """Return the estimated chance that the side of a seat wins."""
    side = side_of(state, state.index_of(seat))
    if state.ending:
        return float(seat in state.winners)
    weights = state.setup.tables.weights
    rounds = max(1, state.setup.scenario.steps - state.round + 2)
    lead = (_side_points(state, side) - _side_points(state, opponent(side))) / (weights["swing"] * sqrt(rounds))
    return (1 + lead / sqrt(1 + lead * lead)) / 2


def _side_points(state: State, side: int) -> float:
    """Return hundredths of a point: the score, and what cards of a seat are still good for."""
    weights, seats = state.setup.tables.weights, seats_of(state, side)
    hands = [card for seat_index in seats for card in state.decks[seat_index].hand.cards]
    waiting = [card.id for card in state.cards if card.at == RESERVE and card.seat in seats]
    worth = sum([card_worth(state, card) for card in hands]) * weights["in_hand"]
    worth += sum([card_worth(state, card) for card in waiting]) * weights["in_reserve"]
    return weights["point"] * final_score(state, side) + worth / len(seats)


SEARCH = MonteCarloBot(
    guess_hands, table_value, "WC-SCO-1", best_by_icons, is_round_start, sift_actions, depth=150, each=40
)
