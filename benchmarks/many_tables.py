"""Many tables at once: python benchmarks/many_tables.py [--tables N] [--moves N] [--seconds N] [--workers N,N]
    python benchmarks/many_tables.py --store postgresql://USER@HOST/DATABASE HOST:PORT ...

Four phones at each table, each in a language of its own, hold a compressed stream open, as browsers do, and act in
turn: first so many moves a second over all tables, then as fast as they are answered. Every answer is checked, every
stream has each entry once, in order, and every journal holds.

Without addresses `companion serve` runs here over a new file, with each number of processes after the other, and its
memory and processor are measured. A process holds 4,096 connections, those of 800 tables. With addresses the servers
run already, on this or other machines, over the store that is named; tables are shared out among them. Start each with
`--address http://HOST:PORT`, and let it trust the addresses that this program makes up for its phones:
FORWARDED_ALLOW_IPS, as behind a proxy.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from served import cpu_of, memory_of
from tracker_tables import FORM, LANGS, SEATS, Table, Timed, check_journals, phone_headers, say, turn
from wire import LOCAL, OK, Asker, PackedListener, asker, get, packed_listener, post

from companion import stores

WAIT_S = 30.0  # for what a phone has to be told
FRAME = re.compile(rb'event: table\nid: (\d+)\ndata: .*?"head":"(\w{64})".*?"said":(\[.*?\]),"fresh"')
OPENED_AT_ONCE = 50


class Server(NamedTuple):
    """A server that phones connect to."""

    host: str
    port: int


class Playing:
    """A table: its four phones act one after the other, each when all have seen what was before."""

    def __init__(self, crowd: Crowd, table: Table, server: Server, number: int) -> None:
        self._crowd, self.table, self._server, self._number = crowd, table, server, number
        self._told = [table.seq] * len(SEATS)
        self._all = asyncio.Event()
        self._begun = 0.0
        self._line: Asker | None = None
        self._streams: list[PackedListener] = []
        forms = [form.encode() + b"&seen=%08d" % 0 for _ in SEATS for form in turn(table.drawn)]
        senders = [place for place in range(len(SEATS)) for _ in turn(table.drawn)]
        self._requests = cycle(
            [self._post(form, self._headers(place))[:-8] for form, place in zip(forms, senders, strict=True)]
        )

    def _headers(self, place: int) -> tuple[str, ...]:
        address = f"10.{self._number >> 8}.{self._number & 255}.{place + 1}"
        kept = phone_headers(self._server.port, self.table.tokens[place], LANGS[place])
        return (*kept, f"X-Forwarded-For: {address}")

    def _post(self, form: bytes, headers: tuple[str, ...]) -> bytes:
        return post(self._server.port, f"/{self.table.code}/do", FORM, form, *headers, host=self._server.host)

    async def open(self) -> None:
        """Connect the phones."""
        host, port = self._server
        path = f"/{self.table.code}/live?after={self.table.seq}&lines=1"
        for place in range(len(SEATS)):
            request = get(port, path, *self._headers(place), "Accept-Encoding: gzip", host=host)
            self._streams.append(
                await packed_listener(port, request, lambda *heard, at=place: self._hear(at, *heard), host)
            )

    def _hear(self, place: int, at: float, data: bytes) -> None:
        for seq, _, said in FRAME.findall(data):
            new = [*dict.fromkeys(row["seq"] for row in json.loads(said))]
            assert new == [*range(self._told[place] + 1, int(seq) + 1)], (self.table.code, place, new)
            self._told[place] = int(seq)
            self._crowd.seen.took.append(at - self._begun)
        if min(self._told) == self.table.seq:
            self._all.set()

    async def move(self) -> None:
        """Act, and wait until every phone has seen it."""
        self._all.clear()
        self.table.seq += 1
        self._begun = time.perf_counter()
        if self._line is None or self._line.lost:
            self._line = await asker(self._server.port, self._server.host)
        answer = await self._line.ask(next(self._requests) + b"%08d" % (self.table.seq - 1))
        self._crowd.answered.took.append(time.perf_counter() - self._begun)
        assert answer.startswith(OK), answer
        assert b'"seq":%d,' % self.table.seq in answer, answer
        if min(self._told) < self.table.seq:
            async with asyncio.timeout(WAIT_S):
                await self._all.wait()

    def close(self) -> None:
        for one in (*self._streams, *filter(None, [self._line])):
            one.close()


class Crowd:
    """All tables. answered, seen: from a request to its answer, and to each phone's sight of it."""

    def __init__(self, tables: Sequence[Table], servers: Sequence[Server]) -> None:
        self.answered, self.seen = Timed(), Timed()
        self._playing = [
            Playing(self, table, server, number)
            for number, (table, server) in enumerate(zip(tables, cycle(servers), strict=False))
        ]

    async def open(self) -> None:
        """Connect all phones, some at a time."""
        for at in range(0, len(self._playing), OPENED_AT_ONCE):
            await asyncio.gather(*(one.open() for one in self._playing[at : at + OPENED_AT_ONCE]))

    async def play(self, seconds: float, moves: float) -> None:
        """Play `moves` a second over all tables for so many seconds; 0: each table as fast as it can."""
        self.answered.took.clear()
        self.seen.took.clear()
        begun = time.perf_counter()
        until, pace = begun + seconds, len(self._playing) / moves if moves else 0.0

        async def play(one: Playing, due: float) -> None:
            while (now := time.perf_counter()) < until:
                if due > now:
                    await asyncio.sleep(min(due, until) - now)
                    if due > until:
                        return
                due += pace
                await one.move()

        await asyncio.gather(
            *(play(one, begun + place * pace / len(self._playing)) for place, one in enumerate(self._playing))
        )
        self.answered.elapsed = time.perf_counter() - begun

    def close(self) -> None:
        for one in self._playing:
            one.close()


