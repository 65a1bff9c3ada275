"""What every test may use: golden files, compared as text and rewritten with `pytest --update-golden`, and the tiers.

`pytest --tier quick` is for the person at work, `test` (the usual one) for every change, `exhaustive` tries in full
what the others sample. A test runs in every tier, unless its file or folder stands in tiers.py, or its mark
`tier(...)` names a later one. How much a test tries in its tier it asks the fixture `tier`.

Chance comes from `--seed` (seeds.py): always the same one but in `exhaustive`, which draws a new one and says it. With
another than the usual seed properties are tried with other values too.
"""

import gc
import shutil
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import core, settings
from hypothesis.internal.conjecture import providers

from companion.core import resources
from tests import seeds
from tests.budget import Budget
from tests.tiers import FIRST, TIERS, place

GOLDEN = Path(__file__).parent / "golden"

settings.register_profile("same", derandomize=True, max_examples=20)
settings.register_profile("other", database=None, max_examples=100)
settings.load_profile("same")
providers._get_local_constants = lambda: providers._local_constants  # none: they would depend on what else is loaded
gc.disable()  # until tests are collected: all that is read stays
signal.signal(signal.SIGINT, signal.default_int_handler)  # run in the background, tests and their processes ignore it


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite tests/golden/ and read the diff like code")
    parser.addoption("--tier", choices=TIERS, default="test", help="how much is tried: quick, test (default) or all")
    parser.addoption(
        "--seed", type=int, help=f"of all chance; {seeds.USUAL}, or in `exhaustive` a new one that is said"
    )


def pytest_configure(config: pytest.Config) -> None:
    seeds.configure(config)
    config.pluginmanager.register(Budget())
    if config.option.seed != seeds.USUAL:
        settings.load_profile("other")
        core.global_force_seed = config.option.seed


def pytest_sessionstart(session: pytest.Session) -> None:
    """Says the seed, however little else is said."""
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")
    if terminal is not None and session.config.get_verbosity() > -2:
        terminal.write_line(f"seed: {session.config.option.seed}")


def is_later(config: pytest.Config, name: str) -> bool:
    """That tier is not reached."""
    return TIERS.index(name) > TIERS.index(config.getoption("--tier"))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """What does not run need not be read."""
    found = place(collection_path)
    return True if found and is_later(config, FIRST[found]) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without what runs in later tiers only, the longest files first."""
    order = {name: at for at, name in enumerate(FIRST)}
    marked = [mark.args[0] if (mark := item.get_closest_marker("tier")) else TIERS[0] for item in items]
    later = {item for item, name in zip(items, marked, strict=True) if is_later(config, name)}
    if later:
        config.hook.pytest_deselected(items=list(later))
    staying = [item for item in items if item not in later]
    items[:] = sorted(staying, key=lambda item: order.get(place(item.path) or "", len(order)))


def pytest_collection_finish() -> None:
    gc.freeze()  # thousands of tests and tables that stay: no use looking through them again and again
    gc.set_threshold(50_000, 20)  # a tenth of the processor would go into looking for what is rarely there
    gc.enable()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """How many taps each kind of step took, of evenings that were played on phones; stale translations."""
    told = [found for report in terminalreporter.getreports("passed") for found in report.user_properties]
    for _, (title, *rows) in [found for found in told if found[0] == "taps"]:
        terminalreporter.section(f"taps: {title}")
        for row in rows:
            terminalreporter.line(row)
    stale = [line for name, lines in told if name == "stale translations" for line in lines]
    if stale:
        terminalreporter.section("stale translations; English is shown, a release refuses them")
        for line in stale:
            terminalreporter.line(line)


@pytest.fixture(scope="session")
def tier(request: pytest.FixtureRequest) -> str:
    """How much is tried: `quick`, `test` or `exhaustive`."""
    return str(request.config.getoption("--tier"))


@pytest.fixture(scope="session")
def exhaustive(tier: str) -> bool:
    """Everything is tried, however long it takes."""
    return tier == "exhaustive"


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """golden(name, text): the text is what tests/golden/name holds."""

    def check(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")

    return check


@pytest.fixture
def content_copy(tmp_path, monkeypatch):
    """A copy of the data folders that a test may break."""
    for folder in ("content", "cards", "layouts"):
        shutil.copytree(resources.root() / folder, tmp_path / "root" / folder)
    monkeypatch.setattr(resources, "root", lambda: tmp_path / "root")
    return tmp_path / "root" / "content"
