"""What has to be true before an event card may be played (WR-EVENT-8), as far as the app can know it.

Where the armies decide too, only the part that is known is here; the rest is for those who see the board.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.games.wotr.rules import politics
from companion.games.wotr.rules.table_cards import drop
from companion.games.wotr.state import ASIDE, GONE, OFF_TRACK, Draft, State, place_of
from companion.games.wotr.tables import FP

Condition = Callable[[State], bool]
KINGS = ("strider", "aragorn")


def land(t: State, character: str) -> str | None:
    """The nation in whose land it stands (nothing: in none), None where it is not on the map."""
    region = t.setup.tables.regions.get(place_of(t, character))
    return region.nation if region else None


def companions_out(t: State) -> list[str]:
    """Companions on the map."""
    facts = t.setup.tables.characters
    return [id for id in facts if facts[id].kind == "companion" and land(t, id) is not None]


def _in_play(character: str) -> Condition:
    return lambda t: place_of(t, character) not in (ASIDE, GONE)


def _at_war(*nations: str) -> Condition:
    return lambda t: all(politics.at_war(t, nation) for nation in nations)


def _kings_land(*nations: str) -> Condition:
    return lambda t: any(land(t, king) in nations for king in KINGS)


def _in_fangorn(t: State) -> bool:
    ready = place_of(t, "gandalf-the-white") not in (ASIDE, GONE)
    return ready and any(place_of(t, id) == "fangorn" for id in companions_out(t))


def _last_battle(t: State) -> bool:
    nation = land(t, "aragorn")
    return nation is not None and nation not in politics.nations_of(t, FP)


def _wilds(t: State) -> bool:
    facts = t.setup.tables.regions.get(t.fellowship.region)
    return not (facts and facts.settlement and facts.side == FP)


def _elven_loss(t: State) -> bool:
    regions = t.setup.tables.regions
    return any((regions[id].nation, regions[id].settlement) == ("elves", "stronghold") for id in t.taken)


def stormed(t: State) -> list[str]:
    """Nations that Stormcrow may set back: not At War, with the Ring-bearers or a companion in their land."""
    here = t.setup.tables.regions.get(t.fellowship.region)
    lands = {here.nation if here else "", *[land(t, id) for id in companions_out(t)]}
    return [id for id in politics.nations_of(t, FP) if id in lands and not politics.at_war(t, id)]


def _out(t: State) -> bool:
    return bool(companions_out(t))


def _moving(t: State) -> bool:
    return t.fellowship.progress > 0 and t.fellowship.step == OFF_TRACK


def _shown(t: State) -> bool:
    return not t.fellowship.hidden


SARUMAN, WITCH_KING = _in_play("saruman"), _in_play("witch-king")
ALL_SHADOW = _at_war("sauron", "isengard", "southrons")
ISENGARD, SAURON, SOUTHRONS = _at_war("isengard"), _at_war("sauron"), _at_war("southrons")

CONDITIONS: dict[str, Condition] = {
    "fp-char-11": lambda t: bool(t.fellowship.companions),
    "fp-char-14": _kings_land("gondor", "rohan"),
    "fp-char-18": _out,
    "fp-char-19": _in_fangorn,
    "fp-char-20": _in_fangorn,
    "fp-char-21": _in_fangorn,
    "fp-char-22": _kings_land("rohan"),
    "fp-char-23": lambda t: land(t, "boromir") == "gondor",
    "fp-char-24": lambda t: any(land(t, king) is not None for king in KINGS),
    "fp-str-01": _last_battle,
    "fp-str-09": lambda t: politics.is_active(t, "gondor"),
    "fp-str-11": _at_war("rohan"),
    "fp-str-12": _out,
    "fp-str-13": _at_war("elves"),
    "sh-char-05": _wilds,
    "sh-char-06": _wilds,
    "sh-char-07": _wilds,
    "sh-char-08": _wilds,
    "sh-char-09": _moving,
    "sh-char-10": _moving,
    "sh-char-11": _moving,
    "sh-char-12": _shown,
    "sh-char-13": _shown,
    "sh-char-14": _shown,
    "sh-char-20": WITCH_KING,
    "sh-char-21": SARUMAN,
    "sh-char-22": SARUMAN,
    "sh-char-24": WITCH_KING,
    "sh-str-01": _elven_loss,
    "sh-str-02": SARUMAN,
    "sh-str-03": lambda t: "minas-tirith" in t.besieged,
    "sh-str-04": ALL_SHADOW,
    "sh-str-06": lambda t: bool(stormed(t)),
    "sh-str-09": ALL_SHADOW,
    "sh-str-10": SOUTHRONS,
    "sh-str-11": ISENGARD,
    "sh-str-12": WITCH_KING,
    "sh-str-13": ISENGARD,
    "sh-str-14": SAURON,
    "sh-str-15": SAURON,
    "sh-str-16": SARUMAN,
    "sh-str-18": _in_play("aragorn"),
    "sh-str-21": SOUTHRONS,
    "sh-str-23": ALL_SHADOW,
    "sh-str-24": SAURON,
}


def met(t: State, card: str) -> bool:
    """Nothing that the app knows speaks against playing it."""
    with_us = t.setup.tables.cards[card].stays_with
    if with_us and not any(id in t.fellowship.companions for id in with_us):
        return False
    return card not in CONDITIONS or CONDITIONS[card](t)


# A card that lies on the table goes when this stops being true (WR-EVENT-11).
STAYS: dict[str, Condition] = {
    "fp-str-01": _last_battle,
    "sh-char-21": SARUMAN,
    "sh-char-22": lambda t: place_of(t, "saruman") not in (ASIDE, GONE) and not politics.is_active(t, "rohan"),
    "sh-str-03": lambda t: "minas-tirith" in t.besieged,
}


def ended(t: State, card: str) -> bool:
    """It may no longer lie on the table."""
    with_us = t.setup.tables.cards[card].stays_with
    if with_us and not any(id in t.fellowship.companions for id in with_us):
        return True
    return card in STAYS and not STAYS[card](t)


def discard_ended(draft: Draft) -> None:
    """Cards on the table whose condition has ended are discarded (WR-EVENT-11)."""
    for at, side in enumerate(draft.sides):
        for card in side.table:
            if ended(draft, card):
                drop(draft, at, card, "WR-EVENT-11")
