"""Games of OpenSpiel: import this module, then `pyspiel.load_game("companion_GAME(players=3,variant=VARIANT)")`.

Every game in which nothing is hidden and that shows its view as numbers is one. Rolls are chance nodes, each result
with its exact probability. A player's action has the numbers of companion.environments.choices.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import pyspiel

from companion.content.load import load
from companion.environments.choices import MOST, Choices, seat_choices
from companion.environments.tables import (
    TableStart,
    array_view,
    final_rewards,
    forced_action,
    observation_module,
    set_table,
    table_of,
)
from companion.games import get, playable_games
from companion.play.game.game import Action, Json, State

LONGEST = 10_000  # choices and rolls of one game: a game has no limit, but chance ends it far sooner


def game_type(game: str) -> pyspiel.GameType:
    """Return what OpenSpiel asks about a game."""
    info = load(game).info
    return pyspiel.GameType(
        short_name=f"companion_{game}",
        long_name=info["title"]["en"],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=info["seats_max"],
        min_num_players=info["seats_min"],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": info["seats_min"], "variant": ""},
    )


class RulesGame(pyspiel.Game):
    """A game with its parameters. players: how many; variant: empty for the game's own default.

    id: the game; each has a class of its own, since OpenSpiel keeps what is registered longer than Python lasts.
    """

    id: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given, about = dict(params or {}), game_type(self.id)
        players = given.get("players", about.min_num_players)
        self.table: TableStart = set_table(self.id, players, given.get("variant") or None)
        self.array = array_view(self.table)
        rolls = self.table.game.rules.outcomes(self.table.start)  # all dice at once: the most that there are
        info = pyspiel.GameInfo(
            num_distinct_actions=MOST,
            max_chance_outcomes=len(list(rolls)),
            num_players=len(self.table.seats),
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=LONGEST,
        )
        super().__init__(about, info, given)

    def new_initial_state(self) -> RulesState:
        """Return the start of a game."""
        return RulesState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RulesObserver:
        """Return an observer of the own view. Raises ValueError for parameters."""
        if params:
            raise ValueError(f"no parameters are known: {params}")
        return RulesObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


@dataclass(frozen=True)
class Node:
    """A node of the game tree: an open action that waits for its result, a player's choice, or the end.

    path: the numbers already chosen of an unfinished action.
    """

    table: TableStart
    state: State
    open: Action | None = None
    path: tuple[int, ...] = ()

    def __deepcopy__(self, memo: object) -> Node:
        return self  # nothing in it ever changes

    def __reduce__(self) -> tuple[Any, ...]:
        table = self.table
        return restore_node, (table.game.id, table.header, table.game.rules.dump(self.state), self.open, self.path)

    @cached_property
    def results(self) -> Sequence[tuple[Action, Fraction]]:
        """Return every result of the open action with its probability."""
        return tuple(self.table.game.rules.outcomes(self.state, self.open))

    @cached_property
    def choices(self) -> Choices | None:
        """Return the choice of the seat whose step it is; None at the end and while a result is awaited."""
        rules = self.table.game.rules
        legal = rules.legal(self.state)
        if self.open is not None or not legal:
            return None
        found = seat_choices(self.table.game, self.state, legal, rules.pending(self.state).seats[0])
        for number in self.path:
            part = found.choose(number)
            assert isinstance(part, Choices)  # of an unfinished action
            found = part
        return found

    def child(self, number: int) -> Node:
        """Return the node after a result or a choice, by its number."""
        if self.open is not None:
            return next_node(self.table, self.state, self.results[number][0])
        assert self.choices is not None  # nobody chooses at the end
        chosen = self.choices.choose(number)
        if isinstance(chosen, Choices):
            return replace(self, path=(*self.path, number))
        return next_node(self.table, self.state, chosen)


def next_node(table: TableStart, state: State, action: Action | None = None) -> Node:
    """Return the node after an action; what is forced is done at once."""
    rules = table.game.rules
    while True:
        if action is not None:
            if rules.chance(state, action) is not None:
                return Node(table, state, action)
            state = rules.apply(state, action)
        action = forced_action(rules.legal(state))
        if action is None:
            return Node(table, state)


def restore_node(game: str, header: Json, state: Json, open: Action | None, path: tuple[int, ...]) -> Node:
    """Return a node from what a pickle holds of it."""
    table = table_of(game, header)
    return Node(table, table.game.rules.restore(table.content, header, state), open, path)


class RulesState(pyspiel.State):
    """A state of OpenSpiel: a node and how it came about. `node.results` has the chances as fractions."""

    def __init__(self, game: RulesGame) -> None:
        super().__init__(game)
        self.node = next_node(game.table, game.table.start)

    def current_player(self) -> int:
        """Return the player whose choice it is, or OpenSpiel's number for chance and for the end."""
        node = self.node
        if node.open is not None:
            return int(pyspiel.PlayerId.CHANCE)
        if node.choices is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return node.table.seats.index(node.table.game.rules.pending(node.state).seats[0])

    def _legal_actions(self, player: int) -> list[int]:
        assert self.node.choices is not None  # asked of players alone
        return list(range(len(self.node.choices.items)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the number of every result with its probability."""
        return [(number, float(chance)) for number, (_, chance) in enumerate(self.node.results)]

    def _apply_action(self, action: int) -> None:
        self.node = self.node.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        node = self.node
        if node.choices is not None:
            return node.choices.label(node.choices.items[action])
        return node.table.game.words.command(node.state, node.results[action][0])

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.node.open is None and self.node.choices is None

    def returns(self) -> list[float]:
        """Return 1 for each winner and -1 for the others; 0 for all before the end."""
        return final_rewards(self.node.table, self.node.state)

    def __str__(self) -> str:
        return _view_text(self, None)


class RulesObserver:
    """Shows the view of a seat as numbers (`tensor`) and as JSON; with perfect recall all that happened besides."""

    def __init__(self, game: RulesGame, iig_obs_type: Any) -> None:
        assert game.array is not None  # a game of OpenSpiel has arrays
        self.array, self.perfect_recall = game.array, iig_obs_type.perfect_recall
        self.tensor = np.zeros(len(self.array.entries), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RulesState, player: int) -> None:
        """Fill `tensor` with the view of a player."""
        node = state.node
        seat = node.table.seats[player]
        self.tensor.fill(0)
        self.array.fill(self.tensor, node.table.game.rules.view(node.state, seat), seat)

    def string_from(self, state: RulesState, player: int) -> str:
        """Return the view of a player as JSON; with perfect recall after the numbers of all that happened."""
        view = _view_text(state, state.node.table.seats[player])
        return f"{state.history_str()} {view}" if self.perfect_recall else view


def _view_text(state: RulesState, seat: str | None) -> str:
    return json.dumps(state.node.table.game.rules.view(state.node.state, seat))


for _game in playable_games():
    if not get(_game).rules.secret and observation_module(_game) is not None:
        pyspiel.register_game(game_type(_game), type(f"{_game}_game", (RulesGame,), {"id": _game}))
