"""Room in a journal: what seats may write beside the game, what is kept for moves, what is said before it runs out."""

import pytest

from companion.browser import check_page
from companion.core import files
from companion.core.messages import Event
from companion.play.journal import journal, journal_limits
from companion.play.journal.entries.corrections import Amend
from companion.play.journal.entries.halts import STOPPED, End, Pause
from companion.play.journal.entries.remarks import Note, Real, Rematch
from companion.play.journal.entries.seats import FreeSeat, Join, SeatBot
from companion.play.journal.entries.table_entry import table_entries
from companion.play.journal.entries.undo import Redo, Undo
from companion.web.table import table_actions
from tests.play.forge import lines_of
from tests.play.tables import turn
from tests.play.written import Written

FEW = 4


def code_of(answer):
    """Why it was refused, by which rule; None if it was not."""
    return answer.refusal and (answer.refusal.code, answer.refusal.rule)


def room_events(answer):
    """What was said of room."""
    return [event for event in answer.events() if event.rule == journal_limits.RULE]


def kept(session, plan):
    """What came of a plan."""
    return code_of(session.keep(plan))


@pytest.fixture
def few(monkeypatch):
    """A seat may write few entries, and is told when two are left."""
    monkeypatch.setattr(journal_limits, "MOST", FEW)
    monkeypatch.setattr(journal_limits, "WARNED", 2)


@pytest.fixture
def session(begin):
    return begin("frodo", "sam", squares="1")


def test_a_seat_cannot_fill_what_every_reader_takes():
    """All seats of the largest table together leave more than half of the room that a browser reads."""
    note = journal.write_entry(99_999, "0" * 64, "2026-01-01T00:00:00Z", "fellowship-2", "note", {"text": ""}).line
    longest = len(note) + 4 * table_actions.MAX_LETTERS  # bytes of a letter in UTF-8, at most
    seats = 5 + 1  # and the host
    assert journal_limits.MOST * longest * seats < files.LARGEST_ANYWHERE / 2
    assert journal_limits.BESIDE_UNTIL < journal_limits.MOVES_UNTIL < files.LARGEST_ANYWHERE < files.LARGEST_FILE
    assert files.LARGEST_ANYWHERE == check_page.LARGEST_ANYWHERE


def test_the_size_is_that_of_the_file(session):
    """In bytes, of letters beyond ASCII too."""
    session.keep(session.plan(Note("Żółw, ёж, їжак")))
    turn(session)
    assert session.replay.room.size == len("".join(f"{line}\n" for line in lines_of(session)).encode())


@pytest.mark.rule("TB-ROOM-1", "refused")
def test_a_seat_that_writes_without_end_is_stopped(session, few, judge):
    """It is told before, nothing more is written for it, all others go on, and the journal holds."""
    said = [room_events(session.keep(session.plan(Note(f"{number}", "frodo")))) for number in range(FEW)]
    assert said == [
        [],
        *[[Event("room_left", "TB-ROOM-1", {"number": left})] for left in (2, 1, 0)],
    ]
    before = lines_of(session)
    assert kept(session, session.plan(Note("more", "frodo"))) == ("room_seat", "TB-ROOM-1")
    assert lines_of(session) == before
    assert kept(session, session.plan(Note("tea", "sam"))) is None
    assert code_of(session.keep(session.plan(Note("the table's own")))) is None
    turn(session)
    judge(lines_of(session))


