"""Every action of the card game, and how it is written."""

from __future__ import annotations

from typing import NamedTuple

from companion.play.game.actions import Actions, ActionType


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


NOTHING = ActionType()
A_CARD = ActionType({"card": "item"}, required=("card",))
PERHAPS_A_CARD = ActionType({"card": "item"})  # real cards of a hand need no name
A_LOCATION = ActionType({"location": "item"}, required=("location",))

ACTIONS: Actions[Act] = Actions(
    Act,
    {
        # set-up, cards of a hand
        "ready": NOTHING,
        "draw": ActionType({"cards": "items"}, chance=True, sealed=True),
        "cycle": PERHAPS_A_CARD,
        # location step
        "ground": ActionType({"location": "item"}, chance=True),
        "walk": ActionType({"location": "item"}, chance=True),
        "beside": A_LOCATION,
        "alone": NOTHING,
        "read": ActionType({"points": "number", "defence": "second"}),
        "next": A_LOCATION,
        # action step
        "play": A_CARD,
        "put": ActionType({"to": "to"}, required=("to",)),
        "move": ActionType({"card": "item", "to": "to"}, required=("card", "to")),
        "winnow": ActionType({"cards": "items"}),
        "use": A_CARD,
        "ring": NOTHING,
        "skirmish": A_LOCATION,
        "pass": NOTHING,
        "done": NOTHING,
        # costs
        "forsake": ActionType({"from": "to", "card": "item"}, required=("from",)),
        "eliminate": PERHAPS_A_CARD,
        # what a text did
        "effect": ActionType({"what": "to", "item": "item", "whom": "whom", "number": "number"}, required=("what",)),
        "tell": A_CARD,
        "spare": A_CARD,
        # combat step
        "fight": A_LOCATION,
        "icons": ActionType({"attack": "number", "defence": "second"}),
        "lose": ActionType({"card": "item", "icons": "number"}, required=("card",)),
        "none": NOTHING,
        "yield": NOTHING,
        "instead": A_CARD,
    },
    free=("to", "whom"),
)
