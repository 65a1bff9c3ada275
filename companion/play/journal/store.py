"""Where sessions live: the contract of every store, `create append since list`, and the store in one SQLite file.

What a call wrote is on disk before it returns. `append` names the entry it expects to follow, so that of two who act
at once one is told. `replace_from` repairs a damaged session and is the only call that takes lines away. The store on a
server (companion/stores/) keeps the same contract.
"""

from __future__ import annotations

import builtins
import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Event, Lock
from typing import NamedTuple, Protocol

from companion.core.errors import StaleSequence, StoreError
from companion.core.files import write_new

JOIN = '"type":"join"'  # as an entry has it
LAST = 8  # entries at the end of an excerpt


class Summary(NamedTuple):
    """A session in the list. `header` is its first line."""

    id: str
    game: str
    created: str
    entries: int
    header: str


class Excerpt(NamedTuple):
    """A session with the lines of its journal that a list of sessions shows.

    joins: its entries of type `join`. last: its last entries, at most LAST, the newest first.
    """

    summary: Summary
    joins: builtins.list[str]
    last: builtins.list[str]


class Tail(NamedTuple):
    """Lines of a session from some entry on, and the seed of its draws (empty: only typed dice)."""

    id: str
    lines: builtins.list[str]
    secret: bytes


class Notice(NamedTuple):
    """Somebody wrote entries of a session; `seq` is the last of them."""

    session: str
    seq: int


class Append(NamedTuple):
    """Lines for one session, the first of them at `expected`."""

    id: str
    expected: int
    lines: Sequence[str]


class Store(Protocol):
    """Sessions, each a list of lines that only grows. A call is one transaction; a StoreError changed nothing, but
    after `store_lost` nobody knows until the next append.

    A store belongs to the thread that opened it; other threads and processes open stores of their own.
    """

    @property
    def place(self) -> str:
        """Return its path, or its URL without password."""

    def create(self, id: str, game: str, created: str, lines: Sequence[str], secret: bytes) -> None:
        """Begin a session with its first lines, n >= 1. Raises StoreError if the id is taken."""

    def append(self, id: str, expected: int, lines: Sequence[str]) -> None:
        """Append lines `expected`, `expected` + 1 ... to a session. Raises StaleSequence if it has more or fewer."""

    def append_all(self, appends: Sequence[Append]) -> builtins.list[StoreError | None]:
        """Append to many sessions at the price of one, each whole or not at all; return its error or None for each.

        Raises StoreError if nothing could be written at all.
        """

    def replace_from(self, id: str, seq: int, lines: Sequence[str], expected_tail: Sequence[str]) -> None:
        """Replace all lines of a session from `seq` on by these.

        Raises StaleSequence if those are no longer exactly `expected_tail`.
        """

    def since(self, id: str, seq: int = 0) -> Tail:
        """Return the lines from `seq` on; `id` may be shortened as long as it is clear. Raises StoreError."""

    def counts(self, ids: Sequence[str]) -> dict[str, int]:
        """Return how many entries each of these sessions has; what is not there is left out. ids: whole ones."""

    def faults(self) -> builtins.list[str]:
        """Return the faults that the database's own check finds, in its words. Raises StoreError."""

    def list(self) -> builtins.list[Summary]:
        """Return all sessions, the newest first."""

    def excerpts(self) -> builtins.list[Excerpt]:
        """Return the excerpts of all sessions, the newest first; reads no whole journal."""

    def listen(self, stop: Event) -> Iterator[Notice | None]:
        """Yield a notice of everything written, by any process, until `stop` is set. Runs in any thread.

        None stands for entries of any session: look for them. It comes first and whenever some may have gone unheard.
        """

    def close(self) -> None:
        """Close the file or the connection."""


def is_join(line: str) -> bool:
    """Return whether a line is an entry of type `join`; within a text its quotes would be escaped."""
    return JOIN in line


def id_prefix(id: str) -> str:
    """Return the text to search for where ids begin; "-", which finds nothing, for anything but plain letters."""
    return id if id and id.isascii() and id.isprintable() else "-"


