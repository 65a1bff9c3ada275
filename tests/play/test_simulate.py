"""Many games at once: the same games however the work is shared, and whoever plays them."""

import json
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import pytest

from companion.core.errors import WrongCall
from companion.play.bots.simulate import GameStatistics, Task, game_spans, spread_spans
from companion.play.game.seats import default_seats
from tests.play.batches import joined, loaded, task
from tests.play.tables import CONTENT, GAME


@pytest.fixture(scope="module")
def shared(exhaustive):
    """The same nine games, played here and by two processes; exhaustively by one and by four too."""
    play, shares = task(journals=True, told=True).play, game_spans(9)
    out = [joined(spread_spans(play, shares))]
    for jobs in (1, 2, 4) if exhaustive else (2,):
        with ProcessPoolExecutor(jobs) as pool:
            out.append(joined(spread_spans(play, shares, pool)))
    return out


def test_what_came_of_it_does_not_depend_on_the_processes(shared):
    """Nine games are nine games, each with its number: sums, rows and bytes of journals."""
    assert all(part == shared[0] for part in shared)
    assert shared[0].statistics.games == shared[0].statistics.endings.total() == 9
    assert sorted(shared[0].journals) == [f"dice-5-{number:06}.jsonl" for number in range(9)]
    assert len(set(shared[0].journals.values())) == 9


def test_statistics_and_rows_are_those_of_the_journals(shared, judge):
    """Every journal holds, and endings, wins, actions, lengths and turns add up to what was counted."""
    part, counted = shared[0], GameStatistics()
    for row, (_, journal) in zip(part.rows, sorted(part.journals.items()), strict=True):
        lines = journal.decode().splitlines()
        state = judge(lines).replay.state
        outcome = GAME.rules.outcome(state)
        acted = [json.loads(line)["type"] for line in lines[1:-1]]
        assert row[2:] == (state.round, acted.count("resolve"), outcome.ending, outcome.rule, outcome.winners)
        counted.add(
            GameStatistics(
                1, Counter([outcome.ending]), Counter(outcome.winners), Counter(acted), Counter([state.round])
            )
        )
    told = part.statistics.rules
    assert part.statistics == GameStatistics(**{**{name: getattr(counted, name) for name in NAMES}, "rules": told})
    assert told["DG-SET-4"] == 9
    assert set(told) < set(CONTENT["rule"])
    assert part.statistics.rounds == sum(row.rounds for row in part.rows)


NAMES = ("games", "endings", "wins", "actions", "lengths")


def test_another_seed_is_another_evening():
    """Same seed, same games; another seed, other games; a game can be played again alone by its number."""
    a, b = (task(1, journals=True).play(0, 3).journals for _ in range(2))
    c, d = task(2, journals=True).play(0, 3).journals, task(1, journals=True).play(2, 1).journals
    assert a == b
    assert not set(a.values()) & set(c.values())
    assert d.items() <= a.items()


def test_bots_have_their_own_luck():
    """What bots do follows from seed and number; seats that nobody names are played by chance."""
    bots = {"frodo": "random"}
    one, again, bare = (task(3, seats=seats, told=True).play(0, 6) for seats in (bots, dict(bots), {}))
    assert one == again
    assert one.rows != bare.rows
    with pytest.raises(WrongCall) as wrong:
        task(seats={"sam": "bets"}).play(0, 1)
    assert wrong.value.code == "no_bot"


BOTS = {  # game -> variant, one seat and its bot
    "dice": ("basic", "frodo", "good"),
    "fellowship": (None, "frodo", "good"),
    "wotr": ("hunt", "fp", "good"),
    "wotrcards": (None, "frodo", "good"),
}


@pytest.mark.tier("exhaustive")
@pytest.mark.parametrize("game", BOTS)
def test_bots_of_every_game_play_the_same_anywhere(game):
    """Two games by one process and by two: sums, rows and bytes of journals."""
    variant, seat, bot = BOTS[game]
    referee, content = loaded(game)
    header = referee.rules.header(content, default_seats(referee, content, variant, {}), variant, {}, None)
    work = Task(partial(loaded, game), header, 1, {seat: bot}, journals=True, told=True)
    with ProcessPoolExecutor(2) as pool:
        assert joined(spread_spans(work.play, game_spans(2), pool)) == joined(spread_spans(work.play, game_spans(2)))


def test_spans_cover_every_game_once():
    """However many there are."""
    for number in (1, 2, 63, 64, 65, 1000, 100_000):
        played = [at for first, count in game_spans(number) for at in range(first, first + count)]
        assert played == list(range(number))
