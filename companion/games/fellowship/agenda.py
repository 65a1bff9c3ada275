"""What still has to happen, as frames: the last frame of a state's agenda is the next thing.

Each chapter of rules/ says for its kinds of frames (Stage) what they do when nobody is needed, which actions they
await, and why another action is refused. Knows no rule itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from companion.games.fellowship.actions import Act
from companion.games.fellowship.state import Draft, Frame, State, decider
from companion.play.game import Ref, Refusal

Check = Callable[[State, Frame, Act], Refusal | None]
Do = Callable[[Draft, Frame, Act], None]


class Stage(NamedTuple):
    """One kind of frame.

    run: take the frame further without anybody; True where it waits for somebody.
    legal: the actions it awaits, the first of them the plainest. acts: how each type is checked and done.
    rule: why other actions are refused. calm: cards that may be used at any time may step in (LR-GANDALF-9).
    everybody: it is asked of all the living, not only of the one whose step it is.
    """

    run: Callable[[Draft, Frame], bool]
    rule: str
    legal: Callable[[State, Frame], list[Act]] = lambda state, frame: []
    acts: Mapping[str, tuple[Check, Do]] = {}
    calm: Callable[[State, Frame], bool] = lambda state, frame: False
    everybody: bool = False


def waits(draft: Draft, frame: Frame) -> bool:
    """A frame that always needs somebody."""
    return True


def waits_if_alive(draft: Draft, frame: Frame) -> bool:
    """A frame of one player, who may have died before it came to this (LR-DEATH-7)."""
    if draft.players[frame[1]].alive:
        return True
    draft.agenda.pop()
    return False


def calm(state: State, frame: Frame) -> bool:
    """Cards may step in."""
    return True


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
