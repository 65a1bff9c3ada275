"""Webhooks: the operator's addresses are told whose turn it becomes, in their own form, and hold nothing up."""

from __future__ import annotations

import json
import queue
import threading
import time
from email.header import decode_header
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise

import pytest

from companion import games
from companion.content.load import load
from companion.core.errors import WrongCall
from companion.play.journal.journal_import import take_in
from companion.play.journal.session import open_session
from companion.play.journal.store import SqliteStore
from companion.web.server import webhooks
from companion.web.server.webhooks import TurnMessage, Webhooks, make_request, parse_webhook
from companion.web.table.tables import LiveTable
from companion.web.table.turn_messages import TurnMessages
from tests.kept_journals import lines_of
from tests.web.serving import Server

MESSAGE = TurnMessage(
    "Podróż · ABCDEF", "Teraz gra: Żaneta", "http://t/abcdef", "turn", "abcdef", "dice", ["sam"], ["Żaneta"]
)


class Receiver:
    """A service on this machine. posts: bodies that came. status: its answer; None: it never answers."""

    def __init__(self) -> None:
        self.posts: queue.Queue[dict] = queue.Queue()
        self.status: int | None = 204
        self.gone = threading.Event()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                receiver.posts.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                if receiver.status is None:
                    receiver.gone.wait()
                    return
                self.send_response(receiver.status)
                self.end_headers()

            def log_message(self, *words: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/secret"

    def stop(self) -> None:
        self.gone.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def receiver():
    found = Receiver()
    yield found
    found.stop()


@pytest.fixture
def server(path, store, receiver, monkeypatch):
    """The tracker, which tells the receiver."""
    monkeypatch.setattr(webhooks, "PAUSE_S", 0.01)
    found = Server(lambda: SqliteStore(path), warm=lambda: None, webhooks=Webhooks([receiver.url]))
    yield found
    found.stop()


def test_a_step_posts_whose_turn_it_becomes(server, code, receiver):
    """After a pause it is somebody's turn again; a step after which the same player goes on is not told."""
    phone, owner = server.phone().join(code, "frodo"), server.owner()
    phone.do(code, "roll", rolled="r,o,w,g,n")
    owner.do(code, "pause")
    owner.do(code, "resume")
    told = receiver.posts.get(timeout=10)
    assert (told["event"], told["table"], told["seats"], told["names"]) == ("turn", code, ["frodo"], ["Ania"])
    assert told["address"].endswith(f"/{code}")
    assert receiver.posts.empty()


def test_a_dead_receiver_holds_no_step_up_and_is_logged_without_its_secret(server, code, receiver, caplog):
    """It is tried twice."""
    receiver.status = None
    owner, begun = server.owner(), time.monotonic()
    for type in ("pause", "resume"):
        assert owner.do(code, type).status == 200
    assert time.monotonic() - begun < webhooks.TIMEOUT_S
    receiver.posts.get(timeout=10)
    receiver.status = 500
    receiver.gone.set()
    receiver.posts.get(timeout=10)
    for _ in range(500):
        if caplog.messages:
            break
        time.sleep(0.01)
    (line,) = caplog.messages
    assert "127.0.0.1" in line
    assert "secret" not in line


def test_a_whole_game_is_told_turn_by_turn_and_its_end(store):
    """Nothing of a table just opened; no turn twice in a row; nothing but what everybody may know."""
    lines = lines_of("dice/win")
    code, _ = take_in(store, lines[:3], games.get, load, lambda replaced: None)
    table = LiveTable(open_session(store, code, games.get, load))
    told: list[TurnMessage] = []
    table.on_step = TurnMessages(told.append, "https://t").follow
    table.on_step(table)
    assert told == []
    table.feed_lines(lines[3:])
    *turns, end = told
    assert {one.event for one in turns} == {"turn"}
    assert len(turns) > 2
    assert all(before.seats != after.seats for before, after in pairwise(turns))
    assert (end.event, end.names, end.address) == ("over", ["Żaneta"], f"https://t/{code}")


def test_discord_ntfy_and_others_are_told_in_their_own_form():
    """Nobody is pinged by a player who is called @everyone."""
    discord = make_request("https://discord.com/api/webhooks/1/x", MESSAGE)
    assert json.loads(discord.data)["allowed_mentions"] == {"parse": []}
    assert "Żaneta" in json.loads(discord.data)["content"]
    ntfy = make_request("https://ntfy.example.org/evening", MESSAGE)
    assert ntfy.data.decode() == MESSAGE.text
    ((title, charset),) = decode_header(ntfy.get_header("Title"))
    assert title.decode(charset) == MESSAGE.title
    other = make_request("http://192.168.1.2:8123/hook", MESSAGE)
    assert json.loads(other.data) == MESSAGE._asdict()
    assert "discord" not in make_request("https://notdiscord.com/x", MESSAGE).data.decode()


@pytest.mark.parametrize("word", ["discord.com/x", "file:///etc/passwd", "https://", "http://a b/", "http://a:x/"])
def test_what_is_no_webhook(word):
    with pytest.raises(WrongCall):
        parse_webhook(word)
    assert parse_webhook("http://localhost:8/x") == "http://localhost:8/x"
