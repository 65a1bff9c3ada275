"""What every test may use: golden files, compared as text and rewritten with `pytest --update-golden`, and the tiers.

`pytest --tier quick` is for the person at work, `test` (the usual one) for every change, `exhaustive` tries in full
what the others sample. A test runs from the tier on that its mark `tier(...)` says, else its file or folder in FIRST,
else from `quick` on. How much a test tries in its tier it asks the fixture `tier`.

Properties are tried with the same values in every run; `pytest --hypothesis-profile=default` looks for new ones.
"""

import gc
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"
TIERS = ("quick", "test", "exhaustive")
FIRST = {  # files and folders that do not run in the quick tier: browsers, servers, databases, processes, prints
    "web": "test",
    "stores": "test",
}

settings.register_profile("same", derandomize=True)
settings.load_profile("same")
signal.signal(signal.SIGINT, signal.default_int_handler)  # run in the background, tests and their processes ignore it


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite tests/golden/ and read the diff like code")
    parser.addoption("--tier", choices=TIERS, default="test", help="how much is tried: quick, test (default) or all")


def first_tier(item: pytest.Item) -> str:
    """From which tier on a test runs."""
    if mark := item.get_closest_marker("tier"):
        assert mark.args[0] in TIERS, f"{item.nodeid}: no tier {mark.args[0]!r}"
        return str(mark.args[0])
    inside = item.path.relative_to(HERE).parts
    return next(
        (FIRST[name] for end in range(len(inside), 0, -1) if (name := "/".join(inside[:end])) in FIRST), "quick"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    now = TIERS.index(config.getoption("--tier"))
    later = [item for item in items if TIERS.index(first_tier(item)) > now]
    if later:
        config.hook.pytest_deselected(items=later)
        items[:] = [item for item in items if item not in set(later)]


def pytest_collection_finish() -> None:
    gc.freeze()  # thousands of tests and tables that stay: no use looking through them again and again


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
