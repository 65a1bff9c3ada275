"""The store of a browser, over files in a folder: the contract of every store, and what a kill or a full disk leaves.

Of the contract the tests with several processes do not apply, as nobody else can write to these files; nor does the
one of who listens for what others write.
"""

import inspect
import json
import threading

import pytest

from companion.browser.store import FileStore
from companion.play.journal.store import Append
from tests.browser.folder import Folder
from tests.stores import test_contract as contract
from tests.stores.common import AT, code_of

ALONE = {  # what one process or connection does
    name: test
    for name, test in vars(contract).items()
    if name.startswith("test_") and "where" not in inspect.signature(test).parameters
}
del ALONE["test_who_listens_is_told_that_somebody_wrote"]
globals().update(ALONE)


class Reopened:
    """A store that is opened anew for every call, so that nothing is remembered but what stands in its files."""

    def __init__(self, folder):
        self._folder = folder

    def __getattr__(self, name):
        return getattr(FileStore(self._folder, "tables"), name)


@pytest.fixture
def folder(tmp_path):
    return Folder(tmp_path / "tables")


@pytest.fixture(params=["kept open", "opened anew"])
def store(request, folder):
    return FileStore(folder, "tables") if request.param == "kept open" else Reopened(folder)


@pytest.fixture
def other(store):
    """Nobody else may open it."""
    return store


def opened(folder):
    return FileStore(folder, "tables")


def bytes_of(folder):
    """What stands in every file that is not empty."""
    return {name: data for name in folder.names() if (data := folder.read(name))}


def only_file(folder):
    (name,) = bytes_of(folder)
    return name


def test_the_contract_is_tried():
    """All but the seven that need others who write: so a test that comes to the contract comes here, too."""
    left = sorted(name for name in vars(contract) if name.startswith("test_") and name not in ALONE)
    assert left == [
        "test_a_repair_that_is_killed_was_made_or_not",
        "test_appends_and_repairs_at_once",
        "test_four_may_open_a_new_store_at_once",
        "test_of_two_who_act_at_once_one_is_told",
        "test_of_two_who_gather_appends_one_is_told",
        "test_what_was_acknowledged_survives_a_kill",
        "test_who_listens_is_told_that_somebody_wrote",
    ]


def test_what_stands_in_a_file(folder):
    """A record is a line: the header with the first lines, then the lines of each append, with tabs between."""
    store = opened(folder)
    store.create("abcdef", "dice", AT, ["zero", "one"], b"seed")
    store.append("abcdef", 2, ["two", "three"])
    store.append("abcdef", 4, ["ź"])
    head, *records = folder.read(only_file(folder)).decode().split("\n")
    header, *first = head.split("\t")
    assert json.loads(header) == {
        "format": 1,
        "id": "abcdef",
        "game": "dice",
        "created": AT,
        "secret": b"seed".hex(),
        "made": 1,
        "generation": 0,
    }
    assert (first, records) == (["zero", "one"], ["two\tthree", "ź", ""])


# --- a kill ----------------------------------------------------------------------------------------------------------


def test_a_file_cut_at_every_byte(folder):
    """Every append that is whole is there, of a torn one nothing; play goes on, and it is as if nothing had been."""
    store = opened(folder)
    store.create("abcdef", "dice", AT, ["zero", "one"], b"seed")
    ends = {len(folder.read(only_file(folder))): 2}  # lines by the length of the file
    for lines in (["two"], ["trzy", "ćźtery", "5"], ["six"]):
        store.append("abcdef", list(ends.values())[-1], lines)
        ends[len(folder.read(only_file(folder)))] = list(ends.values())[-1] + len(lines)
    name, whole = only_file(folder), folder.read(only_file(folder))
    all_lines = store.since("abcdef").lines
    for length in range(len(whole) + 1):
        (folder.path / name).write_bytes(whole[:length])
        cut = opened(folder)
        end, count = max([item for item in ends.items() if item[0] <= length], default=(0, 0))
        assert (cut.faults(), folder.read(name)) == ([], whole[:end])
        if count == 0:
            assert cut.list() == []
            cut.create("abcdef", "dice", AT, ["zero"], b"")
        else:
            assert cut.since("abcdef").lines == all_lines[:count]
            assert cut.list() == [("abcdef", "dice", AT, count, "zero")]
            cut.append("abcdef", count, ["more", "yet"])
            assert opened(folder).since("abcdef") == ("abcdef", [*all_lines[:count], "more", "yet"], b"seed")


