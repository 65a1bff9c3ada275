"""Where sessions live: one SQLite file behind four functions, `create append since list`.

Every call is one transaction, on disk before it returns (WAL, synchronous=FULL). `append` names the entry it expects
to follow, so that of two who act at once one is told.
"""

from __future__ import annotations

import builtins
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from companion.errors import StaleSequence, StoreError

VERSION = 1
_SCHEMA = """
CREATE TABLE session (id TEXT PRIMARY KEY, game TEXT NOT NULL, created TEXT NOT NULL, secret BLOB NOT NULL) STRICT;
CREATE TABLE entry (
    session TEXT NOT NULL REFERENCES session, seq INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (session, seq)
) STRICT, WITHOUT ROWID;
"""


class Summary(NamedTuple):
    """A session in the list. `header` is its first line."""

    id: str
    game: str
    created: str
    entries: int
    header: str


class Tail(NamedTuple):
    """Lines of a session from some entry on, and the seed of its draws (empty: only typed dice)."""

    id: str
    lines: builtins.list[str]
    secret: bytes


class Store:
    """Sessions in one file. Raises StoreError where the file cannot be used, and changes nothing then."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._errors():
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError("store_folder", path=str(path.parent), reason=str(error.strerror)) from None
            self._db = sqlite3.connect(path, timeout=5, isolation_level=None)
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version > VERSION:
                raise StoreError("store_newer", path=str(path), version=version)
            if self._db.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
                with self._transaction():
                    pass  # waits for whoever makes the file right now, which the next line would not
                self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            if version == 0:
                with self._transaction():
                    if not self._db.execute("PRAGMA user_version").fetchone()[0]:
                        for statement in _SCHEMA.split(";"):
                            self._db.execute(statement)
                        self._db.execute(f"PRAGMA user_version = {VERSION}")

    def create(self, id: str, game: str, created: str, lines: Sequence[str], secret: bytes) -> None:
        """A new session with its first lines."""
        with self._errors(), self._transaction():
            try:
                self._db.execute("INSERT INTO session VALUES (?, ?, ?, ?)", (id, game, created, secret))
            except sqlite3.IntegrityError:
                raise StoreError("session_there", id=id) from None
            self._insert(id, 0, lines)

    def append(self, id: str, expected: int, lines: Sequence[str]) -> None:
        """Lines `expected`, `expected` + 1 ... of a session. Raises StaleSequence if they are there already."""
        with self._errors(), self._transaction():
            count = self._db.execute("SELECT count(*) FROM entry WHERE session = ?", (id,)).fetchone()[0]
            if count != expected:
                raise StaleSequence("stale", id=id, count=count, expected=expected)
            self._insert(id, expected, lines)

    def since(self, id: str, seq: int = 0) -> Tail:
        """Lines from `seq` on; `id` may be shortened as long as it is clear. Raises StoreError."""
        with self._errors():
            beginning = id if id.isascii() and id else "-"  # ids are plain letters
            found = self._db.execute(
                "SELECT id, secret FROM session WHERE substr(id, 1, length(?1)) = ?1 ORDER BY id LIMIT 2", (beginning,)
            ).fetchall()
            if len(found) != 1 and not (found and found[0][0] == id):
                raise StoreError("session_unclear" if found else "session_none", id=id)
            full, secret = found[0]
            rows = self._db.execute("SELECT line FROM entry WHERE session = ? AND seq >= ? ORDER BY seq", (full, seq))
            return Tail(full, [line for (line,) in rows], secret)

    def list(self) -> list[Summary]:
        """All sessions, the newest first."""
        with self._errors():
            rows = self._db.execute(
                "SELECT id, game, created, (SELECT count(*) FROM entry WHERE session = id),"
                " (SELECT line FROM entry WHERE session = id AND seq = 0)"
                " FROM session ORDER BY created DESC, rowid DESC"
            )
            return [Summary(*row) for row in rows]

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def _insert(self, id: str, first: int, lines: Sequence[str]) -> None:
        self._db.executemany(
            "INSERT INTO entry VALUES (?, ?, ?)", [(id, seq, line) for seq, line in enumerate(lines, first)]
        )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            name = getattr(error, "sqlite_errorname", "SQLITE_ERROR").split("_")[1].lower()
            code = f"store_{name}" if name in KNOWN_FAULTS else "store_fault"
            raise StoreError(code, path=str(self.path), reason=str(error)) from None


KNOWN_FAULTS = ("busy", "locked", "full", "readonly", "cantopen", "notadb", "corrupt", "ioerr")  # as SQLite names them
