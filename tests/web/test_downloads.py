"""Journals as files: sent in pieces, as fast as they are read, a few of one address at once."""

import asyncio

import pytest

from companion.play.journal import journal
from companion.play.journal.store import SqliteStore
from companion.web.page import downloads
from companion.web.page.downloads import Download, Downloads
from companion.web.server.request_guard import Limits
from tests.web.serving import Server, begin, stored


def lines_of(count, text="x" * 1_000):
    """A journal that is nothing but notes."""
    entries, prev = [], journal.START
    for seq in range(count):
        entries.append(journal.write_entry(seq, prev, "2026-01-01T00:00:00Z", "", "note", {"text": text}))
        prev = entries[-1].hash
    return entries


class Reader:
    """Takes a download; each piece when it likes."""

    def __init__(self, answer, method="GET"):
        self.pieces, self.headers, self.open, self.gone = [], {}, asyncio.Event(), asyncio.Event()
        self._answer, self._method = answer, method

    async def read(self):
        await self._answer({"type": "http", "method": self._method}, self._receive, self._send)

    async def _receive(self):
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message):
        if message["type"] == "http.response.start":
            self.headers = dict(message["headers"])
            return
        self.pieces.append(message.get("body", b""))
        await self.open.wait()


@pytest.fixture(autouse=True)
def no_pause(monkeypatch):
    monkeypatch.setattr(downloads, "PAUSE_S", 0)


def test_what_is_read_is_the_journal_as_it_was_asked_for():
    """In small pieces, with its size; entries that come meanwhile are in the next download."""
    entries = lines_of(300, "ż" * 1_000)
    whole = "".join(f"{entry.line}\n" for entry in entries).encode()

    async def run():
        reader = Reader(Download(Downloads(None), "", entries, 0, "a.jsonl", len(whole)))
        reader.open.set()
        task = asyncio.create_task(reader.read())
        entries.extend(lines_of(5))
        await task
        return reader

    reader = asyncio.run(run())
    assert b"".join(reader.pieces) == whole
    assert reader.headers[b"content-length"] == b"%d" % len(whole)
    assert max(map(len, reader.pieces)) < 3 * downloads.PIECE  # characters of two bytes, and the line that fills it
    assert len(reader.pieces) > 4


def test_who_does_not_read_is_sent_one_piece_and_who_leaves_no_more():
    """The rest is not even made; the place of an address is free again then."""
    entries, under_way = lines_of(300), Downloads(2)

    async def run():
        readers = [Reader(Download(under_way, "192.168.1.7", entries, 0, "a.jsonl", None)) for _ in range(2)]
        tasks = [asyncio.create_task(reader.read()) for reader in readers]
        for _ in range(50):
            await asyncio.sleep(0)
        stuck = [len(reader.pieces) for reader in readers]
        full = under_way.may_start("192.168.1.7"), under_way.may_start("192.168.1.8")
        for reader in readers:
            reader.gone.set()
            reader.open.set()
        await asyncio.gather(*tasks)
        return stuck, full, [len(reader.pieces) for reader in readers]

    stuck, full, at_last = asyncio.run(run())
    assert (stuck, full, at_last) == ([1, 1], (False, True), [1, 1])
    assert under_way.may_start("192.168.1.7")
    assert not under_way.under_way


def test_others_are_served_between_two_pieces():
    """However quick the reader is."""
    entries, between = lines_of(300), []

    async def run():
        reader = Reader(Download(Downloads(None), "", entries, 0, "a.jsonl", None))
        reader.open.set()
        task = asyncio.create_task(reader.read())
        while not task.done():
            await asyncio.sleep(0)
            between.append(len(reader.pieces))
        return len(reader.pieces)

    pieces = asyncio.run(run())
    assert {*range(1, pieces)} <= {*between}


def test_a_head_has_no_body_and_a_part_no_size(server, code, path):
    """HEAD tells the size of the file; from a later entry on the rest is sent."""
    phone = server.phone()
    whole = phone.get(f"/{code}/journal.jsonl")
    assert whole.text == "".join(f"{entry.line}\n" for entry in stored(path, code).replay.entries)
    assert int(whole.headers["content-length"]) == len(whole.text.encode())
    head = phone.ask("HEAD", f"/{code}/journal.jsonl")
    assert (head.text, head.headers["content-length"]) == ("", whole.headers["content-length"])
    assert whole.headers["content-disposition"].endswith(f'-{code}.jsonl"')
    part = phone.get(f"/{code}/journal.jsonl?from=1")
    assert (part.status, part.text) == (200, "")


def test_one_too_many_is_told_to_come_again(path, store):
    """The parts that a phone checks are not counted: they are small."""
    code = begin(store, "frodo", "sam")
    found = Server(lambda: SqliteStore(path), Limits(rate=None, joins=None, downloads=0))
    try:
        refused = found.phone().get(f"/{code}/journal.jsonl")
        assert (refused.status, refused.headers["retry-after"]) == (429, "5")
        assert found.phone().get(f"/{code}/journal").status == 200
    finally:
        found.stop()
