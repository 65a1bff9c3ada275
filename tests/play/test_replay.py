"""Journal to state: undo and redo, what the table may add, and the end."""

import pytest

from companion import games
from companion.core.errors import JournalError
from companion.core.messages import Refusal
from companion.play.journal import draws, journal, log
from companion.play.journal.entries.corrections import Override
from companion.play.journal.entries.random_words import Commit, Reveal
from companion.play.journal.entries.remarks import Note
from companion.play.journal.entries.table_entry import table_entries
from companion.play.journal.entries.undo import Redo, Undo
from companion.play.journal.replay import Replay
from tests.play.forge import entries, extra, forged, lines_of, rehash
from tests.play.tables import CONTENT, GAME, SEED, turn

BOTH = ["frodo", "sam"]
ALL_DIFFERENT = "r,o,w,g,n"


def replayed(lines: list[str]) -> Replay:
    found = journal.read_all(lines)
    replay = Replay(GAME, CONTENT, found[0])
    for entry in found[1:]:
        replay.feed(entry)
    return replay


def fault(lines: list[str]) -> tuple[int, str, str | None]:
    """Number, code, and the code of the refusal behind it, of the first bad entry."""
    with pytest.raises(JournalError) as raised:
        replayed(lines)
    error = raised.value
    return error.seq, error.code, error.refusal and error.refusal.code


def code_of(answer) -> str | None:
    return answer.refusal and answer.refusal.code


@pytest.fixture
def session(begin):
    return begin("frodo", "sam")


# --- the table after every entry -------------------------------------------------------------------------------------


def test_the_table_after_every_entry_is_kept(session):
    """Also after those that were undone since, or that change nothing; whether played or fed."""
    after = [session.replay.state]
    steps = [
        lambda: session.do("roll", {}, ALL_DIFFERENT),
        lambda: session.keep(session.plan(Note("tea"))),
        lambda: session.do("keep", {"dice": "green"}),
        lambda: session.keep(session.plan(Undo([]))),
        lambda: session.do("keep", {"dice": "green,black"}),
        lambda: session.keep(session.plan(Undo(BOTH, 0))),
        lambda: session.keep(session.plan(Redo())),
    ]
    for step in steps:
        assert step().refusal is None
        after.append(session.replay.state)
    assert session.replay.states == after == replayed(lines_of(session)).states


def test_what_each_entry_did_can_be_told_of_a_part(session):
    """The tables before and after it, for all entries or for some."""
    session.do("roll", {}, ALL_DIFFERENT)
    session.do("keep", {"dice": "green"})
    session.keep(session.plan(Undo([])))
    replay = session.replay
    every = list(log.log_steps(replay))
    assert [step.entry for step in every] == replay.entries[1:]
    assert [(step.before, step.after) for step in every] == list(zip(replay.states, replay.states[1:], strict=False))
    assert list(log.log_steps(replay, 2, 3)) == every[1:]
    assert list(log.log_steps(replay, 0, 1)) == list(log.log_steps(replay, -5, 1)) == every[:1]
    assert list(log.log_steps(replay, 4)) == list(log.log_steps(replay, 2, 1)) == []


# --- undo ------------------------------------------------------------------------------------------------------------


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
    assert replayed(lines_of(session)).state == left


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
    assert replayed(lines_of(session)).state == session.replay.state
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
    assert replayed(lines_of(session)).links == 2


def test_an_undone_link_cannot_be_shown_again(session):
    """A forger who draws with the undone link once more is caught, whichever number he gives it."""
    session.do("roll", {})
    session.keep(session.plan(Undo(BOTH)))
    lines = lines_of(session)
    again = entries(lines)[1]
    assert fault(rehash([*entries(lines), again])) == (3, "draw_number", None)
    again["args"]["draw"]["k"] = 2
    assert fault(rehash([*entries(lines), again])) == (3, "link_foreign", None)


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
    assert fault(rehash([*entries(lines_of(session)), extra("undo", args)])) == (2, code, refusal)


