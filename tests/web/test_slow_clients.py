"""Slow and wordy clients against a real uvicorn on loopback."""

import asyncio
import socket
import time
from contextlib import ExitStack, closing

import pytest

from companion.web import process
from companion.web.server.slow_clients import limited_protocol
from tests.web.asgi import answer, call, pour, serving

HASTE = 0.2
ASK = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"


async def app(scope, receive, send):
    """/late answers after three times the patience, /big with more than the network holds, all else at once.

    /seat/PHONE is asked by a phone that plays.
    """
    scope["set_player"](scope["path"][6:] if scope["path"].startswith("/seat/") else "")
    if scope["path"] == "/late":
        await asyncio.sleep(3 * HASTE)
    body = b"x" * 50_000_000 if scope["path"] == "/big" else b"yes"
    headers = [(b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@pytest.fixture(scope="module", params=["uvloop", "asyncio"])
def hasty(request):
    with serving(app, limited_protocol(seconds=HASTE), request.param) as port:
        yield port


@pytest.fixture(scope="module")
def calm():
    with serving(app, limited_protocol(seconds=60)) as port:
        yield port


def answered(port, words, heard):
    """A connection on which they were said and answered, as `heard` says; tried again where the machine was too slow
    to say them in time."""
    for _ in range(20):
        connection = socket.create_connection(("127.0.0.1", port), timeout=30)
        try:
            connection.sendall(words)
            if heard(connection):
                return closing(connection)
        except ConnectionError:
            pass
        connection.close()
    raise AssertionError("never answered")


def served_first(connection):
    """It is answered."""
    return answer(connection).startswith(b"HTTP/1.1 200")


def ended(connection):
    """Waits until the server hangs up; True if it said nothing more."""
    try:
        return connection.recv(65_536) == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize(
    "words",
    [b"", b"G", b"\r\n", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: a\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nX: 1"],
)
def test_a_client_that_does_not_finish_is_hung_up_on(hasty, words):
    with call(hasty) as connection:
        connection.sendall(words)
        assert ended(connection)


@pytest.mark.parametrize("drop", [b"\r\n", b"x"])
def test_drop_by_drop_is_as_slow_as_nothing(hasty, drop):
    """A byte now and then does not buy more time."""
    with call(hasty) as connection:
        connection.sendall(b"" if drop == b"\r\n" else b"GET / HTTP/1.1\r\nX: ")
        connection.settimeout(HASTE / 10)
        for _ in range(3_000):
            try:
                connection.sendall(drop)
                assert connection.recv(1) == b""
                return
            except TimeoutError:
                continue
            except ConnectionError:
                return
        pytest.fail("still connected")


def test_the_second_request_has_to_come_whole_too(hasty):
    for words in (b"GET / HT", b"\r\n", b"GET /late HTTP/1.1\r\nHost: a\r\n"):
        with answered(hasty, ASK, served_first) as connection:
            connection.sendall(words)
            assert ended(connection)


def test_a_body_behind_its_answer_has_to_end(hasty):
    """The application answered without reading; what is left of the body is thrown away, for a while."""
    half = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\nabc"
    with answered(hasty, half, served_first) as connection:
        assert ended(connection)


@pytest.mark.parametrize("loop", ["uvloop", "asyncio"])
def test_a_client_that_takes_nothing_is_dropped(loop):
    """Fifty megabytes are asked for and not read: the connection is cut before all have been sent."""
    protocol = limited_protocol(seconds=HASTE)
    big = ASK.replace(b"/ ", b"/big ")
    with (
        serving(app, protocol, loop) as port,
        answered(port, big, lambda connection: connection.recv(1) == b"H") as connection,
    ):
        while protocol.limiter.taken:
            time.sleep(HASTE / 10)
        got = 0
        try:
            while more := connection.recv(1_000_000):
                got += len(more)
        except ConnectionError:
            pass
        assert got < 50_000_000


def test_a_long_answer_is_no_slowness(hasty):
    """The client waits for us, not we for the client. (Tried again where the machine itself was too slow to ask.)"""
    late = ASK.replace(b"/ ", b"/late ")
    for _ in range(5):
        with call(hasty) as connection:
            connection.sendall(late + late + b"GET")
            got = answer(connection) + answer(connection)
            if got.count(b"200 OK") == 2:
                assert ended(connection)
                return
    pytest.fail("hung up while it was our turn")


def test_whoever_hurries_is_served(calm):
    """In pieces, pipelined, one after the other, with a body nobody reads."""
    with call(calm) as connection:
        for byte in ASK:
            connection.sendall(bytes([byte]))
        assert answer(connection).startswith(b"HTTP/1.1 200")
        for _ in range(3):
            connection.sendall(ASK)
            assert answer(connection).startswith(b"HTTP/1.1 200")
        body = b"x" * 10_000_000
        connection.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        assert answer(connection).startswith(b"HTTP/1.1 200")
        chunks = (b"2710\r\n" + b"x" * 10_000 + b"\r\n") * 1_000
        connection.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks + b"0\r\n\r\n")
        assert answer(connection).startswith(b"HTTP/1.1 200")
        connection.sendall(ASK * 20)
        got = b""
        while got.count(b"200 OK") < 20:
            got += connection.recv(65_536)


@pytest.mark.parametrize(
    "start",
    [
        b"GET / HTTP/1.1\r\nX: ",
        b"GET /",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: ",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1;",
    ],
    ids=["header", "path", "trailer", "chunk"],
)
def test_a_head_without_end_is_cut(calm, start):
    """A header, path, trailer or chunk extension that goes on and on."""
    with call(calm) as connection:
        connection.sendall(start)
        assert not pour(connection, b"x" * 1_000, 20_000)


def test_a_long_head_with_an_end_is_read(calm):
    with call(calm) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 60_000)
        connection.sendall(b"\r\n\r\n")
        assert answer(connection).startswith(b"HTTP/1.1 200")


def test_a_thousand_requests_ahead_are_too_many(calm):
    with call(calm) as connection:
        connection.sendall(ASK.replace(b"/ ", b"/late ") + ASK * 1_000)
        assert b"200" not in answer(connection)


def test_an_upgrade_is_an_ordinary_request(calm):
    with call(calm) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
        assert answer(connection).startswith(b"HTTP/1.1 200")


def served(connection, ask=ASK):
    """Asks on it: True if it is answered, False if it was hung up on."""
    try:
        connection.sendall(ask)
    except ConnectionError:
        return False
    return answer(connection).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("limits", [{"per_address": 3}, {"total": 3}])
def test_so_many_connections_and_no_more(limits):
    protocol = limited_protocol(seconds=60, **limits)
    with serving(app, protocol) as port:
        held = [socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(3)]
        assert [served(one) for one in held] == [True] * 3
        with call(port) as fourth:
            assert not served(fourth)
        assert [served(one) for one in held] == [True] * 3
        held.pop().close()
        for _ in range(3_000):  # until the server has noticed
            again = socket.create_connection(("127.0.0.1", port), timeout=30)
            if served(again):
                break
            again.close()
        held.append(again)
        assert served(again)
        for one in held:
            one.close()
    assert protocol.limiter.taken == 0


def test_addresses_are_counted_apart():
    """127.0.0.2 comes in while 127.0.0.1 has all of its own."""
    with serving(app, limited_protocol(seconds=60, per_address=1)) as port, call(port) as first:
        assert served(first)
        with call(port) as second:
            assert not served(second)
        other = socket.create_connection(("127.0.0.1", port), timeout=30, source_address=("127.0.0.2", 0))
        with closing(other):
            assert served(other)


# --- all places are taken --------------------------------------------------------------------------------------------

SEAT = ASK.replace(b"/ ", b"/seat/frodo ")


class Room:
    """A server with so many places, and connections from chosen addresses, which are put away at the end."""

    def __init__(self, stack, **limits):
        self.protocol = limited_protocol(seconds=60, **limits)
        self._stack = stack
        self._port = stack.enter_context(serving(app, self.protocol))

    def come(self, host, ask=ASK):
        """A connection from 127.0.0.HOST, or None if it was hung up on."""
        one = socket.create_connection(("127.0.0.1", self._port), timeout=30, source_address=(f"127.0.0.{host}", 0))
        self._stack.enter_context(closing(one))
        return one if served(one, ask) else None


@pytest.fixture
def room():
    with ExitStack() as stack:
        yield lambda **limits: Room(stack, **limits)


def test_a_crowd_shuts_nobody_out(room):
    """Two addresses hold all places with as many connections as they may: each newcomer gets one of theirs."""
    room = room(per_address=4, total=8)
    crowd = [room.come(host) for host in (2, 3) for _ in range(4)]
    newcomers = [room.come(host) for host in (4, 5, 6, 6)]
    assert None not in newcomers
    assert [served(one) for one in newcomers] == [True] * 4
    assert sum(served(one) for one in crowd) == 4
    assert room.protocol.limiter.taken == 8


def test_a_crowd_gets_no_more_by_asking_again(room):
    """An address that has as many as any other is not let in at the others' cost."""
    room = room(per_address=4, total=4)
    held = [room.come(host) for host in (2, 2, 3, 3)]
    assert room.come(2) is None
    assert room.come(3) is None
    assert room.come(4) is not None
    assert sum(served(one) for one in held) == 3


def test_who_plays_keeps_the_place(room):
    """Others are hung up on first, though the players' address has more; when only players are left nobody comes in."""
    room = room(per_address=4, total=4)
    players = [room.come(2, SEAT) for _ in range(3)]
    stranger = room.come(3)
    other = room.come(4)
    assert not served(stranger)
    assert served(other, SEAT)
    assert room.come(5) is None
    assert [served(one, SEAT) for one in players] == [True] * 3


def test_who_plays_no_longer_is_one_of_many(room):
    """After a request of a phone without a seat its connection may be given away."""
    room = room(per_address=4, total=2)
    first, second = room.come(2, SEAT), room.come(2, SEAT)
    assert room.come(3) is None
    assert served(first)
    assert room.come(3) is not None
    assert not served(first)
    assert served(second, SEAT)


def test_a_seat_is_not_a_key_to_all_places(room):
    """A phone that plays keeps so many connections as a browser opens, wherever they come from; more are as others."""
    room = room(per_address=10, total=10)
    held = [room.come(2 + number % 2, SEAT) for number in range(10)]
    assert None not in [*held, room.come(4), room.come(5)]
    assert [served(one, SEAT) for one in held] == [True] * 8 + [False] * 2
    assert room.come(6) is not None  # one address has a place of its own at most


@pytest.mark.parametrize(
    ("soft", "hard", "raised", "places"),
    [(1024, 1_000_000, 4160, 4096), (1024, 2048, 2048, 1984), (1024, 1024, None, 960), (9000, 9000, None, 4096)],
)
def test_a_process_holds_as_many_as_the_system_lets_it(monkeypatch, soft, hard, raised, places):
    """Up to a bound, with room for the files it has open besides."""
    told = []
    monkeypatch.setattr(process.resource, "getrlimit", lambda _: (soft, hard))
    monkeypatch.setattr(process.resource, "setrlimit", lambda _, limits: told.append(limits))
    assert process.connection_places() == places
    assert told == ([] if raised is None else [(raised, hard)])
