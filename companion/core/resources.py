"""Locates content/, cards/ and layouts/ in a checkout, in an installed wheel and in the user's own folder.

Every reader asks `find` or `roots`; no other module knows paths. Files are named like `cards/dice/die.yaml`. A plugin's
folder is searched last, and only for content/ID, cards/ID and cards/art/ID of its own game; while that game is printed,
it is the user's own folder, with its colours, type and layouts.
Icons that the user has added are found last, like drawings of cards/art/.
In a wheel the drawings are packed; they keep their names, and `read` unpacks them.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, wraps
from pathlib import Path
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar, cast

from companion.core import plugins, user_folders

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")
PACKAGE = Path(__file__).parents[1]
ART = "cards/art"
FONTS = "fonts"  # cards/fonts holds type of the user's own
DRAWING, PACKED = ".svg", ".svgz"
_OWN: ContextVar[Path | None] = ContextVar("own", default=None)
_GIVEN: ContextVar[Mapping[str, Path]] = ContextVar("given", default=MappingProxyType({}))
_kept: list[dict[Path | None, Any]] = []


@cache
def root() -> Path:
    """Return the folder with the package's three data folders, NOTICE and the licences."""
    installed = PACKAGE / "_data"
    return installed if installed.is_dir() else PACKAGE.parent


@contextmanager
def using_folder(folder: Path | None) -> Iterator[None]:
    """Context manager: files in this folder override the package's own.

    folder: has the same three subfolders, or some of them.
    """
    token = _OWN.set(folder)
    try:
        yield
    finally:
        _OWN.reset(token)


def use_folder(folder: Path) -> None:
    """Use the folder, like `using_folder`, until the program ends."""
    _OWN.set(folder)


def user_folder() -> Path | None:
    """Return the user's own folder, or None."""
    return _OWN.get()


def roots() -> tuple[Path, ...]:
    """Return the folders that are searched, in order."""
    folder = user_folder()
    return (root(),) if folder is None else (folder, root())


@cache
def is_built_in(game: str) -> bool:
    """Return whether the id is one of the package's own folders, or of those that every game reads."""
    return game == FONTS or any((root() / folder / game).is_dir() for folder in ("content", "cards", "cards/art"))


def plugin_root(game: str) -> Path | None:
    """Return the folder of a plugin's game; None for any other."""
    found = None if is_built_in(game) else plugins.find_plugin(game)
    return found.root if found else None


def icons_root() -> Path | None:
    """Return the folder whose cards/art/ holds the icons that the user has added; None in a browser."""
    return user_folders.user_folder("data") / "icons" if user_folders.has_folders() else None


def _roots_of(name: str) -> Iterator[Path]:
    """Yield the folders that are searched for a file of that name, in order."""
    yield from roots()
    of_game = re.match(r"(?:content|cards/art|cards)/([^/]+)/", name)
    if of_game and (plugin := plugin_root(of_game[1])):
        yield plugin
    if name.startswith(f"{ART}/") and (icons := icons_root()):
        yield icons


def cached_reader(read: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """Decorator: cache the results of a function that reads files, per user folder, until `clear_readers`."""
    caches: dict[Path | None, Callable[Asked, Answer]] = {}
    _kept.append(caches)

    @wraps(read)
    def answer(*asked: Asked.args, **named: Asked.kwargs) -> Answer:
        folder = user_folder()
        if folder not in caches:
            caches[folder] = cast(Callable[Asked, Answer], cache(read))
        return caches[folder](*asked, **named)

    return answer


def clear_readers() -> None:
    """Drop cached results, because files may have changed.

    With a user folder only results of that folder are dropped, else all.
    """
    folder = user_folder()
    for caches in _kept:
        if folder is None:
            caches.clear()
        else:
            caches.pop(folder, None)


def register_files(files: Mapping[str, Path]) -> None:
    """Add files at arbitrary paths under given resource names, until the program ends."""
    clear_readers()
    _GIVEN.set(files)


def find(name: str) -> Path | None:
    """Return the file of that name, or None.

    A name or link that leads out of its root is not found.
    """
    if name in (given := _GIVEN.get()):
        return given[name]
    for folder in _roots_of(name):
        if path := _inside(folder, name):
            return path
    return _inside(root(), f"{name.removesuffix(DRAWING)}{PACKED}") if name.endswith(DRAWING) else None


def _inside(folder: Path, name: str) -> Path | None:
    path = folder / name
    found = path.is_file() and path.resolve().is_relative_to(folder.resolve() / name.partition("/")[0])
    return path if found else None


def read(path: Path) -> bytes:
    """Return the bytes of a file returned by `find`."""
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == PACKED else data


def leads_out(name: str) -> bool:
    """Return whether the file exists, but is a link that leads out of its folder."""
    return find(name) is None and any((folder / name).is_file() for folder in _roots_of(name))


def find_all(name: str) -> list[Path]:
    """Return the files of that name in all roots, the package's own first."""
    return [path for folder in reversed(roots()) if (path := folder / name).is_file()]


def list_names(folder: str, pattern: str) -> list[str]:
    """Return the sorted names below `folder` that match, without folder and suffix."""
    found = {
        path.relative_to(top / folder).with_suffix("").as_posix()
        for top in _roots_of(f"{folder}/{pattern}")
        for path in (top / folder).glob(pattern)
    }
    return sorted(found)