def single_match(id: str, found: Sequence[tuple[str, bytes]]) -> tuple[str, bytes]:
    """Return the session meant by `id`, of the first two that begin with it. Raises StoreError."""
    if len(found) != 1 and not (found and found[0][0] == id):
        raise StoreError("session_unclear" if found else "session_none", id=id)
    return found[0]


def replace_error(id: str, count: int | None, expected: int) -> StoreError:
    """Return why the end of a session cannot be replaced: it is not there, or no longer what it was."""
    if count is None:
        return StoreError("session_none", id=id)
    return StaleSequence("stale", id=id, count=count, expected=expected)


def append_error(id: str, count: int | None, expected: int) -> StoreError | None:
    """Return why no entry `expected` follows in a session of `count` entries (None: there is none), or None."""
    if count is None:
        return StoreError("session_none", id=id)
    return None if count == expected else StaleSequence("stale", id=id, count=count, expected=expected)


def try_append(store: Store, append: Append) -> StoreError | None:
    """Append to one session alone; return the error, or None."""
    try:
        store.append(*append)
    except StoreError as error:
        return error
    return None


MIGRATIONS: tuple[tuple[str, ...], ...] = (  # the n-th takes a file of format n to format n + 1, and is never changed
    (
        "CREATE TABLE session (id TEXT PRIMARY KEY, game TEXT NOT NULL, created TEXT NOT NULL, secret BLOB NOT NULL)"
        " STRICT",
        "CREATE TABLE entry (session TEXT NOT NULL REFERENCES session, seq INTEGER NOT NULL, line TEXT NOT NULL,"
        " PRIMARY KEY (session, seq)) STRICT, WITHOUT ROWID",
    ),
)
VERSION = len(MIGRATIONS)
FIND = (  # by an index: an id that begins with the text lies between it and the text with the last letter of all
    "SELECT id, CAST(secret AS BLOB) FROM session WHERE id BETWEEN ?1 AND ?1 || char(0x10FFFF) ORDER BY id LIMIT 2"
)
INSERT_NEXT = "INSERT INTO entry SELECT ?1, ?2, ?3 WHERE (SELECT max(seq) + 1 FROM entry WHERE session = ?1) = ?2"
COUNTS = "SELECT value, (SELECT max(seq) + 1 FROM entry WHERE session = value) FROM json_each(?)"
JOINS = f"instr(line, '{JOIN}') > 0"
JOIN_INDEX = f"CREATE INDEX IF NOT EXISTS entry_join ON entry (session, seq) WHERE {JOINS}"  # of no format: made anew
KNOWN_FAULTS = ("busy", "locked", "full", "readonly", "cantopen", "notadb", "corrupt", "ioerr")  # as SQLite names them
LOOK_S = 0.25
_making = Lock()  # so that no thread of ours closes a file that another has locked already
NO_WRITING = ("store_full", "store_readonly", "store_cantopen", "store_ioerr")  # faults that reading may survive


