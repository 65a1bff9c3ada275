"""The rules of the house that no type checker sees: who may import what, and that no game leaks into shared rooms."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar, cast

from companion.browser import bundle
from companion.content import load
from companion.games import GAMES
from companion.play.journal.entries import table_entry
from tests.each import each
from tests.syntax import parse

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "companion"
Node = TypeVar("Node", bound=ast.AST)
MODULES = sorted(PACKAGE.rglob("*.py"))
SHARED_ROOMS = [path for path in MODULES if "games" not in path.relative_to(PACKAGE).parts]


@cache
def nodes(path: Path) -> dict[type, list[ast.AST]]:
    """The nodes of a module by their type, looked for once."""
    found: dict[type, list[ast.AST]] = {}
    for node in ast.walk(parse(path)):
        found.setdefault(type(node), []).append(node)
    return found


def nodes_of(path: Path, *types: type[Node]) -> Iterator[Node]:
    """Those of these types."""
    for type in types:
        yield from cast("list[Node]", nodes(path).get(type, []))


def imports(path: Path) -> set[str]:
    """Top-level names of everything a module imports."""
    out = set()
    for node in nodes_of(path, ast.Import, ast.ImportFrom):
        if isinstance(node, ast.Import):
            out |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            out.add(node.module.split(".")[0])
    return out


@each("path", [path for path in MODULES if {"play", "games"} & set(path.parts)])
def test_the_referee_needs_the_standard_library_only(path: Path) -> None:
    """play/ and games/ run wherever Python runs, a browser included; but for the modules that are asked for by name."""
    by_name = {"numpy"} if path.name == "vector.py" else set()
    assert imports(path) <= set(sys.stdlib_module_names) | {"companion"} | by_name


def test_nobody_imports_what_is_asked_for_by_name() -> None:
    """NumPy is needed where it is asked for, and nowhere else: not by a game, not in the browser."""
    users = {module for module, used in modules().items() if any(name.endswith(".vector") for name in used)}
    assert all(module.endswith(".vector") for module in users)
    assert not [
        name
        for name in bundle._own_modules()
        if name.endswith(("observation.py", "vector.py")) or "/simulation/" in name or "/environments/" in name
    ]


@cache
def loaded() -> tuple[set[str], set[str]]:
    """The modules of a process that imported the referees of all games, and those after it took the whole games."""
    referees = ", ".join(f"companion.games.{game}.referee" for game in GAMES)
    code = f"import sys, {referees}; print(*sys.modules)\n"
    code += "import companion.games as g; [g.get(id) for id in g.GAMES]; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    first, second = done.stdout.splitlines()
    return {*first.split()}, {*second.split()}


def test_the_referee_loads_nothing_else() -> None:
    """Importing every game pulls in no third-party module and no file reader."""
    found = {name.split(".")[0] for name in loaded()[1]}
    assert not found & {"yaml", "jinja2", "reportlab", "typer", "platformdirs", "qrcode", "sqlite3", "numpy"}


def test_rules_load_without_words_pages_odds_and_bots() -> None:
    """A game's `referee` plays alone."""
    named = {"action_words", "bot", "bots", "game_odds", "page", "questions", "terminal"}
    assert not [name for name in loaded()[0] if name.startswith("companion.") and name.split(".")[-1] in named]


@each("path", MODULES)
def test_reportlab_stays_in_its_room(path: Path) -> None:
    """Only pdf/ draws; everything before it is data in mm."""
    if "pdf" not in path.relative_to(PACKAGE).parts:
        assert "reportlab" not in imports(path)


@each("path", MODULES)
def test_one_place_knows_the_point(path: Path) -> None:
    """72 / 25.4 stands in core/units.py alone."""
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
    others = ("source", "option", "component", "game", "lesson")
    kinds = [kind for kind in content.tables if kind not in others and not kind.startswith(("print_", "bot_"))]
    return {row.id for kind in kinds for row in content[kind].values()} - common


@cache
def all_proper_names() -> set[str]:
    """Ids of all games."""
    return {name for game in load.game_ids() for name in proper_names(game)}


@each("path", SHARED_ROOMS)
def test_no_game_is_named_in_a_shared_room(path: Path) -> None:
    """A rule, place, symbol or player of a game never stands in the code that all games share (docstrings may)."""
    docs = {
        id(node.body[0].value)
        for node in nodes_of(path, ast.Module, ast.ClassDef, ast.FunctionDef)
        if node.body and isinstance(node.body[0], ast.Expr)
    }
    texts = [
        node.value for node in nodes_of(path, ast.Constant) if isinstance(node.value, str) and id(node) not in docs
    ]
    said = {word for text in texts for word in re.findall(r"[\w-]+", text)}
    helps = {"DG-ROLL-3"}  # the example in `companion rule --help`
    assert not said & all_proper_names() - helps


