"""The store in one file: made, migrated, and refused or only read where it cannot be used. What every store keeps is
in tests/stores/test_contract.py.
"""

import os
import random
import resource
import signal
import sqlite3
import stat
import tempfile
import threading
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest

from companion.errors import StoreError
from companion.play import store as room
from companion.play.store import MIGRATIONS, VERSION, SqliteStore
from tests.stores.common import AT, child, code_of, start_together

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


# --- files that are damaged ------------------------------------------------------------------------------------------


@pytest.fixture
def twelve(store):
    """The path of a file with twelve sessions, each of some pages of its own, nobody using it."""
    for number in range(12):
        lines = [f"{number} {seq} " + "x" * 300 for seq in range(60)]
        store.create("abcdefghjkmn"[number] * 6, "dice", AT, lines, b"seed")
    store._db.execute("VACUUM")  # so that nothing stands in the file twice
    store.close()
    return store.path


def page_of(path: Path, text: bytes) -> int:
    """Where the page begins that holds this text."""
    return path.read_bytes().index(text) // 4096 * 4096


def overwrite(path: Path, place: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(place)
        file.write(data)


def test_a_page_of_garbage(twelve):
    """What it held cannot be read, and is said; every other session is read, appended to and listed."""
    overwrite(twelve, page_of(twelve, b"5 30 xxx"), b"\xee" * 4096)
    store = SqliteStore(twelve)
    assert store.faults()
    with pytest.raises(StoreError) as raised:
        store.since("ffffff")
    assert (raised.value.code, raised.value.values["path"]) == ("store_corrupt", str(twelve))
    others = [letter * 6 for letter in "abcdeghjkmn"]
    for id in others:
        assert len(store.since(id).lines) == 60
        store.append(id, 60, ["more"])
    assert {summary.id for summary in store.list()} == {*others, "ffffff"}
    assert all(summary.entries == 61 for summary in store.list() if summary.id != "ffffff")
    store.close()


def test_damage_that_is_quoted(twelve):
    """What SQLite says of a damaged table's name is no text any more: it is a fault of the file all the same."""
    overwrite(twelve, twelve.read_bytes().index(b"CREATE TABLE session"), b"\xcexEATE TABLE session")
    with pytest.raises(StoreError) as raised:
        SqliteStore(twelve).list()
    assert raised.value.code == "store_corrupt"


def test_a_sound_file_has_no_faults(twelve):
    """SQLite's own check finds nothing."""
    store = SqliteStore(twelve)
    assert store.faults() == []
    store.close()


def test_entries_without_their_session(twelve):
    """They are counted."""
    db = sqlite3.connect(twelve)
    db.execute("DELETE FROM session WHERE id = 'gggggg'")
    db.commit()
    db.close()
    store = SqliteStore(twelve)
    assert store.faults() == ["FOREIGN KEY session: 60"]
    store.close()


def test_bytes_that_are_no_text(store):
    """A flipped bit makes a line that is no UTF-8: it comes back as it is, and so do all others."""
    store.create("abcdef", "dice", AT, ["zero", "Ania", "two"], b"seed")
    store._db.execute("UPDATE entry SET line = CAST(x'41eE6961' AS TEXT) WHERE seq = 1")
    zero, bad, two = store.since("abcdef").lines
    assert (zero, bad.encode("utf-8", "surrogateescape"), two) == ("zero", b"A\xeeia", "two")
    store.replace_from("abcdef", 1, ["Ania", "two"], [bad, two])
    assert store.since("abcdef").lines == ["zero", "Ania", "two"]


def test_flipped_bits(twelve):
    """One bit of the file changed, anywhere: whatever is asked is answered or refused as a fault of the store."""
    whole, chance = twelve.read_bytes(), random.Random("cosmic rays")
    answered = 0
    for _ in range(400):
        place, bit = chance.randrange(100, len(whole)), 1 << chance.randrange(8)
        overwrite(twelve, place, bytes([whole[place] ^ bit]))
        try:
            store = SqliteStore(twelve)
        except StoreError:
            overwrite(twelve, place, whole[place : place + 1])
            continue
        calls = [store.faults, store.list, *[partial(store.since, letter * 6) for letter in "abcdefghjkmn"]]
        for call in calls:
            with suppress(StoreError):
                call()
                answered += 1
        store.close()
        overwrite(twelve, place, whole[place : place + 1])
    assert answered > 400 * 13


# --- copies ----------------------------------------------------------------------------------------------------------


def test_a_copy(store, tmp_path):
    """It holds everything, stands alone, and only its owner may read it."""
    store.create("abcdef", "dice", AT, ["zero", "one"], b"seed")
    copy = tmp_path / "copy.sqlite"
    store.backup(copy)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith((".", "copy"))) == ["copy.sqlite"]
    store.append("abcdef", 2, ["two"])
    other = SqliteStore(copy)
    assert other.since("abcdef") == ("abcdef", ["zero", "one"], b"seed")
    other.append("abcdef", 2, ["else"])
    other.close()
    assert store.since("abcdef").lines == ["zero", "one", "two"]


