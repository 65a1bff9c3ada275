"""A request of the browser's service worker -> the ASGI application -> an answer in pieces.

A service worker sees neither cookies nor the host's name: the bridge says both. Each player who holds the device is a
phone of his own to the tracker, with a cookie jar of his own, so that nobody is sent what another one may see.

To the application every site lies at a root. The bridge puts the path of the folder before the addresses in its
answers, as a proxy does; the service worker takes it off those of requests.
"""

from __future__ import annotations

import asyncio
import base64
import hmac
import re
from collections.abc import Sequence
from typing import NamedTuple, Protocol
from urllib.parse import unquote

from starlette.types import ASGIApp, Message, Scope

from companion.web.page.forms import LANG
from companion.web.routes.site import COOKIE, OWNER

HOST = "localhost"  # as the tracker is told; over https, as nothing leaves the device
PORT = 443
ADDRESS = re.compile(rb'(\s(?:href|src|action|data-share|data-face)=\\?")/')  # in HTML, or in HTML within JSON
WITH_ADDRESSES = ("text/html", "text/event-stream", "application/json")  # media types
LEFT_OUT = (b"cookie", b"host", b"accept-encoding", b"origin", b"sec-fetch-site", b"content-length")


class PageRequest(NamedTuple):
    """url: path and query. headers: pairs of text. holder: whose jar is meant, the device's own if empty."""

    method: str
    url: str
    headers: Sequence[tuple[str, str]]
    body: bytes = b""
    lang: str = ""
    holder: str = ""


class ResponseReceiver(Protocol):
    """The receiver of an answer."""

    def start(self, status: int, headers: Sequence[tuple[str, str]], lang: str) -> None:
        """Take status and headers, before the body. lang: the language that was switched to, empty if none was."""

    def body(self, data: bytes, more: bool) -> None:
        """The next piece; no more: the last."""


class DeviceCookies:
    """Cookies of the device's phones. They follow from its secret, n >= 32 bytes, so that they outlast every start."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self.key = self._word("owner")

    def token(self, holder: str) -> str:
        """The token of a phone; holder: `CODE NAME`, or empty for the device's own."""
        return self._word(f"phone {holder}")

    def cookies(self, holder: str, lang: str) -> str:
        """The `Cookie` header of a phone."""
        found = {f"{COOKIE}-{PORT}": self.token(holder), f"{OWNER}-{PORT}": self.key, LANG: lang}
        return "; ".join(f"{name}={value}" for name, value in found.items() if value)

    def _word(self, text: str) -> str:
        digest = hmac.digest(self._secret, text.encode(), "sha256")
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")


class Bridge:
    """Asks the application, in the name of one of the device's phones."""

    def __init__(self, app: ASGIApp, jars: DeviceCookies, folder: str = "") -> None:
        """folder: path of the site on its host, without a slash at the end."""
        self._app, self._jars, self._folder = app, jars, folder

    async def start(self) -> None:
        """Begin its lifespan, which ends with the worker."""
        asked: asyncio.Queue[Message] = asyncio.Queue()
        begun: asyncio.Future[Message] = asyncio.get_running_loop().create_future()

        async def send(message: Message) -> None:
            if not begun.done():
                begun.set_result(message)

        asked.put_nowait({"type": "lifespan.startup"})
        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
        self._life = asyncio.ensure_future(self._app(scope, asked.get, send))
        message = await begun
        if message["type"] != "lifespan.startup.complete":
            raise RuntimeError(message.get("message", ""))

    async def ask(self, ask: PageRequest, answer: ResponseReceiver, gone: asyncio.Event) -> None:
        """Send the answer in pieces. gone: is set when nobody waits for it any more."""
        unread: list[Message] = [{"type": "http.request", "body": ask.body, "more_body": False}]

        async def receive() -> Message:
            if unread:
                return unread.pop()
            await gone.wait()
            return {"type": "http.disconnect"}

        has_addresses = False

        async def send(message: Message) -> None:
            nonlocal has_addresses
            if message["type"] == "http.response.start":
                headers, lang = _read_headers(message)
                has_addresses = dict(headers).get("content-type", "").partition(";")[0] in WITH_ADDRESSES
                headers = [(name, f"{self._folder}{value}" if name == "location" else value) for name, value in headers]
                answer.start(message["status"], headers, lang)
            else:
                body = message.get("body", b"")
                answer.body(self._place(body) if has_addresses else body, message.get("more_body", False))

        await self._app(self._scope(ask), receive, send)

    def _place(self, body: bytes) -> bytes:
        return ADDRESS.sub(lambda found: found[1] + self._folder.encode() + b"/", body)

    def _scope(self, ask: PageRequest) -> Scope:
        path, _, query = ask.url.partition("?")
        headers = [(name.lower().encode(), value.encode()) for name, value in ask.headers]
        headers = [pair for pair in headers if pair[0] not in LEFT_OUT]
        headers.append((b"host", HOST.encode()))
        headers.append((b"cookie", self._jars.cookies(ask.holder, ask.lang).encode()))
        if ask.method != "GET":
            headers += [(b"content-length", b"%d" % len(ask.body)), (b"sec-fetch-site", b"same-origin")]
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": ask.method,
            "scheme": "https",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": (HOST, PORT),
            "state": {},
        }


def _read_headers(message: Message) -> tuple[list[tuple[str, str]], str]:
    """Headers for the browser, and the language that a cookie of the answer switches to."""
    headers, lang = [], ""
    for name, value in message.get("headers", ()):
        if name == b"set-cookie":
            cookie, _, rest = value.decode("latin-1").partition("=")
            lang = rest.partition(";")[0] if cookie == LANG else lang
        else:
            headers.append((name.decode("latin-1"), value.decode("latin-1")))
    return headers, lang
