"""Is anything ever lost? python benchmarks/durability.py [--times 200] [--places 1000] [--store both]

    killed     a server is killed (SIGKILL) at a random moment while four phones write; with PostgreSQL every tenth time
               its database is killed with all its processes as well
    raced      eight processes want every place of one session: exactly one may win each
    disk full  a process may write no file beyond a random size (the system's limit stands for a full disk): it appends
               until it is refused, reads, and tries again

Whatever was acknowledged has to be there, once and whole, and nothing that was refused. Everything is read back from
the store, hashes and all. Exit code 1 if a single line is lost, doubled or damaged. PostgreSQL is a server of its own
on loopback with fsync on, where its programs are installed.
"""

from __future__ import annotations

import argparse
import random
import resource
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from http.client import HTTPException
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

from served import Served

from companion import stores
from companion.core.errors import StaleSequence, StoreError
from companion.play.journal.readable_prefix import linked_entries
from tests.stores.cluster import Cluster, programs
from tests.web.serving import Phone, begin

SEATS = ("frodo", "sam", "merry", "pippin")
RACERS = 8
LONGEST_S = 0.3  # that the phones go on writing before the server is killed
FRESH = get_context("forkserver")  # processes that share nothing with this one, and import once


class Found(NamedTuple):
    """What a store holds of what was acknowledged; unheard: kept, but nobody was told any more."""

    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    damaged: int = 0
    unheard: int = 0

    @property
    def good(self) -> bool:
        return not (self.lost or self.doubled or self.damaged)


def judged(acknowledged: Sequence[str], kept: Sequence[str], damaged: int = 0, unheard: int = 0) -> Found:
    """Texts that were acknowledged beside those that stand in the store; unheard: so many more may stand there."""
    there, told = Counter(kept), set(acknowledged)
    more = len(set(kept) - told)
    return Found(
        len(acknowledged),
        len(told - set(kept)),
        sum(there.values()) - len(there) + max(0, more - unheard),
        damaged,
        more,
    )


def total(found: Sequence[Found]) -> Found:
    return Found(*(sum(column) for column in zip(*found, strict=True)))


# --- killed ----------------------------------------------------------------------------------------------------------


def killed(where: str, chance: random.Random, cluster: Cluster | None) -> Found:
    """One server, four phones that write, and the end of it; cluster: its database dies with it."""
    with closing(stores.open_store(where)) as store:
        code = begin(store, *SEATS)
    server = Served("cold", where)
    told: list[list[str]] = [[] for _ in SEATS]
    begun = threading.Barrier(len(SEATS) + 1)

    def write(number: int) -> None:
        phone = Phone(server.port).join(code, SEATS[number])
        for count in range(1_000_000):
            text = f"{number} {count}"
            try:
                answer = phone.do(code, "note", text=text)
            except (OSError, HTTPException):
                return
            if answer.status == 200:
                told[number].append(text)
                if len(told[number]) == 1:
                    begun.wait(60)  # each has been heard, however busy the machine is
            elif answer.status != 503:  # the database is gone
                raise AssertionError(answer)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(len(SEATS))]
    for thread in threads:
        thread.start()
    begun.wait(60)
    time.sleep(chance.random() * LONGEST_S)
    if cluster is not None:
        cluster.kill()
        time.sleep(0.05)
    server.kill()
    for thread in threads:
        thread.join()
    if cluster is not None:
        cluster.start()
    with closing(stores.open_store(where)) as store:
        lines = store.since(code).lines
    entries, damage = linked_entries(lines)
    kept = [entry.args["text"] for entry in entries if entry.type == "note"]
    return judged([text for texts in told for text in texts], kept, int(damage is not None), len(SEATS))


# --- raced -----------------------------------------------------------------------------------------------------------


def race(where: str, name: str, places: int, begun: Barrier, won: Any) -> None:
    """Want every place as soon as the one before it is taken."""
    mine = []
    with closing(stores.open_store(where)) as store:
        begun.wait()
        seq = 1
        while seq <= places:
            if not store.since("racing", seq - 1).lines:
                continue
            try:
                store.append("racing", seq, [f"{name} {seq}"])
                mine.append(f"{name} {seq}")
            except StaleSequence:
                pass
            except StoreError as error:  # refused after seconds, on a busy machine: it wants the place again
                if error.code != "store_busy":
                    raise
                continue
            seq += 1
    won.put(mine)


