"""What a seat may not hear of the others, and the pages it hears."""

from __future__ import annotations

import re

from tests.two_worlds.hidden import SECRETS

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


def around(text, word):
    """Where it stands as a whole word; empty where it does not."""
    found = word in text and re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text)
    return text[max(0, found.start() - 100) : found.end() + 100] if found else ""
