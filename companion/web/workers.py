"""Several processes that answer phones: each has its tables, and the first one shares connections out to them."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.web.process import Faults, PhoneServer, ServerEvents, ServerPlan, make_app, make_config
from companion.web.server.dispatcher import Dispatcher, owner_of, take_connection
from companion.web.server.owner_codes import OwnerCodes

REST_S = 1.0  # before a process that ended is followed by another
PATIENCE_S = 5.0  # that a process has to end


def run_workers(door: socket.socket, plan: ServerPlan, number: int, events: ServerEvents) -> bool:
    """Answer phones in that many processes until somebody ends this one. Returns False if one could not begin."""
    return asyncio.run(_serve_by_workers(door, plan, number, events))


async def _serve_by_workers(door: socket.socket, plan: ServerPlan, number: int, events: ServerEvents) -> bool:
    workers = _Workers(door, plan, number, events)
    try:
        return await workers.run()
    finally:
        await workers.stop()


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
    app = OwnTables(make_app(plan, OwnerCodes(plan.codes), events, faults), number, workers)
    with faults.listen():
        _Worker(make_config(plan, app), faults, events, channel).run([])


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


class _Worker(PhoneServer):
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
