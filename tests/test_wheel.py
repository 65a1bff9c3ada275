"""What is shipped: the wheel, installed elsewhere, prints the same bytes as the checkout."""

import json
import os
import re
import subprocess
import sys
import zipfile
from functools import cache
from importlib.metadata import distribution, packages_distributions, requires
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from companion.browser import bundle
from companion.core import resources
from companion.press import Job, made_files
from hatch_build import DataOfTheInstall
from tools import release

ROOT = Path(__file__).parents[1]
PRINT = ["print", "sheets", "--game", "dice", "--lang", "uk", "--paper", "letter"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built here; that `python -m build` does it too is tried with a release (tests/test_release.py)."""
    (path,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("dist")))
    return Path(path)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that it was installed into."""
    target = tmp_path_factory.mktemp("installed")
    zipfile.ZipFile(wheel).extractall(target)
    return target


def test_the_wheel_holds_data_and_nothing_else_on_top(wheel: Path) -> None:
    """Data folders lie inside the package; no other top-level name is installed."""
    names = zipfile.ZipFile(wheel).namelist()
    assert wheel.name.startswith("rings_companion-")
    assert {name.split("/")[0] for name in names} == {"companion", f"{wheel.name.rsplit('-py3', 1)[0]}.dist-info"}
    for folder in (
        "content/dice/rules.yaml",
        "cards/palette.yaml",
        "cards/art/icons/ring.svgz",
        "NOTICE",
        "LICENSES/OFL-1.1.txt",
    ):
        assert f"companion/_data/{folder}" in names


def test_what_is_installed_to_be_edited_has_no_data_of_its_own(tmp_path: Path) -> None:
    """It reads the checkout; what a wheel is given besides is gone once that is written."""
    drawing = tmp_path / "cards" / "art" / "icons" / "ring.svg"
    drawing.parent.mkdir(parents=True)
    drawing.write_bytes((ROOT / "cards/art/icons/ring.svg").read_bytes())
    (tmp_path / "companion").mkdir()
    for kind, given in (("editable", False), ("standard", True)):
        hook, data = DataOfTheInstall(str(tmp_path), {}, None, None, "", "wheel"), {"force_include": {}}
        hook.initialize(kind, data)
        assert bool(data["force_include"]) == given
        hook.finalize(kind, data, "")
    drawings = [Path(path) for path in data["force_include"] if path.endswith(".svgz")]
    assert drawings
    assert not any(path.exists() for path in drawings)


BASE = """
import sys
sys.modules.update(dict.fromkeys(sys.argv.pop(1).split(","), None))
from companion.cli import main
main()
"""


def base() -> set[str]:
    """The packages that come with ours to print and to play at the terminal, and with them, and so on."""
    needed: set[str] = set()
    waiting = [Requirement(line) for line in release.project()["dependencies"]]
    while waiting:
        name = canonicalize_name(waiting.pop().name)
        if name not in needed:
            needed.add(name)
            found = [Requirement(line) for line in requires(name) or ()]
            waiting += [one for one in found if one.marker is None or one.marker.evaluate({"extra": ""})]
    return needed


@cache
def not_in_the_base() -> set[str]:
    """Modules of installed packages that printing and play are not promised."""
    needed = base()
    return {
        module
        for module, owners in packages_distributions().items()
        if module != "companion" and not needed & {canonicalize_name(owner) for owner in owners}
    }


def test_the_installed_wheel_prints_the_same_bytes(installed: Path, tmp_path: Path) -> None:
    """Installed bare in another folder, run from a third one, without the checkout on the path."""
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    command = [sys.executable, "-c", BASE, ",".join(not_in_the_base()), *PRINT]
    done = subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True)
    assert "\n" not in done.stderr
    ((_, here),) = made_files(Job("dice", "sheets", "uk", paper="letter"))
    assert (tmp_path / done.stdout.strip()).read_bytes() == here


@pytest.mark.tier("exhaustive")
def test_the_installed_wheel_runs_the_python_lines_of_the_readme(installed: Path, tmp_path: Path) -> None:
    """Installed bare, with nothing of the extras."""
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    masked = f"import sys\nsys.modules.update(dict.fromkeys({sorted(not_in_the_base())}, None))\n{code}"
    environment = {**os.environ, "PYTHONPATH": str(installed), "XDG_DATA_HOME": str(tmp_path / "data")}
    command = [sys.executable, "-c", masked]
    done = subprocess.run(command, cwd=tmp_path, env=environment, check=False, capture_output=True, text=True)
    assert (done.returncode, "keep dice=" in done.stdout) == (0, True), done.stderr
    assert list(tmp_path.glob("output/*.pdf"))


