"""Steps taken back and brought back, and forged entries that say so."""

import pytest

from companion.content.load import load
from companion.core.messages import Refusal
from companion.play.journal import draws
from companion.play.journal.entries.remarks import Note
from companion.play.journal.entries.undo import Redo, Undo
from companion.words.wording import Voice
from tests.play.forge import entries, extra, lines_of, rehash
from tests.play.tables import ALL_DIFFERENT, BOTH, code_of, first_fault, replay_lines, turn


@pytest.fixture
def session(begin):
    return begin("frodo", "sam")


def test_a_choice_is_taken_back_freely(session):
    """Keeping and resolving show nothing new, so anybody may take them back."""
    session.do("roll", {}, ALL_DIFFERENT)
    rolled = session.replay.state
    session.do("keep", {"dice": "green,black"})
    kept = session.replay.state
    session.do("roll", {}, "r,o,w")
    session.do("keep", {"dice": "yellow,red,blue"})
    before = session.replay.state
    session.do("resolve", {})
    assert session.keep(session.plan(Undo([]))).refusal is None
    assert session.replay.state == before
    assert session.keep(session.plan(Undo([]))).refusal is None
    assert session.replay.state.pending
    assert code_of(session.keep(session.plan(Undo([])))) == "undo_consent"
    assert code_of(session.keep(session.plan(Undo(BOTH)))) is None
    assert session.replay.state == kept
    assert code_of(session.keep(session.plan(Undo([])))) is None
    assert session.replay.state == rolled


def test_a_step_of_several_effects_is_named_by_its_own_words(session):
    """Resolving crosses circles and passes the turn: none of its events alone. What is kept its first event says."""
    session.do("roll", {}, ALL_DIFFERENT)
    session.do("keep", {"dice": "green,black"})
    voice = Voice("en", load("dice"), session.replay.named_seats)

    def undone():
        (event, *_) = session.keep(session.plan(Undo(BOTH))).events()
        return voice.event_text(event)

    assert undone().startswith("Undone: Ania keeps: ")
    session.do("keep", {"dice": "green,black"})
    session.do("roll", {}, "r,o,w")
    session.do("keep", {"dice": "yellow,red,blue"})
    session.do("resolve", {})
    assert undone() == "Undone: Ania: use the kept symbols [TB-UNDO-1]"


@pytest.mark.parametrize("agreed", [[], ["frodo"], ["sam"], ["frodo", "merry"], ["frodo", "sam", "merry"]])
def test_unseeing_dice_needs_everybody(session, agreed):
    """All seats of the table have to agree, no fewer and nobody else; the refusal appends nothing."""
    session.do("roll", {}, ALL_DIFFERENT)
    before = lines_of(session)
    answer = session.keep(session.plan(Undo(agreed)))
    assert answer.refusal == Refusal("undo_consent", "TB-UNDO-1")
    assert lines_of(session) == before
    assert session.keep(session.plan(Undo(["sam", "frodo", "sam"]))).refusal is None
    assert session.replay.state == session.replay.steps[0].state


def test_nothing_to_take_back(session):
    """At the start, at an entry that is no step, and before the header there is nothing."""
    assert code_of(session.keep(session.plan(Undo(BOTH)))) == "undo_nothing"
    session.keep(session.plan(Note("x")))
    assert code_of(session.keep(session.plan(Undo(BOTH)))) == "undo_nothing"
    session.do("roll", {}, ALL_DIFFERENT)
    for to in (-1, 1, 2, 3, 99):
        assert code_of(session.keep(session.plan(Undo(BOTH, to)))) == "undo_nothing"
    assert code_of(session.keep(session.plan(Undo(BOTH, 0)))) is None


def test_many_steps_at_once(session):
    """`to` takes back everything after that entry; one look at dice among it asks for consent."""
    turn(session, ALL_DIFFERENT)
    start = session.replay.state
    session.do("roll", {}, ALL_DIFFERENT)
    session.do("keep", {"dice": "green"})
    assert code_of(session.keep(session.plan(Undo([], 3)))) == "undo_consent"
    assert code_of(session.keep(session.plan(Undo([], 4)))) is None
    assert code_of(session.keep(session.plan(Undo(BOTH, 3)))) is None
    assert session.replay.state == start


def test_back_to_what_an_undo_left(session):
    """Everything after an entry is taken back also where that is itself an undo or a redo."""
    session.do("roll", {}, ALL_DIFFERENT)
    session.do("keep", {"dice": "green"})
    session.keep(session.plan(Undo([])))  # 3
    left = session.replay.state
    session.keep(session.plan(Note("tea")))
    session.do("keep", {"dice": "green,black"})  # 5
    kept = session.replay.state
    assert code_of(session.keep(session.plan(Undo([], 2)))) == "undo_nothing"  # it was taken back
    assert session.keep(session.plan(Undo([], 3))).refusal is None
    assert session.replay.state is left
    assert entries(lines_of(session))[-1]["args"]["to"] == 1
    session.keep(session.plan(Redo()))  # 7
    session.do("roll", {}, "r,o,w")
    assert session.keep(session.plan(Undo(BOTH, 7))).refusal is None
    assert session.replay.state is kept
    assert session.keep(session.plan(Undo([], 6))).refusal is None
    assert session.replay.state is left
    assert replay_lines(lines_of(session)).state == left


