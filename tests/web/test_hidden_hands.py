"""What browsers are sent on an evening whose cards the app holds: no card that is hidden from that phone.

Listens below the page, to answers and to events of streams as Chromium got them. That nothing else tells of a card is
shown by tests/web/test_two_worlds.py and test_secret.py; this is the same promise at the very end of the
wire.
"""

from __future__ import annotations

import random

import pytest

from companion.play.game.bots import any_action
from tests.games.wotrcards.setups import choose as any_card
from tests.tiers import sample
from tests.web.party import Party, begin
from tests.web.secrets_heard import Ear, Secret, around

NAMES = ("Ania", "Богдан")
EVENINGS = {  # seats, what the form is told, whose rows have the names, steps
    "wotr": (("fp", "shadow"), {"variant": "full", "real_cards": "false"}, "event_card", 6),
    "wotrcards": (("gandalf", "witch-king"), {"variant": "duel", "real_cards": "false"}, None, 24),
}


@pytest.mark.parametrize("id", sample(EVENINGS))
def test_no_browser_is_sent_a_hidden_card(server, store, phones, id):
    """Neither its id nor its name, as long as it was never anywhere else but hidden; its holder is sent its id.

    (Texts of cards of the card game name others, so there it is ids alone.)
    """
    seats, fields, kind, steps = EVENINGS[id]
    code, _ = begin(phones, server, id, dict(zip(seats, NAMES, strict=True)), **fields)
    party = Party(id, store, code)
    party.come(phones, f"{server.address}/{code}")
    ears = {seat: Ear(party.fingers[seat].page) for seat in seats}
    for page in party.pages:
        page.reload()
    party.follow()
    plain = {seat: ear.heard() for seat, ear in ears.items()}
    rng, told = random.Random(2), 0
    kept = 0
    secrets = {seat: Secret(seat) for seat in seats}
    for secret in secrets.values():
        secret.follow(party)
    for _ in range(steps):
        legal = party.game.rules.legal(party.state)
        act = any_card(rng, legal) if id == "wotrcards" else any_action(rng, party.state, legal)
        party.take(act)
        for seat, ear in ears.items():
            text, voice = ear.heard(), party.voices[seat]
            secrets[seat].follow(party)
            for card in secrets[seat].now:
                words = {card, voice.name_among((kind,), card)} if kind else {card}
                for word in words:
                    if word not in plain[seat]:  # of the same name as a seat or a place
                        assert not (found := around(text, word)), (seat, word, found)
                        kept += 1
            told += sum(card in text for card in secrets[seat].own)
    assert min(told, kept) > steps
    assert all(ear.bytes > 1000 for ear in ears.values())