class Serving:
    """`companion serve` on this machine."""

    def __init__(self, store: Path, workers: int) -> None:
        told = store.parent / "told"
        words = ["--port", "0", "--store", str(store), "--workers", str(workers), "--address", "http://tables.example"]
        with told.open("wb") as out:
            self._process = subprocess.Popen([sys.executable, "-m", "companion", "serve", *words], stdout=out)
        until = time.monotonic() + WAIT_S
        while not (found := re.search(r"http://127\.0\.0\.1:(\d+)", told.read_text(encoding="utf-8"))):
            assert time.monotonic() < until, told.read_text(encoding="utf-8")
            time.sleep(0.1)
        self.server = Server(LOCAL, int(found[1]))

    @property
    def _processes(self) -> list[int]:
        pids = [self._process.pid]
        for pid in pids:
            pids += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split())
        return pids

    @property
    def memory(self) -> int:
        """Bytes of all its processes, what they share counted once."""
        return sum(map(memory_of, self._processes))

    @property
    def cpu(self) -> float:
        """Seconds of a core that they have used."""
        return sum(map(cpu_of, self._processes))

    def stop(self) -> None:
        self._process.send_signal(signal.SIGINT)
        self._process.wait(timeout=60)


def tables_in(place: str, number: int) -> list[Table]:
    """New tables in a store."""
    store = stores.open_store(place)
    try:
        return [Table(store, len(SEATS)) for _ in range(number)]
    finally:
        store.close()


def check(place: str, tables: Sequence[Table]) -> None:
    """Every journal holds and has what was answered."""
    store = stores.open_store(place)
    check_journals(store, tables)
    store.close()


async def measure(place: str, servers: Sequence[Server], given: argparse.Namespace, here: Serving | None) -> None:
    """One store with its servers."""
    tables = tables_in(place, given.tables)
    crowd = Crowd(tables, servers)
    before, begun = here.memory if here else 0, time.perf_counter()
    await crowd.open()
    say("opened", f"{time.perf_counter() - begun:.1f} s", f"{len(tables) * len(SEATS):,} streams")
    for name, moves in ((f"{given.moves:g} moves a second", given.moves), ("flat out", 0.0)):
        cpu = here.cpu if here else 0.0
        await crowd.play(given.seconds, moves)
        answered = crowd.answered
        say(name, f"{answered.rate:5,.0f} moves/s", "answered", answered)
        say("", " " * 13, "seen    ", crowd.seen)
        if here:
            answered.cpu = here.cpu - cpu
            say("", f"{answered.cpu / answered.elapsed:4.0%} of a core", f"{answered.cost:,.0f} us a move")
    if here:
        taken = here.memory - before
        say("a phone", f"{taken / len(tables) / len(SEATS) / 1024:.0f} KiB", f"of {here.memory / 2**20:,.0f} MiB")
    crowd.close()
    check(place, tables)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("server", nargs="*", help="HOST:PORT")
    parser.add_argument("--store", help="that the servers share")
    parser.add_argument("--tables", type=int, default=1_000)
    parser.add_argument("--moves", type=float, default=50, help="a second, over all tables")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--workers", default="1,2")
    given = parser.parse_args()
    if bool(given.server) != bool(given.store):
        parser.error("servers and --store go together")
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        if given.server:
            servers = [Server(host, int(port)) for host, _, port in (one.rpartition(":") for one in given.server)]
            print(f"{given.tables:,} tables on {len(servers)} servers", flush=True)
            runner.run(measure(given.store, servers, given, None))
            return
        for workers in map(int, given.workers.split(",")):
            with tempfile.TemporaryDirectory() as folder:
                store = Path(folder) / "tables.sqlite"
                stores.open_store(store).close()
                here = Serving(store, workers)
                print(f"{given.tables:,} tables with {workers} workers", flush=True)
                try:
                    runner.run(measure(str(store), [here.server], given, here))
                finally:
                    here.stop()


if __name__ == "__main__":
    main()
