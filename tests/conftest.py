"""What every test may use: golden files, compared as text and rewritten with `pytest --update-golden`, and the tiers.

`pytest --tier quick` is for the person at work, `test` (the usual one) for every change, `exhaustive` tries in full
what the others sample. A test runs in every tier, unless its file or folder stands in FIRST, or its mark `tier(...)`
names a later one. How much a test tries in its tier it asks the fixture `tier`.

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
FIRST = {  # files and folders that do not run in the quick tier, the longest first: these are begun first
    **dict.fromkeys(("web", "stores"), "test"),  # browsers, servers, databases
    **dict.fromkeys((f"cli/test_{name}.py" for name in ("serving_whole", "printing", "processes")), "test"),
    **dict.fromkeys((f"cli/test_{name}.py" for name in ("serving", "serving_screen", "version", "store")), "test"),
    **dict.fromkeys((f"content/test_{name}_print.py" for name in ("wotr", "wotrcards")), "test"),
    **dict.fromkeys((f"test_{name}.py" for name in ("press", "docs", "wheel", "positions", "properties")), "test"),
    **dict.fromkeys((f"games/{name}/test_properties.py" for name in ("wotr", "wotrcards", "fellowship")), "test"),
    **dict.fromkeys((f"games/{name}/test_evening.py" for name in ("wotr", "wotrcards")), "test"),
    **dict.fromkeys((f"games/dice/test_{name}.py" for name in ("reference", "perft")), "test"),
    "games/wotrcards/test_leaks.py": "test",
    **dict.fromkeys(("press", "exports", "faces/test_hostile.py", "play/test_words.py", "play/test_verify.py"), "test"),
}

settings.register_profile("same", derandomize=True)
settings.load_profile("same")
signal.signal(signal.SIGINT, signal.default_int_handler)  # run in the background, tests and their processes ignore it


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite tests/golden/ and read the diff like code")
    parser.addoption("--tier", choices=TIERS, default="test", help="how much is tried: quick, test (default) or all")


def place(path: Path) -> str | None:
    """Where a file, or its folder, stands in FIRST."""
    inside = path.relative_to(HERE).parts if path.is_relative_to(HERE) else ()
    return next((name for end in range(len(inside), 0, -1) if (name := "/".join(inside[:end])) in FIRST), None)


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
