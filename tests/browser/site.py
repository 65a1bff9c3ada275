"""The folder of `companion site` on a host of this machine, which can be stopped, and its pages in Chromium."""

from __future__ import annotations

import fcntl
import re
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import BrowserContext, Frame, Page

from companion.browser import build
from tests.web.browser import PATIENCE, holds

INSIDE = Path(__file__).parent / "inside"
BESIDE = "/inside/"  # where the tests' own pages lie on the host


def built(top: Path) -> Path:
    """The folder below `top`, written once however many processes ask for it."""
    folder = top / "site"
    with (top / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "sw.js").exists():
            written = top / "site.new"
            build.site(written)
            written.rename(folder)
    return folder


class Handler(SimpleHTTPRequestHandler):
    """Files of the folder, and those of INSIDE below BESIDE."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript", ".wasm": "application/wasm"}  # noqa: RUF012

    def translate_path(self, path: str) -> str:
        plain = path.partition("?")[0]
        if plain.startswith(BESIDE):
            return str(INSIDE / (plain.removeprefix(BESIDE) or "index.html"))
        return super().translate_path(path)

    def log_message(self, *said: object) -> None:
        """Nothing is printed."""


class Host:
    """A plain host of static files. address: of the folder, without a slash at its end."""

    def __init__(self, folder: Path) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
        self._server.daemon_threads = True
        self._running = True
        self.address = f"http://localhost:{self._server.server_port}"
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def stop(self) -> None:
        """Nobody is answered any more."""
        if self._running:
            self._running = False
            self._server.shutdown()
            self._server.server_close()
