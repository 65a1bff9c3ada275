"""One application for a device: the tracker's pages, and those that print and check."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.browser.bridge import HOST, DeviceCookies
from companion.browser.later_odds import LaterOdds
from companion.play.journal.store import Notice, Store
from companion.web.app import create_app
from companion.web.page import responses
from companion.web.server.request_guard import SAFETY_HEADERS, Headers, Hosts, Limits
from companion.web.table.tables import Tables

POLICY = b"content-security-policy"
HANDLERS: Any = {HTTPException: responses.http_error, Exception: responses.server_error}
FREE = Limits(rate=None, joins=None, onlookers=None, downloads=None)  # nobody else asks


class DirectWriter:
    """Appends to a store at once: what `append` wrote is on disk when it returns."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def start(self) -> None:
        """Do nothing: no task has to begin."""

    def stop(self) -> None:
        """Do nothing: no append waits."""

    async def append(self, id: str, expected: int, lines: Sequence[str]) -> None:
        """Append lines to a session; see writer.Writer."""
        self._store.append(id, expected, lines)


class SilentListener:
    """A listener for a store that nobody else writes to."""

    def start(self, tell: Callable[[Notice | None], None]) -> None:
        """Do nothing: no other process writes."""

    def stop(self) -> None:
        """Do nothing: nothing was started."""


def safety() -> tuple[tuple[bytes, bytes], ...]:
    """The tracker's headers for pages that stand in the shell's frame."""
    own = {b"frame-ancestors 'none'": b"frame-ancestors 'self'", b"img-src 'self' data:": b"img-src 'self' data: blob:"}
    headers = dict(SAFETY_HEADERS)
    for old, new in own.items():
        headers[POLICY] = headers[POLICY].replace(old, new)
    return tuple(headers.items())


def tables(store: Store) -> Tables:
    """Return the `Tables` of the browser edition, where one thread does all work on the store."""
    found = Tables(lambda: store, writer=DirectWriter(store), listener=SilentListener(), alone=True)
    found.ask_odds = LaterOdds().ask
    return found


def create(
    tables: Tables, jars: DeviceCookies, address: str, rooms: Mapping[str, Callable[[], Sequence[Route]]]
) -> ASGIApp:
    """address: of the folder. rooms: pages besides the tracker's by the first part of their paths, which is no code of
    a table; each is made when it is first asked for.
    """
    headers = safety()
    tracker = create_app(
        tables, jars.key, Hosts(names=frozenset([HOST])), address, FREE, safety=headers, warm=lambda: None
    )
    made: dict[str, Starlette] = {}

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        first = scope["path"].split("/")[1] if scope["type"] == "http" else ""
        if first not in rooms:
            await tracker(scope, receive, send)
            return
        if first not in made:
            made[first] = Starlette(routes=list(rooms[first]()), exception_handlers=HANDLERS)
            made[first].state.alone = True
        await made[first](scope, receive, partial(_send_safely, send, headers))

    return app


async def _send_safely(send: Send, headers: Headers, message: Message) -> None:
    if message["type"] == "http.response.start":
        message = {**message, "headers": [*message.get("headers", ()), *headers]}
    await send(message)


def folder() -> Path:
    """Return the folder of the user's own files while the page is open."""
    return Path("/own")
