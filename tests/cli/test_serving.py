"""companion serve: which table, which port, what the terminal shows and remembers, how it ends."""

import contextlib
import fcntl
import http.client
import io
import json
import logging
import os
import pty
import re
import signal
import socket
import struct
import subprocess
import sys
import termios
import threading
import urllib.parse
import urllib.request
from pathlib import Path

import pytest

from companion.cli import serving
from companion.content.model import LANGUAGES
from companion.errors import SpokenError
from companion.web import address
from companion.web.memory import Memory, place
from companion.wording import Voice
from tests.cli.test_processes import finished, read_until
from tests.web.test_qr import read, shown

ROOT = Path(__file__).parents[2]
READY = Voice("en").say("serve.how_to_end") + "\n"
ENDS = Voice("en").say("serve.ends") + "\n"
KEY = re.compile(r"http://127\.0\.0\.1:(\d+)/\?key=([\w-]{32})\n")
HERE = serving.Links("http://127.0.0.1:8000/", [], ["http://127.0.0.1:8000/"], False, "", "")


@pytest.fixture
def memory(tmp_path):
    return Memory(tmp_path / "serve.json")


@pytest.fixture
def taken():
    """A port that somebody else listens on."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        yield door.getsockname()[1]


class Phone:
    """A browser with cookies of its own."""

    def __init__(self, home: str, **headers: str) -> None:
        self.home = home
        self.headers = {"Origin": home, "Accept-Language": "en", **headers}
        cookies = urllib.request.HTTPCookieProcessor()
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), cookies)

    def open(self, path: str, data: bytes | None = None):
        """An answer that is read while it comes."""
        return self._opener.open(urllib.request.Request(self.home + path, data, self.headers), timeout=20)

    def get(self, path: str) -> tuple[int, str]:
        """Status and text, redirections followed."""
        with self.open(path) as page:
            return page.status, page.read().decode()

    def post(self, path: str, **fields: str) -> tuple[int, str]:
        """The same for a form."""
        with self.open(path, urllib.parse.urlencode(fields).encode()) as page:
            return page.status, page.read().decode()

    def last(self, path: str, data: bytes | None = None) -> int:
        """Status alone; no redirection is followed."""
        asked = http.client.HTTPConnection(self.home.removeprefix("http://"), timeout=20)
        form = {"Content-Type": "application/x-www-form-urlencoded"} if data else {}
        asked.request("POST" if data else "GET", path, data, {**self.headers, **form})
        status = asked.getresponse().status
        asked.close()
        return status


def links_of(text: str) -> list[str]:
    """Addresses that stand on lines of their own, without the owner's."""
    return [link for link in re.findall(r"^  (https?://\S+)$", text, re.MULTILINE) if "?key=" not in link]


def blocks_of(text: str) -> str:
    """The lines of a QR code."""
    return "\n".join(line for line in text.replace("\r", "").split("\n") if re.search("[▀▄█]|\x1b\\[38;5;16", line))


# --- what the call means ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("port", [-1, 65536, 10**12])
def test_ports_that_are_none(run, port):
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


def test_one_store(run, tmp_path, monkeypatch):
    """--database takes the place of COMPANION_STORE; together with --store it is a wrong call, as is a file."""
    url = "postgresql://nobody@127.0.0.1:9/none"
    opened = []
    monkeypatch.setattr(serving, "_last", lambda code, where: opened.append(where) or sys.exit(0))
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
def test_without_the_packages(run, monkeypatch, package):
    """What to install; nothing is written."""
    monkeypatch.setitem(sys.modules, package, None)
    result = run("serve")
    assert (result.code, result.out) == (1, "")
    assert "pip install companion[serve]" in result.err
    assert not place(os.environ["COMPANION_STORE"]).exists()


def test_a_session_or_its_beginning(new):
    """As every command takes it; in the language it was begun in."""
    id = new("--lang", "pl")
    assert serving._asked(id, os.environ["COMPANION_STORE"]) == (id, "pl")
    assert serving._asked(id[:4], os.environ["COMPANION_STORE"]) == (id, "pl")


def test_a_game_is_its_newest_table_that_goes_on(good, new, turn):
    """Games that are over are passed by; without any the owner starts one."""
    store = os.environ["COMPANION_STORE"]
    assert serving._asked("dice", store).code == ""
    first, second = new(), new("--option", "squares=1", "--option", "end_variant=true")
    assert serving._asked("dice", store).code == second
    turn(second, "n,o,w,g,r")
    assert good("show", second, "--json").json["outcome"]
    assert serving._asked("dice", store).code == first


