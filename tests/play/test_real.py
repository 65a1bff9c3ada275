"""Dice and tiles are the table's own or the app's, and that can change; the journal keeps it (TB-REAL-1)."""

import pytest

from companion import games
from companion.content.load import load
from companion.core.errors import JournalError, WrongCall
from companion.play.journal.entries.remarks import Real
from companion.play.journal.entries.undo import Undo, undo_target
from companion.play.journal.log import render_log
from companion.play.journal.replay import replay_entries
from companion.play.journal.session import Session
from companion.play.journal.table_options import of_table, real_kinds
from companion.words.wording import Voice

KINDS = {  # what each game's table may change later, and what its own options fix as it begins
    "dice": ({"dice"}, {}),
    "fellowship": ({"dice"}, {"real_cards": "cards", "real_tiles": "tiles"}),
    "wotr": ({"dice", "tiles"}, {"real_cards": "cards"}),
    "wotrcards": (set(), {"real_cards": "cards"}),
}


def begun(id, **options):
    """A table of that game for two."""
    game, content = games.get(id), load(id)
    own, shown = of_table(options, content.info.get("typed", ()))
    header = game.rules.header(content, ["Ola", "Jan"], None, own, None)
    return Session.create(game, content, {**header, **shown, "lang": "en"})


def reread(session):
    """The session, from its lines."""
    return replay_entries(session.replay.entries, games.get, load)


@pytest.mark.parametrize("id", KINDS)
def test_every_kind_of_every_game(id):
    """What may change does, back and forth, whatever was undone; the rest stays as the options have it."""
    free, fixed = KINDS[id]
    session = begun(id)
    for kind in ("dice", "tiles", "cards"):
        seat = session.replay.seats[0]
        for word in ("real", "app", "real"):
            refusal = session.keep(session.plan(Real(kind, word, seat))).refusal
            if kind in free:
                assert refusal is None
                assert (kind in session.replay.real) == (word == "real")
                assert reread(session).real == session.replay.real
            else:
                assert (refusal.code, refusal.rule) == ("real_fixed", "TB-REAL-1")
    assert set(session.replay.real) & free == free
    for option, kind in fixed.items():
        for word in ("true", "false"):
            assert (kind in begun(id, **{option: word}).replay.real) == (word == "true")


@pytest.mark.parametrize("id", KINDS)
def test_every_chance_of_every_game_is_shown_by_something(id):
    """Each is of a kind that a table may have of its own."""
    game = games.get(id)
    free, fixed = KINDS[id]
    assert game.show.shown_by.keys() == set(game.words.chance_types)
    assert {*game.show.shown_by.values()} <= free | {*fixed.values()}


def test_nothing_in_the_game_changes():
    """Only what is asked first: the table, what may be undone, and who rolls stay as they were."""
    session = begun("dice")
    before = session.replay.state
    session.do("roll", {}, "nnnnn")
    target = undo_target(session.replay)
    assert session.keep(session.plan(Real("dice", "real", "sam"))).refusal is None
    assert undo_target(session.replay) == target
    session.keep(session.plan(Undo(session.replay.seats)))
    assert session.replay.state == before
    assert session.replay.real == ["dice"]
    assert session.do("roll", {}).refusal is None


def test_saying_the_same_again_is_not_kept():
    session = begun("dice", dice="real")
    assert session.keep(session.plan(Real("dice", "real", "sam"))).refusal is None
    assert session.seq == 0
    with pytest.raises(WrongCall):
        session.keep(session.plan(Real("dice", "wood", "sam")))


@pytest.mark.parametrize("lang", ["en", "de", "pl", "ru", "uk"])
def test_the_log_tells_it(lang):
    """Who said so, and what; of the host without a seat too."""
    session = begun("wotr")
    session.keep(session.plan(Real("dice", "real", session.replay.seats[0])))
    session.keep(session.plan(Real("tiles", "real")))
    words = Voice(lang, load("wotr"), session.replay.header["seats"])
    _, own, host = render_log(session.replay, words)
    assert "Ola" in own
    assert words.say("real.dice_real") in own
    assert words.say("real.tiles_real") in host


@pytest.mark.parametrize(
    "args", [{}, {"dice": "wood"}, {"cards": "real"}, {"dice": "real", "tiles": "real"}, {"dice": 1}]
)
def test_forged_entries_do_not_hold(args):
    session = begun("wotr")
    entry = session._entry("", "real", args)  # as whoever forges it would write it
    with pytest.raises(JournalError):
        replay_entries([*session.replay.entries, entry], games.get, load)


def test_a_header_of_before_has_nothing_of_its_own():
    assert real_kinds({}, ("dice",)) == []
