"""The processes of a server: one that answers all phones, or several that a dispatcher shares tables out to."""

from __future__ import annotations

import asyncio
import gc
import importlib.util
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from traceback import extract_tb
from types import FrameType
from typing import NamedTuple, Protocol

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion import stores
from companion.web.app import create_app
from companion.web.server.dispatcher import Dispatcher, owner_of, take_connection
from companion.web.server.owner_codes import OwnerCodes
from companion.web.server.request_guard import Hosts
from companion.web.server.slow_clients import limited_protocol
from companion.web.server.webhooks import Webhooks
from companion.web.table.odds_counter import OddsCounter
from companion.web.table.seat_requests import HomeAddress
from companion.web.table.tables import Tables

try:
    import resource
except ImportError:  # on Windows
    resource = None  # type: ignore[assignment]

TURN_S = 0.0005  # after which a thread that computes lets the others have a go: those with short work need not wait
REST_S = 1.0  # before a process that ended is followed by another
PATIENCE_S = 5.0  # that a process has to end
MAX_CONNECTIONS = 4_096  # of a process: each takes up to 200 KB
OTHER_FILES = 64  # that a process has open besides


class ServerPlan(NamedTuple):
    """Everything that a process needs to answer phones.

    host, port: where it listens.
    store: place of the sessions, as --store.
    key: secret of the owner's cookie.
    codes: folder of the codes of the owner's link.
    lan, names, public: see request_guard.Hosts.
    address, numbers, homes: see app.create_app.
    webhooks: addresses that are told whose turn it becomes.
    """

    host: str
    port: int
    store: str | None
    key: str
    codes: Path
    lan: bool
    names: tuple[str, ...]
    public: str
    address: str
    numbers: tuple[str, ...]
    homes: tuple[HomeAddress, ...]
    webhooks: tuple[str, ...]


class ServerEvents(Protocol):
    """Tells whoever started a server of what happens there."""

    def begin(self) -> None:
        """Phones are answered from now on."""

    def people(self, code: str, players: Sequence[tuple[str, int]], onlookers: int) -> None:
        """A phone came to a table or went. players: names with the number of their phones."""

    def new_table(self, code: str) -> None:
        """The owner started a table."""

    def owner_came(self) -> None:
        """The code of the owner's link is used up."""

    def seat_asked(self, code: str, name: str, number: int) -> None:
        """A phone asks for the seat of a player, under that number."""

    def fault(self, reason: str) -> None:
        """Something in the server itself went wrong."""

    def worker_ended(self) -> None:
        """A process ended and is followed by another."""

    def end(self) -> None:
        """Phones are not answered any more."""


def run_server(door: socket.socket, plan: ServerPlan, codes: OwnerCodes, events: ServerEvents) -> bool:
    """Answer phones in this process until somebody ends it. Returns False if it could not begin."""
    faults = Faults(events)
    server = _Server(_make_config(plan, _make_app(plan, codes, events, faults)), faults, events)
    try:
        with faults.listen(), _calm(server):
            server.run([door])
    except KeyboardInterrupt:  # before it listened
        events.end()
    except SystemExit:
        return False
    return True


def run_workers(door: socket.socket, plan: ServerPlan, number: int, events: ServerEvents) -> bool:
    """Answer phones in that many processes until somebody ends this one. Returns False if one could not begin."""
    return asyncio.run(_serve_by_workers(door, plan, number, events))


async def _serve_by_workers(door: socket.socket, plan: ServerPlan, number: int, events: ServerEvents) -> bool:
    workers = _Workers(door, plan, number, events)
    try:
        return await workers.run()
    finally:
        await workers.stop()


# --- one process


def _make_app(plan: ServerPlan, codes: OwnerCodes, events: ServerEvents, faults: Faults) -> ASGIApp:
    def on_people(code: str, players: list[tuple[str, int]], onlookers: int) -> None:
        if not faults.ending:
            events.people(code, players, onlookers)

    return create_app(
        tables=Tables(lambda: stores.open_store(plan.store), on_people),
        key=plan.key,
        hosts=Hosts(plan.lan, frozenset(plan.names), plan.public),
        address=plan.address,
        on_table=events.new_table,
        admits=partial(admit_owner, codes, events),
        homes=plan.homes,
        on_ask=events.seat_asked,
        numbers=plan.numbers,
        counter=OddsCounter(),
        webhooks=Webhooks(plan.webhooks) if plan.webhooks else None,
    )


