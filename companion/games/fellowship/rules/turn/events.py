"""The events of a board (LR-EVENT-1, -2, -8, LR-GANDALF-8)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Ref
from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules.cards import gandalf
from companion.games.fellowship.rules.common.common import GameStep
from companion.games.fellowship.rules.common.effects import Steps
from companion.games.fellowship.rules.turn.journey import EndAdventure
from companion.games.fellowship.state import Draft, place_of
from companion.games.fellowship.tables import EffectRow
from companion.games.fellowship.verbs import EFFECTS


@dataclass(frozen=True, slots=True)
class NextEvent(GameStep):
    """The event marker is about to move on (LR-EVENT-1); only Magic could still come in (LR-GANDALF-8)."""

    kind = "event"
    rule = "LR-EVENT-1"
    interruptible = True
    window = "event_about_to_move"
    moves_markers = True

    def run(self, draft: Draft) -> bool:
        """Wait where a Gandalf card may be called; else resolve the event."""
        if gandalf.magic_may_come(draft):
            return True
        _play(draft)
        return False

    def do_resolve(self, draft: Draft, act: Act) -> None:
        """Resolve the event."""
        _play(draft)


def _step_marker(draft: Draft) -> EffectRow | None:
    """Move the event marker in place of the step; the end of the adventure follows the last event (LR-EVENT-2)."""
    draft.pop()
    board = place_of(draft).board
    if board is None or draft.event >= len(board.events):
        return None
    draft.event += 1
    found = board.events[draft.event - 1]
    if found.ends == "adventure":
        draft.push(EndAdventure(-1))
    return found


def _play(draft: Draft) -> None:
    """The marker goes down one space and that event is played."""
    found = _step_marker(draft)
    if found is not None:
        if draft.recorder is not None:
            draft.record("event", found.rule, event=found.id, says=Ref("event", found.id, "says"))
        draft.push(Steps(-1, found.effects, found.rule))


@EFFECTS.verb
def next_event(draft: Draft, me: int, because: str) -> None:
    """The event marker moves on (LR-EVENT-8)."""
    draft.push(NextEvent(-1))


@EFFECTS.verb
def skip_event(draft: Draft, me: int, because: str) -> None:
    """The marker moves, the event is not played (LR-GANDALF-8)."""
    found = _step_marker(draft)
    if found is not None:
        draft.record("event_skipped", because, event=found.id)
