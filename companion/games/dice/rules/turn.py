"""Turn after turn (DG-SET-4, DG-TURN-1), until the game is over (DG-ELIM, DG-END)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from companion.games.dice.rules.ending import ENDING_RULES, early_end, next_in, round_end
from companion.games.dice.rules.resolving import Resolve
from companion.games.dice.rules.rolling import roll
from companion.games.dice.state import NO_SYMBOLS, Draft
from companion.play.draft import NOBODY
from companion.play.steps import Step


def begin(draft: Draft, who: int) -> None:
    """A player's turn: phase 1 roll, phase 2 use the kept symbols (DG-TURN-1)."""
    draft.active, draft.rolls, draft.kept, draft.pending, draft.repeated = who, 0, NO_SYMBOLS, (), False
    draft.agenda = _turn(who)


@cache
def _turn(who: int) -> tuple[Step, ...]:
    return NextTurn(NOBODY), Resolve(who), roll(who)


@dataclass(frozen=True, slots=True)
class NextTurn(Step):
    """The next turn, the next round, or the end."""

    rule = "DG-SET-4"

    def run(self, draft: Draft) -> bool:
        setup, players = draft.setup, draft.players
        ending, winners = early_end(setup, players)
        following = None if ending else next_in(setup, players, draft.active)
        if not ending and following is None:
            ending, winners = round_end(setup, players)
            if not ending:
                following = next(who for who in setup.order if not players[who].out)
                draft.round += 1
                draft.record("round", "DG-SET-4", number=draft.round)
        if following is None:
            draft.rolls, draft.kept = 0, NO_SYMBOLS
            draft.finish(ending, ENDING_RULES[ending], winners)
            return False
        draft.record("turn", "DG-SET-4", seat=setup.seats[following])
        begin(draft, following)
        return False
