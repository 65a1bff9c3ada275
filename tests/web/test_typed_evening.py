"""Evenings with real dice, tiles and cards, typed on a phone a seat, from the form of a new table to the result."""

from __future__ import annotations

import random
from typing import ClassVar

import pytest

from companion.play.game.bots import any_action
from tests.games.wotrcards.setups import choose as any_card
from tests.web.evening import verified
from tests.web.party import Party, begin, shown

NAMES = ("Ania", "Богдан", "Celina", "Данило")


class Road(Party):
    """The dice game: circles and free spaces of everybody."""

    def tells(self, voice):
        last = len(self.content["place"]) - 1
        for player in self.game.view(self.state, None)["players"]:
            if not player["out"]:
                how = {"number": player["circles"], "last": last, "free": player["capacity"]}
                yield voice.say("web.dice.count", **how)


class Hobbits(Party):
    """The cooperative game: how many cards everybody holds."""

    cards = ("turn", "draw")

    def tells(self, voice):
        for player in self.game.view(self.state, None)["players"]:
            if player["alive"] and not self.state.ending:
                yield voice.say("table.hand", number=player["cards"])


class Decks(Party):
    """The card game: hands and their limits, and the score."""

    goals: ClassVar = {"play": 2, "move": 2, "use": 2, "tell": 2, "forsake": 2, "lose": 3, "icons": 3, "effect": 4}
    cards = ("ground",)

    def tells(self, voice):
        view = self.game.view(self.state, None)
        for player in view["players"]:
            yield f"{voice.say('web.wotrcards.hand')} {player['hand']}/{player['limit']}"
        if self.state.round:
            yield from (f"{voice.name_among(('side',), side)} {score}" for side, score in view["scores"].items())


EVENINGS = {  # party, seats, what the form is told, seed, steps of a short one
    "dice": (Road, ("frodo", "sam", "merry", "pippin"), {"dice": "real"}, 1, 14),
    "fellowship": (
        Hobbits,
        ("frodo", "sam", "pippin"),
        {"dice": "real", "real_cards": "true", "real_tiles": "true"},
        1,
        20,
    ),
    "wotrcards": (Decks, ("gandalf", "witch-king"), {"variant": "duel", "real_cards": "true"}, 1, 30),
}


def party_of(id, server, store, phones):
    """A new table of that evening, with everybody at it; and who plays there."""
    made, seats, fields, seed, _ = EVENINGS[id]
    code, taps = begin(phones, server, id, dict(zip(seats, NAMES, strict=False)), **fields)
    party = made(id, store, code)
    party.tally.add("a new table", taps)
    party.come(phones, f"{server.address}/{code}")
    rng = random.Random(seed)
    pick = (lambda state: any_card(rng, party.game.legal(state))) if id == "wotrcards" else None
    pick = pick or (lambda state: any_action(rng, state, party.game.legal(state)))
    return party, lambda state: shown(party.game, state, pick(state), rng)


@pytest.mark.parametrize("id", ["wotrcards"])
def test_a_short_evening(server, store, phones, id):
    """The first steps: every phone follows, and says what the state says."""
    party, choose = party_of(id, server, store, phones)
    for number in range(EVENINGS[id][-1]):
        party.check(party.seats[number % len(party.seats)])
        party.take(choose(party.state))
    party.tally.check()


@pytest.mark.tier("exhaustive")
@pytest.mark.parametrize("id", EVENINGS)
def test_a_whole_evening(server, store, phones, path, tmp_path, told, id):
    """To the end: the result names the winners, `companion verify` accepts the journal."""
    party, choose = party_of(id, server, store, phones)
    party.play(choose, 2000)
    party.tally.check()
    party.result()
    assert verified(party.code, path, tmp_path)["ok"] is True
    told(id, party.tally)
