"""Parts of a page that are kept from move to move: with them a phone is shown what it would be shown without."""

import random

import pytest

from companion import games
from companion.content.load import load
from companion.play.game.bots import any_action
from companion.play.journal.session import Session
from companion.web.table import board
from companion.web.table.board import Viewer
from companion.web.table.tables import LiveTable
from tests.languages import LANGUAGES
from tests.tiers import sample
from tests.walks import setups

MOVES = 25
TABLES = {
    "dice": ("advanced-4", "last-step"),
    "fellowship": ("standard-3",),
    "wotr": ("two-held", "road-four", "full", "war-four", "field"),
    "wotrcards": ("extended-held", "three-held"),
}
EVERY = [(id, label) for id, labels in TABLES.items() for label in labels]
NOW = (("dice", "advanced-4"), ("fellowship", "standard-3"), ("wotr", "full"), ("wotrcards", "three-held"))


def seated(session):
    """The table with a phone at each seat."""
    table = LiveTable(session)
    for seat in table.seats:
        table.roster.phones[seat] = {f"phone of {seat}": None}
    return table


@pytest.mark.parametrize(("id", "label"), sample(EVERY, *NOW))
def test_what_is_kept_is_what_is_true(id, label):
    """After every move, for a seat in each language or one who looks on."""
    game, content = games.get(id), load(id)
    header = game.rules.header(content, *setups(id).SETUPS[label])
    session = Session.create(game, content, header, seed=bytes(32))
    table, rng = seated(session), random.Random(label)
    phones = [*[f"phone of {seat}" for seat in table.seats], ""]
    viewers = [Viewer(lang, phone, False) for lang, phone in zip(LANGUAGES, phones * 2, strict=False)]
    for _ in range(MOVES):
        if not (legal := game.rules.legal(session.replay.state)):
            break
        seq, before = session.seq, session.replay.state
        assert session.act(any_action(rng, before, legal)).refusal is None
        table.record_entries(session.replay.entries[seq + 1 :], before)
        shown = {viewer: board.render_fragment(table, viewer) for viewer in viewers}
        viewer = rng.choice(viewers)
        assert shown[viewer] == board.render_fragment(seated(session), viewer)
