"""On a device of its own the first odds of a game follow the page, and later ones come with it."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from urllib.parse import urlencode

import pytest

from companion.browser import app, later_odds, shared_device
from companion.browser.bridge import Bridge, DeviceCookies, PageRequest
from companion.browser.store import FileStore
from tests.browser.inside.same import Answer, Memory, at, begun
from tests.walks import setups

CODE, BESIDE = "qwxzvk", "odds-line_"


class Phone:
    """The phone of whoever holds the device, at a table where dice have to be kept."""

    def __init__(self) -> None:
        session = begun("dice", setups("dice").SETUPS["basic-2"], random.Random(1))
        (roll,) = session.game.rules.legal_actions(session.replay.state)
        session.act(roll)
        store = FileStore(Memory(), "here")
        seed = random.Random(1).randbytes(32)  # as it was begun with
        store.create(CODE, "dice", at(), [entry.line for entry in session.replay.entries], seed)
        self.tables, jars = app.tables(store), DeviceCookies(bytes(32))
        self.bridge, self.jars = Bridge(app.create(self.tables, jars, "https://example.test", {}), jars), jars

    async def begin(self) -> None:
        await self.bridge.start()
        await shared_device.assign_seats(self.tables, self.jars, CODE)

    async def get(self, path: str = "", gone: asyncio.Event | None = None, answer: Answer | None = None) -> str:
        answer = answer or Answer()
        await self.bridge.ask(PageRequest("GET", f"/{CODE}{path}", [], lang="en"), answer, gone or asyncio.Event())
        return answer.data.decode()


@pytest.fixture
def phone():
    with asyncio.Runner() as runner:
        found = Phone()
        runner.run(found.begin())
        found.run, found.loop = runner.run, runner.get_loop()
        yield found


async def told(phone: Phone) -> str:
    """What the stream brings until the odds are there."""
    answer, gone = Answer(), asyncio.Event()
    stream = asyncio.ensure_future(phone.get("/live?after=0&lines=1", gone, answer))
    while b"event: odds" not in answer.data:
        await asyncio.sleep(0.01)
    gone.set()
    await stream
    return answer.data.decode().partition("event: odds")[2]


async def on(phone: Phone) -> None:
    """Play on until dice have to be kept again."""
    table, form = phone.tables.find_loaded(CODE), [("content-type", "application/x-www-form-urlencoded")]
    act = None
    while act is None or table.game.rules.legal_actions(table.session.replay.state)[0].type != "keep":
        state = table.session.replay.state
        act = table.game.rules.legal_actions(state)[0]
        body = urlencode({"do": table.game.words.command(state, act), "seat": act.seat}).encode()
        await phone.bridge.ask(PageRequest("POST", f"/{CODE}/do", form, body, "en"), Answer(), asyncio.Event())
        assert table.session.replay.state is not state


def test_odds_follow_the_page_and_then_come_with_it(phone, monkeypatch):
    monkeypatch.setattr(later_odds, "QUICK_S", 1e6)
    page = phone.run(phone.get())
    assert 'id="counting"' in page
    assert BESIDE not in page
    assert BESIDE in phone.run(told(phone))
    phone.run(on(phone))
    later = phone.run(phone.get())
    assert 'id="counting"' not in later
    assert BESIDE in later


def test_a_table_goes_on_without_odds_that_fail(phone, monkeypatch):
    """What is wrong with them is reported."""
    table, wrong = phone.tables.find_loaded(CODE), list[BaseException]()
    monkeypatch.setattr(table, "game", replace(table.game, odds=replace(table.game.odds, beside=lambda *_: 1 / 0)))
    phone.loop.set_exception_handler(lambda loop, said: wrong.append(said["exception"]))
    assert 'id="counting"' in phone.run(phone.get())
    assert BESIDE not in phone.run(told(phone))
    assert [type(error) for error in wrong] == [ZeroDivisionError]
