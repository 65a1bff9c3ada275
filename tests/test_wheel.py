"""What is shipped: the wheel, installed elsewhere, prints the same bytes as the checkout."""

import os
import subprocess
import sys
import zipfile
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools import release

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


BASE = """
import sys
sys.modules.update(dict.fromkeys(sys.argv.pop(1).split(","), None))
from companion.cli import main
main()
"""


def not_in_the_base() -> set[str]:
    """Modules of installed packages that printing and play are not promised."""
    needed: set[str] = set()
    waiting = [Requirement(line) for line in release.project()["dependencies"]]
    while waiting:
        name = canonicalize_name(waiting.pop().name)
        if name not in needed:
            needed.add(name)
            found = [Requirement(line) for line in requires(name) or ()]
            waiting += [one for one in found if one.marker is None or one.marker.evaluate({"extra": ""})]
    return {
        module
        for module, owners in packages_distributions().items()
        if module != "companion" and not needed & {canonicalize_name(owner) for owner in owners}
    }


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (PRINT, 0, ""),
        (["new", "dice", "--player", "Ania:frodo", "--player", "Bo:sam"], 0, ""),
        (["print", "dice", "--game", "dice", "--format", "png"], 1, "[pictures]"),
        (["preview", "dice", "--game", "dice"], 1, "[pictures]"),
        (["preview", "dice", "--game", "dice", "--watch"], 1, "[watch]"),
        (["serve"], 1, "[serve]"),
        (["site", "--out", "site"], 1, "[serve]"),
    ],
    ids=lambda words: words[0] if isinstance(words, list) else None,
)
def test_what_a_bare_install_does(words: list[str], code: int, told: str, tmp_path: Path) -> None:
    """Without the extras it prints and plays; all else names the extra in one line, and writes nothing."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COMPANION_STORE": str(tmp_path / "store.sqlite")}
    more = ["--out", str(tmp_path / "made")] if words[0] in ("print", "preview") and "--watch" not in words else []
    command = [sys.executable, "-c", BASE, ",".join(not_in_the_base()), *words, *more]
    done = subprocess.run(command, cwd=tmp_path, env=environment, check=False, capture_output=True, text=True)
    assert (done.returncode, told in done.stderr, done.stderr.count("\n")) == (code, True, code), done.stderr
    assert bool(list(tmp_path.iterdir())) == (not code)


def test_the_installed_wheel_knows_its_version(wheel: Path, tmp_path: Path) -> None:
    """From what was installed with it."""
    zipfile.ZipFile(wheel).extractall(tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-m", "companion", "--version"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True)
    assert done.stdout == f"companion {wheel.name.split('-')[1]}\n"
