"""The bot of the cooperative game beside random play on the same seeds: python benchmarks/together.py --games N

Each game is played twice, all seats by the bot and all by random play, with the same dice, cards and tiles to come. The
bot comes farther if it destroys the Ring where random play does not, or else ends with more points. For each number of
players: games in which it came farther and games won outright, each with a 95 % confidence interval (Wilson), the mean
of its moves and the slowest in processor time. `--mode` is the difficulty, `--players 2,3` only these, `--bot` another
bot than `good`, `--budget` the steps of a choice, `--seed` another series. `--open`: a player who sees every hand,
which bounds what the bot can reach.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bots import Timed, interval

from companion.content.load import load
from companion.games import get
from companion.games.fellowship.rules.common import scoring
from companion.play.game.bots import GOOD, RANDOM, bots_of, close_at_random, next_choice
from companion.play.game.game import Bot, State

GAME, CONTENT = get("fellowship"), load("fellowship")


def played(hobbits: list[str], mode: str, seed: str, bot: Bot) -> State:
    """A whole game with that bot at every seat."""
    header = GAME.rules.header(CONTENT, [f"{id}:{id}" for id in hobbits], mode, {"real_cards": "false"}, None)
    state: Any = GAME.rules.new(CONTENT, header)  # type: ignore[arg-type]
    rng, luck = random.Random(seed), random.Random(f"{seed} luck")
    seats: Mapping[str, Bot] = dict.fromkeys(state.setup.seats, bot)
    while GAME.rules.legal(state):
        choice = next_choice(GAME, CONTENT, state, seats, rng)
        assert choice is not None
        state = GAME.rules.apply(state, close_at_random(GAME, state, choice.act, luck))
    return state


def reached(state: State) -> tuple[bool, int]:
    """Whether the Ring was destroyed, and the points."""
    return state.ending == "destroyed", max(scoring.scores(state))


def said(number: int, games: int) -> str:
    """A share with its interval."""
    low, high = interval(number, games)
    return f"{number} of {games} ({low:.1%} to {high:.1%})"


def main() -> None:
    """Play and print."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=50, help="for each number of players")
    asked.add_argument("--mode", choices=[*CONTENT["mode"]], default="standard")
    asked.add_argument("--players", default=",".join([str(row["players"]) for row in CONTENT["setup"].values()]))
    asked.add_argument("--bot", default=GOOD)
    asked.add_argument("--budget", type=int)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--open", action="store_true")
    given = asked.parse_args()
    bot = bots_of(GAME)[given.bot]
    if given.budget:
        bot = replace(bot, budget=given.budget)  # type: ignore[type-var]
    if given.open:
        bot = replace(bot, guess=lambda state, seat, rng: state)  # type: ignore[type-var]
    sets = {row["players"]: list(row["hobbits"]) for row in CONTENT["setup"].values()}
    farther = won = games = 0
    for number in map(int, given.players.split(",")):
        moves: list[float] = []
        found = []
        for at in range(given.games):
            hobbits = random.Random(f"{given.seed} {at}").sample(sets[number], number)
            seed = f"{given.seed} {number} {at}"
            best = reached(played(hobbits, given.mode, seed, Timed(bot, moves)))
            found.append((best, reached(played(hobbits, given.mode, seed, bots_of(GAME)[RANDOM]))))
        beyond, destroyed = sum([best > other for best, other in found]), sum([best[0] for best, _ in found])
        print(
            f"{given.mode}, {number} players: farther than random play {said(beyond, len(found))};"
            f" won {said(destroyed, len(found))}, random play {sum([other[0] for _, other in found])};"
            f" {1000 * sum(moves) / len(moves):.0f} ms a move, slowest {1000 * max(moves):.0f} ms",
            flush=True,
        )
        farther, won, games = farther + beyond, won + destroyed, games + len(found)
    print(f"{given.mode}: farther {said(farther, games)}; won {said(won, games)}")


if __name__ == "__main__":
    main()
