"""Every action of the cooperative game, and how it is written: in a journal and on the command line."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.play.acts import Acts, Vocabulary

# type -> {word of the command line and of the journal: field of Act}
WORDS: Vocabulary = {
    "draw": {"cards": "cards"},
    "turn": {"cards": "cards"},
    "show": {"tile": "card"},
    "peek": {"tiles": "cards"},
    "roll": {"face": "card"},
    "gold": {"value": "number"},
    "resolve": {},
    "move": {"track": "to"},
    "play": {"card": "card", "track": "to"},
    "respite": {"take": "card"},
    "done": {},
    "apply": {},
    "pay": {"items": "cards"},
    "offer": {"item": "card", "runes": "number"},
    "withdraw": {},
    "settle": {},
    "refuse": {},
    "discard": {"card": "card"},
    "pass": {"card": "card"},
    "give": {"card": "card", "to": "to"},
    "order": {"tiles": "cards"},
    "accept": {},
    "skip": {},
    "volunteer": {},
    "choose": {"number": "number"},
    "ring": {},
    "summon": {},
    "gandalf": {"card": "card", "to": "to"},
    "epic": {"card": "card", "to": "to"},
}
CHANCE_TYPES = ("draw", "turn", "show", "peek", "roll", "gold")
REQUIRED = {  # words without which an action says nothing
    "move": ("track",),
    "play": ("card", "track"),
    "respite": ("take",),
    "discard": ("card",),
    "give": ("to",),
    "order": ("tiles",),
    "choose": ("number",),
    "gandalf": ("card",),
    "epic": ("card",),
}


class Act(NamedTuple):
    """One step of one seat. A chance action without its result is open.

    card: a card, tile, face or token; cards: several of them, in the order of content/; to: the seat or track it is
    for; number: points, a value, or which choice.
    """

    type: str
    seat: str
    card: str = ""
    cards: tuple[str, ...] = ()
    to: str = ""
    number: int = 0

    def args(self) -> dict[str, Any]:
        """As stored."""
        return ACTS.args(self)


ACTS: Acts[Act] = Acts(Act, WORDS, CHANCE_TYPES, free=("to",), ordered=("order", "peek"), required=REQUIRED)
