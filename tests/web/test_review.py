"""The page of a review: for everybody once the game is over, counted in the background."""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import takewhile

import pytest

from companion.content.load import load
from companion.games import get
from companion.play.journal.journal_import import take_in
from companion.play.journal.store import SqliteStore
from companion.play.report.review import review_game
from companion.play.report.verify import verify_journal
from companion.web.table import odds_counter
from companion.web.table.odds_counter import OddsCounter
from tests.kept_journals import lines_of
from tests.web.serving import Server, begin


@pytest.fixture(scope="module")
def server(path):
    counter = OddsCounter(partial(ThreadPoolExecutor, 1))
    found = Server(lambda: SqliteStore(path), counter=counter, warm=lambda: None)
    yield found
    found.stop()


@pytest.fixture(scope="module")
def won(store):
    """The code of a finished game."""
    return take_in(store, lines_of("dice/win"), get, load, lambda old: None)[0]


def reviewed(phone, code):
    """The page, once it is counted."""
    end = time.monotonic() + 60
    while "data-again" in (page := phone.get(f"/{code}/review").text):
        assert time.monotonic() < end
    return page


def test_the_page_tells_luck_and_the_way_to_each_decision(server, won):
    page = reviewed(server.phone("uk"), won)
    assert [f"/{won}/drawn?after={before}" in page for before in (44, 45)] == [True, False]
    assert "56,6" in page
    assert re.search(r"Żaneta: Персні <a[^>]*>DG-ROLL-1</a>\s*</th><td[^>]*>11</td>", page)


def test_a_review_is_counted_in_slices(monkeypatch):
    """One decision at a time, so that odds may come in between; the whole is what is counted at once."""
    monkeypatch.setattr(odds_counter, "SLICE_S", 0)
    lines = lines_of("dice/shared")
    slices = list(takewhile(lambda found: found is None, iter(lambda: odds_counter._go_on_reviewing(lines), 0)))
    assert len(slices) > 4
    monkeypatch.setattr(odds_counter, "SLICE_S", 60)
    assert odds_counter._go_on_reviewing(lines) == review_game(verify_journal(lines, get, load).replay)


def test_the_result_page_of_a_finished_game_leads_to_it(server, won):
    assert f'href="/{won}/review"' in server.phone().get(f"/{won}/result").text


def test_a_game_that_goes_on_has_no_review(server, store):
    code = begin(store, "frodo", "sam")
    answer = server.phone().get(f"/{code}/review")
    assert (answer.status, answer.headers["location"]) == (303, f"/{code}/result")
    assert "/review" not in server.phone().get(f"/{code}/result").text
