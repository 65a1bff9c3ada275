"""Games side by side in NumPy's arrays, by processor time: python benchmarks/side_by_side.py

Games of dice with every die thrown and by whole turns, two players at random; Hunts beside those of the referee under
the same plan, with a goal of a hundred times as many. That some of them are the same games is checked first.
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
from companion.games.wotr import vector as wotr
from tests.games.wotr.hunted import Streams, refereed, side_by_side

HUNTS = 20  # by the referee
TIMES, GOAL = 100, "games/s   goal"


def rate(number: int, play: Callable[[], object]) -> float:
    """Games a second of processor time."""
    begun = time.process_time()
    play()
    return number / (time.process_time() - begun)


def table(game: str, variant: str, *players: str) -> object:
    """A fresh one."""
    referee, content = games.get(game), load(game)
    return referee.new(content, referee.header(content, players, variant, {}, None))


def main() -> None:
    """The figures."""
    print("side by side: games a second of one core")
    race = table("dice", "basic", "Ania:frodo", "Bo:sam")
    for way, number, goal in (("throws", dice.GAMES, 80_000), ("turns", 8 * dice.GAMES, 1_000_000)):
        dice.play(way, race, {}, 1000, (0,))  # tables are made once
        best = max(rate(number, partial(dice.play, way, race, {}, number, (1,))) for _ in range(5))
        print(f"  dice by {way:22} {best:9,.0f} {GOAL} {goal:,}", flush=True)
    hunt, plans = table("wotr", "hunt", "Ania:fp", "Bo:shadow"), {"fp": "whole", "shadow": "random"}
    played = wotr.hunts(hunt, HUNTS, Streams(HUNTS), plans)
    found = []
    slow = rate(HUNTS, lambda: found.extend(refereed(hunt, plans, number) for number in range(HUNTS)))
    assert found == [side_by_side(played, hunt.setup.seats, number) for number in range(HUNTS)]
    best = max(rate(wotr.GAMES, lambda: wotr.play("hunts", hunt, plans, wotr.GAMES, (1,))) for _ in range(5))
    print(f"  {'Hunts by the referee':30} {slow:9,.0f} games/s")
    print(f"  {'Hunts side by side':30} {best:9,.0f} {GOAL} {TIMES * slow:,.0f}")


if __name__ == "__main__":
    main()
