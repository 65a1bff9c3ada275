"""Downloads of journals in pieces, as fast as the reader takes them: memory stays flat, other requests go on.

Knows lines and ASGI; no session, no page.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from starlette.types import Receive, Scope, Send

if TYPE_CHECKING:
    from companion.play.journal.journal import Entry

PIECE = 65_536  # characters, about: as much as the server keeps for a slow reader
PAUSE_S = 0.004  # after each, so that a quick reader makes nobody wait: 16 MB a second


class Downloads:
    """Running downloads by address. most: of one address at once; None: no limit."""

    def __init__(self, most: int | None) -> None:
        self._most = most
        self.under_way: Counter[str] = Counter()

    def may_start(self, address: str) -> bool:
        """Return True if that address may start another download."""
        return self._most is None or self.under_way[address] < self._most


class Download:
    """An ASGI response with all lines of a journal from entry `first` to the newest at the time of the call.

    size: bytes of all, if known.
    """

    def __init__(
        self, downloads: Downloads, address: str, entries: Sequence[Entry], first: int, name: str, size: int | None
    ) -> None:
        self._downloads, self._address = downloads, address
        self._entries, self._first, self._last = entries, first, len(entries) - 1
        headers = [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"cache-control", b"no-store"),
            (b"content-disposition", f'attachment; filename="{name}"'.encode()),
        ]
        self._headers = headers if size is None else [*headers, (b"content-length", b"%d" % size)]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send all pieces, or stop when the reader disconnects."""
        under_way = self._downloads.under_way
        under_way[self._address] += 1
        gone = asyncio.create_task(_wait_until_gone(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self._headers})
            for piece in self._pieces() if scope["method"] != "HEAD" else ():
                await send({"type": "http.response.body", "body": piece, "more_body": True})
                await asyncio.sleep(PAUSE_S)
                if gone.done():
                    return
            await send({"type": "http.response.body", "body": b""})
        finally:
            gone.cancel()
            under_way[self._address] -= 1
            if not under_way[self._address]:
                del under_way[self._address]

    def _pieces(self) -> Iterator[bytes]:
        lines: list[str] = []
        length = 0
        for seq in range(self._first, self._last + 1):
            line = self._entries[seq].line
            lines.append(f"{line}\n")
            length += len(line)
            if length >= PIECE:
                yield "".join(lines).encode()
                lines.clear()
                length = 0
        yield "".join(lines).encode()


async def _wait_until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
