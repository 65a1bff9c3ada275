"""A table that is paused or broken off: what is refused then, what goes on, and a journal that says otherwise."""

import pytest

from companion import games
from companion.content.load import load
from companion.core.errors import JournalError
from companion.play.journal.entries.corrections import Override
from companion.play.journal.entries.halts import STOPPED, End, Pause, Resume
from companion.play.journal.entries.remarks import Note
from companion.play.journal.entries.table_entry import table_entries
from companion.play.journal.entries.undo import Redo, Undo
from companion.play.journal.session import open_session
from companion.play.journal.store import SqliteStore
from tests.play.forge import entries as read
from tests.play.forge import extra, lines_of, rehash
from tests.play.tables import CONTENT, GAME
from tests.play.written import Written

ALL_DIFFERENT = "r,o,w,g,n"


def code_of(answer):
    return answer.refusal and answer.refusal.code


def fault(judge, lines):
    """Number, code and the code of the refusal behind it, of the first bad entry."""
    with pytest.raises(JournalError) as raised:
        judge(lines)
    error = raised.value
    return error.seq, error.code, error.refusal and error.refusal.code


def after(session, *more):
    """Lines of the session's journal and further entries, every hash right."""
    return rehash([*read(lines_of(session)), *more])


@pytest.fixture
def session(begin):
    """A roll and a keep, which may be taken back or be brought back."""
    found = begin("frodo", "sam")
    assert found.do("roll", {}, ALL_DIFFERENT).refusal is None
    assert found.do("keep", {"dice": "green"}).refusal is None
    return found


# --- at the table ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TB-PAUSE-1", "accepted")
def test_a_table_is_paused_and_goes_on(session, judge):
    """Nothing of the game is lost in between, and the journal holds."""
    before = session.replay.state
    assert session.keep(session.plan(Pause())).refusal is None
    assert session.replay.halt.code == "paused"
    assert session.replay.state == before
    assert session.keep(session.plan(Resume())).refusal is None
    assert session.replay.halt is None
    assert session.do("roll", {}).refusal is None
    assert [entry.type for entry in judge(lines_of(session)).replay.entries][3:] == ["pause", "resume", "roll"]


@pytest.mark.rule("TB-PAUSE-1", "refused")
@pytest.mark.parametrize(("halt", "code"), [("pause", "paused"), ("end", "stopped")])
def test_nothing_happens_in_a_halted_game(session, halt, code):
    """Actions, undo, redo and override are refused by the rule of the halt, and write nothing."""
    position = {**_position(session)}
    session.keep(session.plan(Undo([])))
    assert session.keep(session.plan(table_entries()[halt]())).refusal is None
    before = lines_of(session)
    tries = [
        session.do("keep", {"dice": "black"}),
        session.do("roll", {}) if session.replay.state.phase == "roll" else session.do("keep", {"dice": "green"}),
        session.keep(session.plan(Undo(["frodo", "sam"]))),
        session.keep(session.plan(Redo())),
        session.keep(session.plan(Override("the table says so", position))),
    ]
    assert [code_of(answer) for answer in tries] == [code] * 5
    assert {answer.refusal.rule for answer in tries} == {"TB-PAUSE-1" if halt == "pause" else "TB-END-1"}
    assert lines_of(session) == before


def test_notes_and_seats_go_on_while_paused(session, judge):
    """What changes nothing in the game may be written."""
    session.keep(session.plan(Pause()))
    assert session.keep(session.plan(Note("tea"))).refusal is None
    for type, args in (("join", {"phone": "a"}), ("leave", {"phone": "a"}), ("propose", {"to": 1})):
        session.keep(session.plan(Written(type, "sam", args)))
    assert judge(lines_of(session)).replay.halt.code == "paused"


@pytest.mark.rule("TB-END-1", "accepted")
def test_a_game_is_broken_off(session, judge, store):
    """Nobody has won, the journal holds, and the host may let it go on later, from disk as well."""
    assert session.keep(session.plan(End())).refusal is None
    entry = session.replay.entries[-1]
    assert (entry.type, entry.args, entry.seat) == ("end", STOPPED, "")
    assert not session.replay.ended
    assert judge(lines_of(session)).replay.halt.code == "stopped"
    assert session.keep(session.plan(Resume())).refusal is None
    assert session.do("roll", {}).refusal is None


