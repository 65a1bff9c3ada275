"""An evening at the table without a browser: whole games, two servers and a command line on one store, a server that is
killed, a disk that is full.
"""

import itertools
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPException
from pathlib import Path

import pytest

from companion import games, stores
from companion.content.load import load
from companion.core.errors import StoreError
from companion.play.journal import journal
from companion.play.journal.entries.remarks import Note
from companion.play.journal.session import open_session
from companion.play.journal.store import SqliteStore
from companion.play.report.verify import verify_journal
from companion.web.table.table_actions import TRIES
from tests.ports import own_port
from tests.stores.conftest import cluster, new_database  # noqa: F401
from tests.tiers import sample
from tests.web.serving import NO_LIMITS, Phone, Server, begin

FIVE = "r,o,w,g,n"
ROOT = Path(__file__).parents[2]


def lines_of(where, code):
    """The journal as it stands in the store."""
    store = stores.open_store(str(where))
    try:
        return store.since(code).lines
    finally:
        store.close()


def judged(where, code):
    """The types of the entries of a journal that holds."""
    return [entry.type for entry in verify_journal(lines_of(where, code), games.get, load).replay.entries]


def at_once(*calls):
    """What each call answers, all made at the same time."""
    gate = threading.Barrier(len(calls))

    def call(one):
        gate.wait()
        return one()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(call, calls))


def until(stream, seq):
    """The table event that brings entry `seq` or a later one."""
    end = time.monotonic() + 60
    for event in stream.events():
        if event.event == "table" and event.id >= seq:
            return event
        assert time.monotonic() < end
    raise AssertionError("the stream ended")


# --- a whole game ----------------------------------------------------------------------------------------------------


def test_four_phones_play_a_dice_game_to_the_end(server, store, path):
    """Four phones play to the end; then the result says who won to each in its language, and all of it holds."""
    chance = random.Random("an evening")
    owner = server.phone()
    owner.get(server.link())
    form = {"game": "dice", "variant": "advanced", "option.squares": "3"}
    for place, seat in enumerate(SEATS):
        form |= {f"name.{place}": NAMES[place], f"seat.{place}": seat}
    code = owner.post("/new", form).headers["location"][1:]
    phones = [server.phone(lang).join(code, seat) for lang, seat in zip(LANGS, SEATS, strict=True)]
    watcher = server.phone()
    with watcher.stream(code) as stream:
        session = open_session(store, code, games.get, load)
        game, replay, seq, moves = session.game, session.replay, 4, 0
        while not replay.ended:
            state = replay.state
            seat = game.rules.pending(state).seats[0]
            legal = [action for action in game.rules.legal_actions(state) if action.seat == seat]
            words = game.words.command(state, chance.choice(legal))
            phone = phones[SEATS.index(seat)]
            answer = phone.send(f"/{code}/do", do=words, seen=seq)
            assert answer.status == 200, (words, answer)
            seq, moves = answer.json["seq"], moves + 1
            assert moves < 600
            for line in watcher.get(f"/{code}/journal?from={replay.entries[-1].seq + 1}").text.splitlines():
                replay.feed(journal.read_entry(line, replay.entries[-1].seq + 1, replay.entries[-1].hash))
        event = until(stream, seq)
    assert event.data["seq"] == seq
    assert judged(path, code)[-1] == "end"
    outcome = game.rules.outcome(replay.state)
    names = {seat["id"]: seat["name"] for seat in replay.header["seats"]}
    for phone in phones:
        page = phone.get(f"/{code}/result").text
        assert f'lang="{phone.lang}"' in page
        assert all(names[winner] in page for winner in outcome.winners)
        assert 'class="verdict good"' in page
        assert phone.get(f"/{code}").status == 200
    assert phones[0].do(code, "roll").json["refusal"]["code"] == "game_over"
    assert phones[0].do(code, "undo").status in (200, 422)


NAMES = ["Ania", "Łukasz", "Пётр", "Соломія"]
LANGS = ["en", "pl", "ru", "uk"]
SEATS = ["frodo", "sam", "merry", "pippin"]


def test_the_journal_on_the_phone_is_the_stores(server, seated, store, code):
    """Line by line, from any number on, and as a file with a name of its own; every line of it is checked."""
    (frodo,) = seated("frodo")
    frodo.do(code, "roll")
    frodo.do(code, "note", text="Zażółć gęślą jaźń \U0001f9d9")
    lines = store.since(code).lines
    for start in range(5):
        answer = server.phone().get(f"/{code}/journal?from={start}")
        assert answer.text == "".join(f"{line}\n" for line in lines[start:])
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    whole = frodo.get(f"/{code}/journal.jsonl")
    assert whole.text.splitlines() == lines
    assert whole.headers["content-disposition"] == f'attachment; filename="companion-dice-{code}.jsonl"'
    verify_journal(whole.text.split("\n")[:-1], games.get, load)


