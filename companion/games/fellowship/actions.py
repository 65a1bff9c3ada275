"""Every action of the cooperative game, and how it is written: in a journal and on the command line."""

from __future__ import annotations

from typing import NamedTuple

from companion.play.game.actions import Actions, ActionType


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


ACTIONS: Actions[Act] = Actions(
    Act,
    {
        "draw": ActionType({"cards": "cards"}, chance=True, sealed=True),
        "turn": ActionType({"cards": "cards"}, chance=True),
        "show": ActionType({"tile": "card"}, chance=True),
        "peek": ActionType({"tiles": "cards"}, chance=True, ordered=True, sealed=True),
        "roll": ActionType({"face": "card"}, chance=True),
        "gold": ActionType({"value": "number"}, chance=True),
        "resolve": ActionType(),
        "move": ActionType({"track": "to"}, required=("track",)),
        "play": ActionType({"card": "card", "track": "to"}, required=("card", "track")),
        "respite": ActionType({"take": "card"}, required=("take",)),
        "done": ActionType(),
        "apply": ActionType(),
        "pay": ActionType({"items": "cards"}),
        "offer": ActionType({"item": "card", "runes": "number"}),
        "withdraw": ActionType(),
        "settle": ActionType(),
        "refuse": ActionType(),
        "discard": ActionType({"card": "card"}, required=("card",)),
        "pass": ActionType({"card": "card"}),
        "give": ActionType({"card": "card", "to": "to"}, required=("to",)),
        "order": ActionType({"tiles": "cards"}, required=("tiles",), ordered=True),
        "accept": ActionType(),
        "skip": ActionType(),
        "volunteer": ActionType(),
        "choose": ActionType({"number": "number"}, required=("number",)),
        "ring": ActionType(),
        "summon": ActionType(),
        "gandalf": ActionType({"card": "card", "to": "to"}, required=("card",)),
        "epic": ActionType({"card": "card", "to": "to"}, required=("card",)),
    },
    free=("to",),
)
