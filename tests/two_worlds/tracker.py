"""The tracker without a network: the application is called as a server would call it, and every byte of it is kept."""

import asyncio
import threading
from contextlib import asynccontextmanager
from urllib.parse import urlencode

from companion.core.errors import StoreError
from companion.play.journal.store import Excerpt, Summary, Tail, append_error, is_join, single_match
from companion.web import app as web
from companion.web.server.request_guard import Hosts, Limits
from companion.web.table.tables import Tables

KEY = "test-key-" + "k" * 24
ADDRESS = "http://127.0.0.1:8000"
TURNS = 10_000  # of the event loop, until a stream has to have said what it says


class MemoryStore:
    """The contract of companion.play.journal.store.Store without a disk, shared by all threads of one world."""

    def __init__(self):
        self._sessions = {}
        self._lock = threading.Lock()

    def create(self, id, game, created, lines, secret):
        with self._lock:
            self._sessions[id] = (game, created, list(lines), secret)

    def append(self, id, expected, lines):
        with self._lock:
            kept = self._sessions.get(id)
            fault = append_error(id, None if kept is None else len(kept[2]), expected)
            if fault is not None:
                raise fault
            kept[2].extend(lines)

    def append_all(self, appends):
        out = []
        for append in appends:
            try:
                self.append(*append)
                out.append(None)
            except StoreError as error:
                out.append(error)
        return out

    def since(self, id, seq=0):
        with self._lock:
            found = [(known, kept[3]) for known, kept in self._sessions.items() if known.startswith(id)]
            full, secret = single_match(id, found[:2])
            return Tail(full, self._sessions[full][2][seq:], secret)

    def counts(self, ids):
        with self._lock:
            return {id: len(self._sessions[id][2]) for id in ids if id in self._sessions}

    def list(self):
        with self._lock:
            rows = list(self._sessions.items())
        return [Summary(id, game, created, len(lines), lines[0]) for id, (game, created, lines, _) in rows[::-1]]

    def excerpts(self):
        lines = {summary.id: self.since(summary.id).lines for summary in self.list()}
        return [Excerpt(one, list(filter(is_join, lines[one.id])), lines[one.id][::-1]) for one in self.list()]

    def listen(self, stop):
        stop.wait()
        yield from ()

    def close(self):
        """There is nothing to let go of."""


class Tracker:
    """One application over one store; `tables` are those that it has in memory."""

    def __init__(self):
        self.store, self.tables = MemoryStore(), None

    @asynccontextmanager
    async def running(self):
        """Started and stopped as a server does it."""
        self.tables = Tables(lambda: self.store)
        limits = Limits(rate=None, joins=None)
        self._app = web.create_app(self.tables, KEY, Hosts(), ADDRESS, limits)
        asked, told = asyncio.Queue(), asyncio.Queue()
        life = asyncio.create_task(self._app({"type": "lifespan", "asgi": {}}, asked.get, told.put))
        await asked.put({"type": "lifespan.startup"})
        assert (await told.get())["type"] == "lifespan.startup.complete"
        try:
            yield self
        finally:
            await asked.put({"type": "lifespan.shutdown"})
            assert (await told.get())["type"] == "lifespan.shutdown.complete"
            await life

    def session(self, code):
        return self.tables.find_loaded(code).session

    async def ask(self, phone, method, path, fields=None, lang="en", accept="text/html"):
        """Everything that the phone is sent: status, headers and body in one piece."""
        body = b"" if fields is None else urlencode(fields).encode()
        said = [{"type": "http.request", "body": body, "more_body": False}]
        out = []

        async def receive():
            return said.pop() if said else {"type": "http.disconnect"}

        async def send(message):
            out.append(message)

        await self._app(phone.scope(method, path, lang, accept, len(body)), receive, send)
        return answer(out)

    def listen(self, phone, path, lang):
        return Stream(self._app, phone.scope("GET", path, lang, "text/event-stream", 0))


class Phone:
    """A browser with a token of its own, at some of the seats; the owner's has the key as well."""

    def __init__(self, name, seats=(), owner=False):
        self.name, self.seats = name, tuple(seats)
        token = f"{name}-{'x' * 43}"[:43]
        self._cookie = f"companion-8000={token}" + (f"; owner-8000={KEY}" if owner else "")

    def scope(self, method, path, lang, accept, length):
        where, _, query = path.partition("?")
        headers = {"host": "127.0.0.1:8000", "accept-language": lang, "accept": accept, "cookie": self._cookie}
        if method == "POST":
            form = {"content-type": "application/x-www-form-urlencoded", "content-length": str(length)}
            headers |= {"origin": ADDRESS, **form}
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": where,
            "raw_path": where.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 50_000),
            "server": ("127.0.0.1", 8000),
        }


def answer(messages):
    """Messages of the application as bytes."""
    out = b""
    for message in messages:
        if message["type"] == "http.response.start":
            lines = [b"%d" % message["status"], *[b"%s: %s" % pair for pair in message["headers"]]]
            out += b"\n".join(lines) + b"\n\n"
        else:
            out += message.get("body", b"")
    return out


def status(sent):
    return int(sent[:3])


class Stream:
    """An open event stream; `heard` is what it said since the last time."""

    def __init__(self, app, scope):
        self._messages, self._gone = [], asyncio.Event()
        self._task = asyncio.create_task(app(scope, self._receive, self._send))

    async def _receive(self):
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message):
        self._messages.append(message)

    async def heard(self, seq):
        """What it said, up to the frame of entry `seq`."""
        wanted = b"id: %d\n" % seq
        for _ in range(TURNS):
            if any(wanted in message.get("body", b"") for message in self._messages):
                break
            await asyncio.sleep(0)
        else:
            raise AssertionError(f"the stream did not tell of entry {seq}")
        return await self.rest()

    async def rest(self):
        """What it said without waiting for more."""
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        told, self._messages = self._messages, []
        return answer(told)

    async def close(self):
        self._gone.set()
        await asyncio.wait([self._task])
