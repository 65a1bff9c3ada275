"""Safe havens and the way along the main board (LR-HAVEN, LR-ADV)."""

from __future__ import annotations

from companion.games.fellowship.rules import hands, turn
from companion.games.fellowship.state import Draft, Steps, next_living, place_of
from companion.play.agenda import Frame, Stage


def arrive(draft: Draft) -> None:
    """A haven begins with its first action, the Ring-bearer acting (LR-HAVEN-2); an adventure with a fresh board."""
    board = place_of(draft).board
    draft.event, draft.closed, draft.ring_used, draft.top, draft.seer = 0, False, False, (), -1
    draft.stack = draft.setup.tables.tile_counts
    draft.markers = () if board is None else (0,) * len(board.tracks)
    if board is None:
        draft.active = draft.bearer
        draft.push("haven", -1, 0)
    else:
        turn.begin_turn(draft, opener(draft))


def opener(draft: Draft) -> int:
    """The Ring-bearer opens an adventure; in equality the turns go on clockwise (LR-ADV-4, LR-VARIANT-6)."""
    if draft.setup.options.equality and draft.last >= 0:
        return next_living(draft, draft.last)
    return draft.bearer


def _run_haven(draft: Draft, frame: Frame) -> bool:
    """("haven", -1, step): the printed actions strictly from left to right (LR-HAVEN-1, -3)."""
    _, _, step = draft.agenda.pop()
    actions = place_of(draft).actions
    if step == len(actions):
        draft.push("onward", -1)
        return False
    draft.push("haven", -1, step + 1)
    draft.active = draft.bearer
    draft.push("steps", draft.bearer, _turned_round(draft, actions[step].steps))
    return False


def _turned_round(draft: Draft, steps: Steps) -> Steps:
    """Preparations may begin with the roll (LR-AMB-1)."""
    if not draft.setup.options.roll_then_give:
        return steps
    return tuple(
        [(*step[:2], step[2][::-1]) if step[0] == "may" and step[2][0][0] == "give_out" else step for step in steps]
    )


def _run_onward(draft: Draft, frame: Frame) -> bool:
    """Unclaimed cards of the place leave the game, the marker moves on (LR-END-13)."""
    draft.agenda.pop()
    hands.remove_piles(draft, place_of(draft).id)
    draft.place += 1
    arrive(draft)
    return False


STAGES = {"haven": Stage(_run_haven, "LR-HAVEN-1"), "onward": Stage(_run_onward, "LR-HAVEN-3")}
