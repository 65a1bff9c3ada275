"""Sessions in memory or in a store, and whole games."""

import random
from pathlib import Path

import pytest

from companion import games
from companion.content.load import load
from companion.play.bots.simulate import play_session
from companion.play.journal.session import Session
from companion.play.journal.store import SqliteStore
from companion.play.report.verify import verify_journal
from tests.play.forge import lines_of
from tests.play.tables import CONTENT, GAME, SEED, no_clock, turn


@pytest.fixture(scope="session")
def begin():
    """A new session: `begin("frodo", "sam", variant="advanced", end_variant="true", seed=..., store=...)`."""

    def build(*hobbits, variant=None, seed=SEED, store=None, position=None, **options):
        players = [f"{name}:{hobbit}" for name, hobbit in zip(("Ania", "Bo", "Cela", "Dan"), hobbits, strict=False)]
        header = GAME.rules.header(CONTENT, players, variant, options, position)
        session = Session.create(GAME, CONTENT, header, store, seed, no_clock)
        assert isinstance(session, Session), session
        return session

    return build


@pytest.fixture
def finished(begin):
    """A short game that is over: one square each, both out."""
    found = begin("frodo", "sam", squares="1")
    turn(found, "n,o,w,g,r")
    turn(found, "r,o,n,g,w")
    assert found.replay.ended
    return found


@pytest.fixture(scope="session")
def judge():
    """`verify` of lines, as the command does it."""
    return lambda lines, code=None: verify_journal(lines, games.get, load, code)


@pytest.fixture
def store(tmp_path: Path):
    """A store of its own, closed after the test."""
    found = SqliteStore(tmp_path / "sessions.sqlite")
    yield found
    found.close()


@pytest.fixture(scope="session")
def whole_game(begin):
    """Lines of a whole game, all dice drawn by the app, and its session."""
    session = begin("frodo", "sam", variant="advanced")
    play_session(session, random.Random("a whole game"))
    return lines_of(session), session
