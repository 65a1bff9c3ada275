"""How long taps take while bots think: python benchmarks/bots_beside.py [--seconds N] [--postgres]

One server, two tables: at one a phone plays dice, at the other the app plays both sides of the War of the Ring and
the host writes notes. A tap every 50 ms at each, first before the bots begin, then while they think: from the request
to the answer, which says that the entry is on disk. Every answer is checked, both journals against the rules.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from served import Served
from tracker_clients import Player
from tracker_tables import FORM, Table, Timed, phone_headers, say
from wire import OK, Asker, asker, get, post

from companion import games, stores
from companion.content.load import load
from companion.play.journal.entries.seats import Join, SeatBot
from companion.play.journal.roster import HOST
from companion.play.journal.session import Session
from companion.play.journal.store import Store
from companion.play.report.verify import verify_journal
from companion.web.server import tokens
from tests.stores.cluster import Cluster

GAP_S = 0.05


class BotTable:
    """A table whose seats bots play, and its host, who writes notes."""

    def __init__(self, store: Store) -> None:
        content, game = load("wotr"), games.get("wotr")
        header = game.rules.header(content, ["Ania:fp", "Bo:shadow"], "full", {"real_cards": "false"}, None)
        session = Session.create(game, content, {**header, "lang": "en"})
        assert isinstance(session, Session), session
        self.code, self.token = session.id, tokens.read_token(None)[0]
        phone = tokens.phone_key(self.token, session.replay.entries[0].hash)
        session.keep(session.plan(Join(HOST, phone)))
        for seat in session.replay.seats:
            session.keep(session.plan(SeatBot(seat, "good")))
        self.entries = session.seq + 1
        lines = [entry.line for entry in session.replay.entries]
        store.create(self.code, "wotr", session.clock(), lines, session._secret)

    def note(self, port: int, number: int) -> bytes:
        body = b"type=note&text=%d" % number
        return post(port, f"/{self.code}/do", FORM, body, *phone_headers(port, self.token))


async def taps(line: Asker, request: Callable[[], bytes], check: Callable[[bytes], None], seconds: float) -> Timed:
    """One after another, at the pace of a person in a hurry."""
    found, until = Timed(), time.perf_counter() + seconds
    while (begun := time.perf_counter()) < until:
        answer = await line.ask(request())
        found.took.append(time.perf_counter() - begun)
        check(answer)
        await asyncio.sleep(GAP_S)
    return found


async def measure(where: str, seconds: float) -> None:
    """Before, and beside."""
    store = stores.open_store(where)
    dice, bots = Table(store), BotTable(store)
    served = Served("tracker", where)
    try:
        port = served.port
        player = Player(await asker(port), port, dice)
        here, there = await asker(port), await asker(port)
        number = 0

        def note() -> bytes:
            nonlocal number
            number += 1
            return bots.note(port, number)

        def is_ok(answer: bytes) -> None:
            assert answer.startswith(OK), answer

        await taps(here, player.request, player.check, 1)  # for warming up
        say("nobody thinks", await taps(here, player.request, player.check, seconds / 4))
        page = await there.ask(get(port, f"/{bots.code}", *phone_headers(port, bots.token)))
        assert page.startswith(OK), page
        cpu, memory = served.cpu, served.memory
        other, same = await asyncio.gather(
            taps(here, player.request, player.check, seconds), taps(there, note, is_ok, seconds)
        )
        say("another table", other)
        say("the bots' own table", same)
        moves = len(store.since(bots.code).lines) - bots.entries - number
        assert moves > 5, moves
        say("bots", f"{moves} moves", f"{(served.cpu - cpu) / seconds:.2f} cores", f"{memory / 1e6:.0f} MB")
    finally:
        begun = time.perf_counter()
        served.stop()
        say("ended after", f"{time.perf_counter() - begun:.2f} s")
    for code in (dice.code, bots.code):
        verify_journal(store.since(code).lines, games.get, load)
    store.close()


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--seconds", type=float, default=20)
    asked.add_argument("--postgres", action="store_true")
    given = asked.parse_args()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(dir=Path.cwd()))
        where = str(Path(folder) / "beside.sqlite")
        if given.postgres:
            cluster = Cluster(durable=True)
            stack.callback(cluster.remove)
            where = cluster.url()
        uvloop.run(measure(where, given.seconds))


if __name__ == "__main__":
    main()
