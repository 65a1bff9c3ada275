"""The screen for all: wide, large, always the newest, and nothing on it that one seat only may see."""

import pytest
from playwright.sync_api import expect

from companion import games
from companion.content.load import load
from companion.play.journal.session import Session
from companion.play.journal.store import SqliteStore
from tests.tiers import sample
from tests.walks import setups
from tests.web.looks import WIDER, Look
from tests.web.serving import Server

TABLES = [("dice", "advanced-4"), ("fellowship", "standard-3"), ("wotr", "war"), ("wotrcards", "extended-held")]
SIZES = ((1280, 720), (1920, 1080))
LEGIBLE = {1280: 16, 1920: 24}  # px of plain text


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("screen") / "sessions.sqlite"


@pytest.fixture(scope="module")
def server(path):
    found = Server(lambda: SqliteStore(path))
    yield found
    found.stop()


@pytest.fixture
def table(path):
    """`table(game, label)`: a new session."""
    store = SqliteStore(path)

    def call(id, label):
        header = games.get(id).rules.header(load(id), *setups(id).SETUPS[label])
        return Session.create(games.get(id), load(id), {**header, "lang": "en"}, store, bytes(32))

    yield call
    store.close()


@pytest.mark.parametrize(("id", "label"), sample(TABLES, TABLES[0]))
def test_the_shared_screen_shows_all_without_scrolling(server, table, phones, id, label):
    """Whose turn it is, what happened and the way to join are seen without scrolling; axe finds nothing."""
    session = table(id, label)
    page = phones.take(f"{server.address}/{session.id}/table", size=SIZES[0])
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for part in (".turn", ".side img", ".log h2"):
            expect(page.locator(part)).to_be_in_viewport()
        assert page.evaluate(WIDER) == 0
        assert (
            page.evaluate("parseFloat(getComputedStyle(document.querySelector('.turn p')).fontSize)") >= LEGIBLE[width]
        )
    assert Look(page).violations() == []


def test_the_shared_screen_follows_every_move(server, table, phones):
    """A roll on a phone is there at once."""
    session = table("dice", "advanced-4")
    phone = server.phone().join(session.id, "frodo")
    page = phones.take(f"{server.address}/{session.id}/table", size=SIZES[0])
    expect(page.locator("#people")).to_contain_text("looking on")
    seq = phone.get(f"/{session.id}/now?after=0").json["seq"]
    assert phone.do(session.id, "roll", seen=seq, seat="frodo", rolled="r,o,w,g,n").status == 200
    expect(page.locator("body")).to_have_attribute("data-seq", str(seq + 1))
    expect(page.locator(".tray")).to_be_visible()


def test_the_shared_screen_shows_no_hand(server, table):
    """Though the phone that opens it plays a seat: page and what follows it tell no more than to an onlooker."""
    session = table("wotr", "road")
    phone, looker = server.phone().join(session.id, "fp"), server.phone()
    hand = next(
        player["hand"] for player in session.game.rules.view(session.replay.state, "fp")["players"] if player["hand"]
    )
    names = [load("wotr")["event_card"][card]["name"]["en"] for card in hand]
    own = phone.get(f"/{session.id}").text
    assert all(name.replace("'", "&#39;") in own for name in names)
    for path in ("table", "now?after=0&screen=1"):
        shown = phone.get(f"/{session.id}/{path}").text
        assert not any(name in shown or name.replace("'", "&#39;") in shown for name in names)
        assert "<form" not in shown.partition('id="table"')[2].partition('class="log"')[0]
    assert (
        phone.get(f"/{session.id}/now?after=0&screen=1").text == looker.get(f"/{session.id}/now?after=0&screen=1").text
    )
