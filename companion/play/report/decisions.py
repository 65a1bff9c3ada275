"""The actions of a game in their order, and the cost of a decision."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from companion.play.game.game import Action, State
from companion.play.journal.log import log_steps
from companion.play.journal.replay import Replay

LEAST = Fraction(1, 200)  # what costs less is not worth a word
SURE = 2  # standard errors


class Done(NamedTuple):
    """An action that stands, and the table before it."""

    seq: int
    state: State
    action: Action


class Decision(NamedTuple):
    """A decision. seq: its entry; worth: of what was done; best: of what could be done instead, None: to wait.

    A worth goes from 0 (lost) to 1 (won). error: the standard error of the difference; None where both are exact.
    valued: exact is what chance may bring; what the tables after it are worth is the bot's estimate.
    """

    seq: int
    rule: str
    done: Action
    instead: Action | None
    worth: Fraction
    best: Fraction
    error: Fraction | None = None
    valued: bool = False

    @property
    def cost(self) -> Fraction:
        """Return the gain in worth that the better action offered."""
        return self.best - self.worth

    @property
    def way(self) -> str:
        """Return how it was judged: `exact`, `counted` (exact are the chances, not the tables) or `tried`."""
        return "tried" if self.error is not None else "counted" if self.valued else "exact"

    @property
    def is_dear(self) -> bool:
        """Return whether it cost enough to be told, and more than chance explains."""
        return self.cost >= max(LEAST, SURE * (self.error or 0))


def standing_actions(replay: Replay) -> Iterator[Done]:
    """Yield the actions of the game that were not undone, in their order."""
    standing = {step.seq for step in replay.steps}
    for step in log_steps(replay):
        if step.entry.seq in standing and (action := step.action) is not None:
            yield Done(step.entry.seq, step.before, action)
