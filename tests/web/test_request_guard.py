"""The guard: each refusal beside the request that gets in."""

import asyncio

import pytest

from companion.web.app import COSTS
from companion.web.server import request_guard
from companion.web.server.request_guard import SAFETY_HEADERS, Hosts, Limits, RateLimiter
from companion.web.server.slow_clients import limited_protocol
from tests.each import each
from tests.web.asgi import answer, call, serving
from tests.web.guards import LAN, Clock, Inside, ask, ask_now, guard_of

HERE = "http://192.168.1.20:8000"
FORM = "application/x-www-form-urlencoded"
PUBLIC = Hosts(address="https://tracker.example.org")


def post(
    guard, url="/abcdef/do", body=b"do=roll", *, origin=HERE, host="192.168.1.20:8000", kind=FORM, more=(), **named
):
    pairs = [("host", host), ("origin", origin), ("content-type", kind), *more]
    return ask(guard, "POST", url, [pair for pair in pairs if pair[1] is not None], body, **named)


def host(hosts, name):
    return ask(guard_of(hosts), headers={"host": name}).status


@pytest.mark.parametrize(
    "name",
    [
        "localhost",
        "LocalHost:8000",
        "127.0.0.1",
        "127.0.0.1:8000",
        "127.1.2.3:1",
        "[::1]",
        "[::1]:8000",
        "[::ffff:7f00:1]",
    ],
)
def test_this_machine_is_always_ours(name):
    assert host(Hosts(), name) == 200
    assert host(LAN, name) == 200


@pytest.mark.parametrize(
    "name", ["192.168.1.20:8000", "10.0.0.1", "[fe80::1]:8000", "[2001:db8::7]", "[::ffff:10.0.0.1]:80"]
)
def test_an_address_is_ours_when_the_network_is_served(name):
    assert host(LAN, name) == 200
    assert host(Hosts(), name) == 421


@pytest.mark.parametrize("name", ["laptop:8000", "laptop.local", "LAPTOP.local:8000", "laptop.local.:8000"])
def test_own_names_are_ours(name):
    assert host(LAN, name) == 200
    assert host(Hosts(lan=True), name) == 421


@pytest.mark.parametrize("name", ["tracker.example.org", "Tracker.example.org:443"])
def test_the_public_address_is_ours(name):
    assert host(PUBLIC, name) == 200
    assert host(LAN, name) == 421


@each(
    "name",
    [
        *("", ":8000", "evil.example", "127.0.0.1.evil.example:8000", "localhost.evil.example", "evil-localhost"),
        *("localhost..", "127.0.0.1..", "127.1", "0177.0.0.1", "0x7f.0.0.1", "2130706433", "127.0.0.1,evil.example"),
        *("127.0.0.1:", "127.0.0.1:80:80", "127.0.0.1:8o", "127.0.0.1:-1", "127.0.0.1:999999", "127.0.0.1:٣"),
        *("[::1", "::1", "::1]:8000", "[::1]8000", "[::1]]", "[[::1]]", "[127.0.0.1]", "[localhost]", "[::1%eth0]"),
        *("[]", "user@127.0.0.1", "127.0.0.1/", "127.0.0.1 ", "\x00", "лаптоп.local"),
        *("0.0.0.0", "0.0.0.0:8000", "[::]:8000", "224.0.0.1", "[ff02::1]", "[::ffff:0.0.0.0]"),
    ],
)
@each("hosts", [Hosts(), LAN, PUBLIC])
def test_a_forged_host_gets_no_page(hosts, name):
    name = name.encode().decode("latin-1")
    inside = Inside()
    got = ask(guard_of(hosts, inside=inside), headers={"host": name})
    assert (got.status, got.body) == (421, b"421 web.door.host")
    assert inside.asked == 0


def test_a_missing_host_and_two_hosts_get_no_page():
    assert ask(guard_of(), headers=[]).status == 421
    for second in ("evil.example", "192.168.1.20:8000"):
        assert ask(guard_of(), headers=[("host", "192.168.1.20:8000"), ("host", second)]).status == 400


