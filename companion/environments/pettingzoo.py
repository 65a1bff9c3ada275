"""Games as PettingZoo environments (AEC): `env` with PettingZoo's usual wrappers, `raw_env` without.

    from companion.environments import pettingzoo
    env = pettingzoo.env("dice", players=3, render_mode="ansi")

Agents are player_0, player_1 ... in the order of the seats. Observations come with the mask of legal numbers, as in
PettingZoo's own games: an array under "observation" where the game has one, else JSON under "view".
"""

from __future__ import annotations

import json
import random
import string
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from companion.core.errors import WrongCall
from companion.environments.choices import MOST, Choices, asked_seats, seat_choices
from companion.environments.tables import array_view, final_rewards, forced_action, set_table
from companion.play.game.bots import close_at_random, find_bot, next_choice
from companion.play.game.game import Action
from companion.play.game.odds_words import one_of
from companion.words.wording import Voice

Observation = dict[str, Any]
LONGEST = 1 << 20  # characters of a view
PATH = 4  # numbers already chosen of an unfinished action that an array tells
MASKS: NDArray[np.int8] = np.tri(MOST + 1, MOST, -1, dtype=np.int8)  # the row n has n ones
MASKS.flags.writeable = False


def env(
    game: str = "dice",
    players: int | Sequence[str] | None = None,
    variant: str | None = None,
    options: Mapping[str, str] | None = None,
    render_mode: str | None = None,
    observations: str | None = None,
    bots: Mapping[str, str] | None = None,
) -> AECEnv[str, Observation, int]:
    """Return the environment in PettingZoo's wrappers: an illegal action ends the game with -1 for its agent.

    The words are those of `raw_env`.
    """
    found: Any = raw_env(game, players, variant, options, render_mode, observations, bots)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(found, illegal_reward=-1))
    )


