"""The end of the game (LR-END-2, LR-SCORE, LR-VARIANT-9, -10)."""

from __future__ import annotations

from companion.games.fellowship.rules.common import scoring
from companion.games.fellowship.state import Draft
from companion.games.fellowship.verbs import EFFECTS

ENDING_RULES = {
    "destroyed": "LR-SCORE-1",
    "contest": "LR-VARIANT-9",
    "doom": "LR-SCORE-2",
    "bearer_dead": "LR-END-2",
    "ring_is_mine": "LR-END-17",
    "betrayal": "LR-VARIANT-10",
}


def finish_game(draft: Draft, ending: str, winners: tuple[str, ...] = ()) -> None:
    """The game is over, and counted."""
    draft.finish(ending, ENDING_RULES[ending], winners)
    if draft.recorder is not None:
        draft.recorder += scoring.score_explanation(draft)


@EFFECTS.verb
def game_lost(draft: Draft, me: int, because: str) -> None:
    """The Ring is Sauron's (LR-END-17)."""
    finish_game(draft, "ring_is_mine")