@pytest.mark.rule("TB-END-1", "refused")
def test_what_cannot_be_paused_or_ended(session, finished):
    """Twice is once too often; a game that is over is neither paused nor broken off; nothing goes on that goes on."""
    assert code_of(session.keep(session.plan(Resume()))) == "resume_nothing"
    assert code_of(session.keep(session.plan(Pause()))) is None
    assert code_of(session.keep(session.plan(Pause()))) == "paused"
    assert code_of(session.keep(session.plan(End()))) is None  # a paused game may be broken off
    assert code_of(session.keep(session.plan(End()))) == "stopped"
    assert code_of(session.keep(session.plan(Pause()))) == "stopped"
    assert code_of(session.keep(session.plan(Resume()))) is None
    assert code_of(session.keep(session.plan(Resume()))) == "resume_nothing"
    for type, code in (("pause", "pause_over"), ("end", "pause_over"), ("resume", "resume_nothing")):
        before = lines_of(finished)
        assert code_of(finished.keep(finished.plan(table_entries()[type]()))) == code
        assert lines_of(finished) == before


def test_a_finished_game_that_is_taken_back_can_be_paused(finished):
    """After an undo the game goes on, so it may be paused again."""
    assert finished.keep(finished.plan(Undo(["frodo", "sam"]))).refusal is None
    assert finished.keep(finished.plan(Pause())).refusal is None
    assert finished.keep(finished.plan(Resume())).refusal is None
    assert finished.keep(finished.plan(Redo())).refusal is None
    assert finished.replay.ended


def test_a_halt_is_kept_on_disk(begin, store):
    """Opened anew the session is still paused."""
    session = begin("frodo", "sam", store=store)
    session.keep(session.plan(Pause()))
    again = open_session(store, session.id, lambda id: GAME, lambda id: CONTENT)
    assert again.replay.halt.code == "paused"
    assert code_of(again.do("roll", {})) == "paused"
    assert again.keep(again.plan(Resume())).refusal is None


# --- journals that were made up --------------------------------------------------------------------------------------


@pytest.mark.parametrize("halt", [("pause", {}, "paused"), ("end", STOPPED, "stopped")])
def test_an_entry_of_the_game_after_a_halt_is_named(session, judge, halt):
    """A journal whose hashes are right, but where somebody played on: the first such entry is named."""
    type, args, code = halt
    held = extra(type, args)
    roll = extra("roll", {"faces": [], "source": "table"}, "frodo")
    agreed = {"agreed": ["frodo", "sam"], "to": 0}
    for wrong in (roll, extra("undo", agreed), extra("redo"), extra("override", {"position": {}, "reason": "x"})):
        assert fault(judge, after(session, held, extra("note", {"text": "x"}), wrong)) == (5, "illegal", code)
    assert judge(after(session, held, extra("resume"), extra("undo", agreed))).replay.halt is None


def test_pauses_that_cannot_be(session, finished, judge):
    """Resume without a pause, a second pause, a second end, a pause after the game: each is named."""
    end, pause, resume = extra("end", STOPPED), extra("pause"), extra("resume")
    assert fault(judge, after(session, resume)) == (3, "illegal", "resume_nothing")
    assert fault(judge, after(session, pause, resume, resume)) == (5, "illegal", "resume_nothing")
    assert fault(judge, after(session, pause, pause)) == (4, "illegal", "paused")
    assert fault(judge, after(session, end, pause)) == (4, "illegal", "stopped")
    assert fault(judge, after(session, end, end))[:2] == (4, "end_wrong")
    last = len(finished.replay.entries)
    assert fault(judge, after(finished, pause)) == (last, "illegal", "pause_over")
    assert fault(judge, after(finished, end))[:2] == (last, "end_wrong")
    assert judge(after(session, pause, end, resume)).replay.halt is None


@pytest.mark.parametrize("args", [{}, {"ending": "won", "winners": []}, {"ending": "", "winners": ["frodo"]}, {"x": 1}])
def test_an_end_that_says_more_than_it_may(session, judge, args):
    """Before the game is over an `end` names no ending and no winner."""
    assert fault(judge, after(session, extra("end", args)))[:2] == (3, "end_wrong")


