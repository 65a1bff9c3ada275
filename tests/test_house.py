"""The rules of the house that no type checker sees: who may import what, and that no game leaks into shared rooms."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.content import load

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "companion"
MODULES = sorted(PACKAGE.rglob("*.py"))
SHARED_ROOMS = [path for path in MODULES if "games" not in path.relative_to(PACKAGE).parts]


def imports(path: Path) -> set[str]:
    """Top-level names of everything a module imports."""
    out = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            out |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            out.add(node.module.split(".")[0])
    return out


@pytest.mark.parametrize("path", [path for path in MODULES if {"play", "games"} & set(path.parts)], ids=str)
def test_the_referee_needs_the_standard_library_only(path: Path) -> None:
    """play/ and games/ run wherever Python runs, a browser included."""
    assert imports(path) <= set(sys.stdlib_module_names) | {"companion"}


def test_the_referee_loads_nothing_else() -> None:
    """Importing every game pulls in no third-party module and no file reader."""
    code = "import sys, companion.games as g; [g.get(i) for i in g.GAMES]; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert not loaded & {"yaml", "jinja2", "reportlab", "typer", "platformdirs", "qrcode", "sqlite3"}


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_reportlab_stays_in_its_room(path: Path) -> None:
    """Only pdf/ draws; everything before it is data in mm."""
    if "pdf" not in path.relative_to(PACKAGE).parts:
        assert "reportlab" not in imports(path)


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_one_place_knows_the_point(path: Path) -> None:
    """72 / 25.4 stands in units.py alone."""
    if path.name != "units.py":
        assert "25.4" not in path.read_text(encoding="utf-8")


def proper_names(game: str) -> set[str]:
    """Ids of a game that are words of that game only."""
    content = load.load(game)
    common = {
        "none",
        "start",
        "black",
        "yellow",
        "red",
        "blue",
        "green",
        "ring",
        "weapon",
        "first",
        "squares",
        "rulebook",
        *("any", "base", "card", "character", "die", "event", "free", "grey", "left", "right", "test"),
        *("one", "two", "four", "six"),
    }
    others = ("source", "option", "component", "game", "effect")
    kinds = [kind for kind in content.tables if kind not in others and not kind.startswith("print_")]
    return {row.id for kind in kinds for row in content[kind].values()} - common


@pytest.mark.parametrize("path", SHARED_ROOMS, ids=str)
def test_no_game_is_named_in_a_shared_room(path: Path) -> None:
    """A rule, place, symbol or player of a game never stands in the code that all games share (docstrings may)."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    texts = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
    ]
    names = {name for game in load.game_ids() for name in proper_names(game)}
    said = {word for text in texts for word in re.findall(r"[\w-]+", text)}
    helps = {"DG-ROLL-3"}  # the example in `companion rule --help`
    assert not said & names - helps
