"""Small screens: every target is large enough for a thumb, and nothing has to be scrolled sideways on a watch."""

import pytest

from companion import games
from companion.content.load import load
from companion.play.session import Session
from tests.walks import setups
from tests.web.browser import PHONE
from tests.web.looks import WIDER

TABLES = {"dice": "advanced-4", "fellowship": "standard-3", "wotr": "war", "wotrcards": "extended-held"}
WATCH = {"width": 180, "height": 360}
LEAST = 24  # px of a target, each way
SMALL = """(least) => [...document.querySelectorAll("a, button, summary, select, input:not([type=hidden])")]
  .filter((part) => part.checkVisibility() && !part.closest(".sr") && !part.matches(".skip"))
  .map((part) => [part.textContent.trim().slice(0, 40), part.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < least || height < least)
  .map(([text, { width, height }]) => `${text}: ${width} x ${height}`)"""


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("lang", ["pl", "uk"])
def test_targets_and_a_watch(server, store, phones, game, lang):
    """The table as its host sees it, before anybody sits there, and the log."""
    header = games.get(game).header(load(game), *setups(game).SETUPS[TABLES[game]])
    code = Session.create(games.get(game), load(game), {**header, "lang": "en"}, store, bytes(32)).id
    page = phones.take(f"{server.address}/{code}", lang=lang, cookies=server.owner().cookies)
    for path in (f"/{code}", f"/{code}/log"):
        page.goto(f"{server.address}{path}")
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        assert page.evaluate(SMALL, LEAST) == []
        page.set_viewport_size(WATCH)
        assert page.evaluate(WIDER) == 0
