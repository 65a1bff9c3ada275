"""The log in pages, and that whoever reads it, or has the journal checked, keeps nobody from playing."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion import games
from companion.content.load import load
from companion.play.journal import journal
from companion.play.journal.entries.remarks import Note
from companion.play.journal.session import Session
from companion.web import app
from companion.web.page import templates
from companion.web.result import results
from companion.web.server.request_guard import Limits
from companion.web.table import board
from tests.web.guards import Clock, ask, guard_of
from tests.web.serving import Server, stored

FIVE = "r,o,w,g,n"
READERS = 20


@pytest.fixture
def long(store):
    """`long(230)`: the code of a table with so many entries behind the header."""

    def grown(number):
        content, game = load("dice"), games.get("dice")
        header = game.rules.header(content, ["Ania:frodo", "Bo:sam"], None, {}, None)
        session = Session.create(game, content, {**header, "lang": "en"})
        for seq in range(number):
            session.keep(session.plan(Note(f"note {seq + 1}.")))
        lines = [entry.line for entry in session.replay.entries]
        store.create(session.id, "dice", session.clock(), lines, bytes(32))
        return session.id

    return grown


def numbers(page):
    """Numbers of the entries that a page shows, in its order."""
    return [int(found) for found in re.findall(r'<a class="no"[^>]*>(\d+)</a>', page.text)]


def link(page, rel):
    """Where the page leads to."""
    found = re.search(rf'<a class="button" href="([^"]+)" rel="{rel}">', page.text)
    return found and found[1]


# --- pages -----------------------------------------------------------------------------------------------------------


def test_the_log_opens_at_its_newest_hundred(server, long):
    """Earlier entries are a link away, each on one page only, and the way back leads to the newest again."""
    code, phone = long(230), server.phone()
    page = phone.get(f"/{code}/log")
    assert numbers(page) == list(range(131, 231))
    assert "note 230." in page.text
    assert link(page, "next") is None
    seen = numbers(page)
    pages = 1
    while earlier := link(page, "prev"):
        page = phone.get(earlier)
        seen = numbers(page) + seen
        pages += 1
    assert (pages, seen) == (3, list(range(1, 231)))
    assert numbers(page) == list(range(1, 31))
    while later := link(page, "next"):
        page = phone.get(later)
        pages -= 1
    assert (pages, later, numbers(page)[-1]) == (1, None, 230)


def test_a_short_log_is_one_page(server, long):
    """Without links to others; a table where nothing has happened has an empty one."""
    page = server.phone().get(f"/{long(0)}/log")
    assert (page.status, numbers(page), link(page, "prev"), link(page, "next")) == (200, [], None, None)
    page = server.phone().get(f"/{long(100)}/log")
    assert (numbers(page), link(page, "prev"), link(page, "next")) == (list(range(1, 101)), None, None)
    assert link(server.phone().get(f"/{long(101)}/log"), "prev") is not None


def test_a_page_that_is_not_there_is_the_newest(server, long):
    """Before nothing, before what has not happened, before words."""
    code, phone = long(120), server.phone()
    for before in ("", "0", "1", "121", "999999999", "-5", "x", "1.5", "%D9%A3"):
        assert numbers(phone.get(f"/{code}/log?before={before}"))[-1] == 120, before
    for last in (1, 49, 99, 100):
        assert numbers(phone.get(f"/{code}/log?before={last + 1}")) == list(range(1, last + 1))


def test_a_page_of_the_log_in_another_language_is_the_same_page(server, long):
    """Its links to the other languages keep its place; its numbers are in its words."""
    code = long(230)
    page = server.phone("pl").get(f"/{code}/log?before=131")
    assert f'href="/{code}/log?before=131&amp;lang=uk"' in page.text or f"/{code}/log?before=131&lang=uk" in page.text
    assert "Wpisy od 31 do 130 z 230" in page.text


def test_a_new_entry_is_on_the_page_at_once(server, seated, code):
    """Also on one that was asked for before; the code of the journal is that of the newest entry."""
    (frodo,) = seated("frodo")
    assert numbers(frodo.get(f"/{code}/log")) == [1]
    head = frodo.do(code, "note", text="tea").json["head"]
    page = frodo.get(f"/{code}/log")
    assert numbers(page) == [1, 2]
    assert journal.head_code(head) in page.text


def test_each_entry_is_put_into_words_once(server, long, monkeypatch):
    """For all who read one language; after a new entry only that one is."""
    told = []
    real = board.log_rows
    monkeypatch.setattr(board, "log_rows", lambda step, *rest: told.append(step.entry.seq) or real(step, *rest))
    code, phone = long(230), server.phone()
    phone.get(f"/{code}/log")
    server.phone().get(f"/{code}/log")
    assert sorted(told) == list(range(131, 231))
    told.clear()
    assert server.phone("uk").get(f"/{code}/log").status == 200
    assert len(told) == 100
    frodo = server.phone().join(code, "frodo")
    told.clear()
    assert numbers(frodo.get(f"/{code}/log")) == list(range(132, 232))
    assert told == [231]


# --- beside the game -------------------------------------------------------------------------------------------------


def test_many_readers_of_a_log_are_one_rendering(server, long, monkeypatch):
    """Twenty ask at once: the page is made once, and all are answered."""
    made = []
    real = templates.render

    def render(name, *rest, **values):
        if name == "log.html":
            made.append(name)
        return real(name, *rest, **values)

    monkeypatch.setattr(templates, "render", render)
    code = long(400)
    with ThreadPoolExecutor(READERS) as pool:
        answers = list(pool.map(lambda _: server.phone().get(f"/{code}/log"), range(READERS)))
    assert {(answer.status, numbers(answer)[0]) for answer in answers} == {(200, 301)}
    assert len(made) == 1


class Held:
    """A function that waits from the first right call on until it is let go."""

    def __init__(self, monkeypatch, module, name, right=lambda *_: True):
        self.calls, self._came, self._gate = [], threading.Event(), threading.Event()
        real = getattr(module, name)

        def wait(*given, **more):
            if right(*given):
                self.calls.append(given)
                self._came.set()
                assert self._gate.wait(60)
            return real(*given, **more)

        monkeypatch.setattr(module, name, wait)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._gate.set()

    def come(self):
        """Waits until it is called."""
        assert self._came.wait(60)


def test_a_log_that_takes_long_keeps_nobody_waiting(server, long, monkeypatch):
    """While the first entries of a long log are put into words another phone acts and sees what it did."""
    code = long(90)
    frodo = server.phone().join(code, "frodo")
    telling = Held(monkeypatch, board, "log_rows", lambda step, *_: step.entry.seq == 2)
    with ThreadPoolExecutor(READERS) as pool:
        with telling:
            readers = [pool.submit(server.phone().get, f"/{code}/log") for _ in range(READERS)]
            telling.come()
            assert frodo.do(code, "roll", seen=91, rolled=FIVE).status == 200
            assert frodo.get(f"/{code}/now?after=91").json["seq"] == 92
            assert not any(reader.done() for reader in readers)
        assert {reader.result().status for reader in readers} == {200}


def test_many_readers_of_a_result_are_one_check(server, long, monkeypatch):
    """Twenty ask while the journal is being checked: no journal is checked twice, and another phone acts meanwhile."""
    code = long(90)
    frodo = server.phone().join(code, "frodo")
    checking = Held(monkeypatch, results, "verify_journal")
    with ThreadPoolExecutor(READERS) as pool:
        with checking:
            readers = [pool.submit(server.phone().get, f"/{code}/result") for _ in range(READERS)]
            checking.come()
            assert frodo.do(code, "note", text="tea").status == 200
            assert not any(reader.done() for reader in readers)
        assert {reader.result().status for reader in readers} == {200}
    checked = [tuple(lines) for lines, *_ in checking.calls]
    assert len(checked) == len(set(checked)) <= 2  # whoever asks late sees the note too


# --- the journal in parts --------------------------------------------------------------------------------------------


def test_a_phone_is_sent_only_so_much_of_a_journal_at_once(server, long, path):
    """It asks on from where it is; the export is whole."""
    code, phone = long(1_100), server.phone()
    lines = [entry.line for entry in stored(path, code).replay.entries]
    got = []
    while part := phone.get(f"/{code}/journal?from={len(got)}").text.splitlines():
        assert len(part) <= 500
        got += part
    assert got == lines
    assert phone.get(f"/{code}/journal.jsonl").text.splitlines() == lines


# --- what it costs ---------------------------------------------------------------------------------------------------


def test_dear_pages_count_more(path, store, code):
    """Whoever asks for result after result is told to wait long before one who asks for a file as often."""
    server = Server(lambda: type(store)(path), Limits(rate=1, burst=120, joins=None))
    try:
        phone = server.phone()

        def answered(address):
            statuses = [phone.get(address).status for _ in range(60)]
            assert set(statuses) <= {200, 429}
            return statuses.count(200)

        assert 120 // app.COSTS["/result"] <= answered(f"/{code}/result") < 15
        assert answered("/icon.svg") <= 30
    finally:
        server.stop()


def test_a_phone_that_plays_never_has_to_wait():
    """An evening of a quick player: pages with their files, a move a second, the log now and then, every result."""
    clock = Clock()
    guard = guard_of(limits=Limits(), clock=clock, cost=lambda path: app.COSTS.get(path[7:], 1))
    files = ["/static/tracker.css", "/static/tracker.js", "/static/proof.js", "/sw.js", "/icon.svg"]
    asked = []

    def load(address):
        asked.extend(ask(guard, url=url).status for url in (address, *files))

    load("/")
    load("/abcdef")
    for second in range(600):
        clock.now += 1
        asked.extend(ask(guard, url=f"/abcdef/{what}").status for what in ("do", "now", "journal", "live"))
        if second % 5 == 0:
            load("/abcdef/log")
        if second % 20 == 0:
            for address in ("/abcdef/result", "/abcdef/invite", "/abcdef", "/abcdef/journal.jsonl"):
                load(address)
    assert set(asked) == {200}
