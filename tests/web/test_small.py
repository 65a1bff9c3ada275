"""Small screens: every target is large enough for a thumb, and nothing has to be scrolled sideways on a watch."""

import random

import pytest

from companion import games
from companion.content.load import load
from companion.play.journal.session import Session, open_session
from tests.tiers import sample
from tests.walks import any_of, setups
from tests.web.browser import PHONE
from tests.web.looks import WIDER
from tests.web.party import shown

TABLES = {"dice": "advanced-4", "fellowship": "standard-3", "wotr": "war", "wotrcards": "extended-held"}
KINDS = {"quick": 3, "test": 3, "exhaustive": 100}  # of steps that are looked at
LONGEST = 400  # steps that are taken for them
WATCH = {"width": 180, "height": 360}
LEAST = 24  # px of a target, each way
SMALL = """(least) => [...document.querySelectorAll("a, button, summary, select, input:not([type=hidden])")]
  .map((part) => part.closest("label") || part)
  .filter((part) => part.checkVisibility() && getComputedStyle(part).clipPath === "none") // others are for readers
  .map((part) => [part.textContent.trim().slice(0, 40), part.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < least || height < least)
  .map(([text, { width, height }]) => `${text}: ${width} x ${height}`)"""
UNFOLD = "() => document.querySelectorAll('main details, .side details').forEach((part) => (part.open = true))"


def table(store, game):
    """A new session; its code."""
    header = games.get(game).rules.header(load(game), *setups(game).SETUPS[TABLES[game]])
    return Session.create(games.get(game), load(game), {**header, "lang": "en"}, store, bytes(32)).id


def fits(page, address):
    """Large targets on a phone, no scrolling sideways on a watch."""
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.goto(address)
    page.evaluate(UNFOLD)
    assert page.evaluate(SMALL, LEAST) == []
    page.set_viewport_size(WATCH)
    assert page.evaluate(WIDER) == 0


@pytest.mark.parametrize("game", sample(TABLES, "wotr"))
@pytest.mark.parametrize("lang", sample(["pl", "uk"]))
def test_targets_of_a_new_table_are_large_enough(server, store, phones, game, lang):
    """The table as its host sees it, before anybody sits there, and the log."""
    code = table(store, game)
    page = phones.take(server.address, lang=lang, cookies=server.owner().cookies)
    for path in (code, f"{code}/log"):
        fits(page, f"{server.address}/{path}")


@pytest.mark.parametrize("game", sample(TABLES, "wotrcards"))
def test_targets_of_every_step_are_large_enough(server, store, phones, tier, game):
    """Each kind of step as the host sees it who plays all seats, with everything unfolded."""
    code, host = table(store, game), server.owner()
    session = open_session(store, code, games.get, load)
    for seat in session.replay.seats:
        host.join(code, seat)
    session = open_session(store, code, games.get, load)
    page = phones.take(server.address, lang="uk", cookies=host.cookies)
    choose, rng, seen = getattr(setups(game), "choose", any_of), random.Random(1), set()
    for _ in range(LONGEST):
        state = session.replay.state
        if (kind := session.game.rules.pending(state).what) not in seen:
            fits(page, f"{server.address}/{code}")
            seen.add(kind)
        if len(seen) == KINDS[tier] or not (legal := session.game.rules.legal(state)):
            break
        act = choose(rng, legal)
        chance = session.game.rules.chance(state, act)
        assert session.act(shown(session.game, state, act, rng) if chance and chance.real else act).refusal is None
    assert len(seen) >= 3