class raw_env(AECEnv[str, Observation, int]):  # noqa: N801  PettingZoo's name
    """A game without wrappers; an illegal action raises IndexError and changes nothing.

    players: seats, or how many; None: as few as the variant accepts. options: as of `companion new`.
    observations: "array" or "json"; None: arrays where the game has them. bots: seat -> the bot that plays it, which is
    no agent then. Raises WrongCall for unknown words, IllegalAction for seats that do not go together.
    """

    def __init__(
        self,
        game: str = "dice",
        players: int | Sequence[str] | None = None,
        variant: str | None = None,
        options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
        observations: str | None = None,
        bots: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__()
        self.table = set_table(game, players, variant, options)
        array = array_view(self.table)
        kinds = ("json",) if array is None else ("array", "json")  # the default first
        kind = one_of(observations or kinds[0], kinds, "option_one", option="observations")
        self.array = array if kind == "array" else None
        self.metadata = {"render_modes": ["ansi", "human"], "name": f"companion_{game}_v0", "is_parallelizable": False}
        self.render_mode = render_mode
        for seat in bots or {}:
            if seat not in self.table.seats:
                raise WrongCall("no_seat", seat, self.table.seats, choices=", ".join(self.table.seats))
        self.bots = {seat: find_bot(self.table.game, id) for seat, id in (bots or {}).items()}
        if len(self.bots) == len(self.table.seats):
            raise WrongCall("bot_seats", next(iter(self.bots)))
        self.seats = {f"player_{number}": seat for number, seat in enumerate(self.table.seats) if seat not in self.bots}
        self.possible_agents = list(self.seats)
        self._agent_of = {seat: agent for agent, seat in self.seats.items()}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(MOST) for agent in self.possible_agents}
        self._rng = random.Random()

    def _observation_space(self) -> spaces.Dict:
        mask = spaces.Box(0, 1, (MOST,), np.int8)
        if self.array is None:
            view = spaces.Text(LONGEST, charset=string.printable)
            return spaces.Dict({"view": view, "action_mask": mask})
        most = np.append(self.array.most, np.full(PATH, MOST, np.float32))
        box = spaces.Box(np.zeros_like(most), most)
        return spaces.Dict({"observation": box, "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the numbers that an agent may choose at any time; the mask says which are legal."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. seed: decides all its chance; None goes on with the random source."""
        if seed is not None:
            self._rng = random.Random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": MASKS[0]} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self.game_state = self.table.start
        self._go_on()

    def step(self, action: int | None) -> None:
        """Do what the selected agent chose; a part of an action leaves it selected. Raises IndexError."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None  # of dead agents alone
        chosen = self.choices.choose(int(action))
        self._cumulative_rewards[agent] = 0.0
        if isinstance(chosen, Choices):
            self._path.append((int(action), self.choices.label(self.choices.items[action])))
            self._show(chosen)
        elif chosen is None and self._waiting:
            self._ask(self._waiting)
        else:
            act = self._bot_action() if chosen is None else chosen
            assert act is not None  # a bot whose step it is acts
            self._apply(act)
            self._go_on()
        if self.render_mode == "human":
            self.render()

    def _apply(self, action: Action) -> None:
        rules = self.table.game.rules
        closed = close_at_random(self.table.game, self.game_state, action, self._rng)
        self.game_state = rules.apply(self.game_state, closed)

    def _bot_action(self) -> Action | None:
        """Return what a bot does now; None if all leave it to the agents."""
        choice = next_choice(self.table.game, self.table.content, self.game_state, self.bots, self._rng)
        return None if choice is None else choice.act

    def _go_on(self) -> None:
        """Do what is forced and what bots do, until an agent is asked; at the end, reward all.

        The seat whose step it is comes last, agent or bot.
        """
        game = self.table.game
        while legal := game.rules.legal(self.game_state):
            action = forced_action(legal)
            if action is None:
                seats = asked_seats(game, self.game_state, legal)
                agents = [seat for seat in seats if seat not in self.bots]
                self._bot_is_last = seats[-1] in self.bots
                if self.bots and not (agents and self._bot_is_last):
                    action = self._bot_action()
            if action is None:
                self._legal = legal
                self._ask(agents)
                return
            self._apply(action)
        self.infos[self.agent_selection]["action_mask"] = MASKS[0]
        rewards = dict(zip(self.table.seats, final_rewards(self.table, self.game_state), strict=True))
        self.rewards = {agent: rewards[self.seats[agent]] for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def _ask(self, seats: Sequence[str]) -> None:
        """Select the agent of the first of these seats; the others come next if it waits."""
        seat, *self._waiting = seats
        self.infos[self.agent_selection]["action_mask"] = MASKS[0]
        self.agent_selection = self._agent_of[seat]
        self._path: list[tuple[int, str]] = []
        may_wait = bool(self._waiting) or self._bot_is_last
        self._show(seat_choices(self.table.game, self.game_state, self._legal, seat, may_wait=may_wait))

    def _show(self, choices: Choices) -> None:
        self.choices = choices
        self.infos[self.agent_selection]["action_mask"] = MASKS[len(choices.items)]

    def observe(self, agent: str) -> Observation:
        """Return what the agent's seat may see; of an unfinished action, also what it has chosen so far."""
        seat = self.seats[agent]
        view = self.table.game.rules.view(self.game_state, seat)
        mask = self.infos[agent]["action_mask"]
        is_asked = agent == self.agent_selection and not self.terminations[agent]
        chosen = self._path if is_asked else []
        if self.array is None:
            labels = self.choices.labels() if is_asked else []
            told = {"seat": seat, "view": view, "chosen": [label for _, label in chosen], "choices": labels}
            return {"view": json.dumps(told), "action_mask": mask}
        numbers = np.zeros(len(self.array.entries) + PATH, np.float32)
        self.array.fill(numbers[:-PATH], view, seat)
        for place, (number, _) in enumerate(chosen[:PATH]):
            numbers[place - PATH] = number + 1
        return {"observation": numbers, "action_mask": mask}

    def labels(self) -> list[str]:
        """Return the words of each number that is legal for the selected agent."""
        return self.choices.labels()

    def render(self) -> str | None:
        """Return the table as onlookers see it (`ansi`), or print it (`human`)."""
        voice = Voice("en", self.table.content, self.table.header["seats"])
        text = "\n".join(self.table.game.show.render_text(self.game_state, voice.say, None))
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text)
        return None

    def close(self) -> None:
        """Do nothing: there is no window."""
