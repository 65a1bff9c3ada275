"""A server over a store of its own, a table, phones that sit there, and a browser with phones of its own."""

from __future__ import annotations

import pytest

from companion.play.journal.store import SqliteStore
from tests.languages import LANGUAGES
from tests.web.browser import SCHEMES, Phones, chromium
from tests.web.serving import Server, begin


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """The file of the sessions."""
    return tmp_path_factory.mktemp("tracker") / "sessions.sqlite"


@pytest.fixture(scope="module")
def store(path):
    """The store, as the command line has it."""
    found = SqliteStore(path)
    yield found
    found.close()


@pytest.fixture(scope="module")
def server(path, store):
    """The tracker, without limits on how often: one for all tests of a module, each with tables of its own."""
    found = Server(lambda: SqliteStore(path))
    yield found
    found.stop()


@pytest.fixture
def code(store):
    """A table of four."""
    return begin(store, "frodo", "sam", "merry", "pippin")


@pytest.fixture
def seated(server, code):
    """`seated("frodo", "sam")`: a phone for each, at the table."""
    return lambda *seats: [server.phone().join(code, seat) for seat in seats]


@pytest.fixture(scope="module")
def browser():
    """Chromium, once for all tests of a module."""
    with chromium() as found:
        yield found


@pytest.fixture
def phones(browser, request, exhaustive):
    """Browsers of this test; pages are looked at in one other language and scheme, in another test in others."""
    others, turn = LANGUAGES[1:], len(request.node.name)
    found = Phones(browser) if exhaustive else Phones(browser, [others[turn % len(others)]], [SCHEMES[turn // 2 % 2]])
    yield found
    found.close()


@pytest.fixture
def tabs(phones):
    """The same, where `phones` are those without a browser."""
    return phones


@pytest.fixture
def told(record_property):
    """`told(title, tally)`: the taps of an evening, printed behind the tests."""
    return lambda title, tally: record_property("taps", [title, *tally.rows()])
