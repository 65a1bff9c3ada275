"""Server-Sent Events: each phone gets the newest table whenever it is ready for it, so that none piles up unread ones.

Knows ASGI and what a stream may send; no session, no page.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from starlette.types import Receive, Scope, Send

PING_S = 10.0  # a phone that hears nothing for longer knows that the link is down
SLOW_S = 20.0  # a phone that takes no answer for so long is let go; it comes back by itself
STARTED = {
    "type": "http.response.start",
    "status": 200,
    "headers": [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
    ],
}


class Source(Protocol):
    """What a stream tells of."""

    def news(self) -> bytes:
        """Everything that the phone has not been sent yet, as frames; empty if there is nothing."""
        ...

    def watch(self, wake: Callable[[], None]) -> None:
        """Call `wake` whenever there may be news, from now on."""
        ...

    def leave(self, wake: Callable[[], None]) -> None:
        """No longer."""
        ...


def framed(event: str, data: str, id: int | None = None) -> bytes:
    """One event; data: one line."""
    number = "" if id is None else f"id: {id}\n"
    return f"event: {event}\n{number}data: {data}\n\n".encode()


PING = framed("ping", "{}")


class Stream:
    """An answer that goes on until the phone leaves."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._news = asyncio.Event()
        self._gone = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send news, and pings between them."""
        wake = self._news.set
        leaving = asyncio.create_task(self._wait_until_gone(receive))
        self._source.watch(wake)
        try:
            await send(STARTED)
            body = self._source.news() or PING
            while not self._gone:
                if body:
                    async with asyncio.timeout(SLOW_S):
                        await send({"type": "http.response.body", "body": body, "more_body": True})
                body = await self._next()
        except (TimeoutError, OSError):
            pass  # the phone reads nothing, or its connection broke
        finally:
            self._source.leave(wake)
            leaving.cancel()

    async def _next(self) -> bytes:
        try:
            async with asyncio.timeout(PING_S):
                await self._news.wait()
        except TimeoutError:
            return PING
        self._news.clear()
        return self._source.news()

    async def _wait_until_gone(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._gone = True
        self._news.set()
