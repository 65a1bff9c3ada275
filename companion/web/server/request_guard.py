"""The guard: checks of every request before its page, and headers of every response.

Knows HTTP alone: no session, no cookie, no language. A refusal is a key (`web.door.host`); its text comes from a
callback.
"""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address
from typing import Final
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_ADDRESSES = 10_000  # clients whose requests are counted; the one not seen for longest is forgotten
MAX_PATH = 200  # letters
MAX_QUERY = 1_000  # bytes
MAX_HEADERS = 100
MAX_HEADER_VALUE = 8_192  # bytes of one header
FORM_TYPE = b"application/x-www-form-urlencoded"
UPLOAD_TYPE = b"multipart/form-data"

SAFETY_HEADERS: Final = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        b"font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
        b"worker-src 'self'",
    ),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
Headers = Sequence[tuple[bytes, bytes]]
_CHECKED_HEADERS: Final = frozenset(
    (b"host", b"origin", b"sec-fetch-site", b"content-type", b"content-length", b"transfer-encoding")
)

_HOST: Final = re.compile(r"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<name>[^\s:/@\[\]]+))(?::[0-9]{1,5})?")

RejectionText = Callable[[Scope, int, str], tuple[bytes, bytes]]


@dataclass(frozen=True)
class Hosts:
    """Names of the server; requests under other names are refused (DNS rebinding).

    lan: accept every IP address, else only loopback and `localhost`.
    names: further names, without a port.
    address: public address behind a proxy, `https://tracker.example.org`.
    Raises ValueError if address is not http(s)://NAME[:PORT].
    """

    lan: bool = False
    names: frozenset[str] = frozenset()
    address: str = ""
    origin: bytes = field(init=False, default=b"")  # of pages under the public address; empty without one

    def __post_init__(self) -> None:
        names = {name.lower().removesuffix(".") for name in self.names} | {"localhost"}
        if self.address:
            name, origin = _name_and_origin(self.address)
            names.add(name)
            object.__setattr__(self, "origin", origin.encode())
        object.__setattr__(self, "names", frozenset(names))

    def is_ours(self, host: bytes) -> bool:
        """Return True if the `Host` header is one of our names; the port is ignored."""
        read = _HOST.fullmatch(host.decode("latin-1").lower())
        if not read:
            return False
        six, name = read["six"], (read["name"] or "").removesuffix(".")
        if (six or name) in self.names:
            return True
        try:
            ip = (IPv6Address(six).ipv4_mapped or IPv6Address(six)) if six else IPv4Address(name)
        except ValueError:
            return False
        return ip.is_loopback or (self.lan and not ip.is_unspecified and not ip.is_multicast)


def _name_and_origin(address: str) -> tuple[str, str]:
    """Return name and origin of a public address as browsers write them."""
    parts = urlsplit(address)
    port = parts.port
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
        raise ValueError(f"not http(s)://NAME[:PORT]: {address!r}")
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise ValueError(f"more than http(s)://NAME[:PORT]: {address!r}")
    name = parts.hostname
    name = name if ":" in name else name.encode("idna").decode()
    shown = f"[{name}]" if ":" in name else name
    usual = port in (None, 443 if parts.scheme == "https" else 80)
    return name, f"{parts.scheme}://{shown}" + ("" if usual else f":{port}")


@dataclass(frozen=True)
class Limits:
    """Limits of one request and one client address; None: no limit."""

    body: int = 16_384  # bytes
    body_seconds: float = 10.0  # until all of it has come
    upload: int = 65_000_000  # bytes of a form that brings a file
    rate: float | None = 30.0  # requests a second, of those that cost 1
    burst: int = 120  # at once
    joins: int | None = 30  # seats asked for and wrong codes, a minute
    onlookers: int | None = 16  # streams of those without a seat, at one table
    downloads: int | None = 4  # of journals, at once