def admit_owner(codes: OwnerCodes, events: ServerEvents, code: str) -> bool:
    """Use up a code of the owner's link and tell the events. Returns False for one that does not count."""
    counts = codes.use(code)
    if counts:
        events.owner_came()
    return counts


def connection_places() -> int:
    """Return how many connections this process may hold, after raising its limit of open files for them."""
    if resource is None:
        return 960
    wanted = MAX_CONNECTIONS + OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most - OTHER_FILES


def _make_config(plan: ServerPlan, app: ASGIApp) -> uvicorn.Config:
    places = connection_places()
    return uvicorn.Config(
        app,
        host=plan.host,
        port=plan.port,
        http=limited_protocol(per_address=places if plan.public else 64, total=places),  # a proxy is one address
        loop="uvloop" if importlib.util.find_spec("uvloop") else "asyncio",
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=bool(plan.public),
        server_header=False,
        date_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=2,
    )


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, faults: Faults, events: ServerEvents) -> None:
        super().__init__(config)
        self.faults, self.events = faults, events

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        sys.setswitchinterval(TURN_S)
        gc.freeze()  # what is loaded by now stays: the collector need not look through it again
        self.faults.starting = False
        self.events.begin()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.events.end()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.should_exit:  # asked twice: whatever was acknowledged is on disk
            os._exit(0)
        self.faults.ending = True
        super().handle_exit(sig, frame)


@contextmanager
def _calm(server: uvicorn.Server) -> Iterator[None]:
    """Ctrl-C and SIGTERM are for the server while it runs; before, they end what is under way, and after, nothing."""

    def end(*_: object) -> None:
        if not server.should_exit:
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Faults(logging.Handler):
    """Log handler that turns errors of libraries into one line each, without a traceback."""

    def __init__(self, events: ServerEvents) -> None:
        super().__init__(logging.ERROR)
        self.events = events
        self.starting = True
        self.ending = False
        self._last = ""

    def emit(self, record: logging.LogRecord) -> None:
        """One line; the same one only once in a row."""
        if self.ending or (self.starting and self._last):
            return
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            reason = (record.getMessage().strip() or "?").rsplit("\n", 1)[-1]
        else:
            reason = f"{type(error).__name__}: {error}"
            if frames := extract_tb(error.__traceback__):
                reason += f" ({os.path.basename(frames[-1].filename)}:{frames[-1].lineno})"
        if reason != self._last:
            self.events.fault(reason)
        self._last = reason

    @contextmanager
    def listen(self) -> Iterator[None]:
        """All errors logged inside come here, and those that end a thread."""
        root, before = logging.getLogger(), threading.excepthook
        root.addHandler(self)
        threading.excepthook = lambda end: root.error("thread", exc_info=end.exc_value)
        try:
            yield
        finally:
            root.removeHandler(self)
            threading.excepthook = before


# --- several processes: each has its tables, and the first one the port


