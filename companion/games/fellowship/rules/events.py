"""The events of a board (LR-EVENT) and the decisions that steps of content/ ask for."""

from __future__ import annotations

from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules import gandalf
from companion.games.fellowship.rules.common import index, waits_if_alive
from companion.games.fellowship.state import Draft, State, decider, living, place_of
from companion.play.agenda import Frame, Stage, calm, own, waits
from companion.play.game import Refusal


def next_event(draft: Draft) -> None:
    """The event marker is about to move on (LR-EVENT-1, LR-EVENT-8)."""
    draft.push("event", -1)


def _run_event(draft: Draft, frame: Frame) -> bool:
    """("event", -1): only Magic could still come in (LR-GANDALF-8)."""
    if gandalf.magic_may_come(draft):
        return True
    draft.agenda.pop()
    _play(draft)
    return False


def _resolve(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    _play(draft)


def _play(draft: Draft) -> None:
    """The marker goes down one space and that event is played; the last one ends the adventure (LR-EVENT-2)."""
    happening = step_marker(draft)
    if happening is not None:
        draft.push("steps", -1, happening)


def step_marker(draft: Draft) -> tuple[tuple[object, ...], ...] | None:
    """Move the event marker; what the event reached does, with the end of the adventure set to follow the last."""
    board = place_of(draft).board
    if board is None or draft.event >= len(board.events):
        return None
    draft.event += 1
    happening = board.events[draft.event - 1]
    if happening.ends == "adventure":
        draft.push("end", -1)
    return happening.steps


def volunteers(draft: Draft, steps: tuple[object, ...], otherwise: tuple[object, ...]) -> None:
    """Any living player may take something on, or the active one declines for all (LR-TILE-5)."""
    draft.push("volunteer", -1, steps, otherwise)


def _legal_volunteer(state: State, frame: Frame) -> list[Act]:
    seats = state.setup.seats
    return [
        Act("skip", seats[decider(state)]),
        *[Act("volunteer", seats[who]) for who in living(state, decider(state))],
    ]


def _anybody(state: State, frame: Frame, act: Act) -> Refusal | None:
    return None


def _volunteer(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    draft.push("steps", index(draft, act.seat), frame[2])


def _decline(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    draft.push("steps", -1, frame[3])


def _legal_may(state: State, frame: Frame) -> list[Act]:
    seat = state.setup.seats[frame[1]]
    return [Act("accept", seat), Act("skip", seat)]


def _accept(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    draft.push("steps", frame[1], frame[2])


def _leave(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()


def _legal_choose(state: State, frame: Frame) -> list[Act]:
    seat = state.setup.seats[decider(state)]
    return [Act("choose", seat, number=number) for number in range(1, len(frame[2]) + 1)]


def _check_choose(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = own("LR-EVENT-3")(state, frame, act)
    if fault is None and not 1 <= act.number <= len(frame[2]):
        fault = Refusal("choose_number", "LR-EVENT-3", {"number": act.number, "last": len(frame[2])})
    return fault


def _choose(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    draft.push("steps", frame[1], frame[2][act.number - 1])


STAGES = {
    "event": Stage(
        _run_event,
        "LR-EVENT-1",
        lambda state, frame: [Act("resolve", state.setup.seats[decider(state)])],
        {"resolve": (own("LR-EVENT-1"), _resolve)},
        calm,
    ),
    "volunteer": Stage(
        waits,
        "LR-TILE-5",
        _legal_volunteer,
        {"volunteer": (_anybody, _volunteer), "skip": (own("LR-TILE-5"), _decline)},
        calm,
        everybody=True,
    ),
    "may": Stage(
        waits_if_alive,
        "LR-HAVEN-5",
        _legal_may,
        {"accept": (own("LR-HAVEN-5"), _accept), "skip": (own("LR-HAVEN-5"), _leave)},
        calm,
    ),
    "choose": Stage(waits, "LR-EVENT-3", _legal_choose, {"choose": (_check_choose, _choose)}, calm),
}
