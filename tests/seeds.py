"""Where tests get chance from: the seed of the run and the name of the test, never the machine.

`secrets`, `os.urandom` and `random` draw from it in tests, in what they start, and in fixtures of a whole file or run,
each of which has chance of its own; so a test draws the same whether it runs alone, in another order or beside others.
PYTHONHASHSEED is the seed too, and the time of entries stands still: draws depend on their hashes. A test that fails
says with which command it is run again.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

from tests.seeded import sitecustomize

USUAL = 1
MOST = 2**32 - 1  # of PYTHONHASHSEED
FOLDER = Path(sitecustomize.__file__).parent
WORKER = "PYTEST_XDIST_WORKER"

_run = {"seed": USUAL}


def words(text: str) -> str:
    """What a random game of a test is made of: in a run with another seed another game."""
    return text if _run["seed"] == USUAL else f"{text} of {_run['seed']}"


class Seeds:
    """The plugin. words: of whom chance is drawn now. source: what stands for os.urandom."""

    def __init__(self, seed: int, counts: Path) -> None:
        self.seed, self.counts, self.source = seed, counts, sitecustomize.Source()
        self._begun = 0
        self.start("the run")

    def start(self, name: str) -> None:
        """Chance of a test, from the beginning."""
        self.words, self._processes = f"{self.seed} {name}", 0
        self.source.start(self.words)
        random.seed(self.words)

    @contextmanager
    def beside(self, name: str) -> Iterator[None]:
        """Chance of something that others share; afterwards the test draws on as if nothing had been."""
        kept, state = (self.words, self._processes, self.source), random.getstate()
        self.source = sitecustomize.Source()
        self.start(name)
        yield
        self.words, self._processes, self.source = kept
        random.setstate(state)

    def draw(self, size: int) -> bytes:
        """As os.urandom."""
        return self.source(size)

    def environment(self, given: Mapping[str, str]) -> dict[str, str]:
        """Of a process that a test starts."""
        self._processes += 1
        self._begun += 1
        path = [str(FOLDER), *filter(None, [given.get("PYTHONPATH")])]
        asked = given.get("PYTHONHASHSEED")
        return {
            **given,
            # what stands in the environment of the tests themselves may come from a library that they load (Dask)
            "PYTHONHASHSEED": asked if asked and asked != os.environ.get("PYTHONHASHSEED") else str(self.seed),
            "PYTHONPATH": os.pathsep.join(path),
            "TESTS_SEED": f"{self.words} {self._processes}",
            "TESTS_COUNT": str(self.counts / str(self._begun)),
        }

    def forked(self) -> None:
        """In a copy of this process, which draws other than the original."""
        self.start(f"{self.words} fork {sitecustomize.next_process(str(self.counts / 'forks'))}")

    def rule(self) -> None:
        """From now on."""
        os.urandom = random._urandom = self.draw  # type: ignore[attr-defined]
        if written := sys.modules.get(sitecustomize.TIMES):  # a conftest.py may have asked for it
            written.time = sitecustomize.Clock  # type: ignore[attr-defined]
        else:
            sys.meta_path.insert(0, sitecustomize.Finder())
        os.register_at_fork(after_in_child=self.forked)
        begin = subprocess.Popen.__init__

        @wraps(begin)
        def seeded(process: Any, *args: Any, env: Any = None, **more: Any) -> None:
            begin(process, *args, env=self.environment(os.environ if env is None else env), **more)

        subprocess.Popen.__init__ = seeded  # type: ignore[method-assign]

    # --- when it begins anew -----------------------------------------------------------------------------------------

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        self.start(item.nodeid)
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> Any:
        if fixturedef.scope == "function":
            return (yield)
        with self.beside(f"{request.node.nodeid} {fixturedef.argname} {request.param_index}"):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Any:
        report = yield
        if report.failed:
            again = f"PYTHONHASHSEED={self.seed} pytest --tier {item.config.getoption('--tier')} --seed {self.seed}"
            report.sections.append(("seed", f"{again} '{item.nodeid}'"))
        return report


def choose(config: pytest.Config) -> int:
    """The seed of a run: the one asked for, the usual one, or where everything is tried a new one."""
    asked: int | None = config.getoption("--seed")
    if asked is None:
        fresh = config.getoption("--tier") == "exhaustive"
        asked = random.SystemRandom().randint(USUAL + 1, MOST) if fresh else USUAL
    config.option.seed = _run["seed"] = asked  # the option is for other processes of the run
    return asked


def configure(config: pytest.Config) -> None:
    """Say the seed, and draw from it wherever tests run: here, or in the processes that share the work."""
    seed = choose(config)
    os.environ["PYTHONHASHSEED"] = str(seed)
    if WORKER not in os.environ and config.getoption("numprocesses", None):
        return
    counts = tempfile.TemporaryDirectory(prefix="companion-tests-")
    config.add_cleanup(counts.cleanup)
    found = Seeds(seed, Path(counts.name))
    found.rule()
    config.pluginmanager.register(found, "seeds")
