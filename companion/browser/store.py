"""The Store of a browser: one append-only file a session, which nobody else may write to.

A record is a line of the file and ends with a line feed; what follows the last one was torn by a kill and is cut off.
The first record is a header in JSON and the first lines of the journal, each later one the lines of one append, with
tabs between: so an append is whole or not there. Repairs write a whole new file with a higher generation; of two files
of one session the higher generation counts. The keys of the header stay the same in every format.
"""

from __future__ import annotations

import builtins
import errno
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from threading import Event
from typing import Any, NamedTuple, Protocol

from companion.core.errors import StoreError
from companion.play.journal.store import (
    LAST,
    Append,
    Excerpt,
    Notice,
    Summary,
    Tail,
    append_error,
    id_prefix,
    is_join,
    replace_error,
    single_match,
    try_append,
)

FORMAT = 1


class Files(Protocol):
    """Open files that nobody else may write to. Every call may raise OSError, ENOSPC where there is no room."""

    def names(self) -> list[str]:
        """Return the names of all files, empty ones too."""

    def read(self, name: str) -> bytes:
        """Return a whole file."""

    def write(self, name: str, at: int, data: bytes) -> None:
        """Replace all from byte `at` on by `data`, on disk when it returns. OSError: no byte of it."""

    def spare(self) -> str:
        """Return the name of an empty file."""

    def close(self) -> None:
        """Close all files."""


class _Table(NamedTuple):
    """A session and its file. made: its place in the order of creation; generation: how often it was repaired; newer:
    the format, where it is not known here; size: bytes; entries: lines; first: the first of them.
    """

    id: str
    game: str
    created: str
    secret: bytes
    made: int
    generation: int
    newer: int = 0
    file: str = ""
    size: int = 0
    entries: int = 0
    first: str = ""

    @property
    def header(self) -> str:
        """Return the first bytes of its file."""
        return json.dumps(
            {
                "format": FORMAT,
                "id": self.id,
                "game": self.game,
                "created": self.created,
                "secret": self.secret.hex(),
                "made": self.made,
                "generation": self.generation,
            }
        )


