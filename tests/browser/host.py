"""A host on this machine with static/files.js and what a test adds to it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from companion import browser

FILES_JS = Path(browser.__file__).parent / "static" / "files.js"


@contextmanager
def host(files: Mapping[str, str], told: Callable[[str, bytes], object] = lambda *_: None) -> Iterator[str]:
    """Its address. files: texts by path, `/` is the page; told: path and body of what is sent to it."""
    served = {"/files.js": FILES_JS.read_text("utf-8"), **files}

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            found = served.get(self.path)
            self.answer(404 if found is None else 200, (found or "").encode())

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            body = self.rfile.read(length)
            if len(body) == length:
                told(self.path, body)
                self.answer(200, b"")

        def answer(self, status: int, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "text/javascript" if self.path.endswith(".js") else "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        def handle_error(self, *_: object) -> None:
            """Browsers that are killed break off."""

    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://localhost:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
