"""The store in one file, where nothing can be written: folders that may only be read, disks without room."""

import os
import signal
import tempfile
from pathlib import Path

import pytest

from companion.play.journal.store import SqliteStore
from tests.stores.common import AT, child, code_of, full_disk

LEAVER = """
import os, signal, sys
from pathlib import Path
from companion.play.journal.store import SqliteStore
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
