"""The proof that nothing is lost (benchmarks/durability.py), in small, and that it would notice if something were."""

import re
import subprocess
import sys

import pytest

from benchmarks import durability
from benchmarks.durability import judged
from tests.stores.common import ROOT


def test_nothing_is_lost(exhaustive):
    """Killed servers, eight racing processes, a full disk; in a file, and in `exhaustive` on a server: all is well."""
    tried = ("--times", "3", "--places", "40") if exhaustive else ("--times", "1", "--places", "20", "--store", "file")
    words = [sys.executable, ROOT / "benchmarks" / "durability.py", *tried]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, ""), done
    rows = [row.split() for row in done.stdout.splitlines() if row.startswith("  ")]
    assert [row[0] for row in rows] == ["killed", "raced", "disk", *["killed", "raced"] * exhaustive]
    assert ("PostgreSQL, fsync on" in done.stdout) == exhaustive
    counts = re.findall(r"acknowledged ([\d,]+), lost (\d+), doubled (\d+), damaged (\d+)", done.stdout)
    assert len(counts) == len(rows)
    assert all(int(told.replace(",", "")) > 0 and set(bad) == {"0"} for told, *bad in counts)


@pytest.mark.parametrize(
    ("told", "kept", "damaged", "unheard", "good"),
    [
        (["a", "b"], ["a", "b"], 0, 0, True),
        (["a", "b"], ["b", "a"], 0, 0, True),
        (["a", "b"], ["a", "b", "c"], 0, 1, True),
        (["a", "b"], ["a", "b", "c"], 0, 0, False),
        (["a", "b"], ["a"], 0, 4, False),
        (["a", "b"], ["a", "c"], 0, 4, False),
        (["a", "b"], ["a", "b", "b"], 0, 4, False),
        (["a", "b"], ["a", "b"], 1, 4, False),
    ],
)
def test_what_counts_as_a_loss(told, kept, damaged, unheard, good):
    """A line that is missing, there twice, damaged, or there though nobody asked for it."""
    assert judged(told, kept, damaged, unheard).good is good


@pytest.mark.parametrize("part", ["killed", "raced", "filled"])
def test_a_loss_ends_with_exit_code_1(monkeypatch, capsys, part):
    """One lost line in any of its parts."""
    fine, bad = judged(["a"], ["a"]), judged(["a"], [])
    monkeypatch.setattr(sys, "argv", ["durability.py", "--times", "1"])
    monkeypatch.setattr(durability, "on_a_server", lambda *_: [])
    for name, answer in (("killed", fine), ("raced", fine), ("filled", (fine, 30))):
        monkeypatch.setattr(durability, name, lambda *_, answer=answer: answer)
    assert durability.main() == 0
    monkeypatch.setattr(durability, part, lambda *_: (bad, 30) if part == "filled" else bad)
    assert durability.main() == 1
    assert "lost 1" in capsys.readouterr().out
