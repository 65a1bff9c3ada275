"""Exact chances beside a decision: for who decides, from the count of `companion odds`, off where the table says."""

import random
import re

import pytest

from companion import games
from companion.content.load import load
from companion.play.bots import any_action
from companion.play.session import Session, open_session
from companion.play.store import SqliteStore
from tests.walks import setups
from tests.web.serving import Server

LINES = {  # a table, what is decided there, and the line
    "move": ("wotr", "two-held", "Move the Fellowship: a tile "),
    "allocate": ("wotr", "two-held", "Dice in the hunt box"),
    "lose": ("wotr", "doom", "A companion at random: corruption "),
    "stand": ("wotr", "field", "If both fight on: the attacker wins "),
    "roll": ("fellowship", "standard-3", "The threat die: "),
    "show": ("fellowship", "standard-3", "The next story tile: progress "),
    "keep": ("dice", "basic-2", '<span data-ticked="">Rivendell this turn: at best '),
    "repeat": ("dice", "advanced-4", '<span data-ticked="">Helm’s Deep this turn: at best '),
    "ground": ("wotrcards", "extended-held", "The next battleground: "),
}


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("odds") / "sessions.sqlite"


@pytest.fixture(scope="module")
def server(path):
    found = Server(lambda: SqliteStore(path))
    yield found
    found.stop()


def until(session, type):
    """Random actions until that is offered; the seat, or nothing if the game is over before."""
    rng = random.Random(type)
    while legal := session.game.legal(session.replay.state):
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
        header = {**game.header(content, *setups(id).SETUPS[label]), "lang": "en", **more}
        sessions = (Session.create(game, content, header, store, bytes([seed] * 32)) for seed in range(20))
        session, decides = next(found for found in ((one, until(one, type)) for one in sessions) if found[1])
        other = next(seat for seat in session.replay.seats if seat != decides)
        pages = [server.phone().join(session.id, seat).get(f"/{session.id}").text for seat in (decides, other)]
        store.close()
        return session, pages

    return call


@pytest.mark.parametrize("type", LINES)
def test_who_decides_sees_the_chances(table, type):
    """In one line, which unfolds; the others are not bothered with it."""
    _, (decides, other) = table(type)
    assert f"<summary>{LINES[type][2]}" in decides
    assert 'class="odds"' not in other


def test_they_are_those_of_the_command(table):
    """A move of the Fellowship: the chance of a tile is the one that `odds wotr hunt --session` tells."""
    session, (page, _) = table("move")
    question = session.game.questions["hunt"]
    answer = question.answer(session.content, question.from_state(session.replay.state), {})
    drawn = next(table for table in answer.tables if table.code == "drawn")
    assert f"a tile {round(100 * drawn.rows[0].chance)}%" in page


def test_of_many_keeps_the_best_are_shown(server, path):
    """After the first roll of the advanced game there are up to 31: the best eight, and how many more there are."""
    game, content, store = games.get("dice"), load("dice"), SqliteStore(path)
    header = {**game.header(content, *setups("dice").SETUPS["advanced-4"]), "lang": "en"}
    session = Session.create(game, content, header, store)
    phone = server.phone().join(session.id, session.replay.seats[0])
    assert phone.do(session.id, "roll", rolled="gandalf,weapon,ring,nazgul,orc").status == 200
    page = phone.get(f"/{session.id}").text.partition('class="odds"')[2].partition("</details>")[0]
    shown = [float(chance) for chance in re.findall(r"<td>([\d.]+)%", page)]
    assert shown == sorted(shown, reverse=True)
    (more,) = re.findall(r"and (\d+) other choices, none better", page)
    session = open_session(store, session.id, games.get, load)
    question = game.questions["next"]
    compared = question.answer(content, question.from_state(session.replay.state), {}).tables
    every = [row for table in compared if table.code == "best_circle" for row in table.rows if row.chance]
    assert (len(shown), len(shown) + int(more)) == (8, len(every))
    store.close()


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