def test_a_forged_undo_between_two_steps(session):
    """An undo goes to an entry that stands, not to a note between two."""
    session.do("roll", {}, ALL_DIFFERENT)
    session.keep(session.plan(Note("between")))
    session.do("keep", {"dice": "green"})
    forgery = extra("undo", {"to": 2, "agreed": BOTH})
    assert fault(rehash([*entries(lines_of(session)), forgery])) == (4, "illegal", "undo_nothing")


def test_a_forged_redo(session):
    """A redo without an undo before it is named, also when somebody has acted since."""
    session.do("roll", {}, ALL_DIFFERENT)
    assert fault(rehash([*entries(lines_of(session)), extra("redo")])) == (2, "illegal", "redo_nothing")
    session.keep(session.plan(Undo(BOTH)))
    session.do("roll", {}, ALL_DIFFERENT)
    assert fault(rehash([*entries(lines_of(session)), extra("redo")])) == (4, "illegal", "redo_nothing")


def test_a_forged_consent_that_is_no_text(session):
    """Seats are texts; anything else is named, not a crash."""
    session.do("roll", {}, ALL_DIFFERENT)
    forgery = extra("undo", {"to": 0, "agreed": [[]]})
    assert fault(rehash([*entries(lines_of(session)), forgery])) == (2, "undo_unreadable", None)


# --- what the table adds ---------------------------------------------------------------------------------------------


def test_notes_change_nothing(session):
    """A note may come at any time, also after the end; it is kept, cleaned, and no step."""
    session.keep(session.plan(Note(" Bo\n spilt tea ☕ ")))
    assert entries(lines_of(session))[1]["args"] == {"text": "Bo spilt tea ☕"}
    assert len(session.replay.steps) == 1
    assert replayed(lines_of(session)).state == session.replay.state


def test_an_override_is_obeyed_and_listed(session):
    """The table may set any possible position with a reason; it is new information, and `verify` lists it."""
    session.do("roll", {}, ALL_DIFFERENT)
    sheets = [{"circles": 4, "squares": "xdhwwww"}, {"circles": 2, "squares": "wwwwwww"}]
    position = {"round": 3, "active": "sam", "players": sheets}
    assert session.keep(session.plan(Override("we forgot\na Ring", position))).refusal is None
    state = session.replay.state
    assert [(player.circles, player.squares) for player in state.players] == [(4, "xdhwwww"), (2, "wwwwwww")]
    assert (state.round, state.seat, state.phase) == (3, "sam", "roll")
    again = replayed(lines_of(session))
    assert again.state == state
    assert [(entry.seq, entry.args["reason"]) for entry in again.overrides] == [(2, "we forgota Ring")]
    assert code_of(session.keep(session.plan(Undo([])))) == "undo_consent"
    assert code_of(session.keep(session.plan(Undo(BOTH)))) is None
    assert session.replay.state.phase == "keep"


@pytest.mark.parametrize("reason", ["", "   ", "\n"])
def test_an_override_needs_a_reason(session, reason):
    """Without a reason the table does not overrule."""
    position = {"round": 1, "active": "sam", "players": [{"circles": 0, "squares": "wwwwwww"}] * 2}
    assert session.keep(session.plan(Override(reason, position))).refusal == Refusal("override_reason", "TB-OVER-1")
    assert session.seq == 0


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"round": 0}, "position_round"),
        ({"round": "1"}, "override_unreadable"),
        ({"active": "pippin"}, "override_unreadable"),
        ({"players": []}, "override_unreadable"),
        ({"players": [{"circles": 0, "squares": "wwwwwww"}]}, "override_unreadable"),
        ({"players": [{"circles": 10, "squares": "wwwwwww"}] * 2}, "sheet_circles"),
        ({"players": [{"circles": 1, "squares": "wwwxwww"}] * 2}, "sheet_order"),
        ({"players": [{"circles": 1, "squares": "wwww"}] * 2}, "sheet_length"),
        ({"players": [{"circles": 1, "squares": "xxxxxxx"}] * 2}, "position_over"),
    ],
)
def test_an_override_sets_a_table_that_can_be(session, change, code):
    """An impossible position is refused at the table, and named in a forged journal."""
    position = {"round": 1, "active": "sam", "players": [{"circles": 0, "squares": "wwwwwww"}] * 2, **change}
    assert code_of(session.keep(session.plan(Override("so", position)))) == code
    assert session.seq == 0
    forgery = extra("override", {"position": position, "reason": "so"})
    assert fault(rehash([*entries(lines_of(session)), forgery])) == (1, "illegal", code)


