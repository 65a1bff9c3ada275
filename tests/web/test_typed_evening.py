"""Evenings with real dice, tiles and cards, typed on a phone a seat, from the form of a new table to the result."""

from __future__ import annotations

import pytest

from tests.web.evening import verified
from tests.web.evening_parties import EVENINGS, party_of


@pytest.mark.tier("exhaustive")
@pytest.mark.parametrize("id", ["wotrcards"])
def test_phones_follow_the_first_typed_steps(server, store, phones, id):
    """The first steps: every phone follows, and says what the state says."""
    party, choose = party_of(id, server, store, phones)
    for number in range(EVENINGS[id][-1]):
        party.check(party.seats[number % len(party.seats)])
        party.take(choose(party.state))
    party.tally.check()


@pytest.mark.tier("exhaustive")
@pytest.mark.parametrize("id", EVENINGS)
def test_a_whole_typed_game_verifies(server, store, phones, path, tmp_path, told, id):
    """To the end: the result names the winners, `companion verify` accepts the journal."""
    party, choose = party_of(id, server, store, phones)
    party.play(choose, 2000)
    party.tally.check()
    party.result()
    assert verified(party.code, path, tmp_path)["ok"] is True
    told(id, party.tally)
