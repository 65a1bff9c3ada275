"""On a device of its own a table says nothing of other phones, of a host, or of what leads to it from elsewhere."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any
from urllib.parse import urlencode

import pytest

from companion.browser import app, bridge, shared_device
from companion.browser.store import FileStore
from companion.content.load import languages, load
from companion.play.bots.simulate import play_session
from tests.browser.inside.same import Answer, Memory, at, begun, stepped
from tests.walks import setups

CODE = "qwxzvk"  # of the letters that no language's word has in a row
TABLES = {"dice": "basic-2", "fellowship": "standard-3", "wotr": "three", "wotrcards": "extended"}
ELSEWHERE = {
    "en": r"phones|another phone|second phone|invit|\bQR\b|connect|server|\bthe host|terminal",
    "de": r"(?<!des )Handys|zweites Handy|anderes Handy|Einlad|\bQR\b|verbunden|Verbindung|Server|Gastgeber|Terminal",
    "pl": r"telefon(y|ów|ach|ami|om)\b|drugi telefon|zaprosz|\bQR\b|połącz|serwer|gospodarz|terminal",
    "ru": r"телефон(ы|ов|ах|ами|ам)\b|приглаш|\bQR\b|соединен|сервер|хозяин|терминал",
    "uk": r"телефон(и|ів|ах|ами|ам)\b|запрош|\bQR\b|з’єднан|зв’яз|сервер|господар|термінал",
}


class Device:
    """All pages of a table, asked as the shell asks them."""

    def __init__(self, run: Callable[[Any], Any], game: str, over: bool) -> None:
        self.run, self.game = run, game
        table, rng = setups(game).SETUPS[TABLES[game]], random.Random(game)
        self.session = session = begun(game, table, rng) if over else stepped(game, table, 10)
        if over:
            play_session(session, rng)
        store = FileStore(Memory(), "here")
        store.create(CODE, game, at(), [entry.line for entry in session.replay.entries], bytes(32))
        self.jars, self.tables = bridge.DeviceCookies(bytes(32)), app.tables(store)
        self.bridge = bridge.Bridge(app.create(self.tables, self.jars, "https://example.test", {}), self.jars)
        self.run(self.bridge.start())
        self.holders = [
            one["holder"] for one in self.run(shared_device.assign_seats(self.tables, self.jars, CODE))["players"]
        ]

    def get(self, path: str, lang: str, holder: str = "") -> Answer:
        return self.ask(bridge.PageRequest("GET", path, [("accept", "text/html")], lang=lang, holder=holder))

    def do(self, holder: str, **fields: str) -> Answer:
        headers = [("accept", "application/json"), ("content-type", "application/x-www-form-urlencoded")]
        return self.ask(bridge.PageRequest("POST", f"/{CODE}/do", headers, urlencode(fields).encode(), "en", holder))

    def ask(self, ask: bridge.PageRequest) -> Answer:
        answer = Answer()
        self.run(self.bridge.ask(ask, answer, asyncio.Event()))
        return answer


@pytest.fixture(scope="module")
def run() -> Iterator[Callable[[Any], Any]]:
    with asyncio.Runner() as runner:
        yield runner.run


STATES = [(game, over) for game in TABLES for over in (False, True)]
IN_EACH_LANGUAGE = [  # each game in each language either under way or over, in `exhaustive` both
    pytest.param(
        state,
        lang,
        marks=() if (number + number // 2 + place) % 2 else pytest.mark.tier("exhaustive"),
        id=f"{state}-{lang}",
    )
    for number, state in enumerate(STATES)
    for place, lang in enumerate(languages())
]


@pytest.fixture(scope="module")
def devices(run) -> Callable[[str, bool], Device]:
    """Tables that are looked at and not played on, each begun once."""
    return cache(partial(Device, run))


@pytest.fixture(params=STATES, ids=str)
def device(devices, request) -> Device:
    return devices(*request.param)


@cache
def names(game: str, lang: str) -> set[str]:
    """What cards and players' figures are called, which is no word of the page."""
    rows = [row for table in load(game).tables.values() for row in table.values() if isinstance(row, Mapping)]
    return {row["name"][lang] for row in rows if isinstance(row.get("name"), Mapping)}


