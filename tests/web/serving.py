"""A real server on loopback, and phones that talk to it as browsers do: cookies, forms, event streams."""

from __future__ import annotations

import http.client
import json
import secrets
import socket
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

import uvicorn

from companion import games
from companion.content.load import load
from companion.play.journal import journal
from companion.play.journal.session import ID_LETTERS, Session, open_session
from companion.play.journal.store import SqliteStore, Store
from companion.web.app import create_app
from companion.web.server.owner_codes import OwnerCodes
from companion.web.server.request_guard import Hosts, Limits
from companion.web.table.tables import Tables

KEY = "test-key-" + "k" * 24
NO_LIMITS = Limits(rate=None, joins=None, onlookers=None, downloads=None)
PLAYERS = {"frodo": "Ania", "sam": "Bo", "merry": "Cela", "pippin": "Dan"}


class Server:
    """The tracker over the store that `open` opens, in a thread."""

    def __init__(
        self,
        open: Callable[[], Store],
        limits: Limits = NO_LIMITS,
        port: int = 0,
        http: Any = "auto",
        on_people: Any = None,
        hosts: Hosts | None = None,
        **more: Any,
    ) -> None:
        self.door = socket.create_server(("127.0.0.1", port))
        self.port: int = self.door.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.codes = OwnerCodes()
        app = create_app(
            Tables(open, on_people), KEY, hosts or Hosts(), self.address, limits, admits=self.codes.use, **more
        )
        config = uvicorn.Config(
            app, http=http, log_config=None, lifespan="on", timeout_graceful_shutdown=1, access_log=False
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([self.door],))
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive()
            time.sleep(0.005)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(timeout=60)
        assert not self._thread.is_alive()
        self.door.close()

    def phone(self, lang: str = "en") -> Phone:
        return Phone(self.port, lang)

    def link(self) -> str:
        """What the terminal would show behind the address: opened, it makes the owner."""
        return f"/?owner={self.codes.new_code()}"

    def owner(self, lang: str = "en") -> Phone:
        """The phone that opened the link of the terminal."""
        phone = self.phone(lang)
        assert phone.get(self.link()).status == 303
        return phone


