"""What each event card does to the things that the app holds (WR-EVENT-9, -17, -18).

Armies and figures are for the table alone. When what is asked and told, says PlayedCard in playing_cards.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.wotr.rules import (
    card_conditions,
    chance_cards,
    characters,
    companions,
    fellowship,
    hunt_roll,
    mordor,
    politics,
)
from companion.games.wotr.rules.action_dice import CHARACTER, WILL, change_box, change_dice, faces
from companion.games.wotr.rules.drawing import draw
from companion.games.wotr.rules.hunt_tile import reveal, tile_by_card
from companion.games.wotr.rules.movement import SEPARATE, TRAVEL, Group, Marching
from companion.games.wotr.rules.table_cards import drop
from companion.games.wotr.state import GONE, Draft, State, holder, place_of
from companion.games.wotr.tables import FP, SHADOW, SIDES

Choice = tuple[str, int]  # what, and how many
Start = Callable[[Draft, int], None]  # who plays it
Offer = Callable[[State, int, tuple[str, ...]], list[Choice]]  # who plays it, what has been done of it already
Do = Callable[[Draft, int, str, int], None]

CARD = "WR-EVENT-9"  # the rule of whatever a card does
LORIEN, ANGMAR = "lorien", "angmar"
DUNHARROW = ("erech", "lamedon", "pelargir")  # where the Dead come out
LONGBEARDS = ("dale", "erebor", "woodland-realm")
KINGS = card_conditions.KINGS
NAZGUL_SEARCH = "sh-char-09"
FURTHER = "further"  # one more Character event from hand


def _with_gollum(t: State) -> bool:
    return t.fellowship.guide == companions.GOLLUM


# --- what a card does by itself --------------------------------------------------------------------------------------


def _heal(number: int, with_gollum: int) -> Start:
    return lambda draft, who: companions.corrupt(draft, -(with_gollum if _with_gollum(draft) else number), CARD)


def _draws(number: int) -> Start:
    return lambda draft, who: draw(draft, who, "strategy", number, CARD)


def _advances(nation: str) -> Start:
    return lambda draft, who: politics.advance(draft, nation, CARD)


def _turn_faces(draft: Draft, side: int, changes: Mapping[str, int]) -> None:
    change_dice(draft, side, changes)
    if draft.recorder is not None:
        order, unused = draft.setup.tables.faces[side], draft.sides[side].unused
        left = tuple([face for face, number in zip(order, unused, strict=True) for _ in range(number)])
        draft.record("unused" if left else "unused_none", CARD, side=SIDES[side], faces=left)


def _mirror(draft: Draft, who: int) -> None:
    if CHARACTER in faces(draft, FP):
        _turn_faces(draft, FP, {CHARACTER: -1, WILL: 1})
    if draft.fellowship.region == LORIEN and holder(draft, LORIEN) == FP:
        companions.corrupt(draft, -1, CARD)


def _dawnless(draft: Draft, who: int) -> None:
    number = draft.sides[FP].unused[draft.setup.tables.faces[FP].index(WILL)]
    if number:
        _turn_faces(draft, FP, {WILL: -number})


def _wound(draft: Draft, who: int) -> None:
    companions.corrupt(draft, 2 if draft.fellowship.corruption <= 3 else 1, CARD)


def _lure(draft: Draft, who: int) -> None:
    if _with_gollum(draft):
        companions.corrupt(draft, 1, CARD)
    else:
        draft.push(chance_cards.Lured(who))


def _breaking(draft: Draft, who: int) -> None:
    if _with_gollum(draft):
        companions.corrupt(draft, 1, CARD)
    else:
        draft.push(chance_cards.Breaking(who))


STARTS: dict[str, Start] = {
    "fp-char-10": _heal(1, 1),
    "fp-char-12": _heal(1, 2),
    "fp-char-13": _mirror,
    "fp-char-14": lambda draft, who: draft.push(chance_cards.Challenge(who)),
    "fp-char-23": _draws(2),
    "fp-char-24": _draws(2),
    "fp-str-02": _advances("elves"),
    "fp-str-03": _advances("north"),
    "fp-str-04": lambda draft, who: draft.push(Marching(who)),
    "fp-str-07": lambda draft, who: draft.push(Marching(who)),
    "fp-str-09": _advances("rohan"),
    "fp-str-15": _draws(1),
    "fp-str-19": _draws(1),
    "fp-str-20": _draws(1),
    "fp-str-21": _draws(1),
    "fp-str-24": _draws(1),
    "sh-char-12": _wound,
    "sh-char-13": _lure,
    "sh-char-14": _breaking,
    "sh-str-04": _dawnless,
    "sh-str-12": lambda draft, who: characters.arrive(draft, characters.WITCH_KING, ANGMAR, CARD),
}


# --- what its player chooses or reads from the board -----------------------------------------------------------------


def _once(*choices: Choice) -> Offer:
    return lambda t, who, done: [] if done else list(choices)


def _leavers(t: State, who: int, done: tuple[str, ...]) -> list[Choice]:
    return [] if done else [(id, 0) for id in t.fellowship.companions]


def _travellers(t: State, who: int, done: tuple[str, ...]) -> list[Choice]:
    if done:
        return []
    inside = [] if companions.on_track(t) else _leavers(t, who, done)
    return inside + [(id, 0) for id in card_conditions.companions_out(t)]


def _other_way(t: State, who: int, done: tuple[str, ...]) -> list[Choice]:
    if done or not _with_gollum(t):
        return []
    return [("move" if t.fellowship.hidden else "hide", 0)]


def _free_event(t: State, who: int, done: tuple[str, ...]) -> list[Choice]:
    white = place_of(t, characters.WHITE)
    near = white == "fangorn" or card_conditions.land(t, characters.WHITE) == "rohan"
    return [(FURTHER, 0)] if near and not done else []


def _nations(t: State, who: int, done: tuple[str, ...]) -> list[Choice]:
    """Nations of the player whose card it is (WR-TEAM-11)."""
    own = t.setup.tables.seats[t.setup.seats[who]].nations
    return [] if done else [(id, 0) for id in politics.nations_of(t, FP) if id in own and not politics.at_war(t, id)]


def _stormed(t: State, who: int, done: tuple[str, ...]) -> list[Choice]:
    return [] if done else [(id, 0) for id in card_conditions.stormed(t)]


def _flight(t: State, who: int, done: tuple[str, ...]) -> list[Choice]:
    out = characters.on_map(t, characters.WITCH_KING) and characters.WITCH_KING not in done
    return [(characters.WITCH_KING, 0)] if out else []


def _found(t: State, who: int, done: tuple[str, ...]) -> list[Choice]:
    if "reveal" in done:
        return []
    return _flight(t, who, done) + ([("reveal", 0)] if t.fellowship.hidden else [])


def _strike(t: State, who: int, done: tuple[str, ...]) -> list[Choice]:
    if set(done) - {characters.WITCH_KING}:
        return []
    facts = t.setup.tables.cards
    lying = [(card, 0) for card in t.sides[FP].table if facts[card].deck == "character"]
    return [*_flight(t, who, done), ("hunt", 0), *lying]


def _weather(t: State, who: int, done: tuple[str, ...]) -> list[Choice]:
    return [] if done else [(id, 0) for id in t.setup.tables.regions[t.fellowship.region].neighbours]


def _lidless(t: State, who: int, done: tuple[str, ...]) -> list[Choice]:
    return [(face, 0) for face in faces(t, SHADOW)] if len(done) < 3 else []


OFFERS: dict[str, Offer] = {
    "fp-char-09": _once(("heal", 1), ("heal", 2), ("heal", 3)),
    "fp-char-10": _other_way,
    "fp-char-11": _leavers,
    "fp-char-15": _travellers,
    "fp-char-16": _travellers,
    "fp-char-17": _leavers,
    "fp-char-19": _free_event,
    "fp-char-20": _free_event,
    "fp-char-21": _free_event,
    "fp-char-22": _once(*[(region, 0) for region in DUNHARROW]),
    "fp-str-08": _nations,
    "sh-char-08": _once(("corruption", 1), ("corruption", 2), ("corruption", 3)),
    "sh-char-09": _found,
    "sh-char-10": _weather,
    "sh-char-11": _strike,
    "sh-char-18": _lidless,
    "sh-char-23": _flight,
    "sh-char-24": _flight,
    "sh-str-06": _stormed,
}
MUST = ("fp-char-11", "fp-char-17", "fp-char-22", "fp-str-08", "sh-char-10", "sh-str-06")  # no `done` before it


def _set_out(card: str) -> Do:
    """A companion, and those who join, leave the Fellowship or go on; on the Mordor Track he is lost (WR-MORDOR-8)."""

    def do(draft: Draft, who: int, what: str, number: int) -> None:
        out = characters.on_map(draft, what)
        if companions.on_track(draft) and not out:
            companions.leave(draft, [what], GONE, "WR-MORDOR-8")
        else:
            draft.push(Group(who, TRAVEL if out else SEPARATE, (what,), card))

    return do


def _other(draft: Draft, who: int, what: str, number: int) -> None:
    if what == "hide":
        fellowship.hide(draft, CARD)
    else:
        fellowship.move(draft)


def _dead_men(draft: Draft, who: int, what: str, number: int) -> None:
    """The heir of Isildur and the companions beside him come out there."""
    king = next(id for id in KINGS if card_conditions.land(draft, id) == "rohan")
    here = place_of(draft, king)
    for id in card_conditions.companions_out(draft):
        if place_of(draft, id) == here:
            characters.arrive(draft, id, what, CARD)


def _wise(draft: Draft, who: int, what: str, number: int) -> None:
    politics.activate(draft, what, CARD)
    politics.advance(draft, what, CARD)


def _fly_or(then: Do) -> Do:
    """The Witch-king flies, or something else happens."""

    def do(draft: Draft, who: int, what: str, number: int) -> None:
        if what == characters.WITCH_KING:
            draft.push(Group(who, TRAVEL, (what,)))
        else:
            then(draft, who, what, number)

    return do


def _struck(draft: Draft, who: int, what: str, number: int) -> None:
    if what == "hunt":
        hunt_roll.begin(draft)
    else:
        drop(draft, FP, what, CARD)


def _drift(draft: Draft, who: int, what: str, number: int) -> None:
    draft.set_fellowship(region=what)
    draft.record("at_region", CARD, region=what)


def _eye(draft: Draft, who: int, what: str, number: int) -> None:
    _turn_faces(draft, SHADOW, {what: -1})
    change_box(draft, CARD, eyes=1)


def _set_back(draft: Draft, who: int, what: str, number: int) -> None:
    politics.set_box(draft, what, max(1, politics.box(draft, what) - 1), CARD)


FOUND = _fly_or(lambda draft, who, what, number: reveal(draft, CARD))
DOES: dict[str, Do] = {
    "fp-char-09": lambda draft, who, what, number: companions.corrupt(draft, -number, CARD),
    "fp-char-10": _other,
    "fp-char-11": _set_out("fp-char-11"),
    "fp-char-15": _set_out("fp-char-15"),
    "fp-char-16": _set_out("fp-char-16"),
    "fp-char-17": _set_out("fp-char-17"),
    "fp-char-22": _dead_men,
    "fp-str-08": _wise,
    "sh-char-08": lambda draft, who, what, number: companions.corrupt(draft, number, CARD),
    "sh-char-09": FOUND,
    "sh-char-10": _drift,
    "sh-char-11": _fly_or(_struck),
    "sh-char-18": _eye,
    "sh-char-23": FOUND,
    "sh-char-24": FOUND,
    "sh-str-06": _set_back,
}


# --- what follows when all that is done ------------------------------------------------------------------------------


def _homecoming(*places: str, nation: str) -> Start:
    """A companion there takes the nation to war."""

    def end(draft: Draft, who: int) -> None:
        if any(place_of(draft, id) in places for id in card_conditions.companions_out(draft)):
            politics.go_to_war(draft, nation, CARD)

    return end


def _there_and_back(draft: Draft, who: int) -> None:
    if any(place_of(draft, id) in LONGBEARDS for id in ("gimli", "legolas")):
        for nation in ("dwarves", "north"):
            politics.activate(draft, nation, CARD)
        for nation in ("dwarves", "elves", "north"):
            politics.advance(draft, nation, CARD)


ENDS: dict[str, Start] = {
    "fp-char-11": _heal(1, 1),
    "fp-char-17": _there_and_back,
    "fp-str-04": _homecoming("erebor", "ered-luin", nation="dwarves"),
    "fp-str-07": _homecoming("the-shire", "bree", nation="north"),
}


def begin(draft: Draft, who: int, card: str) -> None:
    """A card that was played does by itself what is certain."""
    facts = draft.setup.tables.cards[card]
    if facts.tile:
        mordor.bring_in(draft, facts.tile)
    if facts.hunt and not facts.table:
        tile_by_card(draft, card)
    if card in STARTS:
        STARTS[card](draft, who)


def must_choose(t: State, card: str) -> bool:
    """Something of it has to be chosen, or a Nazgûl that the app sees has found the Fellowship."""
    found = card == NAZGUL_SEARCH and place_of(t, characters.WITCH_KING) == t.fellowship.region
    return found or card in MUST
