"""Journal to state: entries of the game and of the table, and the end."""

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
from tests.play.forge import entries, extra, forged, lines_of, rehash
from tests.play.tables import ALL_DIFFERENT, BOTH, SEED, code_of, first_fault, replay_lines, turn


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
    assert session.replay.states == after == replay_lines(lines_of(session)).states


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


# --- what the table adds ---------------------------------------------------------------------------------------------


def test_notes_change_nothing(session):
    """A note may come at any time, also after the end; it is kept, cleaned, and no step."""
    session.keep(session.plan(Note(" Bo\n spilt tea ☕ ")))
    assert entries(lines_of(session))[1]["args"] == {"text": "Bo spilt tea ☕"}
    assert len(session.replay.steps) == 1
    assert replay_lines(lines_of(session)).state == session.replay.state


def test_an_override_is_obeyed_and_listed(session):
    """The table may set any possible position with a reason; it is new information, and `verify` lists it."""
    session.do("roll", {}, ALL_DIFFERENT)
    sheets = [{"circles": 4, "squares": "xdhwwww"}, {"circles": 2, "squares": "wwwwwww"}]
    position = {"round": 3, "active": "sam", "players": sheets}
    assert session.keep(session.plan(Override("we forgot\na Ring", position))).refusal is None
    state = session.replay.state
    assert [(player.circles, player.squares) for player in state.players] == [(4, "xdhwwww"), (2, "wwwwwww")]
    assert (state.round, state.seat, state.phase) == (3, "sam", "roll")
    again = replay_lines(lines_of(session))
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
    assert first_fault(rehash([*entries(lines_of(session)), forgery])) == (1, "illegal", code)


def test_an_override_without_position(session):
    """A forged override that sets nothing is named."""
    assert first_fault(rehash([*entries(lines_of(session)), extra("override")])) == (
        1,
        "illegal",
        "override_unreadable",
    )


def test_an_override_to_nothing(session):
    """A position of null is no table."""
    forgery = extra("override", {"position": None, "reason": "so"})
    assert first_fault(rehash([*entries(lines_of(session)), forgery])) == (1, "illegal", "override_unreadable")


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
    assert replay_lines(lines_of(finished)).state == finished.replay.state


def test_unknown_types_are_kept_and_reported(session):
    """An entry from a newer companion has no effect, and is not thrown away."""
    session.do("roll", {}, ALL_DIFFERENT)
    odd = extra("dance", {"steps": [1, 2], "deep": {"x": None}})
    replay = replay_lines(
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
        assert first_fault(rehash([*start, extra("dance", args)]))[:2] == (1, "draw_other")
    draw["got"] = [(got[0] + 1) % 6]
    assert first_fault(rehash([*start, extra("dance", {"source": "draw", "draw": draw})]))[:2] == (1, "numbers_forged")


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
    assert replay_lines(lines_of(session)).table_id == ids[2]
    late = [*entries(lines_of(session)), extra("reveal", {"words": "late"})]
    assert first_fault(rehash(late)) == (8, "illegal", "reveal_late")


def test_words_that_are_no_text(begin):
    """A forged `reveal` without words is named."""
    start = entries(lines_of(begin("frodo", "sam")))
    for args in ({}, {"words": None}, {"words": ["a"]}):
        assert first_fault(rehash([*start, extra("reveal", args)]))[:2] == (1, "illegal")


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
    assert first_fault(rehash([*entries(lines_of(session)), forgery]))[:2] == (1, code)


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
    assert first_fault(rehash([*entries(lines_of(session)), forgery])) == (seq, "action_unreadable", None)


def test_an_action_of_another_seat(session):
    """Whose turn it is not, does not act."""
    forgery = extra("roll", {"dice": ["ring", "orc", "weapon", "gandalf", "nazgul"], "source": "table"}, "sam")
    assert first_fault(rehash([*entries(lines_of(session)), forgery])) == (1, "illegal", "not_your_turn")


def test_a_bad_entry_leaves_the_replay_as_it_was(session):
    """`feed` refuses whole entries."""
    session.do("roll", {}, ALL_DIFFERENT)
    replay = replay_lines(lines_of(session))
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
    assert first_fault(rehash([*entries(lines[:-1]), extra("note", {"text": "x"})])) == (
        len(lines) - 1,
        "end_missing",
        None,
    )


@pytest.mark.parametrize(
    "args", [{}, {"ending": "win", "winners": ["frodo"]}, {"ending": "all_lost", "winners": ["sam"]}, {"winners": []}]
)
def test_a_wrong_end(finished, args):
    """Somebody else as the winner, or another ending."""
    lines = forged(lines_of(finished), finished.seq, lambda entry: entry.update(args=args))
    assert first_fault(lines) == (finished.seq, "end_wrong", None)


def test_an_end_too_early(session):
    """A game that goes on has no end."""
    for args in ({"ending": "win", "winners": ["frodo"]}, {}):
        assert first_fault(rehash([*entries(lines_of(session)), extra("end", args)])) == (1, "end_wrong", None)


def test_nothing_is_played_after_the_end(finished):
    """Every action is refused; a note is not."""
    assert code_of(finished.do("roll", {})) == "game_over"
    assert code_of(finished.do("roll", {}, ALL_DIFFERENT)) == "game_over"
    assert code_of(finished.keep(finished.plan(Note("good game")))) is None
    assert replay_lines(lines_of(finished)).ended


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
    assert replay_lines(lines_of(finished)).state == state
    assert first_fault(rehash([*entries(lines_of(finished)[:-1]), extra("note")])) == (
        finished.seq,
        "end_missing",
        None,
    )


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
    assert replay_lines(lines_of(session)).state == session.replay.state


def test_a_game_ends_once(finished):
    """An end after the end is nobody's entry."""
    last = entries(lines_of(finished))[-1]
    assert first_fault(rehash([*entries(lines_of(finished)), last])) == (finished.seq + 1, "end_wrong", None)


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
    assert first_fault(lines)[:2] == (0, code)


def test_the_first_entry_is_a_header(session):
    """A journal begins with its header, nowhere else."""
    assert first_fault(forged(lines_of(session), 0, lambda entry: entry.update(type="note")))[:2] == (0, "no_header")


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
    assert first_fault(lines)[0] == 0


def test_a_random_game_replays_to_the_same_table(whole_game):
    """State, links, dice shown and the end come out of the lines alone."""
    lines, session = whole_game
    replay = replay_lines(lines)
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
