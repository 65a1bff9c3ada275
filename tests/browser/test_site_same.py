"""CPython and the browser make the same: journals of random games, pages, printed files. Not the same: chance."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any

import pytest

from companion.content.load import load
from companion.games import GAMES
from companion.press.shop import print_kinds
from tests.browser.inside import same
from tests.browser.site import BESIDE, Host
from tests.play.judges import sample as sample_files
from tests.play.judges import unlike
from tests.tiers import sample
from tests.walks import setups
from tests.web.browser import chromium, holds

TABLES = {game: list(setups(game).SETUPS.values()) for game in GAMES}
USUAL = ("dice", "fellowship")  # in the usual tier, of which pages are asked for
FIRST = {game: tables[0] for game, tables in TABLES.items()}
AT_TABLE = ("", "/log", "/result", "/table", "/now", "/drawn", "/heads")
PAGES = ("/", "/evenings", "/check")
STEPS = 30  # of a table whose pages are asked for
PRINTS = {  # in the usual tier
    "dice": {"game": "dice", "kind": "sheets", "lang": "uk"},
    "fellowship": {"game": "fellowship", "kind": "tiles", "lang": "pl", "ink": "grey", "paper": "letter"},
}
INKS = ("full", "saver", "grey")
Both = Callable[..., tuple[Any, Any]]


@pytest.fixture(scope="module")
def both(site_host: Host) -> Iterator[Both]:
    """both(name, ...): what that function of same.py gives here, and in the browser."""
    with chromium() as browser:
        page = browser.new_page()
        page.goto(f"{site_host.address}{BESIDE}")
        holds(page, "Boolean(window.run)")

        def run(name: str, *args: Any) -> tuple[Any, Any]:
            asked = json.loads(json.dumps(args))
            page.evaluate("([name, ...args]) => { window.found = run(name, ...args) }", [name, *asked])
            with ThreadPoolExecutor(1) as beside:  # the browser's driver has the event loop of this thread
                here = beside.submit(called, name, asked).result()
            return here, page.evaluate("window.found")

        yield run


def called(name: str, args: list[Any]) -> Any:
    """That function of same.py, as inside/worker.js calls it."""
    found = getattr(same, name)(*args)
    return asyncio.run(found) if inspect.iscoroutine(found) else found


@pytest.mark.parametrize("game", sample(GAMES, *USUAL, "wotr"))
def test_random_games_end_with_the_same_hash(both: Both, game: str, exhaustive: bool) -> None:
    seeds = list(range(100 if exhaustive else 1))
    here, there = both("heads", game, TABLES[game], seeds)
    assert there == here
    assert len(set(here.values())) == len(seeds)


def test_pages_of_tables_are_the_same(both: Both, exhaustive: bool) -> None:
    tables = {game: table for game, table in FIRST.items() if exhaustive or game in USUAL}
    asked = [*PAGES, *[f"{game} {path}" for game in tables for path in AT_TABLE]]
    here, there = both("pages", tables, asked, STEPS)
    assert there == here
    assert list(here) == [f"200 {page}" for page in asked]


@pytest.mark.parametrize("game", sample(GAMES, *PRINTS))
def test_printed_files_are_the_same(both: Both, game: str, exhaustive: bool) -> None:
    every = [
        {"game": game, "kind": kind, "lang": lang, "ink": ink, "paper": paper}
        for ink, (lang, paper) in product(INKS, (("uk", "a4"), ("pl", "letter")))
        for kind in print_kinds(load(game))
    ]
    for job in every if exhaustive else [PRINTS[game]]:
        here, there = both("printed", [job])
        assert there == here


def test_the_check_page_judges_like_the_command_and_the_script(both: Both, exhaustive: bool) -> None:
    files = sample_files(100 if exhaustive else 10)
    here, there = both("reports", files)
    assert there == here
    differing = [said for lines, page in zip(files, there, strict=True) if (said := unlike(lines, page))]
    print(f"check page: {len(files)} tried, {len(differing)} differing")
    assert not differing


def test_chance_is_not_the_same(both: Both) -> None:
    here, there = both("random_numbers")
    assert not {*here} & {*there}
