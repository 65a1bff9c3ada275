"""The dice game as a Python game of OpenSpiel: python dice_open_spiel.py SECONDS

One chance node a die; every action by `apply_action_with_legality_check`.
"""

from __future__ import annotations

import random
import sys
import time

import pyspiel
from dice_rules import EMPTY, FACES, GOING_ON, TREE, following, keeps, resolved

KIND = pyspiel.GameType
TYPE = KIND(
    short_name="companion_dice",
    long_name="Journey to Mordor",
    dynamics=KIND.Dynamics.SEQUENTIAL,
    chance_mode=KIND.ChanceMode.EXPLICIT_STOCHASTIC,
    information=KIND.Information.PERFECT_INFORMATION,
    utility=KIND.Utility.GENERAL_SUM,
    reward_model=KIND.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
)
INFO = pyspiel.GameInfo(
    num_distinct_actions=32,
    max_chance_outcomes=6,
    num_players=2,
    min_utility=0.0,
    max_utility=1.0,
    max_game_length=2000,
)
FACE_ODDS = [(face, 1 / 6) for face in range(6)]


class Dice(pyspiel.Game):
    """Two players."""

    def __init__(self, params=None):
        super().__init__(TYPE, INFO, params or {})

    def new_initial_state(self):
        return Table(self)


class Table(pyspiel.State):
    """due: dice still to be rolled."""

    def __init__(self, game):
        super().__init__(game)
        self.sheets, self.player, self.result = ((0, 0, 0),) * 2, 0, GOING_ON
        self.kept = [EMPTY] * 5
        self._in_cup()

    def _in_cup(self):
        self.roll = [EMPTY] * 5
        self.due = [die for die in range(5) if self.kept[die] == EMPTY]

    def current_player(self):
        if self.result != GOING_ON:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.due else self.player

    def chance_outcomes(self):
        return FACE_ODDS

    def _legal_actions(self, player):
        return list(keeps(tuple(self.roll)))

    def _apply_action(self, action):
        if self.due:
            die = self.due.pop(0)
            self.roll[die] = FACES[die][action]
            return
        for die in range(5):
            if action >> die & 1:
                self.kept[die] = self.roll[die]
        if EMPTY not in self.kept or TREE in self.kept:
            self.sheets = resolved(self.sheets, self.player, tuple(self.kept))
            self.result, self.player = following(self.sheets, self.player)
            self.kept = [EMPTY] * 5
        self._in_cup()

    def _action_to_string(self, player, action):
        return f"{player}:{action}"

    def is_terminal(self):
        return self.result != GOING_ON

    def returns(self):
        return [float(self.result > 0 and self.result >> who & 1) for who in range(2)]

    def __str__(self):
        return f"{self.sheets} {self.player} {self.kept} {self.roll}"


def main():
    pyspiel.register_game(TYPE, Dice)
    game = pyspiel.load_game("companion_dice")
    seconds, rng = float(sys.argv[1]), random.Random(1)
    decisions, begun = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - begun) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                action = int(rng.random() * 6)
            else:
                choices = state.legal_actions()
                action = choices[int(rng.random() * len(choices))]
                decisions += 1
            state.apply_action_with_legality_check(action)
    print(f"{decisions / elapsed:.0f} decisions/s")


if __name__ == "__main__":
    main()
