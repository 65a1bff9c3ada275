"""What every chapter asks: whose step it is, and whether he still lives."""

from __future__ import annotations

from companion.games.fellowship.actions import Act
from companion.games.fellowship.state import Draft, State, decider
from companion.play.agenda import Check, Frame
from companion.play.game import Ref, Refusal


def waits_if_alive(draft: Draft, frame: Frame) -> bool:
    """A frame of one player, who may have died before it came to this (LR-DEATH-7)."""
    if draft.players[frame[1]].alive:
        return True
    draft.agenda.pop()
    return False


def seat_of(state: State, frame: Frame) -> str:
    """Whose decision a frame is."""
    return state.setup.seats[decider(state)]


def not_yours(state: State, act: Act, rule: str) -> Refusal | None:
    """The step belongs to one player."""
    seat = state.setup.seats[decider(state)]
    return None if act.seat == seat else Refusal("not_your_step", rule, {"seat": Ref("seat", seat)})


def own(rule: str) -> Check:
    """A check that asks only whose step it is."""

    def check(state: State, frame: Frame, act: Act) -> Refusal | None:
        return not_yours(state, act, rule)

    return check


def index(state: State | Draft, seat: str) -> int:
    """The player of a seat, -1 for one that is not in play."""
    seats = state.setup.seats
    return seats.index(seat) if seat in seats else -1
