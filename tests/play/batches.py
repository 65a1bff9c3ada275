"""Simulated batches of games, and their sums."""

from functools import partial

from companion import games
from companion.cli.common import game_content
from companion.play.bots.simulate import SimulationPart, Task
from tests.play.tables import CONTENT, GAME

PLAYERS = ("Ania:frodo", "Bo:sam", "Cela:merry")


def loaded(game):
    """What every process loads for itself."""
    return games.get(game), game_content(game)


def task(seed=5, **more):
    return Task(partial(loaded, "dice"), GAME.rules.header(CONTENT, PLAYERS, "basic", {}, None), seed, **more)


def joined(parts):
    """One part of several."""
    out = SimulationPart()
    for part in parts:
        out.statistics.add(part.statistics)
        out.rows += part.rows
        out.journals |= part.journals
    return out
