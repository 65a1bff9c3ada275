"""Games of other packages, found by their entry points; nothing is imported before it is asked for.

    [project.entry-points."companion.games"]      # ID = a module with GAME, a Game, and CONTENT, a Path
    [project.entry-points."companion.content"]    # printing alone: ID = a module with CONTENT, or the Path itself

The path is a folder with content/ID, cards/ID and cards/art/ID. Two packages with one id are both left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GAMES, CONTENT = "companion.games", "companion.content"
PARTS = ("id", "rules", "words", "show", "odds")  # of a Game
_ID = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True, eq=False)
class Plugin:
    """A game of another package.

    game: its Game, None for printing alone. module: the name of its module, and code: the folder or file of that.
    Compared and hashed by identity, so that what is read of it can be cached.
    """

    id: str
    package: str
    root: Path
    game: Any = None
    module: str = ""
    code: Path | None = None


def plugin_names() -> tuple[str, ...]:
    """Return the sorted ids that other packages announce."""
    return tuple(sorted(_entries()))


def find_plugin(id: str) -> Plugin | None:
    """Return the plugin of that id; None if no package has it or it is faulty."""
    found = _load(id) if id in _entries() else None
    return found if isinstance(found, Plugin) else None


def plugin_fault(id: str) -> str:
    """Return why the plugin of that id cannot be used; "" for a sound one."""
    found = _load(id)
    return found if isinstance(found, str) else ""


def packages_of(id: str) -> str:
    """Return the names of the packages that announce that id."""
    return ", ".join(sorted({_package(entry) for entry in _entries().get(id, ())}))


def forget_plugins() -> None:
    """Look for packages anew when next asked, because some were added or removed."""
    _entries.cache_clear()
    _load.cache_clear()


@cache
def _entries() -> dict[str, list[EntryPoint]]:
    from importlib.metadata import entry_points

    found: dict[str, list[EntryPoint]] = {}
    for group in (GAMES, CONTENT):
        for entry in entry_points(group=group):
            found.setdefault(entry.name, []).append(entry)
    return found


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else entry.module


@cache
def _load(id: str) -> Plugin | str:
    """Return the plugin, or its fault."""
    first, *others = _entries()[id]
    if others:
        return "several packages have a game of this id"
    if not _ID.fullmatch(id):
        return "an id has small letters, digits and _ only"
    try:
        found = first.load()
    except (Exception, SystemExit) as error:  # whatever foreign code raises
        return f"cannot import {first.value}: {type(error).__name__}: {error}"
    game = getattr(found, "GAME", None) if first.group == GAMES else None
    root = found if isinstance(found, Path) else getattr(found, "CONTENT", None)
    if fault := _fault(id, first, game, root):
        return fault
    assert isinstance(root, Path)
    return Plugin(id, _package(first), root, game, *((found.__name__, _code(found)) if game is not None else ()))


def _fault(id: str, entry: EntryPoint, game: Any, root: object) -> str:
    if entry.group == GAMES:
        if game is None:
            return f"no GAME in {entry.value}"
        if lacking := [part for part in PARTS if not hasattr(game, part)]:
            return f"GAME in {entry.value} is not a Game: it has no {', '.join(lacking)}"
        if game.id != id:
            return f"the id of GAME in {entry.value} is '{game.id}'"
    if not isinstance(root, Path):
        return f"no CONTENT in {entry.value}, the Path of a folder"
    return "" if (root / "content" / id / "game.yaml").is_file() else f"no content/{id}/game.yaml in {root}"


def _code(module: ModuleType) -> Path | None:
    """Return the folder of the module's package, or the file of a module alone."""
    file = Path(module.__file__) if module.__file__ else None
    return file.parent if file and (module.__package__ or "") else file
