"""What is released: reasons for each dependency, a bill of materials, and files that other Pythons can use."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from tools import release, try_release

ROOT = Path(__file__).parents[1]
TABLE = (ROOT / release.REASONS).read_text(encoding="utf-8")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def needed() -> set[str]:
    """Every package that pyproject.toml names."""
    project = release.project()
    words = [*project["dependencies"], *(word for extra in project["optional-dependencies"].values() for word in extra)]
    return {canonicalize_name(re.split(r"[^\w.-]", word)[0]) for word in words} - {project["name"]}


def test_each_dependency_has_a_reason_and_no_reason_is_left_over():
    """docs/dependencies.md names what pyproject.toml names, each once, with licence and reason."""
    rows = [row.split("|")[1:-1] for row in TABLE.splitlines() if row.startswith("| `")]
    assert all(len(row) == 3 and all(cell.strip() for cell in row) for row in rows)
    assert len(rows) == len(release.reasons(TABLE))
    assert set(release.reasons(TABLE)) == needed()


def test_a_reason_names_its_extra():
    """Of what players need not install."""
    why = release.reasons(TABLE)
    for extra, words in release.project()["optional-dependencies"].items():
        if extra in ("test", "release"):
            continue
        names = {canonicalize_name(re.split(r"[^\w.-]", word)[0]) for word in words} - {"rings-companion"}
        assert [name for name in names if not why[name].startswith(f"`{extra}`: ")] == []


def test_the_licence_of_the_type_is_that_of_the_packages():
    """Word for word, with the copyright lines of both."""
    from companion.pdf.fonts import FONTS, _folder

    ours = (ROOT / "LICENSES" / "OFL-1.1.txt").read_text(encoding="utf-8").split()
    for package in {package for package, _ in FONTS.values()}:
        copyright, rest = (_folder(package) / "LICENSE.txt").read_text(encoding="utf-8").split("\n", 1)
        assert ours[-len(rest.split()) :] == rest.split()
        assert " ".join(copyright.split()) in " ".join(ours)


def test_what_is_new_is_the_top_of_the_changelog():
    """Under version and day; nothing of earlier versions."""
    told = release.news("# Changelog\n\n## Unreleased\n\n- new\n\n## 0.0.1\n\n- old\n")
    assert re.fullmatch(rf"## {release.project()['version']} \(\d{{4}}-\d\d-\d\d\)\n\n- new\n", told)


def test_a_checkout_with_changes_is_not_released(tmp_path):
    """Nor is anything written beside what lies there already; both are said in a sentence."""
    copy = tmp_path / "copy"
    (copy / "tools").mkdir(parents=True)
    shutil.copy(release.__file__, copy / "tools" / "release.py")
    for words in (["init", "--quiet"], ["add", "."], [*GIT_AS, "commit", "--quiet", "--message", "all"]):
        subprocess.run(["git", *words], cwd=copy, check=True)
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / "old.whl").touch()
    command = [sys.executable, "tools/release.py", str(tmp_path / "dist")]
    done = subprocess.run(command, cwd=copy, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, f"{tmp_path / 'dist'} is not empty\n")
    (copy / "new.txt").touch()
    done = subprocess.run(command, cwd=copy, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "not a clean checkout; commit or remove:\n?? new.txt\n")


GIT_AS = ["-c", "user.name=companion", "-c", "user.email=companion@localhost"]


@pytest.mark.tier("exhaustive")
@pytest.mark.timeout(7200)
def test_a_release_is_whole_and_prints_the_same_under_every_python(tmp_path):
    """Of the last commit: all files with their sums, twice the same; wheel and sdist work under each Python here."""
    clean, first, second = tmp_path / "clean", tmp_path / "first", tmp_path / "second"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clean)], check=True)
    for folder in (first, second):
        subprocess.run([sys.executable, "tools/release.py", str(folder)], cwd=clean, check=True)
    files = {path.name: path.read_bytes() for path in first.iterdir()}
    assert files == {path.name: path.read_bytes() for path in second.iterdir()}
    sums = files.pop(release.SUMS).decode().split("\n")
    assert sorted(sums) == ["", *sorted(f"{hashlib.sha256(data).hexdigest()}  {name}" for name, data in files.items())]
    assert files[release.NEWS].decode().startswith(f"## {release.project()['version']} (2")
    (bill,) = (json.loads(data) for name, data in files.items() if name.endswith(".cdx.json"))
    named = {canonicalize_name(part["name"]): part for part in bill["components"]}
    assert bill["metadata"]["component"]["name"] == "rings-companion"
    why = release.reasons(TABLE)
    assert [name for name in why if name in named and "properties" not in named[name]] == []
    assert {"reportlab", "pypdfium2", "psycopg"} < named.keys()
    pythons = [path for version in PYTHONS if (path := shutil.which(f"python{version}"))]
    assert pythons
    (wheel,), (sdist,) = first.glob("*.whl"), first.glob("*.tar.gz")
    assert try_release.main(wheel, pythons) == 0
    assert try_release.main(sdist, pythons[:1]) == 0


def test_the_pythons_that_are_tried_are_those_that_are_allowed():
    """From the first that pyproject.toml allows on."""
    allowed = SpecifierSet(release.project()["requires-python"])
    assert PYTHONS[0] in allowed
    assert f"3.{int(PYTHONS[0].partition('.')[2]) - 1}" not in allowed
