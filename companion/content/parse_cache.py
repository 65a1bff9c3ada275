"""Parsed files of the package, in the user's cache folder: to parse YAML and PO takes a hundred times as long.

A kept value is found by a digest of the file's name and text and of the parsers themselves. It holds a digest of its
own (precompiled.py): one that is damaged is made anew. Files of the user's own, and those with faults, are not kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from companion.content import precompiled
from companion.core import resources
from companion.core.errors import StoreError
from companion.core.files import write_atomic
from companion.core.user_folders import user_folder

SMALLEST = 1_000  # characters; what is shorter is parsed as fast as it is found
MOST_FILES = 400  # of all versions; the newest half stays


def read_value(path: Path, name: str, text: str) -> Any:
    """Return the value that was kept for a file, or None."""
    if not _is_kept(path, text):
        return None
    with suppress(OSError, ValueError, RecursionError):
        return precompiled.from_text(_place(name, text).read_text("utf-8"))
    return None


def keep_value(path: Path, name: str, text: str, value: Any) -> None:
    """Keep a JSON value for a file; without a folder that can be written nothing is kept."""
    if not _is_kept(path, text):
        return
    place = _place(name, text)
    with suppress(StoreError, OSError):
        write_atomic(place, precompiled.to_text(value).encode(), folders=True)
        _remove_old(place.parent)


def _is_kept(path: Path, text: str) -> bool:
    return len(text) >= SMALLEST and path.is_relative_to(resources.root())


def _place(name: str, text: str) -> Path:
    digest = hashlib.sha256(f"{_parsers()}\n{name}\n{text}".encode()).hexdigest()
    return _folder() / f"{digest}.json"


@cache
def _folder() -> Path:
    return user_folder("cache") / "content"


@cache
def _parsers() -> str:
    """Return a digest of the modules that read files: with another one every value is another."""
    digest = hashlib.sha256()
    for source in _sources():
        digest.update(source.read_bytes())
    return digest.hexdigest()


def _sources() -> Iterator[Path]:
    here = Path(__file__)
    yield from (here, *(here.with_name(f"{module}.py") for module in ("po", "strict_yaml", "precompiled")))


def _remove_old(folder: Path) -> None:
    files = [*folder.glob("*.json")]
    if len(files) > MOST_FILES:
        for path in sorted(files, key=lambda path: path.stat().st_mtime)[: -MOST_FILES // 2]:
            path.unlink(missing_ok=True)