def test_the_last_table_is_there_or_not(new):
    """A table that was deleted, or lies in another store, is forgotten."""
    store, id = os.environ["COMPANION_STORE"], new()
    assert serving._last(id, store).code == id
    assert serving._last("zzzzzz", store).code == ""
    assert serving._last("", store).code == ""


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
    with pytest.raises(SpokenError) as caught:
        serving._listen("127.0.0.1", None)
    assert caught.value.code == "ports_taken"


def test_two_servers_never_share_a_port():
    """Listening is what takes a port, and it happens before anything is shown."""
    with serving._listen("127.0.0.1", 0) as door, pytest.raises(SpokenError) as caught:
        serving._listen("127.0.0.1", door.getsockname()[1])
    assert caught.value.code == "port_taken"


def test_a_host_that_is_not_here():
    """Another reason than a taken port is told as it is."""
    with pytest.raises(SpokenError) as caught:
        serving._listen("192.0.2.250", 0)
    assert caught.value.code == "port_unusable"


@pytest.fixture
def network(monkeypatch):
    """A laptop in two networks."""
    monkeypatch.setattr(address, "lan", lambda: ["192.168.1.5", "10.0.0.2"])
    monkeypatch.setattr(address, "local_name", lambda: "laptop.local")


def test_links_for_this_machine(network):
    """Nobody else is let in, so nothing else is shown."""
    assert serving._links(8000, False, "")[:4] == ("http://127.0.0.1:8000/", [], ["http://127.0.0.1:8000/"], False)


def test_links_for_the_network(network):
    """The likeliest in the code, the others and the machine's name below; the owner's stays on this machine."""
    links = serving._links(8001, True, "")
    assert links.main == "http://192.168.1.5:8001/"
    assert links.others == ["http://10.0.0.2:8001/", "http://laptop.local:8001/"]
    assert links.owner == ["http://127.0.0.1:8001/"]


def test_links_without_a_network(monkeypatch):
    """--lan in a machine that is in none."""
    monkeypatch.setattr(address, "lan", list)
    assert serving._links(8000, True, "").main == "http://127.0.0.1:8000/"


def test_links_behind_a_proxy(network):
    """The public address is the one to scan; the owner's key is sent there over https only."""
    links = serving._links(8000, False, "https://tracker.example.org")
    assert (links.main, links.others) == ("https://tracker.example.org/", [])
    assert links.owner == ["http://127.0.0.1:8000/", "https://tracker.example.org/"]
    assert serving._links(8000, False, "http://tracker.example.org").owner == ["http://127.0.0.1:8000/"]


# --- what is remembered ----------------------------------------------------------------------------------------------


def test_a_new_memory(tmp_path, memory):
    """A key of its own, which nobody else may read."""
    again = Memory(tmp_path / "serve.json")
    assert (again.key, again.table, again.damaged, again.unkept) == (memory.key, "", False, "")
    assert len(memory.key) == 32
    assert Memory(tmp_path / "other" / "serve.json").key != memory.key
    assert (tmp_path / "serve.json").stat().st_mode & 0o777 == 0o600


def test_a_table_is_remembered(tmp_path, memory):
    """And so is the mode of the file."""
    memory.keep("abcdef")
    again = Memory(tmp_path / "serve.json")
    assert (again.key, again.table) == (memory.key, "abcdef")
    assert (tmp_path / "serve.json").stat().st_mode & 0o777 == 0o600


def test_a_memory_that_others_could_read(tmp_path, memory):
    """Is closed to them."""
    (tmp_path / "serve.json").chmod(0o644)
    assert Memory(tmp_path / "serve.json").key == memory.key
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
    memory = Memory(tmp_path / "serve.json")
    assert memory.damaged
    again = Memory(tmp_path / "serve.json")
    assert (again.key, again.damaged) == (memory.key, False)


def test_a_memory_that_cannot_be_kept(tmp_path):
    """A key for this time only, and the reason; later it may go well."""
    (tmp_path / "file").write_text("")
    memory = Memory(tmp_path / "file" / "serve.json")
    assert len(memory.key) == 32
    assert memory.unkept
    (tmp_path / "serve.json").mkdir()
    assert Memory(tmp_path / "serve.json").unkept


def test_where_it_is_kept(tmp_path, monkeypatch):
    """Beside the sessions; for a database in the user's folder."""
    assert place(str(tmp_path / "s.sqlite")) == tmp_path / "serve.json"
    assert place(None) == place("postgresql://a@b/c") == tmp_path / "data" / "companion" / "serve.json"


