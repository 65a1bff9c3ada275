"""Memory of the tracker's process: empty, and each table more."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tracker_tables import SEATS, Table, phone_headers, say, serving
from wire import NOTHING_NEW, OK, asker, get

from companion import stores

LOADED, ENTRIES = 500, 300


async def measure_memory(folder: Path, long: bool) -> None:
    """Print the memory of the server."""
    place = str(folder / "memory.sqlite")
    store = stores.open_store(place)
    kinds = {"begun": 0, f"{ENTRIES} entries": ENTRIES - len(SEATS)}
    tables = {name: [Table(store, len(SEATS), entries=count) for _ in range(LOADED)] for name, count in kinds.items()}
    store.close()
    for name, own in tables.items():
        with serving("tracker", place) as served:
            line = await asker(served.port)
            answer = await line.ask(get(served.port, "/"))
            assert answer.startswith(OK), answer
            before = served.memory
            for table in own:
                headers = phone_headers(served.port, table.tokens[0])
                answer = await line.ask(get(served.port, f"/{table.code}/now?after={table.seq}", *headers))
                assert answer.startswith(NOTHING_NEW), answer
            loaded = served.memory
            for table in own:
                headers = phone_headers(served.port, table.tokens[0])
                answer = await line.ask(get(served.port, f"/{table.code}/now", *headers))
                assert answer.startswith(OK), answer
            line.close()
            each, shown = (loaded - before) / LOADED / 1024, (served.memory - loaded) / LOADED / 1024
            say(f"a table, {name}", f"{each:6.1f} KiB", f"shown to a phone {shown:5.1f} KiB more")
            say("empty server", f"{before / 2**20:6.1f} MiB")
