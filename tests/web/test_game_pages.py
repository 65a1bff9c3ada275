"""The pages of all games by one contract: every open step can be taken on its seat's page and on no other, none of
them is heavy, none has too many buttons.

What only one game has on its page stands in test_fellowship_page.py, test_wotr_page.py and test_wotrcards_page.py.
"""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Collection
from typing import Any

import pytest

from companion.play.journal.session import Session
from companion.web.page import templates
from tests.tiers import sample
from tests.web.page_walks import PAGES, begin_pages, lies_on_table, walk_pages
from tests.web.sent import Page, step_of

HEAVIEST = 60_000  # bytes of a page with style and scripts, packed
FILES = ("tracker.css", "tracker.js", "proof.js")


TABLES = [(id, label) for id, pages in PAGES.items() if id != "dice" for label in pages.tables]
NOW = (
    *[("fellowship", label) for label in ("epic-real",)],
    *[("wotr", label) for label in ("in the middle",)],
    ("wotrcards", "the app deals"),
)


def check_offers(page: Page, session: Session, state: Any, own: list[Any], crossed: Collection[str] | None) -> None:
    """The forms of the page ask for these actions, and for no others."""
    game, content = session.game, session.content
    if crossed is None:
        assert page.steps == Counter(step_of(act.seat, game.words.command(state, act)) for act in own)
        return
    asked = [wish for wish in page.wishes(game) if wish.rolled is None]
    sent = {game.words.parse(content, state, wish.type, wish.given, None, wish.seat) for wish in asked}
    assert set(own) <= sent, set(own) - sent
    assert {act.type for act in sent.difference(own)} <= set(crossed), sent.difference(own)


@pytest.mark.parametrize(("id", "label"), sample(TABLES, *NOW))
def test_every_open_step_can_be_taken_on_its_seats_page_and_on_no_other(server, store, id, label, exhaustive):
    """Through a game played at random: what `legal` lists for a phone's seats is what its forms send; no id twice."""
    pages, kinds = PAGES[id], Counter()
    session = begin_pages(store, id, label)
    files = sum(len(templates.files()[name].gzipped) for name in FILES)
    for state, legal, phones in walk_pages(server, store, session, label):
        kind = session.game.rules.pending(state).what
        kinds[kind] += 1
        if kinds[kind] > (2 if exhaustive else 1):
            continue
        for phone in dict.fromkeys(phones.values()):
            text = phone.get(f"/{session.id}").text
            page = Page(text)
            own = [act for act in legal if phones[act.seat] is phone and not lies_on_table(session.game, state, act)]
            check_offers(page, session, state, own, pages.crossed)
            assert max(page.ids.values()) == 1
            assert page.buttons <= pages.buttons
            assert files + len(gzip.compress(text.encode(), 5)) < HEAVIEST
    assert len(kinds) > 1
