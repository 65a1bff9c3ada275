"""The Political Track (WR-POL): who becomes active, who moves towards war, and the diplomatic action."""

from __future__ import annotations

from companion.games.wotr.actions import Act
from companion.games.wotr.rules.common import MUSTER, faces, index, payers, pays, side_of, use_die
from companion.games.wotr.state import Draft, State, Table, holder, place_of
from companion.games.wotr.tables import FP, SHADOW
from companion.play.agenda import Check, Do, Frame
from companion.play.game import Ref, Refusal

WAR = 4
WORMTONGUE, THREATS = "sh-char-22", "sh-str-05"
ADVANCES = {"boromir": "gondor", "legolas": "elves", "gimli": "dwarves"}  # by any die, in one of its strongholds (C1)


def at(t: Table, nation: str) -> int:
    """The place of a nation in the lists of a state."""
    return t.setup.tables.places[nation]


def box(t: Table, nation: str) -> int:
    """Its box on the Political Track."""
    return t.boxes[t.setup.tables.places[nation]]


def is_active(t: Table, nation: str) -> bool:
    """Whether it is active."""
    return t.active[t.setup.tables.places[nation]]


def at_war(t: Table, nation: str) -> bool:
    """Whether it is At War (WR-POL-1)."""
    return box(t, nation) == WAR


def nations_of(t: Table, side: int) -> list[str]:
    """The nations of a side."""
    return [id for id, facts in t.setup.tables.nations.items() if facts.side == side]


def unconquered(t: Table, region: str) -> bool:
    """The side that a walled settlement belongs to holds it, besieged or not (WR-MAP-11)."""
    facts = t.setup.tables.regions[region]
    return facts.walled and holder(t, region) == facts.side


def activate(draft: Draft, nation: str, cause: str) -> None:
    """It becomes active (WR-POL-4..7).

    cause: `companion` and `declared` are strong enough against Wormtongue, `stronghold` is an attack on the places that
    he names; `entered`, `attacked` and `card` are not.
    """
    if nation == "rohan" and WORMTONGUE in draft.sides[SHADOW].table:
        if cause not in ("companion", "declared", "stronghold"):
            return
        drop(draft, SHADOW, WORMTONGUE)
    draft.active[at(draft, nation)] = True


def advance(draft: Draft, nation: str, cause: str = "") -> None:
    """One box towards war, unless there is none or it is passive and would be At War (WR-POL-2, -3, -12)."""
    now = box(draft, nation)
    if now == WAR or (now == WAR - 1 and not is_active(draft, nation)):
        return
    draft.boxes[at(draft, nation)] = now + 1
    if draft.setup.tables.nations[nation].side == FP and cause in ("attacked", "ability"):
        drop(draft, SHADOW, THREATS)


def attacked(draft: Draft, nation: str) -> None:
    """An army with its units is attacked: first active, then one box (WR-POL-5, -9, -11)."""
    activate(draft, nation, "attacked")
    advance(draft, nation, "attacked")


def go_to_war(draft: Draft, nation: str, cause: str) -> None:
    """A card makes it active and takes it straight to At War."""
    activate(draft, nation, cause)
    if is_active(draft, nation):
        draft.boxes[at(draft, nation)] = WAR


def drop(draft: Draft, side: int, card: str) -> None:
    """A card leaves the table, if it lies there (WR-EVENT-11)."""
    draft.side(side, table=tuple([id for id in draft.sides[side].table if id != card]))


# --- the diplomatic action -------------------------------------------------------------------------------------------


def _envoys(t: Table) -> list[str]:
    """Nations that a companion's own ability moves with any die (C1)."""
    out = []
    for companion, nation in ADVANCES.items():
        region = place_of(t, companion)
        facts = t.setup.tables.regions.get(region)
        if facts and facts.nation == nation and unconquered(t, region):
            out.append(nation)
    return out


def _fault(state: State, who: int, nation: str) -> Refusal | None:
    """Why this nation cannot move by a diplomatic action of this seat (WR-POL-8, WR-TEAM-11)."""
    tables, side = state.setup.tables, side_of(state, who)
    if nation not in tables.nations:
        return Refusal("nation_unknown", "WR-POL-8", {"nation": nation})
    values = {"nation": Ref("nation", nation)}
    if tables.nations[nation].side != side:
        return Refusal("nation_enemy", "WR-POL-8", values)
    own = tables.seats[state.setup.seats[who]].nations
    envoy = side == FP and nation in _envoys(state)
    if nation not in own and not envoy:
        return Refusal("nation_partner", "WR-TEAM-11", values)
    if at_war(state, nation):
        return Refusal("nation_at_war", "WR-POL-8", values)
    if side == FP and len(state.setup.seats) == 3 and nation == state.last_nation:
        return Refusal("nation_again", "WR-TEAM-26", values)
    if not is_active(state, nation):
        if box(state, nation) == WAR - 1:
            return Refusal("nation_passive", "WR-POL-8", values)
        if THREATS in state.sides[SHADOW].table and not envoy:
            return Refusal("nation_threatened", "WR-EVENT-9", {**values, "card": Ref("event_card", THREATS)})
    return None


def _check(state: State, frame: Frame, act: Act) -> Refusal | None:
    who = index(state, act.seat)
    fault = _fault(state, who, act.to)
    if fault is None and act.to in (_envoys(state) if side_of(state, who) == FP else ()):
        return None if act.die in faces(state, FP) else Refusal("no_such_die", "WR-DICE-7", {"face": act.die})
    return fault or pays(state, act, (MUSTER,), "WR-DICE-22")


def _do(draft: Draft, frame: Frame, act: Act) -> None:
    use_die(draft, act)
    advance(draft, act.to, "ability" if side_of(draft, frame[1]) == FP and act.to in _envoys(draft) else "")


def legal_act(state: State, frame: Frame) -> list[Act]:
    """Diplomatic actions of the seat that is due to act."""
    who = frame[1]
    side, out = side_of(state, who), []
    envoys = _envoys(state) if side == FP else []
    any_die, muster = faces(state, side), payers(state, side, (MUSTER,))
    for nation in nations_of(state, side):
        dice = any_die if nation in envoys else muster
        if dice and _fault(state, who, nation) is None:
            out += [Act("diplomacy", state.setup.seats[who], to=nation, die=die) for die in dice]
    return out


ACT_TYPES: dict[str, tuple[Check, Do]] = {"diplomacy": (_check, _do)}