# --- two servers and the command line --------------------------------------------------------------------------------


@pytest.fixture(params=["sqlite", "postgres"])
def where(request, tmp_path):
    """A new file, a new database."""
    if request.param == "postgres":
        return new_database(request.getfixturevalue("cluster"))
    return str(tmp_path / "sessions.sqlite")


@pytest.fixture
def pair(where):
    """Two servers over the same store, and the store."""
    store = stores.open_store(where)
    servers = [Server(lambda: stores.open_store(where)) for _ in range(2)]
    yield servers, store
    for server in servers:
        server.stop()
    store.close()


def command(where, *words):
    """`companion ...` in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COMPANION_STORE": where, "COMPANION_LANG": "en"}
    done = subprocess.run(
        [sys.executable, "-m", "companion", *words], env=environment, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def test_two_servers_and_a_command(pair, where):
    """What one of them wrote comes to the phones of the other; seats are known to both."""
    (one, two), store = pair
    code = begin(store, "frodo", "sam")
    frodo = one.phone().join(code, "frodo")
    sam = two.phone().join(code, "sam")
    with frodo.stream(code, 2) as here, sam.stream(code, 2) as there:
        for stream in (here, there):
            stream.next("people")
        assert frodo.do(code, "roll", seen=2, rolled=FIVE).status == 200
        assert until(there, 3).data["said"][-1]["seq"] == 3
        assert sam.do(code, "note", text="well").status == 200
        assert until(here, 4).id == 4
        assert command(where, "do", code, "keep", "dice=green")[0] == 0
        assert until(here, 5).id == until(there, 5).id == 5
        frodo.port = two.port  # the phone comes to the other server: its seat is known there
        assert frodo.do(code, "roll", seen=5).status == 200
        assert until(here, 6).id == 6
    assert judged(where, code) == ["header", "join", "join", "roll", "note", "keep", "roll"]


def beside(server, phone):
    """The same browser, whose requests a proxy takes to that server."""
    again = server.phone()
    again.cookies, again.seen = dict(phone.cookies), phone.seen
    return again


def test_races_between_two_servers(pair, where):
    """The same seat, other dice: one wins, the other is told; the same wish counts once; notes all come through."""
    (one, two), store = pair
    code = begin(store, "frodo", "sam")
    frodo = one.phone().join(code, "frodo")
    again = beside(two, frodo)
    seq = 1
    for _ in range(4):
        answer = frodo.do(code, "roll", seen=seq, rolled=FIVE)
        seq = answer.json["seq"]
        answers = at_once(
            partial(frodo.do, code, "keep", seen=seq, dice="black,green"),
            partial(again.do, code, "keep", seen=seq, dice="yellow,green"),
        )
        assert sorted(got.status for got in answers) == [200, 409]
        lines = lines_of(where, code)
        assert len(lines) == seq + 2
        seq = frodo.do(code, "undo", seen=seq + 1).json["seq"]
        answers = at_once(
            partial(frodo.do, code, "keep", seen=seq, dice="green"),
            partial(again.do, code, "keep", seen=seq, dice="green"),
        )
        assert [got.status for got in answers] == [200, 200]
        seq += 1
        assert len(lines_of(where, code)) == seq + 1
        assert again.do(code, "propose", seen=seq, to=0).status == 200
        assert again.do(code, "agree").status == 200  # Sam has no phone: asked aloud
        seq = len(lines_of(where, code)) - 1
    each = TRIES - 2  # one try is lost to what a server has not heard yet, one for each note of the other's
    answers = at_once(
        *[
            partial(phone.do, code, "note", text=f"note {n} {phone.port}")
            for n in range(each)
            for phone in (frodo, again)
        ]
    )
    assert [got.status for got in answers] == [200] * 2 * each
    assert judged(where, code)[-2 * each :] == ["note"] * 2 * each


def test_two_servers_draw_one_link_once(pair, where):
    """Both roll at once: the dice of one count, the link is used once, and the other is told the same result."""
    (one, two), store = pair
    for _ in range(3):
        code = begin(store, "frodo", "sam")
        frodo = one.phone().join(code, "frodo")
        again = beside(two, frodo)
        answers = at_once(partial(frodo.do, code, "roll", seen=1), partial(again.do, code, "roll", seen=1))
        assert [got.status for got in answers] == [200, 200]
        assert answers[0].json == answers[1].json
        assert judged(where, code) == ["header", "join", "roll"]


def test_a_seat_is_taken_once_on_two_servers(pair, where):
    """Two strangers at two servers want the same seat at once."""
    (one, two), store = pair
    code = begin(store, *SEATS)
    for seat in SEATS:
        answers = at_once(*[partial(server.phone().send, f"/{code}/join", seat=seat) for server in (one, two)])
        assert sorted(got.status for got in answers) == [200, 422]
        assert {got.json.get("refusal", {}).get("rule") for got in answers} == {None, "TB-SEAT-2"}
    assert judged(where, code) == ["header", *["join"] * 4]


# --- killed ----------------------------------------------------------------------------------------------------------


class Process:
    """`companion serve` in a process of its own."""

    def __init__(self, where, port=0):
        port = port or own_port()
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(Path(where).parent / "data")}
        self.port = port
        self.child = subprocess.Popen(
            [sys.executable, "-m", "companion", "serve", "--store", str(where), "--port", str(port)],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=Path(where).parent,
        )
        end = time.monotonic() + 240
        while True:
            try:
                assert Phone(port).get("/icon.svg").status == 200
                return
            except (OSError, HTTPException):  # a call to a port nobody listens at may even reach itself
                assert self.child.poll() is None
                assert time.monotonic() < end
                time.sleep(0.02)

    def kill(self):
        self.child.send_signal(signal.SIGKILL)
        self.child.wait()


@pytest.mark.tier("exhaustive")
def test_killed_in_a_hail_of_actions(path, store):
    """SIGKILL while several write: what was acknowledged is there, once, and the phones go on with their cookies."""
    codes = [begin(store, "frodo", "sam") for _ in range(2)]
    server = Process(path)
    try:
        phones = [[Phone(server.port).join(code, seat) for seat in ("frodo", "sam")] for code in codes]
        told = [[] for _ in range(4)]
        going = threading.Barrier(5)

        def hail(number):
            code, phone = codes[number // 2], phones[number // 2][number % 2]
            for count in range(100_000):
                text = f"{number} {count}"
                try:
                    answer = phone.do(code, "note", text=text)
                except (OSError, HTTPException):
                    return
                if answer.status == 429:  # told to wait: all phones here have one address
                    continue
                assert answer.status == 200, answer
                told[number].append(text)
                if count == 5:
                    going.wait(60)

        threads = [threading.Thread(target=hail, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        going.wait(60)
        time.sleep(0.05)  # into the middle of it
        server.kill()
        for thread in threads:
            thread.join()
        port = server.port
        server = Process(path, port)
        for number, code in enumerate(codes):
            assert set(judged(path, code)) == {"header", "join", "note"}
            texts = re.findall(r'"text":"(\d+ \d+)"', "\n".join(lines_of(path, code)))
            assert len(texts) == len(set(texts))
            for mine in (2 * number, 2 * number + 1):
                assert set(told[mine]) <= set(texts)
                assert len([text for text in texts if text.startswith(f"{mine} ")]) - len(told[mine]) in (0, 1)
            frodo, sam = phones[number]
            frodo.port = sam.port = server.port
            seq = len(lines_of(path, code)) - 1
            assert frodo.do(code, "roll", seen=seq, rolled=FIVE).json["seq"] == seq + 1
            assert sam.do(code, "note", text="we are back").status == 200
            assert 'data-seq="' + str(seq + 2) in frodo.get(f"/{code}").text
    finally:
        server.kill()


# --- a full disk -----------------------------------------------------------------------------------------------------


@pytest.fixture
def disk(path, store, monkeypatch):
    """A store with little room: `disk.fill()`, `disk.clear()` change how many pages the file may have."""

    class Disk:
        full = False

        def fill(self):
            self.full = True

        def clear(self):
            self.full = False

    made = Disk()
    real = SqliteStore.append_all

    def append_all(self, appends):
        (pages,) = self._db.execute("PRAGMA page_count").fetchone()
        self._db.execute(f"PRAGMA max_page_count = {pages if made.full else 1 << 30}")
        return real(self, appends)

    monkeypatch.setattr(SqliteStore, "append_all", append_all)
    return made


@pytest.mark.parametrize("lang", sample(LANGS, "uk"))
def test_a_full_disk_is_503_and_writes_nothing(path, store, code, disk, lang):
    """503 with a sentence in the phone's language, nothing written and nothing shown; with room it goes on."""
    server = Server(lambda: SqliteStore(path), NO_LIMITS)
    try:
        frodo = server.phone(lang).join(code, "frodo")
        watcher = server.phone(lang)
        with watcher.stream(code, 1) as stream:
            stream.next("people")
            disk.fill()
            before = 0
            for count in range(200):  # until the last page is full
                answer = frodo.do(code, "note", text="x" * 480 + str(count))
                if answer.status != 200:
                    break
                before += 1
            assert answer.status == 503
            said = answer.json["error"]
            assert len(said) > 20
            assert (lang == "en") == bool(re.search(r"\b(the|full|disk)\b", said))
            page = frodo.post(f"/{code}/do", {"type": "note", "text": "y" * 480})
            assert (page.status, f'lang="{lang}"' in page.text) == (503, True)
            assert frodo.get(f"/{code}").status == 200
            assert len(store.since(code).lines) == before + 2
            disk.clear()
            seq = before + 1
            assert frodo.do(code, "roll", seen=seq).json["seq"] == seq + 1
            assert until(stream, seq + 1).id == seq + 1
        assert judged(path, code) == ["header", "join", *["note"] * before, "roll"]
    finally:
        server.stop()


def test_a_disk_that_is_full_when_somebody_joins(path, store, code, disk, server):
    """The seat is not taken, and can be taken later."""
    phone = server.phone()
    phone.get(f"/{code}")
    disk.fill()
    steps = itertools.cycle(["join", "leave"])
    step = next(step for step in steps if phone.send(f"/{code}/{step}", seat="frodo").status == 503)
    assert phone.get(f"/{code}/invite").status == (403 if step == "join" else 200)
    assert phone.send(f"/{code}/{step}", seat="frodo").status == 503
    disk.clear()
    assert phone.send(f"/{code}/{step}", seat="frodo").status == 200
    assert phone.get(f"/{code}/invite").status == (200 if step == "join" else 403)
    assert judged(path, code)[-1] == step


def test_a_table_cannot_be_begun_on_a_full_disk(server, path, store, monkeypatch):
    """The owner is told; nothing half made is left."""
    owner = server.phone("uk")
    owner.get(server.link())
    real, before = SqliteStore.create, store.list()

    def create(self, *arguments):
        (pages,) = self._db.execute("PRAGMA page_count").fetchone()
        self._db.execute(f"PRAGMA max_page_count = {pages}")
        real(self, *(arguments[:3]), [*arguments[3], "x" * 100_000], arguments[4])

    form = {"game": "dice", "name.0": "A", "seat.0": "frodo", "name.1": "B", "seat.1": "sam"}
    with monkeypatch.context() as full:
        full.setattr(SqliteStore, "create", create)
        answer = owner.post("/new", form)
    assert (answer.status, 'lang="uk"' in answer.text) == (503, True)
    assert store.list() == before


