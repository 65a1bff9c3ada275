"""A server in a thread that keeps the contract of the tracker's addresses, with knobs for every kind of trouble.

It plays a real session, so journal, refusals and draws are real; the page is as small as it can be.
"""

import html
import json
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from companion.play.journal.entries.random_words import Commit, Reveal
from companion.play.journal.entries.remarks import Note
from companion.play.journal.session import Session
from tests.play.forge import entries, lines_of
from tests.play.tables import CONTENT, GAME, SEED

STATIC = Path(__file__).parents[2] / "companion" / "web" / "static"
KINDS = {".js": "text/javascript", ".html": "text/html", ".json": "application/json"}
RULE = '<!doctype html><title>r</title><main><section id="rule"><h1>R</h1><p>The rule in full.</p></section></main>'


def new_session(seed: bytes = SEED) -> Session:
    """A table of two."""
    header = GAME.rules.header(CONTENT, ["Ania:frodo", "Bo:sam"], None, {}, None)
    session = Session.create(GAME, CONTENT, header, None, seed, lambda: "2026-11-20T19:30:00Z")
    assert isinstance(session, Session)
    return session


class FakeTable:
    """The table `abcdef`. Knobs: down, mute (moves are made, their answers lost), no_live, delay, lines,
    most, open."""

    def __init__(self) -> None:
        self.session = new_session()
        self.news = threading.Condition()
        self.down = self.mute = self.no_live = self.quiet = False
        self.open = True
        self.delay = 0.0
        self.lines: list[str] | None = None  # another journal than the session's
        self.most = 500  # lines of the journal in an answer
        self.fault: tuple[int, dict[str, Any]] | None = None  # an answer to every move
        self.freed = ""  # what is said of the phone's seat
        self.board = "<p>Nothing.</p>"
        self.posts: list[tuple[str, dict[str, list[str]]]] = []  # moves that came, answered or not
        self.gets: list[str] = []
        self.streams = 0
        self.answers: dict[str, dict[str, Any]] = {}

    @property
    def seq(self) -> int:
        return self.session.seq

    @property
    def head(self) -> str:
        return self.session.replay.entries[-1].hash

    def journal(self) -> list[str]:
        return lines_of(self.session) if self.lines is None else self.lines

    def tell(self) -> None:
        """Wake every stream."""
        with self.news:
            self.news.notify_all()

    def note(self, text: str = "elsewhere") -> None:
        """A move of another phone."""
        self.session.keep(self.session.plan(Note(text)))
        self.tell()

    def cut(self) -> None:
        """The server is gone: no answers, no streams."""
        self.down = True
        self.tell()

    def back(self) -> None:
        self.down = False

    def event(self, after: int) -> dict[str, Any]:
        said = [{"seq": e.seq, "text": f"said {e.seq}", "draw": False} for e in self.session.replay.entries]
        said = [one for one in said if one["seq"] > after]
        return {"seq": self.seq, "head": self.head, "freed": self.freed, "html": self.fragment(), "said": said}

    def fragment(self) -> str:
        draws = [e.seq for e in self.session.replay.entries if "draw" in e.args]
        marks = "".join(f'<span data-draw="{seq}">drawn</span>' for seq in draws)
        return self.board.replace("SEQ", str(self.seq)) + f"<p id=at>{self.seq}</p>{marks}"

    def page(self) -> str:
        words = {key: row["en"] for key, row in WORDS.items()}
        return f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>t</title>
<body data-code="abcdef" data-seq="{self.seq}" data-head="{self.head}" data-open="{int(self.open)}"
 data-anchor="{self.session.replay.header["anchor"]}" data-sealed="">
