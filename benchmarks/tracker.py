"""Figures of the tracker: python benchmarks/tracker.py [--long] [PART ...]

    acts      32 phones, each alone at a table of its own, send actions and wait for the answer, which says that the
              entry is on disk: typed dice on SQLite, dice drawn by the app, typed dice on PostgreSQL; in turns with
              bare endpoints, on SQLite and on PostgreSQL, that keep lines by grouped commits and check nothing
    told      100 phones at one table are told of 300 moves: from the request to the last byte at each phone; a player
              and onlookers in one language, then four players and onlookers in four; beside them the bare endpoint,
              with short frames and with frames as long as the tracker's
    war       100 phones at one table of War of the Ring, whole, in one language, are told of 200 moves; beside them the
              bare endpoint with frames as long
    crowd     200 tables of four phones, each in a language of its own, that listen and act in turn: first a move every
              two seconds at each table, then flat out; every fifth request is sent again, as if its answer were lost
    logged    one phone acts at a table of 2,000 entries, alone, then while 20 connections read the log of the table as
              fast as they are answered, then its result; no limit on how often
    memory    of the server: empty, and each table more

Servers run in processes of their own, the load in this one; everything over loopback, on files in a temporary folder.
Whatever was timed is checked: every answer, every stream against its journal, every journal against the rules. Exits
with 1 if a check fails. --long: the crowd plays for 60 seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from served import Served
from wire import NOTHING_NEW, OK, Asker, asker, get, listener, post

from companion import games, stores
from companion.content.load import load
from companion.play.journal.entries.seats import Join
from companion.play.journal.journal import read_entry
from companion.play.journal.session import Session
from companion.play.journal.store import Store
from companion.play.report.verify import verify_journal
from companion.web.server import tokens
from tests.stores.cluster import Cluster

CLIENTS = 32
LISTENERS, MOVES, GAP_S = 100, 300, 0.02
WAR_MOVES = 200
TABLES, PACE_S, AGAIN = 200, 2.0, 5
LOADED, ENTRIES = 500, 300
READERS, LONG = 20, 2_002  # whole turns
FORM = "application/x-www-form-urlencoded"
SEATS = ("frodo", "sam", "merry", "pippin")
DICE = ("black", "yellow", "red", "blue", "green")
LANGS = ("en", "pl", "ru", "uk")
FRAME = re.compile(rb'event: table\nid: (\d+)\ndata: .*?"head": ?"(\w{64})".*?"said": ?(\[.*?\]), ?"(?:fresh|html)"')


# --- the game: harmless for ever, as every die shows a weapon --------------------------------------------------------


def turn(drawn: bool) -> Iterator[str]:
    """The forms of one turn: five throws, of each one die is kept."""
    for kept, die in enumerate(DICE):
        yield "type=roll" if drawn else f"type=roll&rolled={'%2C'.join(['weapon'] * (5 - kept))}"
        yield f"type=keep&dice={die}"
    yield "type=resolve"


class Table:
    """A table in a store, at which phones have taken their seats: one phone all of them, or each one."""

    def __init__(self, store: Store, phones: int = 1, drawn: bool = False, entries: int = 0) -> None:
        content, game = load("dice"), games.get("dice")
        faces = {f"faces_{die}": ",".join(["weapon"] * 6) for die in DICE} if drawn else {}
        header = game.rules.header(content, [f"{seat.title()}:{seat}" for seat in SEATS], "advanced", faces, None)
        session = Session.create(game, content, {**header, "lang": "en"})
        assert isinstance(session, Session), session
        self.code, self.drawn = session.id, drawn
        self.tokens = [tokens.read_token(None)[0] for _ in range(phones)]
        for seat, token in zip(SEATS, cycle(self.tokens), strict=False):
            phone = tokens.phone_key(token, session.replay.entries[0].hash)
            session.keep(session.plan(Join(seat, phone)))
        for form in (form for form, _ in zip(self.forms(), range(entries), strict=False)):
            fields = dict(field.split("=") for field in form.replace("%2C", ",").split("&"))
            kind, rolled = fields.pop("type"), fields.pop("rolled", None)
            assert session.do(kind, fields, rolled).refusal is None
        self.seq = session.seq
        lines = [entry.line for entry in session.replay.entries]
        store.create(self.code, "dice", session.clock(), lines, bytes(range(32)) if not drawn else session._secret)

    def forms(self) -> Iterator[str]:
        return cycle(list(turn(self.drawn)))

    def requests(self, port: int) -> list[bytes]:
        """One round, ready but for the number of the last entry seen, which comes last in eight digits."""
        out = []
        for _, token in zip(SEATS, cycle(self.tokens), strict=False):
            for form in turn(self.drawn):
                body = f"{form}&seen={0:08d}".encode()
                out.append(post(port, f"/{self.code}/do", FORM, body, *phone_headers(port, token))[:-8])
        return out


def phone_headers(port: int, token: str, lang: str = "en") -> tuple[str, ...]:
    return f"Cookie: companion-{port}={token}", f"Accept-Language: {lang}", "Accept: application/json"


def check_journals(store: Store, tables: Sequence[Table]) -> None:
    """Every journal holds, and has as many entries as were answered."""
    for table in tables:
        lines = store.since(table.code).lines
        assert len(lines) == table.seq + 1, (table.code, len(lines), table.seq)
        verify_journal(lines, games.get, load)


# --- how long things took --------------------------------------------------------------------------------------------


class Timed:
    """Durations of one kind, and over how long they were taken."""

    def __init__(self) -> None:
        self.took: list[float] = []
        self.elapsed = 0.0
        self.cpu = 0.0  # seconds of a core that the server used meanwhile

    @property
    def rate(self) -> float:
        return len(self.took) / self.elapsed

    @property
    def cost(self) -> float:
        """Microseconds of a core for each."""
        return 1e6 * self.cpu / len(self.took)

    def ms(self, part: float) -> float:
        """The duration that this part of all does not exceed."""
        return 1000 * sorted(self.took)[min(int(part * len(self.took)), len(self.took) - 1)]

    def __str__(self) -> str:
        return f"p50 {self.ms(0.5):6.2f} ms   p99 {self.ms(0.99):6.2f} ms   max {self.ms(1):6.1f} ms"


def say(name: str, *figures: object) -> None:
    print(f"  {name:22}", *figures, sep="  ", flush=True)


# --- 32 clients ------------------------------------------------------------------------------------------------------


class Client(ABC):
    """Asks, checks the answer, asks again, until the time is up."""

    def __init__(self, line: Asker) -> None:
        self._line = line

    @abstractmethod
    def request(self) -> bytes: ...

    @abstractmethod
    def check(self, answer: bytes) -> None: ...

    def run(self, until: float, took: list[float]) -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        clock, begun = time.perf_counter, 0.0

        def ask() -> None:
            nonlocal begun
            begun = clock()
            self._line.send(self.request(), told)

        def told(answer: bytes) -> None:
            now = clock()
            took.append(now - begun)
            try:
                self.check(answer)
            except AssertionError as error:
                done.set_exception(error)
                return
            if now < until:
                ask()
            else:
                done.set_result(None)

        ask()
        return done


class BareClient(Client):
    """Of the bare endpoint."""

    def __init__(self, line: Asker, port: int) -> None:
        super().__init__(line)
        self._request = post(port, "/move", "application/json", b'{"mask":5}')
        self.kept = 0

    def request(self) -> bytes:
        return self._request

    def check(self, answer: bytes) -> None:
        assert answer.startswith(OK), answer
        self.kept += 1


class Player(Client):
    """A phone that plays all seats of its table."""

    def __init__(self, line: Asker, port: int, table: Table) -> None:
        super().__init__(line)
        self._table = table
        self._requests = cycle(table.requests(port))

    def request(self) -> bytes:
        return next(self._requests) + b"%08d" % self._table.seq

    def check(self, answer: bytes) -> None:
        self._table.seq += 1
        assert answer.startswith(OK), answer
        assert b'"seq":%d,' % self._table.seq in answer, answer


async def acts(folder: Path, long: bool) -> None:
    """Durable actions a second."""
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


# --- 100 phones ------------------------------------------------------------------------------------------------------


async def told(folder: Path, long: bool) -> None:
    """From a request to its event at every phone."""
    with serving("bare", str(folder / "told.bare")) as bare:
        first = 0
        for name, pad in (("bare", 220), ("bare, large frames", 8700)):
            body = b'{"pad":"%s"}' % (b"x" * pad)
            request = post(bare.port, "/move", "application/json", body)
            streams = [get(bare.port, "/events")] * LISTENERS
            figures, size = await hear(bare, streams, lambda number, request=request: request, first)
            first += MOVES
            say_told(name, figures, size)
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
            figures, size = await hear(served, streams, request, first)
            table.seq += MOVES
            say_told(name, figures, size)
            check_journals(store, [table])
    store.close()


async def war(folder: Path, long: bool) -> None:
    """From a request to its event at every phone, at a table with a map and hands."""
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
        figures, size = await hear(served, streams, request, played.seq, WAR_MOVES)
        say_told("wotr", figures, size)
    verify_journal(store.since(code).lines, games.get, load)
    store.close()
    with serving("bare", str(folder / "war.bare")) as bare:
        body = post(bare.port, "/move", "application/json", b'{"pad":"%s"}' % (b"x" * int(size)))
        streams = [get(bare.port, "/events")] * LISTENERS
        say_told("bare, as long", *await hear(bare, streams, lambda number: body, 0, WAR_MOVES))


def say_told(name: str, figures: Timed, size: float) -> None:
    say(name, figures, f"{figures.cost * LISTENERS:6,.0f} us of a core a move", f"{size:6,.0f} bytes a frame")


async def open_pages(port: int, table: Table, langs: Sequence[str]) -> None:
    """As every phone does before it listens."""
    line = await asker(port)
    for lang in langs:
        answer = await line.ask(get(port, f"/{table.code}", f"Accept-Language: {lang}"))
        assert answer.startswith(OK), answer
    line.close()


async def hear(
    served: Served, streams: list[bytes], request: Callable[[int], bytes], first: int = 0, moves: int = MOVES
) -> tuple[Timed, float]:
    """What each listener's receipt took, and the mean size of a frame. Every listener hears of every move, in order."""
    port, figures, sent, size = served.port, Timed(), {}, 0
    last = [first] * len(streams)
    ids = re.compile(rb"^id: (\d+)$", re.M)

    def heard_by(place: int) -> Callable[[float, bytes], None]:
        def heard(at: float, data: bytes) -> None:
            nonlocal size
            for found in ids.findall(data):
                id = int(found)
                if id in sent:
                    assert id == last[place] + 1, (place, id, last[place])
                    last[place] = id
                    figures.took.append(at - sent[id])
                    size += len(data)

        return heard

    lines = [await listener(port, stream, heard_by(place)) for place, stream in enumerate(streams)]
    line = await asker(port)
    await asyncio.sleep(0.5)  # until everybody knows who is there
    figures.cpu = -served.cpu
    for number in range(moves):
        asked = request(number)
        begun = sent[first + number + 1] = time.perf_counter()
        answer = await line.ask(asked)
        assert answer.startswith(OK), answer
        await asyncio.sleep(max(0.0, begun + GAP_S - time.perf_counter()))
    await patiently(lambda: set(last) == {first + moves})
    figures.cpu += served.cpu
    for one in (*lines, line):
        one.close()
    await asyncio.sleep(0.2)  # until the server knows
    assert len(figures.took) == moves * len(streams)
    return figures, size / len(figures.took)


