"""The gallery's page, on this computer alone: the faces as data, their drawings, the files behind them, what changes.

/  /grid.js  /page.js  /page.css   the page
/faces.json?lang=pl         every face in that language, with the address of its drawing and its faults
/face/DIGEST.svg            a drawing; its address changes with it
/icons.json?words=sword     names of added icons
/icon/SET/NAME.svg          an added icon
/source?file=cards/...      the text of a file that faces are made from
/changes                    a stream of events, one when files have changed
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from hashlib import sha256
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Condition, Lock
from typing import Any
from urllib.parse import parse_qs, urlsplit

from companion.core import resources
from companion.gallery.faces import Fault, Gallery
from companion.icons.added import added_icons, find_icons, read_icon

HOST = "127.0.0.1"
MOST_ICONS = 200  # shown at once
BEAT = 15.0  # seconds between two signs of life of a stream
HERE = Path(__file__).parent
PAGE = {"/": "page.html", "/grid.js": "grid.js", "/page.js": "page.js", "/page.css": "page.css"}
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
FOLDERS = ("content", "cards", "layouts")
SHOWN = (".yaml", ".csv", ".po", ".pot")  # files whose text the page shows
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'"


class Studio:
    """The current contents of the page.

    draw: returns the gallery in a language.
    words: texts of the page itself.
    """

    def __init__(self, draw: Callable[[str], Gallery], words: dict[str, str]) -> None:
        self.words = words
        self.version = 0
        self.changed = Condition()
        self._draw, self._context, self._drawing = draw, copy_context(), Lock()
        self._known: dict[str, tuple[dict[str, Any], dict[str, str]]] = {}  # by language: the faces, their drawings

    def faces(self, lang: str) -> dict[str, Any]:
        """Return the faces in a language, redrawn if files have changed."""
        with self._drawing:
            if lang not in self._known:
                found = self._context.run(self._draw, lang)
                drawings = {_address(one.drawing): one.drawing for one in found.shown if one.drawing}
                self._known[lang] = _document(found, self.version), drawings
            return self._known[lang][0]

    def drawing(self, address: str) -> str | None:
        """Return a drawing by its address, or None."""
        return next((found[address] for _, found in list(self._known.values()) if address in found), None)

    def source(self, name: str) -> str | None:
        """Return the text of a file of content/, cards/ or layouts/, or None."""
        if name.partition("/")[0] not in FOLDERS or not name.endswith(SHOWN):
            return None
        path = self._context.copy().run(resources.find, name)
        return resources.read(path).decode(errors="replace") if path else None

    def touch(self) -> None:
        """Mark all faces as changed."""
        with self._drawing:
            self._context.run(resources.clear_readers)
            self._known.clear()
        with self.changed:
            self.version += 1
            self.changed.notify_all()


def make_server(studio: Studio, port: int) -> ThreadingHTTPServer:
    """Return a server for this computer only, ready to serve. Raises OSError if the port is taken."""
    made = ThreadingHTTPServer((HOST, port), partial(_Handler, studio))
    made.daemon_threads = True
    return made


class _Handler(BaseHTTPRequestHandler):
    def __init__(self, studio: Studio, *args: Any) -> None:
        self.studio = studio
        super().__init__(*args)

    def handle(self) -> None:
        """Answer; a browser may go away at any time."""
        with suppress(ConnectionError):
            super().handle()

    def do_GET(self) -> None:
        """Answer requests that name this computer as host, so that no web page can read along (DNS rebinding)."""
        url = urlsplit(self.path)
        asked = {key: values[0] for key, values in parse_qs(url.query).items()}
        port = self.connection.getsockname()[1]
        if self.headers.get("Host") not in (f"{HOST}:{port}", f"localhost:{port}"):
            self._send(HTTPStatus.FORBIDDEN, "text/plain", "")
        elif url.path == "/changes":
            self._stream()
        elif (found := self._resource(url.path, asked)) is None:
            self._send(HTTPStatus.NOT_FOUND, "text/plain", "")
        else:
            self._send(HTTPStatus.OK, *found)

    def _resource(self, path: str, asked: dict[str, str]) -> tuple[str, str] | None:
        """Return media type and text of a path, or None."""
        if path in PAGE:
            file = HERE / PAGE[path]
            return KINDS[file.suffix], file.read_text(encoding="utf-8")
        if path == "/faces.json":
            icons = next(added_icons(), None) is not None
            document = {**self.studio.faces(asked.get("lang", "")), "words": self.studio.words, "icons": icons}
            return "application/json", json.dumps(document, ensure_ascii=False)
        if path == "/icons.json":
            names = find_icons(asked.get("words", "").split())
            return "application/json", json.dumps({"names": names[:MOST_ICONS], "of": len(names)})
        if path.startswith("/icon/"):
            icon = read_icon(path.removeprefix("/icon/").removesuffix(".svg"))
            return None if icon is None else ("image/svg+xml", icon)
        if path == "/source":
            text = self.studio.source(asked.get("file", ""))
            return None if text is None else ("text/plain", text)
        drawing = self.studio.drawing(path)
        return None if drawing is None else ("image/svg+xml", drawing)

    def _send(self, status: HTTPStatus, kind: str, text: str) -> None:
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", f"{len(data)}")
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", "max-age=3600, immutable" if kind == "image/svg+xml" else "no-store")
        self.end_headers()
        self.wfile.write(data)

    def _stream(self) -> None:
        """Send each change until the page is closed."""
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        studio, told = self.studio, -1
        try:
            while True:
                with studio.changed:
                    if studio.version == told:
                        studio.changed.wait(BEAT)
                    now = studio.version
                self.wfile.write(f"data: {now}\n\n".encode() if now != told else b": still here\n\n")
                self.wfile.flush()
                told = now
        except OSError:
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: the terminal says what it watches."""


def _address(drawing: str) -> str:
    return f"/face/{sha256(drawing.encode()).hexdigest()[:16]}.svg"


def _document(found: Gallery, version: int) -> dict[str, Any]:
    """Return the gallery as JSON for the page."""
    faces = [
        {
            "id": one.id,
            "kind": one.kind,
            "name": one.name,
            "side": one.side,
            "size": one.size,
            "places": one.places,
            "drawing": _address(one.drawing) if one.drawing else "",
            "faults": _faults(one.faults),
        }
        for one in found.shown
    ]
    top = {"title": found.title, "lang": found.lang, "languages": found.languages, "version": version}
    return {**top, "faults": _faults(found.faults), "faces": faces}


def _faults(faults: tuple[Fault, ...]) -> list[dict[str, str]]:
    return [{"at": fault.at, "says": fault.says} for fault in faults]
