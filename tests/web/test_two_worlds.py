"""Nothing about a hidden card reaches another seat: two worlds that differ in one of them are played on side by side.

Random games of the three games with hidden hands are forked where a seat is dealt a card: in the other world it is
another one. As long as the difference stays hidden both go on alike, and after every step everybody who cannot know
it asks both trackers for everything and tries what is not allowed. Each byte has to be the same, but for hashes of
entries and the codes that stand for them. tests/two_worlds/ says what is hidden, and which worlds are both possible.

The exhaustive tier plays 30 games of each kind, and everybody asks for everything after each step. The figures are
printed (`pytest -s`).
"""

import asyncio
import dataclasses
import random
import sys
from contextlib import contextmanager
from functools import partial
from unittest import mock

import pytest

from companion import games
from companion.content.load import load
from companion.play.journal import journal
from companion.play.journal.entries.corrections import Override
from companion.play.journal.session import Session
from tests.tiers import sample
from tests.two_worlds import command
from tests.two_worlds.hidden import SECRETS
from tests.two_worlds.loud import Figures
from tests.two_worlds.pair import Walk, begun, one_time
from tests.two_worlds.run import forks, play, table_of

GAMES = {True: 30, False: 1}  # of each kind, trying everything or not
HOW = {True: {"points": 3, "steps": 6, "thorough": True}, False: {"points": 1, "steps": 2}}
FEW = 6  # games in which a fault has to be seen


def told(differences):
    """The first differences, one under the other."""
    return "\n\n".join("\n".join(map(str, row)) for row in differences[:5])


@pytest.mark.parametrize("game", sample(SECRETS, "wotrcards"))
def test_two_worlds_send_the_same_bytes(game, exhaustive):
    """Pages, streams, logs, refusals, headers: nobody can tell which of the worlds it is."""
    figures = Figures()
    for number in range(GAMES[exhaustive]):
        asyncio.run(play(game, number, figures, **HOW[exhaustive]))
    print(f"\n{game}: {figures}")
    assert not figures.differences, told(figures.differences)
    assert figures.games == GAMES[exhaustive]
    assert figures.steps >= GAMES[exhaustive]
    assert figures.pages > 50 * figures.points


@pytest.mark.parametrize("game", SECRETS)
def test_two_worlds_print_the_same(game, tmp_path, exhaustive):
    """`show`, `log` and `legal`, with `--seat` and `--json`; what `do` prints, done or refused.

    (`legal` without a seat, `log --json` and `export` show everything to whoever holds the store.)
    """
    figures = Figures()
    for number in range(GAMES[True] if exhaustive else 1):
        command.run(game, number, tmp_path, figures, 3 if exhaustive else 1)
    print(f"\n{game}, typed: {figures}")
    assert not figures.differences, told(figures.differences)
    assert figures.pages > 8


# --- the test sees what it looks for ---------------------------------------------------------------------------------


def eyes_of_the_next(state, seat, *_):
    """Who asks is answered as if the next one had asked."""
    seats = state.setup.seats
    return seats[(seats.index(seat) + 1) % len(seats)] if seat in seats else seats[0]


def eyes_of_who_did_it(state, seat, action, after):
    """All are told what the one who acted is told."""
    return action.seat


def with_show(game, **shown):
    """The game, showing something else."""
    return dataclasses.replace(game, show=dataclasses.replace(game.show, **shown))


@contextmanager
def blind(game, method, whose):
    """A game that takes one seat for another: `method` answers with the eyes of `whose` state, seat and action."""
    found = games.get(game)
    real, at = getattr(found.show if method == "render_text" else found.rules, method), SEAT_AT[method] - 1

    def told(state, *more, seat=None):
        return real(state, *more[:at], whose(state, more[at] if len(more) > at else seat, *more[:at]))

    if method == "render_text":
        patch = mock.patch.object(sys.modules[games.GAMES[game]], "GAME", with_show(found, render_text=told))
    else:
        patch = mock.patch.object(found.rules, method, told)
    with patch:
        yield


SEAT_AT = {"view": 1, "render_text": 2, "events": 3}  # which argument after the state is the seat
FAULTS = {  # of the games and of the tracker: where, and what is put there
    "a hand in a view": ("fellowship", partial(blind, "fellowship", "view", eyes_of_the_next)),
    "piles in a view": ("wotrcards", partial(blind, "wotrcards", "view", eyes_of_the_next)),
    "eyes of another seat": (
        "fellowship",
        partial(mock.patch, "companion.web.table.board.viewing_seat", lambda table, viewer: table.seats[0]),
    ),
    "an open journal": (
        "fellowship",
        partial(mock.patch, "companion.web.table.board.is_journal_open", lambda table: True),
    ),
    "offers of others": (
        "wotr",
        partial(mock.patch, "companion.web.table.tables.LiveTable.acting_seats", lambda of, *_: of.seats),
    ),
    "cards that others drew": (
        "wotrcards",
        partial(blind, "wotrcards", "events", eyes_of_who_did_it),
    ),
}
TYPED_FAULTS = {
    "a hand in lines": ("wotr", partial(blind, "wotr", "render_text", eyes_of_the_next)),
    "piles in lines": ("wotrcards", partial(blind, "wotrcards", "render_text", eyes_of_the_next)),
}


