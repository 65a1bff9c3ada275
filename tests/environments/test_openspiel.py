"""OpenSpiel's own simulation passes, with chances that are exact."""

import pickle
import random
from fractions import Fraction

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from companion.core.errors import WrongCall  # noqa: E402
from companion.environments import openspiel  # noqa: E402, F401  registers the game

NAME = "companion_dice"


def play(state: "pyspiel.State", seed: int) -> list[str]:
    """Play at random to the end and return each action in words."""
    rng, told = random.Random(seed), []
    while not state.is_terminal():
        numbers = [number for number, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        number = rng.choice(numbers)
        told.append(state.action_to_string(state.current_player(), number))
        state.apply_action(number)
    return told


def test_a_random_game_of_its_own_suite_passes() -> None:
    pyspiel.random_sim_test(pyspiel.load_game(NAME), num_sims=1, serialize=True, verbose=False)


@pytest.mark.tier("exhaustive")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_of_its_own_suite_pass(players: int) -> None:
    game = pyspiel.load_game(f"{NAME}(players={players},variant=advanced)")
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)


def test_chances_are_exact_and_sum_to_one() -> None:
    state = pyspiel.load_game(NAME).new_initial_state()
    assert state.is_chance_node()
    assert sum(chance for _, chance in state.node.results) == 1
    assert state.node.results[0][1] == Fraction(1, 6**5)  # the Ring on each of five dice
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1, abs=1e-12)
    state.apply_action(0)
    assert not state.is_chance_node()


@pytest.mark.parametrize("variant", ["", "advanced"])
def test_a_game_ends_with_a_return_for_each_player(variant: str) -> None:
    game = pyspiel.load_game(NAME, {"players": 3, "variant": variant})
    state = game.new_initial_state()
    assert state.returns() == [0.0] * 3
    told = play(state, 1)
    outcome = state.node.table.game.rules.outcome(state.node.state)
    assert state.returns() == [1.0 if seat in outcome.winners else -1.0 for seat in state.node.table.seats]
    assert {words.split()[0] for words in told} >= {"roll", "keep"}


def test_a_clone_goes_its_own_way_and_a_history_comes_to_the_same() -> None:
    game = pyspiel.load_game(NAME)
    state = game.new_initial_state()
    state.apply_action(99)
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert (len(state.history()), len(clone.history())) == (1, 2)
    again = game.new_initial_state()
    for number in clone.history():
        again.apply_action(number)
    assert str(again) == str(clone) != str(state)


def test_a_state_survives_a_pickle() -> None:
    state = pyspiel.load_game(NAME).new_initial_state()
    for number in (0, 2):
        again = pickle.loads(pickle.dumps(state))
        assert (str(again), again.history()) == (str(state), state.history())
        assert again.is_chance_node() == state.is_chance_node()
        again.apply_action(number)
        state.apply_action(number)
        assert str(again) == str(state)


def test_observers_show_the_own_view() -> None:
    state = pyspiel.load_game(NAME).new_initial_state()
    state.apply_action(5)
    first, second = [np.array(state.observation_tensor(player)) for player in (0, 1)]
    assert first.shape == second.shape
    assert np.flatnonzero(first != second).size == 2  # whose view it is
    assert '"phase": "keep"' in state.observation_string(0)
    assert state.information_state_string(0) == f"5 {state.observation_string(0)}"


def test_wrong_words_and_numbers_are_refused() -> None:
    with pytest.raises((WrongCall, pyspiel.SpielError)):
        pyspiel.load_game(f"{NAME}(variant=none)")
    node = pyspiel.load_game(NAME).new_initial_state().node.child(0)
    with pytest.raises(IndexError):
        node.child(200)