def said(page: bytes) -> str:
    """What is read on a page, without what a script keeps for the worst."""
    text = re.sub(r"(?s)<script.*?</script>|<style.*?</style>|<svg.*?</svg>", " ", page.decode())
    attributes = " ".join(re.findall(r'(?:aria-label|alt|title|placeholder)="([^"]*)"', text))
    return re.sub(r"<[^>]+>", " ", text) + attributes


@pytest.mark.parametrize(("device", "lang"), IN_EACH_LANGUAGE, indirect=["device"])
def test_nothing_speaks_of_other_phones(device, lang):
    called = re.compile("|".join(map(re.escape, sorted(names(device.game, lang), key=len, reverse=True))))
    paths = [f"/{CODE}{rest}" for rest in ("", "/log", "/table", "/drawn", "/result")] + ["/", "/evenings", "/zzzzzz"]
    for holder in device.holders:
        for path in paths:
            text = called.sub("", said(device.get(path, lang, holder).data))
            found = re.search(ELSEWHERE[lang], text, re.I)
            assert found is None, (path, text[max(0, found.start() - 60) : found.end() + 60])
            assert CODE not in text.lower(), path


def test_the_journal_is_given_whole(device):
    """Also while hands are hidden: the file is theirs who play here."""
    answer = device.get(f"/{CODE}/journal.jsonl", "en", device.holders[0])
    lines = answer.data.decode().splitlines()
    assert answer.status == 200
    assert lines[: len(device.session.replay.entries)] == [entry.line for entry in device.session.replay.entries]


@pytest.mark.parametrize("over", [False, True])
def test_who_looks_at_a_game_that_is_over_adds_nothing_to_it(devices, over):
    device = devices("wotr", over)
    before = len(device.session.replay.entries)
    added = [entry.type for entry in device.tables.find_loaded(CODE).session.replay.entries[before:]]
    assert added == ([] if over else ["join"] * len(device.holders))


def test_a_seat_that_the_app_plays_stays_with_it(run):
    """Whoever takes the device does not take it over, and nobody is asked to hand the device to it."""
    device = Device(run, "wotr", False)
    replay = device.tables.find_loaded(CODE).session.replay
    holder = f"{CODE} {run(shared_device.assign_seats(device.tables, device.jars, CODE))['awaited'][0]}"
    (seat,) = [row["id"] for row in replay.header["seats"] if holder.endswith(f" {row['name']}")]
    assert json.loads(device.do(holder, type="seat_bot", seat=seat, bot="random").data)["ok"]
    before = run(until_it_waits(device))
    assert replay.bots == {seat: "random"}
    assert holder.removeprefix(f"{CODE} ") not in before["awaited"]
    assert replay.entries[-1].seat == seat
    assert json.loads(device.do(holder, type="free_bot", seat=seat).data)["ok"]
    run(shared_device.assign_seats(device.tables, device.jars, CODE))
    assert (replay.bots, replay.entries[-1].type) == ({}, "join")


async def until_it_waits(device):
    """What the shell is told once the app has moved and waits for others."""
    table = device.tables.find_loaded(CODE)
    while table.pending().seats[0] in table.session.replay.bots:
        await asyncio.sleep(0.01)
    return await shared_device.assign_seats(device.tables, device.jars, CODE)


def test_everybody_agrees_to_an_undo_himself(run):
    """Nobody can do it for another one, as if his phone were away."""
    device = Device(run, "wotr", False)
    first, *rest = device.holders
    assert json.loads(device.do(first, type="propose", seen=seq(device)).data)["ok"]
    asked = run(shared_device.assign_seats(device.tables, device.jars, CODE))["awaited"]
    assert {f"{CODE} {name}" for name in asked} == set(rest)
    for holder in device.holders:
        page = device.get(f"/{CODE}", "en", holder).data.decode()
        assert "agree_for" not in page
        assert ('value="agree"' in page) == (holder in rest)
    for holder in rest:
        assert json.loads(device.do(holder, type="agree", seen=seq(device)).data)["ok"]
    assert device.tables.find_loaded(CODE).session.replay.entries[-1].type == "undo"
    for path in (f"/{CODE}", f"/{CODE}/log"):
        assert not re.search(ELSEWHERE["en"], said(device.get(path, "en", first).data), re.I)


def seq(device: Device) -> str:
    return str(device.tables.find_loaded(CODE).session.seq)
