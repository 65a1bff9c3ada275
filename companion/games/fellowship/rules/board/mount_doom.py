"""Mount Doom (LR-END-14..16): what follows the last space of the last main track."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.fellowship.rules.board.story import ResolveTile
from companion.games.fellowship.rules.common import hands
from companion.games.fellowship.rules.common.common import GameStep
from companion.games.fellowship.rules.common.effects import Steps
from companion.games.fellowship.rules.common.ending import finish_game
from companion.games.fellowship.state import Draft, group_speaker, living_seats, next_living

ATTEMPT = "LR-END-15"


@dataclass(frozen=True, slots=True)
class Doom(GameStep):
    """The Ring lies on Mount Doom and nobody is Ring-bearer; the active player rolls (LR-END-14)."""

    rule = "LR-END-14"

    def run(self, draft: Draft) -> bool:
        """Clear the table and begin the attempts to destroy the Ring."""
        for step in draft.agenda:
            if isinstance(step, ResolveTile):
                step.lapse(draft)
        draft.agenda = ()
        hands.clear_table(draft)
        draft.bearer = -1
        draft.record("at_doom", self.rule)
        _roll_for_ring(draft, group_speaker(draft))
        return False


def _roll_for_ring(draft: Draft, seat_index: int) -> None:
    draft.active = seat_index
    draft.push(Doomed(-1))
    draft.push(Steps(seat_index, draft.setup.tables.finale[:1], ATTEMPT))


@dataclass(frozen=True, slots=True)
class Doomed(GameStep):
    """Alive after the roll: destroyed. Dead: the next living player rolls; nobody left: defeat (LR-END-15)."""

    rule = ATTEMPT

    def run(self, draft: Draft) -> bool:
        """Let the roller try to destroy the Ring if he lives, else the next one alive."""
        draft.pop()
        if draft.players[draft.active].alive:
            draft.push(Destroyed(-1))
            draft.push(Steps(draft.active, draft.setup.tables.finale[1:], ATTEMPT))
        elif living_seats(draft, draft.active):
            _roll_for_ring(draft, next_living(draft, draft.active))
        else:
            finish_game(draft, "doom")
        return False


@dataclass(frozen=True, slots=True)
class Destroyed(GameStep):
    """The Ring is destroyed; in a competition most runes win (LR-VARIANT-9)."""

    rule = ATTEMPT

    def run(self, draft: Draft) -> bool:
        """End the game as won; in the competition the most runes win."""
        seats = draft.setup.seats
        if not draft.setup.options.competition:
            finish_game(draft, "destroyed", seats)
            return False
        most = max([player.runes for player in draft.players])
        best = [seat for seat, player in zip(seats, draft.players, strict=True) if player.runes == most]
        finish_game(draft, "contest", tuple(best))
        return False
