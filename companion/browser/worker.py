"""Python's side of static/worker.js: what it calls, and what of it Python calls. Runs in Pyodide alone."""

from __future__ import annotations

import asyncio
import errno
import importlib
import json
import pkgutil
import random
from collections.abc import Callable, Sequence
from typing import Any

from pyodide.ffi import JsException, to_js
from starlette.routing import Route

import companion
from companion.browser import app, hands
from companion.browser.bridge import Ask, Bridge, Jars
from companion.browser.store import FileStore
from companion.errors import CompanionError
from companion.web import pages

NO_ROOM = "QuotaExceededError"


def warm() -> None:
    """Import and compile everything that playing and checking need, before memory is kept for the next start."""
    for found in pkgutil.walk_packages(companion.__path__, "companion."):
        importlib.import_module(found.name)
    pages.warm()


class OpenFiles:
    """The store's Files, over those of static/files.js."""

    def __init__(self, files: Any) -> None:
        self._files = files

    def names(self) -> list[str]:
        """See Files."""
        return list(self._files.names())

    def read(self, name: str) -> bytes:
        """See Files."""
        return bytes(self._call(self._files.read, name).to_bytes())

    def write(self, name: str, at: int, data: bytes) -> None:
        """See Files."""
        self._call(self._files.write, name, at, to_js(data))

    def spare(self) -> str:
        """See Files."""
        return str(self._call(self._files.spare))

    def close(self) -> None:
        """See Files."""
        self._files.close()

    def _call(self, work: Callable[..., Any], *args: Any) -> Any:
        try:
            return work(*args)
        except JsException as error:
            code = errno.ENOSPC if error.name == NO_ROOM else errno.EIO
            raise OSError(code, error.message) from None


class Device:
    """The application and its store."""

    def __init__(self, files: Any, secret: Any, address: str, progress: Any) -> None:
        random.seed()  # a start from kept memory would give the same numbers as the last one
        self.store = FileStore(OpenFiles(files), address)
        self.jars = Jars(secret.to_bytes())
        self.tables = app.tables(self.store)

        def told(stage: str, done: int, of: int) -> None:
            progress(stage, done, of)

        def checking() -> Sequence[Route]:
            from companion.browser import check_page

            return check_page.routes(self.tables)

        def printing() -> Sequence[Route]:
            from companion.browser import print_page

            return print_page.routes(told, app.folder())

        self._bridge = Bridge(
            app.create(self.tables, self.jars, address, {"check": checking, "print": printing}), self.jars
        )

    async def start(self) -> None:
        """Begin."""
        await self._bridge.start()

    async def ask(self, ask: Any, start: Any, body: Any, gone: asyncio.Event) -> None:
        """A request: `ask` as the service worker sent it; start(status, headers, lang) and body(bytes) are called."""
        answer = _Answer(start, body)
        asked = ask.to_py()
        data = asked["body"].tobytes() if asked["body"] is not None else b""
        try:
            await self._bridge.ask(
                Ask(asked["method"], asked["url"], asked["headers"], data, asked["lang"], asked["holder"]), answer, gone
            )
        except Exception:
            if not answer.begun:
                raise

    async def hands(self, code: str) -> str:
        """hands.taken as JSON; empty where there is no such table, or none that can be read."""
        try:
            return json.dumps(await hands.taken(self.tables, self.jars, code))
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