class SqliteStore:
    """The Store in one file: a write-ahead log, and a sync at each commit.

    On a full or read-only disk sessions can still be read; each call tries anew whether the file can be written again.
    create: make a file that is not there, which only its owner may read, as it holds the seeds of games in play;
    without it such a store has no sessions, and takes none.
    """

    def __init__(self, path: Path, create: bool = True) -> None:
        try:
            if create:
                path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError("store_folder", path=str(path.parent), reason=str(error.strerror)) from None
        self.path = path
        self._make = create
        self._no_writing: StoreError | None = None
        self._db = self._connect()

    @property
    def place(self) -> str:
        """Return the path of the file; see Store."""
        return str(self.path)

    def create(self, id: str, game: str, created: str, lines: Sequence[str], secret: bytes) -> None:
        """Begin a session with its first lines; see Store."""
        with self._write_transaction() as db:
            try:
                db.execute("INSERT INTO session VALUES (?, ?, ?, ?)", (id, game, created, secret))
            except sqlite3.IntegrityError:
                raise StoreError("session_there", id=id) from None
            _insert(db, id, 0, lines)

    def append(self, id: str, expected: int, lines: Sequence[str]) -> None:
        """Append lines to a session; see Store."""
        with self._write_transaction() as db:
            if refusal := append_error(id, _count(db, id), expected):
                raise refusal
            _insert(db, id, expected, lines)

    def append_all(self, appends: Sequence[Append]) -> builtins.list[StoreError | None]:
        """Append to many sessions at once; see Store."""
        out: builtins.list[StoreError | None] = []
        with self._write_transaction() as db:
            for id, expected, lines in appends:
                if lines and db.execute(INSERT_NEXT, (id, expected, lines[0])).rowcount:
                    out.append(None)
                    _insert(db, id, expected + 1, lines[1:])
                else:
                    out.append(append_error(id, _count(db, id), expected))
        return out

    def replace_from(self, id: str, seq: int, lines: Sequence[str], expected_tail: Sequence[str]) -> None:
        """Replace the last lines of a session; see Store."""
        with self._write_transaction() as db:
            count = _count(db, id)
            if count is None or _lines(db, id, seq) != [*expected_tail]:
                raise replace_error(id, count, seq + len(expected_tail))
            db.execute("DELETE FROM entry WHERE session = ? AND seq >= ?", (id, seq))
            _insert(db, id, seq, lines)
            if _lines(db, id, seq) != [*lines]:  # on a damaged page of the file
                raise StoreError("store_corrupt", path=self.place, reason="what was written does not come back")

    def since(self, id: str, seq: int = 0) -> Tail:
        """Return the lines of a session from `seq` on; see Store."""
        with self._read_connection() as db:
            found = db.execute(FIND, (id_prefix(id),))
            full, secret = single_match(id, found.fetchall())
            return Tail(full, _lines(db, full, seq), secret or b"")

    def counts(self, ids: Sequence[str]) -> dict[str, int]:
        """Return how many entries each of these sessions has; see Store."""
        with self._read_connection() as db:
            return {id: count for id, count in db.execute(COUNTS, (json.dumps(ids),)) if count is not None}

    def list(self) -> builtins.list[Summary]:
        """Return all sessions, the newest first; see Store.

        A session on a damaged page of the file has no entries and no header.
        """
        with self._read_connection() as db:
            found = db.execute(
                "SELECT rowid, CAST(id AS TEXT), CAST(game AS TEXT), CAST(created AS TEXT)"
                " FROM session ORDER BY created DESC, rowid DESC"
            ).fetchall()
            return [Summary(id or "", game or "", at or "", *_extent(db, row)) for row, id, game, at in found]

    def excerpts(self) -> builtins.list[Excerpt]:
        """Return the excerpts of all sessions, the newest first; see Store.

        Of a session on a damaged page of the file no entries are known.
        """
        found = self.list()
        with self._read_connection() as db:
            return [_excerpt(db, summary) for summary in found]

    def faults(self) -> builtins.list[str]:
        """Return what `integrity_check` of SQLite says, and entries whose session is not there; see Store."""
        with self._read_connection() as db:
            try:
                faults = [str(text) for (text,) in db.execute("PRAGMA integrity_check")]
                alone = len(db.execute("PRAGMA foreign_key_check").fetchall())
            except sqlite3.DatabaseError as error:
                if not _is_damaged(error):
                    raise
                return [str(error)]
        return [*([] if faults == ["ok"] else faults), *([f"FOREIGN KEY session: {alone}"] if alone else [])]

    def backup(self, path: Path) -> None:
        """A copy of the whole file as it is now, while others may write to it; only its owner may read the new file.

        Raises StoreError if there is a file already.
        """
        with self._read_connection() as db:
            write_new(path, lambda new: _copy(db, new, path))

    def listen(self, stop: Event) -> Iterator[Notice | None]:
        """Yield a notice of everything written; see Store.

        The file tells only that something was written: asked four times a second.
        """
        db: sqlite3.Connection | None = None
        seen = -1
        try:
            while not stop.is_set():
                try:
                    db = db or sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro", uri=True)
                    found = db.execute("PRAGMA data_version").fetchone()[0]
                except sqlite3.Error:
                    found = -1  # the next answer is another one
                if found not in (seen, -1):
                    yield None
                seen = found
                stop.wait(LOOK_S)
        finally:
            if db is not None:
                db.close()

    def close(self) -> None:
        """Close the store; see Store."""
        self._db.close()

    @contextmanager
    def _write_transaction(self) -> Iterator[sqlite3.Connection]:
        with self._read_connection() as db:
            if self._no_writing:
                raise self._no_writing
            with _transaction(db):
                yield db

    @contextmanager
    def _read_connection(self) -> Iterator[sqlite3.Connection]:
        if self._no_writing:
            self._db.close()
            self._db = self._connect()
        with self._faults():
            yield self._db

    def _connect(self) -> sqlite3.Connection:
        """A connection to write with, or else one to read with; then `_no_writing` says why."""
        self._no_writing = None
        try:
            if not self._file_exists():
                self._no_writing = StoreError("store_none", path=str(self.path))
                return self._connect_to(":memory:", self._prepare)
            return self._connect_to(str(self.path), self._prepare)
        except StoreError as fault:
            if fault.code not in NO_WRITING:
                raise
            try:
                db = self._open_to_read()
            except StoreError:
                raise fault from None
            code = "store_readonly" if fault.code == "store_cantopen" else fault.code
            self._no_writing = StoreError(code, **fault.values)
            return db

    def _file_exists(self) -> bool:
        """Return whether there is a file, which is made if it may be. Raises StoreError."""
        with _making:
            try:
                self.path.stat()
            except FileNotFoundError:
                if self._make:
                    _make_private(self.path)
                return self._make
            except OSError:
                pass  # SQLite meets it too and says what it is
            return True

    def _open_to_read(self) -> sqlite3.Connection:
        """A connection that makes no file. A log that somebody left behind is read as well, its index kept in memory;
        `immutable` would pass over it and so over the last entries.
        """
        log = Path(f"{self.path}-wal").exists()
        how = "vfs=unix-none" if log else "immutable=1"
        return self._connect_to(f"{self.path.absolute().as_uri()}?mode=ro&{how}", self._look, uri=True)

    def _connect_to(
        self, where: str, begin: Callable[[sqlite3.Connection], None], uri: bool = False
    ) -> sqlite3.Connection:
        with self._faults():
            db = sqlite3.connect(where, timeout=5, isolation_level=None, uri=uri)
            db.text_factory = _as_written
            try:
                begin(db)
            except BaseException:
                db.close()
                raise
            return db

    def _prepare(self, db: sqlite3.Connection) -> None:
        version = self._version(db)
        if db.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            _keep_a_log(db)
        db.execute("PRAGMA synchronous = FULL")
        if version < VERSION:
            with _transaction(db):
                for statements in MIGRATIONS[self._version(db) :]:
                    for statement in statements:
                        db.execute(statement)
                db.execute(f"PRAGMA user_version = {VERSION}")
        with suppress(sqlite3.Error):  # where it cannot be made lists are slower
            db.execute(JOIN_INDEX)

    def _look(self, db: sqlite3.Connection) -> None:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        if self._version(db) < VERSION:
            raise StoreError("store_readonly", path=str(self.path))

    def _version(self, db: sqlite3.Connection) -> int:
        version: int = db.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            raise StoreError("store_newer", path=str(self.path), version=version)
        return version

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            name = getattr(error, "sqlite_errorname", "SQLITE_ERROR").split("_")[1].lower()
            code = f"store_{name}" if name in KNOWN_FAULTS else "store_fault"
            raise StoreError(code, path=str(self.path), reason=str(error)) from None
        except UnicodeDecodeError as error:  # what SQLite says of damage may quote the damage
            raise StoreError("store_corrupt", path=str(self.path), reason=error.reason) from None


