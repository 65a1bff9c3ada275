"""companion serve as a process: it answers, goes on after a crash, ends calmly."""

import contextlib
import fcntl
import json
import os
import pty
import signal
import socket
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from companion.web.server.dispatcher import owner_of
from companion.words.wording import Voice
from tests.cli.processes import PATIENCE, finished, read_until
from tests.cli.terminal import ENDS, KEY, READY, Phone, blocks_of, links_of
from tests.ports import own_port
from tests.web.codes import read, shown

ROOT = Path(__file__).parents[2]
QUICK = "tests.cli.quick_start"
NIGHT = pytest.mark.tier("exhaustive")


def begun(process, *words: object, module: str = QUICK) -> tuple[subprocess.Popen[str], str]:
    """A server on a free port, and what it printed."""
    child = process("serve", "--port", 0, *words, module=module)
    return child, read_until(child, READY)


def listens(child: subprocess.Popen[str], host: str, port: int) -> bool:
    """That process has a door at that address."""
    rows = Path(f"/proc/{child.pid}/net/tcp").read_text().splitlines()
    number = int.from_bytes(socket.inet_aton(host), sys.byteorder)
    return f"{number:08X}:{port:04X}" in {row.split()[1] for row in rows if row.split()[3] == "0A"}


@pytest.mark.parametrize("number", [pytest.param(signal.SIGINT, marks=NIGHT), signal.SIGTERM])
def test_the_server_ends_with_one_line_and_exit_code_0(process, number):
    """One line, exit code 0, also while somebody is connected; this one lets all the network in."""
    child, told = begun(process, "--lan", "--name", "")
    port = int(KEY.search(told).group(1))
    assert listens(child, "0.0.0.0", port)
    with socket.create_connection(("127.0.0.1", port)) as phone:
        phone.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert phone.recv(12) == b"HTTP/1.1 200"
        child.send_signal(number)
        assert finished(child) == (0, ENDS, "")


@pytest.mark.tier("exhaustive")
def test_a_table_is_started_in_the_browser(process, tmp_path, exhaustive):
    """With the owner's link, whose code is on no page of the table and works once; the terminal shows the table with
    its code, which answers on this machine's own address only, the owner's next link, who comes and who goes.
    """
    child, told = begun(process, module="companion" if exhaustive else QUICK)
    port, once = KEY.search(told).groups()
    assert listens(child, "127.0.0.1", int(port))
    home = f"http://127.0.0.1:{port}"
    owner = Phone(home)
    status, page = owner.get(f"/?owner={once}")
    assert (status, 'action="/new"' in page) == (200, True)
    assert Phone(home).last(f"/?owner={once}") == 403
    assert 'action="/new"' in owner.get(f"/?owner={once}")[1]  # opened again
    told = read_until(child, "/?owner=") + child.stdout.readline()
    assert Voice("en").say("serve.owner_next") in told
    assert Phone(home).last(f"/?owner={told.rstrip()[-22:]}") == 303
    fields = {"game": "dice", "name.0": "Ania", "seat.0": "frodo", "name.1": "Bo", "seat.1": "sam"}
    status, _ = owner.post("/new", **fields)
    assert status == 200
    shown_now = read_until(child, Voice("en").say("serve.new_table")) + read_until(child, "Code of the table: ")
    code = child.stdout.readline().strip()
    assert links_of(shown_now) == [f"{home}/{code}"]
    assert read(shown(blocks_of(shown_now), 0)) == [f"{home}/{code}"]
    assert json.loads((tmp_path / "serve.json").read_text())["table"] == code
    status, page = Phone(home).get(f"/{code}")
    assert (status, code in page, once in page) == (200, True, False)
    guest = Phone(home)
    assert guest.post(f"/{code}/join", seat="sam")[0] == 200
    with guest.open(f"/{code}/live?after=0"):
        read_until(child, "Connected: Bo\n")
        with Phone(home).open(f"/{code}/live?after=0"):
            read_until(child, "Connected: Bo; 1 person looking on\n")
            child.send_signal(signal.SIGINT)
            code, out, err = finished(child)
    assert (code, out.strip(), err) == (0, ENDS.strip(), "")
    assert not list(tmp_path.glob("serve-*.code"))