@pytest.mark.parametrize(
    "address",
    ["tracker.example.org", "ftp://x", "https://", "https://u:p@x", "https://x:99999", "https://x/sub", "https://x?y"],
)
def test_a_public_address_has_to_be_one(address):
    with pytest.raises(ValueError, match=r".+"):
        Hosts(address=address)


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("https://Tracker.example.org/", b"https://tracker.example.org"),
        ("https://tracker.example.org:443", b"https://tracker.example.org"),
        ("http://tracker.example.org:8080", b"http://tracker.example.org:8080"),
        ("https://żółw.example", b"https://xn--w-uga1v8h.example"),
        ("https://[2001:db8::7]:8443", b"https://[2001:db8::7]:8443"),
    ],
)
def test_a_public_address_is_read_as_browsers_write_it(address, origin):
    hosts = Hosts(address=address)
    assert hosts.origin == origin
    assert hosts.is_ours(origin.partition(b"//")[2])


@pytest.mark.parametrize(
    ("hosts", "host", "origin"),
    [
        (LAN, "192.168.1.20:8000", "http://192.168.1.20:8000"),
        (LAN, "Laptop.local:8000", "http://laptop.local:8000"),
        (LAN, "[fe80::1]:8000", "http://[fe80::1]:8000"),
        (PUBLIC, "tracker.example.org", "https://tracker.example.org"),  # the proxy speaks http with us
        (PUBLIC, "127.0.0.1:8000", "https://tracker.example.org"),  # and may name us by our address
    ],
)
def test_a_move_from_our_own_page_gets_in(hosts, host, origin):
    inside = Inside()
    assert post(guard_of(hosts, inside=inside), host=host, origin=origin).status == 200
    assert inside.body == b"do=roll"


@pytest.mark.parametrize(
    "origin",
    [
        *(
            "null",
            "",
            None,
            "https://192.168.1.20:8000",
            "http://192.168.1.20:8001",
            "http://192.168.1.20",
            "http://evil.example",
        ),
        *(
            "http://192.168.1.20:8000.evil.example",
            "http://192.168.1.20:8000/",
            "192.168.1.20:8000",
            "http://localhost:8000",
        ),
        *("https://tracker.example.org", "file://"),
    ],
)
def test_a_move_from_elsewhere_is_turned_away(origin):
    inside = Inside()
    got = post(guard_of(inside=inside), origin=origin)
    assert (got.status, got.body) == (403, b"403 web.door.origin")
    assert post(guard_of(inside=inside), origin=origin, more=[("sec-fetch-site", "cross-site")]).status == 403
    assert post(guard_of(inside=inside), origin=origin, more=[("sec-fetch-site", "same-site")]).status == 403
    assert inside.asked == 0
    assert post(guard_of(), origin=origin, more=[("sec-fetch-site", "same-origin")]).status == 200


def test_two_origins_are_none():
    assert post(guard_of(), more=[("origin", HERE)]).status == 400


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "get"])
def test_other_methods_are_left_to_the_routes(method):
    inside = Inside()
    assert ask(guard_of(inside=inside), method, headers=[("host", "localhost"), ("content-length", "5")]).status == 200
    assert ask(guard_of(inside=inside), method, headers={"host": "evil.example"}).status == 421
    assert inside.asked == 1


@pytest.mark.parametrize("kind", [FORM, "Application/X-WWW-Form-Urlencoded; charset=UTF-8"])
def test_a_form_of_each_known_kind_is_read(kind):
    assert post(guard_of(), kind=kind).status == 200


@pytest.mark.parametrize(
    "kind", ["application/json", "text/plain", "multipart/form-data; boundary=x", "", None, FORM + "x"]
)
def test_other_bodies_are_not_read(kind):
    assert post(guard_of(), kind=kind).status == 415


