"""Reading and writing the user's files: whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from companion.errors import StoreError
from companion.play.journal import LONGEST_LINE

MIB = 2**20
LARGEST_FILE = 256 * MIB  # bytes
MOST_LINES = 1_000_000  # a journal of that size has fewer: the hashes of an entry alone take 128


def read_lines(path: Path) -> list[str]:
    """Lines of a text file, read no further than the limits. Raises StoreError."""
    out: list[str] = []
    left = LARGEST_FILE
    large = StoreError("file_large", path=str(path), limit=LARGEST_FILE // MIB, lines=MOST_LINES)
    try:
        with path.open(encoding="utf-8") as file:
            if os.fstat(file.fileno()).st_size > LARGEST_FILE:
                raise large
            while line := file.readline(LONGEST_LINE + 1):
                out.append(line.removesuffix("\n"))
                left -= len(line)
                if len(out[-1]) > LONGEST_LINE:
                    raise StoreError("line_long", path=str(path), line=len(out), limit=LONGEST_LINE // MIB)
                if left < 0 or len(out) > MOST_LINES:
                    raise large
    except UnicodeDecodeError:
        raise StoreError("file_not_text", path=str(path)) from None
    except FileNotFoundError:
        raise StoreError("file_none", path=str(path)) from None
    except OSError as error:
        raise StoreError("file_unreadable", path=str(path), reason=error.strerror or "") from None
    return out or [""]


def write_whole(path: Path, data: bytes, folders: bool = False) -> None:
    """Write a file beside its place, then put it there; what stood there before stays if anything fails.

    A link stays a link; a pipe or a device is written to as it is. folders: made where they are missing.
    Raises StoreError.
    """
    beside: str | None = None
    try:
        if path.is_dir():
            raise IsADirectoryError(None, "it is a folder")
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return
        if folders:
            path.parent.mkdir(parents=True, exist_ok=True)
        target = path.resolve()
        handle, beside = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, 0o666 & ~_umask())
        os.replace(beside, target)
    except (OSError, RuntimeError) as error:  # RuntimeError: a link that leads to itself
        if beside is not None:
            Path(beside).unlink(missing_ok=True)
        raise StoreError(
            "file_unwritable", path=str(path), reason=getattr(error, "strerror", "") or str(error)
        ) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