def test_a_copy_is_never_readable_by_others(store, tmp_path, monkeypatch):
    """Not even while it is written."""
    store.create("abcdef", "dice", AT, ["zero"], b"seed")
    modes, copied = [], room._copy

    def watched(db, new, path):
        copied(db, new, path)
        modes.extend(stat.S_IMODE(file.stat().st_mode) for file in new.parent.glob(f"{new.name}*"))

    monkeypatch.setattr(room, "_copy", watched)
    store.backup(tmp_path / "copy.sqlite")
    assert modes == [0o600]


def test_a_copy_overwrites_nothing(store, tmp_path):
    """A file, a folder, a link that leads nowhere: each is said, and stays."""
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    before = sorted(tmp_path.iterdir())
    for name in ("file", "folder", "link"):
        assert code_of(store.backup, tmp_path / name) == "file_there"
    assert code_of(store.backup, tmp_path / "none" / "copy") == "file_unwritable"
    assert sorted(tmp_path.iterdir()) == before
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


def test_a_copy_where_links_cannot_be_made(store, tmp_path, monkeypatch):
    """As on a stick with an old file system; there too nothing is overwritten."""

    def refused(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    store.create("abcdef", "dice", AT, ["zero"], b"seed")
    store.backup(tmp_path / "copy.sqlite")
    assert code_of(store.backup, tmp_path / "copy.sqlite") == "file_there"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_copy_without_room(store, tmp_path):
    """It is said, and nothing half is left."""
    store.create("abcdef", "dice", AT, ["x" * 100_000], b"seed")
    before = sorted(tmp_path.iterdir())
    with full_disk():
        assert code_of(store.backup, tmp_path / "copy.sqlite") == "file_unwritable"
    assert sorted(tmp_path.iterdir()) == before
    assert len(store.since("abcdef").lines) == 1


def test_a_copy_of_a_damaged_file(twelve, tmp_path):
    """It is made all the same, page by page: whoever mends it has something to try on."""
    overwrite(twelve, page_of(twelve, b"5 30 xxx"), b"\xee" * 4096)
    store = SqliteStore(twelve)
    store.backup(tmp_path / "copy.sqlite")
    store.close()
    assert (tmp_path / "copy.sqlite").read_bytes()[4096:] == twelve.read_bytes()[4096:]


COPIED = """
import sys
from pathlib import Path
from companion.play.store import Append, SqliteStore
store = SqliteStore(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
for seq in range(1, 1_000_000):
    store.append_all([Append(id, seq, [f"line {seq} " + "x" * 3000]) for id in ("aaaaaa", "bbbbbb")])
    print(seq, flush=True)
"""


def test_a_copy_while_others_write(store, tmp_path):
    """Ten copies during a hail of appends to two sessions: each is whole, and of one moment."""
    for id in ("aaaaaa", "bbbbbb"):
        store.create(id, "dice", AT, ["line 0"], b"")
    writer = child(COPIED, str(store.path))
    start_together([writer])
    lengths = []
    for number in range(10):
        writer.stdout.readline()
        store.backup(tmp_path / f"copy{number}.sqlite")
        copy = SqliteStore(tmp_path / f"copy{number}.sqlite")
        one, two = copy.since("aaaaaa").lines, copy.since("bbbbbb").lines
        assert one == two
        assert one[1:] == [f"line {seq} " + "x" * 3000 for seq in range(1, len(one))]
        assert copy.faults() == []
        copy.close()
        lengths.append(len(one))
    writer.kill()
    writer.communicate()
    assert lengths == sorted(lengths)
    assert lengths[-1] > lengths[0]


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


# --- disks that take no more -----------------------------------------------------------------------------------------

LEAVER = """
import os, signal, sys
from pathlib import Path
from companion.play.store import SqliteStore
store = SqliteStore(Path(sys.argv[1]))
store.create("abcdef", "dice", "now", ["zero"], b"seed")
store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
store.append("abcdef", 1, ["one"])
if sys.argv[2] == "killed":
    os.kill(os.getpid(), signal.SIGKILL)
store.close()
"""


@pytest.fixture(params=["closed", "killed", "killed without index"])
def left(request):
    """A file in a folder that everybody may enter, as a process left it: closed, or killed with the last entry in the
    write-ahead log only.
    """
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        path = Path(folder) / "old sessions #1 100%.sqlite"
        leaver = child(LEAVER, str(path), request.param.split()[0])
        leaver.communicate(timeout=30)
        assert leaver.returncode == (0 if request.param == "closed" else -signal.SIGKILL)
        if request.param == "killed without index":
            path.with_name(path.name + "-shm").unlink()
        assert path.with_name(path.name + "-wal").exists() == (request.param != "closed")
        yield path
        os.chmod(folder, 0o755)


@pytest.fixture
def not_root():
    """Root may write everywhere, so that root becomes nobody for the test."""
    if os.geteuid() == 0:
        os.seteuid(65534)
        yield
        os.seteuid(0)
    else:
        yield


@pytest.fixture
def read_only_folder(left, request):
    """The folder, the file and what lies beside it may only be read."""
    for path in left.parent.iterdir():
        path.chmod(0o444)
    left.parent.chmod(0o555)
    request.getfixturevalue("not_root")
    with pytest.raises(PermissionError):
        (left.parent / "new").touch()
    return left


@contextmanager
def full_disk():
    """Within: no file can grow by a byte. The system's limit on a file's size stands for a full disk.

    It holds for the whole process, so it may not last until the result of the test is written into a file.
    """
    kept = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, kept[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, kept)
        signal.signal(signal.SIGXFSZ, ignored)


def reads_but_does_not_write(path: Path, codes: set[str]) -> None:
    before = path.read_bytes()
    store = SqliteStore(path)
    for _ in range(2):
        assert store.since("abc") == ("abcdef", ["zero", "one"], b"seed")
        assert [(summary.id, summary.entries) for summary in store.list()] == [("abcdef", 2)]
        assert code_of(store.append, "abcdef", 2, ["two"]) in codes
        assert code_of(store.create, "bbbbbb", "dice", AT, ["zero"], b"") in codes
    store.close()
    assert path.read_bytes() == before


def test_a_folder_that_may_only_be_read(read_only_folder):
    """Every session can be read to its last entry; only writing is refused, as such."""
    reads_but_does_not_write(read_only_folder, {"store_readonly"})


def test_a_disk_without_room(left):
    """Every session can be read to its last entry; only writing is refused, and the disk is blamed."""
    with full_disk():
        reads_but_does_not_write(left, {"store_full", "store_ioerr"})


def test_a_disk_with_room_again(left):
    """A store that was opened on a full disk writes as soon as it can, and another process sees it."""
    with full_disk():
        store = SqliteStore(left)
        assert code_of(store.append, "abcdef", 2, ["two"]) in ("store_full", "store_ioerr")
    store.append("abcdef", 2, ["two"])
    assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)
    other = SqliteStore(left)
    assert other.since("abcdef").lines == ["zero", "one", "two"]
    other.append("abcdef", 3, ["three"])
    assert store.since("abcdef").lines == ["zero", "one", "two", "three"]
    store.close()
    other.close()


def test_no_new_file_on_a_disk_without_room(tmp_path):
    """Nothing to read there: it is refused on opening."""
    with full_disk():
        for _ in range(2):
            assert code_of(SqliteStore, tmp_path / "new.sqlite") in ("store_full", "store_ioerr")
    SqliteStore(tmp_path / "new.sqlite").close()
