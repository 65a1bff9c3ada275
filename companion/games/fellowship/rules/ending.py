"""How the game ends (LR-END-2, LR-SCORE, LR-VARIANT-9, -10)."""

from __future__ import annotations

from companion.games.fellowship.rules import scoring
from companion.games.fellowship.state import Draft, State
from companion.games.fellowship.verbs import EFFECTS
from companion.play.game import Outcome

ENDING_RULES = {
    "destroyed": "LR-SCORE-1",
    "contest": "LR-VARIANT-9",
    "doom": "LR-SCORE-2",
    "bearer_dead": "LR-END-2",
    "ring_is_mine": "LR-END-17",
    "betrayal": "LR-VARIANT-10",
}


def outcome(state: State) -> Outcome | None:
    """How it ended, or None while the game goes on."""
    return Outcome(state.ending, ENDING_RULES[state.ending], state.winners) if state.ending else None


def finish(draft: Draft, ending: str, winners: tuple[str, ...] = ()) -> None:
    """The game is over, and counted."""
    draft.ending, draft.winners, draft.agenda = ending, winners, ()
    draft.record(f"end_{ending}", ENDING_RULES[ending], winners=winners)
    if draft.recorder is not None:
        draft.recorder += scoring.working(draft)


@EFFECTS.verb
def game_lost(draft: Draft, me: int, because: str) -> None:
    """The Ring is Sauron's (LR-END-17)."""
    finish(draft, "ring_is_mine")
