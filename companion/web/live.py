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
        self._ping: asyncio.TimerHandle | None = None
        self._ping_due = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send news, and pings between them."""
        wake = self._news.set
        self._set_timer()
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
            if self._ping is not None:
                self._ping.cancel()

    async def _next(self) -> bytes:
        await self._news.wait()
        self._news.clear()
        body = self._source.news()
        if self._ping_due:
            self._ping_due = False
            self._set_timer()
            return body or PING
        return body

    def _set_timer(self) -> None:
        """One timer a ping; none for every piece of news."""
        self._ping = asyncio.get_running_loop().call_later(PING_S, self._tick)

    def _tick(self) -> None:
        self._ping_due = True
        self._news.set()

    async def _wait_until_gone(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._gone = True
        self._news.set()
