"""Whole games of any table, cards from the app or real: what always holds."""

import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion import games
from companion.content.load import load
from companion.games.fellowship import flow

GAME = games.get("fellowship")
CONTENT = load("fellowship")
HOBBITS = ("frodo", "sam", "pippin", "merry", "fatty")
FLAGS = ("relay", "equality", "competition", "real_cards", "real_tiles")
SWITCHES = {
    "preparations_order": ("give_then_roll", "roll_then_give"),
    "bearer_tie_includes_self": ("bearer_last", "bearer_keeps"),
    "last_mordor_space_by_ring": ("no_roll", "roll"),
    "finish_turn_after_main": ("full_turn", "cleanup_only"),
    "gandalf_payment": ("single_player", "pooled"),
}


@st.composite
def headers(draw):
    """Two to five hobbits in any order, any mode, any switches."""
    seats = draw(st.permutations(HOBBITS[: draw(st.integers(2, 5))]))
    options = {flag: draw(st.sampled_from(["false", "true"])) for flag in FLAGS}
    options |= {name: draw(st.sampled_from(values)) for name, values in SWITCHES.items()}
    variant = draw(st.sampled_from(["introductory", "standard", "expert"]))
    return GAME.header(CONTENT, [f"{hobbit}:{hobbit}" for hobbit in seats], variant, options, None)


def cards_there(state):
    """Travel and legendary cards wherever they are, where the app knows them all."""
    facts = state.setup.tables
    hands = [card for player in state.players for card in player.hand] + list(state.played)
    open_cards = [card for frame in state.agenda if frame[0] in ("hand_out", "turned") for card in frame[2]]
    travel = sum(state.deck) + sum(state.discard) + sum(card in facts.kinds for card in [*hands, *open_cards])
    elsewhere = [*hands, *state.piles, *state.spent, *state.gone]
    return travel, sorted(card for card in elsewhere if card in facts.legendary)


def holds(state):
    """What is true of every table."""
    facts = state.setup.tables
    if not state.setup.options.real_cards:
        travel, legendary = cards_there(state)
        assert travel == sum(facts.counts)
        assert legendary == sorted(facts.legendary)
        assert state.deck_size == sum(state.deck)
    for player in state.players:
        assert 0 <= player.space <= 15
        assert min(player.life) >= 0
        assert player.silver >= 0
        assert player.hidden >= 0
        if player.alive:
            assert player.space < state.sauron
        else:
            assert (player.cards, sum(player.life)) == (0, 0)
    for at, most in enumerate(facts.life_counts):
        assert sum(player.life[at] for player in state.players) <= most
    assert Counter([*state.gold, *[v for player in state.players for v in player.gold]]) <= Counter(facts.gold)
    assert all(0 <= count <= most for count, most in zip(state.stack, facts.tile_counts, strict=True))
    assert sum(state.stack) + len(state.shown) <= sum(facts.tile_counts)
    assert 0 <= state.event <= 6
    assert min(state.deck) >= 0


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(headers(), st.integers(0, 10**6))
def test_cards_tokens_runes_and_tiles_are_conserved(header, seed):
    """In every state of a random game; Sauron never moves right, nobody comes back to life, every game ends."""
    rng, state = random.Random(seed), GAME.new(CONTENT, header)
    for _ in range(20_000):
        holds(state)
        legal = flow.legal(state)
        if not legal:
            assert GAME.outcome(state)
            return
        act = rng.choice(legal)
        chance = GAME.chance(state, act)
        if chance is not None:
            act = GAME.complete(state, act, [rng.randrange(size) for size in chance.sizes])
        after = flow.apply(state, act)
        assert after.sauron <= state.sauron
        assert all(was.alive or not now.alive for was, now in zip(state.players, after.players, strict=True))
        assert set(after.gone) >= set(state.gone)
        runes = [sum(p.silver + sum(p.gold) for p in s.players) for s in (state, after)]
        assert runes[1] - runes[0] <= 12
        state = after
    pytest.fail("no end")