class Seen(Exception):  # noqa: N818  says what happened
    """A difference."""


class Alarm(Figures):
    """The first difference is enough."""

    def note(self, where, one, other):
        super().note(where, one, other)
        if self.differences:
            raise Seen


@pytest.mark.parametrize("fault", sample(FAULTS, "a hand in a view", "cards that others drew"))
def test_a_leak_on_a_page_is_found(fault):
    """Whatever tells of a hidden card, somebody is sent other bytes in the other world.

    Faults of the tracker are seen in the usual tier by tests/web/test_secret.py, which is quicker.
    """
    game, wrong = FAULTS[fault]
    with wrong(), pytest.raises(Seen):
        _ = [asyncio.run(play(game, number, Alarm(), points=3, steps=6)) for number in range(FEW)]


@pytest.mark.parametrize("fault", sample(TYPED_FAULTS, "a hand in lines"))
def test_a_leak_on_the_command_line_is_found(fault, tmp_path):
    """So on the command line."""
    game, wrong = TYPED_FAULTS[fault]
    with wrong(), pytest.raises(Seen):
        _ = [command.run(game, number, tmp_path, Alarm(), 6) for number in range(FEW)]


@pytest.mark.tier("exhaustive")
def test_a_refusal_that_tells_of_a_hand_is_seen(exhaustive):
    """Where cards that the app has dealt could be typed in, trying them out would show which are in other hands."""
    with mock.patch.object(Session, "typed_refusal", return_value=None), one_time():
        assert any(told for number in range(FEW) for told in tellings("fellowship", number, 40))
    with one_time():
        assert not any(tellings("fellowship", 0, 40 if exhaustive else 8))


def tellings(game, number, steps):
    """What the worlds refuse in different ways, after each of so many steps of some walks."""
    rng = random.Random(f"tellings {number}")
    for fork in forks(game, table_of(game, number), rng, 4):
        walk, sessions = Walk(game, fork, rng), (fork.a, fork.b)
        for _ in range(steps):
            walk.quietly(sessions, 1)
            yield from walk.wrong(sessions, sorted(walk.unaware))[0]


# --- hashes give nothing away ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SECRETS)
def test_hashes_cannot_be_found_by_trying(game):
    """Every entry that may hold something hidden has a salt of its own: header of a position, actions, overruling."""
    referee, content = games.get(game), load(game)
    label = next(label for label, table in SECRETS[game].tables.items() if table[3] is not None)
    header = referee.rules.header(content, *SECRETS[game].tables[label])
    with one_time():
        session, other = begun(game, header, b"one" * 9), begun(game, header, b"two" * 9)
    for each in (session, other):
        for _ in range(20):
            each.act(referee.rules.legal_actions(each.replay.state)[0])
        assert each.keep(each.plan(Override("so it was", header["position"]))).refusal is None
    salts = []
    for entry in (*session.replay.entries, *other.replay.entries):
        hidden = entry.type in ("header", "override", *referee.words.action_types)
        assert ("salt" in entry.args) == hidden, entry.type
        salts += [entry.args["salt"]] * hidden
    assert {len(salt) for salt in salts} == {32}
    assert len(set(salts)) == len(salts)


@pytest.mark.parametrize("game", SECRETS)
def test_a_journal_without_salt_in_its_header_is_still_read(game):
    """As earlier versions wrote it; a game that hides nothing has none."""
    referee, content = games.get(game), load(game)
    label = next(label for label, table in SECRETS[game].tables.items() if table[3] is not None)
    session = begun(game, referee.rules.header(content, *SECRETS[game].tables[label]), b"old" * 9)
    first = session.replay.entries[0]
    args = {key: value for key, value in first.args.items() if key != "salt"}
    old = journal.write_entry(0, journal.START, first.at, "", "header", args)
    assert old.hash != first.hash
    again = Session("old", type(session.replay)(referee, content, old), session._secret, None)
    assert again.replay.state == session.replay.state
    dealt = begun(game, referee.rules.header(content, *SECRETS[game].tables[table_of(game, 0)]), b"new" * 9)
    assert "salt" not in dealt.replay.header
