"""What browsers are sent on an evening whose cards the app holds: no card that is hidden from that phone.

Listens below the page, to answers and to events of streams as Chromium got them. That nothing else tells of a card is
shown by tests/web/test_two_worlds.py; this is the same promise at the very end of the wire.
"""

from __future__ import annotations

import random
import re

import pytest

from companion.play.game.bots import any_action
from tests.games.wotrcards.setups import choose as any_card
from tests.two_worlds.hidden import SECRETS
from tests.web.party import Party, begin

NAMES = ("Ania", "Богдан")
EVENINGS = {  # seats, what the form is told, whose rows have the names, steps
    "wotr": (("fp", "shadow"), {"variant": "full", "real_cards": "false"}, "event_card", 14),
    "wotrcards": (("gandalf", "witch-king"), {"variant": "duel", "real_cards": "false"}, None, 24),
}
SORTING = re.compile(r"(?s)<li data-tick=.*?</li>")  # the lists of whole decks to sort them by, before any is dealt


class Ear:
    """What a page was sent since it was last read through."""

    def __init__(self, page):
        self.page, self.answers, self.frames, self.bytes = page, [], [], 0
        page.on("requestfinished", self._finished)
        line = page.context.new_cdp_session(page)
        line.on("Network.eventSourceMessageReceived", lambda frame: self.frames.append(frame["data"]))
        line.send("Network.enable")

    def _finished(self, request):
        """An answer is there whole; bodies of types of letters are no text, and redirects have none."""
        answer = request.response()
        if request.resource_type != "font" and answer.status < 300:
            self.answers.append(answer.text())

    def heard(self):
        """Everything, in one text."""
        text = "\n".join([*self.answers, *self.frames])
        self.answers.clear()
        self.frames.clear()
        self.bytes += len(text)
        text = SORTING.sub("", text)
        return text + re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), text)


class Secret:
    """The cards that are hidden from a seat, as far as they were never anywhere else."""

    def __init__(self, seat):
        self.seat, self.before, self.met, self.now, self.own = seat, set(), set(), set(), set()

    def follow(self, party):
        """The table as it stands now."""
        piles = {seat: set(flat(SECRETS[party.game.id].own(party.state, at))) for at, seat in enumerate(party.seats)}
        hidden = set().union(*piles.values())
        self.own = piles[self.seat]
        self.met |= self.own | (self.before - hidden)
        self.before, self.now = hidden, hidden - self.met


def flat(cards):
    """Cards of piles."""
    for one in cards:
        yield from [one] if isinstance(one, str) else flat(one)


@pytest.mark.parametrize("id", ["wotr", pytest.param("wotrcards", marks=pytest.mark.tier("exhaustive"))])
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
        legal = party.game.legal(party.state)
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


def around(text, word):
    """Where it stands as a whole word; empty where it does not."""
    found = word in text and re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text)
    return text[max(0, found.start() - 100) : found.end() + 100] if found else ""
