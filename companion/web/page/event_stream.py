"""Server-Sent Events: a phone gets the newest table when it is ready for it, so no unread frames pile up.

A phone that accepts gzip gets one compressed stream with a window over earlier frames. Knows ASGI; no session, no page.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable
from typing import Protocol

from starlette.types import Receive, Scope, Send

PING_S = 10.0  # a phone that hears nothing for longer knows that the link is down; one that takes nothing is let go
HEADERS = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"vary", b"accept-encoding"),
    (b"x-accel-buffering", b"no"),
)
GZIP_HEADERS = (*HEADERS, (b"content-encoding", b"gzip"))
LEVEL, GZIP_WINDOW, EFFORT = 5, 16 + 15, 6  # of zlib: 160 KB a phone


class FrameSource(Protocol):
    """The source of one stream's frames."""

    def pending_frames(self) -> bytes:
        """Return all frames that the phone has not been sent yet, empty if there are none."""
        ...

    def watch(self, wake: Callable[[], None]) -> None:
        """Register `wake`, which is called when there may be new frames."""
        ...

    def unwatch(self, wake: Callable[[], None]) -> None:
        """Remove `wake`."""
        ...


def event_frame(event: str, data: str, id: int | None = None) -> bytes:
    """Return one event as bytes. data: one line."""
    number = "" if id is None else f"id: {id}\n"
    return f"event: {event}\n{number}data: {data}\n\n".encode()


PING = event_frame("ping", "{}")


class EventStream:
    """An ASGI response that lasts until the phone disconnects."""

    def __init__(self, source: FrameSource, packed: bool = False) -> None:
        """packed: compress with gzip."""
        self._source = source
        self._packer = zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP_WINDOW, EFFORT) if packed else None
        self._news = asyncio.Event()
        self._frames = 0  # begun to be sent
        self._sending = False
        self._stuck = 0  # the frame that was being sent at the last ping
        self._ping_due = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send frames as they come, and pings between them."""
        wake = self._news.set
        sending = asyncio.create_task(self._send_all(send))
        leaving = asyncio.create_task(self._wait_until_gone(receive))
        leaving.add_done_callback(lambda _: sending.cancel())
        self._set_timer(sending)
        self._source.watch(wake)
        try:
            await asyncio.wait([sending])
        finally:
            self._source.unwatch(wake)
            self._timer.cancel()
            leaving.cancel()
            sending.cancel()

    async def _send_all(self, send: Send) -> None:
        headers = GZIP_HEADERS if self._packer else HEADERS
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        body = self._source.pending_frames() or PING
        while True:
            if body:
                self._frames += 1
                self._sending = True
                await send({"type": "http.response.body", "body": self._compress(body), "more_body": True})
                self._sending = False
            await self._news.wait()
            self._news.clear()
            body = self._source.pending_frames()
            if self._ping_due:
                self._ping_due = False
                body = body or PING

    def _compress(self, body: bytes) -> bytes:
        """Return the bytes for the network, complete enough for the phone to decode them at once."""
        if self._packer is None:
            return body
        return self._packer.compress(body) + self._packer.flush(zlib.Z_SYNC_FLUSH)

    def _set_timer(self, sending: asyncio.Task[None]) -> None:
        """Start the timer of the next ping; new frames need none."""
        self._timer = asyncio.get_running_loop().call_later(PING_S, self._tick, sending)

    def _tick(self, sending: asyncio.Task[None]) -> None:
        if self._sending and self._stuck == self._frames:
            sending.cancel()  # the phone has taken nothing since the last ping
            return
        self._stuck = self._frames
        self._ping_due = True
        self._news.set()
        self._set_timer(sending)

    async def _wait_until_gone(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
