"""Effects of content/ happen one after another. Knows no board and no card by name."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.fellowship.rules.common.common import GameStep
from companion.games.fellowship.state import Draft, living_seats
from companion.games.fellowship.verbs import EFFECTS, Effects


@dataclass(frozen=True, slots=True)
class Steps(GameStep):
    """Effects happen one after another; each may put other things before the rest."""

    rule = "LR-TURN-1"
    effects: Effects
    because: str

    def run(self, draft: Draft) -> bool:
        """Apply the first effect; the others follow."""
        draft.pop()
        if self.effects:
            if len(self.effects) > 1:
                draft.push(Steps(self.seat_index, self.effects[1:], self.because))
            EFFECTS.do(self.effects[0], draft, self.seat_index, self.because)
        return False


def players_of(draft: Draft, who: str, me: int) -> list[int]:
    """The living players that an effect speaks of; the dead are left out (LR-DEATH-7, -8)."""
    match who:
        case "active":
            found = [draft.active]
        case "bearer":
            found = [draft.bearer]
        case "each":
            found = living_seats(draft, draft.active)
        case "others":
            found = [other for other in living_seats(draft, draft.active + 1) if other != draft.active]
        case _:
            found = [me]
    return [who for who in found if who >= 0 and draft.players[who].alive]
