"""Whole random games, forked at random points, and every point looked at from all sides."""

import random
from collections import defaultdict
from contextlib import suppress
from itertools import zip_longest

from companion import games
from companion.content.load import load
from companion.play.journal.session import ID_LETTERS
from tests import seeds
from tests.two_worlds.hidden import SECRETS
from tests.two_worlds.loud import Parted, Table, World
from tests.two_worlds.pair import Walk, begun, copied, forked, one_time, parted_at_the_start
from tests.two_worlds.tracker import Tracker

MOST = 4_000  # actions of a random game
QUIET = (0, 1, 5, 20)  # steps between the fork and the first look


def table_of(game, number):
    """The label of the table of game `number`."""
    labels = list(SECRETS[game].tables)
    return labels[number % len(labels)]


def forks(game, label, rng, number):
    """So many forks of one random game, at any of its sealed draws, those of rare kinds first; where hands are given,
    one at its start.
    """
    secrets, referee, table = SECRETS[game], games.get(game), SECRETS[game].tables[label]
    seed, draws = rng.randbytes(32), defaultdict(list)
    session = begun(game, referee.rules.header(load(game), *table), seed)
    for _ in range(MOST):
        legal = referee.rules.legal(session.replay.state)
        if not legal:
            break
        act = secrets.choose(rng, session.replay.state, legal)
        chance = referee.rules.chance(session.replay.state, act)
        if chance is not None and chance.sealed:
            draws[referee.rules.pending(session.replay.state).what].append((copied(session), act))
        answer = session.act(act)
        assert answer.refusal is None, answer.refusal
    for alike in draws.values():
        rng.shuffle(alike)
    turns = zip_longest(*sorted(draws.values(), key=len))
    given = table[3] is not None
    if given:
        yield parted_at_the_start(game, table, seed, rng)
    found = (forked(game, *draw, rng) for turn in turns for draw in turn if draw is not None)
    yield from [fork for fork, _ in zip(filter(None, found), range(number - given), strict=False)]


async def play(game, number, figures, *, points, steps, thorough=False):
    """Random game `number`: so many forks, so many steps of each."""
    label = table_of(game, number)
    rng = random.Random(seeds.words(f"two worlds {game} {label} {number}"))
    figures.games += 1
    with one_time():
        async with Tracker().running() as one, Tracker().running() as other:
            for fork in forks(game, label, rng, points):
                figures.points += 1
                sessions, code = (fork.a, fork.b), "".join(rng.choice(ID_LETTERS) for _ in range(6))
                walk = Walk(game, fork, rng)
                walk.quietly(sessions, rng.choice(QUIET))
                worlds = [World(tracker, it, code) for tracker, it in zip((one, other), sessions, strict=True)]
                table = Table(worlds, walk, rng, figures, (game, label, number), thorough)
                try:
                    await table.sit_down()
                    with suppress(Parted):
                        await table.play(steps)
                finally:
                    await table.get_up()
