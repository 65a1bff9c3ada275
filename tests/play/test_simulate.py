"""Random play: the same games however the work is shared."""

import json
from collections import Counter
from functools import partial

import pytest

from companion import games
from companion.cli.common import game_content
from companion.play.simulate import Statistics, run, simulate
from tests.play.tables import CONTENT, GAME

PLAYERS = ("Ania:frodo", "Bo:sam", "Cela:merry")


def loaded(game):
    """What every process loads for itself."""
    return games.get(game), game_content(game)


def header(**options):
    return GAME.header(CONTENT, PLAYERS, "basic", options, None)


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """Statistics and folder of the same nine games, played by one, two and four processes."""
    out = []
    for jobs in (1, 2, 4):
        folder = tmp_path_factory.mktemp(f"jobs{jobs}")
        out.append((simulate(partial(loaded, "dice"), header(), 9, jobs, 5, folder), folder))
    return out


def test_statistics_do_not_depend_on_the_processes(shared):
    """Nine games are nine games."""
    one, two, four = (statistics for statistics, _ in shared)
    assert one == two == four
    assert one.games == 9
    assert one.endings.total() == 9
    assert one.rounds > 9
    assert one.actions["roll"] == one.actions["keep"] > 200


def test_journals_are_the_same_bytes(shared):
    """Each game keeps its number, whoever plays it."""
    files = [{path.name: path.read_bytes() for path in folder.iterdir()} for _, folder in shared]
    assert files[0] == files[1] == files[2]
    assert sorted(files[0]) == [f"dice-5-{number:06}.jsonl" for number in range(9)]
    assert len(set(files[0].values())) == 9


def test_statistics_are_those_of_the_journals(shared, judge):
    """Every journal holds, and endings, wins and actions add up to what was counted."""
    statistics, folder = shared[0]
    endings: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    actions: Counter[str] = Counter()
    rounds = 0
    for path in folder.iterdir():
        lines = path.read_text(encoding="utf-8").splitlines()
        state = judge(lines).replay.state
        outcome = GAME.outcome(state)
        endings[outcome.ending] += 1
        wins.update(outcome.winners)
        actions.update(json.loads(line)["type"] for line in lines[1:-1])
        rounds += state.round
    assert statistics == Statistics(9, endings, wins, actions, rounds)


def test_another_seed_is_another_evening(tmp_path):
    """Same seed, same games; another seed, other games; a game can be played again alone by its number."""
    for name in ("a", "b", "c", "d"):
        (tmp_path / name).mkdir()
    run(GAME, CONTENT, header(), 3, 1, tmp_path / "a")
    run(GAME, CONTENT, header(), 3, 1, tmp_path / "b")
    run(GAME, CONTENT, header(), 3, 2, tmp_path / "c")
    run(GAME, CONTENT, header(), 1, 1, tmp_path / "d", first=2)
    a, b, c, d = ([path.read_bytes() for path in sorted((tmp_path / name).iterdir())] for name in ("a", "b", "c", "d"))
    assert a == b
    assert not set(a) & set(c)
    assert d == a[2:]


def test_more_processes_than_games():
    """Nobody waits for work that is not there."""
    assert simulate(partial(loaded, "dice"), header(squares="1"), 2, 4, 1, None).games == 2
