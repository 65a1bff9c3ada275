"""What happens before the first round (WC-SET-5): everything is laid out, then hands are drawn and cards cycled."""

from __future__ import annotations

from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules import decks, turn
from companion.games.wotrcards.rules.common import own
from companion.games.wotrcards.state import Draft, State
from companion.play.agenda import Frame, Stage, waits


def begin(draft: Draft) -> None:
    """The table is being laid out."""
    draft.phase = "setup"
    draft.push("first", -1)
    for who in reversed(range(len(draft.setup.seats))):
        draft.push("hand", who)
    draft.push("setup", -1)


def _legal_ready(state: State, frame: Frame) -> list[Act]:
    return [Act("ready", state.seat)]


def _ready(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()


def _run_hand(draft: Draft, frame: Frame) -> bool:
    """("hand", who): the starting cards, then some of them are cycled (WC-SET-5)."""
    _, who = draft.agenda.pop()
    chair = draft.setup.scenario.chairs[draft.setup.seats[who]]
    draft.push("cost", who, chair.cycle)
    decks.draw(draft, who, chair.start)
    return False


def _run_first(draft: Draft, frame: Frame) -> bool:
    draft.agenda.pop()
    turn.begin(draft)
    return False


STAGES = {
    "setup": Stage(waits, "WC-SET-1", _legal_ready, {"ready": (own("WC-SET-1"), _ready)}),
    "hand": Stage(_run_hand, "WC-SET-5"),
    "first": Stage(_run_first, "WC-SET-5"),
}
