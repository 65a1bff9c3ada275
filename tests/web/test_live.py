"""Event streams: every phone is told at once, its own view, everything it missed and nothing twice."""

import json
import socket
import time
from contextlib import ExitStack

import pytest

from companion.play.journal.store import SqliteStore
from companion.web.page import event_stream
from companion.web.routes import table_routes
from companion.web.server.request_guard import Limits
from companion.web.server.slow_clients import limited_protocol
from tests.web.serving import Server, Stream

FIVE = "r,o,w,g,n"


def until(stream, right):
    """The first event that is right; never waits for ever, though pings come."""
    end = time.monotonic() + 60
    for event in stream.events():
        if right(event):
            return event
        assert time.monotonic() < end
    raise AssertionError("the stream ended")


def table_of(stream, seq):
    """The table event that brings entry `seq`."""
    return until(stream, lambda event: event.event == "table" and event.id == seq)


def people_of(stream, *names):
    """The next list of people that names all these and, of Ania and Bo, no others."""
    wanted = [name in names for name in ("Ania", "Bo")]
    return until(
        stream,
        lambda event: (
            event.event == "people" and (not names or [name in event.data["html"] for name in ("Ania", "Bo")] == wanted)
        ),
    ).data["html"]


# --- tables ----------------------------------------------------------------------------------------------------------


def test_a_stream_may_be_packed(seated, code):
    """The same events, each at once; what was sent before costs next to nothing."""
    (phone,) = seated("frodo")
    with phone.stream(code, 1) as plain, Stream(phone, f"/{code}/live?after=1", {"Accept-Encoding": "gzip"}) as packed:
        for text in ("one", "two", "three"):
            before = plain.wire, packed.wire
            assert phone.do(code, "note", text=text).status == 200
            seq = phone.get(f"/{code}/now?after=0").json["seq"]
            assert table_of(plain, seq) == table_of(packed, seq)
        assert (packed.wire - before[1]) * 10 < plain.wire - before[0]


def test_a_move_is_told_to_every_phone(server, seated, code):
    """Each gets the new table as it may see it: the player his buttons, others none, each in its language."""
    frodo, sam = seated("frodo", "sam")
    looker = server.phone("pl")
    with frodo.stream(code, 2) as one, sam.stream(code, 2) as two, looker.stream(code, 2) as three:
        for stream in (one, two, three):
            people_of(stream)  # it has begun
        head = frodo.do(code, "roll", seen=2, rolled=FIVE).json["head"]
        events = [stream.next() for stream in (one, two, three)]
    assert {event.id for event in events} == {3}
    assert {event.data["head"] for event in events} == {head}
    assert {event.data["seq"] for event in events} == {3}
    assert ['type="checkbox" name="dice"' in event.data["html"] for event in events] == [
        True,
        False,
        False,
    ]
    assert ["undo" in event.data["html"] or "propose" in event.data["html"] for event in events] == [True, True, False]
    assert all(len(event.data["said"]) == 1 for event in events)
    assert events[0].data["said"][0]["text"] == events[1].data["said"][0]["text"] != events[2].data["said"][0]["text"]
    assert events[0].data["said"][0]["draw"] is False


def test_a_page_and_its_stream_show_the_same(seated, code):
    """What the first page holds and what the stream brings is one fragment."""
    (frodo,) = seated("frodo")
    frodo.do(code, "roll", seen=1)
    with frodo.stream(code) as stream:
        html = stream.next().data["html"]
    page = frodo.get(f"/{code}").text
    assert html.strip() in page


def test_a_draw_is_marked(seated, code):
    """What the app drew says so, for the phone to check it."""
    (frodo,) = seated("frodo")
    with frodo.stream(code, 1) as stream:
        frodo.do(code, "roll", seen=1)
        event = stream.next()
    assert next(row["draw"] for row in event.data["said"] if row["seq"] == 2) is True
    assert 'data-draw="2"' in event.data["html"]


@pytest.mark.parametrize("how", ["header", "query"])
def test_a_phone_that_comes_back_is_told_what_it_missed(seated, code, how):
    """Everything after the entry it names, in order, once."""
    (frodo,) = seated("frodo")
    frodo.do(code, "roll", seen=1, rolled=FIVE)
    frodo.do(code, "keep", seen=2, dice="green")
    frodo.do(code, "note", text="tea")
    frodo.do(code, "undo")
    for after in range(6):
        headers = {"Last-Event-ID": str(after)} if how == "header" else {}
        with frodo.stream(code, 0 if how == "header" else after, **headers) as stream:
            event = next(stream.events())
            if after == 5:
                assert event.event == "people"
                continue
            assert (event.event, event.id) == ("table", 5)
            said = [row["seq"] for row in event.data["said"]]
            assert sorted(set(said)) == list(range(after + 1, 6))
            assert said == sorted(said)


def test_the_browsers_number_goes_before_the_pages(seated, code):
    """Reconnecting, a browser still asks with the address of the page as it was loaded."""
    (frodo,) = seated("frodo")
    frodo.do(code, "roll", seen=1, rolled=FIVE)
    with frodo.stream(code, 0, **{"Last-Event-ID": "2"}) as stream:
        assert next(stream.events()).event == "people"


