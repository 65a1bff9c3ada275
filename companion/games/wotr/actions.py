"""Every action of War of the Ring, and how it is written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.play.game.actions import Actions, ActionType
from companion.play.game.offers import Offer, OneOf


class Act(NamedTuple):
    """One step of one seat. A chance action without its result is open.

    cards, faces: several; faces of dice in the order of content/.
    card, character, tile, figure: one of them; figure: a kind, or a character in an army.
    region: where to, or where it happened. army: the region of an army.
    dice, conditions, number, nazgul: how many.
    die: the face of the action die that pays. face: that a ring sets.
    nation, deck: one of them.
    who: a seat, or who takes a loss. way: how it is done. what: a card did.
    """

    type: str
    seat: str
    cards: tuple[str, ...] = ()
    card: str = ""
    region: str = ""
    character: str = ""
    dice: int = 0
    faces: tuple[str, ...] = ()
    die: str = ""
    nation: str = ""
    deck: str = ""
    face: str = ""
    conditions: int = 0
    tile: str = ""
    number: int = 0
    who: str = ""
    army: str = ""
    nazgul: int = 0
    figure: str = ""
    way: str = ""
    what: str = ""


def named_ids(act: Act) -> tuple[str, str]:
    """Return the id that an action is about and the one that it leads to or brings about; empty for none."""
    about = act.card or act.character or act.figure or act.army or act.tile
    return about, act.region or act.nation or act.deck or act.face or act.who or act.way or act.what


def offer_one_of(act: Act, field: str, kind: str, ids: Iterable[str]) -> list[Offer]:
    """Return the action with that field open for one of these ids, as a list; empty without ids."""
    found = tuple(ids)
    return [Offer(act, (OneOf(field, (kind,), found),))] if found else []


TYPES = {
    # cards
    "draw": ActionType(("cards",), chance=True, sealed=True),
    "discard": ActionType(("card",)),
    "swap": ActionType(("card",)),
    # phase 2
    "declare": ActionType(),
    "step": ActionType(("region",)),
    "stop": ActionType(),
    "enter": ActionType(),
    "guide": ActionType(("character",)),
    "done": ActionType(),
    # phases 3 and 4
    "allocate": ActionType(("dice",)),
    "roll": ActionType(("faces",), chance=True),
    # phase 5
    "move": ActionType(("die",)),
    "hide": ActionType(("die",)),
    "separate": ActionType(("die", "character")),
    "add": ActionType(("character",)),
    "travel": ActionType(("die", "character")),
    "settle": ActionType(("region",)),
    "diplomacy": ActionType(("die", "nation")),
    "bring": ActionType(("die", "character")),
    "army": ActionType(("die",)),
    "event": ActionType(("die", "card")),
    "take": ActionType(("die", "deck")),
    "clear": ActionType(("die", "card")),
    "ring": ActionType(("die", "face")),
    "pass": ActionType(),
    "skip": ActionType(("die",)),
    # a Hunt
    "watch": ActionType(("conditions",)),
    "search": ActionType({"dice": "faces"}, chance=True),
    "again": ActionType({"dice": "faces"}, chance=True),
    "fewer": ActionType(("dice",)),
    "tile": ActionType(("tile",), chance=True),
    "cast": ActionType(("number",), chance=True),
    "use": ActionType(("card",)),
    "ability": ActionType(),
    "lose": ActionType(("who",)),
    "pick": ActionType(("character",), chance=True),
    "accept": ActionType(),
    # armies
    "march": ActionType(("die", "army", "region")),
    "fly": ActionType(("die", "army", "region", "nazgul")),
    "recruit": ActionType(("die", "figure", "region")),
    "voice": ActionType(("die", "way")),
    "attack": ActionType(("die", "army", "region")),
    "stay": ActionType(("figure", "number")),
    "merge": ActionType(("region",)),
    "trim": ActionType(("figure", "number")),
    "throw": ActionType(("faces",), chance=True),
    "sacrifice": ActionType(("figure", "region")),
    # a battle
    "strike": ActionType(("faces",), chance=True),
    "restrike": ActionType(("faces",), chance=True),
    "casualty": ActionType(("figure", "way")),
    "choose": ActionType(("figure",)),
    "pay": ActionType(("number",)),
    "press": ActionType(),
    "cease": ActionType(),
    "stand": ActionType(),
    "retreat": ActionType(("region",)),
    "withdraw": ActionType(),
    "extend": ActionType(("figure",)),
    "hold": ActionType(),
    # what happened on the board, and what a card did
    "captured": ActionType(("region",)),
    "attacked": ActionType(("nation",)),
    "entered": ActionType(("nation",)),
    "besieged": ActionType(("region",)),
    "stormed": ActionType(("region",)),
    "relieved": ActionType(("region",)),
    "killed": ActionType(("character",)),
    "carried": ActionType(("character",)),
    "combat": ActionType(("card",)),
    "effect": ActionType(("card", "what", "number")),
}
COMBAT_ROLLS = ("search", "again", "strike", "restrike", "throw")  # combat dice show their result
ACTIONS: Actions[Act] = Actions(Act, TYPES, free=("region", "nation", "deck", "face", "who", "way", "what"))
