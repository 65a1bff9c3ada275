"""The store in one file: made, migrated, and refused or only read where it cannot be used. What every store keeps is
in tests/stores/test_contract.py.
"""

import os
import sqlite3
import threading
from pathlib import Path

import pytest

from companion.core.errors import StoreError
from companion.play.journal import store as room
from companion.play.journal.store import MIGRATIONS, VERSION, SqliteStore
from tests.stores.common import AT, code_of

# --- one file --------------------------------------------------------------------------------------------------------


def test_every_commit_reaches_the_disk(store):
    """Write-ahead log, and a sync at each commit."""
    assert store._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    assert store._db.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_folders_are_made(tmp_path):
    """The first session makes the folder of the store."""
    SqliteStore(tmp_path / "a" / "b" / "sessions.sqlite").close()
    assert (tmp_path / "a" / "b" / "sessions.sqlite").is_file()


# --- who may read it -------------------------------------------------------------------------------------------------


@pytest.fixture
def no_mask():
    """Whatever is made has all the rights that it is made with."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.fixture
def watched(monkeypatch, tmp_path):
    """Rights of every file of the store, looked at before it is connected to and before each statement."""
    seen: dict[str, set[str]] = {}
    connect = sqlite3.connect

    def look(*_):
        for path in tmp_path.glob("*sqlite*"):
            seen.setdefault(path.name, set()).add(oct(path.stat().st_mode & 0o777))

    def watch(path, *rest, **more):
        look()
        db = connect(path, *rest, **more)
        db.set_trace_callback(look)
        return db

    monkeypatch.setattr(sqlite3, "connect", watch)
    return seen


def test_nobody_else_may_read_the_seeds(no_mask, watched, tmp_path):
    """The file has its rights before anything is in it; its log and index have the same, whatever the mask."""
    store = SqliteStore(tmp_path / "new.sqlite")
    store.create("abcdef", "dice", AT, ["zero"], b"seed")
    store.append("abcdef", 1, ["one"])
    assert store.since("abcdef").lines == ["zero", "one"]
    store.list()
    store.close()
    SqliteStore(tmp_path / "new.sqlite").close()
    assert {"new.sqlite", "new.sqlite-wal", "new.sqlite-shm"} <= watched.keys()
    assert set().union(*watched.values()) == {"0o600"}


def test_a_link_to_a_file_that_is_to_be(no_mask, tmp_path):
    """The file behind it is made with the same rights."""
    (tmp_path / "link.sqlite").symlink_to(tmp_path / "real.sqlite")
    SqliteStore(tmp_path / "link.sqlite").close()
    assert (tmp_path / "real.sqlite").stat().st_mode & 0o777 == 0o600


def test_rights_that_somebody_gave_stay(store):
    """A file that is there keeps its own."""
    store.close()
    store.path.chmod(0o640)
    SqliteStore(store.path).close()
    assert store.path.stat().st_mode & 0o777 == 0o640


# --- a store that is not there ---------------------------------------------------------------------------------------


def test_looking_makes_no_file(tmp_path):
    """Who only wants to read finds no sessions, and leaves neither file nor folder."""
    for path in (tmp_path / "none.sqlite", tmp_path / "a" / "none.sqlite"):
        store = SqliteStore(path, create=False)
        assert store.list() == []
        assert code_of(store.since, "abcdef") == "session_none"
        assert code_of(store.append, "abcdef", 1, ["one"]) == "store_none"
        assert code_of(store.create, "abcdef", "dice", AT, ["zero"], b"") == "store_none"
        store.close()
    assert list(tmp_path.iterdir()) == []


def test_a_store_that_comes_later(tmp_path):
    """It is looked for anew at each call."""
    early = SqliteStore(tmp_path / "s.sqlite", create=False)
    late = SqliteStore(tmp_path / "s.sqlite")
    late.create("abcdef", "dice", AT, ["zero"], b"")
    assert early.since("abcdef").lines == ["zero"]
    early.append("abcdef", 1, ["one"])
    assert late.since("abcdef").lines == ["zero", "one"]
    early.close()
    late.close()


# --- several at once -------------------------------------------------------------------------------------------------


def test_opening_waits_for_who_makes_the_file(tmp_path):
    """Of two who open a new file at once the second one waits a moment."""
    path = tmp_path / "new.sqlite"
    first = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    first.execute("BEGIN IMMEDIATE")
    first.execute("CREATE TABLE other (x)")
    ready = threading.Timer(0.2, first.execute, ["COMMIT"])
    ready.start()
    try:
        SqliteStore(path).close()
    finally:
        ready.join()
        first.close()


# --- files that cannot be used ---------------------------------------------------------------------------------------


@pytest.fixture
def impatient(monkeypatch):
    """Wait 20 ms for a lock instead of seconds."""
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda path, timeout, **more: connect(path, timeout=0.02, **more))


def test_a_locked_file(impatient, store):
    """Somebody else holds the file: it is said, nothing is written, and afterwards all goes on."""
    store.create("abcdef", "dice", AT, ["zero"], b"")
    patient = SqliteStore(store.path)
    other = sqlite3.connect(store.path, timeout=1, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert code_of(patient.append, "abcdef", 1, ["one"]) == "store_busy"
    assert code_of(patient.create, "bbbbbb", "dice", AT, ["zero"], b"") == "store_busy"
    assert patient.since("abcdef").lines == ["zero"]  # reading goes on
    other.execute("ROLLBACK")
    other.close()
    patient.append("abcdef", 1, ["one"])
    assert patient.since("abcdef").lines == ["zero", "one"]
    patient.close()


def test_a_new_file_that_is_locked(impatient, tmp_path):
    """Opening it says so too."""
    path = tmp_path / "new.sqlite"
    other = sqlite3.connect(path, timeout=1, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert code_of(SqliteStore, path) in ("store_busy", "store_locked")
    other.close()
    SqliteStore(path).close()


def test_a_full_disk(store):
    """What does not fit is not written at all, and what was there stays readable."""
    store.create("abcdef", "dice", AT, ["zero"], b"")
    (pages,) = store._db.execute("PRAGMA page_count").fetchone()
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    assert code_of(store.append, "abcdef", 1, ["one", "x" * 100_000]) == "store_full"
    assert code_of(store.create, "bbbbbb", "dice", AT, ["x" * 100_000], b"") == "store_full"
    assert store.since("abcdef").lines == ["zero"]
    assert [summary.id for summary in store.list()] == ["abcdef"]
    store._db.execute(f"PRAGMA max_page_count = {pages + 100}")
    store.append("abcdef", 1, ["x" * 100_000])
    assert len(store.since("abcdef").lines) == 2


def test_a_file_of_a_newer_companion(store):
    """It is left alone."""
    store.create("abcdef", "dice", AT, ["zero"], b"")
    store._db.execute(f"PRAGMA user_version = {VERSION + 1}")
    store.close()
    before = store.path.read_bytes()
    with pytest.raises(StoreError) as raised:
        SqliteStore(store.path)
    assert (raised.value.code, raised.value.values["version"]) == ("store_newer", VERSION + 1)
    assert store.path.read_bytes() == before


@pytest.mark.parametrize("content", [b"this is no database" * 100, b"\xff" * 5000, b"%PDF-1.4\n" + b"x" * 600])
def test_a_file_that_is_no_database(tmp_path, content):
    """It is said, and the file stays as it was."""
    path = tmp_path / "thesis.doc"
    path.write_bytes(content)
    assert code_of(SqliteStore, path) == "store_notadb"
    assert path.read_bytes() == content


def test_a_database_of_something_else(tmp_path):
    """Tables of another program are not touched."""
    path = tmp_path / "other.sqlite"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE session (x)")
    other.execute("INSERT INTO session VALUES ('theirs')")
    other.commit()
    other.close()
    assert code_of(SqliteStore, path) == "store_fault"
    other = sqlite3.connect(path)
    assert other.execute("SELECT x FROM session").fetchall() == [("theirs",)]
    assert other.execute("PRAGMA user_version").fetchone() == (0,)
    other.close()


def test_a_damaged_database(store):
    """Rubbish in the middle of the file is said where it is met."""
    store.create("abcdef", "dice", AT, ["zero", *("x" * 3000 for _ in range(50))], b"")
    store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    whole = store.path.read_bytes()
    store.path.write_bytes(whole[:4096] + b"\xee" * (len(whole) - 4096))
    with pytest.raises(StoreError) as raised:
        SqliteStore(store.path).since("abcdef")
    assert raised.value.code in ("store_corrupt", "store_notadb")


def test_a_path_below_a_file(tmp_path):
    """A folder that cannot be made."""
    (tmp_path / "file").write_text("x", encoding="utf-8")
    assert code_of(SqliteStore, tmp_path / "file" / "sessions.sqlite") == "store_folder"
    assert code_of(SqliteStore, tmp_path / "file" / "deeper" / "sessions.sqlite") == "store_folder"


def test_a_path_that_is_a_folder(tmp_path):
    """A folder is no file."""
    assert code_of(SqliteStore, tmp_path) == "store_cantopen"


def test_a_file_that_may_only_be_read(store):
    """An append to it is refused as such."""
    store.create("abcdef", "dice", AT, ["zero"], b"")
    store._db.execute("PRAGMA query_only = ON")
    assert code_of(store.append, "abcdef", 1, ["one"]) == "store_readonly"
    assert store.since("abcdef").lines == ["zero"]


# --- older files -----------------------------------------------------------------------------------------------------

FORMAT_1 = """
CREATE TABLE session (id TEXT PRIMARY KEY, game TEXT NOT NULL, created TEXT NOT NULL, secret BLOB NOT NULL) STRICT;
CREATE TABLE entry (
    session TEXT NOT NULL REFERENCES session, seq INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (session, seq)
) STRICT, WITHOUT ROWID;
PRAGMA user_version = 1;
"""


@pytest.fixture
def old_file(tmp_path):
    """A file as the first release wrote it, with two sessions."""
    path = tmp_path / "old.sqlite"
    db = sqlite3.connect(path)
    db.execute("PRAGMA journal_mode = WAL")
    db.executescript(FORMAT_1)
    db.executemany("INSERT INTO session VALUES (?, 'dice', ?, ?)", [("abcdef", AT, b"seed"), ("bbbbbb", AT, b"")])
    db.executemany(
        "INSERT INTO entry VALUES (?, ?, ?)", [("abcdef", 0, "zero"), ("abcdef", 1, "one"), ("bbbbbb", 0, "other")]
    )
    db.commit()
    db.close()
    return path


def tables(path: Path) -> list[str]:
    """How the tables are made, without spaces that mean nothing."""
    db = sqlite3.connect(path)
    rows = db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name").fetchall()
    db.close()
    return ["".join(sql.split()) for (sql,) in rows]


def test_a_file_of_the_first_format(old_file, tmp_path):
    """Its sessions are all there and go on, and its tables are those of a new file."""
    store = SqliteStore(old_file)
    assert store.since("abc") == ("abcdef", ["zero", "one"], b"seed")
    store.append("abcdef", 2, ["two"])
    assert {summary.id: summary.entries for summary in store.list()} == {"abcdef": 3, "bbbbbb": 1}
    store.close()
    SqliteStore(tmp_path / "new.sqlite").close()
    assert tables(old_file) == tables(tmp_path / "new.sqlite")


@pytest.fixture
def next_format(monkeypatch):
    """`next_format(statement, ...)`: a companion whose format is one higher."""

    def add(*statements):
        monkeypatch.setattr(room, "MIGRATIONS", (*MIGRATIONS, statements))
        monkeypatch.setattr(room, "VERSION", VERSION + 1)

    return add


def test_a_file_is_taken_to_the_next_format(old_file, next_format, monkeypatch):
    """Only what is missing is done, once, and an older companion then refuses the file."""
    next_format("ALTER TABLE session ADD COLUMN place TEXT", "UPDATE session SET place = 'kitchen'")
    for _ in range(2):
        store = SqliteStore(old_file)
        assert store.since("abc") == ("abcdef", ["zero", "one"], b"seed")
        assert store._db.execute("SELECT place FROM session").fetchall() == [("kitchen",)] * 2
        store.close()
    monkeypatch.undo()
    assert code_of(SqliteStore, old_file) == "store_newer"


def test_a_migration_is_all_or_nothing(old_file, next_format, monkeypatch):
    """If it fails half way the file stays as it was, and its own companion goes on with it."""
    before = tables(old_file)
    next_format("ALTER TABLE session ADD COLUMN place TEXT", "UPDATE nothing SET place = 'kitchen'")
    assert code_of(SqliteStore, old_file) == "store_fault"
    assert tables(old_file) == before
    monkeypatch.undo()
    store = SqliteStore(old_file)
    assert store.since("abc").lines == ["zero", "one"]
    store.close()