def test_an_override_without_position(session):
    """A forged override that sets nothing is named."""
    assert fault(rehash([*entries(lines_of(session)), extra("override")])) == (1, "illegal", "override_unreadable")


def test_an_override_to_nothing(session):
    """A position of null is no table."""
    forgery = extra("override", {"position": None, "reason": "so"})
    assert fault(rehash([*entries(lines_of(session)), forgery])) == (1, "illegal", "override_unreadable")


def test_an_override_after_the_end_goes_on(finished):
    """The table may go on playing after all; then another end is due."""
    position = {
        "round": 2,
        "active": "sam",
        "players": [{"circles": 8, "squares": "w"}, {"circles": 3, "squares": "w"}],
    }
    assert finished.keep(finished.plan(Override("nobody was out", position))).refusal is None
    turn(finished, "r,o,n,g,w")
    assert finished.replay.state.players[1].is_out
    assert not finished.replay.state.ending
    assert replayed(lines_of(finished)).state == finished.replay.state


def test_unknown_types_are_kept_and_reported(session):
    """An entry from a newer companion has no effect, and is not thrown away."""
    session.do("roll", {}, ALL_DIFFERENT)
    odd = extra("dance", {"steps": [1, 2], "deep": {"x": None}})
    replay = replayed(
        rehash([*entries(lines_of(session)), odd, extra("join"), extra("leave", seat="sam"), extra("mend")])
    )
    assert replay.state == session.replay.state
    assert [(entry.seq, entry.type) for entry in replay.unknown] == [(2, "dance"), (5, "mend")]
    assert len(replay.entries) == 6


def test_an_entry_of_an_unknown_type_draws_nothing(session):
    """Whether that was asked for nobody here knows, however right its proof; nor what is said to be typed."""
    start = entries(lines_of(session))
    got = draws.draw_numbers(draws.link_chain(SEED)[1], session.replay.table_id, 1, "dance", [6])
    draw = {"k": 1, "link": draws.link_chain(SEED)[1].hex(), "of": [6], "got": got}
    for args in ({"source": "draw", "draw": draw}, {"source": "table"}):
        assert fault(rehash([*start, extra("dance", args)]))[:2] == (1, "draw_other")
    draw["got"] = [(got[0] + 1) % 6]
    assert fault(rehash([*start, extra("dance", {"source": "draw", "draw": draw})]))[:2] == (1, "numbers_forged")


def test_words_of_the_players_come_before_the_first_draw(session):
    """Each `reveal` changes the table id; typed dice before it do not matter; after a draw it is too late."""
    ids = [session.replay.table_id]
    session.do("roll", {}, ALL_DIFFERENT)
    spoken = {"frodo": "Ania: 7", "sam": "Bo: słoń"}
    for seat, words in spoken.items():
        assert session.keep(session.plan(Commit(draws.commitment(words), seat))).refusal is None
    for seat, words in spoken.items():
        assert session.keep(session.plan(Reveal(words, seat))).refusal is None
        ids.append(session.replay.table_id)
    assert ids[2] == draws.mix_words(draws.mix_words(ids[0], "Ania: 7"), "Bo: słoń")
    session.do("keep", {"dice": "green"})
    session.do("roll", {})
    assert session.keep(session.plan(Reveal("late"))).refusal == Refusal("reveal_late", "TB-DRAW-2")
    assert session.keep(session.plan(Commit("0" * 64))).refusal == Refusal("commit_late", "TB-DRAW-2")
    assert replayed(lines_of(session)).table_id == ids[2]
    late = [*entries(lines_of(session)), extra("reveal", {"words": "late"})]
    assert fault(rehash(late)) == (8, "illegal", "reveal_late")


