"""Find texts that the programs name and that no template has: a refusal or an event would crash at the table.

Reads the Python files of the package and runs none. Does not find ids put together from parts, as in `f"did_{code}"`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Set
from functools import cache
from pathlib import Path
from typing import NamedTuple

from companion.content import kept_values
from companion.content.texts import FOLDER
from companion.core import plugins, resources
from companion.core.errors import did_you_mean

KIND = "named"  # of what is kept until a file changes
GAMES = "games"
PRINTED = "print."  # a face omits it
CALLS = {  # which argument of a call is a code, and the beginning of its text's id
    "Refusal": (0, "refusal."),
    "refuse": (1, "refusal."),
    "Event": (0, "event."),
    "record": (0, "event."),
    "record_for": (1, "event."),
    "finish": (0, "event.end_"),
    "LocalizedError": (0, "error."),
    "WrongCall": (0, "error."),
    "check_choice": (0, "error."),
    "JournalError": (1, "error."),
    "StoreError": (0, "error."),
    "StaleSequence": (0, "error."),
    "say": (0, ""),
}


class NamedText(NamedTuple):
    """A text id in a Python file.

    place: file:line, such as `companion/games/dice/rules/turn.py:77`.
    """

    id: str
    place: str


def missing_texts(room: str, content: str, known: Set[str]) -> list[str]:
    """Return a fault for each text that a room names and that is not known.

    room: as for `named_texts`.
    content: the folder of content/ whose template lacks the text.
    """
    return [
        f"{place}: no text '{id:.60}'; add it to content/{content}/{FOLDER}/en.pot{did_you_mean(id[:100], known)}"
        for id, place in named_texts(room)
        if id not in known and f"{PRINTED}{id}" not in known
    ]


@cache
def named_texts(room: str) -> tuple[NamedText, ...]:
    """Return the texts that Python files name outright, by file and line.

    room: a game's id, or "" for all rooms but the games.
    """
    games = resources.PACKAGE / GAMES
    plugin = plugins.find_plugin(room) if room and not (games / room).is_dir() else None
    if plugin and plugin.code:
        return _read_texts([plugin.code] if plugin.code.is_file() else sorted(plugin.code.rglob("*.py")))
    folder = games / room if room else resources.PACKAGE
    paths = [path for path in sorted(folder.rglob("*.py")) if room or games not in path.parents]
    digest = kept_values.digest_files([*paths, Path(__file__)], resources.PACKAGE)
    return tuple(NamedText(*text) for text in kept_values.make_once(KIND, digest, lambda: _read_texts(paths)))


def _read_texts(paths: Iterable[Path]) -> tuple[NamedText, ...]:
    return tuple(found for path in paths for found in texts_of_file(path))


def texts_of_file(path: Path) -> Iterator[NamedText]:
    """Yield the texts that one Python file names."""
    own = path.is_relative_to(resources.PACKAGE)
    name = path.relative_to(resources.PACKAGE.parent if own else path.parents[1]).as_posix()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            at, beginning = CALLS.get(called, (len(node.args), ""))
            for code in _constants(node.args[at]) if at < len(node.args) else ():
                yield NamedText(f"{beginning}{code}", f"{name}:{node.lineno}")


def _constants(node: ast.expr) -> list[str]:
    """Return the strings that an argument may be: itself, or either side of an `if`."""
    if isinstance(node, ast.IfExp):
        return _constants(node.body) + _constants(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []
