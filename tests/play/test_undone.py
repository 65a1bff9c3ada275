"""What was seen and then taken back stays in sight, with who agreed to it (TB-UNDO-1)."""

import json

import pytest

from companion.core.messages import Ref, Refusal
from companion.play.journal.entries.undo import Undo
from companion.play.journal.undo_report import Undone, undone_results
from companion.play.report.journal_findings import undone_findings
from tests.play.forge import lines_of
from tests.play.written import Written

EVERYBODY = ["frodo", "sam", "merry"]


@pytest.fixture
def session(begin):
    return begin("frodo", "sam", "merry")


def say(session, type, seat, **args):
    session.keep(session.plan(Written(type, seat, args)))


def seats(*ids):
    return {"seats": tuple(Ref("seat", id) for id in ids)}


def test_six_rolls_undone_until_the_seventh_is_liked(session, judge):
    """Each of the six is listed with what it showed and with who agreed."""
    for _ in range(6):
        assert session.do("roll", {}).refusal is None
        assert session.keep(session.plan(Undo(EVERYBODY))).refusal is None
    session.do("roll", {})
    report = judge(lines_of(session))
    assert report.undone == tuple([Undone(seq, (seq - 1,), (), tuple(EVERYBODY)) for seq in range(2, 13, 2)])
    findings = undone_findings(report.replay)
    shown = [found for found in findings if found.event.code not in ("undone_seen", "undone_by_word")]
    assert {found.seq for found in shown} == {1, 3, 5, 7, 9, 11}
    assert [found.event.values for found in findings if found.event.code == "undone_by_word"] == [seats(*EVERYBODY)] * 6


def test_what_nobody_had_seen_is_not_listed(session, judge):
    """A choice taken back told nobody anything."""
    session.do("roll", {})
    session.do("keep", {"dice": "green"})
    session.keep(session.plan(Undo([])))
    assert judge(lines_of(session)).undone == ()


def test_a_phone_of_its_own_counts_as_consent(session, judge):
    """Who agreed on a phone is told from whom the journal only says so."""
    say(session, "join", "frodo", phone="a")
    say(session, "join", "sam", phone="b")
    session.do("roll", {})
    say(session, "propose", "frodo", to=0)
    say(session, "agree", "sam")
    assert session.keep(session.plan(Undo(EVERYBODY))).refusal is None
    (found,) = judge(lines_of(session)).undone
    assert (found.on_phone, found.by_word) == (("frodo", "sam"), ("merry",))


def test_an_old_proposal_is_no_consent_to_another_undo(session):
    """Agreeing to take back one thing says nothing of another."""
    say(session, "join", "sam", phone="b")
    session.do("roll", {}, "r,o,w,g,n")
    session.do("keep", {"dice": "green"})
    session.do("roll", {}, "r,o,w,g")
    say(session, "propose", "sam", to=2)
    assert session.keep(session.plan(Undo(EVERYBODY, 0))).refusal == Refusal("undo_phones", "TB-UNDO-1", seats("sam"))


def test_nobody_speaks_for_a_seat_with_a_phone(session):
    """The command line cannot agree for it; for seats without a phone it can."""
    say(session, "join", "frodo", phone="a")
    say(session, "join", "merry", phone="c")
    session.do("roll", {})
    refusal = Refusal("undo_phones", "TB-UNDO-1", seats("frodo", "merry"))
    before = lines_of(session)
    assert session.keep(session.plan(Undo(EVERYBODY))).refusal == refusal
    assert lines_of(session) == before
    say(session, "leave", "frodo", phone="a")
    say(session, "leave", "merry", phone="c")
    assert session.keep(session.plan(Undo(EVERYBODY))).refusal is None


def test_what_takes_nothing_seen_back_needs_nobody(session):
    """Phones or not, a choice may be taken back freely."""
    say(session, "join", "frodo", phone="a")
    session.do("roll", {})
    session.do("keep", {"dice": "green"})
    assert session.keep(session.plan(Undo(EVERYBODY))).refusal is None


def test_the_list_is_the_same_in_the_session_itself(session):
    """It comes from the entries alone."""
    session.do("roll", {})
    session.keep(session.plan(Undo(EVERYBODY)))
    assert undone_results(session.replay) == (Undone(2, (1,), (), tuple(EVERYBODY)),)
    assert json.loads(lines_of(session)[2])["args"] == {"agreed": sorted(EVERYBODY), "to": 0}
