"""What every test may use: golden files, compared as text and rewritten with `pytest --update-golden`.

Properties are tried with the same values in every run; `pytest --hypothesis-profile=default` looks for new ones.
"""

import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

GOLDEN = Path(__file__).parent / "golden"

settings.register_profile("same", derandomize=True)
settings.load_profile("same")
signal.signal(signal.SIGINT, signal.default_int_handler)  # run in the background, tests and their processes ignore it


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite tests/golden/ and read the diff like code")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """golden(name, text): the text is what tests/golden/name holds."""

    def check(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")

    return check