# --- what the terminal shows -----------------------------------------------------------------------------------------


def screen(memory, links=HERE, lang="en", clock=lambda: 0.0) -> serving.Screen:
    return serving.Screen(Voice(lang), links, memory, clock)


def printed(call) -> str:
    """What a call prints."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        call()
    return out.getvalue()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("links", [HERE, HERE._replace(lan=True), HERE._replace(main="http://a.local/", lan=True)])
def test_the_terminal_speaks(memory, lang, links):
    """The same addresses in every language; the code of the address can be scanned."""
    told = printed(lambda: screen(memory, links, lang).start("abcdef"))
    assert links_of(told) == [f"{links.main}abcdef"]
    assert KEY.search(told).group(2) == memory.key
    assert told.count(memory.key) == 1
    assert read(shown(blocks_of(told), 0)) == [f"{links.main}abcdef"]
    assert Voice(lang).say("serve.how_to_end") in told


def test_a_small_terminal(memory):
    """From the first row of the code on all fits on 24 lines, the one of the cursor included."""
    links = HERE._replace(main="http://192.168.100.100:18000/", others=["http://10.0.0.2:18000/"], lan=True)
    told = printed(lambda: screen(memory, links).start("abcdef"))
    assert told[told.index("█") :].count("\n") <= 23


def test_without_a_table(memory):
    """The start page, and how to begin."""
    told = printed(lambda: screen(memory).start(""))
    assert links_of(told) == ["http://127.0.0.1:8000/"]
    assert Voice("en").say("serve.no_table") in told


def test_a_narrow_terminal(memory, monkeypatch):
    """The address alone, not half a code."""
    monkeypatch.setenv("COLUMNS", "36")
    told = printed(lambda: screen(memory).start("abcdef"))
    assert blocks_of(told) == ""
    assert links_of(told) == ["http://127.0.0.1:8000/abcdef"]


def test_a_terminal_without_blocks(memory, monkeypatch):
    """Letters of an old code page: no question marks in place of a code."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="replace")
    monkeypatch.setattr(sys, "stdout", out)
    screen(memory).start("abcdef")
    out.seek(0)
    assert "?" not in out.read().replace("/?key=", "")


def test_a_table_started_in_the_browser(memory, tmp_path):
    """Is shown with its code and remembered."""
    told = printed(lambda: screen(memory).new_table("abcdef"))
    assert links_of(told) == ["http://127.0.0.1:8000/abcdef"]
    assert read(shown(blocks_of(told), 0)) == ["http://127.0.0.1:8000/abcdef"]
    assert Memory(tmp_path / "serve.json").table == "abcdef"
    assert memory.key not in told


def test_trouble_with_the_memory_is_told_once(tmp_path):
    """At the start, not again with every table."""
    (tmp_path / "serve.json").mkdir()
    board = screen(Memory(tmp_path / "serve.json"))
    assert "serve.json" in printed(lambda: board.start(""))
    printed(lambda: board.new_table("abcdef"))  # perhaps for another reason
    assert "serve.json" not in printed(lambda: board.new_table("bcdefg"))


def test_a_damaged_memory_is_told(tmp_path):
    """With its path."""
    (tmp_path / "serve.json").write_text("{")
    assert str(tmp_path / "serve.json") in printed(lambda: screen(Memory(tmp_path / "serve.json")).start(""))


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_who_is_connected(memory):
    """When it changes, at most one line a second, and the last state is never lost."""
    clock = Clock()
    board = screen(memory, clock=clock)
    board.table = "abcdef"
    waits = []

    def people(*players: tuple[str, int], onlookers: int = 0) -> str:
        return printed(lambda: waits.append(board.people("abcdef", list(players), onlookers)))

    assert people() == ""  # nobody was there before either
    assert people(("Ania", 1)) == "Connected: Ania\n"
    clock.now = 0.2
    assert people(("Ania", 1), ("Bo", 2)) == ""
    assert people(("Ania", 1), ("Bo", 1), onlookers=1) == ""
    assert waits == [None, None, 0.8, 0.8]
    clock.now = 1.0
    assert printed(board.shown) == "Connected: Ania, Bo; looking on: 1\n"
    clock.now = 2.0
    assert people(("Ania", 1), ("Bo", 1), onlookers=1) == ""
    assert people(("Ania", 2), ("Bo", 0)) == "Connected: Ania (2)\n"
    clock.now = 3.0
    assert people(onlookers=2) == "No player is connected; looking on: 2\n"
    clock.now = 4.0
    assert people() == "Nobody is connected.\n"


