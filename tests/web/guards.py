"""A request guard with a clock that a test moves."""

import asyncio
from typing import NamedTuple
from urllib.parse import unquote

from companion.web.server.request_guard import Hosts, Limits, RequestGuard

LAN = Hosts(lan=True, names=frozenset({"Laptop", "laptop.local"}))


class Got(NamedTuple):
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes

    def all(self, name):
        return [value for key, value in self.headers if key == name.encode()]


class Clock:
    now = 1_000_000.0

    def __call__(self):
        return self.now


class Inside:
    """The application behind the guard: repeats the first message it gets, in one piece."""

    def __init__(self, headers=()):
        self.asked = 0
        self.headers = list(headers)
        self.body = None
        self.scope = None

    async def __call__(self, scope, receive, send):
        self.asked += 1
        self.scope = scope
        message = await receive()
        assert not message["more_body"]
        self.body = message["body"]
        await send({"type": "http.response.start", "status": 200, "headers": self.headers})
        await send({"type": "http.response.body", "body": b"inside"})


def say(scope, status, key):
    return b"text/plain; charset=utf-8", f"{status} {key}".encode()


def guard_of(hosts=LAN, limits=None, inside=None, clock=None, **more):
    return RequestGuard(
        inside or Inside(), hosts, limits or Limits(rate=None, joins=None), say, clock or Clock(), **more
    )


async def ask_now(guard, method="GET", url="/", headers=None, body=b"", client="192.168.1.30", receive=None):
    path, _, query = url.partition("?")
    pairs = {"host": "192.168.1.20:8000"} if headers is None else headers
    pairs = list(pairs.items()) if isinstance(pairs, dict) else pairs
    parts = [body] if isinstance(body, bytes) else list(body)
    messages = [{"type": "http.request", "body": p, "more_body": i + 1 < len(parts)} for i, p in enumerate(parts)]
    sent = []

    async def next_part():
        return messages.pop(0) if messages else {"type": "http.disconnect"}

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http",
        "method": method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode("latin-1"),
        "query_string": query.encode("latin-1"),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in pairs],
        "client": (client, 50_000),
    }
    await guard(scope, receive or next_part, send)
    if not sent:
        return None
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    return Got(sent[0]["status"], sent[0]["headers"], sent[1]["body"])


def ask(guard, *args, **named):
    return asyncio.run(ask_now(guard, *args, **named))
