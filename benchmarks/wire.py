"""Clients on raw sockets, as cheap as can be: requests are ready-made bytes, answers are handed on as they come."""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import Callable

LOCAL = "127.0.0.1"
OK, NOTHING_NEW = b"HTTP/1.1 200 ", b"HTTP/1.1 204 "


class Asker(asyncio.Protocol):
    """One keep-alive connection with one request at a time."""

    def __init__(self) -> None:
        self._answer = b""
        self._told: Callable[[bytes], None] | None = None
        self.lost = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        answer = self._answer + data if self._answer else data
        if not _whole(answer):
            self._answer = answer
            return
        self._answer = b""
        told, self._told = self._told, None
        assert told is not None, answer
        told(answer)

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True
        if self._told is not None:
            self._told(b"")

    def send(self, request: bytes, told: Callable[[bytes], None]) -> None:
        """`told` is called with the whole answer; empty: the connection broke."""
        self._told = told
        self._transport.write(request)

    async def ask(self, request: bytes) -> bytes:
        done: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.send(request, done.set_result)
        return await done

    def close(self) -> None:
        self._transport.close()


def _whole(answer: bytes) -> bool:
    head, gap, body = answer.partition(b"\r\n\r\n")
    if not gap:
        return False
    _, named, rest = head.partition(b"content-length: ")
    return not named or len(body) >= int(rest.partition(b"\r")[0])


class Listener(asyncio.Protocol):
    """One event stream; `heard` is called with the moment and the bytes of whole events."""

    def __init__(self, request: bytes, heard: Callable[[float, bytes], None]) -> None:
        self._request = request
        self._heard = heard
        self._parts: list[bytes] = []
        self.open = asyncio.get_running_loop().create_future()
        self.lost = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        at = time.perf_counter()
        self._parts.append(data)
        if not data.endswith(b"\n\n\r\n"):  # the end of an event and of the chunk that carries it
            return
        whole, self._parts = b"".join(self._parts), []
        if not self.open.done():
            assert whole.startswith(OK), whole
            self.open.set_result(None)
        self._heard(at, whole)

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True

    def close(self) -> None:
        self._transport.close()


class PackedListener(asyncio.Protocol):
    """The same, compressed by gzip."""

    def __init__(self, request: bytes, heard: Callable[[float, bytes], None]) -> None:
        self._request, self._heard = request, heard
        self._raw = b""
        self._text = b""
        self._zip = zlib.decompressobj(16 + zlib.MAX_WBITS)
        self._begun = False
        self.open = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        at = time.perf_counter()
        self._raw += data
        if not self._begun:
            head, gap, rest = self._raw.partition(b"\r\n\r\n")
            if not gap:
                return
            assert head.startswith(OK), head
            self._raw, self._begun = rest, True
        self._unpack()
        if self._text.endswith(b"\n\n"):
            whole, self._text = self._text, b""
            if not self.open.done():
                self.open.set_result(None)
            self._heard(at, whole)

    def _unpack(self) -> None:
        """Take in the chunks that are whole."""
        while b"\r\n" in self._raw:
            size, _, rest = self._raw.partition(b"\r\n")
            length = int(size, 16)
            if len(rest) < length + 2:
                return
            self._text += self._zip.decompress(rest[:length])
            self._raw = rest[length + 2 :]

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(ConnectionError(f"closed before it began: {exc}"))

    def close(self) -> None:
        self._transport.close()


async def asker(port: int, host: str = LOCAL) -> Asker:
    _, asker = await asyncio.get_running_loop().create_connection(Asker, host, port)
    return asker


async def listener(port: int, request: bytes, heard: Callable[[float, bytes], None]) -> Listener:
    """Connected, and with its first events."""
    loop = asyncio.get_running_loop()
    _, listener = await loop.create_connection(lambda: Listener(request, heard), "127.0.0.1", port)
    await listener.open
    return listener


async def packed_listener(
    port: int, request: bytes, heard: Callable[[float, bytes], None], host: str = LOCAL
) -> PackedListener:
    """Connected, and with its first events."""
    loop = asyncio.get_running_loop()
    _, listener = await loop.create_connection(lambda: PackedListener(request, heard), host, port)
    await listener.open
    return listener


def get(port: int, path: str, *headers: str, host: str = LOCAL) -> bytes:
    return _request(host, port, "GET", path, headers).encode()


def post(port: int, path: str, kind: str, body: bytes, *headers: str, host: str = LOCAL) -> bytes:
    """A form, or whatever `kind` is."""
    more = (f"Origin: http://{host}:{port}", f"Content-Type: {kind}", f"Content-Length: {len(body)}", *headers)
    return _request(host, port, "POST", path, more).encode() + body


def _request(host: str, port: int, method: str, path: str, headers: tuple[str, ...]) -> str:
    return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {host}:{port}", *headers, "", ""])
