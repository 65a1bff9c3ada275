"""What each event card does to the things that the app holds (WR-EVENT-9, -17, -18).

A card in the frame ("card", who, card, done) first does by itself what is certain, then waits for what its player
chooses or reads from the board, told by `effect`; armies and figures are for the table alone.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.games.wotr.actions import Act
from companion.games.wotr.rules import (
    cards,
    characters,
    company,
    fellowship,
    hunt,
    mordor,
    needs,
    ordeals,
    politics,
    search,
)
from companion.games.wotr.rules.common import CHARACTER, WILL, faces
from companion.games.wotr.state import GONE, Draft, State, Table, holder, place_of
from companion.games.wotr.tables import FP, SHADOW
from companion.play.agenda import Frame, Stage, calm, not_yours, own
from companion.play.game import Ref, Refusal, Value

Choice = tuple[str, int]  # what, and how many
Start = Callable[[Draft, int], None]  # who plays it
Offer = Callable[[Table, tuple[str, ...]], list[Choice]]  # what has been done of it already
Do = Callable[[Draft, int, str, int], None]

LORIEN, ANGMAR = "lorien", "angmar"
DUNHARROW = ("erech", "lamedon", "pelargir")  # where the Dead come out
LONGBEARDS = ("dale", "erebor", "woodland-realm")
KINGS = needs.KINGS
SEARCH = "sh-char-09"  # Nazgûl Search


def _with_gollum(t: Table) -> bool:
    return t.fellowship.guide == company.GOLLUM


# --- what a card does by itself --------------------------------------------------------------------------------------


def _heal(number: int, with_gollum: int) -> Start:
    return lambda draft, who: company.corrupt(draft, -(with_gollum if _with_gollum(draft) else number))


def _draws(number: int) -> Start:
    return lambda draft, who: cards.draw(draft, who, "strategy", number)


def _advances(nation: str) -> Start:
    return lambda draft, who: politics.advance(draft, nation)


def _turn_faces(draft: Draft, side: int, old: str, new: str, number: int) -> None:
    order, unused = draft.setup.tables.faces[side], list(draft.sides[side].unused)
    unused[order.index(old)] -= number
    if new:
        unused[order.index(new)] += number
    draft.side(side, unused=tuple(unused))


def _mirror(draft: Draft, who: int) -> None:
    if CHARACTER in faces(draft, FP):
        _turn_faces(draft, FP, CHARACTER, WILL, 1)
    if draft.fellowship.region == LORIEN and holder(draft, LORIEN) == FP:
        company.corrupt(draft, -1)


def _dawnless(draft: Draft, who: int) -> None:
    order = draft.setup.tables.faces[FP]
    _turn_faces(draft, FP, WILL, "", draft.sides[FP].unused[order.index(WILL)])


def _wound(draft: Draft, who: int) -> None:
    company.corrupt(draft, 2 if draft.fellowship.corruption <= 3 else 1)


def _lure(draft: Draft, who: int) -> None:
    if _with_gollum(draft):
        company.corrupt(draft, 1)
    else:
        draft.push("lured", who)


def _breaking(draft: Draft, who: int) -> None:
    if _with_gollum(draft):
        company.corrupt(draft, 1)
    else:
        draft.push("breaking", who)


def _angmar(draft: Draft, who: int) -> None:
    characters.arrive(draft, characters.WITCH_KING, ANGMAR)


def _challenge(draft: Draft, who: int) -> None:
    draft.push("challenge", who, ())


def _march(draft: Draft, who: int) -> None:
    characters.march(draft, who)


STARTS: dict[str, Start] = {
    "fp-char-10": _heal(1, 1),
    "fp-char-12": _heal(1, 2),
    "fp-char-13": _mirror,
    "fp-char-14": _challenge,
    "fp-char-23": _draws(2),
    "fp-char-24": _draws(2),
    "fp-str-02": _advances("elves"),
    "fp-str-03": _advances("north"),
    "fp-str-04": _march,
    "fp-str-07": _march,
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
    "sh-str-12": _angmar,
}


# --- what its player chooses or reads from the board -----------------------------------------------------------------


def _once(*choices: Choice) -> Offer:
    return lambda t, done: [] if done else list(choices)


def _leavers(t: Table, done: tuple[str, ...]) -> list[Choice]:
    return [] if done else [(id, 0) for id in t.fellowship.companions]


def _travellers(t: Table, done: tuple[str, ...]) -> list[Choice]:
    if done:
        return []
    inside = [] if company.on_track(t) else _leavers(t, done)
    return inside + [(id, 0) for id in needs.companions_out(t)]


def _other_way(t: Table, done: tuple[str, ...]) -> list[Choice]:
    if done or not _with_gollum(t):
        return []
    return [("move" if t.fellowship.hidden else "hide", 0)]


def _free_event(t: Table, done: tuple[str, ...]) -> list[Choice]:
    white = place_of(t, characters.WHITE)
    near = white == "fangorn" or needs.land(t, characters.WHITE) == "rohan"
    return [("further", 0)] if near and not done else []


def _nations(t: Table, done: tuple[str, ...]) -> list[Choice]:
    """Nations of the player whose card it is (WR-TEAM-11)."""
    own = t.setup.tables.seats[t.setup.seats[t.agenda[-1][1]]].nations
    return [] if done else [(id, 0) for id in politics.nations_of(t, FP) if id in own and not politics.at_war(t, id)]


def _stormed(t: Table, done: tuple[str, ...]) -> list[Choice]:
    return [] if done else [(id, 0) for id in needs.stormed(t)]


def _flight(t: Table, done: tuple[str, ...]) -> list[Choice]:
    out = characters.on_map(t, characters.WITCH_KING) and characters.WITCH_KING not in done
    return [(characters.WITCH_KING, 0)] if out else []


def _found(t: Table, done: tuple[str, ...]) -> list[Choice]:
    if "reveal" in done:
        return []
    return _flight(t, done) + ([("reveal", 0)] if t.fellowship.hidden else [])


def _strike(t: Table, done: tuple[str, ...]) -> list[Choice]:
    if set(done) - {characters.WITCH_KING}:
        return []
    facts = t.setup.tables.cards
    lying = [(card, 0) for card in t.sides[FP].table if facts[card].deck == "character"]
    return [*_flight(t, done), ("hunt", 0), *lying]


def _weather(t: Table, done: tuple[str, ...]) -> list[Choice]:
    return [] if done else [(id, 0) for id in t.setup.tables.regions[t.fellowship.region].neighbours]


def _lidless(t: Table, done: tuple[str, ...]) -> list[Choice]:
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


def _set_out(draft: Draft, who: int, what: str, number: int) -> None:
    """A companion, and those who join, leave the Fellowship or go on; on the Mordor Track he is lost (WR-MORDOR-8)."""
    card = draft.agenda[-1][2]
    if company.on_track(draft) and not characters.on_map(draft, what):
        company.leave(draft, [what], GONE)
        return
    how = "travel" if characters.on_map(draft, what) else "separate"
    draft.push("group", who, how, (what,), card)


def _other(draft: Draft, who: int, what: str, number: int) -> None:
    if what == "hide":
        fellowship.hide(draft)
    else:
        fellowship.move_by_card(draft)


def _extra(draft: Draft, who: int, what: str, number: int) -> None:
    draft.push("extra", who)


def _dead_men(draft: Draft, who: int, what: str, number: int) -> None:
    """The heir of Isildur and the companions beside him come out there."""
    king = next(id for id in KINGS if needs.land(draft, id) == "rohan")
    here = place_of(draft, king)
    for id in needs.companions_out(draft):
        if place_of(draft, id) == here:
            characters.arrive(draft, id, what)


def _wise(draft: Draft, who: int, what: str, number: int) -> None:
    politics.activate(draft, what, "card")
    politics.advance(draft, what)


def _candles(draft: Draft, who: int, what: str, number: int) -> None:
    company.corrupt(draft, number)


def _athelas(draft: Draft, who: int, what: str, number: int) -> None:
    company.corrupt(draft, -number)


def _fly_or(then: Do) -> Do:
    """The Witch-king flies, or something else happens."""

    def do(draft: Draft, who: int, what: str, number: int) -> None:
        if what == characters.WITCH_KING:
            draft.push("group", who, "travel", (what,), "")
        else:
            then(draft, who, what, number)

    return do


def _reveal(draft: Draft, who: int, what: str, number: int) -> None:
    fellowship.reveal(draft)


def _struck(draft: Draft, who: int, what: str, number: int) -> None:
    if what == "hunt":
        search.begin(draft)
    else:
        politics.drop(draft, FP, what)


def _drift(draft: Draft, who: int, what: str, number: int) -> None:
    draft.walk(region=what)


def _eye(draft: Draft, who: int, what: str, number: int) -> None:
    _turn_faces(draft, SHADOW, what, "", 1)
    draft.box = draft.box._replace(eyes=draft.box.eyes + 1)


def _set_back(draft: Draft, who: int, what: str, number: int) -> None:
    at = politics.at(draft, what)
    draft.boxes[at] = max(1, draft.boxes[at] - 1)


DOES: dict[str, Do] = {
    "fp-char-09": _athelas,
    "fp-char-10": _other,
    "fp-char-11": _set_out,
    "fp-char-15": _set_out,
    "fp-char-16": _set_out,
    "fp-char-17": _set_out,
    "fp-char-19": _extra,
    "fp-char-20": _extra,
    "fp-char-21": _extra,
    "fp-char-22": _dead_men,
    "fp-str-08": _wise,
    "sh-char-08": _candles,
    "sh-char-09": _fly_or(_reveal),
    "sh-char-10": _drift,
    "sh-char-11": _fly_or(_struck),
    "sh-char-18": _eye,
    "sh-char-23": _fly_or(_reveal),
    "sh-char-24": _fly_or(_reveal),
    "sh-str-06": _set_back,
}


# --- what follows when all that is done ------------------------------------------------------------------------------


def _homecoming(*places: str, nation: str) -> Start:
    """A companion there takes the nation to war."""

    def end(draft: Draft, who: int) -> None:
        if any(place_of(draft, id) in places for id in needs.companions_out(draft)):
            politics.go_to_war(draft, nation, "card")

    return end


def _there_and_back(draft: Draft, who: int) -> None:
    if any(place_of(draft, id) in LONGBEARDS for id in ("gimli", "legolas")):
        for nation in ("dwarves", "north"):
            politics.activate(draft, nation, "card")
        for nation in ("dwarves", "elves", "north"):
            politics.advance(draft, nation)


ENDS: dict[str, Start] = {
    "fp-char-11": _heal(1, 1),
    "fp-char-17": _there_and_back,
    "fp-str-04": _homecoming("erebor", "ered-luin", nation="dwarves"),
    "fp-str-07": _homecoming("the-shire", "bree", nation="north"),
}


# --- the frame of a card ---------------------------------------------------------------------------------------------


def choices(t: Table, frame: Frame) -> list[Choice]:
    """What can still be told or chosen of this card."""
    offer = OFFERS.get(frame[2])
    return offer(t, frame[3]) if offer else []


def _run_card(draft: Draft, frame: Frame) -> bool:
    """("card", who, card) begins; ("card", who, card, what has been done of it) goes on."""
    _, who, card = frame[:3]
    if len(frame) == 3:
        draft.agenda[-1] = (*frame, ())
        facts = draft.setup.tables.cards[card]
        if facts.tile:
            mordor.bring_in(draft, facts.tile)
        if facts.hunt and not facts.table:
            hunt.tile_by_card(draft, card)
        if card in STARTS:
            STARTS[card](draft, who)
        return False
    if choices(draft, frame):
        return True
    _end(draft, frame)
    return False


def _end(draft: Draft, frame: Frame) -> None:
    draft.agenda.pop()
    if frame[2] in ENDS:
        ENDS[frame[2]](draft, frame[1])


def _must(t: Table, frame: Frame) -> bool:
    """Something of it has to be chosen, or a Nazgûl that the app sees has found the Fellowship."""
    found = frame[2] == SEARCH and place_of(t, characters.WITCH_KING) == t.fellowship.region
    return (found or frame[2] in MUST) and bool(choices(t, frame))


def _legal_card(state: State, frame: Frame) -> list[Act]:
    seat = state.setup.seats[frame[1]]
    out = [Act("effect", seat, item=frame[2], to=what, number=number) for what, number in choices(state, frame)]
    return out if _must(state, frame) else [Act("done", seat), *out]


def _check_effect(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-EVENT-9")
    if fault is not None:
        return fault
    values: dict[str, Value] = {"card": Ref("event_card", frame[2])}
    if act.item != frame[2]:
        return Refusal("effect_other_card", "WR-EVENT-10", values)
    possible = choices(state, frame)
    if (act.to, act.number) in possible:
        return None
    if act.to in [what for what, _ in possible]:
        return Refusal("effect_number", "WR-EVENT-9", {**values, "number": act.number})
    return Refusal("effect_none", "WR-EVENT-9", {**values, "what": act.to})


def _effect(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda[-1] = (*frame[:3], (*frame[3], act.to))
    DOES[frame[2]](draft, frame[1], act.to, act.number)


def _check_done(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-EVENT-9")
    if fault is None and _must(state, frame):
        fault = Refusal("effect_must", "WR-EVENT-9", {"card": Ref("event_card", frame[2])})
    return fault


def _done(draft: Draft, frame: Frame, act: Act) -> None:
    _end(draft, frame)


# --- a further event without a die -----------------------------------------------------------------------------------


def _more(t: Table, who: int) -> list[str]:
    return [card for card in cards.playable(t, who) if t.setup.tables.cards[card].deck == "character"]


def _run_extra(draft: Draft, frame: Frame) -> bool:
    """("extra", who): one more Character event from hand."""
    return _none_left(draft) if not _more(draft, frame[1]) else True


def _none_left(draft: Draft) -> bool:
    draft.agenda.pop()
    return False


def _legal_extra(state: State, frame: Frame) -> list[Act]:
    seat, who = state.setup.seats[frame[1]], frame[1]
    good = [card for card in _more(state, who) if cards.event_fault(state, who, card) is None]
    return [Act("done", seat), *[Act("event", seat, item=card) for card in good]]


def _check_extra(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-EVENT-9")
    if fault is None and act.die:
        fault = Refusal("die_paid", "WR-DICE-27")
    if fault is None:
        fault = cards.event_fault(state, frame[1], act.item)
    if fault is None and act.item not in _more(state, frame[1]):
        fault = Refusal("event_not_character", "WR-EVENT-1", {"card": Ref("event_card", act.item)})
    return fault


def _leave(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()


def _event(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    cards.play(draft, frame[1], act.item)


STAGES = {
    "card": Stage(
        _run_card, "WR-EVENT-9", _legal_card, {"effect": (_check_effect, _effect), "done": (_check_done, _done)}, calm
    ),
    "extra": Stage(
        _run_extra, "WR-EVENT-9", _legal_extra, {"event": (_check_extra, _event), "done": (own("WR-EVENT-9"), _leave)}
    ),
    **ordeals.STAGES,
}