async def patiently(true: Callable[[], bool]) -> None:
    until = time.perf_counter() + 10
    while not true():
        assert time.perf_counter() < until
        await asyncio.sleep(0.01)


# --- 200 tables ------------------------------------------------------------------------------------------------------


class Heard(NamedTuple):
    """What one phone was told: numbers of entries in the order of the telling, and the hash of the newest."""

    said: list[int]
    newest: list[tuple[int, bytes]]


class Crowd:
    """Tables of four phones each. `answered`, `seen`: from a request to its answer, and to a phone's sight of it."""

    def __init__(self, port: int, tables: list[Table]) -> None:
        self._port = port
        self._tables = tables
        self.answered, self.seen = Timed(), Timed()
        self.again = 0
        self.heard = {table.code: [Heard([], []) for _ in SEATS] for table in tables}
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
        self._heard = crowd.heard[table.code]
        self._all = asyncio.Event()
        self._begun = 0.0

    async def listen(self, port: int) -> None:
        self._streams = []
        for place, token in enumerate(self._table.tokens):
            path = f"/{self._table.code}/live?after={self._table.seq}&lines=1"
            request = get(port, path, *phone_headers(port, token, LANGS[place]))
            self._streams.append(await listener(port, request, self._hear(place)))

    def _hear(self, place: int) -> Callable[[float, bytes], None]:
        own = self._heard[place]

        def heard(at: float, data: bytes) -> None:
            for seq, head, said in FRAME.findall(data):
                own.said.extend(dict.fromkeys(row["seq"] for row in json.loads(said)))
                own.newest.append((int(seq), head))
                self._crowd.seen.took.append(at - self._begun)
            self._look()

        return heard

    def _look(self) -> None:
        if all(own.newest and own.newest[-1][0] == self._table.seq for own in self._heard):
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