def test_polling_returns_204_or_the_news(seated, server, code):
    """204 as long as nothing is newer, else what the stream would bring."""
    (frodo,) = seated("frodo")
    assert frodo.get(f"/{code}/now?after=1").status == 204
    assert frodo.get(f"/{code}/now?after=1").text == ""
    frodo.do(code, "roll", seen=1, rolled=FIVE)
    polled = frodo.get(f"/{code}/now?after=1")
    assert (polled.status, polled.headers["cache-control"]) == (200, "no-store")
    with frodo.stream(code, 1) as stream:
        assert stream.next().data == polled.json
    assert polled.json["seq"] == 2
    assert frodo.get(f"/{code}/now?after=2").status == 204
    for odd in ("", "x", "-1", "1.0", "٣"):
        answer = frodo.ask("GET", f"/{code}/now?after={odd if odd.isascii() else '%D9%A3'}")
        assert (answer.status, answer.json["seq"]) == (200, 2)


def test_what_is_long_ago_is_not_told(seated, code):
    """A phone that comes back after many entries gets the table and the last of what happened."""
    (frodo,) = seated("frodo")
    for number in range(40):
        frodo.do(code, "note", text=f"note {number}")
    said = frodo.get(f"/{code}/now?after=0").json["said"]
    assert [row["seq"] for row in said] == list(range(12, 42))


# --- people ----------------------------------------------------------------------------------------------------------


def test_everybody_is_told_who_is_connected(path, code):
    """Everybody is told who is there; so is the terminal, by name and number of phones."""
    told = []
    server = Server(lambda: SqliteStore(path), on_people=lambda *news: told.append(news))
    try:
        frodo = server.phone().join(code, "frodo")
        with frodo.stream(code) as one:
            people_of(one, "Ania")
            looker = server.phone()
            looker.get(f"/{code}")  # from now on the server knows it
            with looker.stream(code) as two:
                people_of(two, "Ania")
                assert told[-1] == (code, [("Ania", 1)], 1)
                looker.join(code, "sam")
                people_of(one, "Ania", "Bo")
                people_of(two, "Ania", "Bo")
                assert told[-1] == (code, [("Ania", 1), ("Bo", 1)], 0)
                with frodo.stream(code) as second:
                    people_of(second, "Ania", "Bo")
                    assert told[-1] == (code, [("Ania", 2), ("Bo", 1)], 0)
                wait_until(lambda: told[-1] == (code, [("Ania", 1), ("Bo", 1)], 0))
            people_of(one, "Ania")
            assert told[-1] == (code, [("Ania", 1)], 0)
        wait_until(lambda: told[-1] == (code, [], 0))
    finally:
        server.stop()


def wait_until(done):
    """A moment for what happens on the server's own thread."""
    end = time.monotonic() + 60
    while not done():
        assert time.monotonic() < end
        time.sleep(0.005)


# --- streams that go on ----------------------------------------------------------------------------------------------


def test_a_silent_stream_is_pinged(seated, code, monkeypatch):
    """A phone that hears nothing is pinged, at once where there is no news at all."""
    (frodo,) = seated("frodo")
    monkeypatch.setattr(event_stream, "PING_S", 0.02)
    with frodo.stream(code, 1) as stream:
        events = stream.events()
        names = [next(events).event for _ in range(4)]
        assert names == ["people", "ping", "ping", "ping"]
        frodo.do(code, "note", text="x")
        assert next(event for event in events if event.event != "ping").id == 2


@pytest.mark.tier("exhaustive")
def test_a_phone_that_does_not_read(server, seated, code, monkeypatch):
    """It is let go after a while, others hear of everything meanwhile, and who is there is right again."""
    monkeypatch.setattr(event_stream, "PING_S", 0.3)
    frodo, sam = seated("frodo", "sam")
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    deaf.connect(("127.0.0.1", server.port))
    cookie = f"companion-{server.port}={sam.token}"
    deaf.sendall(
        f"GET /{code}/live?after=0 HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nCookie: {cookie}\r\n\r\n".encode()
    )
    with frodo.stream(code) as stream:
        people_of(stream, "Ania", "Bo")
        events = stream.events()
        seq = 2
        end = time.monotonic() + 60
        gone = False
        while not gone:
            assert time.monotonic() < end
            seq = frodo.do(code, "note", text="x" * 400 + str(seq)).json["seq"]
            for event in events:
                if event.event == "people":
                    gone = "Bo" not in event.data["html"]
                if event.event == "table" and event.id == seq:
                    break
    deaf.close()
    with sam.stream(code) as stream:  # it comes back, and nothing is missing
        assert stream.next().id == seq


def test_many_phones_see_a_move(server, seated, code):
    """A hundred streams, one event each."""
    (frodo,) = seated("frodo")
    with ExitStack() as stack:
        streams = [stack.enter_context(server.phone().stream(code, 1)) for _ in range(100)]
        for stream in streams:
            people_of(stream)
        frodo.do(code, "roll", seen=1, rolled=FIVE)
        assert {table_of(stream, 2).data["seq"] for stream in streams} == {2}


