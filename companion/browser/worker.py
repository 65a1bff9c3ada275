"""Python's side of static/worker.js: what it calls, and what of it Python calls. Runs in Pyodide alone."""

from __future__ import annotations

import asyncio
import importlib
import json
import pkgutil
import random
import traceback
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from pyodide.ffi import to_js
from starlette.routing import Route

from companion import content, games, play, web
from companion.browser import app, check_page, shared_device
from companion.browser import pages as browser_pages
from companion.browser.bridge import Bridge, DeviceCookies, PageRequest
from companion.browser.store import BrowserFiles, FileStore
from companion.core.errors import CompanionError
from companion.web.page import templates

ROOMS = (content, games, play, web)


def warm() -> None:
    """Import and compile everything that playing and checking need, before memory is kept for the next start."""
    for room in ROOMS:
        for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            importlib.import_module(found.name)
    templates.preload()
    browser_pages.warm()


class Device:
    """The application and its store."""

    def __init__(self, files: Any, secret: Any, address: str, progress: Any) -> None:
        random.seed()  # a start from kept memory would give the same numbers as the last one
        place = urlsplit(address)
        self.store = FileStore(BrowserFiles(files), place.netloc)
        self.jars = DeviceCookies(secret.to_bytes())
        self.tables = app.tables(self.store)

        def told(stage: str, done: int, of: int) -> None:
            progress(stage, done, of)

        def checking() -> Sequence[Route]:
            return check_page.routes(self.tables)

        def printing() -> Sequence[Route]:
            from companion.browser import print_page

            return print_page.routes(told, app.folder())

        rooms = {"check": checking, "print": printing}
        self._bridge = Bridge(app.create(self.tables, self.jars, address, rooms), self.jars, place.path)

    async def start(self) -> None:
        """Begin."""
        await self._bridge.start()

    def troubles(self) -> list[str]:
        """Return what went wrong with files; see FileStore."""
        return self.store.troubles()

    async def ask(self, ask: Any, start: Any, body: Any, gone: asyncio.Event) -> None:
        """A request: `ask` as the service worker sent it; start(status, headers, lang) and body(bytes) are called."""
        answer = _Answer(start, body)
        asked = ask.to_py()
        data = asked["body"].tobytes()
        try:
            await self._bridge.ask(
                PageRequest(asked["method"], asked["url"], asked["headers"], data, asked["lang"], asked["holder"]),
                answer,
                gone,
            )
        except Exception:  # of ours: Starlette answers with 500, then raises for the log, which is the console here
            if not answer.begun:
                raise
            traceback.print_exc()

    async def hands(self, code: str) -> str:
        """The players of a table as JSON; empty where there is no such table, or none that can be read."""
        try:
            return json.dumps(await shared_device.assign_seats(self.tables, self.jars, code))
        except CompanionError:
            return ""


class _Answer:
    def __init__(self, start: Any, body: Any) -> None:
        self._start, self._body = start, body
        self.begun = False

    def start(self, status: int, headers: Sequence[tuple[str, str]], lang: str) -> None:
        self.begun = True
        self._start(status, to_js([list(pair) for pair in headers]), lang)

    def body(self, data: bytes, more: bool) -> None:
        if data:
            self._body(to_js(data))


def event() -> asyncio.Event:
    """An event that a script may set."""
    return asyncio.Event()
