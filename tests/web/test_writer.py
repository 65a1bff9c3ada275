"""The writer: many sessions, one commit at a time, nothing acknowledged that is not there."""

import asyncio

import pytest

from companion.core.errors import StaleSequence, StoreError
from companion.play.journal.store import SqliteStore
from companion.web.server.writer import Writer

AT = "2026-01-01T00:00:00Z"


class Counted(SqliteStore):
    """Notes how many appends went into each commit."""

    commits: list[int]

    def append_all(self, appends):
        self.commits.append(len(appends))
        return super().append_all(appends)


@pytest.fixture
def path(tmp_path):
    store = SqliteStore(tmp_path / "s.sqlite")
    for number in range(20):
        store.create(f"s{number:05}", "dice", AT, ["header"], b"")
    store.close()
    return tmp_path / "s.sqlite"


def test_what_waits_is_written_together(path):
    """A thousand appends of twenty sessions, each in its order, in far fewer commits."""
    store_of_thread: list[Counted] = []

    def open():
        store = Counted(path)
        store.commits = []
        store_of_thread.append(store)
        return store

    async def session(writer, number):
        for seq in range(1, 51):
            await writer.append(f"s{number:05}", seq, [f"{number} {seq}"])

    async def all():
        writer = Writer(open)
        writer.start()
        await asyncio.gather(*(session(writer, number) for number in range(20)))
        writer.stop()

    asyncio.run(all())
    (store,) = store_of_thread
    assert sum(store.commits) == 1000
    assert len(store.commits) < 500
    read = SqliteStore(path)
    for number in range(20):
        assert read.since(f"s{number:05}").lines == ["header", *(f"{number} {seq}" for seq in range(1, 51))]


def test_a_damaged_page_of_the_file(path):
    """Who writes to a session on it is told; the others of the same commit are kept."""
    store = SqliteStore(path)
    store.create("zzzzzz", "dice", AT, [f"zzz {seq} " + "x" * 300 for seq in range(50)], b"")
    store._db.execute("VACUUM")
    store.close()
    whole = path.read_bytes()
    place = whole.index(b"zzz 49 ") // 4096 * 4096
    path.write_bytes(whole[:place] + b"\xee" * 4096 + whole[place + 4096 :])

    async def three():
        writer = Writer(lambda: SqliteStore(path))
        appends = [writer.append(id, seq, ["new"]) for id, seq in (("s00001", 1), ("zzzzzz", 50), ("s00002", 1))]
        waiting = asyncio.gather(*appends, return_exceptions=True)
        await asyncio.sleep(0)  # all three wait before the writer begins
        writer.start()
        got = await waiting
        writer.stop()
        return got

    one, bad, two = asyncio.run(three())
    assert (one, two, bad.code) == (None, None, "store_corrupt")
    read = SqliteStore(path)
    assert [read.since(id).lines[-1] for id in ("s00001", "s00002")] == ["new", "new"]
    read.close()


def test_of_two_who_act_at_once_one_is_told(path):
    """The stale one alone; the others of the same commit are kept."""

    async def both():
        writer = Writer(lambda: SqliteStore(path))
        writer.start()
        got = await asyncio.gather(
            writer.append("s00001", 1, ["mine"]),
            writer.append("s00001", 1, ["yours"]),
            writer.append("s00002", 1, ["other"]),
            writer.append("nobody", 1, ["lost"]),
            return_exceptions=True,
        )
        writer.stop()
        return got

    mine, yours, other, lost = asyncio.run(both())
    assert (mine, other) == (None, None)
    assert isinstance(yours, StaleSequence)
    assert isinstance(lost, StoreError)
    read = SqliteStore(path)
    assert read.since("s00001").lines == ["header", "mine"]
    assert read.since("s00002").lines == ["header", "other"]


def test_a_store_that_cannot_be_opened_is_told_to_everyone(tmp_path):
    """And the writer goes on: a later append works once the store can be opened."""
    tries = []

    def open():
        tries.append(1)
        if len(tries) == 1:
            raise StoreError("store_cantopen", path="x", reason="gone")
        store = SqliteStore(tmp_path / "s.sqlite")
        store.create("abcdef", "dice", AT, ["header"], b"")
        return store

    async def twice():
        writer = Writer(open)
        writer.start()
        with pytest.raises(StoreError, match="store_cantopen"):
            await writer.append("abcdef", 1, ["one"])
        await writer.append("abcdef", 1, ["one"])
        writer.stop()

    asyncio.run(twice())
    assert SqliteStore(tmp_path / "s.sqlite").since("abcdef").lines == ["header", "one"]
