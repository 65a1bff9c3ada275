"""Every promised figure in one run: python benchmarks (make bench)

Runs the commands of this folder one after the other, each checking what it times, then the peers (beside_peers.py);
prints one table of ratios, those missed named, and writes it to docs/figures.md with date and machine. If a
command fails, the others still run, but nothing is written.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from beside_peers import ALL, Beside, NotMeasuredError
from figures import Figure, ratio, read

from companion.core.files import write_atomic

FOLDER = Path(__file__).parent
PAGE = FOLDER.parent / "docs" / "figures.md"
COMMANDS = (
    "referee.py",
    "whole_game.py fellowship Ania:frodo Bo:sam Cela:pippin",
    "whole_game.py wotr hunt Ania:fp Bo:shadow",
    "whole_game.py wotr full Ania:fp Bo:shadow",
    "whole_game.py wotrcards Ania:free Bo:shadow",
    "beside.py",
    "side_by_side.py",
    "commands.py",
    "print_sheets.py",
    "rich_faces.py few",
    "gallery.py",
    "store.py 1",
    "durability.py --times 10",
    "tracker.py",
    "many_tables.py --tables 200 --seconds 8",
    "phone_page.py",
    "phone_evening.py --idle 10",
    "browser.py",
    "paper.py 40",
    "strangers.py 40 20 20",
    "environments.py",
)
TAKEN_BACK = "## Promises taken back\n"  # written by hand, and kept


class Row(NamedTuple):
    """A line of the table. ratio: how many times better than what it is against, or why that is not known."""

    what: str
    measured: str
    against: str
    other: str
    ratio: float | str
    wanted: float | None

    @property
    def missed(self) -> bool:
        """Whether it falls short of what is promised."""
        return self.wanted is not None and (isinstance(self.ratio, str) or self.ratio < self.wanted)


def run(command: str) -> list[Figure] | None:
    """The figures of a command, None if it fails; what it prints is shown as it comes."""
    print(f"\n$ benchmarks/{command}", flush=True)
    begun = time.monotonic()
    script, *words = command.split()
    printed = []
    with subprocess.Popen([sys.executable, FOLDER / script, *words], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            printed.append(line)
    print(f"({time.monotonic() - begun:.0f} s)", flush=True)
    return None if process.returncode else [*read("".join(printed))]


def promised(figures: Sequence[Figure]) -> Iterator[Row]:
    """Every figure that has a goal."""
    for what, value, unit, goal in figures:
        if goal is not None:
            yield Row(what, _said(value, unit), "goal", _said(goal, unit), ratio(value, goal, unit), 1.0)


def beside(figures: Sequence[Figure], peers: Sequence[Beside]) -> Iterator[Row]:
    """Figures of ours beside those of peers; of a peer that cannot be measured, why."""
    values: Mapping[str, float] = {figure.what: figure.value for figure in figures}
    units = {figure.what: figure.unit for figure in figures}
    for ours, peer, theirs, wanted in peers:
        value, unit = values[ours], units[ours]
        try:
            other = theirs(values)
        except NotMeasuredError as error:
            yield Row(ours, _said(value, unit), peer, "", f"not measured: {error}", wanted)
        else:
            yield Row(ours, _said(value, unit), peer, _said(other, unit), ratio(value, other, unit), wanted)


def table(rows: Sequence[Row]) -> list[str]:
    """The rows in Markdown."""
    lines = ["| figure | measured | against | its figure | ratio | wanted | result |", "|---|--:|---|--:|--:|--:|---|"]
    for row in rows:
        times = row.ratio if isinstance(row.ratio, str) else f"{row.ratio:.2f}"
        wanted, missed = "" if row.wanted is None else f"{row.wanted:g}", "missed" if row.missed else ""
        cells = (row.what, row.measured, row.against, row.other, times, wanted, missed)
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def page(rows: Sequence[Row], minutes: float, taken_back: str) -> str:
    """docs/figures.md. taken_back: what stands below the table."""
    missed, promises = sum(row.missed for row in rows), sum(row.wanted is not None for row in rows)
    lines = "\n".join(table(rows))
    return f"""# Figures

Written by `make bench` on {datetime.now(UTC):%Y-%m-%d}, in one run of {minutes:.0f} minutes on
{machine()}.

A ratio is how many times better ours is than the goal, or than the other program: above 1 it is
better. Every timed result was also checked. Of {promises} promised figures {missed} are missed.

{lines}

{TAKEN_BACK}{taken_back}"""


def machine() -> str:
    """Processor, cores, Python and system."""
    cpu = platform.processor() or platform.machine()
    known = Path("/proc/cpuinfo")
    if known.exists():
        names = [line for line in known.read_text(encoding="utf-8").splitlines() if line.startswith("model name")]
        cpu = names[0].partition(":")[2].strip() if names else cpu
    return f"{cpu}, {os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()}"


def _said(value: float, unit: str) -> str:
    return f"{value:,.0f} {unit}" if value >= 1000 or value == int(value) else f"{value:.3g} {unit}"


def main() -> None:
    begun = time.monotonic()
    found = {command: run(command) for command in COMMANDS}
    failed = [command for command, figures in found.items() if figures is None]
    if failed:
        sys.exit(f"nothing is written, as these failed: {', '.join(failed)}")
    figures = [figure for figures in found.values() for figure in figures or ()]
    rows = [*promised(figures), *beside(figures, ALL)]
    taken_back = PAGE.read_text(encoding="utf-8").partition(TAKEN_BACK)[2]
    text = page(rows, (time.monotonic() - begun) / 60, taken_back)
    print(f"\n{text}")
    write_atomic(PAGE, text.encode())


if __name__ == "__main__":
    main()
