"""The search that reviews the card game: it knows what a seat knew, and leaves alone what only a text decides."""

import random
from dataclasses import replace

from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.bot_search import (
    SEARCH,
    best_by_icons,
    can_try,
    is_round_start,
    sift_actions,
    table_value,
)
from companion.games.wotrcards.game import GAME
from companion.games.wotrcards.rules.common.play import EVENT
from companion.games.wotrcards.state import Pile, Won
from companion.play.game.bots import close_at_random
from tests.games.wotrcards.board import CONTENT


def table(turns=60, real="false"):
    """A duel as the search plays its tries, after so many actions."""
    setup = GAME.rules.header(CONTENT, ("Ania:free", "Bo:shadow"), "duel", {"real_cards": real}, None)
    rng, state = random.Random(1), GAME.rules.new(CONTENT, setup)
    for _ in range(turns):
        act = best_by_icons(rng, state, GAME.rules.legal(state))
        state = GAME.rules.apply(state, close_at_random(GAME, state, act, rng))
    return state


def test_hands_of_others_are_guessed_and_the_own_one_is_known():
    state = table()
    mine, other = state.decks
    guesses = [SEARCH.guess(state, state.setup.seats[0], random.Random(seed)) for seed in range(5)]
    assert {guess.decks[0] for guess in guesses} == {mine}
    assert len({guess.decks[1].hand.cards for guess in guesses}) > 1
    for guess in guesses:
        dealt = guess.decks[1]
        assert sorted(dealt.hand.cards + dealt.draw.cards) == sorted(other.hand.cards + other.draw.cards)
        assert dealt.hand.size == len(dealt.hand.cards) == other.hand.size


def test_a_guess_hangs_on_nothing_that_the_seat_cannot_see():
    state = table()
    deck = state.decks[1]
    cards, size = deck.draw.cards + deck.hand.cards, deck.hand.size
    swapped = deck._replace(hand=Pile(size, cards[:size]), draw=Pile(len(cards) - size, cards[size:]))
    twin = state.replace(decks=(state.decks[0], swapped))
    guesses = [SEARCH.guess(one, state.setup.seats[0], random.Random(1)).decks for one in (state, twin)]
    assert guesses[0] == guesses[1]


def test_what_a_text_decides_is_not_tried():
    state = table()
    kinds = {state.setup.tables.cards[card].type == EVENT: card for card in state.setup.tables.cards}
    play = Act("play", "gandalf")
    assert can_try(state, play._replace(card=kinds[False]))
    assert not can_try(state, play._replace(card=kinds[True]))
    assert not can_try(state, Act("use", "gandalf", card=kinds[False]))


def test_of_real_hands_only_what_lies_open_is_tried():
    state = table(1, "true")
    assert not can_try(state, Act("cycle", "gandalf"))
    assert can_try(state, Act("move", "gandalf", card="gimli", to="moria"))
    assert SEARCH.guess(state, "gandalf", random.Random(1)) is state


def test_a_card_is_lost_with_the_icons_that_are_printed():
    state = table()
    acts = [Act("lose", "gandalf", card=card, icons=icons) for card in ("gimli", "legolas") for icons in (3, 1, 2)]
    assert [act.icons for act in sift_actions(CONTENT, state, acts)] == [1, 1]


def test_the_side_that_leads_has_the_better_table():
    state = table()
    seats = state.setup.seats
    ahead = state.replace(areas=((*state.areas[0], Won("moria", 4)), state.areas[1]))
    assert table_value(CONTENT, ahead, seats[0]) > table_value(CONTENT, state, seats[0])
    assert table_value(CONTENT, ahead, seats[0]) + table_value(CONTENT, ahead, seats[1]) == 1


def test_a_try_ends_where_the_next_round_begins():
    state, seen = table(), []
    bot = replace(SEARCH, value=lambda content, end, seat: seen.append(end) or 0.5)
    acts = [act for act in GAME.rules.legal_actions(state) if can_try(state, act)]
    bot.compare(GAME, CONTENT, state, acts[:1], 3, random.Random(1))
    assert all(is_round_start(end) and end.round == state.round + 1 for end in seen)
    assert len(seen) == 3
