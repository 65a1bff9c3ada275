"""Exact chances beside a decision: for who decides, from the count of `companion odds`, off where the table says."""

import asyncio
import random
import re
import time
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from functools import partial
from threading import Event
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from companion import games
from companion.content.load import load
from companion.play.game.bots import any_action
from companion.play.journal.session import Session, open_session
from companion.play.journal.store import SqliteStore
from companion.web.table import odds_counter
from companion.web.table.odds_counter import OddsCounter
from companion.web.table.tables import LiveTable
from tests.tiers import sample
from tests.walks import setups
from tests.web.serving import Server

LINES = {  # a table, what is decided there, and the line
    "move": ("wotr", "two-held", "Move the Fellowship: a tile "),
    "allocate": ("wotr", "two-held", "Dice in the hunt box"),
    "lose": ("wotr", "doom", "A companion at random: corruption "),
    "stand": ("wotr", "field", "If both fight on: the attacker wins "),
    "roll": ("fellowship", "standard-3", "The threat die: "),
    "show": ("fellowship", "standard-3", "The next story tile: progress "),
    "keep": ("dice", "basic-2", '<span data-ticked="">Which dice are best for Rivendell?'),
    "repeat": ("dice", "advanced-4", '<span data-ticked="">Which dice are best for Helm’s Deep?'),
    "ground": ("wotrcards", "extended-held", "The next battleground: "),
}


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("odds") / "sessions.sqlite"


@pytest.fixture(scope="module")
def server(path):
    found = Server(lambda: SqliteStore(path), counter=OddsCounter(partial(ThreadPoolExecutor, 1)))
    yield found
    found.stop()


def counted(phone, id):
    """The page, once its odds are counted."""
    end = time.monotonic() + 60
    while 'id="counting"' in (page := phone.get(f"/{id}").text):
        assert time.monotonic() < end
        time.sleep(0.01)
    return page


def until(session, type):
    """Random actions until that is offered; the seat, or nothing if the game is over before."""
    rng = random.Random(type)
    while legal := session.game.rules.legal(session.replay.state):
        if found := next((offer.seat for offer in legal if offer.type == type), ""):
            return found
        assert session.act(any_action(rng, session.replay.state, legal)).refusal is None
    return ""


@pytest.fixture
def table(path, server):
    """`table(type, **header)`: a random game up to where that is offered; the pages of who decides, of another seat."""

    def call(type, **more):
        id, label, _ = LINES[type]
        game, content, store = games.get(id), load(id), SqliteStore(path)
        header = {**game.rules.header(content, *setups(id).SETUPS[label]), "lang": "en", **more}
        sessions = (Session.create(game, content, header, store, bytes([seed] * 32)) for seed in range(20))
        session, decides = next(found for found in ((one, until(one, type)) for one in sessions) if found[1])
        other = next(seat for seat in session.replay.seats if seat != decides)
        pages = [counted(server.phone().join(session.id, seat), session.id) for seat in (decides, other)]
        store.close()
        return session, pages

    return call


@pytest.mark.parametrize("type", sample(LINES, "move", "show", "ground"))
def test_who_decides_sees_the_chances(table, type):
    """In one line, which unfolds; the others are not bothered with it."""
    _, (decides, other) = table(type)
    assert f"<summary>{LINES[type][2]}" in decides
    assert 'class="odds"' not in other


def test_they_are_those_of_the_command(table):
    """A move of the Fellowship: the chance of a tile is the one that `odds wotr hunt --session` tells."""
    session, (page, _) = table("move")
    question = session.game.odds.questions["hunt"]
    answer = question.answer(session.content, question.from_state(session.replay.state), {})
    drawn = next(table for table in answer.tables if table.code == "drawn")
    assert f"a tile {round(100 * drawn.rows[0].chance)}%" in page


