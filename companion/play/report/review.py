"""A game looked back upon: its luck, and the decisions that cost most by what their seat could know then.

Of what was undone nothing is said. What bots did is no lesson and is left out where people played.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from fractions import Fraction
from typing import NamedTuple

from companion.core.errors import LocalizedError
from companion.play.game.game import Action, State
from companion.play.journal.journal import METADATA_KEYS
from companion.play.journal.log import log_steps
from companion.play.journal.replay import Replay
from companion.play.report.luck import Luck, count_luck

MOST = 5  # decisions that are told
LEAST = Fraction(1, 200)  # what costs less is not worth a word


class Decision(NamedTuple):
    """A decision that cost something. seq: its entry; worth: of what was done; best: of what could be done instead.

    A worth goes from 0 (lost) to 1 (won).
    """

    seq: int
    rule: str
    done: Action
    instead: Action
    worth: Fraction
    best: Fraction

    @property
    def cost(self) -> Fraction:
        """What the better action would have brought."""
        return self.best - self.worth


class Review(NamedTuple):
    """The luck of a game, and the decisions that cost most, the dearest first. judged: how many were looked at."""

    luck: tuple[Luck, ...]
    decisions: tuple[Decision, ...]
    judged: int


class Done(NamedTuple):
    """An action that stands, and the table before it."""

    seq: int
    state: State
    action: Action


def review_game(replay: Replay) -> Review:
    """Look back upon a game, as far as it has come. Raises LocalizedError while seats still hide something."""
    steps = review_steps(replay)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Review = end.value
            return found


def review_steps(replay: Replay) -> Generator[None, None, Review]:
    """Review a game as `review_game` does, with a pause after each decision."""
    game = replay.game
    if game.rules.secret and not replay.ended:
        raise LocalizedError("review_hidden")
    actions = list(standing_actions(replay))
    luck = count_luck([item for one in actions for item in game.review.luck(one.state, one.action)])
    of_people = [one for one in actions if one.seq not in replay.by_bots] or actions
    decisions = []
    for one in of_people:
        found = game.review.judge(one.state, one.action)
        if found is not None:
            decisions.append(Decision(one.seq, found.rule, one.action, found.instead, found.done, found.best))
            yield
    dear = sorted([one for one in decisions if one.cost >= LEAST], key=lambda one: -one.cost)
    return Review(luck, tuple(dear[:MOST]), len(decisions))


def standing_actions(replay: Replay) -> Iterator[Done]:
    """Yield the actions of the game that were not undone, in their order."""
    standing, types = {step.seq for step in replay.steps}, replay.game.words.action_types
    for step in log_steps(replay):
        entry = step.entry
        if entry.seq in standing and entry.type in types:
            args = {key: value for key, value in entry.args.items() if key not in METADATA_KEYS}
            yield Done(entry.seq, step.before, replay.game.words.decode(entry.type, entry.seat, args))
