"""Who plays what, who is host and what is being agreed on, read from entries of a journal."""

import pytest

from companion.play.journal.entries.halts import End, Pause, Resume
from companion.play.journal.entries.remarks import Note
from companion.play.journal.entries.seats import FreeSeat, Join, SeatBot
from companion.play.journal.entries.undo import Undo
from companion.play.journal.roster import HOST, Roster
from tests.play.forge import lines_of
from tests.play.tables import CONTENT, GAME
from tests.play.written import Written


@pytest.fixture
def session(begin):
    return begin("frodo", "sam", "merry")


def say(session, type, seat, **args):
    session.keep(session.plan(Written(type, seat, args)))


def roster(session):
    found = Roster()
    for entry in session.replay.entries:
        found.feed(entry)
    return found


def test_nobody_sits_at_a_new_table(session):
    """No seat is taken, no one is host, nothing is proposed."""
    found = roster(session)
    assert (found.seats_of("a"), found.is_taken("frodo"), found.is_taken(HOST), found.waiting_seats()) == (
        [],
        False,
        False,
        [],
    )
    assert found.changed == 0


def test_phones_come_and_go(session):
    """Several phones on a seat, several seats on a phone, a seat left by all of them is free again."""
    for seat, phone in (("frodo", "a"), ("frodo", "b"), ("sam", "a"), (HOST, "b")):
        say(session, "join", seat, phone=phone)
    found = roster(session)
    assert found.phones == {"frodo": {"a", "b"}, "sam": {"a"}, HOST: {"b"}}
    assert (found.seats_of("a"), found.seats_of("b")) == (["frodo", "sam"], ["frodo", HOST])
    say(session, "leave", "frodo", phone="a")
    assert roster(session).is_taken("frodo")
    say(session, "leave", "frodo", phone="b")
    found = roster(session)
    assert not found.is_taken("frodo")
    assert found.seats_of("a") == ["sam"]
    say(session, "leave", "merry", phone="nobody")  # was never there
    assert not roster(session).is_taken("merry")


def test_a_seat_is_played_since_it_was_taken(session):
    """By the first of those who play it now: who comes to them later changes nothing, who comes after all left does."""
    say(session, "join", "frodo", phone="a")
    say(session, "join", "frodo", phone="b")
    say(session, "leave", "frodo", phone="a")
    assert roster(session).since == {"frodo": 1}
    say(session, "leave", "frodo", phone="b")
    assert roster(session).since == {}
    say(session, "join", "frodo", phone="a")
    assert roster(session).since == {"frodo": 5}


def test_invitations_that_were_used(session):
    """Their digests are read from the entries of the phones that came by them."""
    say(session, "join", "frodo", phone="a")
    say(session, "join", "frodo", phone="b", invite="0123456789abcdef")
    say(session, "leave", "frodo", phone="b")
    assert roster(session).used == {"0123456789abcdef"}


@pytest.mark.rule("TB-SEAT-3", "accepted")
def test_the_host_frees_a_seat(session):
    """All its phones leave, each by an entry; what they are told is known until they take a seat."""
    for seat, phone in (("frodo", "b"), ("frodo", "a"), ("sam", "a"), ("sam", "c")):
        say(session, "join", seat, phone=phone)
    answer = session.keep(session.plan(FreeSeat("frodo")))
    assert [event.code for event in answer.events()] == ["freed"]
    assert [(entry.type, entry.seat, entry.args) for entry in session.replay.entries[-2:]] == [
        ("leave", "frodo", {"by": "host", "phone": "a"}),
        ("leave", "frodo", {"by": "host", "phone": "b"}),
    ]
    found = roster(session)
    assert (found.is_taken("frodo"), found.phones["sam"]) == (False, {"a", "c"})
    assert found.freed == {"a": "frodo", "b": "frodo"}
    say(session, "join", "merry", phone="b")
    say(session, "leave", "sam", phone="c")  # by itself
    assert roster(session).freed == {"a": "frodo"}


@pytest.mark.rule("TB-SEAT-3", "refused")
def test_a_free_seat_is_not_freed(session):
    """Nothing is written where no phone plays."""
    answer = session.keep(session.plan(FreeSeat("frodo")))
    assert (answer.refusal.code, answer.refusal.rule, session.seq) == ("free_nobody", "TB-SEAT-3", 0)


def test_the_host_hands_over(session):
    """The seat "" is the host's; it moves like any other."""
    say(session, "join", HOST, phone="a")
    say(session, "join", HOST, phone="b")
    say(session, "leave", HOST, phone="a")
    found = roster(session)
    assert (found.seats_of("a"), found.seats_of("b")) == ([], [HOST])


def propose(session):
    for seat, phone in (("frodo", "a"), ("sam", "b"), (HOST, "h")):
        say(session, "join", seat, phone=phone)
    session.do("roll", {}, "r,o,w,g,n")
    say(session, "propose", "frodo", to=0)


