"""The clock of the turns: counted from the entries, without pauses and nights."""

from __future__ import annotations

import pytest

from companion.play.journal.entries.halts import Pause, Resume
from companion.play.journal.session import Session
from companion.play.report.turn_times import add_turn_times
from tests.play.tables import CONTENT, GAME, SEED, turn


class Clock:
    """The time of a session, in minutes since it began."""

    minute = 0

    def __call__(self) -> str:
        return f"2026-11-21T{10 + self.minute // 60:02}:{self.minute % 60:02}:00Z"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def session(clock: Clock) -> Session:
    header = GAME.rules.header(CONTENT, ["Ania:frodo", "Bo:sam"], None, {}, None)
    found = Session.create(GAME, CONTENT, header, None, SEED, clock)
    assert isinstance(found, Session)
    return found


def test_a_seat_is_counted_while_it_is_awaited(session: Session, clock: Clock) -> None:
    """The first player thinks for 5 minutes, the second for 7; counted step by step it is the same."""
    clock.minute = 5
    turn(session)
    early = add_turn_times(None, session.replay)
    assert early.seconds == (300, 0)
    clock.minute = 12
    turn(session)
    assert add_turn_times(early, session.replay) == add_turn_times(None, session.replay)
    assert add_turn_times(early, session.replay).seconds == (300, 420)


def test_a_pause_and_a_night_are_no_time_of_a_seat(session: Session, clock: Clock) -> None:
    session.keep(session.plan(Pause()))
    clock.minute = 20
    session.keep(session.plan(Resume()))
    clock.minute = 22
    turn(session)
    assert add_turn_times(None, session.replay).seconds == (120, 0)
    clock.minute = 22 + 31
    turn(session)
    assert add_turn_times(None, session.replay).seconds == (120, 0)
