"""Hunts side by side are those of the referee under the same plans, and as the exact odds say."""

from collections import Counter
from math import sqrt

import numpy as np
import pytest

from companion.content.load import load
from companion.core.errors import WrongCall
from companion.games.wotr import vector
from companion.games.wotr.odds import hunt, mordor
from tests.each import each
from tests.games.wotr.bags import ALL, STANDARD
from tests.games.wotr.hunted import GAME, refereed, side_by_side
from tests.streams import Streams

CONTENT = load("wotr")
TWO = ("Ania:fp", "Bo:shadow")


TEAM = ("Ania:gondor", "Bo:rohan", "Cela:witch-king", "Dan:saruman")


def table(players=TWO, position=None, **options):
    return GAME.new(CONTENT, GAME.header(CONTENT, players, "hunt", options, position))


MORDOR = {
    "turn": 4,
    "phase": "fellowship",
    "fellowship": {"region": "minas-morgul", "companions": ["gimli", "peregrin"], "corruption": 3, "hidden": False},
}
TABLES = {  # players, position, options, plans
    "two": (TWO, None, {}, {"fp": "keep", "shadow": "random"}),
    "spend": (TWO, None, {"real_cards": "false"}, {"fp": "spend", "shadow": "most"}),
    "whole": (TWO, None, {}, {"fp": "whole", "shadow": "fewest"}),
    "team": (TEAM, None, {}, {"gondor": "whole", "rohan": "last", "witch-king": "fewest", "saruman": "most"}),
    "Mordor": ((), MORDOR, {}, {"fp": "last", "shadow": "fewest"}),
}


@each("name", TABLES)
def test_the_same_dice_bring_the_same_hunts(name, tier):
    """Length, ending and winners of every game."""
    players, position, options, plans = TABLES[name]
    state, number = table(players, position, **options), {"quick": 3, "test": 8, "exhaustive": 200}[tier]
    if position:
        state = state.replace(waiting=tuple([id for id, tile in state.setup.tables.tiles.items() if not tile.standard]))
    played = vector.hunts(state, number, Streams(number), plans)
    for game in range(number):
        assert side_by_side(played, state.setup.seats, game) == refereed(state, plans, game)


def within(seen, of, chance):
    """Four standard errors, and four more games for what is rare."""
    return abs(seen - of * chance) <= 4 * sqrt(of * chance * (1 - chance)) + 4


@each(
    ("plan", "level", "box", "shadow"),
    [(plan, *more) for plan in ("keep", "spend") for more in ((1, 0, "fewest"), (3, 1, "most"), (7, 2, "fewest"))],
)
def test_one_hunt_is_as_the_odds_say(plan, level, box, shadow):
    """Corruption and reveals of a move with these dice in the Hunt Box, with and without re-rolls (WR-HUNT-1..27)."""
    many = 20_000
    every = vector.Hunts(table(), many, vector.Drawn(level, box), {"fp": plan, "shadow": shadow})
    every.walks.level[:], every.walks.walkers[:] = level, box
    every.move(np.arange(many))
    seen = Counter(zip(every.walks.corruption.tolist(), (~every.walks.hidden).tolist(), strict=True))
    hits = hunt.successes(level, box, 2 if shadow == "most" else 0)
    way = hunt.take if plan == "keep" else hunt.lose([int(every.levels[0])])
    odds = hunt.outlooks(STANDARD, hits, {"way": way})["way"]
    assert set(seen) <= set(odds)
    for result, chance in odds.items():
        assert within(seen[tuple(result)], many, float(chance)), result


class Fixed:
    """Action dice that show the same every turn."""

    def __init__(self, worth):
        self.worth = worth

    def thrown(self, dice, source, games):
        return np.full(games.size, self.worth)


@each(("box", "actions", "plan"), [(1, 1, "keep"), (3, 2, "last"), (3, 1, "whole"), (1, 3, "spend")])
def test_mordor_is_as_the_odds_say(box, actions, plan):
    """How often the Ring is destroyed from the first step, and after how many turns, with all tiles (WR-MORDOR)."""
    many, start = 20_000, table()
    tiles, where = start.setup.tables.tiles, {"region": "", "progress": 0, "step": 0, "corruption": 4}
    gimli = start.fellowship._replace(companions=("gimli",), guide="gimli", **where)
    state = start.replace(fellowship=gimli, pool=tuple([start.setup.tables.counts[id] for id in tiles]))
    every = vector.Hunts(state, many, vector.Drawn(box, actions), {"fp": plan, "shadow": "most"})
    every.eyes = Fixed(box // 2)  # in both halves of a roll; one die is allocated
    every.actions = Fixed(actions + (4 - actions) * vector.BASE**2)
    while every.walks.games.size:
        every.turn()
    played = every.played
    fate = mordor.fate(ALL, STANDARD, mordor.Stand(0, 4), True, mordor.Plan(box, actions, (2,), mordor.POLICIES[plan]))
    assert within(int((played.ending == vector.DESTROYED).sum()), many, float(fate.destroyed))
    error = float(played.rounds.std()) / sqrt(many)
    assert abs(played.rounds.mean() - float(fate.turns)) < 4 * error


def test_only_hunts():
    """Policies are those of the odds; where the armies are kept more would be played."""
    assert set(vector.plays("hunts", table())["fp"]) == set(mordor.POLICIES)
    full = GAME.new(CONTENT, GAME.header(CONTENT, TWO, "full", {}, None))
    with pytest.raises(WrongCall) as wrong:
        vector.plays("hunts", full)
    assert wrong.value.code == "vector_hunt"