def test_a_body_that_says_it_is_too_long_is_not_read():
    async def receive():
        raise AssertionError("read")

    assert post(guard_of(), more=[("content-length", "10000000")], receive=receive).status == 413
    assert post(guard_of(), more=[("content-length", "16385")], receive=receive).status == 413
    assert post(guard_of(), more=[("content-length", "9" * 5000)], receive=receive).status == 413
    assert post(guard_of(), body=b"x" * 16_384, more=[("content-length", "16384")]).status == 200


FILES = "multipart/form-data; boundary=x"


def upload(more=(), kind=FILES, **named):
    """A form that brings a file of a hundred bytes, to the one path that takes such."""
    guard = guard_of(limits=Limits(rate=None, joins=None, upload=100), uploads=lambda path: path == "/up", **named)
    return post(guard, "/up", b"x\0", kind=kind, more=more)


def test_a_file_is_handed_on_as_it_comes():
    """However long it takes and whatever is in it; no longer than is allowed, and its length is said before."""
    inside = Inside()
    assert upload([("content-length", "100")], inside=inside).status == 200
    assert inside.body == b"x\0"
    assert upload([("content-length", "101")]).status == 413
    assert upload([("transfer-encoding", "chunked")]).status == 413
    assert upload(kind=FORM).status == 415
    assert post(guard_of(), kind=FILES).status == 415


@pytest.mark.parametrize("length", ["-1", "1e3", "0x10", "", "+5", "٣".encode().decode("latin-1")])
def test_a_length_is_a_number(length):
    assert post(guard_of(), more=[("content-length", length)]).status == 400


def test_a_body_that_does_not_say_is_counted():
    """Ten million bytes in pieces: no more than the limit and one piece are read."""
    read = 0

    async def receive():
        nonlocal read
        read += 1_000
        return {"type": "http.request", "body": b"x" * 1_000, "more_body": read < 10_000_000}

    assert post(guard_of(), more=[("transfer-encoding", "chunked")], receive=receive).status == 413
    assert read == 17_000


def test_pieces_come_in_as_one():
    inside = Inside()
    assert post(guard_of(inside=inside), body=[b"do=", b"", b"ro", b"ll"]).status == 200
    assert inside.body == b"do=roll"


@pytest.mark.parametrize("body", [b"", b"do=100%2500"])
def test_a_body_may_be_empty_and_name_a_percent_sign(body):
    assert post(guard_of(), body=body).status == 200


@pytest.mark.parametrize("body", [b"name=a%00b", b"name=a\x00b"])
def test_a_body_holds_no_nul(body):
    assert post(guard_of(), body=body).status == 400


def test_a_body_that_trickles_is_given_up():
    """However many pieces come: the whole of it has its time, and others are not held up by it."""
    guard = guard_of(limits=Limits(body_seconds=0.1, rate=None, joins=None))

    async def trickle():
        await asyncio.sleep(0.01)
        return {"type": "http.request", "body": b"x", "more_body": True}

    async def never():
        await asyncio.Event().wait()

    async def ask_all():
        pairs = {"host": "192.168.1.20:8000", "origin": HERE, "content-type": FORM}
        for _ in range(2):
            slow = [ask_now(guard, "POST", "/", pairs, receive=receive) for receive in (trickle, never, trickle)]
            quick = [ask_now(guard, "POST", "/", pairs, [b"a", b"b"]) for _ in range(3)]
            *slow, one, two, three = await asyncio.gather(*slow, *quick)
            for got in slow:
                assert (got.status, got.body) == (408, b"408 web.door.slow")
                assert got.all("connection") == [b"close"]
            assert [one.status, two.status, three.status] == [200] * 3
        await ask_now(guard, "POST", "/", pairs, receive=never)
        assert asyncio.current_task().cancelling() == 0

    for _ in range(2):  # in an event loop of its own each time
        asyncio.run(ask_all())