def test_an_undo_is_an_entry_and_nothing_is_deleted(session):
    """The journal grows with every undo and redo, and its replay gives the same table."""
    session.do("roll", {}, ALL_DIFFERENT)
    session.do("keep", {"dice": "green"})
    session.keep(session.plan(Undo([])))
    session.keep(session.plan(Undo(BOTH)))
    session.keep(session.plan(Redo()))
    session.keep(session.plan(Redo()))
    found = entries(lines_of(session))
    assert [entry["type"] for entry in found] == ["header", "roll", "keep", "undo", "undo", "redo", "redo"]
    assert [entry["args"] for entry in found[3:5]] == [{"agreed": [], "to": 1}, {"agreed": BOTH, "to": 0}]
    assert replay_lines(lines_of(session)).state == session.replay.state
    assert session.replay.steps[-1].seq == 2


def test_redo_brings_back_until_somebody_acts(session):
    """Each redo takes one undo back; a new action ends that."""
    assert code_of(session.keep(session.plan(Redo()))) == "redo_nothing"
    session.do("roll", {}, ALL_DIFFERENT)
    session.do("keep", {"dice": "green"})
    kept = session.replay.state
    session.keep(session.plan(Undo([])))
    session.keep(session.plan(Note("notes change nothing")))
    assert code_of(session.keep(session.plan(Redo()))) is None
    assert session.replay.state == kept
    session.keep(session.plan(Undo([])))
    session.do("keep", {"dice": "green,red"})
    assert session.keep(session.plan(Redo())).refusal == Refusal("redo_nothing", "TB-REDO-1")


def test_a_link_is_never_used_twice(session):
    """After an undo across a draw the next draw takes the next link: nobody rolls the same dice again."""
    session.do("roll", {})
    session.keep(session.plan(Undo(BOTH)))
    session.do("roll", {})
    session.keep(session.plan(Undo(BOTH)))
    session.keep(session.plan(Redo()))
    first, second = (entry["args"]["draw"] for entry in entries(lines_of(session)) if entry["type"] == "roll")
    assert (first["k"], second["k"]) == (1, 2)
    assert draws.follows(bytes.fromhex(second["link"]), bytes.fromhex(first["link"]))
    assert session.replay.links == 2
    assert replay_lines(lines_of(session)).links == 2


def test_an_undone_link_cannot_be_shown_again(session):
    """A forger who draws with the undone link once more is caught, whichever number he gives it."""
    session.do("roll", {})
    session.keep(session.plan(Undo(BOTH)))
    lines = lines_of(session)
    again = entries(lines)[1]
    assert first_fault(rehash([*entries(lines), again])) == (3, "draw_number", None)
    again["args"]["draw"]["k"] = 2
    assert first_fault(rehash([*entries(lines), again])) == (3, "link_foreign", None)


@pytest.mark.parametrize(
    ("args", "code", "refusal"),
    [
        ({"to": "0", "agreed": BOTH}, "undo_unreadable", None),
        ({"to": True, "agreed": BOTH}, "undo_unreadable", None),
        ({"agreed": BOTH}, "undo_unreadable", None),
        ({"to": 0, "agreed": "frodo"}, "undo_unreadable", None),
        ({"to": 0, "agreed": ["frodo"]}, "illegal", "undo_consent"),
        ({"to": 0}, "illegal", "undo_consent"),
        ({"to": -1, "agreed": BOTH}, "illegal", "undo_nothing"),
        ({"to": 1, "agreed": BOTH}, "illegal", "undo_nothing"),
        ({"to": 7, "agreed": BOTH}, "illegal", "undo_nothing"),
    ],
)
def test_a_forged_undo(session, args, code, refusal):
    """An undo without consent, to nowhere or without sense is named."""
    session.do("roll", {}, ALL_DIFFERENT)
    assert first_fault(rehash([*entries(lines_of(session)), extra("undo", args)])) == (2, code, refusal)


def test_a_forged_undo_between_two_steps(session):
    """An undo goes to an entry that stands, not to a note between two."""
    session.do("roll", {}, ALL_DIFFERENT)
    session.keep(session.plan(Note("between")))
    session.do("keep", {"dice": "green"})
    forgery = extra("undo", {"to": 2, "agreed": BOTH})
    assert first_fault(rehash([*entries(lines_of(session)), forgery])) == (4, "illegal", "undo_nothing")


def test_a_forged_redo(session):
    """A redo without an undo before it is named, also when somebody has acted since."""
    session.do("roll", {}, ALL_DIFFERENT)
    assert first_fault(rehash([*entries(lines_of(session)), extra("redo")])) == (2, "illegal", "redo_nothing")
    session.keep(session.plan(Undo(BOTH)))
    session.do("roll", {}, ALL_DIFFERENT)
    assert first_fault(rehash([*entries(lines_of(session)), extra("redo")])) == (4, "illegal", "redo_nothing")


def test_a_forged_consent_that_is_no_text(session):
    """Seats are texts; anything else is named, not a crash."""
    session.do("roll", {}, ALL_DIFFERENT)
    forgery = extra("undo", {"to": 0, "agreed": [[]]})
    assert first_fault(rehash([*entries(lines_of(session)), forgery])) == (2, "undo_unreadable", None)
