"""The owner's link, which works once, and cookies that belong to one server."""

import re

import pytest

from companion.play.journal.store import SqliteStore
from companion.web.page import forms
from companion.web.server.owner_codes import OwnerCodes
from tests.web.serving import KEY, Server, begin

AHEAD = [
    {"Sec_Purpose": "prefetch"},
    {"Sec_Purpose": "prefetch;prerender"},
    {"Purpose": "prefetch"},
    {"X_Moz": "prefetch"},
    {"X_Purpose": "preview"},
]


def is_owner(phone):
    """Whether the start page lets it begin a table."""
    return 'action="/new"' in phone.get("/").text


# --- the link --------------------------------------------------------------------------------------------------------


def test_the_link_makes_an_owner_once(server, code):
    """It leads to the start page without its code; the cookie is the browser's alone."""
    phone, link = server.phone(), server.link()
    answer = phone.get(link)
    assert (answer.status, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith(f"owner-{server.port}=")
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert answer.headers["cache-control"] == "no-store"
    assert is_owner(phone)
    assert code in phone.get("/").text
    assert phone.do(code, "pause").status == 200


@pytest.mark.parametrize("lang", ["en", "pl", "ru", "uk"])
def test_a_used_link_is_worth_nothing(server, lang):
    """Whoever finds it in a history or over a shoulder is told so in words; the owner just sees the start page."""
    owner, thief, link = server.phone(lang), server.phone(lang), server.link()
    owner.get(link)
    refused = thief.get(link)
    assert (refused.status, f'lang="{lang}"' in refused.text) == (403, True)
    assert len(re.search(r"<h1>([^<]+)</h1>", refused.text)[1]) > 40
    assert not is_owner(thief)
    again = owner.get(link)
    assert (again.status, again.headers["location"]) == (303, "/")
    assert is_owner(owner)


def test_an_owner_does_not_use_up_a_link(server):
    """It is still good for another browser."""
    owner, link = server.owner(), server.link()
    assert owner.get(link).status == 303
    other = server.phone()
    assert other.get(link).status == 303
    assert is_owner(other)


def test_wrong_codes_make_nobody_owner(server):
    """Nothing, half of it, the key itself, another writing of it, no text at all."""
    phone, right = server.phone(), server.codes.new_code()
    for wrong in ("", "x", right[:-1], right + "k", right.swapcase(), KEY, "%C3%BF", "%FF", "..%2F..%2Fserve", "*"):
        assert phone.get(f"/?owner={wrong}").status == 403, wrong
    assert not is_owner(phone)
    assert phone.get(f"/?owner={right}").status == 303


def test_the_key_is_no_link(server):
    """What stands in the owner's cookie, in an address: a start page as for everybody."""
    phone = server.phone()
    phone.get(f"/?key={KEY}")
    assert f"owner-{server.port}" not in phone.cookies
    assert not is_owner(phone)


@pytest.mark.parametrize("headers", AHEAD, ids=str)
def test_a_link_that_is_fetched_ahead_stays_good(server, headers):
    """A browser or a messenger looks before anybody opens it; what it got is not kept."""
    link = server.link()
    early = server.phone().get(link, **headers)
    assert early.status == 503
    assert early.headers["cache-control"] == "no-store"
    assert "set-cookie" not in early.headers
    assert server.phone().ask("HEAD", link).status == 503
    assert server.phone().get(link).status == 303


def test_a_cookie_of_the_owner_outlives_the_server(path, store):
    """Started again with the same key, under the same port."""
    server = Server(lambda: SqliteStore(path))
    owner = server.owner()
    server.stop()
    again = Server(lambda: SqliteStore(path))
    try:
        phone = again.phone()
        phone.cookies[f"owner-{again.port}"] = owner.cookies[f"owner-{server.port}"]
        assert is_owner(phone)
    finally:
        again.stop()


# --- cookies ---------------------------------------------------------------------------------------------------------


def test_two_servers_on_one_machine(tmp_path):
    """A browser keeps the cookies of both; neither takes the other's owner or seats away."""
    servers, codes = [], []
    for name in ("one", "two"):
        path = tmp_path / f"{name}.sqlite"
        store = SqliteStore(path)
        codes.append(begin(store, "frodo", "sam"))
        store.close()
        servers.append(Server(lambda path=path: SqliteStore(path)))
    try:
        jar = {}
        phones = [server.phone() for server in servers]
        for server, phone, code in zip(servers, phones, codes, strict=True):
            phone.cookies = jar
            assert phone.get(server.link()).status == 303
            phone.join(code, "frodo")
        assert len({phone.token for phone in phones}) == 2
        for phone, code in zip(phones, codes, strict=True):
            assert is_owner(phone)
            assert phone.do(code, "roll", seen=1).status == 200
    finally:
        for server in servers:
            server.stop()


@pytest.mark.parametrize(
    ("host", "scheme", "port"),
    [
        (b"127.0.0.1:8000", "http", 8000),
        (b"[::1]:8001", "http", 8001),
        (b"[::1]", "http", 80),
        (b"laptop.local", "http", 80),
        (b"tracker.example.org", "https", 443),
        (b"tracker.example.org:8443", "https", 8443),
        (b"localhost:08000", "http", 8000),
        (b"", "http", 80),
    ],
)
def test_the_port_that_the_browser_sees(host, scheme, port):
    """Behind a proxy it is the public one, which the proxy hands on."""
    scope = {"headers": [(b"host", host)], "scheme": scheme}
    assert forms.cookie_name(scope, "companion") == f"companion-{port}"


# --- codes -----------------------------------------------------------------------------------------------------------


def test_a_code_counts_once(tmp_path):
    """Also where nothing can be written, or there is no folder."""
    (tmp_path / "file").write_text("")
    for folder in (tmp_path, tmp_path / "file", tmp_path / "none", None):
        codes = OwnerCodes(folder, 8000)
        first, second = codes.new_code(), codes.new_code()
        assert len(first) == 22
        assert [codes.use(code) for code in (first, first, "", "x", second, second)] == [
            *(True, False, False, False, True, False)
        ]


def test_a_code_counts_once_for_all_servers_of_one_user(tmp_path):
    """Behind one proxy it may arrive at any of them."""
    one, two = OwnerCodes(tmp_path, 8001), OwnerCodes(tmp_path, 8002)
    first, second = one.new_code(), one.new_code()
    assert two.use(first)
    assert not one.use(first)
    assert one.use(second)
    assert not two.use(second)


def test_codes_end_with_their_server(tmp_path):
    """Ended, or killed and started again; those of others count on. No file tells a code."""
    one, two = OwnerCodes(tmp_path, 8001), OwnerCodes(tmp_path, 8002)
    codes = [one.new_code(), two.new_code()]
    names = [path.name for path in tmp_path.iterdir()]
    assert not any(code in name for code in codes for name in names)
    assert not any(path.read_bytes() for path in tmp_path.iterdir())
    OwnerCodes(tmp_path, 8001)  # started again
    assert [one.use(codes[0]), one.use(codes[1])] == [False, True]
    code = two.new_code()
    two.close()
    assert not one.use(code)
    assert list(tmp_path.iterdir()) == []
