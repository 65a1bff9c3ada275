"""The page of printing as one small app, and a browser's requests to it without a network."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from companion import browser
from companion.browser import print_page
from companion.web.page import responses
from tests.browser.asking import Got

STATIC = Path(browser.__file__).parent / "static"


async def static(request: Request) -> Response:
    """A file of this room, or of the tracker."""
    own = STATIC / request.path_params["name"]
    return (
        FileResponse(own)
        if own.is_file()
        else responses.file_response(request, request.path_params["name"], "no-cache")
    )


def app(folder: Path, progress: print_page.Progress | None = None) -> Starlette:
    """The routes below /print, and static files."""
    return Starlette(routes=[*print_page.routes(progress, folder), Route("/static/{name}", static)])


def ask(
    app: Starlette,
    method: str,
    path: str,
    body: bytes = b"",
    lang: str = "en",
    accept: str = "application/json",
    **query: str,
) -> Got:
    """One request. body: as it is; query: of the address."""
    headers = {"host": "localhost:8000", "accept": accept, "accept-language": lang}
    scope = {
        **{"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http"},
        **{"path": path, "raw_path": path.encode(), "query_string": urlencode(query).encode(), "root_path": ""},
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "server": ("localhost", 8000),
    }
    sent: list[dict[str, Any]] = []
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        return waiting.pop() if waiting else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))  # type: ignore[arg-type]
    head = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return Got(sent[0]["status"], head, b"".join(part.get("body", b"") for part in sent[1:]))


def form(**fields: object) -> bytes:
    """A form filled in."""
    return urlencode(fields).encode()