class Got(NamedTuple):
    """An answer."""

    status: int
    headers: dict[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


class Phone:
    """A browser without script: it keeps its cookies, and sends forms with its origin.

    port: of the server that answers. seen: the port in its address bar; another one where a proxy stands between.
    source: its own address.
    """

    source = "127.0.0.1"

    def __init__(self, port: int, lang: str = "en") -> None:
        self.port = self.seen = port
        self.lang = lang
        self.cookies: dict[str, str] = {}

    @property
    def _host(self) -> str:
        return f"127.0.0.1:{self.seen}"

    @property
    def token(self) -> str:
        """The secret that the phone's seats are bound to."""
        return self.cookies[f"companion-{self.seen}"]

    def call(self) -> http.client.HTTPConnection:
        """A connection of its own."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=(self.source, 0))

    def ask(self, method: str, path: str, body: str | bytes | None = None, **headers: str) -> Got:
        line = self.call()
        sent = {"Host": self._host, "Accept-Language": self.lang}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        try:
            line.request(method, path, body.encode() if isinstance(body, str) else body, sent)
            answer = line.getresponse()
            text = answer.read().decode()
        finally:
            line.close()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                self.cookies.update({key: morsel.value for key, morsel in SimpleCookie(value).items()})
        return Got(answer.status, {name.lower(): value for name, value in answer.getheaders()}, text)

    def get(self, path: str, **headers: str) -> Got:
        return self.ask("GET", path, **headers)

    def post(self, path: str, fields: Any = (), **headers: str) -> Got:
        """A form; fields: a mapping, or pairs where a name comes several times."""
        form = {"Origin": f"http://{self._host}", "Content_Type": "application/x-www-form-urlencoded"}
        return self.ask("POST", path, urlencode(fields), **{**form, **headers})

    def send(self, path: str, **fields: str | int) -> Got:
        """A form as the script sends it: the answer is JSON."""
        return self.post(path, fields, Accept="application/json")

    def do(self, code: str, type: str, **fields: str | int) -> Got:
        return self.send(f"/{code}/do", type=type, **fields)

    def join(self, code: str, seat: str, **fields: str) -> Phone:
        answer = self.send(f"/{code}/join", seat=seat, **fields)
        assert answer.status == 200, answer
        return self

    def stream(self, code: str, after: int = 0, **headers: str) -> Stream:
        return Stream(self, f"/{code}/live?after={after}", headers)


class Event(NamedTuple):
    """One Server-Sent Event."""

    event: str
    id: int | None
    data: Any


class Stream:
    """An open event stream."""

    def __init__(self, phone: Phone, path: str, headers: dict[str, str]) -> None:
        self._line = phone.call()
        cookies = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
        sent = {"Host": phone._host, "Cookie": cookies, "Accept-Language": phone.lang, **headers}
        self._line.request("GET", path, headers=sent)
        self._answer = self._line.getresponse()
        assert self._answer.status == 200
        self.bytes = b""
        self.wire = 0  # bytes that came over the network
        packed = self._answer.headers["Content-Encoding"] == "gzip"
        self._unpacker = zlib.decompressobj(16 + zlib.MAX_WBITS) if packed else None
        self._come = self._lines()

    def _lines(self) -> Iterator[bytes]:
        """Whole lines, as they come."""
        left = b""
        while sent := self._answer.read1():
            self.wire += len(sent)
            *lines, left = (left + (self._unpacker.decompress(sent) if self._unpacker else sent)).split(b"\n")
            yield from [line + b"\n" for line in lines]

    def events(self) -> Iterator[Event]:
        fields: dict[str, str] = {}
        for line in self._come:
            self.bytes += line
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name:
                fields[name] = value
            elif fields:
                number = fields.get("id")
                yield Event(fields["event"], None if number is None else int(number), json.loads(fields["data"]))
                fields = {}

    def next(self, event: str = "table") -> Event:
        """The next event of that name."""
        return next(found for found in self.events() if found.event == event)

    def close(self) -> None:
        self._answer.close()
        self._line.close()

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def begin(store: Store, *seats: str, game: str = "dice", variant: str | None = "advanced", **more: Any) -> str:
    """A new table in the store; its code."""
    content, referee = load(game), games.get(game)
    players = [f"{PLAYERS.get(seat, seat.title())}:{seat}" for seat in seats]
    header = referee.rules.header(content, players, variant, {}, None)
    session = Session.create(referee, content, {**header, "lang": "en"}, store, **more)
    assert isinstance(session, Session), session
    return session.id


def keep(session: Session, store: Store) -> Session:
    """A game that was played in memory as a new session of the store: quicker than to write each step."""
    code = "".join(secrets.choice(ID_LETTERS) for _ in range(len(session.id)))
    lines = [entry.line for entry in session.replay.entries]
    store.create(code, session.game.id, session.replay.entries[0].at, lines, session._secret)
    return open_session(store, code, games.get, load)


class Followed:
    """A session of the store, read on entry by entry as it is played."""

    def __init__(self, store: Store, code: str) -> None:
        self.store, self.code = store, code
        self.replay = open_session(store, code, games.get, load).replay

    @property
    def state(self) -> Any:
        """The table as it stands now."""
        last = self.replay.entries[-1]
        for line in self.store.since(self.code, last.seq + 1).lines:
            last = journal.read_entry(line, last.seq + 1, last.hash)
            self.replay.feed(last)
        return self.replay.state


def stored(path: Path, code: str) -> Session:
    """The session as it stands on disk, read anew."""
    store = SqliteStore(path)
    session = open_session(store, code, games.get, load)
    store.close()
    return session
