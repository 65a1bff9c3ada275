"""Bytes and wakeups of a phone in an evening: python benchmarks/phone_evening.py [--hours N] [--idle SECONDS]

A random game of each kind is played through the phones of all seats. The phone of the first seat has the page open in
Debian's Chromium; beside it a second stream of that phone is read as it comes over the network, compressed. Counted:

    bytes     the page with all it loads, nothing kept; the stream; requests and answers of the phone's own moves
    wakeups   scripts of the page that run because of a message or a timer, for each move and while nothing happens

An evening is that game, so many hours long.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import Page, Request, expect

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.play.journal.store import SqliteStore
from tests.web.browser import PHONE, WAITS, chromium
from tests.web.page_walks import PAGES, begin_pages, walk_pages
from tests.web.serving import Server, Stream

TABLES = {"dice": "advanced-4", "fellowship": "standard-3", "wotr": "in the middle", "wotrcards": "the app deals"}
BYTES = {"dice": 1_000_000, "fellowship": 1_000_000, "wotr": 1_000_000, "wotrcards": 3_000_000}  # of a whole evening
WAKEUPS = 400  # of an hour in which nothing happens: pings alone
STEPS = 600  # of a game that has not ended by then
FORM = 150  # bytes that a move takes more than a question with an empty answer
COUNT = """window.woken = { message: 0, timer: 0 };
const counted = (work, kind) => typeof work === "function" ? (...all) => (window.woken[kind]++, work(...all)) : work;
for (const name of ["setTimeout", "setInterval", "requestAnimationFrame"]) {
  const plain = window[name];
  window[name] = (work, ...more) => plain(counted(work, "timer"), ...more);
}
const listen = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (type, work) {
  listen.call(this, type, counted(work, "message"));
};"""


class Loaded:
    """Bytes of what a page loads, and of one small request of its own."""

    def __init__(self, page: Page) -> None:
        self.bytes = self.small = 0
        page.on("requestfinished", self._note)

    def _note(self, request: Request) -> None:
        if "/live" in request.url:
            return
        sizes: Any = request.sizes()
        all = sum(sizes.values())
        if "/now" in request.url:
            self.small = all
        else:
            self.bytes += all


def woken(page: Page) -> int:
    """Return the number of times that a script ran so far."""
    return int(page.evaluate("window.woken.message + window.woken.timer"))


def read_updates(stream: Stream) -> None:
    """Take in what comes, as a phone does, until the stream is closed."""
    with suppress(AttributeError, OSError, ValueError):  # what a closed one raises
        for _ in stream.events():
            pass


def evening(game: str, label: str, hours: float, idle: float) -> Iterator[str]:
    """The figures of one game."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        store = SqliteStore(Path(folder) / "sessions.sqlite")
        server = Server(lambda: SqliteStore(Path(folder) / "sessions.sqlite"))
        session = begin_pages(store, game, label)
        PAGES[game] = PAGES[game]._replace(steps=STEPS)
        code, walk = session.id, walk_pages(server, store, session, label)
        seat, phone = next(iter(next(walk).phones.items()))
        first = len(store.since(code).lines)
        context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, is_mobile=True, has_touch=True)
        kept = [{"name": name, "value": value, "url": server.address} for name, value in phone.cookies.items()]
        context.add_cookies(kept)  # type: ignore[arg-type]
        context.add_init_script(COUNT)
        page = context.new_page()
        loaded = Loaded(page)
        page.goto(f"{server.address}/{code}")
        expect(page.locator("#people li")).not_to_have_count(0, timeout=WAITS)
        page.wait_for_timeout(1_000)  # until the type has come
        page.evaluate("fetch(`/${document.body.dataset.code}/now?after=999999999`, { cache: 'no-store' })")
        with Stream(phone, f"/{code}/live?after={first - 1}&lines=1", {"Accept-Encoding": "gzip"}) as stream:
            Thread(target=read_updates, args=[stream], daemon=True).start()
            begun = woken(page)
            for _ in walk:
                pass
            lines = [json.loads(line) for line in store.since(code).lines]
            page.wait_for_function(f"document.body.dataset.seq === '{len(lines) - 1}'", timeout=WAITS)
            acted, wire = woken(page) - begun, stream.wire
        page.wait_for_timeout(1_000)
        begun = woken(page)
        page.wait_for_timeout(1_000 * idle)
        silent = (woken(page) - begun) / idle * 3600
        context.close()
        server.stop()
        store.close()
    moves, own = len(lines) - first, sum(line["seat"] == seat for line in lines[first:])
    sent = own * (loaded.small + FORM)
    yield f"evening of {game}, {moves} moves in {hours:g} hours"
    yield f"  page and scripts       {loaded.bytes:,} bytes"
    yield f"  stream                 {wire:,} bytes   {wire / moves:,.0f} a move"
    yield f"  own moves              {sent:,} bytes   {own} of them"
    yield f"  whole evening          {loaded.bytes + wire + sent:,} bytes   goal {BYTES[game]:,}"
    yield f"  woken by a move        {acted / moves:.2f} times"
    yield f"  woken in an idle hour  {silent:,.0f} times   goal {WAKEUPS:,}"
    yield f"  woken in the evening   {acted + silent * hours:,.0f} times"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="*", choices=[[], *TABLES])
    parser.add_argument("--hours", type=float, default=3)
    parser.add_argument("--idle", type=float, default=30, help="seconds in which nothing happens")
    given = parser.parse_args()
    for game in given.game or TABLES:
        print(*evening(game, TABLES[game], given.hours, given.idle), sep="\n", flush=True)


if __name__ == "__main__":
    main()
