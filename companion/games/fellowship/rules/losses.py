"""What has to be given, with no way to refuse (LR-PAY-7): the discard of the threat die and of events.

Cards that may come at any time still come before the first card is laid down, and before somebody dies of it.
"""

from __future__ import annotations

from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules import death, epic, hands, prices
from companion.games.fellowship.state import Draft, State
from companion.games.fellowship.tables import Cost
from companion.play.agenda import Frame, Stage, not_yours
from companion.play.game import Refusal


def lose(draft: Draft, who: int, cost: Cost) -> None:
    """A forced loss: whoever has too little gives up all he has of it and dies."""
    player = draft.players[who]
    for kind, _, number in cost:
        if kind == "runes":
            prices.spend(draft, who, min(number, player.runes))
            if player.runes < number:
                death.kill(draft, [who], death.CANNOT_PAY)
        else:
            draft.push("lose", who, number, False)


def _run_lose(draft: Draft, frame: Frame) -> bool:
    """("lose", player, cards, begun): one card after another; too few are fatal unless help could still come."""
    player, number = draft.players[frame[1]], frame[2]
    if player.alive and number and (player.cards >= number or epic.somebody_may_help(draft)):
        return True
    draft.agenda.pop()
    if player.alive and number:
        death.kill(draft, [frame[1]], death.CANNOT_PAY)
    return False


def _short(state: State, frame: Frame) -> int:
    """How many cards too few the player has."""
    return max(int(frame[2]) - state.players[frame[1]].cards, 0)


def _legal_lose(state: State, frame: Frame) -> list[Act]:
    if _short(state, frame):
        return epic.legal_apply(state, frame)
    seat = state.setup.seats[frame[1]]
    return [Act("discard", seat, card=card) for card in hands.held(state, frame[1])]


def _check_discard(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = hands.check_held("LR-PAY-7")(state, frame, act)
    if fault is None and _short(state, frame):
        fault = Refusal("pay_short", "LR-PAY-7", {"number": _short(state, frame)})
    return fault


def _discard(draft: Draft, frame: Frame, act: Act) -> None:
    hands.discard(draft, frame, act)
    draft.agenda[-1] = ("lose", frame[1], frame[2] - 1, True)


def _check_apply(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "LR-PAY-7")
    return fault if fault is not None or _short(state, frame) else Refusal("not_now", "LR-PAY-7")


def _apply(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    death.kill(draft, [frame[1]], death.CANNOT_PAY)


STAGES = {
    "lose": Stage(
        _run_lose,
        "LR-PAY-7",
        _legal_lose,
        {"discard": (_check_discard, _discard), "apply": (_check_apply, _apply)},
        lambda state, frame: not frame[3],
    ),
}