def test_a_refused_entry_changes_nothing(session):
    """The replay that refused an entry after a pause goes on as before."""
    from companion.play.journal import journal

    session.keep(session.plan(Pause()))
    replay, last = session.replay, session.replay.entries[-1]
    state = replay.state
    wrong = journal.write_entry(last.seq + 1, last.hash, last.at, "", "redo", {})
    with pytest.raises(JournalError):
        replay.feed(wrong)
    assert (replay.state, replay.entries[-1], replay.halt.code) == (state, last, "paused")
    assert session.keep(session.plan(Resume())).refusal is None


def _position(session):
    """The table as the header of a position holds it."""
    state = session.replay.state
    return {
        "round": state.round,
        "active": state.seat,
        "players": [{"circles": player.circles, "squares": player.squares} for player in state.players],
    }


# --- the command line ------------------------------------------------------------------------------------------------


@pytest.fixture
def companion(tmp_path, monkeypatch, capsys):
    """`companion("do", id, "pause")`: exit code and what was printed."""
    import sys

    from companion.cli import main

    monkeypatch.setenv("COMPANION_STORE", str(tmp_path / "sessions.sqlite"))
    monkeypatch.setenv("COMPANION_LANG", "en")

    def call(*words):
        monkeypatch.setattr(sys, "argv", ["companion", *words])
        code = 0
        try:
            main()
        except SystemExit as end:
            code = end.code or 0
        told = capsys.readouterr()
        return code, told.out, told.err

    return call


def test_the_command_pauses_and_ends(companion):
    """`do S pause|resume|end`, each accepted and refused; further words are wrong."""
    id = companion("new", "dice", "--player", "Ania:frodo", "--player", "Bo:sam")[1].split()[-1]
    assert companion("do", id, "resume")[0] == 1
    assert companion("do", id, "pause")[0] == 0
    code, _, told = companion("do", id, "roll")
    assert (code, "[TB-PAUSE-1]" in told) == (1, True)
    assert companion("do", id, "pause")[0] == 1
    assert companion("verify", id)[0] == 0
    assert companion("do", id, "resume")[0] == 0
    assert companion("do", id, "roll")[0] == 0
    assert companion("do", id, "end")[0] == 0
    code, _, told = companion("undo", id, "--agree", "all")
    assert (code, "[TB-END-1]" in told) == (1, True)
    assert companion("do", id, "end")[0] == 1
    assert companion("verify", id)[0] == 0
    assert companion("do", id, "pause", "text=x")[0] in (1, 2)


def test_the_command_frees_a_seat(companion, tmp_path):
    """`do S free seat=...`, for a phone that is gone: accepted, told in the log, refused where nobody plays."""
    id = companion("new", "dice", "--player", "Ania:frodo", "--player", "Bo:sam")[1].split()[-1]
    code, _, told = companion("do", id, "free", "seat=frodo")
    assert (code, "[TB-SEAT-3]" in told) == (1, True)
    store = SqliteStore(tmp_path / "sessions.sqlite")
    session = open_session(store, id, games.get, load)
    for phone in ("a", "b"):
        session.keep(session.plan(Written("join", "frodo", {"phone": phone})))
    store.close()
    code, told, _ = companion("do", id, "free", "seat=frodo")
    assert (code, "Ania" in told, "[TB-SEAT-3]" in told) == (0, True, True)
    assert companion("log", id)[1].count("[TB-SEAT-3]") == 2
    assert companion("do", id, "free", "seat=frodo")[0] == 1
    assert companion("verify", id)[0] == 0
    for wrong in ([], ["seat=gollum"], ["seat="], ["text=x"], ["seat=frodo", "text=x"]):
        code, _, told = companion("do", id, "free", *wrong)
        assert (code, len(told) > 10) == (2, True), wrong


def test_the_command_names_a_seat(companion):
    """`--seat`: the one whose step it is may act, another is told, one that is not there is a wrong call."""
    id = companion("new", "dice", "--player", "Ania:frodo", "--player", "Bo:sam")[1].split()[-1]
    code, _, told = companion("do", id, "roll", "--seat", "sam")
    assert (code, "[DG-SET-4" in told) == (1, True)
    code, _, told = companion("do", id, "roll", "--seat", "samm")
    assert (code in (1, 2), "sam" in told) == (True, True)
    assert companion("do", id, "roll", "--seat", "frodo")[0] == 0
