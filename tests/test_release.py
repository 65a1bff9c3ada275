"""What is released: reasons for each dependency, a bill of materials, and files that other Pythons can use."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from companion.content.translations import Translation
from companion.pdf.font_files import FONTS, TYPE
from companion.web.page.typefaces import SOURCES
from tools import pin_hashes, release, try_release

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


def test_what_builds_the_package_is_pinned():
    """The image and whoever installs from a checkout build with the version that the checks ran with."""
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    assert [word for word in wanted if "==" not in word] == []
    pins = {"==".join(pin) for pin in pin_hashes.PIN.findall(pin_hashes.read("requirements/build.txt"))}
    assert set(wanted) <= pins


@pytest.mark.parametrize("name", pin_hashes.LISTS)
def test_a_list_holds_what_its_extra_needs_here(name):
    """No pin is missing, none is left over, each satisfies whoever needs it; without a bill of materials at hand, its
    own part of the list for releases is believed."""
    held = pinned(name)
    words = [word for word in pin_hashes.roots(name)[1] if not word.startswith("cyclonedx")]
    found = list(pin_hashes.needed(words, default_environment()))
    wrong = [str(word) for word in found if not word.specifier.contains(held[canonicalize_name(word.name)])]
    assert wrong == []
    if name != "requirements/release.txt":
        assert held.keys() == {canonicalize_name(word.name) for word in found}
    else:
        assert "cyclonedx-bom" in held


def pinned(name: str) -> dict[str, str]:
    """Version by package of a list, and of those that it begins with, as pip takes them here; never two of one."""
    assert pin_hashes.read(name).splitlines()[1 : len(pin_hashes.LISTS[name]) + 1] == [
        f"-r {os.path.relpath(other, Path(name).parent)}" for other in pin_hashes.LISTS[name]
    ]
    found = [item for other in pin_hashes.LISTS[name] for item in pinned(other).items()]
    for line in pin_hashes.read(name).replace("\\\n", "").splitlines():
        if "==" in line:
            pin = Requirement(line.partition(" --hash")[0])
            if not pin.marker or pin.marker.evaluate():
                found.append((canonicalize_name(pin.name), str(pin.specifier).removeprefix("==")))
    assert len(set(found)) == len(dict(found))
    return dict(found)


def test_every_pin_names_the_sums_of_its_files():
    """The same ones in every list, and nothing else stands there, nor is a list left over."""
    sums: dict[str, set[str]] = {}
    for name in pin_hashes.LISTS:
        lines = pin_hashes.read(name).replace(" \\\n   ", "").splitlines()
        for line in lines[1 + len(pin_hashes.LISTS[name]) :]:
            assert re.fullmatch(r"\S+==\S+( ; [^-]+)?( --hash=sha256:[0-9a-f]{64})+", line)
            pin, _, told = line.partition(" --hash")
            sums.setdefault(pin.partition(" ;")[0], set()).add(told)
    assert [pin for pin, told in sums.items() if len(told) > 1] == []
    assert len({canonicalize_name(pin.partition("==")[0]) for pin in sums}) == len(sums)
    assert {path.name for path in (ROOT / "requirements").iterdir()} == {
        Path(name).name for name in pin_hashes.LISTS if "/" in name
    }


def test_a_release_refuses_stale_translations(monkeypatch):
    """And content with faults; the house's own is released."""

    def check(*stale, faults=()):
        def problems(games, played, compared):
            compared.extend(stale)
            return list(faults)

        monkeypatch.setattr(release, "content_problems", problems)
        release.refuse_stale_texts()

    said = ["content/chess/texts/pl.po:4: event.moved: marked as fuzzy"]
    check(Translation("chess", "de", False, [], [], said), Translation("chess", "pl", True, []))
    with pytest.raises(SystemExit, match=r"content/chess/texts/pl\.po: 1 translation marked fuzzy"):
        check(Translation("chess", "pl", True, [], [], said))
    with pytest.raises(SystemExit, match="content/chess: wrong"):
        check(faults=["content/chess: wrong"])


def test_a_reason_names_its_extra():
    """Of what players need not install."""
    why = release.reasons(TABLE)
    for extra, words in release.project()["optional-dependencies"].items():
        if extra in ("test", "release"):
            continue
        names = {canonicalize_name(re.split(r"[^\w.-]", word)[0]) for word in words} - {"rings-companion"}
        assert [name for name in names if f"`{extra}`" not in why[name].partition(":")[0]] == []


def test_the_type_is_what_is_said_of_it():
    """Its copyright lines stand above the licence, NOTICE names it, and its versions are those that phones go by."""
    licence = (ROOT / "LICENSES" / "OFL-1.1.txt").read_text(encoding="utf-8")
    notice = " ".join((ROOT / "NOTICE").read_text(encoding="utf-8").split())
    said = set()
    for file in FONTS.values():
        names = TTFont(TYPE / file)["name"]
        copyright = names.getDebugName(0).split("\n")[0].replace("©", "Copyright").replace("‘", "'").replace("’", "'")
        assert copyright in licence
        assert "Open Font License, Version 1.1" in names.getDebugName(13)
        family = " ".join(names.getDebugName(4).split()[:3])
        assert family in notice
        said.add(f"{family} {names.getDebugName(5).split(';')[0].removeprefix('Version ')}")
    assert said == set(SOURCES)
    assert {path.name for path in TYPE.iterdir()} == set(FONTS.values())


def test_what_is_new_is_the_top_of_the_changelog():
    """Under version and day; nothing of earlier versions."""
    told = release.news("# Changelog\n\n## 0.2.0 (2026-11-24)\n\n- new\n\n## 0.1.0 (2026-11-01)\n\n- old\n", "0.2.0")
    assert told == "## 0.2.0 (2026-11-24)\n\n- new\n"


@pytest.mark.parametrize("head", ["Unreleased", "0.2.0", "0.1.0 (2026-11-24)", "0.2.0 (24.11.2026)"])
def test_what_has_no_version_and_day_is_not_released(head):
    """The one of pyproject.toml, and a day."""
    told = f"begins with '## {head}'; to release 0.2.0 head it '## 0.2.0 (YEAR-MONTH-DAY)'"
    with pytest.raises(SystemExit, match=re.escape(told)):
        release.news(f"# Changelog\n\n## {head}\n\n- new\n", "0.2.0")


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
    """Of the last commit: all files with their sums, the same from two checkouts; each Python here can use them."""
    first, second = tmp_path / "first", tmp_path / "second"
    clean, other = tmp_path / "clean", tmp_path / "elsewhere" / "other"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clean)], check=True)
    text = (clean / "CHANGELOG.md").read_text(encoding="utf-8")
    head = f"\n## {release.project()['version']} (2026-11-24)\n"
    (clean / "CHANGELOG.md").write_text(re.sub(r"\n## .*\n", head, text, count=1), encoding="utf-8")
    subprocess.run(["git", *GIT_AS, "commit", "--quiet", "--all", "--message", "release"], cwd=clean, check=True)
    subprocess.run(["git", "clone", "--quiet", str(clean), str(other)], check=True)
    for checkout, folder in ((clean, first), (other, second)):
        subprocess.run([sys.executable, "tools/release.py", str(folder)], cwd=checkout, check=True)
    files = {path.name: path.read_bytes() for path in first.iterdir()}
    assert files == {path.name: path.read_bytes() for path in second.iterdir()}
    sums = files.pop(release.SUMS).decode().split("\n")
    assert sorted(sums) == ["", *sorted(f"{hashlib.sha256(data).hexdigest()}  {name}" for name, data in files.items())]
    assert files[release.NEWS].decode().startswith(head[1:])
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