class RateLimiter:
    """Token buckets by address: `burst` actions at once, `rate` a second on average.

    An action of cost n counts as n.
    """

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._each = 1 / rate
        self._burst = burst
        self._slack = (burst - 0.999) / rate  # a thousandth for rounding
        self._clock = clock
        self._even: OrderedDict[str, float] = OrderedDict()  # when all that an address did is made up for

    def seconds_until_free(self, address: str) -> float:
        """Return the seconds until the address may act again, 0.0 for now."""
        now = self._clock()
        return max(0.0, self._even.get(address, now) - now - self._slack)

    def take(self, address: str, cost: int = 1) -> float:
        """Count an action and return 0.0, or return the seconds to wait without counting it."""
        now = self._clock()
        cost = min(cost, self._burst)
        even = max(self._even.get(address, now), now) + (cost - 1) * self._each
        if even - now > self._slack:
            return even - now - self._slack
        self._even[address] = even + self._each
        self._even.move_to_end(address)
        if len(self._even) > MAX_ADDRESSES:
            self._even.popitem(last=False)
        return 0.0


class _Rejected(Exception):  # noqa: N818  turned away by the guard
    """A refusal in place of a page."""

    def __init__(self, status: int, key: str, *headers: tuple[bytes, bytes]) -> None:
        super().__init__(status, key)
        self.status = status
        self.key = f"web.door.{key}"
        self.headers = headers