async def crowd(folder: Path, long: bool) -> None:
    """Many tables at once."""
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
    """Each phone was told of each entry once, in order, and what it was told and answered stands in the journal."""
    hashes = [json.loads(line)["hash"].encode() for line in store.since(table.code).lines]
    for heard in group.heard[table.code]:
        assert heard.said == list(range(first + 1, table.seq + 1)), (table.code, heard.said)
        assert all(hashes[seq] == head for seq, head in heard.newest)
    heads = group.heads[table.code]
    assert sorted(heads) == list(range(first + 1, table.seq + 1))
    assert all(hashes[seq] == head for seq, head in heads.items())


# --- readers ---------------------------------------------------------------------------------------------------------


class Reader(Client):
    """A connection that reads a page again and again."""

    def __init__(self, line: Asker, port: int, path: str) -> None:
        super().__init__(line)
        self._request = get(port, path, "Accept-Language: en", "Accept-Encoding: gzip")

    def request(self) -> bytes:
        return self._request

    def check(self, answer: bytes) -> None:
        assert answer.startswith(OK), answer


async def logged(folder: Path, long: bool) -> None:
    """A move while others read."""
    store = stores.open_store(folder / "logged.sqlite")
    seconds = 20 if long else 8
    with serving("tracker", str(folder / "logged.sqlite")) as served:
        port = served.port
        table = Table(store, entries=LONG)
        player = Player(await asker(port), port, table)
        await player.run(time.perf_counter() + 1, [])  # for warming up
        alone = await acted(player, seconds, [])
        say("alone", alone)
        for page in ("log", "result"):
            crowd = [Reader(await asker(port), port, f"/{table.code}/{page}") for _ in range(READERS)]
            beside = await acted(player, seconds, crowd)
            ratios = "  ".join(f"{beside.ms(part) / alone.ms(part):5.1f}" for part in (0.5, 0.99, 1))
            say(f"{READERS} read the {page}", beside, f"times alone: {ratios}")
        check_journals(store, [table])
    store.close()


