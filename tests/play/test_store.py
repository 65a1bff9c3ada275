"""Where sessions live: nothing that was acknowledged is lost, and what cannot be written is not half written."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from companion.errors import StaleSequence, StoreError
from companion.play import store as store_module
from companion.play.store import MIGRATIONS, VERSION, SqliteStore

ROOT = Path(__file__).parents[2]
AT = "2026-11-20T19:30:00Z"


def child(code: str, *args: str) -> subprocess.Popen[str]:
    """Another process that runs `code` with this checkout."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-c", code, *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def code_of(call, *args) -> str:
    with pytest.raises(StoreError) as raised:
        call(*args)
    return raised.value.code


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


OPENER = """
import sys
from pathlib import Path
from companion.play.store import SqliteStore
print("ready", flush=True)
sys.stdin.readline()
store = SqliteStore(Path(sys.argv[1]))
store.create(sys.argv[2], "dice", "now", ["zero"], b"")
"""


def test_three_may_open_a_new_file_at_once(tmp_path):
    """Whoever comes first makes the tables."""
    path = tmp_path / "new.sqlite"
    openers = [child(OPENER, str(path), name) for name in ("aaaaaa", "bbbbbb", "cccccc")]
    for opener in openers:
        assert opener.stdout.readline() == "ready\n"
    for opener in openers:
        opener.stdin.write("go\n")
        opener.stdin.flush()
    assert [(opener.communicate(timeout=30)[1], opener.returncode) for opener in openers] == [("", 0)] * 3
    store = SqliteStore(path)
    assert sorted(summary.id for summary in store.list()) == ["aaaaaa", "bbbbbb", "cccccc"]
    store.close()


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
