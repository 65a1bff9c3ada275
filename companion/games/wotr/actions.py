"""Every action of War of the Ring in the focus of the Hunt, and how it is written."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.play.acts import Acts, Vocabulary

# type -> {word of the command line and of the journal: field of Act}; `die` is the face that pays.
WORDS: Vocabulary = {
    # cards
    "draw": {"cards": "items"},
    "discard": {"card": "item"},
    "swap": {"card": "item"},
    # phase 2
    "declare": {},
    "step": {"region": "to"},
    "stop": {},
    "enter": {},
    "guide": {"character": "item"},
    "done": {},
    # phases 3 and 4
    "allocate": {"dice": "number"},
    "roll": {"faces": "items"},
    # phase 5
    "move": {"die": "die"},
    "hide": {"die": "die"},
    "separate": {"die": "die", "character": "item"},
    "add": {"character": "item"},
    "travel": {"die": "die", "character": "item"},
    "settle": {"region": "to"},
    "diplomacy": {"die": "die", "nation": "to"},
    "bring": {"die": "die", "character": "item"},
    "army": {"die": "die"},
    "event": {"die": "die", "card": "item"},
    "take": {"die": "die", "deck": "to"},
    "clear": {"die": "die", "card": "item"},
    "ring": {"die": "die", "face": "to"},
    "pass": {},
    "skip": {"die": "die"},
    # a Hunt
    "watch": {"conditions": "number"},
    "search": {"dice": "items"},
    "again": {"dice": "items"},
    "tile": {"tile": "item"},
    "cast": {"number": "number"},
    "use": {"card": "item"},
    "ability": {},
    "lose": {"who": "to"},
    "pick": {"character": "item"},
    "accept": {},
    # what happened on the board, and what a card did
    "captured": {"region": "to"},
    "attacked": {"nation": "to"},
    "entered": {"nation": "to"},
    "besieged": {"region": "to"},
    "stormed": {"region": "to"},
    "relieved": {"region": "to"},
    "killed": {"character": "item"},
    "carried": {"character": "item"},
    "combat": {"card": "item"},
    "effect": {"card": "item", "what": "to", "number": "number"},
}
CHANCE_TYPES = ("draw", "roll", "search", "again", "tile", "cast", "pick")


class Act(NamedTuple):
    """One step of one seat. A chance action without its result is open.

    item: a card, character or tile; items: several, or faces of dice; to: a region, nation, deck, face or way; number:
    how many; die: the face of the action die that pays.
    """

    type: str
    seat: str
    item: str = ""
    items: tuple[str, ...] = ()
    to: str = ""
    number: int = 0
    die: str = ""

    def args(self) -> dict[str, Any]:
        """As stored."""
        return ACTS.args(self)


ACTS: Acts[Act] = Acts(Act, WORDS, CHANCE_TYPES, free=("to",), ordered=(), required={})