def test_words_that_are_no_text(begin):
    """A forged `reveal` without words is named."""
    start = entries(lines_of(begin("frodo", "sam")))
    for args in ({}, {"words": None}, {"words": ["a"]}):
        assert fault(rehash([*start, extra("reveal", args)]))[:2] == (1, "illegal")


# --- actions in a journal --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type", "args", "code"),
    [
        ("roll", {}, "action_unreadable"),
        ("roll", {"dice": None, "source": "table"}, "action_unreadable"),
        ("roll", {"dice": ["ring", "orc", "weapon", "gandalf", "nazgul"]}, "source_missing"),
        ("roll", {"dice": ["ring", "orc", "weapon", "gandalf", "nazgul"], "source": "draw"}, "source_missing"),
        (
            "roll",
            {"dice": ["ring", "orc", "weapon", "gandalf", "nazgul"], "source": "table", "draw": {}},
            "source_missing",
        ),
        (
            "roll",
            {"dice": ["ring", "orc", "weapon", "gandalf", "nazgul"], "source": "draw", "draw": {}},
            "draw_unreadable",
        ),
        ("keep", {"dice": ["black"], "source": "table"}, "draw_other"),
        ("keep", {"halve": []}, "action_unreadable"),
        ("keep", {"dice": ["black"]}, "illegal"),
        ("resolve", {"halve": []}, "illegal"),
        ("resolve", {"halve": 1}, "action_unreadable"),
        ("roll", {"dice": ["", "", "", "", ""], "source": "table"}, "illegal"),
        ("roll", {"dice": ["ring", "ring", "ring", "ring", "white_tree"], "source": "table"}, "illegal"),
        ("roll", {"dice": ["ring", "ring", "ring", "ring", "sword"], "source": "table"}, "illegal"),
    ],
)
def test_a_forged_action(session, type, args, code):
    """What cannot be read, comes without its source or breaks a rule is named."""
    forgery = extra(type, args, "frodo")
    assert fault(rehash([*entries(lines_of(session)), forgery]))[:2] == (1, code)


@pytest.mark.parametrize(
    ("type", "args"),
    [
        ("roll", {"dice": ["ring", "ring"], "source": "table"}),
        ("roll", {"dice": "roooo", "source": "table"}),
        ("keep", {"dice": [[]]}),
        ("keep", {"dice": ["black"], "why": "luck"}),
        ("keep", {"dice": "black"}),
        ("resolve", {"halve": ["a"]}),
        ("resolve", {"halve": [True]}),
        ("resolve", {"halve": [], "note": 1}),
    ],
)
def test_arguments_of_another_shape_cannot_be_read(session, type, args):
    """An action is stored in one way only: no other types, no other keys, the right number of dice."""
    if type == "keep":
        session.do("roll", {}, ALL_DIFFERENT)
    if type == "resolve":
        session.do("roll", {}, ALL_DIFFERENT)
        session.do("keep", {"dice": "black,yellow,red,blue,green"})
    forgery = extra(type, args, "frodo")
    seq = len(session.replay.entries)
    assert fault(rehash([*entries(lines_of(session)), forgery])) == (seq, "action_unreadable", None)


def test_an_action_of_another_seat(session):
    """Whose turn it is not, does not act."""
    forgery = extra("roll", {"dice": ["ring", "orc", "weapon", "gandalf", "nazgul"], "source": "table"}, "sam")
    assert fault(rehash([*entries(lines_of(session)), forgery])) == (1, "illegal", "not_your_turn")


def test_a_bad_entry_leaves_the_replay_as_it_was(session):
    """`feed` refuses whole entries."""
    session.do("roll", {}, ALL_DIFFERENT)
    replay = replayed(lines_of(session))
    before = (replay.state, replay.links, list(replay.steps), list(replay.entries), list(replay.shown))
    last = replay.entries[-1]
    for entry in (
        journal.write_entry(2, last.hash, "", "sam", "keep", {"dice": ["green"]}),
        journal.write_entry(2, last.hash, "", "", "undo", {"to": 0}),
        journal.write_entry(2, last.hash, "", "", "redo", {}),
        journal.write_entry(2, last.hash, "", "", "end", {"ending": "win", "winners": ["sam"]}),
    ):
        with pytest.raises(JournalError):
            replay.feed(entry)
    assert (replay.state, replay.links, list(replay.steps), list(replay.entries), list(replay.shown)) == before


