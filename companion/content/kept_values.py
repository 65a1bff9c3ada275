"""Values in the user's cache folder that take long to make.

A value is found by a digest of all that it was made from. It holds a digest of its own (precompiled.py): one that is
damaged is made anew. Without a folder that can be written, as in a browser, nothing is kept.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from companion.content import precompiled
from companion.core import resources
from companion.core.errors import StoreError
from companion.core.files import write_atomic
from companion.core.user_folders import has_folders, user_folder

CODE = (".py", ".ttf")
MOST_FILES = 400  # of a kind, of all versions; the newest half stays


def read_value(kind: str, digest: str) -> Any:
    """Return the value that was kept under this digest, or None."""
    if not has_folders():
        return None
    with suppress(OSError, ValueError, RecursionError):
        return precompiled.from_text(_place(kind, digest).read_text("utf-8"))
    return None


def keep_value(kind: str, digest: str, value: Any) -> None:
    """Keep a JSON value.

    kind: names its folder.
    """
    if not has_folders():
        return
    place = _place(kind, digest)
    with suppress(StoreError, OSError):
        write_atomic(place, precompiled.to_text(value).encode(), folders=True)
        _remove_old(place.parent)


def make_once(kind: str, digest: str, make: Callable[[], Any]) -> Any:
    """Return the value that was kept under this digest; a missing one is made and kept."""
    value = read_value(kind, digest)
    if value is None:
        value = make()
        keep_value(kind, digest, value)
    return value


def digest_text(text: str) -> str:
    """Return the digest of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def digest_files(paths: Iterable[Path], top: Path) -> str:
    """Return a digest of the names below `top` and the bytes of files."""
    digest = hashlib.sha256()
    for path in sorted(paths):
        data = path.read_bytes()
        digest.update(f"{path.relative_to(top).as_posix()}\n{len(data)}\n".encode() + data)
    return digest.hexdigest()


def digest_folders(*folders: str) -> str:
    """Return a digest of all files in these folders of the package's data."""
    top = resources.root()
    return digest_files((path for folder in folders for path in (top / folder).rglob("*") if path.is_file()), top)


@cache
def digest_code(*rooms: str) -> str:
    """Return a digest of Python and of the code and typefaces in these rooms of the package."""
    files = (path for room in rooms for path in (resources.PACKAGE / room).rglob("*") if path.suffix in CODE)
    return digest_text(f"{sys.version}\n{digest_files(files, resources.PACKAGE)}")


def _place(kind: str, digest: str) -> Path:
    return _folder() / kind / f"{digest}.json"


@cache
def _folder() -> Path:
    return user_folder("cache")


def _remove_old(folder: Path) -> None:
    files = [*folder.glob("*.json")]
    if len(files) > MOST_FILES:
        for path in sorted(files, key=lambda path: path.stat().st_mtime)[: -MOST_FILES // 2]:
            path.unlink(missing_ok=True)
