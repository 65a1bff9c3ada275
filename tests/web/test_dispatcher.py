"""Several processes on one port: each connection goes to the process of its table, and waits for one that is gone."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from companion.web.server import dispatcher
from companion.web.server.dispatcher import Dispatcher, owner_of, take_connection
from companion.web.workers import OwnTables

WORKERS = 3
CODES = ("aaaaaa", "bcdfgh", "zzzzzz", "qwrtyp", "mmnnpp", "sptgeb")


def request(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def dispatched(play: Callable[[Dispatcher, Any, list[socket.socket]], Awaitable[None]]) -> None:
    """play(dispatcher, dial, ends): dial opens a connection; ends are the processes' ends of their channels."""

    async def run() -> None:
        door = socket.create_server(("127.0.0.1", 0))
        port = door.getsockname()[1]
        tested, ends = Dispatcher(door, WORKERS), []
        for number in range(WORKERS):
            ours, theirs = socket.socketpair()
            theirs.setblocking(False)
            tested.connect(number, ours)
            ends.append(theirs)
        tested.start()
        phones = []

        def dial() -> socket.socket:
            phones.append(socket.create_connection(("127.0.0.1", port)))
            return phones[-1]

        await play(tested, dial, ends)
        tested.stop()
        assert [end.recv(1) for end in ends] == [b""] * WORKERS
        for one in (*phones, *ends):
            one.close()

    asyncio.run(run())


async def taken(end: socket.socket) -> bytes:
    """What the next connection at that end says first."""
    while True:
        try:
            connection = take_connection(end)
        except BlockingIOError:
            await asyncio.sleep(0.005)
            continue
        assert connection is not None
        with connection:
            return connection.recv(4096)


def test_a_connection_goes_to_the_process_of_its_table_with_all_it_said() -> None:
    assert {owner_of(f"/{code}", WORKERS) for code in CODES} == set(range(WORKERS))

    async def play(tested: Dispatcher, dial: Any, ends: list[socket.socket]) -> None:
        for code in CODES:
            for path in (f"/{code}", f"/{code.upper()}?eyes=sam", f"/{code}/live?after=3"):
                dial().sendall(request(path))
                assert await taken(ends[owner_of(f"/{code}", WORKERS)]) == request(path)

    dispatched(play)


def test_what_names_no_table_is_shared_out_by_turns() -> None:
    paths = ("/", "/new", "/static/tracker.css", "/faces/en/dice/card/id", "/healthz?x=/aaaaaa", "/aaaaaab")

    async def play(tested: Dispatcher, dial: Any, ends: list[socket.socket]) -> None:
        for number, path in enumerate(paths):
            assert owner_of(path, WORKERS) is None
            dial().sendall(request(path))
            assert await taken(ends[number % WORKERS]) == request(path)
        for number, junk in enumerate([b"\x16\x03\x01\n", b"x" * 600]):
            dial().sendall(junk)
            assert await taken(ends[(len(paths) + number) % WORKERS]) == junk

    dispatched(play)


def test_a_line_may_come_in_pieces_and_a_phone_that_says_nothing_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatcher, "AGAIN_S", 0.001)
    monkeypatch.setattr(dispatcher, "LINE_S", 0.3)

    async def play(tested: Dispatcher, dial: Any, ends: list[socket.socket]) -> None:
        silent, slow = dial(), dial()
        slow.sendall(b"GET /aaa")
        await asyncio.sleep(0.02)
        slow.sendall(request("/aaaaaa")[8:])
        assert await taken(ends[owner_of("/aaaaaa", WORKERS)]) == request("/aaaaaa")
        assert await asyncio.to_thread(silent.recv, 1) == b""

    dispatched(play)


def test_connections_wait_for_the_process_that_follows_one_that_is_gone() -> None:
    async def play(tested: Dispatcher, dial: Any, ends: list[socket.socket]) -> None:
        number = owner_of("/bcdfgh", WORKERS)
        assert number is not None
        ends[number].close()
        tested.disconnect(number)
        dial().sendall(request("/bcdfgh"))
        dial().sendall(request("/aaaaaa"))
        assert await taken(ends[owner_of("/aaaaaa", WORKERS)]) == request("/aaaaaa")
        ours, ends[number] = socket.socketpair()
        ends[number].setblocking(False)
        tested.connect(number, ours)
        assert await taken(ends[number]) == request("/bcdfgh")

    dispatched(play)


def test_a_connection_that_a_process_did_not_take_before_it_was_gone_goes_to_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dispatcher, "ON_THE_WAY", 2)
    number = owner_of("/bcdfgh", WORKERS)
    assert number is not None

    async def play(tested: Dispatcher, dial: Any, ends: list[socket.socket]) -> None:
        paths = [f"/bcdfgh/{count}" for count in range(5)]
        for path in paths:
            dial().sendall(request(path))
            dial().sendall(request("/aaaaaa"))
            await taken(ends[owner_of("/aaaaaa", WORKERS)])  # by now the one before is on its way, or waits
        assert await taken(ends[number]) == request(paths[0])
        ends[number].close()
        tested.disconnect(number)
        ours, ends[number] = socket.socketpair()
        ends[number].setblocking(False)
        tested.connect(number, ours)
        assert [await taken(ends[number]) for _ in paths[1:]] == [request(path) for path in paths[1:]]

    dispatched(play)


@pytest.mark.parametrize(("path", "closes"), [("/bcdfgh/do", False), ("/aaaaaa", True), ("/static/a.js", True)])
def test_only_a_connection_of_an_own_table_is_kept(path: str, closes: bool) -> None:
    number = owner_of("/bcdfgh", WORKERS)
    assert number is not None
    assert owner_of("/aaaaaa", WORKERS) != number

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"x", b"y")]})

    sent = []

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(OwnTables(app, number, WORKERS)({"type": "http", "path": path}, None, send))  # type: ignore[arg-type]
    assert sent[0]["headers"] == [(b"x", b"y")] + [(b"connection", b"close")] * closes
