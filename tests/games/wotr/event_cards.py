"""Boards on which an event card is played."""

from tests.games.wotr.board import TABLES, board

SEATS = ("fp", "shadow")
PEACE = {id: row.box for id, row in TABLES.nations.items()}


def playing(card, figures, real=True, **how):
    """A table where the side of the card is due to act with an Event die."""
    side = TABLES.cards[card].side
    held = {"unseen": {SEATS[side]: 2}} if real else {"hands": {SEATS[side]: card}, "options": {"real_cards": False}}
    base = {"agenda": [("act", side)], "acting": side, "fp": "event,character", "shadow": "event,character"}
    return board(
        **({} if figures is None else {"armies": figures}),
        **{**base, **held, "companions": "gimli,legolas", "region": "hollin", **how},
    )


def shows(t, **expected):
    """Each word is a region with what stands there, a character with its place, or a nation with its box."""
    found = {}
    for name in expected:
        id = name.replace("_", "-")
        if id in TABLES.regions:
            found[name] = ",".join([f"{kind}*{number}" for kind, number in t.at(id).items()])
        elif id in TABLES.characters:
            found[name] = t.where(id)
        elif id in TABLES.nations:
            found[name] = t.state.boxes[TABLES.places[id]]
        else:
            found[name] = getattr(t.fellowship, name)
    return found == expected or found


def lies(t, card):
    return card in t.state.sides[TABLES.cards[card].side].table


CARDS = {}


def card(id, figures=None, acts=(), after=None, check=None, **how):
    """A row of the table: what stands where, what is done after the card is played, what must have come of it."""
    assert id not in CARDS
    CARDS[id] = (figures or {}, how, acts, after or {}, check)


SIEGE = {"helms-deep": "rohan-regular*3,isengard-regular*5"}