<div id="link" role="status" hidden><p>No link.</p><button id="retry">Again</button></div>
<div id="doubt" role="alert" hidden><p></p></div>
<div id="freed" role="alert"{"" if self.freed else " hidden"}>{self.freed}</div>
<div id="waiting" role="status" hidden><p></p><button id="send">Now</button><button id="drop">Forget</button></div>
<div id="refused" role="alert" hidden></div>
<label><input type="checkbox" id="awake"> awake</label><p id="awake-none" hidden>no lock here</p>
<p><button data-copy="http://x/abcdef">copy</button></p>
<main id="board">{self.fragment()}</main><div id="people"></div>
<div id="away"></div><div id="said" aria-live="polite"></div>
<form class="move" method="post" action="/abcdef/do" id="outside"><input type="hidden" name="seen" value="{self.seq}">
<input type="hidden" name="type" value="note"><input name="text" id="note"><button>Note it</button></form>
<form class="move" method="post" action="/abcdef/join" id="join"><input type="hidden" name="seen" value="{self.seq}">
<button>Join</button></form>
<p>See <a href="/abcdef/rule/R-1" data-rule="R-1" id="ruled">R-1</a></p>
<script type="application/json" id="words">{json.dumps(words)}</script>
<script type="module" src="/static/tracker.js?v=1"></script>"""

    def move(self, path: str, body: str) -> tuple[int, dict[str, Any]]:
        """What the real server does with a move: again the same is the same, stale is told, refusals have a rule."""
        fields = parse_qs(body)
        if body in self.answers:
            return 200, self.answers[body]
        if int(fields["seen"][0]) != self.seq:
            return 409, self.refusal("stale", "TB-SEEN-1", "Somebody was faster.")
        given = {key: ",".join(values) for key, values in fields.items()}
        if path == "/abcdef/join":
            answer = self.session.keep(self.session.plan(Note("joined")))
        elif given["type"] == "note":
            answer = self.session.keep(self.session.plan(Note(given.get("text", ""))))
        elif given["type"] == "reveal":
            answer = self.session.keep(self.session.plan(Reveal(given["words"], given["seat"], alone=False)))
        elif given["type"] == "commit":
            answer = self.session.keep(self.session.plan(Commit(given["hash"], given["seat"])))
        else:
            answer = self.session.do(given["type"], {"dice": given["dice"]} if "dice" in given else {})
        if answer.refusal is not None:
            return 422, self.refusal(answer.refusal.code, answer.refusal.rule, f"Not so: {answer.refusal.code}.")
        self.answers[body] = {"ok": True, "seq": self.seq, "head": self.head}
        if not self.quiet:
            self.tell()
        return 200, self.answers[body]

    def refusal(self, code: str, rule: str, message: str) -> dict[str, Any]:
        legal = [{"do": "roll", "text": "roll the dice"}]
        refusal = {"code": code, "rule": rule, "page": 4, "message": message, "legal": legal}
        return {"ok": False, "seq": self.seq, "refusal": refusal}


WORDS: dict[str, dict[str, str]] = {
    "not_sent": {"en": "Not sent yet:"},
    "close": {"en": "Close"},
    "error": {"en": "That did not work."},
    "legal": {"en": "Possible:"},
    "checked_yes": {"en": "checked"},
    "checked_no": {"en": "false"},
    "doubt_rewritten": {"en": "Rewritten at {seq}."},
    "doubt_line": {"en": "Broken at {seq}: {why}."},
    "doubt_draw": {"en": "Bad draw at {seq}: {why}."},
    "doubt_unproved": {"en": "Not proved: {seq}."},
    "why_numbers_forged": {"en": "other numbers"},
    "why_changed": {"en": "changed"},
    "anew": {"en": "Start anew"},
    "copied": {"en": "Copied"},
}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    table: FakeTable

    def log_message(self, *_: object) -> None:
        pass

    def answer(self, status: int, kind: str, body: str | bytes = b"") -> None:
        data = body.encode() if isinstance(body, str) else body
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self) -> None:
        url, table = urlsplit(self.path), self.table
        query = {key: values[0] for key, values in parse_qs(url.query).items()}
        table.gets.append(self.path)
        if table.down:
            self.close_connection = True
            return
        match url.path:
            case "/blank":
                self.answer(200, "text/html", "<!doctype html><title>b</title>")
            case "/sw.js":
                self.answer(200, "text/javascript", (STATIC / "sw.js").read_bytes())
            case path if path.startswith("/static/"):
                file = STATIC / path.removeprefix("/static/")
                self.answer(200, KINDS[file.suffix], file.read_bytes())
            case "/abcdef":
                self.answer(200, "text/html", table.page())
            case "/abcdef/rule/R-1":
                self.answer(200, "text/html", RULE)
            case "/abcdef/now":
                newer = table.seq > int(query["after"])
                self.answer(200, "application/json", json.dumps(table.event(int(query["after"])))) if newer else (
                    self.answer(204, "application/json")
                )
            case "/abcdef/journal":
                first = int(query["from"])
                lines = table.journal()[first : first + table.most]
                self.answer(200, "text/plain", "".join(f"{line}\n" for line in lines))
            case "/abcdef/heads":
                hashes = [entry["hash"] for entry in entries(table.journal())[int(query["from"]) :]]
                self.answer(200, "text/plain", "".join(f"{hash}\n" for hash in hashes))
            case "/abcdef/live" if not table.no_live:
                self.live(int(query["after"]))
            case _:
                self.answer(404, "text/html", html.escape(self.path))

    def live(self, after: int) -> None:
        table = self.table
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.close_connection = True
        table.streams += 1
        try:
            self.wfile.write(b'event: people\ndata: {"html": "<b>one</b>", "away": ""}\n\n')
            while not table.down:
                if table.seq > after and not table.quiet:
                    data = json.dumps(table.event(after))
                    after = table.seq
                    self.wfile.write(f"event: table\nid: {after}\ndata: {data}\n\n".encode())
                else:
                    self.wfile.write(b"event: ping\ndata: {}\n\n")
                self.wfile.flush()
                with table.news:
                    table.news.wait(0.5)
        finally:
            table.streams -= 1

    def do_POST(self) -> None:
        table = self.table
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if table.down:
            self.close_connection = True
            return
        assert self.headers["Accept"] == "application/json"
        assert self.headers["Content-Type"].startswith("application/x-www-form-urlencoded")
        table.posts.append((self.path, parse_qs(body)))
        time.sleep(table.delay)
        status, told = table.fault or table.move(self.path, body)
        if table.mute:
            self.close_connection = True
            return
        self.answer(status, "application/json", json.dumps(told))


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *about: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):  # phones leave in the middle of an answer
            super().handle_error(*about)


@contextmanager
def serving(table: FakeTable) -> Iterator[int]:
    """The port on loopback where the table is served."""
    handler = type("Handler", (_Handler,), {"table": table})
    server = _Server(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        table.cut()
        server.shutdown()
        thread.join()
        server.server_close()