def test_gone_and_back_within_a_second(memory):
    """Is not worth a line."""
    clock = Clock()
    board = screen(memory, clock=clock)
    printed(lambda: board.people("abcdef", [("Ania", 1)], 0))
    board.people("abcdef", [], 0)
    assert board.people("abcdef", [("Ania", 1)], 0) is None
    clock.now = 5.0
    assert printed(board.shown) == ""


def test_several_tables(memory):
    """Other tables than the one shown are named; each gets its turn."""
    clock = Clock()
    board = screen(memory, clock=clock)
    board.table = "abcdef"
    assert printed(lambda: board.people("bcdefg", [("Cela", 1)], 0)) == "bcdefg: Connected: Cela\n"
    board.people("cdefgh", [("Dan", 1)], 0)
    board.people("abcdef", [("Ania", 1)], 0)
    clock.now = 1.0
    assert printed(board.shown) == "cdefgh: Connected: Dan\n"
    clock.now = 2.0
    assert printed(board.shown) == "Connected: Ania\n"
    assert board.shown() is None


def test_names_give_the_terminal_no_orders(memory):
    """Control characters of a name are left out."""
    told = printed(lambda: screen(memory).people("abcdef", [("\x1b]0;gone\x07\u202eAnia\n", 1)], 0))
    assert told.strip().isprintable()
    assert "Ania" in told