def test_templates_only_lay_out() -> None:
    """Whatever a page needs is handed to its template (`page.py` of a game); none changes lists or splits words."""
    found = [
        f"{path.relative_to(PACKAGE)}:{number}"
        for path in sorted(PACKAGE.rglob("*.html"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r"\{%-? *set _ *=|\.do\.(split|partition)", line)
    ]
    assert found == []


# --- rooms -----------------------------------------------------------------------------------------------------------

ROOMS = sorted({path.parent for path in MODULES})
MOST_FILES = 21


def rooms_in(room: Path) -> list[str]:
    """The rooms inside a room in the order of its docstring, from the lowest up: lines that begin `name/`."""
    docstring = ast.get_docstring(parse(room / "__init__.py")) or ""
    return re.findall(r"^(\w+)/ ", docstring, re.MULTILINE)


@each("room", ROOMS)
def test_every_room_says_what_belongs_in_it(room: Path) -> None:
    """A docstring in __init__.py; it lists the rooms inside, if there are several."""
    assert ast.get_docstring(parse(room / "__init__.py"))
    inside = {other.name for other in ROOMS if other.parent == room}
    assert inside <= set(rooms_in(room)) or len(inside) == 1 or room.name == "games"


def test_the_architecture_page_lists_the_rooms_in_their_order() -> None:
    """docs/architecture.md and the docstring of the package tell one tree."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## The rooms")[2]
    assert re.findall(r"^\| `(\w+)/` \|", page, re.MULTILINE) == rooms_in(PACKAGE)


def test_no_game_imports_another() -> None:
    """Each is a room of its own; what two of them need belongs in play/."""
    games = {
        name: {other for other in used if other.startswith("companion.games.")} for name, used in modules().items()
    }
    crossing = [
        f"{name} imports {other}"
        for name, used in games.items()
        for other in used
        if name.startswith("companion.games.") and name.split(".")[2] != other.split(".")[2]
    ]
    assert crossing == []


@each("room", ROOMS)
def test_no_room_is_a_long_list(room: Path) -> None:
    """A folder that needs more files has more than one subject."""
    assert len([path for path in room.glob("*.py") if path.name != "__init__.py"]) <= MOST_FILES


@cache
def modules() -> dict[str, set[str]]:
    """The modules of the package that each of them imports, for types alone too."""
    names = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        names[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    found: dict[str, set[str]] = {}
    for name, path in names.items():
        found[name] = set()
        for node in nodes_of(path, ast.Import, ast.ImportFrom):
            if isinstance(node, ast.ImportFrom):
                asked = [f"{node.module}.{alias.name}" for alias in node.names]
                found[name] |= {one if one in names else str(node.module) for one in asked} & {*names}
            else:
                found[name] |= {alias.name for alias in node.names} & {*names}
    return found


def test_every_type_of_table_entry_is_found() -> None:
    """By name, not by listing the folder: a browser that starts from kept memory has no files."""
    room = PACKAGE / "play" / "journal" / "entries"
    assert {path.stem for path in room.glob("*.py")} == {*table_entry.MODULES, "table_entry", "__init__"}


def test_no_import_runs_upward() -> None:
    """A room imports only those that stand before it in the docstring of the room around them."""
    upward = []
    for module, used in modules().items():
        for other in used:
            one, two = module.split("."), other.split(".")
            depth = next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), 0)
            order = rooms_in(PACKAGE.parent.joinpath(*one[:depth])) if depth else []
            floors = [
                order.index(name[depth]) for name in (one, two) if name[depth : depth + 1] and name[depth] in order
            ]
            if len(floors) == 2 and floors[1] > floors[0]:
                upward.append(f"{module} imports {other}")
    assert upward == []


def test_no_modules_import_each_other() -> None:
    """No circle anywhere: modules can be put in an order in which each comes after all it imports."""
    left = {module: used - {module} for module, used in modules().items()}
    while ready := {module for module, used in left.items() if not used}:
        left = {module: used - ready for module, used in left.items() if module not in ready}
    assert sorted(left) == []


@each("path", sorted((ROOT / "tests").rglob("*.py")))
def test_no_test_module_is_imported(path: Path) -> None:
    """What tests share is in helper modules and conftest.py; only the two contracts are run whole from elsewhere."""
    contracts = {"tests.test_conformance", "tests.stores.test_contract"}
    text = path.read_text(encoding="utf-8")
    if not re.search(r"\btest_\w+ import|import .*\btest_", text):
        return
    tree = ast.walk(ast.parse(text))
    used = [name for node in tree for name in imported_names(node)]
    assert not [name for name in used if name.startswith("tests.") and ".test_" in name and name not in contracts]


def imported_names(node: ast.AST) -> list[str]:
    """Return the dotted names that one import statement brings in; none for any other node."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module:
        return [f"{node.module}.{alias.name}" for alias in node.names]
    return []
