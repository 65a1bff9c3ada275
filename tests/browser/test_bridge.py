"""The application's answers, with addresses in the folder of the site where that is not the root of its host."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp

from companion.browser.bridge import Bridge, DeviceCookies, PageRequest

PAGE = '<a href="/qwxzvk">7</a><img src="/x.svg"><form action="/new"><button data-share="/x"></form>'
PLACED = '<a href="/a/b/qwxzvk">7</a><img src="/a/b/x.svg"><form action="/a/b/new"><button data-share="/a/b/x"></form>'


class Kept:
    """An answer."""

    def start(self, status: int, headers: Sequence[tuple[str, str]], lang: str) -> None:
        self.headers, self.data = dict(headers), b""

    def body(self, data: bytes, more: bool) -> None:
        self.data += data


def ask(app: ASGIApp, folder: str) -> Kept:
    answer = Kept()
    request = PageRequest("GET", "/", ())
    asyncio.run(Bridge(app, DeviceCookies(bytes(32)), folder).ask(request, answer, asyncio.Event()))
    return answer


@pytest.mark.parametrize("kind", ["text/html", "text/event-stream"])
def test_addresses_of_pages_begin_with_the_folder(kind: str) -> None:
    assert ask(Response(PAGE, media_type=kind), "/a/b").data.decode() == PLACED


def test_addresses_of_pages_in_json_begin_with_the_folder() -> None:
    written = PAGE.replace('"', '\\"')
    assert ask(Response(written, media_type="application/json"), "/a/b").data.decode() == PLACED.replace('"', '\\"')


def test_a_redirect_leads_into_the_folder() -> None:
    assert ask(RedirectResponse("/qwxzvk", 303), "/a/b").headers["location"] == "/a/b/qwxzvk"


@pytest.mark.parametrize(
    "text",
    [
        '<a href="#end">7</a>',
        '<a href="https://example.test/">7</a>',
        '<input value="/x">',
        "<p>href=&#34;/x&#34;</p>",
    ],
)
def test_all_else_on_a_page_stays(text: str) -> None:
    assert ask(Response(text, media_type="text/html"), "/a/b").data.decode() == text


@pytest.mark.parametrize("kind", ["text/plain", "application/jsonl", "application/pdf", "image/svg+xml"])
def test_files_stay(kind: str) -> None:
    assert ask(Response(PAGE, media_type=kind), "/a/b").data.decode() == PAGE


def test_at_a_root_nothing_changes() -> None:
    assert ask(Response(PAGE, media_type="text/html"), "").data.decode() == PAGE
    assert ask(RedirectResponse("/qwxzvk", 303), "").headers["location"] == "/qwxzvk"
