"""Environments beside our own loop of random games: python benchmarks/environments.py [seconds per measurement]

    loop      actions a second of random games: any legal one, checked and applied
    steps     the same through PettingZoo's environment, by the mask alone
    observed  the same with what each agent observes, in arrays or, where a game has none, in JSON
    zoo       PettingZoo's own figure: turns a second of `performance_benchmark`, with all wrappers

Actions are counted where the rules apply them, forced ones included. Half of the loop's rate is the goal of `steps`.
"""

from __future__ import annotations

import contextlib
import io
import random
import re
import sys
import time
from collections.abc import Callable, Iterator

from pettingzoo.test import performance_benchmark

from companion.environments import pettingzoo
from companion.environments.tables import TableStart
from companion.play.game.bots import any_action, close_at_random

TABLES = (("dice", "basic"), ("wotr", "hunt"), ("fellowship", "standard"), ("wotrcards", "duel"))


def loop(table: TableStart) -> Iterator[int]:
    """Play random games without end and yield the actions of each."""
    rng, rules = random.Random(1), table.game.rules
    while True:
        state, actions = table.start, 0
        while legal := rules.legal(state):
            action = close_at_random(table.game, state, any_action(rng, state, legal), rng)
            state, actions = rules.apply(state, action), actions + 1
        yield actions


def environment(raw: pettingzoo.raw_env, observe: bool) -> Iterator[int]:
    """Play random games without end by numbers and yield the actions of each."""
    rng, applied = random.Random(1), 0
    apply = raw._apply

    def count(action: object) -> None:
        nonlocal applied
        applied += 1
        apply(action)

    raw._apply = count
    while True:
        applied = 0
        raw.reset()
        while not raw.terminations[raw.agent_selection]:
            *_, info = raw.last(observe=observe)
            raw.step(rng.randrange(int(info["action_mask"].sum())))
        yield applied


def rate(games: Iterator[int], seconds: float) -> float:
    """Actions a second of this processor."""
    next(games)  # fills the caches
    actions, begun = 0, time.process_time()
    while (elapsed := time.process_time() - begun) < seconds:
        actions += next(games)
    return actions / elapsed


def zoo_turns(make: Callable[[], object]) -> float:
    """Turns a second as PettingZoo counts them, in five seconds."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        performance_benchmark(make())
    found = re.search(r"([\d.]+) turns per second", said.getvalue())
    assert found
    return float(found[1])


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    for game, variant in TABLES:
        raw = pettingzoo.raw_env(game, variant=variant)
        raw.reset(seed=1)
        plain = rate(loop(raw.table), seconds)
        steps = rate(environment(raw, observe=False), seconds)
        observed = rate(environment(pettingzoo.raw_env(game, variant=variant), observe=True), seconds)
        zoo = zoo_turns(lambda game=game, variant=variant: pettingzoo.env(game, variant=variant))
        print(f"environment {game} {variant}: {'arrays' if raw.array else 'JSON'}")
        print(f"  loop      {plain:9,.0f} actions/s")
        print(f"  steps     {steps:9,.0f} actions/s  {steps / plain:5.2f} of the loop   goal {plain / 2:,.0f}")
        print(f"  observed  {observed:9,.0f} actions/s  {observed / plain:5.2f} of the loop")
        print(f"  zoo       {zoo:9,.0f} turns/s")


if __name__ == "__main__":
    main()
