"""Many tables at once: 200 of four phones, each in a language of its own."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from served import Served
from tracker_tables import LANGS, SEATS, Table, Timed, check_journals, open_pages, phone_headers, say, serving
from wire import OK, Asker, asker, get, listener

from companion import stores
from companion.play.journal.store import Store

TABLES, PACE_S, AGAIN = 200, 2.0, 5
FRAME = re.compile(rb'event: table\nid: (\d+)\ndata: .*?"head": ?"(\w{64})".*?"said": ?(\[.*?\]), ?"(?:fresh|html)"')


class PhoneFrames(NamedTuple):
    """The frames that one phone got: numbers of entries in their order, and the newest entry of each with its hash."""

    said: list[int]
    newest: list[tuple[int, bytes]]


class Crowd:
    """Tables of four phones each. `answered`, `seen`: from a request to its answer, and to a phone's sight of it."""

    def __init__(self, port: int, tables: list[Table]) -> None:
        self._port = port
        self._tables = tables
        self.answered, self.seen = Timed(), Timed()
        self.again = 0
        self.frames = {table.code: [PhoneFrames([], []) for _ in SEATS] for table in tables}
        self.heads: dict[str, dict[int, bytes]] = {table.code: {} for table in tables}

    async def play(self, seconds: float, pace: float, served: Served) -> None:
        lines = [await self._sit(table) for table in self._tables]
        await asyncio.sleep(0.5)
        self.answered.elapsed, self.answered.cpu = -time.perf_counter(), -served.cpu
        until = time.perf_counter() + seconds
        offset = pace / len(self._tables)
        await asyncio.gather(
            *(
                self._table(table, line, until, pace, place * offset)
                for place, (table, line) in enumerate(zip(self._tables, lines, strict=True))
            )
        )
        self.answered.elapsed += time.perf_counter()
        self.answered.cpu += served.cpu
        for line in lines:
            line.close()
        await asyncio.sleep(0.5)  # until the server knows

    async def _sit(self, table: Table) -> Seated:
        seated = Seated(self, table, await asker(self._port))
        await seated.listen(self._port)
        return seated

    async def _table(self, table: Table, seated: Seated, until: float, pace: float, offset: float) -> None:
        requests = enumerate(cycle(table.requests(self._port)))
        due = time.perf_counter() + offset
        while (now := time.perf_counter()) < until:
            if due > now:
                await asyncio.sleep(due - now)
            due += pace
            number, request = next(requests)
            await seated.act(request + b"%08d" % table.seq, again=number % AGAIN == AGAIN - 1)


class Seated:
    """The four phones of one table; they act one after the other, each when it has seen what was before."""

    def __init__(self, crowd: Crowd, table: Table, line: Asker) -> None:
        self._crowd, self._table, self._line = crowd, table, line
        self._frames = crowd.frames[table.code]
        self._all = asyncio.Event()
        self._begun = 0.0

    async def listen(self, port: int) -> None:
        self._streams = []
        for place, token in enumerate(self._table.tokens):
            path = f"/{self._table.code}/live?after={self._table.seq}&lines=1"
            request = get(port, path, *phone_headers(port, token, LANGS[place]))
            self._streams.append(await listener(port, request, self._receiver(place)))

    def _receiver(self, place: int) -> Callable[[float, bytes], None]:
        own = self._frames[place]

        def take_frame(at: float, data: bytes) -> None:
            for seq, head, said in FRAME.findall(data):
                own.said.extend(dict.fromkeys(row["seq"] for row in json.loads(said)))
                own.newest.append((int(seq), head))
                self._crowd.seen.took.append(at - self._begun)
            self._look()

        return take_frame

    def _look(self) -> None:
        if all(own.newest and own.newest[-1][0] == self._table.seq for own in self._frames):
            self._all.set()

    async def act(self, request: bytes, again: bool) -> None:
        self._all.clear()
        self._table.seq += 1
        self._begun = time.perf_counter()
        answer = await self._line.ask(request)
        self._crowd.answered.took.append(time.perf_counter() - self._begun)
        self._check(answer)
        if again:
            self._check(await self._line.ask(request))
            self._crowd.again += 1
        self._look()
        async with asyncio.timeout(30):
            await self._all.wait()

    def _check(self, answer: bytes) -> None:
        assert answer.startswith(OK), answer
        data = json.loads(answer.partition(b"\r\n\r\n")[2])
        assert data["seq"] == self._table.seq, (answer, self._table.seq)
        self._crowd.heads[self._table.code][data["seq"]] = data["head"].encode()

    def close(self) -> None:
        for one in (*self._streams, self._line):
            one.close()


async def measure_crowd(folder: Path, long: bool) -> None:
    """Print how soon many tables at once answer and see moves."""
    store = stores.open_store(folder / "crowd.sqlite")
    for name, seconds, pace, goal in (
        ("100 moves a second", 60 if long else 15, PACE_S, ""),
        ("flat out", 20 if long else 8, 0.0, "goal 150"),
    ):
        tables = [Table(store, len(SEATS)) for _ in range(TABLES)]
        firsts = {table.code: table.seq for table in tables}
        with serving("tracker", str(folder / "crowd.sqlite")) as served:
            await open_pages(served.port, tables[0], LANGS)
            group = Crowd(served.port, tables)
            await group.play(seconds, pace, served)
            memory = served.memory
        answered = group.answered
        say(name, f"{answered.rate:5,.0f} moves/s", "answered", answered, goal)
        say("", " " * 13, "seen    ", group.seen)
        say("", f"{answered.cpu / answered.elapsed:4.0%} of a core", f"{answered.cost:,.0f} us a move",
            f"{memory / 2**20:,.0f} MiB", f"{len(answered.took):,} moves", f"{group.again:,} sent again")  # fmt: skip
        check_journals(store, tables)
        for table in tables:
            check_streams(store, table, firsts[table.code], group)
    store.close()


def check_streams(store: Store, table: Table, first: int, group: Crowd) -> None:
    """Check that each phone got each entry once, in order, as the journal has them."""
    hashes = [json.loads(line)["hash"].encode() for line in store.since(table.code).lines]
    for frames in group.frames[table.code]:
        assert frames.said == list(range(first + 1, table.seq + 1)), (table.code, frames.said)
        assert all(hashes[seq] == head for seq, head in frames.newest)
    heads = group.heads[table.code]
    assert sorted(heads) == list(range(first + 1, table.seq + 1))
    assert all(hashes[seq] == head for seq, head in heads.items())