async def acted(player: Player, seconds: float, readers: Sequence[Reader]) -> Timed:
    """The player's moves, one each 20 ms, while the readers read."""
    figures, over = Timed(), time.perf_counter() + seconds
    reading = [reader.run(over, []) for reader in readers]
    while time.perf_counter() < over:
        begun = time.perf_counter()
        await player.run(0.0, figures.took)
        await asyncio.sleep(max(0.0, begun + GAP_S - time.perf_counter()))
    await asyncio.gather(*reading)
    return figures


# --- memory ----------------------------------------------------------------------------------------------------------


async def memory(folder: Path, long: bool) -> None:
    """Of the server's process."""
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


# --- all of it -------------------------------------------------------------------------------------------------------


@contextmanager
def serving(what: str, where: str) -> Iterator[Served]:
    served = Served(what, where)
    try:
        yield served
    finally:
        served.stop()


PARTS = {part.__name__: part for part in (acts, told, war, crowd, logged, memory)}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("part", nargs="*", choices=[[], *PARTS])
    parser.add_argument("--long", action="store_true")
    given = parser.parse_args()
    for name in given.part or PARTS:
        with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            print(f"{name}  (load {os.getloadavg()[0]:.1f})", flush=True)
            runner.run(PARTS[name](Path(folder), given.long))


if __name__ == "__main__":
    main()
