"""Random games of the variant `full`, from set-up to their end, with two, three and four players: each one verifies."""

import random

import pytest

from companion.content.load import load
from companion.games import get
from companion.games.wotr.game import GAME
from companion.play.game.bots import any_action
from companion.play.journal.session import Session
from companion.play.report.verify import verify_journal
from tests.games.wotr.setups import SETUPS
from tests.tiers import sample

CONTENT = load("wotr")
TABLES = {  # players and where the cards are
    "two": (SETUPS["two"][0], {}),
    "two-held": (SETUPS["two"][0], {"real_cards": "false"}),
    "three": (SETUPS["three"][0], {}),
    "three-held": (SETUPS["three"][0], {"real_cards": "false"}),
    "four-held": (SETUPS["four"][0], {"real_cards": "false"}),
}


@pytest.mark.parametrize("label", sample(TABLES, "two"))
def test_a_random_game_ends_and_verifies(label, exhaustive):
    """With draws by the app: what is legal is accepted, and the journal alone tells the same outcome."""
    players, options = TABLES[label]
    for seed in range(100 if exhaustive else 1):
        rng = random.Random(f"{label} {seed}")
        header = GAME.rules.header(CONTENT, players, "full", options, None)
        session = Session.create(GAME, CONTENT, header, seed=rng.randbytes(32))
        while legal := GAME.rules.legal(session.replay.state):
            refusal = session.act(any_action(rng, session.replay.state, legal)).refusal
            assert refusal is None, (seed, session.seq, refusal)
        report = verify_journal([entry.line for entry in session.replay.entries], get, lambda game: CONTENT)
        assert report.replay.ended, seed
        assert report.replay.state == session.replay.state, seed
