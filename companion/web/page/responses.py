"""Responses: pages, gzip where the phone accepts it, errors in the reader's language, cookies."""

from __future__ import annotations

import gzip
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import Scope

from companion.content.load import languages
from companion.core.errors import JournalError, LocalizedError, WrongCall
from companion.web.page import forms, templates

YEAR_S = 400 * 24 * 3600
NO_CACHE = {"cache-control": "no-cache, private", "vary": "accept-encoding, accept-language, cookie"}
GZIP = {"content-encoding": "gzip"}


class Page(NamedTuple):
    """A page as bytes, plain and compressed by gzip."""

    body: bytes
    gzipped: bytes


def make_page(text: str) -> Page:
    """Return a page that is sent many times, compressed once."""
    body = text.encode()
    return Page(body, _gzip(body))


def html_response(request: Request, page: str | Page, status: int = 200) -> Response:
    """Return a page that browsers revalidate every time."""
    packed = accepts_gzip(request.scope)
    if isinstance(page, Page):
        sent = page.gzipped if packed else page.body
    else:
        sent = _gzip(page.encode()) if packed else page.encode()
    return Response(sent, status, {**NO_CACHE, **(GZIP if packed else {})}, "text/html")


def _gzip(body: bytes) -> bytes:
    return gzip.compress(body, 5, mtime=0)


def file_response(request: Request, name: str, kept: str) -> Response:
    """Return a static file. kept: its cache-control header. Raises HTTPException (404)."""
    found = templates.files().get(name)
    if found is None:
        raise HTTPException(404)
    packed = accepts_gzip(request.scope)
    headers = {"cache-control": kept, "vary": "accept-encoding", **(GZIP if packed else {})}
    return Response(found.gzipped if packed else found.body, 200, headers, found.kind)


def attachment(text: str, name: str, media_type: str) -> Response:
    """Return a text as a file to save under that name."""
    headers = {"cache-control": "no-store", "content-disposition": f'attachment; filename="{name}"'}
    return Response(text, headers=headers, media_type=media_type)


def accepts_gzip(scope: Scope) -> bool:
    """Return True if the phone accepts gzip."""
    return "gzip" in forms.header(scope, b"accept-encoding")


def localize_errors(work: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Wrap a handler: errors become pages in the reader's language, `?lang=` sets the language cookie."""

    async def answer(request: Request) -> Response:
        lang = request.query_params.get("lang") if request.scope["query_string"] else None
        if lang is not None and lang in languages() and request.method != "POST":
            switched = RedirectResponse(_without(request, "lang"), 303)
            set_cookie(switched, request, forms.LANG, lang)
            return switched
        try:
            return await work(request)
        except LocalizedError as error:
            status = 400 if isinstance(error, WrongCall) else 500 if isinstance(error, JournalError) else 503
            if error.code == "session_none":
                status = 404
            words = templates.voice(forms.language(request.scope), error.game)
            return _problem_response(request.scope, status, words.error_text(error))

    return answer


def _without(request: Request, name: str) -> str:
    """Return the requested address without one of its parameters."""
    left = urlencode([(key, value) for key, value in request.query_params.multi_items() if key != name])
    return f"{request.url.path}?{left}" if left else request.url.path


async def http_error(request: Request, error: Exception) -> Response:
    """Return the page for an HTTPException."""
    assert isinstance(error, HTTPException)
    answer = _problem_response(request.scope, error.status_code, _say(request.scope, f"web.error.{error.status_code}"))
    answer.headers.update(error.headers or {})
    return answer


async def server_error(request: Request, error: Exception) -> Response:
    """Return the page for a fault of ours; the server's log has the traceback."""
    return _problem_response(request.scope, 500, _say(request.scope, "web.error.500"))


def rejection(scope: Scope, status: int, key: str) -> tuple[bytes, bytes]:
    """Return content type and body of a refusal by the guard; cached, as a flood may ask for it."""
    return _cached_rejection(status, key, forms.language(scope), forms.wants_json(scope))


@lru_cache(maxsize=256)
def _cached_rejection(status: int, key: str, lang: str, as_json: bool) -> tuple[bytes, bytes]:
    answer = _error_response(status, templates.voice(lang).say(key), lang, as_json, "/")
    return answer.headers["content-type"].encode(), bytes(answer.body)


def _problem_response(scope: Scope, status: int, text: str) -> Response:
    code = scope["path"].strip("/").partition("/")[0]
    back = f"/{code}" if forms.is_code(code) and status != 404 else "/"
    alone = "app" in scope and getattr(scope["app"].state, "alone", False)
    return _error_response(status, text, forms.language(scope), forms.wants_json(scope), back, alone)


def _error_response(status: int, text: str, lang: str, as_json: bool, back: str, alone: bool = False) -> Response:
    first, *more = text.split("\n")
    if as_json:
        return JSONResponse({"ok": False, "error": first}, status)
    values = {"status": status, "text": first, "more": more, "back": back, "alone": alone}
    page = templates.render("problem.html", templates.voice(lang), "/", **values)
    return Response(page, status, media_type="text/html", headers=NO_CACHE)


def forbidden_response(request: Request, key: str) -> Response:
    """Return 403 with the text of `key`."""
    return _problem_response(request.scope, 403, _say(request.scope, key))


def _say(scope: Scope, key: str) -> str:
    return templates.voice(forms.language(scope)).say(key)


def set_cookie(answer: Response, request: Request, name: str, value: str) -> None:
    """Set a cookie that scripts cannot read."""
    secure = request.scope["scheme"] == "https"
    answer.set_cookie(name, value, YEAR_S, httponly=True, samesite="lax", secure=secure)