def test_a_table_takes_only_so_many_onlookers(server, code, monkeypatch):
    """One more is told so in its language; when one goes there is room again."""
    monkeypatch.setattr(table_routes, "MAX_ONLOOKERS", 2)
    one, two, three = (server.phone("pl") for _ in range(3))
    with one.stream(code) as first:
        people_of(first)
        with two.stream(code) as second:
            people_of(second)
            refused = three.get(f"/{code}/live", Accept="application/json")
            assert (refused.status, refused.json["ok"]) == (503, False)
            assert three.get(f"/{code}").status == 200
        wait_until(lambda: three.ask("HEAD", f"/{code}/live").status == 200)
        with three.stream(code) as third:
            people_of(third)


def test_onlookers_take_no_places_of_those_who_play(server, seated, code, monkeypatch):
    """Strangers hold all that onlookers may have: players and host hear of every move, also when they come back."""
    monkeypatch.setattr(table_routes, "MAX_ONLOOKERS", 3)
    frodo, sam = seated("frodo", "sam")
    host = server.owner()
    with ExitStack() as stack:

        def listening(phone):
            stream = stack.enter_context(phone.stream(code, 2))
            people_of(stream)
            return stream

        for _ in range(3):
            listening(server.phone())
        assert server.phone().get(f"/{code}/live").status == 503
        streams = [listening(phone) for phone in (frodo, sam, host, frodo, frodo)]
        assert server.phone().get(f"/{code}/live").status == 503
        frodo.do(code, "roll", seen=2, rolled=FIVE)
        assert {table_of(stream, 3).data["seq"] for stream in streams} == {3}


def test_who_sits_down_looks_on_no_longer(server, code, monkeypatch):
    """Its stream goes on and leaves its place to another onlooker."""
    monkeypatch.setattr(table_routes, "MAX_ONLOOKERS", 1)
    first, second = server.phone(), server.phone()
    first.get(f"/{code}")  # from now on the server knows it
    with first.stream(code) as one:
        people_of(one)
        assert second.get(f"/{code}/live").status == 503
        first.join(code, "frodo")
        people_of(one, "Ania")
        with second.stream(code) as two:
            people_of(two, "Ania")
            assert server.phone().get(f"/{code}/live").status == 503


def test_one_address_takes_only_so_many_places(path, store, code):
    """Onlookers from elsewhere still find room, and players from that very address."""
    server = Server(lambda: SqliteStore(path), Limits(rate=None, joins=None, onlookers=2))
    try:
        with ExitStack() as stack:
            for _ in range(2):
                people_of(stack.enter_context(server.phone().stream(code)))
            assert server.phone().get(f"/{code}/live").status == 503
            elsewhere = server.phone()
            elsewhere.source = "127.0.0.2"
            people_of(stack.enter_context(elsewhere.stream(code)))
            people_of(stack.enter_context(server.phone().join(code, "frodo").stream(code)))
    finally:
        server.stop()


def test_strangers_do_not_shut_players_out(path, store, code):
    """Two addresses hold every connection there is: who plays is hung up on by nobody, and who comes gets in."""
    server = Server(lambda: SqliteStore(path), http=limited_protocol(per_address=6, total=12))
    try:
        with ExitStack() as stack:
            frodo = server.phone().join(code, "frodo")
            stream = stack.enter_context(frodo.stream(code, 1))
            people_of(stream)
            for number in range(12):
                stranger = server.phone()
                stranger.source = f"127.0.0.{2 + number % 2}"
                people_of(stack.enter_context(stranger.stream(code, 1)))
            sam = server.phone().join(code, "sam")
            assert sam.do(code, "note", text="here").status == 200
            assert table_of(stream, 3).data["seq"] == 3
            assert server.phone().get(f"/{code}").status == 200
    finally:
        server.stop()


def test_stream_frames_follow_the_specification(seated, code):
    """As the specification of event streams has them; nothing keeps a copy, and no proxy holds them back."""
    (frodo,) = seated("frodo")
    frodo.do(code, "note", text='line\u2028break \u0085 and \\n "quotes" </script>')
    with frodo.stream(code) as stream:
        answer = stream._answer
        assert answer.getheader("content-type") == "text/event-stream; charset=utf-8"
        assert answer.getheader("cache-control") == "no-store"
        assert answer.getheader("x-accel-buffering") == "no"
        people_of(stream)
        for frame in stream.bytes.decode().strip("\n").split("\n\n"):
            lines = frame.split("\n")
            assert [line.partition(": ")[0] for line in lines] in (["event", "id", "data"], ["event", "data"])
            json.loads(lines[-1].partition(": ")[2])


def test_an_owner_sees_the_hosts_buttons(server, code):
    """And an onlooker beside does not."""
    owner, looker = server.phone(), server.phone()
    owner.get(server.link())
    owner.do(code, "note", text="x")
    with owner.stream(code) as one, looker.stream(code) as two:
        assert 'value="pause"' in one.next().data["html"]
        assert "<form" not in two.next().data["html"].replace("/join", "") or 'value="pause"' not in two.bytes.decode()