@pytest.mark.rule("TB-ROOM-1", "accepted")
def test_whatever_may_be_written_again_and_again_counts(session, few):
    """Undo and redo, mistyped dice, whose dice they are, proposals, pauses; consent to them does not."""
    session.do("roll", {}, "r,o,w,g,n")
    assert kept(session, session.plan(Amend("frodo"))) is None
    session.do("roll", {}, "r,o,w,g,n")
    session.do("keep", {"dice": "green"})
    assert kept(session, session.plan(Undo([], seat="frodo", on_phones=True))) is None
    assert kept(session, session.plan(Redo("frodo"))) is None
    assert kept(session, session.plan(Real("dice", "real", "frodo"))) is None
    assert kept(session, session.plan(Undo([], seat="frodo", on_phones=True))) == ("room_seat", "TB-ROOM-1")
    assert kept(session, session.plan(Written("propose", "frodo", {"to": 1}))) == ("room_seat", "TB-ROOM-1")
    assert kept(session, session.plan(Written("propose", "sam", {"to": 1}))) is None
    for _ in range(FEW + 1):
        assert kept(session, session.plan(Written("agree", "frodo", {}))) is None
    assert kept(session, session.plan(Undo(["frodo", "sam"], 0, "frodo", on_phones=True))) is None
    for _ in range(FEW // 2):
        assert [code_of(session.keep(session.plan(table_entries()[type]()))) for type in ("pause", "resume")] == [
            None,
            None,
        ]
    assert code_of(session.keep(session.plan(Pause()))) == ("room_table", "TB-ROOM-1")
    assert code_of(session.keep(session.plan(End()))) is None


def test_a_seat_is_not_taken_and_left_for_ever(session, few):
    """Nor asked for, nor given to and fro between a person and the app; the host may always give it."""
    for number in range(FEW):
        assert kept(session, session.plan(Join("sam", f"{number:02}"))) is None
        assert kept(session, session.plan(Written("leave", "sam", {"phone": f"{number:02}"}))) is None
    full = ("room_taken", "TB-ROOM-1")
    assert kept(session, session.plan(Join("sam", "aa"))) == full
    assert kept(session, session.plan(Written("ask", "sam", {"phone": "aa", "number": 1234}))) == full
    assert kept(session, session.plan(SeatBot("sam", "random", ["bb"], by_host=False))) == full
    assert kept(session, session.plan(Join("frodo", "aa"))) is None
    assert kept(session, session.plan(Join("sam", "aa", by_host=True))) is None
    assert code_of(session.keep(session.plan(FreeSeat("sam")))) is None
    assert code_of(session.keep(session.plan(SeatBot("sam", "random")))) is None


def test_what_a_bot_notes_is_a_move(session, few):
    """It says what people have to throw: without it the game would stand still."""
    session.keep(session.plan(SeatBot("sam", "random")))
    for _ in range(FEW + 1):
        assert kept(session, session.plan(Note("roll", "sam"))) is None


def test_a_game_in_a_journal_that_is_nearly_full_comes_to_its_end(session, judge):
    """All are told; then nothing beside the game is taken, and whoever lost the seat may take it again."""
    session.replay.room.size = journal_limits.BESIDE_UNTIL - journal_limits.WARNED_BYTES + 1
    (near,) = room_events(session.keep(session.plan(Note("soon"))))
    assert near.code == "room_near"
    session.replay.room.size = journal_limits.BESIDE_UNTIL
    assert code_of(session.keep(session.plan(Note("more")))) == ("room_beside", "TB-ROOM-1")
    assert kept(session, session.plan(Join("sam", "aa"))) is None
    turn(session, "n,o,w,g,r")
    turn(session, "r,o,n,g,w")
    assert session.replay.ended
    assert code_of(session.keep(session.plan(Rematch("abcdef")))) is None
    judge(lines_of(session))


def test_a_full_journal_takes_no_move_but_may_end(session, judge):
    """The host breaks the game off; the move that ends a game ends it, as the room for that was kept."""
    turn(session, "n,o,w,g,r")
    for action, words in (("roll", "r,o,n,g,w"), ("keep", None)):
        given = {} if action == "roll" else {"dice": "black,yellow,red,blue,green"}
        assert code_of(session.do(action, given, words)) is None
    before = lines_of(session)
    session.replay.room.size = journal_limits.MOVES_UNTIL
    assert code_of(session.do("resolve", {})) is None
    assert session.replay.ended
    again = [line for line in lines_of(session) if line not in before]
    assert [journal.decode(line)["type"] for line in again] == ["resolve", "end"]
    judge(lines_of(session))


def test_the_host_breaks_a_full_journal_off(session):
    """Nothing else is taken any more."""
    session.replay.room.size = journal_limits.MOVES_UNTIL
    assert code_of(session.do("roll", {})) == ("room_full", "TB-ROOM-1")
    assert kept(session, session.plan(Join("sam", "aa"))) == ("room_full", "TB-ROOM-1")
    assert code_of(session.keep(session.plan(End()))) is None
    assert session.replay.entries[-1].args == STOPPED


def test_a_journal_of_an_earlier_version_that_holds_more_is_read(session, judge, monkeypatch):
    """Only what is to be written is refused."""
    for number in range(FEW + 2):
        session.keep(session.plan(Note(f"{number}")))
    monkeypatch.setattr(journal_limits, "MOST", FEW)
    assert judge(lines_of(session)).replay.room.beside[""] == FEW + 2
    assert code_of(session.keep(session.plan(Note("more")))) == ("room_table", "TB-ROOM-1")
