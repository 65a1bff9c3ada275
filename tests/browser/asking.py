"""The pages of the browser room asked without a server: one ASGI call a request, cookies and redirects left alone."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import Route

from companion.web.page import responses


class Got(NamedTuple):
    """An answer."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Asker:
    """Routes over an event loop of their own."""

    def __init__(self, routes: Sequence[Route], loop: asyncio.AbstractEventLoop) -> None:
        self.app = Starlette(routes=routes, exception_handlers={HTTPException: responses.http_error})
        self.loop = loop

    def get(self, path: str, lang: str = "en", **headers: str) -> Got:
        return self.ask("GET", path, b"", lang, **headers)

    def post(self, path: str, body: bytes = b"", lang: str = "en", **headers: str) -> Got:
        return self.ask("POST", path, body, lang, **headers)

    def ask(self, method: str, path: str, body: bytes, lang: str, **headers: str) -> Got:
        place, _, query = path.partition("?")
        sent = {"accept-language": lang, "accept-encoding": "gzip", "host": "localhost", **headers}
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "https",
            "path": place,
            "raw_path": place.encode(),
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
            "server": ("localhost", 443),
            "client": ("127.0.0.1", 1),
        }
        parts = [body[at : at + 65_536] for at in range(0, len(body), 65_536)] or [b""]
        said: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

        async def send(message: Any) -> None:
            said.append(message)

        self.loop.run_until_complete(self.app(scope, receive, send))
        got = {name.decode(): value.decode() for name, value in said[0]["headers"]}
        whole = b"".join(message.get("body", b"") for message in said[1:])
        return Got(said[0]["status"], got, gzip.decompress(whole) if got.get("content-encoding") == "gzip" else whole)
