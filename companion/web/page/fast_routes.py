"""Direct dispatch of the most frequent requests, without the framework's routing and middleware."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.web.page import responses


class DirectRoutes:
    """ASGI wrapper that calls the handlers of `POST /CODE/do` and `GET /CODE/live` directly.

    All other requests go through Starlette. An action takes about a tenth less of a core this way.
    """

    def __init__(
        self, works: Mapping[tuple[str, str], Callable[[Request], Awaitable[Response]]], rest: ASGIApp
    ) -> None:
        self._works = {asked: responses.localize_errors(work) for asked, work in works.items()}
        self._rest = rest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the response, with errors as Starlette's middleware would answer them."""
        work = self._works.get((scope["method"], scope["path"][7:])) if scope["type"] == "http" else None
        if work is None:
            await self._rest(scope, receive, send)
            return
        scope["path_params"] = {"code": scope["path"][1:7]}
        request = Request(scope, receive)
        try:
            answer = await work(request)
        except HTTPException as error:
            answer = await responses.http_error(request, error)
        except Exception as error:
            await (await responses.server_error(request, error))(scope, receive, send)
            raise
        await answer(scope, receive, send)