def test_a_server_that_stops_is_not_a_slow_client():
    """Cancelled from outside while a body is awaited: cancelled it is, and no 408."""

    async def never():
        await asyncio.Event().wait()

    async def stop():
        pairs = {"host": "192.168.1.20:8000", "origin": HERE, "content-type": FORM}
        task = asyncio.create_task(ask_now(guard_of(), "POST", "/", pairs, receive=never))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return task.cancelled()

    assert asyncio.run(stop())


def test_a_client_that_leaves_is_not_answered():
    inside = Inside()

    async def gone():
        return {"type": "http.disconnect"}

    assert post(guard_of(inside=inside), receive=gone) is None
    assert inside.asked == 0


@pytest.mark.parametrize("more", [("content-length", "5"), ("transfer-encoding", "chunked")])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_reading_takes_no_body(method, more):
    assert ask(guard_of(), method, headers=[("host", "localhost"), more]).status == 413
    assert ask(guard_of(), method, headers=[("host", "localhost"), ("content-length", "0")]).status == 200


def test_a_refusal_of_head_has_no_body():
    got = ask(guard_of(), "HEAD", headers={"host": "evil.example"})
    assert (got.status, got.body) == (421, b"")


def test_long_request_lines_are_refused():
    assert ask(guard_of(), url="/" + "a" * 199).status == 200
    assert ask(guard_of(), url="/" + "a" * 200).status == 414
    assert ask(guard_of(), url="/?" + "a" * 1000).status == 200
    assert ask(guard_of(), url="/?" + "a" * 1001).status == 414


def test_many_or_long_headers_are_refused():
    def status(count, size):
        return ask(guard_of(), headers=[("host", "localhost"), *[("cookie", "x" * size)] * count]).status

    assert [status(99, 1), status(100, 1), status(1, 8192), status(1, 8193)] == [200, 431, 200, 431]


@pytest.mark.parametrize(
    "url", ["/a%FF", "/%00", "/%ED%A0%80", "/a%0d%0aSet-Cookie:x", "/%C0%AF", "/%E2%80%AE", "/?q=%00", "/?q=\xff"]
)
def test_what_is_no_text_is_refused(url):
    assert ask(guard_of(), url=url).status == 400


@pytest.mark.parametrize(
    "url", ["/%C5%BC%C3%B3%C5%82w", "/%", "/%zz", "/%2", "/a%20b", "/..%2f..%2fetc", "/'%22--", "/?q=%FF%zz", "/?"]
)
def test_what_is_odd_is_for_the_pages_to_judge(url):
    assert ask(guard_of(), url=url).status == 200


def test_each_address_has_its_rate():
    clock = Clock()
    guard = guard_of(limits=Limits(rate=30, burst=120), clock=clock)
    assert [ask(guard).status for _ in range(120)] == [200] * 120
    got = ask(guard)
    assert (got.status, got.body, got.all("retry-after")) == (429, b"429 web.door.busy", [b"1"])
    assert ask(guard, client="192.168.1.31").status == 200
    clock.now += 1
    assert [ask(guard).status for _ in range(31)] == [200] * 30 + [429]
    clock.now += 3600
    assert [ask(guard).status for _ in range(121)] == [200] * 120 + [429]


def test_what_costs_more_counts_more():
    """A dear request is made up for as so many cheap ones; one that is refused costs nothing."""
    clock = Clock()
    guard = guard_of(limits=Limits(rate=30, burst=120), clock=clock, cost=lambda path: 50 if path == "/dear" else 1)
    assert [ask(guard, url="/dear").status for _ in range(3)] == [200, 200, 429]
    assert [ask(guard).status for _ in range(21)] == [200] * 20 + [429]
    clock.now += 1.5
    assert ask(guard, url="/dear").all("retry-after") == [b"1"]
    clock.now += 0.2
    assert ask(guard, url="/dear").status == 200