def _make_private(path: Path) -> None:
    """An empty file for nobody but its owner, before SQLite could make one with other rights."""
    try:
        os.close(os.open(path.resolve(), os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        pass  # somebody was quicker
    except OSError as error:
        raise StoreError("store_cantopen", path=str(path), reason=str(error.strerror)) from None


def _keep_a_log(db: sqlite3.Connection) -> None:
    """Turn the write-ahead log on. SQLite does not wait there for others who make the file too; a transaction does."""
    while True:
        with _transaction(db):
            pass
        try:
            db.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname != "SQLITE_BUSY":
                raise
        else:
            return


def _count(db: sqlite3.Connection, id: str) -> int | None:
    count: int | None = db.execute("SELECT max(seq) + 1 FROM entry WHERE session = ?", (id,)).fetchone()[0]
    return count


def _lines(db: sqlite3.Connection, id: str, seq: int) -> list[str]:
    """Lines from `seq` on; a cast, as in a damaged file a line may be anything."""
    rows = db.execute("SELECT CAST(line AS TEXT) FROM entry WHERE session = ? AND seq >= ? ORDER BY seq", (id, seq))
    return [line or "" for (line,) in rows]


def _extent(db: sqlite3.Connection, row: int) -> tuple[int, str]:
    """Return the number of entries of the session in that row, and its header."""
    try:
        count, header = db.execute(
            "SELECT (SELECT max(seq) + 1 FROM entry WHERE session = id),"
            " (SELECT CAST(line AS TEXT) FROM entry WHERE session = id AND seq = 0) FROM session WHERE rowid = ?",
            (row,),
        ).fetchone()
    except sqlite3.DatabaseError as error:
        if not _is_damaged(error):
            raise
        return 0, ""
    return count or 0, header or ""


def _excerpt(db: sqlite3.Connection, summary: Summary) -> Excerpt:
    """Return the excerpt of a session; without any entry if one of its pages is damaged."""
    newest_first = f"SELECT CAST(line AS TEXT) FROM entry WHERE session = ? ORDER BY seq DESC LIMIT {LAST}"
    try:
        joins, last = _joins(db, summary.id), db.execute(newest_first, (summary.id,)).fetchall()
    except sqlite3.DatabaseError as error:
        if not _is_damaged(error):
            raise
        return Excerpt(summary, [], [])
    return Excerpt(summary, [line or "" for (line,) in joins], [line or "" for (line,) in last])


def _joins(db: sqlite3.Connection, id: str) -> list[tuple[str | None]]:
    """Return the joins of a session by their index, or by all its entries if there is none or it is damaged."""
    select = f"SELECT CAST(line AS TEXT) FROM entry %s WHERE session = ? AND {JOINS} ORDER BY seq"
    try:
        return db.execute(select % "INDEXED BY entry_join", (id,)).fetchall()
    except sqlite3.DatabaseError:
        return db.execute(select % "NOT INDEXED", (id,)).fetchall()


def _is_damaged(error: sqlite3.DatabaseError) -> bool:
    """A page of the file is damaged; the next one may be whole."""
    return getattr(error, "sqlite_errorname", "").startswith("SQLITE_CORRUPT")


def _as_written(text: bytes) -> str:
    """A text of the file; bytes that are no UTF-8 stay what they are, for the journal to refuse."""
    return text.decode("utf-8", "surrogateescape")


def _copy(db: sqlite3.Connection, new: Path, path: Path) -> None:
    """All of the database into the empty file `new`; path: what to call it. Raises StoreError where it has no room."""
    with closing(sqlite3.connect(new)) as target:
        try:
            db.backup(target)
        except sqlite3.OperationalError as error:
            raise StoreError("file_unwritable", path=str(path), reason=str(error)) from None


def _insert(db: sqlite3.Connection, id: str, first: int, lines: Sequence[str]) -> None:
    if lines:
        db.executemany("INSERT INTO entry VALUES (?, ?, ?)", [(id, seq, line) for seq, line in enumerate(lines, first)])


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
