"""The store in one file: what is left of damaged ones, and copies."""

import os
import random
import sqlite3
import stat
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from companion.core.errors import StoreError
from companion.play.journal import store as room
from companion.play.journal.store import SqliteStore
from tests.stores.common import AT, child, code_of, full_disk, start_together

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


def test_excerpts_need_no_index(twelve):
    """A damaged session has none, a damaged or missing index is done without; it is made anew where it is missing."""
    join = '{"type":"join"}'
    store = SqliteStore(twelve)
    store.append("aaaaaa", 60, [join])
    store._db.execute("VACUUM")
    (root,) = store._db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'entry_join'").fetchone()
    store.close()
    overwrite(twelve, (root - 1) * 4096, b"\xee" * 4096)
    overwrite(twelve, page_of(twelve, b"5 30 xxx"), b"\xee" * 4096)
    store = SqliteStore(twelve)
    excerpts = {one.summary.id: one for one in store.excerpts()}
    assert (excerpts["aaaaaa"].joins, len(excerpts["bbbbbb"].last)) == ([join], 8)
    assert (excerpts["ffffff"].joins, excerpts["ffffff"].last) == ([], [])
    store.close()


def test_the_index_of_excerpts_is_made_where_it_is_missing(store):
    """Older companions made none; what they wrote is found."""
    join = '{"type":"join"}'
    store.create("abcdef", "dice", AT, ["zero", join], b"")
    before = store.excerpts()
    store._db.execute("DROP INDEX entry_join")
    assert store.excerpts() == before
    store.close()
    again = SqliteStore(store.path)
    assert again._db.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'entry_join'").fetchone() == (1,)
    assert again.excerpts() == before
    again.close()


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


def test_a_flipped_bit_is_answered_or_a_fault_of_the_store(twelve):
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


def test_a_copy_holds_everything_and_is_private(store, tmp_path):
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
    assert code_of(store.backup, tmp_path / "none" / "copy") == "folder_none"
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
from companion.play.journal.store import Append, SqliteStore
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
