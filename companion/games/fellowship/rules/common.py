"""What every chapter asks: whose decision it is, and whether he still lives."""

from __future__ import annotations

from companion.games.fellowship.state import Draft, State, decider
from companion.play.agenda import Frame


def waits_if_alive(draft: Draft, frame: Frame) -> bool:
    """A frame of one player, who may have died before it came to this (LR-DEATH-7)."""
    if draft.players[frame[1]].alive:
        return True
    draft.agenda.pop()
    return False


def seat_of(state: State, frame: Frame) -> str:
    """Whose decision a frame is."""
    return state.setup.seats[decider(state)]


def index(state: State | Draft, seat: str) -> int:
    """The player of a seat, -1 for one that is not in play."""
    seats = state.setup.seats
    return seats.index(seat) if seat in seats else -1