# --- the end ---------------------------------------------------------------------------------------------------------


def test_the_end_is_an_entry(finished):
    """The action that ends the game is followed by an entry that says how."""
    last = entries(lines_of(finished))[-1]
    assert (last["type"], last["seat"], last["args"]) == ("end", "", {"ending": "all_lost", "winners": []})


def test_an_end_is_due(finished, judge):
    """Without it the journal is not whole, whether it stops there or goes on."""
    lines = lines_of(finished)
    with pytest.raises(JournalError) as raised:
        judge(lines[:-1])
    assert (raised.value.seq, raised.value.code) == (len(lines) - 1, "end_missing")
    assert fault(rehash([*entries(lines[:-1]), extra("note", {"text": "x"})])) == (len(lines) - 1, "end_missing", None)


@pytest.mark.parametrize(
    "args", [{}, {"ending": "win", "winners": ["frodo"]}, {"ending": "all_lost", "winners": ["sam"]}, {"winners": []}]
)
def test_a_wrong_end(finished, args):
    """Somebody else as the winner, or another ending."""
    lines = forged(lines_of(finished), finished.seq, lambda entry: entry.update(args=args))
    assert fault(lines) == (finished.seq, "end_wrong", None)


def test_an_end_too_early(session):
    """A game that goes on has no end."""
    for args in ({"ending": "win", "winners": ["frodo"]}, {}):
        assert fault(rehash([*entries(lines_of(session)), extra("end", args)])) == (1, "end_wrong", None)


def test_nothing_is_played_after_the_end(finished):
    """Every action is refused; a note is not."""
    assert code_of(finished.do("roll", {})) == "game_over"
    assert code_of(finished.do("roll", {}, ALL_DIFFERENT)) == "game_over"
    assert code_of(finished.keep(finished.plan(Note("good game")))) is None
    assert replayed(lines_of(finished)).ended


def test_undo_after_the_end(finished):
    """The last step may be taken back; redo brings the end back with an entry of its own."""
    state = finished.replay.state
    assert code_of(finished.keep(finished.plan(Undo([])))) is None
    assert not finished.replay.ended
    assert finished.replay.state.phase == "resolve"
    finished.keep(finished.plan(Redo()))
    assert finished.replay.ended
    assert finished.replay.state == state
    types = [entry["type"] for entry in entries(lines_of(finished))]
    assert types[-4:] == ["end", "undo", "redo", "end"]
    assert replayed(lines_of(finished)).state == state
    assert fault(rehash([*entries(lines_of(finished)[:-1]), extra("note")])) == (finished.seq, "end_missing", None)


def test_another_ending_after_an_undo(begin):
    """After an undo the game may end in another way, and the last end counts."""
    position = {"round": 4, "players": [{"hobbit": "frodo", "name": "Ania", "circles": 8, "squares": "xxxxxxw"}]}
    position["players"].append({"hobbit": "sam", "name": "Bo", "circles": 2, "squares": "wwwwwww"})
    session = begin(position=position)
    turn(session, "r,o,w,n,g")
    assert session.replay.state.players[0].is_out
    turn(session, "w,w,w,w,w")
    session.keep(session.plan(Undo(BOTH, 0)))
    turn(session, "r,o,w,w,w")
    turn(session, "w,w,w,w,w")
    assert entries(lines_of(session))[-1]["args"] == {"ending": "win", "winners": ["frodo"]}
    assert replayed(lines_of(session)).state == session.replay.state


def test_a_game_ends_once(finished):
    """An end after the end is nobody's entry."""
    last = entries(lines_of(finished))[-1]
    assert fault(rehash([*entries(lines_of(finished)), last])) == (finished.seq + 1, "end_wrong", None)