class FileStore:
    """The Store in such files. place: what messages call it.

    A file of a newer format, or whose header is damaged, is left as it is: the first is in the list without entries
    and `since` says why, `faults` names both. Other damage is in the lines, which the journal refuses.
    """

    def __init__(self, files: Files, place: str) -> None:
        self._files = files
        self.place = place
        self._tables: dict[str, _Table] = {}
        self._faults: list[str] = []
        found = [table for name in files.names() if (table := self._open_file(name))]
        for table in sorted(found, key=lambda table: table.generation):
            old = self._tables.get(table.id)
            if old and not (old.newer or table.newer):
                self._cut_file(old.file, 0)
            self._tables[table.id] = table

    def create(self, id: str, game: str, created: str, lines: Sequence[str], secret: bytes) -> None:
        """Begin a session with its first lines; see Store."""
        if id in self._tables:
            raise StoreError("session_there", id=id)
        made = 1 + max([table.made for table in self._tables.values()], default=0)
        self._begin(_Table(id, game, created, secret, made, 0), lines)

    def append(self, id: str, expected: int, lines: Sequence[str]) -> None:
        """Append lines to a session; see Store."""
        table = self._table(id)
        if refusal := append_error(id, table.entries if table else None, expected):
            raise refusal
        if table and lines:
            record = self._record(lines)
            self._write(table.file, table.size, record)
            self._tables[id] = table._replace(size=table.size + len(record), entries=table.entries + len(lines))

    def append_all(self, appends: Sequence[Append]) -> builtins.list[StoreError | None]:
        """Append to many sessions at once; see Store.

        Each has a file of its own: where one finds no room another may.
        """
        return [try_append(self, append) for append in appends]

    def replace_from(self, id: str, seq: int, lines: Sequence[str], expected_tail: Sequence[str]) -> None:
        """Replace the last lines of a session; see Store. Until the new file is whole the old one stays."""
        table = self._table(id)
        if table is None:
            raise replace_error(id, None, seq + len(expected_tail))
        there = self._lines(table)
        if there[seq:] != [*expected_tail]:
            raise replace_error(id, table.entries, seq + len(expected_tail))
        self._begin(table._replace(generation=table.generation + 1), [*there[:seq], *lines])
        self._cut_file(table.file, 0)

    def since(self, id: str, seq: int = 0) -> Tail:
        """Return the lines of a session from `seq` on; see Store."""
        begins = id_prefix(id)
        found = sorted((full, table.secret) for full, table in self._tables.items() if full.startswith(begins))
        full, secret = single_match(id, found[:2])
        table = self._table(full)
        return Tail(full, self._lines(table)[seq:] if table else [], secret)

    def counts(self, ids: Sequence[str]) -> dict[str, int]:
        """Return how many entries each of these sessions has; see Store."""
        return {id: self._tables[id].entries for id in ids if id in self._tables}

    def list(self) -> builtins.list[Summary]:
        """Return all sessions, the newest first; see Store."""
        tables = sorted(self._tables.values(), key=lambda table: (table.created, table.made), reverse=True)
        return [Summary(table.id, table.game, table.created, table.entries, table.first) for table in tables]

    def excerpts(self) -> builtins.list[Excerpt]:
        """Return the excerpts of all sessions, the newest first; see Store. Reads whole files."""
        return [self._excerpt(summary) for summary in self.list()]

    def faults(self) -> builtins.list[str]:
        """Return the files that could not be read when the store was opened; see Store."""
        return [*self._faults]

    def troubles(self) -> builtins.list[str]:
        """Return the kinds of the faults: `newer`, a file of a newer format; `damaged`, one that cannot be read."""
        newer = sum(table.newer > 0 for table in self._tables.values())
        return ["newer"] * (newer > 0) + ["damaged"] * (len(self._faults) > newer)

    def listen(self, stop: Event) -> Iterator[Notice | None]:
        """Yield a notice of everything written; see Store.

        Nobody else writes: after the first look there is nothing to hear.
        """
        yield None
        stop.wait()

    def close(self) -> None:
        """Close the store; see Store."""
        self._files.close()

    def _open_file(self, file: str) -> _Table | None:
        """What stands in a file; None: nothing, or nothing that can be read."""
        try:
            data = self._files.read(file)
        except OSError as error:
            self._faults.append(f"{file}: {error}")
            return None
        size = data.rfind(b"\n") + 1
        if size == 0:
            if data:
                self._cut_file(file, 0)  # torn while the session was created
            return None
        head, *lines = data[: data.index(b"\n")].split(b"\t", 2)
        try:
            table = _read(head)
        except (ValueError, TypeError, KeyError, RecursionError):
            self._faults.append(f"{file}: its header is damaged")
            return None
        if table.newer:
            self._faults.append(f"{file}: format {table.newer} of a newer companion")
            return table
        if size < len(data):
            self._cut_file(file, size)
        entries = data.count(b"\t", 0, size) + data.count(b"\n") - 1  # the first record begins with the header
        return table._replace(file=file, size=size, entries=entries, first=_text(lines[0]) if lines else "")

    def _table(self, id: str) -> _Table | None:
        """The session of that whole id. Raises StoreError if this version cannot read it."""
        table = self._tables.get(id)
        if table and table.newer:
            raise StoreError("store_newer", path=id, version=table.newer)
        return table

    def _excerpt(self, summary: Summary) -> Excerpt:
        """Return the excerpt of a session; without any entry if this version or the disk cannot read it."""
        try:
            lines = self.since(summary.id).lines
        except StoreError:
            lines = []
        return Excerpt(summary, list(filter(is_join, lines)), lines[: -LAST - 1 : -1])

    def _lines(self, table: _Table) -> builtins.list[str]:
        try:
            data = self._files.read(table.file)
        except OSError as error:
            raise self._fault(error) from None
        return _text(data[: table.size - 1]).replace("\n", "\t").split("\t")[1:]

    def _begin(self, table: _Table, lines: Sequence[str]) -> None:
        """A file of its own for a session with its lines."""
        record = self._record([table.header, *lines])
        try:
            file = self._files.spare()
        except OSError as error:
            raise self._fault(error) from None
        self._write(file, 0, record)
        first = lines[0] if lines else ""
        self._tables[table.id] = table._replace(file=file, size=len(record), entries=len(lines), first=first)

    def _record(self, texts: Sequence[str]) -> bytes:
        """Raises StoreError for what is no text of one line."""
        try:
            record = "\t".join(texts).encode("utf-8", "surrogateescape")
        except (TypeError, UnicodeEncodeError) as error:
            raise StoreError("store_fault", path=self.place, reason=str(error)) from None
        if b"\n" in record or record.count(b"\t") != len(texts) - 1:
            raise StoreError("store_fault", path=self.place, reason="a line of a journal holds no tab and no line feed")
        return record + b"\n"

    def _write(self, file: str, at: int, data: bytes) -> None:
        try:
            self._files.write(file, at, data)
        except OSError as error:
            raise self._fault(error) from None

    def _fault(self, error: OSError) -> StoreError:
        code = "store_full" if error.errno == errno.ENOSPC else "store_ioerr"
        return StoreError(code, path=self.place, reason=str(error))

    def _cut_file(self, file: str, size: int) -> None:
        """Drop what no longer counts; where that fails it still does not count."""
        with suppress(OSError):
            self._files.write(file, size, b"")


def _text(data: bytes) -> str:
    """Bytes that are no UTF-8 stay what they are, for the journal to refuse."""
    return data.decode("utf-8", "surrogateescape")


def _read(header: bytes) -> _Table:
    """The session of a header. Raises ValueError, TypeError, KeyError or RecursionError for a damaged one."""
    data = json.loads(header)
    texts = [data[key] for key in ("id", "game", "created", "secret")]
    numbers = [data[key] for key in ("made", "generation", "format")]
    if not all(isinstance(text, str) for text in texts) or not all(isinstance(number, int) for number in numbers):
        raise TypeError
    id, game, created, secret = texts
    made, generation, format = numbers
    return _Table(id, game, created, bytes.fromhex(secret), made, generation, format if format > FORMAT else 0)


class BrowserFiles:
    """The files of static/files.js; `pool` is its object as Pyodide hands it to Python."""

    def __init__(self, pool: Any) -> None:
        self._pool = pool

    def names(self) -> list[str]:
        """Return the names of all files; see Files."""
        return [str(name) for name in self._pool.names()]

    def read(self, name: str) -> bytes:
        """Return a whole file; see Files."""
        return bytes(self._call("read", name).to_bytes())

    def write(self, name: str, at: int, data: bytes) -> None:
        """Write at a place of a file; see Files."""
        from pyodide.ffi import to_js

        self._call("write", name, at, to_js(data))

    def spare(self) -> str:
        """Return the name of a file that is free; see Files."""
        return str(self._call("spare"))

    def close(self) -> None:
        """Close all files; see Files."""
        self._pool.close()

    def _call(self, method: str, *args: object) -> Any:
        from pyodide.ffi import JsException

        try:
            return getattr(self._pool, method)(*args)
        except JsException as error:
            code = errno.ENOSPC if error.name == "QuotaExceededError" else errno.EIO
            raise OSError(code, str(error)) from None