@pytest.mark.tier("exhaustive")
def test_a_game_of_another_package_is_installed_beside_it(installed: Path, tmp_path: Path) -> None:
    """`pip install ./examples/ferry`: it is listed, printed, played and verified there."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--target", tmp_path / "games", ROOT / "examples" / "ferry"], check=True)
    paths = os.pathsep.join([str(tmp_path / "games"), str(installed)])
    environment = {**os.environ, "PYTHONPATH": paths, "COMPANION_STORE": str(tmp_path / "store")}

    def run(*words: str) -> str:
        call = [sys.executable, "-m", "companion", *words]
        done = subprocess.run(call, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True)
        assert done.stderr == ""
        return done.stdout.strip()

    rows = {row["id"]: row for row in json.loads(run("games", "--json"))}
    assert rows["ferry"]["bots"] == ["random", "careful"]
    assert (tmp_path / run("print", "boxes", "--game", "ferry")).is_file()
    session = run("new", "ferry", "--player", "Ann", "--player", "Bo").splitlines()[-1]
    run("do", session, "roll")
    assert json.loads(run("verify", session, "--json"))["ok"]


def test_a_bare_install_is_small(wheel: Path) -> None:
    """With all it needs under 90 MB: a third is Pillow and ReportLab, a fourth is Typer."""
    ours = [(one.filename, one.file_size) for one in zipfile.ZipFile(wheel).infolist()]
    compiled = 2.1 * sum(size for name, size in ours if name.endswith(".py"))  # pip compiles what it installs
    files = [Path(str(file.locate())) for name in base() for file in distribution(name).files or ()]
    others = sum(path.stat().st_size for path in files if path.is_file())
    assert sum(size for _, size in ours) + compiled + others < 90e6
    assert wheel.stat().st_size < 9.6e6


def test_its_drawings_are_those_of_the_checkout(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Packed, found by the same names and read as they are; one that is not there is not found."""
    for_browsers = bundle._tree("cards/art")
    monkeypatch.setattr(resources, "root", lambda: installed / "companion" / "_data")
    assert bundle._tree("cards/art") == for_browsers
    drawings = [path.relative_to(ROOT).as_posix() for path in (ROOT / "cards" / "art").rglob("*.svg")]
    assert resources.list_names("cards/art", "**/*.svg*") == sorted(name[len("cards/art/") : -4] for name in drawings)
    for name in drawings:
        path = resources.find(name)
        assert path is not None
        assert resources.read(path) == (ROOT / name).read_bytes()
    for name in ("cards/art/icons/rings.svg", "content/../cards/art/icons/ring.svg"):
        assert resources.find(name) is None


MUCH = pytest.mark.tier("exhaustive")  # another command of the same extra is tried anyway


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["new", "dice", "--player", "Ania:frodo", "--player", "Bo:sam"], 0, ""),
        pytest.param(["print", "dice", "--game", "dice", "--format", "png"], 1, "[pictures]", marks=MUCH),
        pytest.param(["preview", "dice", "--game", "dice"], 1, "[pictures]", marks=MUCH),
        pytest.param(["preview", "dice", "--game", "dice", "--watch"], 1, "[watch]", marks=MUCH),
        (["serve"], 1, "[serve]"),
        pytest.param(["site", "--out", "site"], 1, "[serve]", marks=MUCH),
    ],
    ids=lambda words: words[0] if isinstance(words, list) else None,
)
def test_what_a_bare_install_does(words: list[str], code: int, told: str, tmp_path: Path) -> None:
    """Without the extras it plays, and prints as above; all else names the extra in one line, and writes nothing."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COMPANION_STORE": str(tmp_path / "store.sqlite")}
    more = ["--out", str(tmp_path / "made")] if words[0] in ("print", "preview") and "--watch" not in words else []
    command = [sys.executable, "-c", BASE, ",".join(not_in_the_base()), *words, *more]
    done = subprocess.run(command, cwd=tmp_path, env=environment, check=False, capture_output=True, text=True)
    assert (done.returncode, told in done.stderr, done.stderr.count("\n")) == (code, True, code), done.stderr
    assert bool(list(tmp_path.iterdir())) == (not code)


def test_the_installed_wheel_knows_its_version(wheel: Path, installed: Path, tmp_path: Path) -> None:
    """From what was installed with it."""
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    command = [sys.executable, "-m", "companion", "--version"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True)
    assert done.stdout == f"companion {wheel.name.split('-')[1]}\n"