def test_seats_with_phones_agree(session):
    """The one that asks has agreed; seats without a phone and the host do not speak."""
    propose(session)
    found = roster(session)
    assert (found.proposal.to, found.proposal.by, found.waiting_seats()) == (0, "frodo", ["sam"])
    assert found.proposal.seq == session.seq
    say(session, "agree", "sam")
    assert roster(session).waiting_seats() == []
    assert roster(session).proposal.agreed == {"frodo", "sam"}


def test_who_comes_while_it_is_asked_is_asked_too(session):
    """A seat that is taken now has a say now; one that is left has none."""
    propose(session)
    say(session, "join", "merry", phone="c")
    assert roster(session).waiting_seats() == ["sam", "merry"]
    say(session, "leave", "sam", phone="b")
    assert roster(session).waiting_seats() == ["merry"]


def test_a_proposal_ends(session):
    """Declined, replaced by another, or overtaken by the game; a note or a pause leaves it."""
    propose(session)
    session.keep(session.plan(Note("hm")))
    session.keep(session.plan(Pause()))
    session.keep(session.plan(Resume()))
    assert roster(session).proposal is not None
    say(session, "propose", "sam", to=0)
    assert (roster(session).proposal.by, roster(session).waiting_seats()) == ("sam", ["frodo"])
    session.do("keep", {"dice": "green"})
    assert roster(session).proposal is None
    say(session, "propose", "frodo", to=0)
    say(session, "decline", "sam")
    assert roster(session).proposal is None
    say(session, "agree", "sam")
    assert (roster(session).proposal, roster(session).waiting_seats()) == (None, [])


def test_undo_and_end_overtake_a_proposal(session):
    """After either of them there is nothing to agree on."""
    propose(session)
    say(session, "agree", "sam")
    session.keep(session.plan(Undo(["frodo", "sam", "merry"])))
    assert roster(session).proposal is None
    say(session, "propose", "frodo", to=0)
    session.keep(session.plan(End()))
    assert roster(session).proposal is None


def test_what_changed_the_choice_is_remembered(session):
    """Entries aside do not count; the game's, undo and an unknown entry do."""
    session.keep(session.plan(Note("x")))
    say(session, "join", "frodo", phone="a")
    session.keep(session.plan(Pause()))
    session.keep(session.plan(Resume()))
    assert roster(session).changed == 0
    session.do("roll", {}, "r,o,w,g,n")
    assert roster(session).changed == session.seq
    rolled = session.seq
    session.keep(session.plan(Note("y")))
    assert roster(session).changed == rolled
    session.do("keep", {"dice": "green"})
    session.keep(session.plan(Undo([])))
    assert roster(session).changed == session.seq


def test_entries_that_were_made_up_disturb_nobody(session):
    """A journal of somebody else may hold anything in the arguments of an entry that changes nothing."""
    say(session, "join", "gollum", phone="a")
    for args in ({}, {"to": "x"}, {"to": None}, {"to": True}):
        say(session, "propose", "frodo", **args)
    say(session, "join", "frodo")
    say(session, "leave", "sam", phone=["x"])
    say(session, "leave", "merry", phone="nobody", by="host")
    say(session, "leave", "gollum", phone=["x"], by=["host"])
    say(session, "join", "sam", phone={"x": 1}, invite=["y"])
    say(session, "agree", "nobody")
    found = roster(session)
    assert found.proposal is None
    assert found.seats_of("a") == ["gollum"]
    assert found.freed == {}


def test_the_journal_with_all_of_it_holds(session, judge):
    """`verify` takes every entry of the table."""
    propose(session)
    say(session, "agree", "sam")
    session.keep(session.plan(Undo(["frodo", "sam", "merry"])))
    say(session, "leave", "frodo", phone="a")
    assert judge(lines_of(session)).replay.state == GAME.rules.new(CONTENT, session.replay.header)


def test_who_gave_a_seat_to_the_app_may_take_it_back(session):
    """Its phones, until somebody takes the seat; nobody else, and nobody at all where the host gave it."""
    session.keep(session.plan(Join("sam", "aa")))
    session.keep(session.plan(SeatBot("sam", "random", {"aa"}, by_host=False)))
    assert roster(session).lent == {"sam": {"aa"}}
    session.keep(session.plan(SeatBot("sam", "best", (), by_host=False)))
    assert roster(session).lent == {"sam": {"aa"}}
    session.keep(session.plan(Join("sam", "bb")))
    assert roster(session).lent == {}
    say(session, "leave", "sam", phone="bb")
    session.keep(session.plan(SeatBot("sam", "random", ())))
    assert roster(session).lent == {}
    say(session, "join", "merry", phone="cc")
    session.keep(session.plan(FreeSeat("merry", {"cc"})))
    session.keep(session.plan(SeatBot("merry", "random", (), by_host=False)))
    assert roster(session).lent == {"merry": set()}
