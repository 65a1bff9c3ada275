"""A journal goes from one device to another."""

import random

import pytest

from companion import games
from companion.content.load import load
from companion.errors import JournalError, StoreError
from companion.play.exchange import take_in
from companion.play.session import open_session
from companion.play.simulate import play
from companion.play.store import SqliteStore
from tests.play.forge import changed, entries, extra, lines_of, rehash


@pytest.fixture
def here(tmp_path):
    """The store of another device."""
    found = SqliteStore(tmp_path / "here.sqlite")
    yield found
    found.close()


def taken(here, lines):
    return take_in(here, lines, games.get, load)


def opened(here, id):
    return open_session(here, id, games.get, load)


def test_a_new_session(begin, here):
    """All entries come in under an id of their own, with the time they began."""
    session = begin("frodo", "sam")
    play(session, random.Random(5))
    id, added = taken(here, lines_of(session))
    assert added == len(lines_of(session))
    assert here.since(id).lines == lines_of(session)
    assert [(found.id, found.created, found.game) for found in here.list()] == [(id, "2026-11-20T19:30:00Z", "dice")]
    assert opened(here, id).replay.state == session.replay.state


def test_the_rest_of_a_session(begin, here):
    """Only what is new is added; once more, nothing is; a shorter file takes nothing away."""
    session = begin("frodo", "sam")
    session.do("roll", {})
    early = lines_of(session)
    id, _ = taken(here, early)
    play(session, random.Random(5))
    assert taken(here, lines_of(session)) == (id, len(lines_of(session)) - len(early))
    for _ in range(2):
        assert taken(here, lines_of(session)) == (id, 0)
        assert taken(here, early) == (id, 0)
    assert here.since(id).lines == lines_of(session)
    assert len(here.list()) == 1


def test_a_session_that_went_on_differently(begin, here):
    """Two continuations are not mixed; the one that is here stays."""
    session = begin("frodo", "sam")
    session.do("roll", {}, "r,o,w,g,n")
    id, _ = taken(here, lines_of(session))
    elsewhere = rehash([entries(lines_of(session))[0], extra("note", {"text": "elsewhere"})])
    with pytest.raises(StoreError) as raised:
        taken(here, elsewhere)
    assert raised.value.code == "import_differs"
    assert here.since(id).lines == lines_of(session)
    session.do("keep", {"dice": "green"})
    assert taken(here, lines_of(session)) == (id, 1)


def test_two_games_of_the_same_people(begin, here):
    """Another header is another session."""
    first, second = begin("frodo", "sam"), begin("frodo", "sam", seed=b"other")
    ids = {taken(here, lines_of(session))[0] for session in (first, second)}
    assert len(ids) == 2
    assert len(here.list()) == 2


def test_an_imported_session_goes_on_with_typed_dice(begin, here):
    """The seed stayed behind: the app cannot draw, the table can."""
    session = begin("frodo", "sam")
    session.do("roll", {})
    session.undo(session.replay.seats)
    imported = opened(here, taken(here, lines_of(session))[0])
    answer = imported.do("roll", {})
    assert (answer.refusal.code, answer.refusal.rule) == ("draw_none", "TB-DRAW-1")
    assert imported.seq == session.seq
    assert imported.do("roll", {}, "r,o,w,g,n").refusal is None


def test_it_comes_back_to_the_device_with_the_seed(begin, here, store):
    """What was played elsewhere with typed dice is taken in at home, and the app draws again."""
    session = begin("frodo", "sam", store=store)
    session.do("roll", {})
    session.undo(session.replay.seats)
    away = opened(here, taken(here, lines_of(session))[0])
    away.do("roll", {}, "r,o,w,g,n")
    away.do("keep", {"dice": "green"})
    assert taken(store, lines_of(away)) == (session.id, 2)
    home = opened(store, session.id)
    assert home.do("roll", {}).refusal is None
    assert home.replay.links == 2


@pytest.mark.parametrize("seq", [0, 1, 2])
def test_a_journal_that_does_not_hold_is_not_taken_in(begin, here, seq):
    """Nothing of it is kept."""
    session = begin("frodo", "sam")
    session.do("roll", {})
    session.note("x")
    with pytest.raises(JournalError) as raised:
        taken(here, changed(lines_of(session), seq, lambda entry: entry.update(at="x")))
    assert raised.value.seq == seq
    assert here.list() == []
