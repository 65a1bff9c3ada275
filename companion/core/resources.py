"""Finds content/, cards/ and layouts/: in a checkout, inside an installed wheel, and in a folder of the user's own.

Every reader asks `find` or `roots`; nobody else knows where data lies. Files are named as `cards/dice/die.yaml`.
In a wheel the drawings of the house are packed: they are found by the same names, and `read` unpacks them.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, wraps
from pathlib import Path
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar, cast

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")
PACKAGE = Path(__file__).parents[1]
DRAWING, PACKED = ".svg", ".svgz"
_OWN: ContextVar[Path | None] = ContextVar("own", default=None)
_GIVEN: ContextVar[Mapping[str, Path]] = ContextVar("given", default=MappingProxyType({}))
_kept: list[dict[Path | None, Any]] = []


@cache
def root() -> Path:
    """Folder that holds the three data folders of the house, NOTICE and the licences."""
    installed = PACKAGE / "_data"
    return installed if installed.is_dir() else PACKAGE.parent


def in_checkout() -> bool:
    """True when the package runs from its own source tree (then PDFs go to output/)."""
    return root() == PACKAGE.parent


@contextmanager
def using_folder(folder: Path | None) -> Iterator[None]:
    """Within: files of this folder come before those of the house. It has the same three folders, or some of them."""
    token = _OWN.set(folder)
    try:
        yield
    finally:
        _OWN.reset(token)


def use_folder(folder: Path) -> None:
    """As `also_in`, until the program ends."""
    _OWN.set(folder)


def user_folder() -> Path | None:
    """The user's own folder, if there is one."""
    return _OWN.get()


def roots() -> tuple[Path, ...]:
    """Where files are looked for, first place first."""
    folder = user_folder()
    return (root(),) if folder is None else (folder, root())


def cached_reader(read: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """What a function that reads files gave for the same question, with the same folder of the user's own, until
    `forget`.
    """
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
    """Files of the user's own folder may have changed, or without one any files: they are read again."""
    folder = user_folder()
    for caches in _kept:
        if folder is None:
            caches.clear()
        else:
            caches.pop(folder, None)


def register_files(files: Mapping[str, Path]) -> None:
    """Files that lie anywhere, by the names under which they are asked for, until the program ends."""
    clear_readers()
    _GIVEN.set(files)


def find(name: str) -> Path | None:
    """The file of that name, or None. A name, or a link, that leads out of its root finds nothing."""
    if name in (given := _GIVEN.get()):
        return given[name]
    for folder in roots():
        if path := _inside(folder, name):
            return path
    return _inside(root(), f"{name.removesuffix(DRAWING)}{PACKED}") if name.endswith(DRAWING) else None


def _inside(folder: Path, name: str) -> Path | None:
    path = folder / name
    found = path.is_file() and path.resolve().is_relative_to(folder.resolve() / name.partition("/")[0])
    return path if found else None


def read(path: Path) -> bytes:
    """What a file holds that `find` found."""
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == PACKED else data


def leads_out(name: str) -> bool:
    """Whether there is such a file, but as a link that leads out of its folder."""
    return find(name) is None and any((folder / name).is_file() for folder in roots())


def find_all(name: str) -> list[Path]:
    """The files of that name in all roots, those of the house first: what is laid over each other."""
    return [path for folder in reversed(roots()) if (path := folder / name).is_file()]


def list_names(folder: str, pattern: str) -> list[str]:
    """Names below `folder` that match, without folder and suffix, sorted."""
    found = {
        path.relative_to(top / folder).with_suffix("").as_posix()
        for top in roots()
        for path in (top / folder).glob(pattern)
    }
    return sorted(found)
