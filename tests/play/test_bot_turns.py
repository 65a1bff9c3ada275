"""Seats that the app plays: taken, left, moved for; what undoing means there."""

import random

import pytest

from companion import games
from companion.content.load import languages, load
from companion.errors import WrongCall
from companion.play import bot_turns, log
from companion.play.bots import any_action, offers_of
from companion.play.replay import replayed
from companion.play.roster import Roster
from companion.play.session import Session
from companion.wording import Voice

GAME, CONTENT = games.get("dice"), load("dice")
SEED = bytes(range(32))


def table(*players: str) -> Session:
    header = GAME.header(CONTENT, players or ("Ania:frodo", "Bo:sam"), "basic", {}, None)
    return Session.create(GAME, CONTENT, header, seed=SEED)


def moved(session: Session) -> None:
    """All bots have moved that may."""
    while turn := bot_turns.turn(session.replay):
        assert session.act(turn.choose().act).refusal is None


def person(session: Session, rng: random.Random) -> str:
    """One step of a person."""
    seat = GAME.pending(session.replay.state).seats[0]
    assert (
        session.act(any_action(rng, session.replay.state, offers_of(GAME, session.replay.state, seat))).refusal is None
    )
    return seat


def test_a_bot_takes_a_seat_and_leaves_it() -> None:
    """`join` and `leave` name the bot, no phone; the roster has no phone there."""
    session = table()
    session.seat_bot("sam", "random")
    entry = session.replay.entries[-1]
    assert (entry.type, entry.seat, entry.args) == ("join", "sam", {"bot": "random"})
    assert session.replay.bots == {"sam": "random"}
    assert not Roster.of(session.replay.entries).taken("sam")
    session.unseat_bot("sam")
    assert (session.replay.entries[-1].type, session.replay.bots) == ("leave", {})


def test_a_phone_leaves_the_seat_that_the_app_plays_on_for_and_takes_it_over_again() -> None:
    """Never both play one seat."""
    session = table()
    session._kept(session.plan_join("sam", {"phone": "aa"}))
    session.seat_bot("sam", "random")
    assert [entry.type for entry in session.replay.entries[1:]] == ["join", "leave", "join"]
    assert not Roster.of(session.replay.entries).taken("sam")
    session._kept(session.plan_join("sam", {"phone": "bb"}))
    assert session.replay.bots == {}
    assert Roster.of(session.replay.entries).phones["sam"] == {"bb"}


def test_an_unknown_bot_is_refused_with_the_nearest() -> None:
    """And nothing is written."""
    session = table()
    with pytest.raises(WrongCall) as wrong:
        session.seat_bot("sam", "randm")
    assert (wrong.value.values["near"], session.seq) == ("random", 0)


@pytest.mark.parametrize("lang", languages())
def test_the_log_tells_it_in_every_language(lang: str) -> None:
    """Who is named and which bot."""
    session = table()
    session.seat_bot("sam", "random")
    session.unseat_bot("sam")
    voice = Voice(lang, CONTENT, session.replay.header["seats"])
    said = list(log.render(session.replay, voice))
    assert all("Bo" in line and voice.say("bot_name.random") in line and "TB-SEAT-5" in line for line in said[1:])
    assert said[1] != said[2]


def test_a_whole_game_of_a_person_and_a_bot_holds() -> None:
    """Its journal replays to the same end, and each of the bot's choices can be counted again."""
    session, rng = table(), random.Random(4)
    session.seat_bot("sam", "random")
    while GAME.outcome(session.replay.state) is None:
        moved(session)
        if GAME.outcome(session.replay.state) is None:
            assert person(session, rng) == "frodo"
    found = replayed(session.replay.entries, games.get, load)
    assert (found.state, found.bots) == (session.replay.state, {"sam": "random"})
    assert {entry.seat for entry in session.replay.entries if entry.type == "roll"} == {"frodo", "sam"}


def test_the_same_table_brings_the_same_choice_whatever_is_noted() -> None:
    """The source of chance is the entry that left the table so."""
    session = table("Bo:sam", "Ania:frodo")
    session.seat_bot("sam", "random")
    first = bot_turns.turn(session.replay)
    session.note("well")
    assert first is not None
    assert bot_turns.turn(session.replay) == first
    assert first.choose() == first.choose()


def test_undo_goes_back_to_the_last_decision_of_a_person_and_the_bot_waits_there() -> None:
    """With all the bot did since; it moves again once the person has decided anew."""
    session, rng = table(), random.Random(1)
    session.seat_bot("sam", "random")
    while GAME.pending(session.replay.state).seats != ("sam",):
        before, seat = session.replay.state, person(session, rng)
    moved(session)
    assert session.replay.entries[-1].seat == "sam"
    assert session.undo(session.replay.seats).refusal is None
    assert (session.replay.state, seat) == (before, "frodo")
    assert bot_turns.turn(session.replay) is None
    session.redo()
    assert GAME.pending(session.replay.state).seats == ("frodo",)


def test_of_bots_alone_there_is_nothing_to_take_back() -> None:
    """They would do the same again."""
    session = table()
    for seat in ("frodo", "sam"):
        session.seat_bot(seat, "random")
    turn = bot_turns.turn(session.replay)
    assert turn is not None
    session.act(turn.choose().act)
    assert session.undo([]).refusal.code == "undo_nothing"


def test_a_bot_waits_while_the_table_is_paused_or_words_are_awaited() -> None:
    """As anybody else."""
    session = table()
    session.seat_bot("frodo", "random")
    assert bot_turns.turn(session.replay) is not None
    session.pause("pause")
    assert bot_turns.turn(session.replay) is None
    session.pause("resume")
    session.commit("ab" * 32, "sam")
    assert bot_turns.turn(session.replay) is None


def test_of_a_bot_that_is_not_known_here_people_play_the_seat() -> None:
    """A journal of a newer companion can be read on."""
    session = table()
    session._kept(session.plan_quiet("join", "frodo", {"bot": "oracle"}))
    assert (session.replay.bots, bot_turns.turn(session.replay)) == ({"frodo": "oracle"}, None)


def test_where_the_table_has_its_own_dice_people_show_what_the_bot_throws() -> None:
    """The app draws nothing for it."""
    session = table()
    session.seat_bot("frodo", "random")
    choice = bot_turns.turn(session.replay).choose()
    assert not bot_turns.is_thrown(session, choice)
    session.real("dice", "real")
    assert bot_turns.is_thrown(session, choice)


def test_reasons_are_told_only_where_no_seat_hides_anything() -> None:
    """They would name cards of a hidden hand."""
    assert bot_turns.may_be_told(GAME)
    assert not bot_turns.may_be_told(games.get("wotr"))
