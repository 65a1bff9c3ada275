"""Every action of the card game, and how it is written."""

from __future__ import annotations

from typing import NamedTuple

from companion.play.game.actions import Actions, ActionType


class Act(NamedTuple):
    """One step of one seat. A chance action without its result is open.

    card, cards, location: what it is about. points, defence, attack, icons: how many. to, from_: a place or a card.
    what: what a text did, to an item or to whom (a seat or side, or a place), and the number of it.
    """

    type: str
    seat: str
    cards: tuple[str, ...] = ()
    card: str = ""
    location: str = ""
    points: int = 0
    defence: int = 0
    to: str = ""
    from_: str = ""
    what: str = ""
    item: str = ""
    whom: str = ""
    number: int = 0
    attack: int = 0
    icons: int = 0


NOTHING = ActionType()
A_CARD = ActionType(("card",), required=("card",))
PERHAPS_A_CARD = ActionType(("card",))  # real cards of a hand need no name
A_LOCATION = ActionType(("location",), required=("location",))

ACTIONS: Actions[Act] = Actions(
    Act,
    {
        # set-up, cards of a hand
        "ready": ActionType(plain=True),
        "draw": ActionType(("cards",), chance=True, sealed=True),
        "cycle": PERHAPS_A_CARD,
        # location step
        "ground": ActionType(("location",), chance=True),
        "walk": ActionType(("location",), chance=True),
        "beside": A_LOCATION,
        "alone": NOTHING,
        "read": ActionType(("points", "defence")),
        "next": A_LOCATION,
        # action step
        "play": A_CARD,
        "put": ActionType(("to",), required=("to",)),
        "move": ActionType(("card", "to"), required=("card", "to")),
        "winnow": ActionType(("cards",)),
        "use": A_CARD,
        "ring": NOTHING,
        "skirmish": A_LOCATION,
        "pass": NOTHING,
        "done": NOTHING,
        # costs
        "forsake": ActionType(("from", "card"), required=("from",)),
        "eliminate": PERHAPS_A_CARD,
        # what a text did
        "effect": ActionType(("what", "item", "whom", "number"), required=("what",)),
        "tell": A_CARD,
        "spare": A_CARD,
        # combat step
        "fight": A_LOCATION,
        "icons": ActionType(("attack", "defence")),
        "lose": ActionType(("card", "icons"), required=("card",)),
        "none": NOTHING,
        "yield": NOTHING,
        "instead": A_CARD,
    },
    free=("to", "from_", "what", "whom"),
)
