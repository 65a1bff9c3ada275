"""Lessons of a table that asked to be taught."""

import pytest

from companion import games
from companion.content.load import load
from companion.play.journal.entries.seats import SeatBot
from companion.play.journal.entries.undo import Undo
from companion.play.journal.lessons import due_lesson
from companion.play.journal.session import Session, session_header
from companion.web.page import templates
from tests.play.tables import ALL_DIFFERENT, BOTH, CONTENT, GAME, turn

TAUGHT = [id for id in games.playable_games() if load(id).tables.get("lesson")]


def begun(**options) -> Session:
    """Return a table of two with these options."""
    return Session.create(GAME, CONTENT, session_header(GAME, CONTENT, ["Ania:frodo", "Bo:sam"], None, options))


def lesson(session, reader=None) -> str | None:
    """Return the id of the lesson of a reader."""
    row = due_lesson(session.replay, reader)
    return row and row.id


def test_each_kind_of_step_is_explained_once():
    """To the table at its first, to a seat at its own first; an undo brings the lesson back."""
    session = begun(teach="true")
    first, second = BOTH
    assert [lesson(session, who) for who in (None, first, second)] == ["roll"] * 3
    session.do("roll", {}, ALL_DIFFERENT)
    assert lesson(session) == "keep"
    session.keep(session.plan(Undo(BOTH)))
    assert lesson(session) == "roll"
    turn(session, ALL_DIFFERENT)
    assert session.replay.state.seat == second
    assert [lesson(session, who) for who in (None, first, second)] == [None, None, "roll"]
    turn(session, ALL_DIFFERENT)
    assert [lesson(session, who) for who in (None, first, second)] == [None] * 3


def test_nobody_learns_by_the_steps_of_a_bot():
    """The table is told at the first step of a person, though the app has taken such steps."""
    session = begun(teach="true")
    first, second = BOTH
    session.keep(session.plan(SeatBot(first, "random")))
    turn(session, ALL_DIFFERENT)
    assert session.replay.state.seat == second
    assert [lesson(session, who) for who in (None, second)] == ["roll", "roll"]


def test_a_table_that_did_not_ask_is_not_taught():
    """By default, and where it says so; the header is then as it always was."""
    for session in (begun(), begun(teach="false")):
        assert lesson(session, BOTH[0]) is None
        assert "teach" not in session.replay.header


@pytest.mark.parametrize("id", TAUGHT)
def test_every_kind_of_step_has_one_lesson(id):
    """And no lesson is left over; its icon is one of the page."""
    rules, rows = games.get(id).rules, load(id)["lesson"].values()
    asked = [kind for kind, step in rules.steps.items() if step.answers]
    assert sorted(step for row in rows for step in row["steps"]) == sorted(asked)
    assert [row["icon"] for row in rows if f'id="i-{row["icon"]}"' not in templates.sprite(id)] == []
