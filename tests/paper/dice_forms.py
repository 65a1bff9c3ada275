"""The sheets of the dice game, and how likely a box was read as ticked."""

from companion import games
from companion.content.load import load
from companion.paper.reference import Printed

ROUTE = Printed("dice", "dice-route", "front", "en", "full")

FORM = games.get("dice").show.sheets.paper_forms(load("dice"))[0]
KINDS = {name: part.kind for part in FORM.parts for name in part.fields}
PLACES = FORM.parts[1].fields


def chances(hobbit="sam", circles=4, squares="xxdhwww", sure=0.999, **other):
    """What a clear photo of that sheet gives; other: fields that look different."""
    says = {"hobbit": hobbit, "circles": circles, "squares": squares}
    marks = {
        name: mark for part in FORM.parts for name, mark in zip(part.fields, part.ways[says[part.key]], strict=True)
    }
    out = {}
    for name, mark in marks.items():
        letters = ("whdx" if KINDS[name] == "square" else "wx") + "?"
        rest = (1 - sure) / (len(letters) - 1)
        out[name] = {letter: sure if letter == mark else rest for letter in letters}
    return out | other
