"""Every action of War of the Ring, and how it is written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.play.game.actions import Actions, ActionType
from companion.play.game.offers import Offer, OneOf


class Act(NamedTuple):
    """One step of one seat. A chance action without its result is open.

    item: a card, character, tile, kind of figure, or where an army stands; items: several, or faces of dice; to: a
    region, nation, deck, face or way; number: how many; die: the face of the action die that pays.
    """

    type: str
    seat: str
    item: str = ""
    items: tuple[str, ...] = ()
    to: str = ""
    number: int = 0
    die: str = ""


def offer_one_of(act: Act, field: str, kind: str, ids: Iterable[str]) -> list[Offer]:
    """Return the action with that field open for one of these ids, as a list; empty without ids."""
    found = tuple(ids)
    return [Offer(act, (OneOf(field, (kind,), found),))] if found else []


TYPES = {
    # cards
    "draw": ActionType({"cards": "items"}, chance=True, sealed=True),
    "discard": ActionType({"card": "item"}),
    "swap": ActionType({"card": "item"}),
    # phase 2
    "declare": ActionType(),
    "step": ActionType({"region": "to"}),
    "stop": ActionType(),
    "enter": ActionType(),
    "guide": ActionType({"character": "item"}),
    "done": ActionType(),
    # phases 3 and 4
    "allocate": ActionType({"dice": "number"}),
    "roll": ActionType({"faces": "items"}, chance=True),
    # phase 5
    "move": ActionType({"die": "die"}),
    "hide": ActionType({"die": "die"}),
    "separate": ActionType({"die": "die", "character": "item"}),
    "add": ActionType({"character": "item"}),
    "travel": ActionType({"die": "die", "character": "item"}),
    "settle": ActionType({"region": "to"}),
    "diplomacy": ActionType({"die": "die", "nation": "to"}),
    "bring": ActionType({"die": "die", "character": "item"}),
    "army": ActionType({"die": "die"}),
    "event": ActionType({"die": "die", "card": "item"}),
    "take": ActionType({"die": "die", "deck": "to"}),
    "clear": ActionType({"die": "die", "card": "item"}),
    "ring": ActionType({"die": "die", "face": "to"}),
    "pass": ActionType(),
    "skip": ActionType({"die": "die"}),
    # a Hunt
    "watch": ActionType({"conditions": "number"}),
    "search": ActionType({"dice": "items"}, chance=True),
    "again": ActionType({"dice": "items"}, chance=True),
    "fewer": ActionType({"dice": "number"}),
    "tile": ActionType({"tile": "item"}, chance=True),
    "cast": ActionType({"number": "number"}, chance=True),
    "use": ActionType({"card": "item"}),
    "ability": ActionType(),
    "lose": ActionType({"who": "to"}),
    "pick": ActionType({"character": "item"}, chance=True),
    "accept": ActionType(),
    # armies
    "march": ActionType({"die": "die", "army": "item", "region": "to"}),
    "fly": ActionType({"die": "die", "army": "item", "region": "to", "nazgul": "number"}),
    "recruit": ActionType({"die": "die", "figure": "item", "region": "to"}),
    "voice": ActionType({"die": "die", "way": "to"}),
    "attack": ActionType({"die": "die", "army": "item", "region": "to"}),
    "stay": ActionType({"figure": "item", "number": "number"}),
    "merge": ActionType({"region": "to"}),
    "trim": ActionType({"figure": "item", "number": "number"}),
    "throw": ActionType({"faces": "items"}, chance=True),
    "sacrifice": ActionType({"figure": "item", "region": "to"}),
    # a battle
    "strike": ActionType({"faces": "items"}, chance=True),
    "restrike": ActionType({"faces": "items"}, chance=True),
    "casualty": ActionType({"figure": "item", "way": "to"}),
    "choose": ActionType({"figure": "item"}),
    "pay": ActionType({"number": "number"}),
    "press": ActionType(),
    "cease": ActionType(),
    "stand": ActionType(),
    "retreat": ActionType({"region": "to"}),
    "withdraw": ActionType(),
    "extend": ActionType({"figure": "item"}),
    "hold": ActionType(),
    # what happened on the board, and what a card did
    "captured": ActionType({"region": "to"}),
    "attacked": ActionType({"nation": "to"}),
    "entered": ActionType({"nation": "to"}),
    "besieged": ActionType({"region": "to"}),
    "stormed": ActionType({"region": "to"}),
    "relieved": ActionType({"region": "to"}),
    "killed": ActionType({"character": "item"}),
    "carried": ActionType({"character": "item"}),
    "combat": ActionType({"card": "item"}),
    "effect": ActionType({"card": "item", "what": "to", "number": "number"}),
}
COMBAT_ROLLS = ("search", "again", "strike", "restrike", "throw")  # combat dice show their result
ACTIONS: Actions[Act] = Actions(Act, TYPES, free=("to",))
