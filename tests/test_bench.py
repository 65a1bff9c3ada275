"""`make bench`: what benchmarks print is read as figures, beside goals and peers, and written when all is known."""

import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
PRINTED = """2 players: 44.1 decisions a game, lost by all 0.576
  a tap: 95 of 100 under            99.00 ms   goal 100 ms   MISSED
  engine      95,000 decisions/s   0.45 of bare   goal 100,000
  bare       200,000 decisions/s
  odds hunt level=5 pool=full        0.50 ms   goal 1
undo at 2,000 entries   0.52 ms   goal 20
told  (load 0.1)
  one language            p50  59.80 ms   p99 171.65 ms
"""


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """benchmarks/__main__.py and what it imports, as `python benchmarks` finds them."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    known = set(sys.modules)
    yield runpy.run_path(str(ROOT / "benchmarks" / "__main__.py"), run_name="bench")
    for name in set(sys.modules) - known:
        if Path(getattr(sys.modules[name], "__file__", None) or "").parent == ROOT / "benchmarks":
            del sys.modules[name]


def test_lines_are_read_as_figures(bench: dict[str, Any]) -> None:
    """With the heading they stand under, and the goal if they have one."""
    assert [tuple(figure) for figure in bench["read"](PRINTED)] == [
        ("2 players: a tap: 95 of 100 under", 99, "ms", 100),
        ("2 players: engine", 95_000, "decisions/s", 100_000),
        ("2 players: bare", 200_000, "decisions/s", None),
        ("2 players: odds hunt level=5 pool=full", 0.5, "ms", 1),
        ("undo at 2,000 entries", 0.52, "ms", 20),
        ("told: one language p50", 59.8, "ms", None),
    ]


def test_a_goal_without_a_figure_is_an_error(bench: dict[str, Any]) -> None:
    """A promise is not passed over because its line was written anew."""
    with pytest.raises(AssertionError, match="engine"):
        list(bench["read"]("  engine: none   goal 100,000"))


def test_the_table_names_what_is_missed(bench: dict[str, Any]) -> None:
    """Rates have to reach their goal, times to stay below theirs."""
    rows = [*bench["promised"]([*bench["read"](PRINTED)])]
    assert [(row.what, round(row.ratio, 2), row.missed) for row in rows] == [
        ("2 players: a tap: 95 of 100 under", 1.01, False),
        ("2 players: engine", 0.95, True),
        ("2 players: odds hunt level=5 pool=full", 2.0, False),
        ("undo at 2,000 entries", 38.46, False),
    ]
    page = bench["page"](rows, 3, "\n- **Why** ours is slower.\n")
    assert "Of 4 promised figures 1 are missed." in page
    assert "| 2 players: engine | 95,000 decisions/s | goal | 100,000 decisions/s | 0.95 | 1 | missed |" in page
    assert page.count("missed |") == 1
    assert page.endswith("\n## Promises taken back\n\n- **Why** ours is slower.\n")


def test_a_peer_that_cannot_be_measured_is_named_with_the_reason(bench: dict[str, Any]) -> None:
    """And the promise that rests on it counts as missed."""
    beside, lacking = bench["Beside"], bench["NotMeasuredError"]

    def nothing(measured: object) -> float:
        raise lacking("npm is not installed")

    figures = [*bench["read"](PRINTED)]
    peers = (
        beside("2 players: engine", "bare", lambda measured: measured["2 players: bare"], 0.4),
        beside("2 players: engine", "boardgame.io", nothing),
        beside("undo at 2,000 entries", "another", nothing, 2.0),
    )
    rows = [*bench["beside"](figures, peers)]
    assert [row.ratio for row in rows] == [0.475, *["not measured: npm is not installed"] * 2]
    assert [row.missed for row in rows] == [False, False, True]


def test_nothing_is_written_when_a_command_fails(bench: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The page stays as it was."""
    page = bench["PAGE"]
    before = page.read_bytes() if page.exists() else None
    monkeypatch.setitem(bench["main"].__globals__, "COMMANDS", ("whole_game.py no-such-game A:b",))
    with pytest.raises(SystemExit, match="as these failed: whole_game"):
        bench["main"]()
    assert (page.read_bytes() if page.exists() else None) == before


def test_every_command_of_the_run_exists(bench: dict[str, Any]) -> None:
    """A script that is renamed is renamed in the run."""
    assert {command.split()[0] for command in bench["COMMANDS"]} <= {path.name for path in bench["FOLDER"].glob("*.py")}


@pytest.mark.tier("exhaustive")
def test_the_plain_peer_plays_the_same_game() -> None:
    """Random play takes as many decisions a game, and is lost by all as often, as the referee's."""
    code = """
import random
from dice_plain import State, keep, legal, rolled
from dice_rules import ALL_LOST, EMPTY, FACES, GOING_ON
rng, decisions, lost, games = random.Random(1), 0, 0, 2000
for _ in range(games):
    state = State(((0, 0, 0),) * 2)
    while state.result == GOING_ON:
        shown = [rng.choice(FACES[die]) if state.kept[die] == EMPTY else EMPTY for die in range(5)]
        state = rolled(state, tuple(shown))
        state, decisions = keep(state, rng.choice(legal(state))), decisions + 1
    lost += state.result == ALL_LOST
print(decisions / games, lost / games)
"""
    folder = ROOT / "benchmarks" / "peers"
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True)
    length, lost = map(float, done.stdout.split())
    assert abs(length - 44.1) < 1.5  # benchmarks/referee.py has these of the referee
    assert abs(lost - 0.576) < 0.045  # four standard errors of 2,000 games
