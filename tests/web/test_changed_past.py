"""A phone notices when the past of its table becomes another, in every game and while hands are hidden too."""

import random
import sqlite3

import pytest
from playwright.sync_api import expect

from companion import games
from companion.content.load import load
from companion.games import GAMES
from companion.play.game.seats import default_seats
from companion.play.journal.session import Session, open_session
from companion.play.journal.store import SqliteStore
from tests.play.forge import lines_of
from tests.ports import own_port
from tests.tiers import sample
from tests.walks import any_of, setups
from tests.web.browser import holds
from tests.web.serving import Server

STEPS = 6  # of the game before the past is changed


def new_session(game, store=None, seed=None):
    """A table of as few seats as can be."""
    referee, content = games.get(game), load(game)
    header = referee.rules.header(content, default_seats(referee, content, None, {}), None, {}, None)
    return Session.create(referee, content, {**header, "lang": "en"}, store, seed)


def act(session, steps, chance):
    """Random steps of the game."""
    for _ in range(steps):
        legal = session.game.rules.legal(session.replay.state)
        assert session.act(any_of(chance, legal)).refusal is None


def play(session, chance):
    """To the end, as people would."""
    choose = getattr(setups(session.game.id), "choose", any_of)
    while legal := session.game.rules.legal(session.replay.state):
        assert session.act(choose(chance, legal)).refusal is None


def replace_journal(path, code, session):
    """Another game stands where the table's was, under its code and with a seed of its own."""
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM entry WHERE session = ?", [code])
        rows = [(code, seq, line) for seq, line in enumerate(lines_of(session))]
        db.executemany("INSERT INTO entry VALUES (?, ?, ?)", rows)
        db.execute("UPDATE session SET secret = ? WHERE id = ?", [session._secret, code])


@pytest.fixture
def restarted(path, store):
    """`restarted()`: the tracker, on the port it had before."""
    running, port = [], own_port()

    def start():
        while running:
            running.pop().stop()
        running.append(Server(lambda: SqliteStore(path), port=port))
        return running[-1]

    yield start
    running.pop().stop()


@pytest.fixture
def watched(store, restarted, phones):
    """A game after some steps, and a phone that has seen them all."""

    def begin(game):
        session = new_session(game, store)
        act(session, STEPS, random.Random(1))
        page = phones.take(f"{restarted().address}/{session.id}")
        holds(page, f"(localStorage.getItem('companion.{session.id}.heads') || '').length > {STEPS} * 64")
        return session, page

    return begin


@pytest.mark.parametrize("game", sample(GAMES, "fellowship"))
def test_a_wholly_replaced_journal(game, path, restarted, watched):
    """Another game by the rules, with proved draws of its own: the banner comes as soon as the phone looks again."""
    session, page = watched(game)
    expect(page.locator("#doubt")).to_be_hidden()
    other = new_session(game)
    act(other, STEPS + 2, random.Random(2))
    replace_journal(path, session.id, other)
    restarted()
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("#doubt")).to_be_visible()
    expect(page.locator("#doubt")).to_contain_text("not the one this phone saw")


@pytest.mark.parametrize("game", sample(GAMES))
def test_a_game_replaced_while_the_phone_slept(game, path, restarted, watched):
    """It ended meanwhile, all its draws are proved, its journal is open: none of it is what this phone saw."""
    session, page = watched(game)
    page.goto("about:blank")
    other = new_session(game)
    play(other, random.Random(3))
    replace_journal(path, session.id, other)
    server = restarted()
    for where in ("", "/log", "/result"):
        page.goto(f"{server.address}/{session.id}{where}")
        expect(page.locator("#doubt")).to_contain_text("not the one this phone saw")


@pytest.mark.parametrize("game", sample(GAMES, "dice"))
def test_an_honest_game_raises_no_banner(game, store, restarted, watched):
    """Through a restart and to the end: every draw is marked as checked by the phone itself."""
    session, page = watched(game)
    play(open_session(store, session.id, games.get, load), random.Random(4))
    server = restarted()
    page.goto(f"{server.address}/{session.id}")
    holds(page, "document.body.dataset.open === '1'")
    drawn = f"JSON.parse(localStorage.getItem('companion.{session.id}.proof')).good.length"
    played = open_session(store, session.id, games.get, load).replay
    holds(page, f"{drawn} === {sum(shown.app for shown in played.shown)}")
    expect(page.locator("#doubt")).to_be_hidden()
