"""Seconds of processor that each folder of tests takes, beside its budget in docs/testing.md.

Time of the processor grows little on a busy machine; the table is printed, never asserted. A database server,
which is nobody's child, does not count.
"""

import os
import re
import resource
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parent
BUDGETS = TESTS.parent / "docs" / "testing.md"
TICKS = os.sysconf("SC_CLK_TCK")
START = "imports and collection"
SLOWEST = 20


class Meter:
    """Processor time of this process and of all that descend from it, in seconds.

    A process that ends between two readings counts if somebody waited for it.
    """

    def __init__(self) -> None:
        self.total = 0.0
        self._own = self._waited = 0.0
        self._alive: dict[int, float] = {}

    def read(self) -> float:
        """All seconds until now."""
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        own, waited, alive = time.process_time(), children.ru_utime + children.ru_stime, dict(descendants(os.getpid()))
        grown = sum(seconds - self._alive.get(process, 0) for process, seconds in alive.items())
        gone = sum(seconds for process, seconds in self._alive.items() if process not in alive)
        self.total += own - self._own + grown + max(0.0, waited - self._waited - gone)
        self._own, self._waited, self._alive = own, waited, alive
        return self.total


def descendants(process: int) -> Iterator[tuple[int, float]]:
    """Processes that descend from that one and the seconds of each; none where the system has no /proc."""
    for thread in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            for child in map(int, thread.read_text().split()):
                fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
                yield child, sum(map(int, fields[11:13])) / TICKS
                yield from descendants(child)
        except OSError:  # it ended meanwhile
            continue


def read_budgets(page: str) -> dict[str, float]:
    """Seconds by folder, from the rows of a page that look like `| tests/web | 90 |`."""
    return {folder: float(seconds) for folder, seconds in re.findall(r"^\| `tests/(\S+)` \| (\d+) \|", page, re.M)}


def sum_folders(files: Counter[str]) -> Counter[str]:
    """Seconds by folder: the first part of a file's path, for games the first two; a file in no folder is one."""
    folders: Counter[str] = Counter()
    for name, seconds in files.items():
        *parents, _ = name.split("/")
        folders["/".join(parents[: 2 if parents[:1] == ["games"] else 1]) or name] += seconds
    return folders


class Budget:
    """A plugin that adds up what each file takes, in this process and in the workers of pytest-xdist."""

    def __init__(self) -> None:
        self.files: Counter[str] = Counter()
        self.meter = Meter()

    def pytest_collection_finish(self) -> None:
        self._add(START)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
        try:
            return (yield)
        finally:
            if nextitem is None or nextitem.path != item.path:  # a reading costs milliseconds beside a browser
                self._add(item.path.relative_to(TESTS).as_posix())

    def _add(self, name: str) -> None:
        """What was used since the last reading belongs to that name."""
        before = self.meter.total
        self.files[name] += self.meter.read() - before

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["processor"] = dict(self.files)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.files.update(getattr(node, "workeroutput", {}).get("processor", {}))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if terminalreporter.verbosity < -1 or len(self.files) < SLOWEST:
            return
        budgets = read_budgets(BUDGETS.read_text(encoding="utf-8"))
        folders = sum_folders(self.files)
        terminalreporter.section("seconds of processor")
        for folder, seconds in folders.most_common():
            budget = budgets.get(folder)
            over = "  over" if budget is not None and seconds > budget else ""
            terminalreporter.line(f"{folder:24}{seconds:7.0f} of {budget or '?':>5}{over}")
        terminalreporter.line(f"{'all':24}{folders.total():7.0f} of {sum(budgets.values()):5.0f}")
        terminalreporter.section(f"the {SLOWEST} slowest files")
        for name, seconds in self.files.most_common(SLOWEST):
            terminalreporter.line(f"{name:48}{seconds:7.1f}")