def test_of_many_keeps_the_best_are_shown(server, path):
    """After the first roll of the advanced game there are up to 31: the best eight, and how many more there are."""
    game, content, store = games.get("dice"), load("dice"), SqliteStore(path)
    header = {**game.rules.header(content, *setups("dice").SETUPS["advanced-4"]), "lang": "en"}
    session = Session.create(game, content, header, store)
    phone = server.phone().join(session.id, session.replay.seats[0])
    assert phone.do(session.id, "roll", rolled="gandalf,weapon,ring,nazgul,orc").status == 200
    page = counted(phone, session.id).partition('class="odds"')[2].partition("</details>")[0]
    shown = [float(chance) for chance in re.findall(r"<td>([\d.]+)%", page)]
    assert shown == sorted(shown, reverse=True)
    (more,) = re.findall(r"and (\d+) other choices, none better", page)
    session = open_session(store, session.id, games.get, load)
    question = game.odds.questions["next"]
    compared = question.answer(content, question.from_state(session.replay.state), {}).tables
    every = [row for table in compared if table.code == "best_circle" for row in table.rows if row.chance]
    assert (len(shown), len(shown) + int(more)) == (8, len(every))
    store.close()


def test_a_table_may_want_advice_unasked(table):
    """Its header says so; then the best dice stand there, and what is ticked beside them."""
    page = table("keep", advice=True)[1][0]
    assert '<span class="best">Rivendell this turn: at best ' in page
    assert '<span class="best">Best for the win (' in page
    assert "Which dice are best" not in page


@pytest.mark.parametrize("type", LINES)
def test_a_table_may_do_without(table, type):
    """Its header says so; nothing is counted then."""
    assert 'class="odds"' not in "".join(table(type, odds=False)[1])


def test_the_form_of_a_new_table_asks(server, path):
    """Shown unless the box is cleared."""
    phone = server.owner()
    fields = {"game": "fellowship", "name.0": "Ania", "seat.0": "frodo", "name.1": "Bo", "seat.1": "sam"}
    for ticked, kept in (({"option.odds": "true"}, True), ({"option.odds": "false"}, False)):
        answer = phone.send("/new", **fields, **ticked)
        code = answer.headers["location"].rpartition("/")[2]
        store = SqliteStore(path)
        header = store.since(code, 0).lines[0]
        store.close()
        assert ('"odds":false' in header) == (not kept)


def begun(path, label="basic-2"):
    game, content, store = games.get("dice"), load("dice"), SqliteStore(path)
    header = {**game.rules.header(content, *setups("dice").SETUPS[label]), "lang": "en"}
    session = Session.create(game, content, header, store)
    store.close()
    return session


def fake(code, found, game=None, state=None, header=None):
    """A table that notes its odds."""
    game = game or SimpleNamespace(id="dice", rules=SimpleNamespace(dump=lambda state: code))
    session = SimpleNamespace(replay=SimpleNamespace(state=state, header=header))
    table = SimpleNamespace(code=code, session=session, game=game)
    table.record_odds = lambda _, odds: found.append((code, odds))
    table.report_odds_error = partial(LiveTable.report_odds_error, table)
    return table


class Held(ThreadPoolExecutor):
    """Counts nothing before it may."""

    def __init__(self):
        super().__init__(1)
        self.may = Event()

    def submit(self, work, /, *given):
        return super().submit(lambda: self.may.wait() and work(*given))


def test_the_page_comes_before_its_odds(path):
    """The line follows by the stream, and the next page has it."""
    held = Held()
    server = Server(lambda: SqliteStore(path), counter=OddsCounter(lambda: held))
    try:
        session = begun(path)
        phone = server.phone().join(session.id, session.replay.seats[0])
        page = phone.get(f"/{session.id}").text
        assert 'id="counting">Counting the chances …' in page
        assert 'class="odds"' not in page
        seq = int(re.search(r'data-seq="(\d+)"', page)[1])
        stream = phone.stream(session.id, after=seq)
        held.may.set()
        told = stream.next("odds").data
        stream.close()
        assert told["seq"] == seq
        assert '<section class="odds"' in told["html"]
        assert told["html"].strip() in phone.get(f"/{session.id}").text
        assert '"counting' not in phone.get(f"/{session.id}/now?after={seq - 1}").json["html"]
    finally:
        held.may.set()
        server.stop()