def raced(where: str, places: int) -> Found:
    """Every place has to be won once, and to hold what its winner wrote."""
    with closing(stores.open_store(where)) as store:
        store.create("racing", "none", "now", ["start 0"], b"")
    begun, won = FRESH.Barrier(RACERS), FRESH.Queue()
    racers = [FRESH.Process(target=race, args=(where, str(n), places, begun, won)) for n in range(RACERS)]
    for racer in racers:
        racer.start()
    wins = [text for _ in racers for text in won.get(timeout=600)]
    for racer in racers:
        racer.join()
    with closing(stores.open_store(where)) as store:
        lines = store.since("racing", 1).lines
    disorder = sum(line.split()[1] != str(seq) for seq, line in enumerate(lines, 1))
    return judged(wins, lines, disorder + abs(places - len(lines)))


# --- disk full -------------------------------------------------------------------------------------------------------


def fill(where: str, most: int, seed: int, out: Any) -> None:
    """Append until thirty appends were refused; after each, read. Tells what was acknowledged and what was refused."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    chance, told, refused, unread = random.Random(seed), [], 0, 0
    ids = ["aaaaaa", "bbbbbb", "cccccc"]
    seqs = dict.fromkeys(ids, 1)
    with closing(stores.open_store(where)) as store:
        for count in range(100_000):
            id = chance.choice(ids)
            text = f"{id} {count} " + "x" * chance.choice((10, 340, 340, 5_000))
            try:
                store.append(id, seqs[id], [text])
            except StoreError as error:
                if error.code not in ("store_full", "store_ioerr"):
                    raise
                refused += 1
                unread += len(store.since(id).lines) != seqs[id]
                if refused == 30:
                    break
            else:
                told.append(text)
                seqs[id] += 1
    out.put((told, refused, unread))


def filled(folder: Path, chance: random.Random) -> tuple[Found, int]:
    """A new store on a disk that gets full; also how many appends were refused."""
    where = str(folder / f"{chance.getrandbits(64):x}.sqlite")
    with closing(stores.open_store(where)) as store:
        for id in ("aaaaaa", "bbbbbb", "cccccc"):
            store.create(id, "none", "now", ["header"], b"")
    out = FRESH.Queue()
    process = FRESH.Process(target=fill, args=(where, chance.randrange(60_000, 6_000_000), chance.getrandbits(32), out))
    process.start()
    told, refused, unread = out.get(timeout=120)
    process.join()
    with closing(stores.open_store(where)) as store:
        faults = len(store.faults())
        kept = [line for id in ("aaaaaa", "bbbbbb", "cccccc") for line in store.since(id, 1).lines]
    return judged(told, kept, unread + faults), refused


# --- the report ------------------------------------------------------------------------------------------------------


def line(name: str, what: str, found: Found) -> bool:
    print(
        f"  {name:9}  {what}: acknowledged {found.acknowledged:,}, lost {found.lost}, doubled {found.doubled},"
        f" damaged {found.damaged}; kept unheard {found.unheard}",
        flush=True,
    )
    return found.good


def main() -> int:
    reader = argparse.ArgumentParser(description="Is anything ever lost?")
    reader.add_argument(
        "--times", type=int, default=200, help="how often a server is killed; a quarter of it: full disks"
    )
    reader.add_argument("--places", type=int, default=1_000, help="that eight processes race for")
    reader.add_argument("--store", choices=["file", "both"], default="both", help="a file alone, or a server as well")
    reader.add_argument("--seed", type=int, default=1)
    given = reader.parse_args()
    chance = random.Random(given.seed)
    good = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print("SQLite")
        where = str(folder / "sessions.sqlite")
        found = [killed(where, chance, None) for _ in range(given.times)]
        good.append(line("killed", f"{given.times} servers, four phones each", total(found)))
        good.append(line("raced", f"{RACERS} processes, {given.places:,} places", raced(where, given.places)))
        full = [filled(folder, chance) for _ in range(max(1, given.times // 4))]
        refused = sum(count for _, count in full)
        what = f"{len(full)} disks, {refused:,} appends refused and none of them kept"
        good.append(line("disk full", what, total([one for one, _ in full])))
        good.append(refused > 0)
    if given.store == "both":
        good += on_a_server(given.times, given.places, chance)
    return int(not all(good))


def on_a_server(times: int, places: int, chance: random.Random) -> list[bool]:
    try:
        programs()
    except FileNotFoundError:
        print("PostgreSQL: its programs are not installed here")
        return []
    cluster = Cluster(durable=True)
    try:
        print("PostgreSQL, fsync on, loopback")
        deaths = [turn % 10 == 9 for turn in range(times)]
        found = [killed(cluster.url(), chance, cluster if dies else None) for dies in deaths]
        what = f"{times} servers, four phones each, and {sum(deaths)} times the database"
        good = [line("killed", what, total(found))]
        return [*good, line("raced", f"{RACERS} processes, {places:,} places", raced(cluster.url(), places))]
    finally:
        cluster.remove()


if __name__ == "__main__":
    sys.exit(main())