class _BodyTimeout:
    """Cancels requests whose body takes longer than `seconds`. One shared timer."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._loop: asyncio.AbstractEventLoop | None = None  # that the timer belongs to, None without one
        self._inside: dict[asyncio.Task[object] | None, float] = {}  # until when; who came first leaves first
        self._late: set[asyncio.Task[object] | None] = set()

    def __enter__(self) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time() + self._seconds
        if self._loop is not loop:
            self._loop = loop
            self._inside.clear()
            loop.call_at(due, self._look, loop)
        self._inside[asyncio.current_task()] = due

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        task = asyncio.current_task()
        self._inside.pop(task, None)
        if task in self._late:
            self._late.remove(task)
            if kind is asyncio.CancelledError and task is not None and not task.uncancel():
                raise _Rejected(408, "slow", (b"connection", b"close")) from None

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        for task, due in list(self._inside.items()):
            if due > now:
                loop.call_at(due, self._look, loop)
                return
            del self._inside[task]
            self._late.add(task)
            if task is not None:
                task.cancel()
        self._loop = None


class RequestGuard:
    """ASGI middleware around the application; requests find it as `scope["guard"]`.

    answer: (scope, status, key) -> content type and body of a refusal; keys are `web.door.` and one of
      bad busy form headers host large long origin slow.
    cost: cost of a request by its path, for the rate limit.
    safety: headers of every response that does not set them itself.
    uploads: tells paths whose forms bring a file; their bodies are streamed.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: Hosts,
        limits: Limits,
        answer: RejectionText,
        clock: Callable[[], float] = time.monotonic,
        cost: Callable[[str], int] = lambda path: 1,
        safety: Headers = SAFETY_HEADERS,
        uploads: Callable[[str], bool] = lambda path: False,
    ) -> None:
        self._app = app
        self._ours = lru_cache(maxsize=1024)(hosts.is_ours)
        self._origin = hosts.origin
        self._most = limits.body
        self._largest = limits.upload
        self._uploads = uploads
        self._hurry = _BodyTimeout(limits.body_seconds)
        self._answer = answer
        self._cost = cost
        self._safety = safety
        self._safe = frozenset(name for name, _ in safety)
        self._rates = RateLimiter(limits.rate, limits.burst, clock) if limits.rate is not None else None
        self._guesses = RateLimiter(limits.joins / 60, limits.joins, clock) if limits.joins is not None else None

    def seconds_until_guess(self, scope: Scope) -> float:
        """Return the seconds until the client may try a code or ask for a seat, 0.0 for now.

        Call it before looking up a stranger's code, or the refusal itself tells which codes are right.
        """
        return self._guesses.seconds_until_free(client_address(scope)) if self._guesses is not None else 0.0

    def count_guess(self, scope: Scope) -> None:
        """Count a wrong code of this client."""
        if self._guesses is not None:
            self._guesses.take(client_address(scope))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request or pass it on, with its body in one piece except for uploads."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1000})
            return
        scope["guard"] = self
        try:
            self._check(scope)
            if scope["method"] == "POST" and not self._uploads(scope["path"]):
                body = await self._read_body(receive)
                if body is None:
                    return
                receive = _receive_whole(body, receive)
        except _Rejected as turned:
            await self._reject(scope, send, turned)
            return
        await self._app(scope, receive, self._add_safety_headers(send))

    def _check(self, scope: Scope) -> None:
        """Check everything but the body. Raises _Rejected."""
        path, query = scope["path"], scope["query_string"]
        if self._rates is not None and (wait := self._rates.take(client_address(scope), self._cost(path))):
            raise _too_many_requests(wait)
        if len(path) > MAX_PATH or len(query) > MAX_QUERY:
            raise _Rejected(414, "long")
        headers = scope["headers"]
        if len(headers) > MAX_HEADERS:
            raise _Rejected(431, "headers")
        found: dict[bytes, bytes] = {}
        twice = False
        for name, value in headers:
            if len(value) > MAX_HEADER_VALUE:
                raise _Rejected(431, "headers")
            if name in _CHECKED_HEADERS:
                twice = twice or name in found
                found[name] = value
        host = found.get(b"host", b"")
        if twice or not self._ours(host):
            raise _Rejected(400, "bad") if twice else _Rejected(421, "host")
        if path[:1] != "/" or not path.isprintable() or "\ufffd" in path or not query.isascii() or b"%00" in query:
            raise _Rejected(400, "bad")
        if scope["method"] == "POST":
            self._check_post(scope, found, host)
        elif scope["method"] in ("GET", "HEAD") and (
            b"transfer-encoding" in found or found.get(b"content-length", b"0") != b"0"
        ):
            raise _Rejected(413, "large")

    def _check_post(self, scope: Scope, found: dict[bytes, bytes], host: bytes) -> None:
        origin = found.get(b"origin", b"").lower()
        own = scope["scheme"].encode() + b"://" + host.lower()
        here = bool(origin) and origin in (own, self._origin)
        if not here and found.get(b"sec-fetch-site") != b"same-origin":
            raise _Rejected(403, "origin")
        kind, most = (UPLOAD_TYPE, self._largest) if self._uploads(scope["path"]) else (FORM_TYPE, self._most)
        if found.get(b"content-type", b"").partition(b";")[0].strip().lower() != kind:
            raise _Rejected(415, "form")
        length = found.get(b"content-length", b"0")
        if not length.isdigit():
            raise _Rejected(400, "bad")
        unsaid = kind == UPLOAD_TYPE and b"transfer-encoding" in found  # nobody counts what is handed on as it comes
        if len(length) > 18 or int(length) > most or unsaid:
            raise _Rejected(413, "large")
        guesses = self._guesses if scope["path"].endswith(("/join", "/ask")) else None
        if guesses is not None and (wait := guesses.take(client_address(scope))):
            raise _too_many_requests(wait)

    async def _read_body(self, receive: Receive) -> bytes | None:
        """Return the whole body, None if the client disconnects. Raises _Rejected."""
        body = bytearray()
        with self._hurry:
            more = True
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                body += message.get("body", b"")
                if len(body) > self._most:
                    raise _Rejected(413, "large")
                more = message.get("more_body", False)
        if b"%00" in body or b"\0" in body:
            raise _Rejected(400, "bad")
        return bytes(body)

    async def _reject(self, scope: Scope, send: Send, turned: _Rejected) -> None:
        kind, body = self._answer(scope, turned.status, turned.key)
        headers = [
            (b"content-type", kind),
            (b"content-length", b"%d" % len(body)),
            (b"cache-control", b"no-store"),
            *turned.headers,
            *self._safety,
        ]
        await send({"type": "http.response.start", "status": turned.status, "headers": headers})
        await send({"type": "http.response.body", "body": body if scope["method"] != "HEAD" else b""})

    def _add_safety_headers(self, send: Send) -> Send:
        """Wrap `send`: add the safety headers that a response does not set itself."""

        def sent(message: Message) -> Awaitable[None]:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ())]
                own, safety = dict(headers), self._safety
                headers += safety if self._safe.isdisjoint(own) else (pair for pair in safety if pair[0] not in own)
                message = {**message, "headers": headers}
            return send(message)

        return sent


def _too_many_requests(wait: float) -> _Rejected:
    return _Rejected(429, "busy", (b"retry-after", b"%d" % max(1, math.ceil(wait))))


def client_address(scope: Scope) -> str:
    """Return the address of the client."""
    found = scope.get("client")
    return found[0] if found else ""


def _receive_whole(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body as one message, then the rest of the stream."""
    unread: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def first() -> Message:
        return unread.pop() if unread else await receive()

    return first
