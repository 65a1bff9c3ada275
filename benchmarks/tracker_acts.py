"""Durable actions a second: 32 phones, each alone at a table of its own."""

from __future__ import annotations

import asyncio
import sys
import time
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tracker_clients import BareClient, Client, Player
from tracker_tables import Table, Timed, check_journals, say, serving
from wire import asker

from companion import stores
from tests.stores.cluster import Cluster

CLIENTS = 32


async def measure_acts(folder: Path, long: bool) -> None:
    """Print durable actions a second."""
    with ExitStack() as stack:
        cluster = Cluster(durable=True)
        stack.callback(cluster.remove)
        places = {"SQLite": str(folder / "acts.sqlite"), "PostgreSQL": cluster.url()}
        kept = {name: stores.open_store(place) for name, place in places.items()}
        for store in kept.values():
            stack.callback(store.close)
        bare = {
            "bare": stack.enter_context(serving("bare", str(folder / "acts.bare"))),
            "bare PostgreSQL": stack.enter_context(serving("bare", cluster.url())),
        }
        served = {name: stack.enter_context(serving("tracker", place)) for name, place in places.items()}
        by = {**bare}
        kinds: dict[str, list[Client]] = {
            name: [BareClient(await asker(one.port), one.port) for _ in range(CLIENTS)] for name, one in bare.items()
        }
        tables: dict[str, list[Table]] = {}
        for name, where, drawn in (
            ("typed", "SQLite", False),
            ("drawn", "SQLite", True),
            ("PostgreSQL", "PostgreSQL", False),
        ):
            by[name] = served[where]
            port = by[name].port
            tables[name] = [Table(kept[where], drawn=drawn) for _ in range(CLIENTS)]
            kinds[name] = [Player(await asker(port), port, table) for table in tables[name]]
        timed = {name: Timed() for name in kinds}
        for one in range(9 if long else 5):
            for name, clients in kinds.items():
                begun, cpu = time.perf_counter(), by[name].cpu
                took: list[float] = []
                await asyncio.gather(*(client.run(begun + 1, took) for client in clients))
                if one:  # the first time is for warming up
                    timed[name].took += took
                    timed[name].elapsed += time.perf_counter() - begun
                    timed[name].cpu += by[name].cpu - cpu
        for name, figures in timed.items():
            share = figures.rate / timed["bare PostgreSQL" if "PostgreSQL" in name else "bare"].rate
            say(name, f"{figures.rate:7,.0f} /s", f"{share:5.2f} of bare", f"{figures.cost:4.0f} us of a core", figures)
        for name, own in tables.items():
            check_journals(kept["PostgreSQL" if name == "PostgreSQL" else "SQLite"], own)