def test_an_override_after_the_end_makes_another_end_due(begin, judge):
    """When the game is over for the second time, the journal has to say so again."""
    session = begin("frodo", "sam", squares="1")
    turn(session, "n,o,w,g,r")
    turn(session, "r,o,n,g,w")
    position = {
        "round": 2,
        "active": "sam",
        "players": [{"circles": 3, "squares": "x"}, {"circles": 3, "squares": "w"}],
    }
    session.keep(session.plan(Override("one more turn", position)))
    turn(session, "r,o,n,g,w")
    with pytest.raises(JournalError):
        judge(lines_of(session)[:-1])


# --- the header ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"format": 2}, "other_format"),
        ({"format": 0}, "no_header"),
        ({"format": None}, "no_header"),
        ({"game": "wotr"}, "other_game"),
        ({"rules": 99}, "other_rules"),
        ({"rules": "1"}, "other_rules"),
        ({"anchor": "xyz"}, "header_unreadable"),
        ({"anchor": 5}, "header_unreadable"),
        ({"anchor": None}, "header_unreadable"),
        ({"anchor": "00"}, "header_unreadable"),
        ({"anchor": "AB" * 32}, "header_unreadable"),
        ({"seats": None}, "header_unreadable"),
        ({"seats": [{}]}, "header_unreadable"),
        ({"options": {}}, "header_unreadable"),
        ({"options": None}, "header_unreadable"),
        ({"position": 5}, "header_unreadable"),
        ({"position": {"round": 0, "active": "sam", "players": [{"circles": 0, "squares": "wwwwwww"}] * 2}}, "illegal"),
    ],
)
def test_a_header_that_cannot_be(session, change, code):
    """Another format, game or rules number, and a header of which no table can be made, are named."""
    lines = forged(lines_of(session), 0, lambda entry: entry["args"].update(change))
    assert fault(lines)[:2] == (0, code)


def test_the_first_entry_is_a_header(session):
    """A journal begins with its header, nowhere else."""
    assert fault(forged(lines_of(session), 0, lambda entry: entry.update(type="note")))[:2] == (0, "no_header")


@pytest.mark.parametrize(
    "change",
    [
        lambda args: args.update(variant="expert"),
        lambda args: args["options"].update(squares="0"),
        lambda args: args["options"].update(squares="9" * 30),
        lambda args: args["options"].update(squares="21"),
        lambda args: args["options"].update(end_variant="maybe"),
        lambda args: args["options"].update(faces_red="ring,ring"),
        lambda args: args["options"].update(faces_red="ring,ring,ring,ring,ring,sword"),
        lambda args: args["options"].update(faces_red="ring,ring,ring,ring,ring,white_tree"),
        lambda args: args["seats"].pop(),
        lambda args: args["seats"].append({"id": "sam", "name": "Cela"}),
        lambda args: args["seats"].append({"id": "gollum", "name": "Cela"}),
        lambda args: args["seats"][0].pop("name"),
        lambda args: args["seats"][1].update(id=["sam"]),
    ],
)
def test_a_forged_header_is_judged_like_a_command(session, change):
    """What `companion new` refuses is no header either, however well it is hashed."""
    lines = forged(lines_of(session), 0, lambda entry: change(entry["args"]))
    assert fault(lines)[0] == 0


def test_a_random_game_replays_to_the_same_table(whole_game):
    """State, links, dice shown and the end come out of the lines alone."""
    lines, session = whole_game
    replay = replayed(lines)
    assert replay.state == session.replay.state
    assert replay.links == session.replay.links == sum('"draw":{' in line for line in lines)
    assert replay.shown == session.replay.shown
    assert replay.ended


def test_words_are_asked_for(session) -> None:
    """A remark or a revealed word of nothing, or of blanks, changes nothing."""
    before = session.seq
    assert session.keep(session.plan(Note("  "))).refusal == Refusal("note_empty", "TB-NOTE-1")
    assert session.keep(session.plan(Reveal(""))).refusal == Refusal("reveal_empty", "TB-DRAW-2")
    assert session.seq == before


@pytest.mark.parametrize("id", games.GAMES)
def test_no_game_has_an_action_that_is_called_like_an_entry_of_the_table(id):
    """Else the table would take it for its own, and the game would not move on."""
    own = {"header", *table_entries()}
    assert not own & set(games.get(id).words.action_types)