def test_what_costs_more_than_all_is_once_at_a_time():
    clock = Clock()
    buckets = RateLimiter(1, 5, clock)
    assert buckets.take("10.0.0.1", 9) == 0
    assert buckets.take("10.0.0.1", 9) == pytest.approx(5, abs=0.01)
    clock.now += 5
    assert buckets.take("10.0.0.1", 9) == 0


def test_a_burst_is_whole_at_any_hour():
    for hour in range(200):
        buckets = RateLimiter(30, 120, lambda now=hour * 3600.1: now)
        assert [buckets.take("10.0.0.1") for _ in range(120)] == [0] * 120
        assert buckets.take("10.0.0.1") > 0


def test_rates_can_be_off():
    guard = guard_of(limits=Limits(rate=None, joins=None))
    assert {ask(guard).status for _ in range(1000)} == {200}
    assert {post(guard, "/abcdef/join").status for _ in range(1000)} == {200}


def test_a_thousand_joins_a_minute():
    """Thirty at once and one each two seconds; moves of the same phone go on."""
    clock = Clock()
    inside = Inside()
    guard = guard_of(limits=Limits(), inside=inside, clock=clock)
    answers = []
    for number in range(1000):
        clock.now += 0.06
        answers.append(post(guard, f"/abcd{number:04}/join"))
        if number % 50 == 0:
            assert post(guard).status == 200
    assert [got.status for got in answers[:30]] == [200] * 30
    assert sum(got.status == 200 for got in answers) == 30 + 29  # of 59.9 seconds
    assert next(got.all("retry-after") for got in answers if got.status == 429) in ([b"1"], [b"2"])
    assert inside.asked == 59 + 20
    assert post(guard, "/abcdef/join", client="192.168.1.31").status == 200


def test_wrong_codes_count_as_joins():
    clock = Clock()
    inside = Inside()
    guard = guard_of(limits=Limits(), inside=inside, clock=clock)
    ask(guard)
    scope = inside.scope
    assert scope["guard"] is guard
    for _ in range(30):
        assert guard.seconds_until_guess(scope) == 0
        guard.count_guess(scope)
    assert guard.seconds_until_guess(scope) == pytest.approx(2, abs=0.01)
    assert post(guard, "/abcdef/join").status == 429
    assert ask(guard).status == 200
    assert guard.seconds_until_guess({**scope, "client": ("192.168.1.31", 1)}) == 0
    clock.now += 2
    assert guard.seconds_until_guess(scope) == 0


def test_addresses_are_forgotten(monkeypatch):
    """The one not seen for longest goes, once there are too many."""
    monkeypatch.setattr(request_guard, "MAX_ADDRESSES", 100)
    clock = Clock()
    buckets = RateLimiter(1, 2, clock)
    for name in ("first", "first", "second", "second"):
        assert buckets.take(name) == 0
    for number in range(98):
        buckets.take(f"10.0.1.{number}")
    assert buckets.seconds_until_free("first") == buckets.seconds_until_free("second") == pytest.approx(1, abs=0.01)
    clock.now += 1
    assert buckets.take("first") == 0
    buckets.take("one more")
    assert buckets.seconds_until_free("first") == pytest.approx(1, abs=0.01)
    assert [buckets.take("second") for _ in range(2)] == [0, 0]


def test_a_client_without_address_is_one_too():
    """Behind a Unix socket."""
    inside = Inside()
    guard = guard_of(limits=Limits(), inside=inside)
    ask(guard)
    guard.count_guess({**inside.scope, "client": None})
    assert guard.seconds_until_guess({**inside.scope, "client": None}) == 0


def test_every_answer_is_safe():
    policy = dict(SAFETY_HEADERS)[b"content-security-policy"].decode()
    assert policy.startswith("default-src 'none'; script-src 'self';")
    for got in (ask(guard_of()), ask(guard_of(), headers={}), post(guard_of()), ask(guard_of(), "PUT")):
        for name, value in SAFETY_HEADERS:
            assert got.all(name.decode()) == [value]