def test_a_terminal_that_is_gone(memory, monkeypatch):
    """Disturbs nobody."""

    class Gone(io.StringIO):
        def write(self, _: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stdout", Gone())
    board = screen(memory)
    board.start("abcdef")
    board.people("abcdef", [("Ania", 1)], 0)


@pytest.fixture
def faults(memory):
    """The one who hears what goes wrong, at work."""
    heard = serving.Faults(screen(memory))
    heard.starting = False
    with heard.heard():
        yield heard


def test_a_fault_is_one_line(faults, capsys):
    """Its kind, its text and its place; no traceback, no control characters, and the same one once in a row."""
    for text in ("a\x1b[31m", "a\x1b[31m", "b"):
        try:
            raise ValueError(text)
        except ValueError:
            logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(
        r"A fault in the server: ValueError: a \[31m \(test_serving\.py:\d+\)\n"
        r"A fault in the server: ValueError: b \(test_serving\.py:\d+\)\n",
        err,
    )


def test_a_fault_of_a_thread(faults, capsys):
    """Is told likewise."""
    thread = threading.Thread(target=lambda: {}["gone"])
    thread.start()
    thread.join()
    assert capsys.readouterr().err.startswith("A fault in the server: KeyError: 'gone'")


def test_faults_before_and_after(faults, capsys):
    """If it cannot begin the first fault is the reason; at the end nobody asks."""
    faults.starting = True
    logging.error("Traceback\n  File\nValueError: no\n")
    logging.error("Application startup failed. Exiting.")
    assert capsys.readouterr().err == "A fault in the server: ValueError: no\n"
    faults.starting, faults.ending = False, True
    logging.error("Cancel 1 running task(s)")
    assert capsys.readouterr().err == ""


# --- the whole command -----------------------------------------------------------------------------------------------


def begun(process, *words: object) -> tuple[subprocess.Popen[str], str]:
    """A server on a free port, and what it printed."""
    child = process("serve", "--port", 0, *words)
    return child, read_until(child, READY)


def test_the_address_that_is_shown_answers(process, new):
    """The one in the QR code; the owner's link too. The key stands nowhere else, and is not the table's page."""
    id = new()
    child, told = begun(process, id)
    (link,) = read(shown(blocks_of(told), 0))
    assert links_of(told) == [link]
    assert link.endswith(f"/{id}")
    port, key = KEY.search(told).groups()
    status, page = Phone(link).get("")
    assert status == 200
    assert id in page
    assert key not in page
    assert Phone(f"http://127.0.0.1:{port}").get(f"/?key={key}")[0] == 200
    child.send_signal(signal.SIGINT)
    code, out, err = finished(child)
    assert (code, err, key in out) == (0, "", False)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_calmly(process, number):
    """One line, exit code 0, also while somebody is connected."""
    child, told = begun(process)
    port = int(KEY.search(told).group(1))
    with socket.create_connection(("127.0.0.1", port)) as phone:
        phone.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert phone.recv(12) == b"HTTP/1.1 200"
        child.send_signal(number)
        assert finished(child) == (0, ENDS, "")


def test_a_table_is_started_in_the_browser(process, tmp_path):
    """With the owner's link; the terminal shows the table with its code, who comes and who goes."""
    child, told = begun(process)
    port, key = KEY.search(told).groups()
    home = f"http://127.0.0.1:{port}"
    owner = Phone(home)
    assert owner.get(f"/?key={key}")[0] == 200
    fields = {"game": "dice", "name.0": "Ania", "seat.0": "frodo", "name.1": "Bo", "seat.1": "sam"}
    status, _ = owner.post("/new", **fields)
    assert status == 200
    shown_now = read_until(child, Voice("en").say("serve.new_table")) + read_until(child, "Code of the table: ")
    code = child.stdout.readline().strip()
    assert links_of(shown_now) == [f"{home}/{code}"]
    assert read(shown(blocks_of(shown_now), 0)) == [f"{home}/{code}"]
    assert json.loads((tmp_path / "serve.json").read_text())["table"] == code
    guest = Phone(home)
    assert guest.post(f"/{code}/join", seat="sam")[0] == 200
    with guest.open(f"/{code}/live?after=0"):
        read_until(child, "Connected: Bo\n")
        with Phone(home).open(f"/{code}/live?after=0"):
            read_until(child, "Connected: Bo; looking on: 1\n")
            child.send_signal(signal.SIGINT)
            code, out, err = finished(child)
    assert (code, out.strip(), err) == (0, ENDS.strip(), "")


def test_behind_a_proxy(process, new):
    """The public address is shown, and taken from the proxy as host and origin; another one is not."""
    id, public = new(), "https://tracker.example.org"
    _, told = begun(process, id, "--address", f"{public}/")
    assert links_of(told)[0] == f"{public}/{id}"
    assert read(shown(blocks_of(told), 0)) == [f"{public}/{id}"]
    key = KEY.search(told).group(2)
    assert f"  {public}/?key={key}\n" in told
    home = f"http://127.0.0.1:{KEY.search(told).group(1)}"
    proxied = {"Host": "tracker.example.org", "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.9"}
    phone = Phone(home, Origin=public, **proxied)
    assert f"{public}/{id}" in phone.get(f"/{id}")[1]
    assert phone.last(f"/{id}/join", b"seat=sam") == 303
    assert Phone(home, Origin="https://evil.example.org", **proxied).last(f"/{id}/join", b"seat=sam") == 403
    assert Phone(home, Host="evil.example.org").last(f"/{id}") == 421


def test_killed_and_started_again(process, new, tmp_path):
    """The same table and the same key."""
    id = new()
    first, told = begun(process, id)
    first.kill()
    first.wait()
    _, told_again = begun(process)
    assert links_of(told_again)[0].endswith(f"/{id}")
    assert KEY.search(told_again).group(2) == KEY.search(told).group(2)
    assert json.loads((tmp_path / "serve.json").read_text())["table"] == id
    assert Phone(links_of(told_again)[0]).get("")[0] == 200


def test_nobody_else_is_let_in_unless_asked(process):
    """Without --lan it listens on this machine's own address only."""
    for words, host in (((), "127.0.0.1"), (("--lan",), "0.0.0.0")):
        child, told = begun(process, *words)
        port = int(KEY.search(told).group(1))
        rows = Path(f"/proc/{child.pid}/net/tcp").read_text().splitlines()
        listening = {row.split()[1] for row in rows if row.split()[3] == "0A"}
        number = int.from_bytes(socket.inet_aton(host), sys.byteorder)
        assert f"{number:08X}:{port:04X}" in listening
        child.kill()


@pytest.mark.parametrize("columns", [80, 36])
def test_in_a_terminal(tmp_path, new, columns):
    """Colours of its own where there is room for the code, read back from what arrives; else the address."""
    id = new()
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "TERM": "xterm-256color"}
    environment.pop("COLUMNS", None)
    child = subprocess.Popen(
        [sys.executable, "-m", "companion", "serve", id, "--port", "0"],
        cwd=tmp_path,
        env=environment,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    told = b""
    with contextlib.suppress(OSError):  # how the other end is closed
        while READY.strip().encode() not in told:
            told += os.read(ours, 4096)
    child.send_signal(signal.SIGINT)
    with contextlib.suppress(OSError):
        while os.read(ours, 4096):
            pass
    os.close(ours)
    assert child.wait(30) == 0
    text = told.decode()
    assert f"/{id}\x1b[0m" in text
    found = [read(shown(blocks_of(text), ground), try_invert=False) for ground in (0, 255) if columns == 80]
    assert all(len(codes) == 1 and codes[0].endswith(f"/{id}") for codes in found)
    assert bool(blocks_of(text)) == (columns == 80)