# --- a store that fails ----------------------------------------------------------------------------------------------


def test_a_fault_in_the_writer_is_no_silence(seated, code, path, monkeypatch):
    """Whatever goes wrong while an entry is written: who asked is told, and the next one is written."""
    (frodo,) = seated("frodo")

    def fault(*_):
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(SqliteStore, "append_all", fault)
        assert frodo.do(code, "note", text="lost").status == 500
    assert frodo.do(code, "note", text="kept").status == 200
    assert judged(path, code) == ["header", "join", "note"]


def test_a_store_that_is_locked(seated, code, path, monkeypatch):
    """Another program holds the file for too long: 503 in words, and then it goes on."""
    (frodo,) = seated("frodo")
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    real = SqliteStore.append_all

    def impatient(self, appends):
        self._db.execute("PRAGMA busy_timeout = 10")
        return real(self, appends)

    monkeypatch.setattr(SqliteStore, "append_all", impatient)
    answer = frodo.do(code, "roll", seen=1, rolled=FIVE)
    assert (answer.status, len(answer.json["error"]) > 20) == (503, True)
    assert frodo.get(f"/{code}").status == 200
    holder.execute("ROLLBACK")
    holder.close()
    assert frodo.do(code, "roll", seen=1, rolled=FIVE).json["seq"] == 2


def test_a_store_that_opens_late_is_listened_to(path, store, code):
    """The store could not be opened to listen at first: what another process writes is heard nevertheless."""
    failed = []

    def open():
        if threading.current_thread().name == "listener" and not failed:
            failed.append(True)
            raise StoreError("store_busy", path="x", reason="x")
        return SqliteStore(path)

    server = Server(open)
    try:
        with server.phone().stream(code) as stream:
            stream.next("people")
            assert failed
            open_session(store, code, games.get, load).keep(
                open_session(store, code, games.get, load).plan(Note("from elsewhere"))
            )
            assert until(stream, 1).id == 1
    finally:
        server.stop()
