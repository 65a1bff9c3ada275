"""A process that answers phones: what it needs, tells, and does until somebody ends it."""

from __future__ import annotations

import importlib.util
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from traceback import extract_tb
from types import FrameType
from typing import NamedTuple, Protocol

import uvicorn
from starlette.types import ASGIApp

from companion import stores
from companion.web.app import create_app
from companion.web.server.collector import Collector
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
    server = PhoneServer(make_config(plan, make_app(plan, codes, events, faults)), faults, events)
    try:
        with faults.listen(), _calm(server):
            server.run([door])
    except KeyboardInterrupt:  # before it listened
        events.end()
    except SystemExit:
        return False
    return True


def make_app(plan: ServerPlan, codes: OwnerCodes, events: ServerEvents, faults: Faults) -> ASGIApp:
    """Return the application of a process with its own store, odds and webhooks."""

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


def make_config(plan: ServerPlan, app: ASGIApp) -> uvicorn.Config:
    """Return how uvicorn serves an application: limits of connections, time-outs, no logs of its own."""
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


class PhoneServer(uvicorn.Server):
    """Tells the events when it begins and ends; asked twice to end, it ends at once."""

    def __init__(self, config: uvicorn.Config, faults: Faults, events: ServerEvents) -> None:
        super().__init__(config)
        self.faults, self.events = faults, events
        self._collector = Collector()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        sys.setswitchinterval(TURN_S)
        self._collector.start()
        self.faults.starting = False
        self.events.begin()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.events.end()
        self._collector.stop()
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
