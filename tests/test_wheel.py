"""What is shipped: the wheel, installed elsewhere, prints the same bytes as the checkout."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PRINT = ["print", "sheets", "--game", "dice", "--lang", "uk", "--paper", "letter"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (path,) = folder.glob("*.whl")
    return path


def test_the_wheel_holds_data_and_nothing_else_on_top(wheel: Path) -> None:
    """Data folders lie inside the package; no other top-level name is installed."""
    names = zipfile.ZipFile(wheel).namelist()
    assert wheel.name.startswith("rings_companion-")
    assert {name.split("/")[0] for name in names} == {"companion", f"{wheel.name.rsplit('-py3', 1)[0]}.dist-info"}
    for folder in ("content/dice/rules.yaml", "cards/palette.yaml", "cards/art/icons/ring.svg"):
        assert f"companion/_data/{folder}" in names


def test_the_installed_wheel_prints_the_same_bytes(wheel: Path, tmp_path: Path) -> None:
    """Installed in another folder, run from a third one, without the checkout on the path."""
    target, work = tmp_path / "site", tmp_path / "work"
    work.mkdir()
    zipfile.ZipFile(wheel).extractall(target)

    def printed(path: Path, out: Path) -> bytes:
        command = [sys.executable, "-m", "companion", *PRINT, *(["--out", str(out)] if path == ROOT else [])]
        environment = {**os.environ, "PYTHONPATH": str(path)}
        done = subprocess.run(command, cwd=work, env=environment, check=True, capture_output=True, text=True)
        return (work / done.stdout.strip()).read_bytes()

    assert printed(target, work / "unused.pdf") == printed(ROOT, work / "checkout.pdf")
