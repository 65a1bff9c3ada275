"""Limits slow clients: time for a request, bytes of its head, number of connections.

uvicorn waits without end for a first request or the rest of one, and buffers a head of any length. Knows uvicorn's
connections and bytes; no page and no session.
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.server import ServerState

from companion.web.server.connection_limit import ConnectionLimiter

MAX_HEAD = 65_536  # bytes of a request that are not its body
MAX_PIPELINED = 64  # requests sent ahead of their answers


class LimitedProtocol(HttpToolsProtocol):
    """A connection that is closed if its client is too slow, sends too much, or is one too many.

    Slow: the head is not complete `seconds` after connecting or after the first byte behind a response; a body still
    comes `seconds` after its response; nothing of a response is taken for `seconds`. One timer a connection.
    `scope["set_player"]` is a callback for the phone of a player that uses the connection.
    """

    seconds: ClassVar[float] = 10.0
    limiter: ClassVar[ConnectionLimiter] = ConnectionLimiter(64, 960)

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.ws_protocol_class = None  # its connections would leave our count
        self.address = self.phone = ""
        self._placed = False
        self._begun = False  # a request, whose end has not come
        self._said = 0  # bytes of it that are not its body, behind the packet it began in
        self._due: float | None = None  # for the client's next headers or the rest of its body
        self._unsent = 0  # bytes that waited at the last look
        self._look: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or close it."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self._placed = self.limiter.admit(self)
        if not self._placed:
            transport.close()
            return
        self._due = self.loop.time() + self.seconds
        self._look = self.loop.call_at(self._due, self._check_progress)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting it."""
        if self._look is not None:
            self._look.cancel()
        if self._placed:
            self._placed = False
            self.limiter.remove(self)
        super().connection_lost(exc)

    def drop(self) -> None:
        """Close it, as its place is given to another."""
        self._placed = False
        self.transport.abort()

    def _set_player(self, phone: str) -> None:
        """Protect the connection as that of a playing phone; empty: of no player."""
        if self._placed:
            self.limiter.set_player(self, phone)

    def data_received(self, data: bytes) -> None:
        """Parse bytes; start the client's deadline."""
        if self.transport.is_closing():
            return
        self._said += len(data)
        super().data_received(data)
        if self._begun and self._said > MAX_HEAD:
            self._reject_long_head()
        if self._is_answering():
            self._due = None
            if len(self.pipeline) > MAX_PIPELINED:
                self.transport.abort()
        elif self._due is None:
            self._due = self.loop.time() + self.seconds

    def on_message_begin(self) -> None:
        """Handle the first byte of a request."""
        self._begun = True
        self._said = 0
        super().on_message_begin()
        self.scope["set_player"] = self._set_player  # type: ignore[typeddict-unknown-key]

    def on_body(self, body: bytes) -> None:
        """Handle a part of its body."""
        self._said -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Handle its last byte."""
        self._begun = False
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Start the deadline for the rest of a body whose response is sent."""
        self._due = self.loop.time() + self.seconds if self._begun else None
        super().on_response_complete()

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _check_progress(self) -> None:
        now = self.loop.time()
        unsent = self.transport.get_write_buffer_size()
        if unsent and unsent == self._unsent:
            self.transport.abort()
            return
        self._unsent = unsent
        late = self._due is not None and now >= self._due and not self._is_answering()
        if late and not self.transport.is_closing():
            self.transport.close()
        soon = self._due if self._due is not None and self._due > now else now + self.seconds
        self._look = self.loop.call_at(soon, self._check_progress)

    def _reject_long_head(self) -> None:
        if not self._is_answering():
            self.transport.write(STATUS_LINE[431] + b"connection: close\r\ncontent-length: 0\r\n\r\n")
        self.transport.close()


def limited_protocol(seconds: float = 10.0, per_address: int = 64, total: int = 960) -> type[LimitedProtocol]:
    """Return a class for `uvicorn.Config(http=...)` with its own limits and count.

    Behind a proxy all connections have one address: there per_address has to equal total.
    """

    class Patient(LimitedProtocol):
        pass

    Patient.seconds = seconds
    Patient.limiter = ConnectionLimiter(per_address, total)
    return Patient
