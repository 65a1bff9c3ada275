"""A move at a long table, alone, then while others read its log and its result."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tracker_clients import Client, Player
from tracker_tables import Table, Timed, check_journals, say, serving
from wire import OK, Asker, asker, get

from companion import stores

GAP_S = 0.02
READERS, LONG = 20, 2_002  # whole turns


class Reader(Client):
    """A connection that reads a page again and again."""

    def __init__(self, line: Asker, port: int, path: str) -> None:
        super().__init__(line)
        self._request = get(port, path, "Accept-Language: en", "Accept-Encoding: gzip")

    def request(self) -> bytes:
        return self._request

    def check(self, answer: bytes) -> None:
        assert answer.startswith(OK), answer


async def measure_logged(folder: Path, long: bool) -> None:
    """Print how long a move takes while others read."""
    store = stores.open_store(folder / "logged.sqlite")
    seconds = 20 if long else 8
    with serving("tracker", str(folder / "logged.sqlite")) as served:
        port = served.port
        table = Table(store, entries=LONG)
        player = Player(await asker(port), port, table)
        await player.run(time.perf_counter() + 1, [])  # for warming up
        alone = await time_moves(player, seconds, [])
        say("alone", alone)
        for page in ("log", "result"):
            crowd = [Reader(await asker(port), port, f"/{table.code}/{page}") for _ in range(READERS)]
            beside = await time_moves(player, seconds, crowd)
            ratios = "  ".join(f"{beside.ms(part) / alone.ms(part):5.1f}" for part in (0.5, 0.99, 1))
            say(f"{READERS} read the {page}", beside, f"times alone: {ratios}")
        check_journals(store, [table])
    store.close()


async def time_moves(player: Player, seconds: float, readers: Sequence[Reader]) -> Timed:
    """Return how long moves of the player take, one each 20 ms, while the readers read."""
    figures, over = Timed(), time.perf_counter() + seconds
    reading = [reader.run(over, []) for reader in readers]
    while time.perf_counter() < over:
        begun = time.perf_counter()
        await player.run(0.0, figures.took)
        await asyncio.sleep(max(0.0, begun + GAP_S - time.perf_counter()))
    await asyncio.gather(*reading)
    return figures
