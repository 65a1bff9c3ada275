"""Read and write the user's files: a whole file or nothing."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import BufferedReader, TextIOWrapper
from pathlib import Path

from companion.core.errors import StoreError

MIB = 2**20
LONGEST_LINE = MIB  # characters of a line of a journal
LARGEST_FILE = 256 * MIB  # bytes
LARGEST_ANYWHERE = 32 * MIB  # bytes of a journal that every reader takes: a phone has no room for more
MOST_LINES = 1_000_000  # a journal of that size has fewer: the hashes of an entry alone take 128


def read_lines(path: Path) -> list[str]:
    """Return the lines of a journal file, up to the size limits.

    Bytes that are not UTF-8 are kept for the journal to refuse. Raises StoreError, also for a file that is not regular.
    """
    try:
        with path.open("rb") as data:
            return read_open_lines(data, os.fstat(data.fileno()).st_size, str(path))
    except FileNotFoundError:
        raise StoreError("file_none", path=str(path)) from None
    except OSError as error:
        raise StoreError("file_unreadable", path=str(path), reason=error.strerror or "") from None


def read_open_lines(data: BufferedReader, size: int, name: str) -> list[str]:
    """Return the lines of an open journal file and close it.

    size: bytes.
    name: the file's name in messages.
    """
    out: list[str] = []
    left = LARGEST_FILE
    large = StoreError("file_large", path=name, limit=LARGEST_FILE // MIB, lines=MOST_LINES)
    if size > LARGEST_FILE:
        raise large
    try:
        with TextIOWrapper(data, "utf-8", "surrogateescape" if data.peek(1)[:1] == b"{" else "strict") as file:
            while line := file.readline(LONGEST_LINE + 1):
                out.append(line.removesuffix("\n"))
                left -= len(line)
                if len(out[-1]) > LONGEST_LINE:
                    raise StoreError("line_long", path=name, line=len(out), limit=LONGEST_LINE // MIB)
                if left < 0 or len(out) > MOST_LINES:
                    raise large
    except UnicodeDecodeError:
        raise StoreError("file_not_text", path=name) from None
    return out or [""]


def write_atomic(path: Path, data: bytes, folders: bool = False) -> None:
    """Write to a temporary file beside `path`, then replace it; the old file stays if anything fails.

    folders: create missing folders.
    A link stays a link; a pipe or a device is written directly. Raises StoreError.
    """
    with _as_store_error(path):
        if _is_device(path):
            path.write_bytes(data)
            return
        if folders:
            path.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = _open_temporary(path)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(beside, 0o666 & ~_umask())
            os.replace(beside, path.resolve())
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise


def write_folder(folder: Path, files: Mapping[str, bytes], earlier: Iterable[str] = ()) -> None:
    """Write all files of a folder or none of them; what else lies there stays.

    files: by their names in the folder, such as `pictures/one.png`.
    earlier: names of files that are removed unless they are written again.
    Raises StoreError.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".new-", dir=folder) as new:
            for name, data in files.items():
                (Path(new) / name).parent.mkdir(exist_ok=True)
                (Path(new) / name).write_bytes(data)
            for name in files:
                (folder / name).parent.mkdir(exist_ok=True)
                (Path(new) / name).replace(folder / name)
        for name in set(earlier) - files.keys():
            (folder / name).unlink(missing_ok=True)
    except OSError as error:
        with suppress(OSError):
            folder.rmdir()  # if it is empty
        reason = error.strerror or str(error)
        raise StoreError("file_unwritable", path=str(error.filename or folder), reason=reason) from None


def check_writable(path: Path) -> None:
    """Raise StoreError if `write_atomic` could not write to this path."""
    with _as_store_error(path):
        if not _is_device(path):
            handle, beside = _open_temporary(path)
            os.close(handle)
            os.unlink(beside)


@contextmanager
def _as_store_error(path: Path) -> Iterator[None]:
    """Raise StoreError in place of OSError."""
    try:
        yield
    except FileNotFoundError:
        raise StoreError("folder_none", path=str(path.parent)) from None
    except (OSError, RuntimeError) as error:  # RuntimeError: a link that leads to itself
        reason = getattr(error, "strerror", "") or str(error)
        raise StoreError("file_unwritable", path=str(path), reason=reason) from None


def _is_device(path: Path) -> bool:
    """True for a pipe or a device. Raises IsADirectoryError."""
    if path.is_dir():
        raise IsADirectoryError(None, "it is a folder")
    return path.exists() and not path.is_file()


def _open_temporary(path: Path) -> tuple[int, str]:
    """Open an empty temporary file beside the path; return its descriptor and name."""
    target = path.resolve()
    return tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)


def write_new(path: Path, write: Callable[[Path], object]) -> None:
    """Create a file with `write` on a private temporary file; never replaces an existing file.

    The data is on disk (fsync) before the file gets its name. Raises StoreError.
    """
    beside: str | None = None
    try:
        if os.path.lexists(path):
            raise FileExistsError
        handle, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        os.close(handle)
        write(Path(beside))
        _sync(beside, os.O_RDWR)
        _put_new(beside, path)
        if os.name == "posix":
            _sync(path.parent, os.O_RDONLY)  # the name, too
    except FileExistsError:
        raise StoreError("file_there", path=str(path)) from None
    except FileNotFoundError:
        raise StoreError("folder_none", path=str(path.parent)) from None
    except OSError as error:
        raise StoreError("file_unwritable", path=str(path), reason=error.strerror or str(error)) from None
    finally:
        if beside is not None:
            Path(beside).unlink(missing_ok=True)


def _put_new(beside: str, path: Path) -> None:
    """Move the temporary file to its name. Raises FileExistsError if another file has it."""
    try:
        os.link(beside, path)
    except FileExistsError:
        raise
    except OSError:  # a disk without links: hold the name, then put the file there
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
        os.replace(beside, path)


def _sync(path: str | Path, how: int) -> None:
    handle = os.open(path, how)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
