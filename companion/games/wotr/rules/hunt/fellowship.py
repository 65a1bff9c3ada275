"""Actions of the Fellowship (WR-FELL): declare, move, hide, enter Mordor. Its way on the map is in hunt_tile.py."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.core.messages import Ref, Refusal
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.common.action_dice import (
    CHARACTER,
    change_box,
    paying_faces,
    payment_fault,
    unused_faces,
    use_die,
)
from companion.games.wotr.rules.common.sides import leader, side_of
from companion.games.wotr.rules.common.table_cards import drop_until, hunt_cards
from companion.games.wotr.rules.hunt import hunt_roll, mordor
from companion.games.wotr.rules.hunt.hunt_tile import DECLARED, Owed, set_out
from companion.games.wotr.rules.map import companions
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import FP, SHADOW
from companion.play.game.draft import NOBODY
from companion.play.game.steps import Handler, Step, end

# --- phase 2 ---------------------------------------------------------------------------------------------------------


def _declare_fault(state: State) -> Refusal | None:
    """Refuse a declaration twice a turn, revealed, or on the Mordor Track (WR-FELL-10, WR-MORDOR-19)."""
    if companions.on_track(state):
        return Refusal("declare_track", "WR-MORDOR-19")
    if not state.fellowship.hidden:
        return Refusal("declare_revealed", "WR-FELL-10")
    return Refusal("declared_already", "WR-FELL-10") if state.fellowship.declared else None


def refuse_declare(step: Step, state: State, act: Act) -> Refusal:
    """Refuse a declaration at this step; if nothing else speaks against it, phase 2 is over."""
    return _declare_fault(state) or Refusal("not_now", "WR-FELL-10")


@dataclass(frozen=True, slots=True)
class FellowshipPhase(Step):
    """Choices of phase 2, as often as they are possible."""

    kind = "fellowship"
    rule = "WR-TURN-5"
    rules: ClassVar[Mapping[str, str]] = {"declare": "WR-FELL-10", "enter": "WR-MORDOR-1"}

    def run(self, draft: Draft) -> bool:
        """Wait if the Fellowship may be declared or enter Mordor."""
        draft.enter_phase("fellowship", "WR-TURN-5")
        return draft.waits(_declare_fault(draft) is None or mordor.may_enter(draft))

    def offers(self, state: State) -> list[Act]:
        """Return `done`, and `declare` and `enter` where they are legal."""
        seat = state.setup.seats[self.seat_index]
        out = [Act("done", seat)]
        if _declare_fault(state) is None:
            out.append(Act("declare", seat))
        if mordor.may_enter(state):
            out.append(Act("enter", seat))
        return out

    def check_declare(self, state: State, act: Act) -> Refusal | None:
        """Refuse to declare the Fellowship now."""
        return _declare_fault(state)

    def do_declare(self, draft: Draft, act: Act) -> None:
        """Declare the Fellowship and ask for its region."""
        draft.set_fellowship(declared=True)
        drop_until(draft, "shown")
        set_out(draft, DECLARED)

    def check_enter(self, state: State, act: Act) -> Refusal | None:
        """Refuse to enter Mordor elsewhere; hidden or revealed, declared or not makes no difference (WR-MORDOR-1)."""
        if mordor.may_enter(state):
            return None
        return Refusal("enter_elsewhere", "WR-MORDOR-1", {"regions": tuple([Ref("region", id) for id in mordor.GATES])})

    def do_enter(self, draft: Draft, act: Act) -> None:
        """Enter Mordor."""
        mordor.enter(draft)

    do_done = end


# --- moving and hiding -----------------------------------------------------------------------------------------------


def move(draft: Draft) -> None:
    """Move the Fellowship, and the Hunt follows; on the Mordor Track that is an attempt, and draws a tile, of which an
    Eye is worth the dice in the box (WR-FELL-20, WR-MORDOR-9, WR-MORDOR-10).
    """
    if companions.on_track(draft):
        draft.set_fellowship(tried=True)
        draft.push(Owed(leader(draft, SHADOW), mordor.TRACK, draft.box.level + draft.box.walkers))
        return
    progress = min(draft.fellowship.progress + 1, companions.last_space(draft))
    if progress != draft.fellowship.progress:
        draft.set_fellowship(progress=progress)
        draft.record("progress", "WR-FELL-20", number=progress)
    hunt_roll.begin(draft)


def hide(draft: Draft, rule: str) -> None:
    """Hide the Fellowship, which is an attempt on the Mordor Track (WR-FELL-31, WR-MORDOR-17)."""
    draft.set_fellowship(hidden=True, tried=companions.on_track(draft))
    draft.record("hidden", rule)


def move_fault(state: State) -> Refusal | None:
    """Refuse to move a revealed Fellowship (WR-FELL-19, WR-FELL-21, WR-MORDOR-13)."""
    if state.fellowship.hidden:
        return None
    return Refusal("move_revealed", "WR-MORDOR-13" if companions.on_track(state) else "WR-FELL-21")


def _check_move(step: Step, state: State, act: Act) -> Refusal | None:
    if side_of(state, state.index_of(act.seat)) != FP:
        return Refusal("action_of_fp", "WR-DICE-19")
    return move_fault(state) or payment_fault(state, act, (CHARACTER,), "WR-FELL-19")


def _move(step: Step, draft: Draft, act: Act) -> None:
    use_die(step, draft, act)
    draft.push(DieToBox(NOBODY))
    move(draft)


@dataclass(frozen=True, slots=True)
class DieToBox(Step):
    """Move of the die that moved the Fellowship to the Hunt Box, after the Hunt."""

    kind = "box"
    rule = "WR-FELL-22"

    def run(self, draft: Draft) -> bool:
        """Put the die into the Hunt Box, unless a card sets it aside."""
        draft.pop()
        if not hunt_cards(draft, FP, "aside"):
            change_box(draft, "WR-FELL-22", walkers=1)
        return False


def _hiding_faces(state: State) -> list[str]:
    """Return the faces that hide the Fellowship; any with Strider as the Guide (WR-FELL-30)."""
    return (
        unused_faces(state, FP)
        if state.fellowship.guide == companions.STRIDER
        else paying_faces(state, FP, (CHARACTER,))
    )


def _check_hide(step: Step, state: State, act: Act) -> Refusal | None:
    if side_of(state, state.index_of(act.seat)) != FP:
        return Refusal("action_of_fp", "WR-DICE-19")
    if state.fellowship.hidden:
        return Refusal("hide_hidden", "WR-FELL-30")
    return None if act.die in _hiding_faces(state) else payment_fault(state, act, (CHARACTER,), "WR-FELL-30")


def _hide(step: Step, draft: Draft, act: Act) -> None:
    use_die(step, draft, act)
    hide(draft, "WR-FELL-30")


def offers(state: State, seat_index: int) -> list[Act]:
    """Return moving, or hiding, with each die that pays."""
    if side_of(state, seat_index) != FP:
        return []
    seat = state.setup.seats[seat_index]
    if state.fellowship.hidden:
        return [Act("move", seat, die=die) for die in paying_faces(state, FP, (CHARACTER,))]
    return [Act("hide", seat, die=die) for die in _hiding_faces(state)]


ANSWERS: dict[str, Handler] = {"move": Handler(_check_move, _move), "hide": Handler(_check_hide, _hide)}
RULES = {"move": "WR-FELL-19", "hide": "WR-FELL-30"}
