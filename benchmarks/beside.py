"""Odds beside decisions, counted once for all phones: python benchmarks/beside.py [GAME ...]

    worst    the slowest of all decisions of the walks, as a fresh server counts it, and what was decided there
    median   the usual one
    decided  how many decisions of the walks have odds beside them

Every walk is a random game from a seed, so that the figures can be compared. Each decision is counted three times, the
best time stands, since other work on the machine only ever slows one down; what is kept of earlier counts is thrown
away before each (`cold`), as after a restart.
"""

from __future__ import annotations

import gc
import random
import statistics
import sys
import time
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from typing import Any

from companion.content.load import load
from companion.core.messages import Refusal
from companion.games import GAMES, get
from companion.play.game.bots import any_action

GOALS = {"dice advanced": 50.0}  # ms
GOAL = 30.0  # of the other games
GAMES_EACH, ROUNDS = 3, 3
SEATS = {
    "dice": ("basic", ["Ania:frodo", "Bo:sam"]),
    "dice advanced": ("advanced", ["Ania:frodo", "Bo:sam", "Cela:merry", "Dan:pippin"]),
    "fellowship": (None, ["Ania:frodo", "Bo:sam", "Cela:pippin"]),
    "wotr": ("hunt", ["Ania:fp", "Bo:shadow"]),
    "wotr full": ("full", ["Ania:fp", "Bo:shadow"]),
    "wotrcards": (None, ["Ania", "Bo"]),
}


def walks(name: str) -> Iterator[tuple[Any, Any, Any]]:
    """Game, content and state at every decision of some random games."""
    id = name.partition(" ")[0]
    game, content = get(id), load(id)
    variant, players = SEATS[name]
    header = game.rules.header(content, players, variant, {}, None)
    assert not isinstance(header, Refusal), header
    for seed in range(GAMES_EACH):
        state, rng = game.rules.new(content, header), random.Random(seed)
        while legal := game.rules.legal(state):
            yield game, content, state
            action = any_action(rng, state, legal)
            chance = game.rules.chance(state, action)
            numbers = None if chance is None else [rng.randrange(size) for size in chance.sizes]
            state = game.rules.apply(state, action if numbers is None else game.rules.complete(state, action, numbers))


def counted() -> list[Any]:
    """Everything of the odds that is kept between counts."""
    modules = [module for name, module in sys.modules.items() if name.startswith("companion.games.")]
    odds = [module for module in modules if "odds" in module.__name__ or module.__name__.endswith("throws")]
    return [kept for module in odds for kept in vars(module).values() if isinstance(kept, _lru_cache_wrapper)]


def main() -> None:
    asked = sys.argv[1:]
    for name in SEATS:
        if asked and name.partition(" ")[0] not in asked:
            continue
        times: list[tuple[float, str]] = []
        for game, content, state in walks(name):
            types = {offer.type for offer in game.rules.legal(state)}
            best, codes = float("inf"), ""
            for _ in range(ROUNDS):
                for kept in counted():
                    kept.cache_clear()
                begun = time.process_time()
                found = tuple(game.odds.beside(content, state, types))
                best, codes = min(best, (time.process_time() - begun) * 1000), " ".join([one.code for one in found])
                if not found:
                    break
            if codes:
                assert all(0 <= row.chance <= 1 for one in found for table in one.answer.tables for row in table.rows)
                times.append((best, codes))
        worst, codes = max(times)
        usual = statistics.median([ms for ms, _ in times])
        shown = f"median {usual:6.2f} ms   of {len(times):5}   {codes}   goal {GOALS.get(name, GOAL):g}"
        print(f"odds beside {name:<14} worst  {worst:7.2f} ms   {shown}")
        gc.collect()


if __name__ == "__main__":
    assert set(GAMES) == {name.partition(" ")[0] for name in SEATS}
    main()
