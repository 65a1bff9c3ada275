"""The table overrules the app (`override`): accepted and refused, kept, listed and taken back."""

import pytest

from companion import games
from companion.content.load import load
from companion.play.journal.entries.corrections import Override
from companion.play.journal.entries.undo import Undo
from companion.play.journal.session import Session
from companion.play.report.verify import verify_journal
from tests.games.fellowship.conftest import CONTENT, GAME

SEATS = [
    {"hobbit": "frodo", "space": 2, "hand": ["gimli"], "runes": {"silver": 4, "gold": [2]}, "life": {"ring": 1}},
    {"hobbit": "sam", "space": 3, "hand": ["belt", "brown-wild"]},
]
FILE = {
    "place": "shelob",
    "active": "sam",
    "sauron": 9,
    "seats": SEATS,
    "board": {"fight": 3, "event": 2},
    "gandalf_used": ["magic"],
    "stack": {"fight": 2, "relentless_time": 3},
    "removed": ["sting"],
}


@pytest.fixture
def begun():
    """A session a few entries old, Frodo having drawn."""
    header = GAME.rules.header(CONTENT, ["Ania:frodo", "Bo:sam"], "introductory", {}, None)
    session = Session.create(GAME, CONTENT, header, seed=bytes(32))
    assert session.do("draw", {}).refusal is None
    return session


def read_file(session, file):
    """What the command makes of the file."""
    header = session.replay.header
    return GAME.rules.header(CONTENT, [], header["variant"], header["options"], file)["position"]


def entries(session):
    return [entry.line for entry in session.replay.entries]


def test_the_table_is_as_it_was_put(begun):
    """Everything named is so, the rest is as at set-up; play goes on from there, and the journal holds."""
    assert begun.keep(begun.plan(Override("we put it so", read_file(begun, FILE)))).refusal is None
    view = GAME.rules.view(begun.replay.state, "frodo")
    assert (view["place"], view["active"], view["sauron"], view["event"]) == ("shelob", "sam", 9, 2)
    assert (view["players"][0]["hand"], view["players"][0]["runes"], view["gold"]) == (["gimli"], 6, 5)
    assert begun.do("show", {}, "relentless_time").refusal is None
    report = verify_journal(entries(begun), games.get, load, None)
    assert [entry.args["reason"] for entry in report.replay.overrides] == ["we put it so"]


def test_it_can_be_taken_back(begun):
    """With consent the table is again as it was before."""
    before = begun.replay.state
    begun.keep(begun.plan(Override("a mistake", read_file(begun, FILE))))
    assert begun.keep(begun.plan(Undo(begun.replay.seats))).refusal is None
    assert begun.replay.state == before


@pytest.mark.parametrize(
    ("reason", "change", "code", "rule"),
    [
        (" ", {}, "override_reason", "TB-OVER-1"),
        ("x", {"sauron": 3}, "position_caught", "LR-TRACK-4"),
        ("x", {"place": "mordor"}, "position_life_board", "LR-END-12"),
        ("x", {"board": {"event": 6}}, "position_over", "LR-END-1"),
        ("x", {"removed": ["belt"]}, "position_cards", "LR-STATE-6"),
        ("x", {"seats": [SEATS[0], {"hobbit": "sam", "hand_size": 2}]}, "position_hand_unknown", "LR-STATE-6"),
        ("x", {"seats": [SEATS[0], {"hobbit": "sam", "alive": False}]}, "position_active_dead", "LR-DEATH-2"),
    ],
)
def test_what_cannot_be_is_refused(begun, reason, change, code, rule):
    """By its rule; nothing is written."""
    before, state = entries(begun), begun.replay.state
    refusal = begun.keep(begun.plan(Override(reason, read_file(begun, {**FILE, **change})))).refusal
    assert (refusal.code, refusal.rule) == (code, rule)
    assert (entries(begun), begun.replay.state) == (before, state)


def test_half_a_position_is_refused(begun):
    """A forged entry that leaves something out, or seats others, is not read as anything."""
    whole = read_file(begun, FILE)
    halves = [{key: value for key, value in whole.items() if key != left_out} for left_out in whole]
    for position in ({}, *halves, {**whole, "seats": whole["seats"][::-1]}):
        refusal = begun.keep(begun.plan(Override("x", position))).refusal
        assert (refusal.code, refusal.rule) == ("override_unreadable", "TB-OVER-1")


def test_a_game_that_is_over_is_not_overruled():
    """Once what was sealed has been opened, nothing is hidden any more."""
    position = {"place": "moria", "seats": [{"hobbit": "frodo", "space": 11}, {"hobbit": "sam"}]}
    header = GAME.rules.header(CONTENT, [], None, {}, position)
    session = Session.create(GAME, CONTENT, header, seed=bytes(32))
    session.do("show", {}, "ring_influence")
    session.do("resolve", {})
    assert GAME.rules.outcome(session.replay.state)
    assert session.keep(session.plan(Override("again", read_file(session, FILE)))).refusal is not None
