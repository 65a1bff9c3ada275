"""Time from a move until 100 phones at its table have it."""

from __future__ import annotations

import asyncio
import random
import re
import sys
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).parents[1]))

from served import Served
from tracker_tables import FORM, LANGS, Table, Timed, check_journals, open_pages, phone_headers, say, serving
from wire import OK, asker, get, listener, post

from companion import games, stores
from companion.content.load import load
from companion.play.journal.entries.seats import Join
from companion.play.journal.journal import read_entry
from companion.play.journal.session import Session
from companion.play.report.verify import verify_journal
from companion.web.server import tokens

LISTENERS, MOVES, GAP_S = 100, 300, 0.02
WAR_MOVES = 200


async def measure_told(folder: Path, long: bool) -> None:
    """Print the times from a request to its event at every phone."""
    with serving("bare", str(folder / "told.bare")) as bare:
        first = 0
        for name, pad in (("bare", 220), ("bare, large frames", 8700)):
            body = b'{"pad":"%s"}' % (b"x" * pad)
            request = post(bare.port, "/move", "application/json", body)
            streams = [get(bare.port, "/events")] * LISTENERS
            figures, size = await time_updates(bare, streams, lambda number, request=request: request, first)
            first += MOVES
            print_updates(name, figures, size)
    store = stores.open_store(folder / "told.sqlite")
    with serving("tracker", str(folder / "told.sqlite")) as served:
        for name, phones, langs in (("one language", 1, LANGS[:1]), ("players, 4 languages", 4, LANGS)):
            table = Table(store, phones)
            keys = [*table.tokens, *(tokens.read_token(None)[0] for _ in range(LISTENERS - phones))]
            streams = [
                get(
                    served.port,
                    f"/{table.code}/live?after={table.seq}&lines=1",
                    *phone_headers(served.port, token, lang),
                )
                for token, lang in zip(keys, cycle(langs), strict=False)
            ]
            requests = table.requests(served.port)
            first = table.seq

            def request(number: int, requests: list[bytes] = requests, first: int = first) -> bytes:
                return requests[number % len(requests)] + b"%08d" % (first + number)

            await open_pages(served.port, table, langs)
            figures, size = await time_updates(served, streams, request, first)
            table.seq += MOVES
            print_updates(name, figures, size)
            check_journals(store, [table])
    store.close()


async def measure_war(folder: Path, long: bool) -> None:
    """Print the times from a request to its event at every phone, at a table with a map and hands."""
    place = str(folder / "war.sqlite")
    store, rng = stores.open_store(place), random.Random(1)
    content, game = load("wotr"), games.get("wotr")
    header = game.rules.header(content, ["Ania:fp", "Bo:shadow"], "full", {"real_cards": "false"}, None)
    played = Session.create(game, content, {**header, "lang": "en"}, store)
    assert isinstance(played, Session), played
    keys = [tokens.read_token(None)[0] for _ in range(LISTENERS)]
    for seat, token in zip(played.replay.seats, keys, strict=False):
        played.keep(played.plan(Join(seat, tokens.phone_key(token, played.replay.entries[0].hash))))
    replay, code = played.replay, played.id

    def request(number: int) -> bytes:
        """Any legal action, after what the store has."""
        for line in store.since(code, played.seq + 1).lines:
            replay.feed(read_entry(line, played.seq + 1, replay.entries[-1].hash))
        act = rng.choice(game.rules.legal_actions(replay.state))
        if (chance := game.rules.chance(replay.state, act)) is not None and chance.real:
            act = game.rules.complete(replay.state, act, [rng.randrange(size) for size in chance.sizes])
        form = urlencode({"do": game.words.command(replay.state, act), "seat": act.seat, "seen": played.seq})
        token = keys[replay.seats.index(act.seat)]
        return post(served.port, f"/{code}/do", FORM, form.encode(), *phone_headers(served.port, token))

    with serving("tracker", place) as served:
        path = f"/{code}/live?after={played.seq}&lines=1"
        streams = [get(served.port, path, *phone_headers(served.port, token)) for token in keys]
        figures, size = await time_updates(served, streams, request, played.seq, WAR_MOVES)
        print_updates("wotr", figures, size)
    verify_journal(store.since(code).lines, games.get, load)
    store.close()
    with serving("bare", str(folder / "war.bare")) as bare:
        body = post(bare.port, "/move", "application/json", b'{"pad":"%s"}' % (b"x" * int(size)))
        streams = [get(bare.port, "/events")] * LISTENERS
        print_updates("bare, as long", *await time_updates(bare, streams, lambda number: body, 0, WAR_MOVES))


def print_updates(name: str, figures: Timed, size: float) -> None:
    say(name, figures, f"{figures.cost * LISTENERS:6,.0f} us of a core a move", f"{size:6,.0f} bytes a frame")


async def time_updates(
    served: Served, streams: list[bytes], request: Callable[[int], bytes], first: int = 0, moves: int = MOVES
) -> tuple[Timed, float]:
    """Return how long each listener waited for each move, and the mean bytes of a frame; all get all moves in order."""
    port, figures, sent, size = served.port, Timed(), {}, 0
    last = [first] * len(streams)
    ids = re.compile(rb"^id: (\d+)$", re.M)

    def receiver(place: int) -> Callable[[float, bytes], None]:
        def take_frame(at: float, data: bytes) -> None:
            nonlocal size
            for found in ids.findall(data):
                id = int(found)
                if id in sent:
                    assert id == last[place] + 1, (place, id, last[place])
                    last[place] = id
                    figures.took.append(at - sent[id])
                    size += len(data)

        return take_frame

    lines = [await listener(port, stream, receiver(place)) for place, stream in enumerate(streams)]
    line = await asker(port)
    await asyncio.sleep(0.5)  # until all phones know who is there
    figures.cpu = -served.cpu
    for number in range(moves):
        asked = request(number)
        begun = sent[first + number + 1] = time.perf_counter()
        answer = await line.ask(asked)
        assert answer.startswith(OK), answer
        await asyncio.sleep(max(0.0, begun + GAP_S - time.perf_counter()))
    await wait_until(lambda: set(last) == {first + moves})
    figures.cpu += served.cpu
    for one in (*lines, line):
        one.close()
    await asyncio.sleep(0.2)  # until the server knows
    assert len(figures.took) == moves * len(streams)
    return figures, size / len(figures.took)


async def wait_until(true: Callable[[], bool]) -> None:
    until = time.perf_counter() + 10
    while not true():
        assert time.perf_counter() < until
        await asyncio.sleep(0.01)
