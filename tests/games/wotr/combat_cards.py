"""Battles with combat cards in both hands."""

from companion.games.wotr.state import Hand
from tests.games.wotr.board import fight

DAYLIGHT, SCOUTS, NO_QUARTER, HIGH_GROUND = "fp-str-01", "fp-str-05", "fp-str-02", "fp-str-03"
DURINS_BANE, STRIFE, GREAT_HOST = "sh-char-17", "sh-str-01", "sh-str-06"
HELD = {"real_cards": False}


def cards(fp="", shadow="", attackers="sauron-regular*4", defenders="gondor-regular*4", **how):
    """A battle in which the sides hold these cards."""
    hands = tuple([Hand(tuple(sorted(filter(None, text.split(","))))) for text in (fp, shadow)])
    return fight(attackers, defenders, hands=hands, options=HELD, **how)
