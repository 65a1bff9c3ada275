"""Action dice (WR-DICE): unused dice, payment for actions, use of a die."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.core.messages import Ref, Refusal
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.common.choices import PlainStep
from companion.games.wotr.rules.common.sides import side_of
from companion.games.wotr.state import NOT_ACTED, Acted, Draft, State, place_of
from companion.games.wotr.tables import FP, SHADOW
from companion.play.game.draft import replace_item
from companion.play.game.steps import Step, end

WILL = "will-of-the-west"
MESSENGER = "mouth-of-sauron"
CHARACTER, ARMY, MUSTER, ARMY_MUSTER, EVENT, EYE = "character", "army", "muster", "army-muster", "event", "eye"


def dice_left(state: State) -> bool:
    """Return whether some side has an unused die."""
    fp, shadow = state.sides
    return any(fp.unused) or any(shadow.unused)


def unused_faces(state: State, side: int) -> list[str]:
    """Return the faces of a side's unused dice, each once, in the order of content/."""
    unused = state.sides[side].unused
    return [face for at, face in enumerate(state.setup.tables.faces[side]) if unused[at] and face != EYE]


def paying_faces(state: State, side: int, wanted: tuple[str, ...]) -> list[str]:
    """Faces of unused dice that pay for an action of any of these faces: Army/Muster is both of its halves, Will of the
    West any result (WR-DICE-24, WR-DICE-25).
    """
    good = _good(_with_mouth_of_sauron(state, side, wanted))
    return [face for face in unused_faces(state, side) if face in good]


@lru_cache
def _good(wanted: tuple[str, ...]) -> frozenset[str]:
    either = {ARMY_MUSTER} if {ARMY, MUSTER} & {*wanted} else set()
    return frozenset({*wanted, *either, WILL})


def _with_mouth_of_sauron(state: State, side: int, wanted: tuple[str, ...]) -> tuple[str, ...]:
    """Return the faces with those that the Mouth of Sauron makes of a Muster die, once a turn."""
    if ARMY not in wanted or side != SHADOW or state.messenger or not state.setup.armies:
        return wanted
    return (*wanted, MUSTER) if place_of(state, MESSENGER) in state.setup.tables.regions else wanted


def _as_army(state: State, act: Act) -> bool:
    """Return whether the action is one of an Army die."""
    return act.type in ("march", "attack") or (act.type == "event" and state.setup.tables.cards[act.card].icon == ARMY)


def payment_fault(state: State, act: Act, wanted: tuple[str, ...], rule: str) -> Refusal | None:
    """Return the reason that this die does not pay for an action."""
    side = side_of(state, state.index_of(act.seat))
    if act.die not in unused_faces(state, side):
        return no_such_die(act, "WR-DICE-7", paying_faces(state, side, wanted))
    if act.die not in _good(_with_mouth_of_sauron(state, side, wanted)):
        again = act.die == MUSTER and ARMY in wanted and side == SHADOW and state.messenger
        return Refusal("die_not_for_this", "WR-CHAR-4" if again else rule, {"face": Ref("face", act.die)})
    return None


OF_A_DIE = (
    *("attack", "bring", "clear", "diplomacy", "event", "fly", "hide", "march", "move", "recruit", "separate"),
    *("take", "travel", "voice"),
)


def second_half(act: Act, rule: str) -> str:
    """The rule by which an action is refused while another one of the same die goes on: that a die gives one, if it
    needs a die, else `rule` of that one.
    """
    return "WR-DICE-27" if act.type in OF_A_DIE else rule


def no_such_die(act: Act, rule: str, good: Sequence[str]) -> Refusal:
    """Return the refusal for a face that no unused die shows; without a face, it names the faces that pay."""
    if act.die:
        return Refusal("no_such_die", rule, {"face": act.die})
    if good:
        return Refusal("die_unnamed", rule, {"faces": tuple([Ref("face", face) for face in good])})
    return Refusal("die_none", rule)


def change_dice(draft: Draft, side: int, changes: Mapping[str, int]) -> None:
    """Change the number of a side's unused dice by face."""
    order, unused = draft.setup.tables.faces[side], draft.sides[side].unused
    for face, number in changes.items():
        at = order.index(face)
        unused = replace_item(unused, at, unused[at] + number)
    draft.set_unused(side, unused)


def change_box(draft: Draft, rule: str, *, allocated: int = 0, eyes: int = 0, walkers: int = 0) -> None:
    """Add dice to the Hunt Box."""
    if allocated or eyes or walkers:
        now = draft.box
        draft.box = now._replace(
            allocated=now.allocated + allocated, eyes=now.eyes + eyes, walkers=now.walkers + walkers
        )
        draft.record("box", rule, number=draft.box.level, walkers=draft.box.walkers)


@dataclass(frozen=True, slots=True)
class Aftermath(PlainStep):
    """Reports after a last action on the board, before the phase ends."""

    rule = "WR-TURN-10"

    def allows_interrupts(self, state: State) -> bool:
        """Return True: cards may be played after the action."""
        return True

    do_done = end


ON_BOARD = ("army", "event")  # actions that may change what stands on the board


def use_die(step: Step, draft: Draft, act: Act) -> None:
    """Use a die, or none, for the action of the seat that is due (WR-DICE-14)."""
    seat_index = step.seat_index
    draft.pop()
    draft.sure = ""
    if side_of(draft, seat_index) == FP and act.type not in ("pass", "skip"):
        draft.before = draft.last
        draft.last = Acted((act.nation,)) if act.type == "diplomacy" else NOT_ACTED
    if act.die == MUSTER and _as_army(draft, act):
        draft.messenger = True
    if act.die:
        change_dice(draft, side_of(draft, seat_index), {act.die: -1})
    if act.type in ON_BOARD and not draft.setup.armies and not dice_left(draft):
        draft.push(Aftermath(seat_index))
