"""companion serve: which table, which port, what it remembers."""

import os
import socket
import sys

import pytest

from companion.cli import serving
from companion.core.errors import LocalizedError
from companion.web.server import address
from companion.web.server.request_guard import Hosts
from companion.web.server.server_settings import ServerSettings, place


@pytest.fixture
def taken():
    """A port that somebody else listens on."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        yield door.getsockname()[1]


# --- what the call means ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("port", [-1, 65536, 10**12])
def test_an_impossible_port_is_a_wrong_call(run, port):
    """A wrong call, whatever the table."""
    result = run("serve", "--port", port)
    assert (result.code, result.out) == (2, "")
    assert str(port) in result.err


@pytest.mark.parametrize("word", ["tracker.example.org", "https://tracker.example.org/a", "ftp://a.example.org"])
def test_public_addresses_that_are_none(run, word):
    """A wrong call that shows how one looks."""
    result = run("serve", "--address", word)
    assert (result.code, result.out) == (2, "")
    assert word in result.err


def test_database_and_store_options_exclude_each_other(run, tmp_path, monkeypatch):
    """--database takes the place of COMPANION_STORE; together with --store it is a wrong call, as is a file."""
    url = "postgresql://nobody@127.0.0.1:9/none"
    opened = []
    monkeypatch.setattr(serving, "_last_table", lambda code, where: opened.append(where) or sys.exit(0))
    assert run("serve", "--database", url).code == 0
    assert run("serve", "--store", url).code == 0
    assert run("serve").code == 0
    assert opened == [url, url, str(tmp_path / "sessions.sqlite")]
    both = run("serve", "--database", url, "--store", tmp_path / "s.sqlite")
    assert (both.code, "--store" in both.err) == (2, True)
    assert run("serve", "--database", tmp_path / "s.sqlite").code == 2


def test_a_store_that_cannot_be_opened(run, tmp_path):
    """Said before anything listens."""
    (tmp_path / "s.sqlite").write_bytes(b"no store at all, but long enough to look at" * 50)
    result = run("serve", "--store", tmp_path / "s.sqlite", "--port", 0)
    assert (result.code, result.out) == (1, "")
    assert "s.sqlite" in result.err


def test_an_unknown_table(run):
    """No session; or the nearest game."""
    result = run("serve", "zzzzzz")
    assert (result.code, "zzzzzz" in result.err) == (1, True)
    result = run("serve", "dicee")
    assert (result.code, "dice?" in result.err) == (2, True)


@pytest.mark.parametrize("package", ["starlette", "uvicorn"])
def test_serve_names_the_packages_to_install(run, monkeypatch, package):
    """What to install; nothing is written."""
    monkeypatch.setitem(sys.modules, package, None)
    result = run("serve")
    assert (result.code, result.out) == (1, "")
    assert "pip install -e '.[serve]'" in result.err
    assert not place(os.environ["COMPANION_STORE"]).exists()


def test_a_session_or_its_beginning(new):
    """As every command takes it; in the language it was begun in."""
    id = new("--lang", "pl")
    assert serving._table_asked_for(id, os.environ["COMPANION_STORE"]) == (id, "pl")
    assert serving._table_asked_for(id[:4], os.environ["COMPANION_STORE"]) == (id, "pl")


def test_a_game_is_its_newest_table_that_goes_on(good, new, turn):
    """Games that are over are passed by; without any the owner starts one."""
    store = os.environ["COMPANION_STORE"]
    assert serving._table_asked_for("dice", store).code == ""
    first, second = new(), new("--option", "squares=1", "--option", "end_variant=true")
    assert serving._table_asked_for("dice", store).code == second
    turn(second, "n,o,w,g,r")
    assert good("show", second, "--json").json["outcome"]
    assert serving._table_asked_for("dice", store).code == first


def test_the_last_table_is_there_or_not(new):
    """A table that was deleted, or lies in another store, is forgotten."""
    store = os.environ["COMPANION_STORE"]
    assert serving._last_table("", store).code == ""
    assert serving._last_table("zzzzzz", store).code == ""


def test_the_table_begun_last_is_the_one_to_show(good, new, turn):
    """Also one of a terminal, which the server never showed; when all are over, the one of the last time."""
    store, shown = os.environ["COMPANION_STORE"], new()
    assert serving._last_table("", store).code == shown
    newer = new("--option", "squares=1", "--option", "end_variant=true")
    assert serving._last_table(shown, store).code == newer
    turn(newer, "n,o,w,g,r")
    assert serving._last_table(newer, store).code == shown
    good("do", shown, "end")
    assert serving._last_table(newer, store).code == newer


# --- port and addresses ----------------------------------------------------------------------------------------------


def test_a_port_that_is_taken(run, taken):
    """Asked for: an error. Not asked for: the next one."""
    result = run("serve", "--port", taken)
    assert (result.code, result.out) == (1, "")
    assert str(taken) in result.err


def test_the_next_free_port(monkeypatch, taken):
    """Of those after the usual one; none free is an error."""
    monkeypatch.setattr(serving, "PORT", taken)
    with serving._listen("127.0.0.1", None) as door:
        assert taken < door.getsockname()[1] <= taken + serving.FURTHER
    monkeypatch.setattr(serving, "FURTHER", 0)
    with pytest.raises(LocalizedError) as caught:
        serving._listen("127.0.0.1", None)
    assert caught.value.code == "ports_taken"


def test_two_servers_never_share_a_port():
    """Listening is what takes a port, and it happens before anything is shown."""
    with serving._listen("127.0.0.1", 0) as door, pytest.raises(LocalizedError) as caught:
        serving._listen("127.0.0.1", door.getsockname()[1])
    assert caught.value.code == "port_taken"


def test_a_host_that_is_not_here():
    """Another reason than a taken port is told as it is."""
    with pytest.raises(LocalizedError) as caught:
        serving._listen("192.0.2.250", 0)
    assert caught.value.code == "port_unusable"


@pytest.fixture
def network(monkeypatch):
    """A laptop in two networks."""
    monkeypatch.setattr(address, "lan_addresses", lambda: ["192.168.1.5", "10.0.0.2"])
    monkeypatch.setattr(address, "local_name", lambda: "laptop.local")


def test_links_for_this_machine(network):
    """Nobody else is let in, so nothing else is shown."""
    assert serving._links(8000, False, "")[:4] == ("http://127.0.0.1:8000/", [], ["http://127.0.0.1:8000/"], False)
    assert serving._links(8000, False, "").numbers == []


def test_links_for_the_network(network):
    """The likeliest in the code, the others and the machine's name below; the owner's stays on this machine."""
    links = serving._links(8001, True, "")
    assert links.main == "http://192.168.1.5:8001/"
    assert links.others == ["http://10.0.0.2:8001/", "http://laptop.local:8001/"]
    assert links.owner == ["http://127.0.0.1:8001/"]


def test_the_name_is_in_the_code_when_the_network_answers_it(network):
    """Else the address is; both are shown, and pages are answered under both."""
    links = serving._links(8001, True, "", "companion", True)
    addresses = ["http://192.168.1.5:8001/", "http://10.0.0.2:8001/"]
    assert links.main == "http://companion.local:8001/"
    assert links.others == [*addresses, "http://laptop.local:8001/"]
    assert links.numbers == ["http://192.168.1.5:8001", "http://10.0.0.2:8001"]
    links = serving._links(8001, True, "", "companion", False)
    assert [links.main, *links.others] == [*addresses, "http://companion.local:8001/", "http://laptop.local:8001/"]
    assert Hosts(True, frozenset(links.names)).is_ours(b"companion.local:8001")
    assert not Hosts(True, frozenset(serving._links(8001, True, "").names)).is_ours(b"companion.local:8001")


def test_links_without_a_network(monkeypatch):
    """--lan in a machine that is in none."""
    monkeypatch.setattr(address, "lan_addresses", list)
    assert serving._links(8000, True, "").main == "http://127.0.0.1:8000/"


def test_links_behind_a_proxy(network):
    """The public address is the one to scan; the owner's key is sent there over https only."""
    links = serving._links(8000, False, "https://tracker.example.org")
    assert (links.main, links.others) == ("https://tracker.example.org/", [])
    assert links.owner == ["http://127.0.0.1:8000/", "https://tracker.example.org/"]
    assert serving._links(8000, False, "http://tracker.example.org").owner == ["http://127.0.0.1:8000/"]


