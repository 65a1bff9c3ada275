"""`companion --version`, and a clone that is not installed."""

import ast
import re
import subprocess
import sys
import tomllib

import pytest

from companion.core import resources
from companion.core.version import version
from companion.pdf import font_files
from tests.cli.conftest import ROOT
from tests.languages import LANGUAGES

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
PROJECT = '[project]\nname = "{}"\nversion = "{}"\n'


def test_a_clone_without_install_says_what_to_run():
    """In one line; installed, the same call is the command."""
    call = ["-m", "companion", "--version"]
    bare, installed = (
        subprocess.run([sys.executable, *how, *call], cwd=ROOT, capture_output=True, text=True, check=False)
        for how in (["-S"], [])
    )
    assert (bare.returncode, bare.stdout) == (1, "")
    (line,) = bare.stderr.splitlines()
    assert line.startswith("companion is not installed: no jinja2, PIL, ")
    assert line.endswith(f" Run `make sheets`, or `{sys.executable} -m pip install --editable .`")
    assert (installed.returncode, installed.stdout) == (0, f"companion {VERSION}\n")


def test_a_package_that_the_command_needs_is_looked_for():
    """What pyproject.toml names, under the names that Python imports."""
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    names = {"pillow": "PIL", "pyyaml": "yaml"}
    wanted = {names.get(name, name) for name in (re.split(r"\W", word)[0] for word in needed)}
    tree = ast.parse((ROOT / "companion" / "__main__.py").read_text(encoding="utf-8"))
    (found,) = (node.value for node in tree.body if isinstance(node, ast.Assign))
    assert set(ast.literal_eval(found)) == wanted


def test_a_clone_without_typefaces_says_what_to_run(run, tmp_path, monkeypatch):
    """Once, not for every text of every face."""
    resources.clear_readers()
    monkeypatch.setattr(font_files, "TYPE", tmp_path)
    result = run("print", "sheets", "--game", "dice")
    resources.clear_readers()
    assert (result.code, result.out) == (1, "")
    assert result.err == (
        "The typefaces are missing: this clone is not installed."
        " Run `make sheets` or `python -m pip install --editable .` in it.\n"
    )


def test_the_version_is_one_line_of_this_checkout(good):
    """One line, of this checkout."""
    assert good("--version").out == f"companion {VERSION}\n"


@pytest.fixture
def copied(tmp_path, monkeypatch):
    """The code as if it stood in `place/companion`, where nothing says which version it is."""
    package = tmp_path / "place" / "companion"
    package.mkdir(parents=True)
    monkeypatch.setattr(resources, "PACKAGE", package)
    return package.parent


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """`installed("9.9")`: a package of that version under our name, on the path of Python."""

    def call(number):
        folder = tmp_path / "place" / f"rings_companion-{number}.dist-info"
        folder.mkdir(parents=True)
        text = f"Metadata-Version: 2.1\nName: rings-companion\nVersion: {number}\n"
        (folder / "METADATA").write_text(text, encoding="utf-8")
        monkeypatch.syspath_prepend(folder.parent)

    return call


def test_the_version_of_a_package(copied, installed):
    """As it was installed."""
    installed("9.9")
    assert version() == "9.9"


def test_the_version_of_another_copy_is_not_ours(installed, monkeypatch, tmp_path):
    """A package that is installed beside says nothing of the code that runs."""
    installed("9.9")
    assert version() == VERSION
    monkeypatch.setattr(resources, "PACKAGE", tmp_path / "elsewhere" / "companion")
    assert version() == ""


@pytest.mark.parametrize("text", [PROJECT.format("inn", "7"), "[project", "x = 1", "project = 5", ""])
def test_the_version_of_another_project_is_not_ours(copied, text):
    """Code that was copied into it has none."""
    (copied / "pyproject.toml").write_text(text, encoding="utf-8")
    assert version() == ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_copy_without_a_version(good, monkeypatch, copied, lang):
    """It is said, rather than one that may be wrong."""
    monkeypatch.setenv("COMPANION_LANG", lang)
    out = good("--version").out
    assert out.startswith("companion: ")
    assert not any(letter.isdigit() for letter in out)
