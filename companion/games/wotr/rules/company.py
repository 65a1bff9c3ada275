"""Who is with the Ring-bearers: corruption, the Guide, Companions who leave (WR-FELL)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.wotr.actions import Act
from companion.games.wotr.rules import cards
from companion.games.wotr.rules.common import CHARACTER, index, leader, payers, pays, side_of, use_die
from companion.games.wotr.state import GONE, IN_FELLOWSHIP, OFF_TRACK, Draft, State, Table
from companion.games.wotr.tables import FP, SHADOW
from companion.play.agenda import Check, Do, Frame, Stage, not_yours
from companion.play.game import Ref, Refusal

GOLLUM, STRIDER = "gollum", "strider"
HOBBITS = ("meriadoc", "peregrin")  # who leave alive (WR-HUNT-29)


def on_track(t: Table) -> bool:
    """The Ring-bearers are on the Mordor Track."""
    return t.fellowship.step != OFF_TRACK


def corrupt(draft: Draft, number: int) -> None:
    """Corruption rises, or falls by a negative number but never below 0; at 12 the Shadow has won (WR-WIN-2)."""
    corruption = min(max(0, draft.fellowship.corruption + number), most(draft))
    draft.walk(corruption=corruption)
    if corruption == most(draft):
        draft.finish("corruption", SHADOW)


def most(t: Table) -> int:
    """The last space of the Fellowship Track."""
    return t.setup.tables.tracks["fellowship"]


# --- the Guide -------------------------------------------------------------------------------------------------------


def level(t: Table, companion: str) -> int:
    """How far a Companion moves, and what he is worth as a casualty."""
    return t.setup.tables.characters[companion].level


def candidates(t: Table) -> list[str]:
    """Companions of the highest Level in the Fellowship (WR-FELL-5)."""
    highest = max([level(t, companion) for companion in t.fellowship.companions], default=0)
    return [companion for companion in t.fellowship.companions if level(t, companion) == highest]


def leave(draft: Draft, companions: Iterable[str], place: str) -> None:
    """They leave the Fellowship for a region, or for good; on the Mordor Track always for good (WR-MORDOR-8).

    The Guide is chosen anew (WR-FELL-6), without a Companion Gollum is it (WR-FELL-8); cards that lie on the table for
    somebody who is gone go (WR-EVENT-11).
    """
    gone = tuple(companions)
    draft.walk(companions=tuple([companion for companion in draft.fellowship.companions if companion not in gone]))
    for companion in gone:
        put(draft, companion, GONE if on_track(draft) else place)
    may = candidates(draft)
    if not may:
        draft.walk(guide=GOLLUM)
        put(draft, GOLLUM, IN_FELLOWSHIP)
    elif len(may) == 1:
        draft.walk(guide=may[0])
    else:
        if draft.fellowship.guide not in may:
            draft.walk(guide="")
        _ask_guide(draft)
    cards.sweep(draft)


def part(draft: Draft, companion: str) -> None:
    """He is lost: out of the game, but a Hobbit is separated, alone, off the Mordor Track (WR-HUNT-29, WR-MORDOR-8)."""
    if companion in HOBBITS and not on_track(draft):
        draft.push("group", leader(draft, FP), "alone", (companion,), "")
    else:
        leave(draft, [companion], GONE)


def _ask_guide(draft: Draft) -> None:
    """Once, however many leave one after another."""
    if not draft.agenda or draft.agenda[-1][0] != "new_guide":
        draft.push("new_guide", leader(draft, FP))


def put(draft: Draft, character: str, place: str) -> None:
    """A character stands somewhere else now."""
    draft.where[draft.setup.tables.places[character]] = place


def _run_lead(draft: Draft, frame: Frame) -> bool:
    """("lead", player), ("new_guide", player): he chooses where there is a choice."""
    if len(candidates(draft)) > 1:
        return True
    draft.agenda.pop()
    return False


def _legal_lead(state: State, frame: Frame) -> list[Act]:
    may, guide, seat = candidates(state), state.fellowship.guide, state.setup.seats[frame[1]]
    keep = [Act("done", seat)] if guide in may else []
    return keep + [Act("guide", seat, item=companion) for companion in may if companion != guide]


def _check_guide(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-FELL-6") or not_there(state, act.item, "WR-FELL-5")
    if fault is None and act.item not in candidates(state):
        highest = level(state, candidates(state)[0])
        return Refusal("guide_level", "WR-FELL-7", {"character": Ref("character", act.item), "number": highest})
    if fault is None and act.item == state.fellowship.guide:
        return Refusal("guide_already", "WR-FELL-6", {"character": Ref("character", act.item)})
    return fault


def not_there(t: Table, companion: str, rule: str) -> Refusal | None:
    """The character named is no Companion in the Fellowship; the Ring-bearers and Gollum never are."""
    if companion in t.fellowship.companions:
        return None
    if companion not in t.setup.tables.characters:
        return Refusal("character_unknown", rule, {"character": companion})
    kind = t.setup.tables.characters[companion].kind
    if kind in ("ring_bearers", "gollum"):
        rule = "WR-FELL-41" if kind == "ring_bearers" else "WR-HUNT-33"
        return Refusal("no_companion", rule, {"character": Ref("character", companion)})
    return Refusal("not_in_fellowship", rule, {"character": Ref("character", companion)})


def _lead(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    draft.walk(guide=act.item)


def _check_keep(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-FELL-6")
    if fault is None and not state.fellowship.guide:
        fault = Refusal("guide_needed", "WR-FELL-5")
    return fault


def _keep(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()


# --- separating with a die -------------------------------------------------------------------------------------------


def _check_separate(state: State, frame: Frame, act: Act) -> Refusal | None:
    """Separating with a die (WR-FELL-33)."""
    if side_of(state, index(state, act.seat)) != FP:
        return Refusal("action_of_fp", "WR-DICE-19")
    if on_track(state):
        return Refusal("separate_track", "WR-FELL-33")
    return not_there(state, act.item, "WR-FELL-9") or pays(state, act, (CHARACTER,), "WR-FELL-33")


def _separate(draft: Draft, frame: Frame, act: Act) -> None:
    use_die(draft, act)
    draft.push("group", frame[1], "separate", (act.item,), "")


def legal_act(state: State, frame: Frame) -> list[Act]:
    """Separating, with each die that pays."""
    if side_of(state, frame[1]) != FP or on_track(state):
        return []
    seat, dice = state.setup.seats[frame[1]], payers(state, FP, (CHARACTER,))
    return [Act("separate", seat, item=item, die=die) for die in dice for item in state.fellowship.companions]


ACT_TYPES: dict[str, tuple[Check, Do]] = {"separate": (_check_separate, _separate)}
_GUIDE: dict[str, tuple[Check, Do]] = {"guide": (_check_guide, _lead), "done": (_check_keep, _keep)}

STAGES = {
    "lead": Stage(_run_lead, "WR-FELL-6", _legal_lead, _GUIDE),
    "new_guide": Stage(_run_lead, "WR-FELL-6", _legal_lead, _GUIDE),
}
