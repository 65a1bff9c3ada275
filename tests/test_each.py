"""`each`: every case is a subtest."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.each import each

ROOT = Path(__file__).parents[1]


def run_pytest(folder: Path, code: str) -> list[str]:
    """Return the lines that pytest prints of one test module."""
    (folder / "test_it.py").write_text(f"import pytest\nfrom tests.each import each\n\n{code}", encoding="utf-8")
    plain = ["-p", "no:cacheprovider", "-p", "no:schemathesis", "--rootdir", str(folder)]
    command = [sys.executable, "-m", "pytest", "-q", *plain, "test_it.py"]
    path = {"PYTHONPATH": str(ROOT), "COLUMNS": "200"}
    done = subprocess.run(command, cwd=folder, env=path, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


def test_each_failing_case_is_named_and_the_others_run(tmp_path: Path) -> None:
    """`pytest.raises` where nothing is raised fails a case, too."""
    code = (
        '@each(("one", "other"), [(1, "a"), (2, "b"), (3, "c")])\n'
        "def test_it(one, other):\n"
        "    with pytest.raises(ZeroDivisionError):\n"
        "        one / (one - 1)\n"
    )
    lines = run_pytest(tmp_path, code)
    failed = [line for line in lines if line.startswith("SUBFAILED")]
    assert len(failed) == 2
    assert "one='2', other='b'" in failed[0]
    assert "one='3', other='c'" in failed[1]
    assert "1 subtests passed" in lines[-1]


@each("letter", "ab")
@each("number", [1, 2])
def test_stacked_cases_share_the_fixtures_of_the_test(tmp_path: Path, letter: str, number: int) -> None:
    """Every combination runs once."""
    path = tmp_path / f"{letter}{number}"
    assert not path.exists()
    path.touch()


def test_no_values_are_an_error() -> None:
    """A test of nothing would pass."""
    with pytest.raises(AssertionError, match="no values of number"):
        each("number", [])
