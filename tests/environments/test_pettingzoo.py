"""PettingZoo's own suites pass; an agent sees what its seat sees, and a seed decides a game."""

import json
import random
from typing import Any

import numpy as np
import pytest

zoo_test = pytest.importorskip("pettingzoo.test")

from companion.core.errors import IllegalAction, WrongCall  # noqa: E402
from companion.environments import pettingzoo  # noqa: E402
from companion.environments.choices import MOST  # noqa: E402

GAMES = [("dice", "advanced"), ("fellowship", None), ("wotr", "hunt"), ("wotr", "full"), ("wotrcards", "duel")]
SUITE = pytest.mark.filterwarnings(  # what the suite tells of every environment that has a mask, or text
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",  # of an agent whose game is over
)


def play(env: Any, seed: int, steps: int = 10**6) -> list[Any]:
    """Play at random and return what the agents were told, and chose."""
    rng, told = random.Random(seed), []
    env.reset(seed=seed)
    for agent in env.agent_iter(steps):
        observation, reward, terminated, _, info = env.last()
        number = None if terminated else rng.randrange(int(info["action_mask"].sum()))
        told.append((agent, observation, reward, number))
        env.step(number)
    return told


@SUITE
@pytest.mark.parametrize(("game", "variant"), GAMES)
def test_the_api_test_passes(game: str, variant: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    zoo_test.api_test(pettingzoo.env(game, variant=variant), num_cycles=20)
    assert "Passed API test" in capsys.readouterr().out


@SUITE
@pytest.mark.tier("exhaustive")
@pytest.mark.parametrize(("game", "variant"), GAMES)
def test_the_api_test_passes_for_long(game: str, variant: str | None) -> None:
    zoo_test.api_test(pettingzoo.env(game, variant=variant), num_cycles=2000)


@pytest.mark.parametrize(("game", "variant"), GAMES)
def test_the_seed_test_passes(game: str, variant: str | None) -> None:
    zoo_test.seed_test(lambda: pettingzoo.env(game, variant=variant), num_cycles=20)


def test_another_seed_is_another_game() -> None:
    env = pettingzoo.raw_env("dice", observations="json")
    one, same, other = [[told[1]["view"] for told in play(env, seed, 20)] for seed in (1, 1, 2)]
    assert one == same
    assert one != other


@SUITE
def test_an_illegal_number_ends_the_game_for_whoever_chose_it(caplog: pytest.LogCaptureFixture) -> None:
    """PettingZoo's wrapper; a number that is no action at all is an error of the caller."""
    env: Any = pettingzoo.env("dice")
    env.reset(seed=1)
    agent = env.agent_selection
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(MOST)
    env.step(MOST - 1)
    assert "Illegal move made" in caplog.text
    assert all(env.terminations.values())
    assert env.rewards == {other: -1.0 if other == agent else 0 for other in env.agents}


def test_an_illegal_number_changes_nothing_without_wrappers() -> None:
    env = pettingzoo.raw_env("dice")
    env.reset(seed=1)
    before = env.game_state
    with pytest.raises(IndexError):
        env.step(MOST - 1)
    assert env.game_state == before
    assert env.labels()[0].startswith("keep ")
    env.step(0)
    assert env.game_state != before


def test_winners_get_one_and_all_others_minus_one() -> None:
    env = pettingzoo.raw_env("dice", players=["frodo", "sam", "merry"])
    results = set()
    for seed in range(8):
        told = play(env, seed)
        outcome = env.table.game.rules.outcome(env.game_state)
        assert outcome is not None
        last = {agent: reward for agent, _, reward, number in told if number is None}
        assert last == {agent: 1.0 if seat in outcome.winners else -1.0 for agent, seat in env.seats.items()}
        results |= set(last.values())
    assert results == {1.0, -1.0}


def test_who_plays_together_is_rewarded_alike() -> None:
    told = play(pettingzoo.raw_env("fellowship", players=2), 1)
    assert len({reward for _, _, reward, number in told if number is None}) == 1


@pytest.mark.parametrize(("game", "variant", "hand"), [("wotr", "full", "hand"), ("wotrcards", "duel", "cards")])
def test_no_agent_sees_a_hand_but_its_own(game: str, variant: str, hand: str) -> None:
    """Cards in a hidden hand are named to its seat alone, choices included."""
    env = pettingzoo.raw_env(game, variant=variant)
    rng, seen = random.Random(3), 0
    env.reset(seed=3)
    for _ in range(40):
        views = {agent: json.loads(env.observe(agent)["view"]) for agent in env.agents}
        for place, (agent, seat) in enumerate(env.seats.items()):
            own = views[agent]["view"]
            assert own == json.loads(json.dumps(env.table.game.rules.view(env.game_state, seat)))
            assert bool(views[agent]["choices"]) == (agent == env.agent_selection)
            for other, shown in views.items():
                if other != agent and own["players"][place][hand]:
                    seen += 1
                    assert shown["view"]["players"][place][hand] is None
        env.step(rng.randrange(int(env.infos[env.agent_selection]["action_mask"].sum())))
    assert seen


def test_arrays_of_the_hunt_tell_the_own_hand_only() -> None:
    env = pettingzoo.raw_env("wotr", variant="hunt")
    assert env.array is not None
    names = [name for name, _ in env.array.entries]
    rng, seen = random.Random(2), set()
    env.reset(seed=2)
    for _ in range(60):
        if env.terminations[env.agent_selection]:
            env.reset()
        for agent, seat in env.seats.items():
            numbers = dict(zip(names, env.observe(agent)["observation"], strict=False))
            hand = {name for name, number in numbers.items() if name.startswith("hand_") and number}
            players = env.table.game.rules.view(env.game_state, seat)["players"]
            (own,) = [player["hand"] for player in players if player["seat"] == seat]
            assert hand == {f"hand_{card}" for card in own}
            seen |= hand
        env.step(rng.randrange(int(env.infos[env.agent_selection]["action_mask"].sum())))
    assert {name.split("-")[0] for name in seen} == {"hand_fp", "hand_sh"}


@pytest.mark.parametrize(("game", "variant"), [("dice", "basic"), ("wotr", "hunt")])
def test_every_number_of_an_array_has_its_name_and_bound(game: str, variant: str) -> None:
    env = pettingzoo.raw_env(game, variant=variant)
    assert env.array is not None
    space = env.observation_space("player_0")
    assert len({name for name, _ in env.array.entries}) == len(env.array.entries)
    for agent, observation, _, number in play(env, 5, 60):
        assert len(env.array.entries) + pettingzoo.PATH == len(observation["observation"])
        assert space.contains(observation), agent
        assert number is None or observation["action_mask"][number]


def test_every_view_of_a_whole_hunt_has_an_array() -> None:
    env = pettingzoo.raw_env("wotr", variant="hunt")
    for seed in range(3):
        last = play(env, seed)[-1]
        assert last[1]["observation"].any()


@pytest.mark.tier("exhaustive")
def test_every_view_of_many_hunts_has_an_array() -> None:
    env = pettingzoo.raw_env("wotr", variant="hunt")
    for seed in range(200):
        play(env, seed)


def test_an_array_says_what_the_view_says() -> None:
    env = pettingzoo.raw_env("dice", players=["frodo", "sam"])
    env.reset(seed=1)
    assert env.array is not None
    agent = env.agent_selection
    names = [name for name, _ in env.array.entries]
    numbers = dict(zip(names, env.observe(agent)["observation"].tolist(), strict=False))
    view = env.table.game.rules.view(env.game_state, env.seats[agent])
    assert {name for name in numbers if name.startswith("pending_") and numbers[name]} == {
        f"pending_{die}_{symbol}" for die, symbol in view["pending"].items()
    }
    assert [numbers[f"phase_{phase}"] for phase in ("roll", "keep", "resolve")] == [0, 1, 0]
    assert [numbers["frodo_square_1"], numbers["frodo_you"], numbers["sam_you"]] == [2, 1, 0]


def test_a_part_of_an_action_stays_with_its_agent() -> None:
    """First the offer, then its fields; the view says what was chosen."""
    env = pettingzoo.raw_env("wotr", variant="hunt", observations="json")
    rng, parts = random.Random(4), 0
    env.reset(seed=4)
    for _ in range(80):
        agent, chosen = env.agent_selection, json.loads(env.observe(env.agent_selection)["view"])
        if parts and chosen["chosen"]:
            return
        before, number = env.game_state, rng.randrange(len(chosen["choices"]))
        env.step(number)
        if env.game_state is before and env.agent_selection == agent:
            parts += 1
            assert json.loads(env.observe(agent)["view"])["chosen"] == [chosen["choices"][number]]
    pytest.fail("no action had parts")


def test_a_bot_plays_against_an_agent() -> None:
    """The seat of a bot is no agent."""
    env = pettingzoo.raw_env("dice", players=["frodo", "sam"], bots={"frodo": "random"})
    assert env.possible_agents == ["player_1"]
    assert {agent for agent, *_ in play(env, 1)} == {"player_1"}
    everybody = {"frodo": "random", "sam": "random"}
    for bots in ({"frodo": "deep-thought"}, {"gimli": "random"}, everybody):
        with pytest.raises(WrongCall):
            pettingzoo.raw_env("dice", bots=bots)


@pytest.mark.parametrize("side", ["gandalf", "witch-king"])
def test_bots_leave_asides_to_agents_and_take_their_own(side: str) -> None:
    env = pettingzoo.raw_env("wotrcards", variant="duel", bots={side: "random"})
    assert len(env.possible_agents) == len(env.table.seats) - 1
    assert {agent for agent, *_ in play(env, 1, 30)} == {*env.possible_agents}


def test_cards_are_the_apps_own_unless_the_table_says_otherwise() -> None:
    for options, real in (({}, False), ({"real_cards": "true"}, True)):
        env = pettingzoo.raw_env("wotr", variant="hunt", options=options)
        assert env.table.header["options"]["real_cards"] == str(real).lower()


@pytest.mark.parametrize("words", [{"game": "chess"}, {"observations": "pixels"}, {"variant": "none"}])
def test_unknown_words_are_refused(words: dict[str, str]) -> None:
    with pytest.raises(WrongCall):
        pettingzoo.raw_env(**words)


@pytest.mark.parametrize(
    ("game", "variant", "players"), [("dice", None, 4), ("wotr", "full", 3), ("wotrcards", "trilogy", 4)]
)
def test_players_are_as_many_as_asked_for(game: str, variant: str | None, players: int) -> None:
    env = pettingzoo.raw_env(game, players, variant)
    assert env.possible_agents == [f"player_{number}" for number in range(players)]


@pytest.mark.parametrize("players", [1, 5])
def test_more_or_fewer_players_than_a_game_takes_are_refused(players: int) -> None:
    with pytest.raises((IllegalAction, WrongCall)):
        pettingzoo.raw_env("dice", players)


def test_seats_that_do_not_go_together_are_refused() -> None:
    with pytest.raises((IllegalAction, WrongCall)):
        pettingzoo.raw_env("dice", players=["frodo"])


def test_an_array_is_refused_where_a_game_has_none() -> None:
    with pytest.raises(WrongCall):
        pettingzoo.raw_env("fellowship", observations="array")


def test_the_table_is_rendered_as_onlookers_see_it(capsys: pytest.CaptureFixture[str]) -> None:
    env = pettingzoo.env("dice", render_mode="ansi")
    env.reset(seed=1)
    assert "Frodo" in str(env.render())
    human = pettingzoo.raw_env("dice", render_mode="human")
    human.reset(seed=1)
    assert human.render() is None
    assert "Frodo" in capsys.readouterr().out


def test_masks_are_shared_and_cannot_be_changed() -> None:
    assert pettingzoo.MASKS.sum(axis=1).tolist() == [*range(MOST + 1)]
    with pytest.raises(ValueError, match="read-only"):
        np.add(pettingzoo.MASKS[0], 1, out=pettingzoo.MASKS[0])
