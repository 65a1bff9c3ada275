"""What the dice of a whole game showed, counted when it is over."""

import random

from companion.games.wotr.actions import Act
from companion.games.wotr.game import GAME
from companion.play.journal.session import Session
from companion.play.report.verify import verify_journal
from tests.games.wotr.board import CONTENT, board


def test_a_roll_is_told_by_who_rolled():
    """Also of a table where something else is awaited, or nothing any more."""
    state = board().state.replace(agenda=())
    shown = GAME.show.drawn_faces(state, Act("roll", "shadow", faces=("eye", "muster")))
    assert [(pair.first.id, pair.second.id) for pair in shown] == [
        ("eye", "shadow-action"),
        ("muster", "shadow-action"),
    ]
    assert GAME.show.drawn_faces(state, Act("roll", "fp", faces=("muster",)))[0].second.id == "fp-action"


def test_a_played_game_is_verified_with_all_its_dice():
    """Every die that was rolled is in the report."""
    rng = random.Random(3)
    header = GAME.rules.header(CONTENT, ["Ania:fp", "Bo:shadow"], None, {}, None)
    session = Session.create(GAME, CONTENT, header, seed=rng.randbytes(32))
    while legal := GAME.rules.legal_actions(session.replay.state):
        assert session.act(rng.choice(legal)).refusal is None
    lines = [entry.line for entry in session.replay.entries]
    report = verify_journal(lines, lambda id: GAME, lambda id: CONTENT)
    rolled = sum(len(entry.args.get("faces", ())) for entry in session.replay.entries)
    assert rolled
    assert sum(sum(die.counts.values()) for die in report.dice if die.die.id != "combat") == rolled
