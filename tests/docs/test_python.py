"""docs/python.md runs: what each line prints stands behind it as a comment."""

import contextlib
import io
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
SECTIONS = [section.split("\n", 1) for section in PAGE.split("\n## ")[1:]]
BLOCKS = [(heading, code) for heading, text in SECTIONS for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL)]


@pytest.mark.parametrize(("heading", "code"), BLOCKS, ids=[heading for heading, _ in BLOCKS])
def test_a_recipe_prints_what_it_says(heading: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert run(code).splitlines() == re.findall(r"print\(.*\)  # (.*)", code)


def run(code: str) -> str:
    """Return what a block prints."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(code, "block", "exec"), {"__name__": "recipe"})
    return said.getvalue()


def test_every_recipe_is_found() -> None:
    assert len(BLOCKS) == PAGE.count("```python\n") == 10
