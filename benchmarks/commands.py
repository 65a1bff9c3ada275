"""Commands that people wait for: python benchmarks/commands.py

    help, games, rule, legal   seconds from start to end, the best of several
    print sheets               seconds of processor: route sheets of the dice game, all of them drawn
    check --faces              seconds from start to end where every face is built, and where nothing has changed

Each begins as for somebody who used the program before: what it keeps in the user's cache folder is there, but for the
faces that are built.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TIMES = 5


def call(*words: str) -> tuple[float, float, str]:
    """Seconds from start to end, seconds of processor, and what is printed."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run([sys.executable, "-m", "companion", *words], capture_output=True, text=True, check=True)
    took, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert done.stdout, words
    return took, busy, done.stdout


def best(*words: str) -> tuple[float, float]:
    """Least seconds from start to end, and of processor, after a first call that fills the cache folder."""
    _, _, printed = call(*words)
    runs = [call(*words) for _ in range(TIMES)]
    assert {text for _, _, text in runs} == {printed}, words
    return min(took for took, _, _ in runs), min(busy for _, busy, _ in runs)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(COMPANION_STORE=f"{folder}/sessions.sqlite", XDG_CACHE_HOME=f"{folder}/cache")
        session = call("new", "dice", "--player", "Ania", "--player", "Bo")[2].split()[-1]
        sheets = ["print", "sheets", "--game", "dice", "--out", f"{folder}/sheets.pdf"]
        print("a command")
        print(f"  help          {best('--help')[0]:6.2f} s   goal 0.15")
        print(f"  games         {best('games')[0]:6.2f} s   goal 0.35")
        print(f"  rule          {best('rule', 'DG-ROLL-1')[0]:6.2f} s   goal 0.35")
        print(f"  legal         {best('legal', session)[0]:6.2f} s   goal 0.35")
        print(f"  print sheets  {best(*sheets)[1]:6.2f} s   goal 0.7")
        assert Path(f"{folder}/sheets.pdf").read_bytes().startswith(b"%PDF")
        took, _, faces = call("check", "--faces")
        again, _, kept = call("check", "--faces")
        assert faces == kept
        print(f"  check --faces, all built   {took:6.1f} s   goal 30")
        print(f"  check --faces, kept        {again:6.1f} s   goal 2")


if __name__ == "__main__":
    main()