def test_an_answer_may_be_safe_in_its_own_way():
    own = [(b"content-security-policy", b"default-src 'none'"), (b"x-own", b"1")]
    inside = Inside(own)
    got = ask(guard_of(inside=inside))
    assert got.all("content-security-policy") == [b"default-src 'none'"]
    assert got.all("x-own") == [b"1"]
    assert len(got.headers) == len(SAFETY_HEADERS) + 1
    assert inside.headers == own  # left as it was


def test_only_http_gets_in():
    sent, seen = [], []

    async def app(scope, receive, send):
        seen.append(scope["type"])

    async def send(message):
        sent.append(message["type"])

    async def both():
        guard = guard_of(inside=app)
        await guard({"type": "lifespan"}, None, send)
        await guard({"type": "websocket", "path": "/", "headers": []}, None, send)

    asyncio.run(both())
    assert (seen, sent) == (["lifespan"], ["websocket.close"])


@pytest.fixture(scope="module")
def port():
    inside = Inside([(b"content-length", b"6")])
    guard = guard_of(Hosts(), Limits(body_seconds=0.3, rate=None, joins=None), inside)
    with serving(guard, limited_protocol(seconds=60)) as port:
        yield port


def form(port, length=""):
    lines = ["POST /abcdef/do HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Origin: http://127.0.0.1:{port}"]
    lines += [f"Content-Type: {FORM}", length or "Transfer-Encoding: chunked", "", ""]
    return "\r\n".join(lines).encode()


def test_ten_megabytes_over_the_wire(port):
    """Said or not: the refusal is read to its end, and the connection goes on."""
    with call(port) as connection:
        for _ in range(2):
            connection.sendall(form(port, "Content-Length: 10000000") + b"x" * 10_000_000)
            assert answer(connection, b"web.door.large").startswith(b"HTTP/1.1 413")
            pieces = (b"2710\r\n" + b"x" * 10_000 + b"\r\n") * 1_000
            connection.sendall(form(port) + pieces + b"0\r\n\r\n")
            assert answer(connection, b"web.door.large").startswith(b"HTTP/1.1 413")
            connection.sendall(form(port, "Content-Length: 16384") + b"x" * 16_384)
            assert answer(connection, b"inside").startswith(b"HTTP/1.1 200")


def test_a_trickling_body_over_the_wire(port):
    with call(port) as connection:
        connection.sendall(form(port, "Content-Length: 10") + b"x")
        got = answer(connection, b"web.door.slow")
        assert got.startswith(b"HTTP/1.1 408")
        assert b"connection: close" in got
        assert connection.recv(1) == b""


@pytest.mark.parametrize(
    "line", ["GET /%FF HTTP/1.1", "GET /\xff HTTP/1.1", "GET /?\xff HTTP/1.1", "GET /%00 HTTP/1.1"]
)
def test_what_is_no_text_over_the_wire(port, line):
    with call(port) as connection:
        connection.sendall(f"{line}\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode("latin-1"))
        assert answer(connection, b"never").startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize(
    "line", ["GET * HTTP/1.1", "OPTIONS * HTTP/1.1", "CONNECT a:4 HTTP/1.1", "GET http://a HTTP/1.1"]
)
def test_targets_that_are_no_paths_over_the_wire(port, line):
    with call(port) as connection:
        connection.sendall(f"{line}\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        assert answer(connection, b"never")[:10] == b"HTTP/1.1 4"


def test_a_whole_table_behind_one_address_sees_how_it_ended():
    """Six phones of one home, at once: the page of the table, the result and its drawing, with what they link to."""
    limits = Limits()
    assert limits.rate
    bucket = RateLimiter(limits.rate, limits.burst, clock=lambda: 0.0)
    asked = [COSTS[path] for path in ("", "/result", "/drawn")] + [1]
    assert [bucket.take("1.2.3.4", cost) for _ in range(6) for cost in asked] == [0.0] * 24