def test_a_repair_cut_at_every_byte(folder):
    """Until the new file is whole the old one counts, then the new one; the other one is empty again."""
    store = opened(folder)
    store.create("abcdef", "dice", AT, ["zero", "rubbish", "two"], b"seed")
    old, before = only_file(folder), folder.read(only_file(folder))
    store.replace_from("abcdef", 1, ["one"], ["rubbish", "two"])
    new, after = only_file(folder), folder.read(only_file(folder))
    assert (json.loads(after.partition(b"\t")[0])["generation"], old != new) == (1, True)
    for length in range(len(after) + 1):
        (folder.path / old).write_bytes(before)
        (folder.path / new).write_bytes(after[:length])
        done = length == len(after)
        killed = opened(folder)
        assert killed.since("abcdef") == ("abcdef", ["zero", *(["one"] if done else ["rubbish", "two"])], b"seed")
        assert bytes_of(folder) == ({new: after} if done else {old: before})
        assert killed.faults() == []


def test_the_order_of_creation_outlives_a_repair(folder):
    """It lies in another file then."""
    store = opened(folder)
    for id in ("aaaaaa", "bbbbbb", "cccccc"):
        store.create(id, "dice", AT, ["zero", "one"], b"")
    store.replace_from("aaaaaa", 1, ["ONE"], ["one"])
    assert [summary.id for summary in opened(folder).list()] == ["cccccc", "bbbbbb", "aaaaaa"]


# --- no room ---------------------------------------------------------------------------------------------------------


def test_where_there_is_no_room(folder):
    """Nothing half is written, reading goes on, and so does play as soon as there is room."""
    store = opened(folder)
    store.create("abcdef", "dice", AT, ["zero", "one"], b"seed")
    before = bytes_of(folder)
    for room in range(sum(map(len, before.values())), sum(map(len, before.values())) + 40, 13):
        folder.room = room
        assert code_of(store.append, "abcdef", 2, ["x" * 1000]) == "store_full"
        assert code_of(store.create, "bbbbbb", "dice", AT, ["x" * 1000], b"") == "store_full"
        assert code_of(store.replace_from, "abcdef", 1, ["x" * 1000], ["one"]) == "store_full"
        for each in (store, opened(folder)):
            assert each.since("abcdef").lines == ["zero", "one"]
            assert [summary.id for summary in each.list()] == ["abcdef"]
        assert bytes_of(folder) == before
    folder.room = sum(map(len, before.values())) + 10
    got = store.append_all([Append("abcdef", 2, ["x" * 1000]), Append("abcdef", 2, ["two"])])
    assert [result and result.code for result in got] == ["store_full", None]
    folder.room = None
    store.append("abcdef", 3, ["x" * 1000])
    assert opened(folder).since("abcdef").lines == ["zero", "one", "two", "x" * 1000]


def test_a_disk_that_does_not_answer(folder, monkeypatch):
    """Writing and reading say so; what was known is known."""
    store = opened(folder)
    store.create("abcdef", "dice", AT, ["zero"], b"")

    def fails(*_):
        raise OSError(5, "no answer")

    for name in ("read", "write", "spare"):
        monkeypatch.setattr(folder, name, fails)
    assert code_of(store.append, "abcdef", 1, ["one"]) == "store_ioerr"
    assert code_of(store.create, "bbbbbb", "dice", AT, ["zero"], b"") == "store_ioerr"
    assert code_of(store.since, "abcdef") == "store_ioerr"
    assert store.list() == [("abcdef", "dice", AT, 1, "zero")]
    assert [fault.partition(":")[0] for fault in opened(folder).faults()] == folder.names()


# --- what is no text of one line -------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["a\tb", "\t", "a\nb", "\n", "one\n", "\ud800", 1, None])
def test_a_line_that_would_become_another(store, folder, line):
    """Is refused, and nothing of what came with it is written."""
    store.create("abcdef", "dice", AT, ["zero", "one"], b"")
    before = bytes_of(folder)
    assert code_of(store.append, "abcdef", 2, ["two", line]) == "store_fault"
    assert code_of(store.create, "bbbbbb", "dice", AT, [line], b"") == "store_fault"
    assert code_of(store.replace_from, "abcdef", 1, [line], ["one"]) == "store_fault"
    assert bytes_of(folder) == before


@pytest.mark.parametrize("line", ["", "\r", "a\r", "\x0b\x0c\x1c\x85\u2028", " ", "\udcff"])
def test_signs_that_end_no_line_here(store, line):
    """Only a line feed does."""
    store.create("abcdef", "dice", AT, [line], b"")
    store.append("abcdef", 1, [line, line])
    assert store.since("abcdef").lines == [line] * 3


# --- damage ----------------------------------------------------------------------------------------------------------


