"""What the app deals stays hidden: tables that differ only in cards a seat cannot see look, ask and answer alike."""

import random
from itertools import islice

import pytest

from companion.games.wotrcards.game import GAME
from companion.words.wording import Voice
from tests.games.random_games import play_on
from tests.games.wotrcards.board import CONTENT
from tests.games.wotrcards.setups import SETUPS, candidates, choose_kind, twins

HELD = ("extended-held", "epic-held", "middle-held")
STEPS = 90


def tables(label, seed):
    """States of a random game, from the first."""
    header = GAME.rules.header(CONTENT, *SETUPS[label])
    rng = random.Random(f"{label}:{seed}")
    for state, _, _ in play_on(GAME, GAME.rules.new(CONTENT, header), rng, STEPS, choose_kind):
        yield state, header


@pytest.mark.rule("WC-SET-6", "refused")
@pytest.mark.parametrize("label", HELD)
def test_nothing_told_depends_on_hidden_cards(label, exhaustive):
    """The table, the question with its numbers, and every refusal, for each seat but the holder and for onlookers."""
    compared = 0
    for state, header in islice(tables(label, 1), 0, None, 3 if exhaustive else 18):
        say = Voice("en", CONTENT, header["seats"]).say
        tried = list(candidates(state))
        for seat, twin in twins(state):
            compared += 1
            assert GAME.rules.view(twin, seat) == GAME.rules.view(state, seat)
            assert GAME.show.render_text(twin, say, seat) == GAME.show.render_text(state, say, seat)
            assert GAME.show.prompt(twin, say, seat) == GAME.show.prompt(state, say, seat)
            for act in tried:
                if act.seat == seat:
                    assert GAME.rules.check(twin, act) == GAME.rules.check(state, act), act
            own = [act for act in GAME.rules.legal_actions(state) if act.seat == seat]
            assert [act for act in GAME.rules.legal_actions(twin) if act.seat == seat] == own
    assert compared > 20


@pytest.mark.rule("WC-SET-6", "accepted")
@pytest.mark.parametrize("label", HELD)
def test_what_happens_names_hidden_cards_to_their_holder_only(label):
    """Cards that are drawn, cycled or eliminated face down: others learn how many."""
    told = 0
    for state, _ in tables(label, 2):
        for act in GAME.rules.legal_actions(state):
            if act.type not in ("draw", "cycle", "eliminate", "winnow"):
                continue
            chance = GAME.rules.chance(state, act)
            done = act if chance is None else GAME.rules.complete(state, act, [0] * len(chance.sizes))
            after = GAME.rules.apply(state, done)
            for seat in (None, *state.setup.seats):
                event = GAME.rules.events(state, done, after, seat)[0]
                named = {"card", "cards"} & set(event.values)
                assert bool(named) == (seat == done.seat), (act, seat)
                told += 1
    assert told > 100
