"""What lies on the real table: the app draws none of it, and what was drawn before it knew still holds (TB-DRAW-6)."""

import pytest

from companion import games
from companion.content.load import load
from companion.messages import Refusal
from companion.play.session import Session
from companion.play.verify import verify
from tests.play.forge import lines_of
from tests.play.tables import SEED

GAME, CONTENT = games.get("fellowship"), load("fellowship")
MORIA = {"place": "moria", "seats": [{"hobbit": "frodo", "name": "Ania"}, {"hobbit": "sam", "name": "Bo"}]}
ASKED = Refusal("show_real", "TB-DRAW-6", {"action": "show"})


def begun(real: str) -> Session:
    """Frodo is about to reveal a story tile, a real one or one of the app."""
    header = GAME.header(CONTENT, [], None, {"real_tiles": real}, MORIA)
    found = Session.create(GAME, CONTENT, header, seed=SEED)
    assert isinstance(found, Session)
    return found


@pytest.mark.rule("TB-DRAW-6", "accepted")
@pytest.mark.rule("TB-DRAW-6", "refused")
def test_what_lies_on_the_table_is_told_and_not_drawn():
    """Nothing is kept of the refused request; told, it comes from the table."""
    session = begun("true")
    state = session.replay.state
    assert session.do("show", {}).refusal == ASKED
    assert (session.seq, session.replay.state) == (0, state)
    assert session.do("show", {}, "hide").refusal is None
    assert session.replay.entries[-1].args["source"] == "table"


def test_the_app_draws_what_does_not_lie_there():
    """The same tile without the option; and of a real one nobody is told more than that it is not his step."""
    session = begun("false")
    assert session.do("show", {}).refusal is None
    assert session.replay.entries[-1].args["source"] == "draw"
    assert begun("true").do("show", {"by": "sam"}).refusal.code == "not_your_step"


def test_what_was_shown_is_asked_for_before_anything_that_keeps_the_app_from_drawing():
    """Words that are not shown yet, or a seed that is not here, are no matter where the app would not draw."""
    session = begun("true")
    session.commit("0" * 64)
    assert session.do("show", {}).refusal == ASKED
    assert session.do("show", {}, "hide").refusal is None
    elsewhere = Session("other", begun("true").replay, b"", None)
    assert elsewhere.do("show", {}).refusal == ASKED


def test_an_action_that_shows_nothing_is_not_asked_about():
    """Nor one whose result is told."""
    session = begun("true")
    show = GAME.legal_actions(session.replay.state)[0]
    assert session.act(show).refusal == ASKED
    assert session.act(show._replace(card="hide")).refusal is None
    assert session.act(GAME.legal_actions(session.replay.state)[0]).refusal is None


def test_a_journal_in_which_the_app_drew_it_still_holds(monkeypatch):
    """Tables of earlier versions go on, and are verified to their end."""
    session = begun("true")
    monkeypatch.setattr(Session, "real_refusal", lambda self, action, chance: None)
    assert session.do("show", {}).refusal is None
    assert session.do("resolve", {}).refusal is None
    monkeypatch.undo()
    report = verify(lines_of(session), games.get, load)
    assert (report.by_link, report.typed, report.holds) == (1, 0, True)
