"""The pages of all games by one contract: every open step can be taken on its seat's page and on no other, none of
them is heavy, none has too many buttons.

What only one game has on its page stands in test_fellowship_page.py, test_wotr_page.py and test_wotrcards_page.py.
"""

from __future__ import annotations

import gzip
import random
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

import pytest

from companion import games
from companion.content.load import load
from companion.play.journal.session import Session
from companion.web.page import templates
from tests import seeds
from tests.games.fellowship.setups import SETUPS
from tests.games.wotrcards.setups import choose as any_card
from tests.tiers import sample
from tests.web.page_tables import DECKS, HUNT
from tests.web.sent import Page, step_of
from tests.web.serving import Followed

HEAVIEST = 60_000  # bytes of a page with style and scripts, packed
FILES = ("tracker.css", "tracker.js", "proof.js")


def rather_bold(rng: random.Random, game: Any, state: Any) -> Any:
    """A step that takes the game on: rather any other than to refuse."""
    legal = game.rules.legal_actions(state)
    bold = [act for act in legal if act.type not in ("refuse", "withdraw", "skip", "done", "summon")]
    return rng.choice(bold if bold and rng.random() < 0.85 else legal)


def rather_asked(rng: random.Random, game: Any, state: Any) -> Any:
    """A step of whoever is asked, and now and then another."""
    legal = game.rules.legal_actions(state)
    asked = [act for act in legal if act.seat == state.seat and act.type not in game.rules.aside_types]
    return rng.choice(legal if rng.random() < 0.1 else asked)


class Pages(NamedTuple):
    """What differs between the pages of games.

    tables: what a header is made of, by label. choose: a step of a random game. steps: how many of them. buttons: how
    many a page may have, as what is long is a list. crossed: steps of lists that stand side by side, which may give
    what the rules refuse; None where a page offers each step once, and no other.
    """

    tables: Mapping[str, tuple[Any, ...]]
    choose: Callable[[random.Random, Any, Any], Any]
    steps: int
    buttons: int
    crossed: Collection[str] | None = None


PAGES = {
    "fellowship": Pages(SETUPS, rather_bold, 150, 60),
    "wotr": Pages(
        {label: ([] if at else seats, None, own, at) for label, (seats, own, at) in HUNT.items()},
        rather_asked,
        90,
        60,
    ),
    "wotrcards": Pages(
        {label: (*table, None) for label, table in DECKS.items()},
        lambda rng, game, state: any_card(rng, game.rules.legal(state)),
        90,
        45,
        ("effect", "winnow"),
    ),
}
TABLES = [(id, label) for id, pages in PAGES.items() for label in pages.tables]
NOW = (
    *[("fellowship", label) for label in ("epic-real",)],
    *[("wotr", label) for label in ("in the middle",)],
    ("wotrcards", "the app deals"),
)


def people(server: Any, session: Session) -> dict[str, Any]:
    """A phone for each person, which plays all seats of that person, by seat."""
    phones: dict[str, Any] = {}
    found = {}
    for row in session.replay.header["seats"]:
        phones.setdefault(row["name"], server.phone())
        found[row["id"]] = phones[row["name"]].join(session.id, row["id"])
    return found


def lies_on_table(game: Any, state: Any, act: Any) -> bool:
    """No button draws it."""
    chance = game.rules.chance(state, act)
    return chance is not None and chance.real


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
    game, content, pages = games.get(id), load(id), PAGES[id]
    header = game.rules.header(content, *pages.tables[label])
    session = Session.create(game, content, {**header, "lang": "en"}, store)
    assert isinstance(session, Session), session
    files = sum(len(templates.files()[name].gzipped) for name in FILES)
    code, rng, kinds, played = session.id, random.Random(seeds.words(label)), Counter(), Followed(store, session.id)
    phones = people(server, session)
    for _ in range(pages.steps):
        state = played.state
        legal = game.rules.legal_actions(state)
        if not legal:
            break
        kind = game.rules.pending(state).what
        kinds[kind] += 1
        if kinds[kind] == 1 or (exhaustive and kinds[kind] == 2):
            for phone in dict.fromkeys(phones.values()):
                text = phone.get(f"/{code}").text
                page = Page(text)
                own = [act for act in legal if phones[act.seat] is phone and not lies_on_table(game, state, act)]
                check_offers(page, session, state, own, pages.crossed)
                assert max(page.ids.values()) == 1
                assert page.buttons <= pages.buttons
                assert files + len(gzip.compress(text.encode(), 5)) < HEAVIEST
        act = pages.choose(rng, game, state)
        if lies_on_table(game, state, act):
            sizes = game.rules.chance(state, act).sizes
            act = game.rules.complete(state, act, [rng.randrange(size) for size in sizes])
        done = phones[act.seat].send(f"/{code}/do", do=game.words.command(state, act), seat=act.seat)
        assert done.status == 200, done
    assert len(kinds) > 1