# --- what is remembered ----------------------------------------------------------------------------------------------


def test_a_new_memory_has_a_private_key(tmp_path, settings):
    """A key of its own, which nobody else may read."""
    again = ServerSettings(tmp_path / "serve.json")
    assert (again.key, again.table, again.damaged, again.write_error) == (settings.key, "", False, "")
    assert len(settings.key) == 32
    assert ServerSettings(tmp_path / "other" / "serve.json").key != settings.key
    assert (tmp_path / "serve.json").stat().st_mode & 0o777 == 0o600


def test_a_table_is_remembered(tmp_path, settings):
    """And so is the mode of the file."""
    settings.save_table("abcdef")
    again = ServerSettings(tmp_path / "serve.json")
    assert (again.key, again.table) == (settings.key, "abcdef")
    assert (tmp_path / "serve.json").stat().st_mode & 0o777 == 0o600


def test_a_memory_that_others_could_read(tmp_path, settings):
    """Is closed to them."""
    (tmp_path / "serve.json").chmod(0o644)
    assert ServerSettings(tmp_path / "serve.json").key == settings.key
    assert (tmp_path / "serve.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 9999,
        b'{"key": "short", "table": ""}',
        b'{"key": 7, "table": ""}',
        b'{"table": "abcdef"}',
        b'{"key": "' + b"a" * 32 + b'"}',
        b'{"key": "' + b"a" * 32 + b'", "table": "../../x"}',
        b'{"key": "' + b"\xc4\x85" * 32 + b'", "table": ""}',
    ],
)
def test_a_damaged_memory(tmp_path, text):
    """Makes a new key, which is kept."""
    (tmp_path / "serve.json").write_bytes(text)
    settings = ServerSettings(tmp_path / "serve.json")
    assert settings.damaged
    again = ServerSettings(tmp_path / "serve.json")
    assert (again.key, again.damaged) == (settings.key, False)


def test_a_memory_that_cannot_be_kept(tmp_path):
    """A key for this time only, and the reason; later it may go well."""
    (tmp_path / "file").write_text("")
    settings = ServerSettings(tmp_path / "file" / "serve.json")
    assert len(settings.key) == 32
    assert settings.write_error
    (tmp_path / "serve.json").mkdir()
    assert ServerSettings(tmp_path / "serve.json").write_error


def test_the_memory_is_kept_beside_the_sessions(tmp_path, monkeypatch):
    """Beside the sessions; for a database in the user's folder."""
    assert place(str(tmp_path / "s.sqlite")) == tmp_path / "serve.json"
    assert place(None) == place("postgresql://a@b/c") == tmp_path / "data" / "companion" / "serve.json"
