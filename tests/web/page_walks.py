"""Random games whose pages are looked at: the tables of each game, and how they are played through phones."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion import games
from companion.content.load import load
from companion.play.journal.session import Session
from tests import seeds
from tests.games.dice.setups import SETUPS as DICE
from tests.games.fellowship.setups import SETUPS as FELLOWSHIP
from tests.games.wotrcards.setups import choose as any_card
from tests.web.page_tables import DECKS, HUNT
from tests.web.serving import Followed


def any_step(rng: random.Random, game: Any, state: Any) -> Any:
    """Any step."""
    return rng.choice(game.rules.legal_actions(state))


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
    "dice": Pages(DICE, any_step, 60, 60),
    "fellowship": Pages(FELLOWSHIP, rather_bold, 150, 60),
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


class Seen(NamedTuple):
    """A moment of a game: the state, what may be done, and the phone of each seat."""

    state: Any
    legal: tuple[Any, ...]
    phones: Mapping[str, Any]


def begin_pages(
    store: Any, id: str, label: str, names: Sequence[str] = (), lang: str = "en", table: Sequence[Any] = ()
) -> Session:
    """Return a new table, of PAGES where no other is given; its people have these names, where there are any."""
    game = games.get(id)
    header = game.rules.header(load(id), *(table or PAGES[id].tables[label]))
    found: dict[str, str] = {}
    for row in header["seats"] if names else ():
        row["name"] = found.setdefault(row["name"], names[len(found) % len(names)])
    session = Session.create(game, load(id), {**header, "lang": lang}, store)
    assert isinstance(session, Session), session
    return session


def walk_pages(server: Any, store: Any, session: Session, label: str) -> Iterator[Seen]:
    """Play a random game through its phones; each moment is yielded before its step is taken."""
    game, code = session.game, session.id
    pages, rng, played = PAGES[game.id], random.Random(seeds.words(label)), Followed(store, code)
    phones = people(server, session)
    for _ in range(pages.steps):
        state = played.state
        legal = game.rules.legal_actions(state)
        if not legal:
            return
        yield Seen(state, legal, phones)
        act = pages.choose(rng, game, state)
        if lies_on_table(game, state, act):
            sizes = game.rules.chance(state, act).sizes
            act = game.rules.complete(state, act, [rng.randrange(size) for size in sizes])
        done = phones[act.seat].send(f"/{code}/do", do=game.words.command(state, act), seat=act.seat)
        assert done.status == 200, done
