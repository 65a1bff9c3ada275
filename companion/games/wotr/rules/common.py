"""What every chapter asks: sides and their seats, which dice one has, and what a die may pay for."""

from __future__ import annotations

from companion.games.wotr.actions import Act
from companion.games.wotr.state import Draft, State, Table
from companion.games.wotr.tables import FP, SHADOW
from companion.play.game import Ref, Refusal

WILL = "will-of-the-west"
CHARACTER, ARMY, MUSTER, ARMY_MUSTER, EVENT, EYE = "character", "army", "muster", "army-muster", "event", "eye"


def side_of(t: Table, who: int) -> int:
    """The side of a seat."""
    return t.setup.sides[who]


def seats_of(t: Table, side: int) -> list[int]:
    """The seats of a side, in order."""
    return [who for who, of in enumerate(t.setup.sides) if of == side]


def leader(t: Table, side: int) -> int:
    """The seat that decides for its side (WR-TEAM-8, WR-TEAM-13)."""
    return t.sides[side].leader


def index(t: Table, seat: str) -> int:
    """The place of a seat, -1 for one that is not in play."""
    return t.setup.seats.index(seat) if seat in t.setup.seats else -1


# --- dice ------------------------------------------------------------------------------------------------------------


def faces(t: Table, side: int) -> list[str]:
    """Faces that unused dice of a side show, each once, in the order of content/."""
    found = zip(t.setup.tables.faces[side], t.sides[side].unused, strict=True)
    return [face for face, number in found if number and face != EYE]


def payers(t: Table, side: int, wanted: tuple[str, ...]) -> list[str]:
    """Faces of unused dice that pay for an action of any of these faces: Army/Muster is both of its halves, Will of the
    West any result (WR-DICE-24, WR-DICE-25).
    """
    good = {*wanted}
    if good & {ARMY, MUSTER}:
        good.add(ARMY_MUSTER)
    return [face for face in faces(t, side) if face in good or face == WILL]


def pays(state: State, act: Act, wanted: tuple[str, ...], rule: str) -> Refusal | None:
    """Why this die does not pay for it."""
    side = side_of(state, index(state, act.seat))
    if act.die not in faces(state, side):
        return Refusal("no_such_die", "WR-DICE-7", {"face": act.die})
    if act.die not in payers(state, side, wanted):
        return Refusal("die_not_for_this", rule, {"face": Ref("face", act.die)})
    return None


def take_die(draft: Draft, side: int, face: str) -> None:
    """The die is used (WR-DICE-14); where it goes is for the caller."""
    at = draft.setup.tables.faces[side].index(face)
    unused = list(draft.sides[side].unused)
    unused[at] -= 1
    draft.side(side, unused=tuple(unused))


ON_BOARD = ("army", "event")  # actions that may change what stands on the board


def use_die(draft: Draft, act: Act) -> None:
    """The seat that is due to act has done so with this die, or with none."""
    who = draft.agenda.pop()[1]
    if side_of(draft, who) == FP and act.type not in ("pass", "skip"):
        draft.last_nation = act.to if act.type == "diplomacy" else ""
    if act.die:
        take_die(draft, side_of(draft, who), act.die)
    if act.type in ON_BOARD and not any(side.dice for side in draft.sides):
        draft.push("aftermath", who)


def other(side: int) -> int:
    """The opponent."""
    return SHADOW if side == FP else FP