class _Workers:
    """The processes of a server, started again when they end, and the dispatcher before them."""

    def __init__(self, door: socket.socket, plan: ServerPlan, number: int, events: ServerEvents) -> None:
        self._plan, self._number, self._events = plan, number, events
        self._dispatcher = Dispatcher(door, number)
        self._processes: dict[int, BaseProcess] = {}
        self._starting = set(range(number))  # that have not answered yet
        self._failed = False
        self._ended = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    async def run(self) -> bool:
        for sign in (signal.SIGINT, signal.SIGTERM):
            self._loop.add_signal_handler(sign, self._end)
        for number in range(self._number):
            self._start(number)
        await self._ended.wait()
        if not self._failed:
            self._events.end()
        return not self._failed

    async def stop(self) -> None:
        self._dispatcher.stop()
        for process in self._processes.values():
            await asyncio.to_thread(process.join, PATIENCE_S)
            process.kill()

    def _end(self) -> None:
        if self._ended.is_set():  # asked twice: whatever was acknowledged is on disk
            os._exit(0)
        self._ended.set()

    def _start(self, number: int) -> None:
        if self._ended.is_set():
            return
        context = get_context("spawn")
        channel, its_channel = socket.socketpair()
        reports, its_reports = context.Pipe(duplex=False)
        process = context.Process(
            target=_run_worker,
            args=(self._plan, number, self._number, its_channel, its_reports),
            name=f"worker {number}",
        )
        process.start()
        its_channel.close()
        its_reports.close()
        self._processes[number] = process
        self._dispatcher.connect(number, channel)
        self._loop.add_reader(reports.fileno(), self._take_report, number, reports)

    def _take_report(self, number: int, reports: Connection) -> None:
        try:
            name, args = reports.recv()
        except (EOFError, OSError):
            self._loop.remove_reader(reports.fileno())
            reports.close()
            self._follow(number)
            return
        if name != "begin":
            getattr(self._events, name)(*args)
        elif self._starting:
            self._starting.discard(number)
            if not self._starting:
                self._dispatcher.start()
                self._events.begin()

    def _follow(self, number: int) -> None:
        """A process is gone: another one takes its tables, unless none could begin."""
        if self._ended.is_set():
            return
        self._dispatcher.disconnect(number)
        if self._starting:
            self._failed = True
            self._ended.set()
            return
        self._events.worker_ended()
        self._loop.call_later(REST_S, self._start, number)


def _run_worker(plan: ServerPlan, number: int, workers: int, channel: socket.socket, reports: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of a terminal: the first process ends this one
    events = _DistantEvents(reports)
    faults = Faults(events)
    app = OwnTables(_make_app(plan, OwnerCodes(plan.codes), events, faults), number, workers)
    with faults.listen():
        _Worker(_make_config(plan, app), faults, events, channel).run([])


class _DistantEvents:
    """Tells it to the first process through a pipe."""

    def __init__(self, reports: Connection) -> None:
        self._reports = reports

    def _tell(self, name: str, *args: object) -> None:
        with suppress(OSError):  # the first process is gone, and this one ends
            self._reports.send((name, args))

    def begin(self) -> None:
        self._tell("begin")

    def people(self, code: str, players: Sequence[tuple[str, int]], onlookers: int) -> None:
        self._tell("people", code, players, onlookers)

    def new_table(self, code: str) -> None:
        self._tell("new_table", code)

    def owner_came(self) -> None:
        self._tell("owner_came")

    def seat_asked(self, code: str, name: str, number: int) -> None:
        self._tell("seat_asked", code, name, number)

    def fault(self, reason: str) -> None:
        self._tell("fault", reason)

    def worker_ended(self) -> None:
        """Nothing: the first process sees it."""

    def end(self) -> None:
        """Nothing: the first process has said so."""


class _Worker(_Server):
    """Takes connections from a channel in place of a port, and ends when the channel does."""

    def __init__(self, config: uvicorn.Config, faults: Faults, events: ServerEvents, channel: socket.socket) -> None:
        super().__init__(config, faults, events)
        self._channel = channel
        self._beginning: set[asyncio.Task[object]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._channel.setblocking(False)
        asyncio.get_running_loop().add_reader(self._channel, self._take)

    def _take(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            connection = take_connection(self._channel)
        except BlockingIOError:
            return
        if connection is None:
            loop.remove_reader(self._channel)
            self.faults.ending = self.should_exit = True
            return
        connection.setblocking(False)
        task = loop.create_task(loop.connect_accepted_socket(self._protocol, connection))
        self._beginning.add(task)
        task.add_done_callback(self._beginning.discard)

    def _protocol(self) -> asyncio.Protocol:
        return self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )


class OwnTables:
    """ASGI middleware: a connection ends after an answer that is not for a table of this process.

    So that the dispatcher sees the next request, which may be for a table of another one.
    """

    def __init__(self, app: ASGIApp, number: int, workers: int) -> None:
        self._app, self._number, self._workers = app, number, workers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        own = scope["type"] != "http" or owner_of(scope["path"], self._workers) == self._number

        async def send_and_close(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), (b"connection", b"close")]}
            await send(message)

        await self._app(scope, receive, send if own else send_and_close)
