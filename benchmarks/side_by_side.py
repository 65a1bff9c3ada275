"""Games side by side in NumPy's arrays, by processor time: python benchmarks/side_by_side.py

Games of dice with every die thrown and by whole turns, two players at random.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion import games
from companion.content.load import load
from companion.games.dice import vector as dice

GOAL = "games/s   goal"


def rate(number: int, play: Callable[[], object]) -> float:
    """Games a second of processor time."""
    begun = time.process_time()
    play()
    return number / (time.process_time() - begun)


def table(game: str, variant: str, *players: str) -> object:
    """A fresh one."""
    referee, content = games.get(game), load(game)
    return referee.rules.new(content, referee.rules.header(content, players, variant, {}, None))


def main() -> None:
    """The figures."""
    print("side by side: games a second of one core")
    race = table("dice", "basic", "Ania:frodo", "Bo:sam")
    for way, number, goal in (("throws", dice.GAMES, 80_000), ("turns", 8 * dice.GAMES, 1_000_000)):
        dice.play(way, race, {}, 1000, (0,))  # tables are made once
        best = max(rate(number, partial(dice.play, way, race, {}, number, (1,))) for _ in range(5))
        print(f"  dice by {way:22} {best:9,.0f} {GOAL} {goal:,}", flush=True)


if __name__ == "__main__":
    main()