def test_behind_a_proxy(process, new):
    """The public address is shown, and taken from the proxy as host and origin; another one is not."""
    id, public = new(), "https://tracker.example.org"
    _, told = begun(process, id, "--address", f"{public}/")
    assert links_of(told)[0] == f"{public}/{id}"
    assert read(shown(blocks_of(told), 0)) == [f"{public}/{id}"]
    once = KEY.search(told).group(2)
    assert f"  {public}/?owner={once}\n" in told
    home = f"http://127.0.0.1:{KEY.search(told).group(1)}"
    proxied = {"Host": "tracker.example.org", "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.9"}
    phone = Phone(home, Origin=public, **proxied)
    assert f"{public}/{id}" in phone.get(f"/{id}")[1]
    assert phone.last(f"/{id}/join", b"seat=sam") == 303
    assert Phone(home, Origin="https://evil.example.org", **proxied).last(f"/{id}/join", b"seat=sam") == 403
    assert Phone(home, Host="evil.example.org").last(f"/{id}") == 421


def test_killed_and_started_again(process, new, tmp_path):
    """The same table; who was owner still is, and a link that nobody used is worth nothing."""
    id = new()
    first, told = begun(process, id, "--port", own_port())
    port, once = KEY.search(told).groups()
    owner = Phone(f"http://127.0.0.1:{port}")
    assert owner.get(f"/?owner={once}")[0] == 200
    unused = (read_until(first, "/?owner=") + first.stdout.readline()).rstrip()[-22:]
    first.kill()
    first.wait()
    second = process("serve", "--port", port, module=QUICK)
    told_again = read_until(second, READY)
    assert links_of(told_again)[0].endswith(f"/{id}")
    assert 'action="/new"' in owner.get("/")[1]
    assert Phone(owner.home).last(f"/?owner={unused}") == 403
    assert Phone(owner.home).last(f"/?owner={KEY.search(told_again).group(2)}") == 303
    assert json.loads((tmp_path / "serve.json").read_text())["table"] == id
    assert Phone(links_of(told_again)[0]).get("")[0] == 200


@pytest.mark.parametrize("columns", [80, pytest.param(36, marks=NIGHT)])
def test_the_terminal_shows_a_code_that_can_be_scanned(tmp_path, new, columns):
    """Colours of its own where there is room for the code, read back from what arrives; else the address."""
    id = new()
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "TERM": "xterm-256color"}
    environment.pop("COLUMNS", None)
    child = subprocess.Popen(
        [sys.executable, "-m", QUICK, "serve", id, "--port", "0"],
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
    assert child.wait(PATIENCE) == 0
    text = told.decode()
    assert f"/{id}\x1b[0m" in text
    found = [read(shown(blocks_of(text), ground), try_invert=False) for ground in (0, 255) if columns == 80]
    assert all(len(codes) == 1 and codes[0].endswith(f"/{id}") for codes in found)
    assert bool(blocks_of(text)) == (columns == 80)


@pytest.mark.tier("exhaustive")
def test_two_processes_answer_for_all_tables_also_after_one_was_killed(process, new):
    """The owner's link counts once at any of them; a stream tells what another process wrote; the end is one line."""
    ids = [new()]
    while len({owner_of(f"/{id}", 2) for id in ids}) < 2:
        ids.append(new())
    child, told = begun(process, ids[0], "--workers", 2)
    port, once = KEY.search(told).groups()
    home = f"http://127.0.0.1:{port}"
    owner = Phone(home)
    assert 'action="/new"' in owner.get(f"/?owner={once}")[1]
    assert Phone(home).last(f"/?owner={once}") == 403
    guest = Phone(home)
    for id in ids:
        assert guest.post(f"/{id}/join", seat="sam")[0] == 200
        with guest.open(f"/{id}/live?after=0") as stream:
            assert stream.readline()
    workers = [pid for pid in children_of(child.pid) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    assert len(workers) == 2
    os.kill(workers[0], signal.SIGKILL)
    for id in ids:
        assert 'data-me="sam"' in guest.get(f"/{id}")[1]
    child.send_signal(signal.SIGTERM)
    code, out, err = finished(child)
    assert code == 0
    assert out.endswith(ENDS)
    assert Voice("en").say("serve.worker_ended") in err


def children_of(process: int) -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
