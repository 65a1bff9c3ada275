"""Phases 3 and 4 (WR-DICE): dice allocated to the Hunt, and the roll of the action dice."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Refusal
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.common.action_dice import EYE, change_box
from companion.games.wotr.rules.common.choices import PlainStep
from companion.games.wotr.rules.common.sides import side_of
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import FP
from companion.play.game.steps import Step


def bounds(state: State, side: int) -> tuple[int, int]:
    """Return the fewest and most dice that may be allocated to the Hunt (WR-DICE-8..10)."""
    pool = state.sides[side].pool
    most = min(max(1, len(state.fellowship.companions)), pool)
    return min(int(state.box.before), most), most


@dataclass(frozen=True, slots=True)
class Allocate(Step):
    """Choice of the dice that the Shadow puts into the Hunt Box."""

    rule = "WR-TURN-6"

    def run(self, draft: Draft) -> bool:
        """Wait for the number of dice."""
        draft.enter_phase("allocation", "WR-TURN-6")
        return True

    def offers(self, state: State) -> list[Act]:
        """Return the numbers of dice that may be allocated."""
        least, most = bounds(state, side_of(state, self.seat_index))
        return [Act("allocate", state.setup.seats[self.seat_index], dice=number) for number in range(least, most + 1)]

    def check_allocate(self, state: State, act: Act) -> Refusal | None:
        """Refuse a number of dice out of range (WR-DICE-8, -10)."""
        least, most = bounds(state, side_of(state, self.seat_index))
        if act.dice > most:
            return Refusal("allocate_most", "WR-DICE-8", {"number": most})
        return Refusal("allocate_least", "WR-DICE-10", {"number": least}) if act.dice < least else None

    def do_allocate(self, draft: Draft, act: Act) -> None:
        """Put that many dice into the Hunt Box."""
        draft.pop()
        change_box(draft, "WR-TURN-6", allocated=act.dice)


def number_of_dice(state: State, side: int) -> int:
    """Return the number of dice that a side rolls (WR-DICE-11)."""
    return state.sides[side].pool - (0 if side == FP else state.box.allocated)


@dataclass(frozen=True, slots=True)
class Roll(PlainStep):
    """Roll of a side's action dice."""

    rule = "WR-TURN-7"

    def run(self, draft: Draft) -> bool:
        """Wait if there are dice to roll."""
        draft.enter_phase("roll", "WR-TURN-7")
        return draft.waits(number_of_dice(draft, side_of(draft, self.seat_index)))

    def check_roll(self, state: State, act: Act) -> Refusal | None:
        """Refuse faces or a number of dice that cannot be rolled."""
        if not act.faces:
            return None
        side = side_of(state, self.seat_index)
        order, number = state.setup.tables.faces[side], number_of_dice(state, side)
        for face in act.faces:
            if face not in order:
                return Refusal("face_unknown", "WR-DICE-1" if side == FP else "WR-DICE-2", {"face": face})
        if len(act.faces) != number:
            return Refusal("roll_number", "WR-DICE-11", {"number": len(act.faces), "needed": number})
        return None if tuple(sorted(act.faces, key=order.index)) == act.faces else Refusal("roll_order", "WR-DICE-7")

    def do_roll(self, draft: Draft, act: Act) -> None:
        """Set the unused dice; Eyes go to the Hunt Box (WR-DICE-12)."""
        draft.pop()
        side = side_of(draft, self.seat_index)
        order = draft.setup.tables.faces[side]
        draft.set_unused(side, tuple([0 if face == EYE else act.faces.count(face) for face in order]))
        change_box(draft, "WR-DICE-12", eyes=act.faces.count(EYE))
