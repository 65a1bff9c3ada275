"""What was mistyped is typed anew, without asking, as long as nothing has followed from it elsewhere (TB-AMEND-1)."""

import pytest

from companion import games
from companion.content.load import load
from companion.core.errors import JournalError
from companion.play.journal.entries.corrections import Amend
from companion.play.journal.entries.undo import Redo, Undo
from companion.play.journal.log import render_log
from companion.play.journal.replay import replay_entries
from companion.play.journal.session import Session
from companion.play.journal.store import SqliteStore
from companion.play.journal.undo_report import amended_results
from companion.play.report.history import count_statistics, session_summaries
from companion.play.report.journal_findings import amended_findings
from companion.play.report.verify import dice_report, verify_journal
from companion.words.wording import Voice

GAME, CONTENT = games.get("dice"), load("dice")
WRONG, RIGHT = "ring,orc,weapon,nazgul,gandalf", "ring,ring,orc,weapon,gandalf"


@pytest.fixture
def session():
    """Frodo has typed five dice."""
    found = Session.create(GAME, CONTENT, GAME.rules.header(CONTENT, ["Ania:frodo", "Bo:sam"], "basic", {}, None))
    assert found.do("roll", {}, WRONG).refusal is None
    return found


def again(session):
    """The journal read anew."""
    return replay_entries(session.replay.entries, games.get, load)


def test_it_is_typed_anew_without_asking_anybody(session):
    """An undo of what was seen needs everybody; this needs nobody, and leaves the table as if it had been typed so."""
    assert session.keep(session.plan(Undo([]))).refusal.code == "undo_consent"
    assert session.keep(session.plan(Amend("frodo"))).refusal is None
    assert session.replay.entries[-1].type == "amend"
    assert session.replay.entries[-1].args == {"of": 1}
    assert session.do("roll", {}, RIGHT).refusal is None
    other = Session.create(GAME, CONTENT, GAME.rules.header(CONTENT, ["Ania:frodo", "Bo:sam"], "basic", {}, None))
    other.do("roll", {}, RIGHT)
    assert session.replay.state == other.replay.state
    assert again(session).state == session.replay.state


def test_the_app_does_not_roll_instead(session):
    """Until the same seat has typed the same roll nothing else happens."""
    session.keep(session.plan(Amend("frodo")))
    before = session.replay.state
    for act in (lambda: session.do("roll", {}), lambda: session.keep(session.plan(Amend("frodo")))):
        assert act().refusal.code == "amend_first"
        assert act().refusal.rule == "TB-AMEND-1"
    assert session.replay.state == before


def test_nothing_before_it_is_undone_meanwhile(session):
    """Or the app could roll after a step that was taken back in between."""
    session.do("keep", {"dice": "black,yellow,red,blue,green"})
    assert session.do("resolve", {}).refusal is None
    assert session.do("roll", {}, WRONG, "sam").refusal is None
    session.keep(session.plan(Amend("sam")))
    assert session.keep(session.plan(Undo([]))).refusal.code == "amend_first"


def test_a_journal_in_which_the_app_rolled_instead_does_not_hold(session):
    session.keep(session.plan(Amend("frodo")))
    session.replay.amending = None  # as whoever forges it would
    assert session.do("roll", {}).refusal is None
    with pytest.raises(JournalError) as found:
        again(session)
    assert found.value.seq == 3


def test_it_comes_back_where_nothing_was_wrong(session):
    """`redo` brings back what was taken back, and the table goes on."""
    state = session.replay.state
    session.keep(session.plan(Amend("frodo")))
    assert session.keep(session.plan(Redo())).refusal is None
    assert session.replay.state == state
    assert session.replay.amending is None
    assert session.do("keep", {"dice": "black,blue"}).refusal is None
    assert again(session).state == session.replay.state


def test_ones_own_steps_behind_it_go_too(session):
    """Frodo has kept dice already; nobody else has acted, and nothing new was seen."""
    assert session.do("keep", {"dice": "blue"}).refusal is None
    assert session.keep(session.plan(Amend("frodo"))).refusal is None
    assert session.do("roll", {}, RIGHT).refusal is None
    assert session.replay.state.kept.count("") == 5


def test_not_by_others_and_not_what_the_app_rolled(session):
    """Only the seat that typed it; and what the app drew stands."""
    before = session.replay.state
    assert session.keep(session.plan(Amend("sam"))).refusal.code == "amend_nothing"
    assert session.do("keep", {"dice": "blue"}).refusal is None
    assert session.do("roll", {}).refusal is None  # the app's
    assert session.keep(session.plan(Amend("frodo"))).refusal.code == "amend_nothing"
    assert session.replay.state != before


def test_the_log_and_the_check_tell_it(session):
    """Both results stay in the journal, which holds."""
    session.keep(session.plan(Amend("frodo")))
    session.do("roll", {}, RIGHT)
    words = Voice("en", CONTENT, session.replay.header["seats"])
    assert any("Ania mistyped: entry 1 is typed again." in line for line in render_log(session.replay, words))
    assert [entry.type for entry in session.replay.entries] == ["header", "roll", "amend", "roll"]


def test_what_was_mistyped_is_counted_apart(session, tmp_path):
    """Neither among the dice of this journal nor over all evenings; who, and which step, is told of it."""
    session.keep(session.plan(Amend("frodo")))
    session.do("roll", {}, RIGHT)
    lines = [entry.line for entry in session.replay.entries]
    report = verify_journal(lines, games.get, load)
    assert [tuple(one) for one in report.amended] == [(2, 1, "frodo")]
    assert report.typed == 1
    assert [sum(die.counts.values()) for die in report.dice] == [1] * 5
    shown = [face.id for die in report.dice for face, count in die.counts.items() if count]
    assert sorted(shown) == sorted(RIGHT.split(","))
    assert statistics_of(session, tmp_path) == [1] * 5
    found = amended_findings(report.replay)
    words = Voice("en", CONTENT, report.replay.header["seats"])
    assert [one.seq for one in found] == [2, 1, 3]
    assert words.event_text(found[0].event).startswith("Ania mistyped: entry 1")


def test_what_is_brought_back_as_it_was_counts_again(session, tmp_path):
    session.keep(session.plan(Amend("frodo")))
    session.keep(session.plan(Redo()))
    assert amended_results(session.replay.entries) == ()
    assert [sum(die.counts.values()) for die in dice_report(session.replay)] == [1] * 5
    assert statistics_of(session, tmp_path) == [1] * 5
    session.keep(session.plan(Amend("frodo")))
    session.do("roll", {}, RIGHT)
    session.keep(session.plan(Undo(["frodo", "sam"])))
    session.keep(session.plan(Redo()))
    assert [one.of for one in amended_results(session.replay.entries)] == [1]


def statistics_of(session, folder):
    """How often each die was rolled, as the statistics over evenings count it."""
    store, entries = SqliteStore(folder / f"{session.seq}.sqlite"), session.replay.entries
    store.create(session.id, GAME.id, entries[0].at, [entry.line for entry in entries], b"")
    found = count_statistics(store, list(session_summaries(store, [GAME.id])), games.get, load)
    store.close()
    return [sum(die.counts.values()) for die in found.dice[GAME.id]]