def test_odds_in_a_process_of_their_own(path):
    """Those of the game itself; one that ends meanwhile is followed by another."""
    session = begun(path)
    state, types = session.replay.state, frozenset(["roll"])
    found = []

    async def asks():
        counter, faults = OddsCounter(), []
        asyncio.get_running_loop().set_exception_handler(lambda loop, said: faults.append(said["exception"]))
        counter.start()
        try:
            for number, header in enumerate((session.replay.header, {}, session.replay.header)):
                counter.ask(fake(number, found, games.get("dice"), state, header), types)
                async with asyncio.timeout(60):
                    while len(found) <= number:
                        await asyncio.sleep(0.01)
        finally:
            await counter.stop()
        return faults

    (fault,) = asyncio.run(asks())
    assert isinstance(fault, KeyError)
    odds = tuple(games.get("dice").odds.beside(load("dice"), state, types))
    assert found == [(0, odds), (1, ()), (2, odds)]


def test_a_count_without_end(monkeypatch):
    """Its table goes on without the line, and another process counts for the others."""
    found, ended = [], []

    class Ends(ThreadPoolExecutor):
        def submit(self, work, /, *given):
            if work is odds_counter._count_odds and not ended:
                ended.append(work)
                raise BrokenExecutor
            return super().submit(lambda: (0.0, ("line",)) if work is odds_counter._count_odds else [])

    async def asks():
        counter = OddsCounter(partial(Ends, 1))
        asyncio.get_running_loop().set_exception_handler(lambda loop, said: None)
        counter.start()
        for number in range(2):
            counter.ask(fake(f"{number}", found), frozenset(["roll"]))
        async with asyncio.timeout(60):
            while len(found) < 2:
                await asyncio.sleep(0.01)
        await counter.stop()

    monkeypatch.setattr(odds_counter, "REST_S", 0.01)
    asyncio.run(asks())
    assert found == [("0", ()), ("1", ("line",))]


def test_who_costs_least_comes_first(monkeypatch):
    """Tables whose counts take seconds wait behind one whose do not; each is counted."""
    found = []
    costs = {"dear": 2.0, "dearer": 3.0, "cheap": 0.01}

    async def asks():
        counter, executor = OddsCounter(), ThreadPoolExecutor(1)
        for _ in range(2):
            for code in costs:
                counter.ask(fake(code, found), frozenset(["roll"]))
            while counter._waiting:
                await counter._count_next(executor)

    monkeypatch.setattr(odds_counter, "_count_odds", lambda id, header, code, types: (costs[code], ()))
    asyncio.run(asks())
    assert [code for code, _ in found] == ["dear", "dearer", "cheap", "cheap", "dear", "dearer"]


def test_a_table_that_went_on_is_asked_anew(monkeypatch):
    """What was asked of it before is not counted, as its offers are others now."""
    found = []

    async def asks():
        counter, executor, table = OddsCounter(), ThreadPoolExecutor(1), fake("fast", found, state="then")
        counter.ask(table, frozenset(["keep"]))
        table.session.replay.state = "now"
        counter.ask(table, frozenset(["roll"]))
        while counter._waiting:
            await counter._count_next(executor)

    monkeypatch.setattr(odds_counter, "_count_odds", lambda id, header, code, types: (0.01, types))
    asyncio.run(asks())
    assert found == [("fast", {"roll"})]


def test_the_line_comes_to_an_open_page(path, tabs):
    """In the place of the words that it is counted, without another step."""
    held = Held()
    server = Server(lambda: SqliteStore(path), counter=OddsCounter(lambda: held))
    try:
        session = begun(path)
        phone = server.phone().join(session.id, session.replay.seats[0])
        page = tabs.take(f"{server.address}/{session.id}", lang="en", cookies=phone.cookies)
        expect(page.locator("#counting")).to_be_visible()
        held.may.set()
        expect(page.locator("#odds summary")).to_contain_text("Next roll")
        expect(page.locator("#counting")).to_have_count(0)
    finally:
        held.may.set()
        server.stop()
