"""Players who play a whole evening by page, game by game."""

from __future__ import annotations

import random
from collections import Counter
from typing import ClassVar

from companion.games.wotr.state import place_of
from companion.games.wotr.tables import SIDES
from companion.play.game.bots import any_action
from tests.games.wotrcards.setups import choose as any_card
from tests.web.party import Party, begin, shown

NAMES = ("Ania", "Богдан", "Celina", "Данило")


class Road(Party):
    """The dice game: circles and free spaces of everybody."""

    def tells(self, voice):
        last = len(self.content["place"]) - 1
        for player in self.game.rules.view(self.state, None)["players"]:
            if not player["out"]:
                how = {"number": player["circles"], "last": last, "free": player["capacity"]}
                yield voice.say("web.dice.count", **how)


class Hobbits(Party):
    """The cooperative game: how many cards everybody holds."""

    cards = ("turn", "draw")

    def tells(self, voice):
        for player in self.game.rules.view(self.state, None)["players"]:
            if player["alive"] and not self.state.ending:
                yield voice.say("table.hand", number=player["cards"])


class Decks(Party):
    """The card game: hands and their limits, and the score."""

    goals: ClassVar = {"play": 2, "move": 2, "use": 2, "tell": 2, "forsake": 2, "lose": 3, "icons": 3, "effect": 4}
    cards = ("ground",)

    def tells(self, voice):
        view = self.game.rules.view(self.state, None)
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
    pick = (lambda state: any_card(rng, party.game.rules.legal(state))) if id == "wotrcards" else None
    pick = pick or (lambda state: any_action(rng, state, party.game.rules.legal(state)))
    return party, lambda state: shown(party.game, state, pick(state), rng)


# What stands on the map of a page: numbers of figures by region and side.
BOARD = """() => {
  const board = {};
  for (const army of document.querySelectorAll("#map .army")) {
    const side = army.classList.contains("fp") ? "fp" : "shadow";
    const numbers = [...army.querySelectorAll("text")].map(({ textContent }) => +textContent);
    board[`${army.dataset.at} ${side}`] = numbers.reduce((sum, number) => sum + number, 0);
  }
  return board;
}"""


class War(Party):
    """A table where every page has the map."""

    goals: ClassVar = {"event": 2}

    def check(self, seat):
        super().check(seat)
        page = self.fingers[seat].page
        assert page.evaluate(BOARD) == standing(self.state)
        if not self.state.ending:
            step = page.locator(".hunt[data-seq]").first.get_attribute("data-seq")
            assert step.startswith(f"{self.state.turn}-{self.state.step.kind}-")
            asked = self.game.show.prompt(self.state, self.voices[seat].say, seat)[0]
            assert page.locator(".turn p").inner_text().startswith(asked)


def standing(state):
    """Figures and characters by region and side, where any stand."""
    t = state.setup.tables
    found = Counter()
    for region, figures in zip(t.regions, state.figures, strict=True):
        for row, number in zip(t.figures.values(), figures, strict=False):
            found[f"{region} {SIDES[row.side]}"] += number
    for id, row in t.characters.items():
        if place_of(state, id) in t.regions:
            found[f"{place_of(state, id)} {SIDES[row.side]}"] += 1
    return {place: number for place, number in found.items() if number}
