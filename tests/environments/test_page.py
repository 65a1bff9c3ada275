"""docs/environments.md runs: what each line prints stands behind it as a comment."""

import contextlib
import io
import re
from pathlib import Path

import pytest

pytest.importorskip("pyspiel")

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("code", BLOCKS, ids=["zoo", "bots", "spiel"])
def test_an_example_prints_what_it_says(code: str) -> None:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(code, "example", "exec"), {"__name__": "example"})
    assert said.getvalue().splitlines() == re.findall(r"print\(.*\)  # (.*)", code)
