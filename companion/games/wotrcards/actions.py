"""Every action of the card game, and how it is written."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.play.acts import Acts, Vocabulary

# type -> {word of the command line and of the journal: field of Act}
WORDS: Vocabulary = {
    # set-up, cards of a hand
    "ready": {},
    "draw": {"cards": "items"},
    "cycle": {"card": "item"},
    # location step
    "ground": {"location": "item"},
    "walk": {"location": "item"},
    "beside": {"location": "item"},
    "alone": {},
    "read": {"points": "number", "defence": "second"},
    "next": {"location": "item"},
    # action step
    "play": {"card": "item"},
    "put": {"to": "to"},
    "move": {"card": "item", "to": "to"},
    "winnow": {"cards": "items"},
    "use": {"card": "item"},
    "ring": {},
    "skirmish": {"location": "item"},
    "pass": {},
    "done": {},
    # costs
    "forsake": {"from": "to", "card": "item"},
    "eliminate": {"card": "item"},
    # what a text did
    "effect": {"what": "to", "item": "item", "whom": "whom", "number": "number"},
    "tell": {"card": "item"},
    "spare": {"card": "item"},
    # combat step
    "fight": {"location": "item"},
    "icons": {"attack": "number", "defence": "second"},
    "lose": {"card": "item", "icons": "number"},
    "none": {},
    "yield": {},
    "instead": {"card": "item"},
}
REQUIRED = {
    **dict.fromkeys(("play", "use", "tell", "spare", "instead", "lose"), ("card",)),
    **dict.fromkeys(("next", "skirmish", "fight", "beside"), ("location",)),
    **{"put": ("to",), "move": ("card", "to"), "forsake": ("from",), "effect": ("what",)},
}
CHANCE_TYPES = ("draw", "ground", "walk")


class Act(NamedTuple):
    """One step of one seat. A chance action without its result is open.

    item: a card or location; items: several cards; to: where to, from where, or what a text did; whom: a seat or side
    that a text is about; number, second: how many.
    """

    type: str
    seat: str
    item: str = ""
    items: tuple[str, ...] = ()
    to: str = ""
    whom: str = ""
    number: int = 0
    second: int = 0

    def args(self) -> dict[str, Any]:
        """As stored."""
        return ACTS.args(self)


ACTS: Acts[Act] = Acts(Act, WORDS, CHANCE_TYPES, free=("to", "whom"), ordered=(), required=REQUIRED)
