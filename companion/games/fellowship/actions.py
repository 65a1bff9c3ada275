"""Every action of the cooperative game, and how it is written: in a journal and on the command line."""

from __future__ import annotations

from typing import NamedTuple

from companion.play.game.actions import Actions, ActionType


class Act(NamedTuple):
    """One step of one seat. A chance action without its result is open.

    cards, tiles, items: several, in the order of content/ or, for tiles, of the stack; an item is a card or life token.
    card, tile, item, face, track: one of them.
    take: "draw" or "left", of a respite.
    value: of a golden rune. runes: points that are offered.
    to: the seat it is for.
    number: which choice, n >= 1.
    """

    type: str
    seat: str
    cards: tuple[str, ...] = ()
    tile: str = ""
    tiles: tuple[str, ...] = ()
    face: str = ""
    value: int = 0
    track: str = ""
    card: str = ""
    take: str = ""
    items: tuple[str, ...] = ()
    item: str = ""
    runes: int = 0
    to: str = ""
    number: int = 0


ACTIONS: Actions[Act] = Actions(
    Act,
    {
        "draw": ActionType(("cards",), chance=True, sealed=True),
        "turn": ActionType(("cards",), chance=True),
        "show": ActionType(("tile",), chance=True),
        "peek": ActionType(("tiles",), chance=True, ordered=True, sealed=True),
        "roll": ActionType(("face",), chance=True),
        "gold": ActionType(("value",), chance=True),
        "resolve": ActionType(plain=True),
        "move": ActionType(("track",), required=("track",)),
        "play": ActionType(("card", "track"), required=("card", "track")),
        "respite": ActionType(("take",), required=("take",)),
        "done": ActionType(),
        "apply": ActionType(),
        "pay": ActionType(("items",)),
        "offer": ActionType(("item", "runes")),
        "withdraw": ActionType(),
        "settle": ActionType(),
        "refuse": ActionType(),
        "discard": ActionType(("card",), required=("card",)),
        "pass": ActionType(("card",)),
        "give": ActionType(("card", "to"), required=("to",)),
        "order": ActionType(("tiles",), required=("tiles",), ordered=True),
        "accept": ActionType(),
        "skip": ActionType(),
        "volunteer": ActionType(),
        "choose": ActionType(("number",), required=("number",)),
        "ring": ActionType(),
        "summon": ActionType(),
        "gandalf": ActionType(("card", "to"), required=("card",)),
        "epic": ActionType(("card", "to"), required=("card",)),
    },
    free=("track", "to"),
)


def named_card(act: Act) -> str:
    """Return the card, or the item of an offer; "" where there is none."""
    return act.card or act.item