def test_a_file_of_a_newer_format(folder):
    """It is told and left as it is, torn end and all; the other sessions are there."""
    opened(folder).create("abcdef", "dice", AT, ["zero"], b"")
    name = only_file(folder)
    newer = folder.read(name).replace(b'"format": 1', b'"format": 2') + b"who knows"
    (folder.path / name).write_bytes(newer)
    store = opened(folder)
    store.create("bbbbbb", "dice", AT, ["zero"], b"")
    for each in (store, opened(folder)):
        assert code_of(each.since, "abc") == "store_newer"
        assert code_of(each.append, "abcdef", 1, ["one"]) == "store_newer"
        assert code_of(each.replace_from, "abcdef", 0, ["zero"], ["zero"]) == "store_newer"
        assert code_of(each.create, "abcdef", "dice", AT, ["zero"], b"") == "session_there"
        assert sorted(each.list()) == [("abcdef", "dice", AT, 0, ""), ("bbbbbb", "dice", AT, 1, "zero")]
        assert each.since("bbbbbb").lines == ["zero"]
    assert opened(folder).faults() == [f"{name}: format 2 of a newer companion"]
    assert folder.read(name) == newer


@pytest.mark.parametrize(("newer", "counts"), [(0, "here"), (1, "newer")])
def test_a_newer_file_beside_one_of_today(folder, newer, counts):
    """Of one session: the higher generation counts, and neither file is touched."""
    store = opened(folder)
    store.create("abcdef", "dice", AT, ["zero", "one"], b"")
    name, data = only_file(folder), folder.read(only_file(folder))
    store.replace_from("abcdef", 1, ["ONE"], ["one"])
    today = only_file(folder)
    other = data.replace(b'"format": 1', b'"format": 2').replace(b'"generation": 0', b'"generation": %d' % (2 * newer))
    (folder.path / name).write_bytes(other)
    kept = {today: folder.read(today), name: other}
    again = opened(folder)
    if counts == "newer":
        assert code_of(again.since, "abcdef") == "store_newer"
    else:
        assert again.since("abcdef").lines == ["zero", "ONE"]
    assert bytes_of(folder) == kept


@pytest.mark.parametrize(
    "header",
    [
        b"",
        b"\0\0\0",
        b"[]",
        b"{}",
        b'{"format":1',
        b'{"format": 1, "id": "abcdef"}',
        b'{"format": "1", "id": "abcdef", "game": "dice", "created": "", "secret": "", "made": 1, "generation": 0}',
        b'{"format": 1, "id": 7, "game": "dice", "created": "", "secret": "", "made": 1, "generation": 0}',
        b'{"format": 1, "id": "abcdef", "game": "dice", "created": "", "secret": "xx", "made": 1, "generation": 0}',
        b"\xff" * 40,
        b"[" * 100_000,
    ],
)
def test_a_damaged_header(folder, header):
    """The file is told and left as it is; the other sessions are there, and new ones come into other files."""
    opened(folder).create("abcdef", "dice", AT, ["zero"], b"")
    name = only_file(folder)
    damaged = header + b"\tzero\none\ntorn"
    (folder.path / name).write_bytes(damaged)
    store = opened(folder)
    assert (store.list(), store.faults()) == ([], [f"{name}: its header is damaged"])
    assert code_of(store.since, "abcdef") == "session_none"
    store.create("abcdef", "dice", AT, ["again"], b"")
    assert opened(folder).since("abcdef").lines == ["again"]
    assert folder.read(name) == damaged


def test_damage_in_the_middle(folder):
    """Lines are read as they stand, for the journal to refuse; all others are whole. A repair keeps what is no text."""
    store = opened(folder)
    store.create("abcdef", "dice", AT, ["zero", "one"], b"seed")
    store.append("abcdef", 2, ["two", "three"])
    store.append("abcdef", 4, ["four"])
    name, data = only_file(folder), folder.read(only_file(folder))
    store.create("bbbbbb", "dice", AT, ["zero"], b"")
    (folder.path / name).write_bytes(data.replace(b"one", b"\xffne").replace(b"two\tthree", b"two\0three"))
    damaged = opened(folder)
    lines = ["zero", "\udcffne", "two\0three", "four"]
    assert damaged.since("abcdef") == ("abcdef", lines, b"seed")
    assert (damaged.since("bbbbbb").lines, damaged.faults()) == (["zero"], [])
    damaged.replace_from("abcdef", 2, ["two", "three", "four"], lines[2:])
    assert opened(folder).since("abcdef").lines == ["zero", "\udcffne", "two", "three", "four"]


# --- who listens -----------------------------------------------------------------------------------------------------


def test_who_listens_looks_once(folder):
    """Nobody else can write; it ends when it is told to."""
    stop = threading.Event()
    heard = opened(folder).listen(stop)
    assert next(heard) is None
    stop.set()
    assert list(heard) == []
