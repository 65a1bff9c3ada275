"""Durable appends a second of both stores in one run: python benchmarks/store.py [seconds per measurement]

    raw        one row and a commit by the driver alone: what disk, server and driver can do at most
    one        one session grows, as at one table
    many       100 sessions grow in turn, as at a convention
    gathered   entries of 32 sessions in one write, as the tracker keeps them
    eight      eight connections at once, each with a session of its own; beside it eight raw ones

Those of one store take turns of a tenth of a second, so that a busy disk meets all alike. PostgreSQL is a server of its
own on loopback with fsync on. Whatever was timed is read back and counted.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

import psycopg

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion import stores
from companion.play.journal.store import Append, Store
from tests.stores.cluster import Cluster

LINE = "x" * 340  # as long as the entry of a throw
TURN_S = 0.1
Write = Callable[[], int]  # returns how many entries it wrote


def rates(seconds: float, writes: dict[str, Write]) -> dict[str, float]:
    """Entries a second of each."""
    entries, elapsed = dict.fromkeys(writes, 0), dict.fromkeys(writes, 0.0)
    for _ in range(int(seconds / TURN_S)):
        for name, write in writes.items():
            begun = time.perf_counter()
            while time.perf_counter() - begun < TURN_S:
                entries[name] += write()
            elapsed[name] += time.perf_counter() - begun
    return {name: entries[name] / elapsed[name] for name in writes}


def raw(db: sqlite3.Connection | psycopg.Connection, name: str, sign: str) -> Write:
    """The driver alone; `sign` stands for a value in its SQL."""
    insert, seqs = f"INSERT INTO raw VALUES ({sign}, {sign}, {sign})", count()

    def write() -> int:
        db.execute(insert, (name, next(seqs), LINE))
        return 1

    return write


def growing(store: Store, names: list[str], gather: bool = False) -> Write:
    """Appends to the sessions in turn, or to all of them in one write."""
    for name in names:
        store.create(name, "none", "now", [LINE], b"")
    turns = count()

    def write() -> int:
        seq, place = divmod(next(turns), len(names))
        store.append(names[place], seq + 1, [LINE])
        return 1

    def write_all() -> int:
        seq = next(turns) + 1
        assert not any(store.append_all([Append(name, seq, [LINE]) for name in names]))
        return len(names)

    return write_all if gather else write


def of_one_connection(store: Store, seconds: float, bare: Write) -> None:
    names = {kind: [f"{kind}{n}" for n in range(number)] for kind, number in (("one", 1), ("many", 100), ("all", 32))}
    wrote = 0

    def counted(write: Write) -> Write:
        def both() -> int:
            nonlocal wrote
            new = write()
            wrote += new
            return new

        return both

    found = rates(
        seconds,
        {
            "raw": bare,
            "one": counted(growing(store, names["one"])),
            "many": counted(growing(store, names["many"])),
            "gathered": counted(growing(store, names["all"], gather=True)),
        },
    )
    assert sum(summary.entries - 1 for summary in store.list()) == wrote
    for name, rate in found.items():
        print(f"  {name:9} {rate:9,.0f} /s   {rate / found['raw']:5.2f} of raw")


def together(seconds: float, writes: list[Write]) -> float:
    """Entries a second of threads that write at once."""
    found: list[float] = []
    threads = [
        threading.Thread(target=lambda one=write: found.append(rates(seconds, {"": one})[""])) for write in writes
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == len(writes)
    return sum(found)


def eight(url: str, seconds: float) -> None:
    bare = [psycopg.connect(url, autocommit=True) for _ in range(8)]
    kept = [stores.open_store(url) for _ in range(8)]
    most = together(seconds, [raw(db, f"eight{n}", "%s") for n, db in enumerate(bare)])
    rate = together(seconds, [growing(store, [f"eight{n}"]) for n, store in enumerate(kept)])
    print(f"  eight raw {most:9,.0f} /s\n  eight     {rate:9,.0f} /s   {rate / most:5.2f} of eight raw")
    for connection in (*bare, *kept):
        connection.close()


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    table = "CREATE TABLE raw (session text, seq integer, line text NOT NULL, PRIMARY KEY (session, seq))"
    with tempfile.TemporaryDirectory() as folder:
        print("SQLite, write-ahead log, synchronous=FULL")
        db = sqlite3.connect(Path(folder) / "raw.sqlite", isolation_level=None)
        for statement in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", f"{table} WITHOUT ROWID"):
            db.execute(statement)
        store = stores.open_store(Path(folder) / "sessions.sqlite")
        of_one_connection(store, seconds, raw(db, "raw", "?"))
        store.close()
        db.close()
    cluster = Cluster(durable=True)
    try:
        print("PostgreSQL, fsync on, loopback")
        with psycopg.connect(cluster.url(), autocommit=True) as server:
            server.execute(table)
            store = stores.open_store(cluster.url())
            of_one_connection(store, seconds, raw(server, "raw", "%s"))
            store.close()
        eight(cluster.url(), seconds)
    finally:
        cluster.remove()


if __name__ == "__main__":
    main()
