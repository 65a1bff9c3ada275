"""A game looked back upon: its luck, and the decisions that cost most by what their seat could know then.

Of what was undone nothing is said. What bots did is no lesson and is left out where people played.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

from companion.core.errors import LocalizedError
from companion.play.journal.replay import Replay
from companion.play.report.decisions import Decision, standing_actions
from companion.play.report.luck import Luck, count_luck
from companion.play.report.second_look import SecondLook, find_searcher

MOST = 5  # decisions that are told
TRIES = 60
LEAST_TRIES = 2  # that show how much they differ


class Review(NamedTuple):
    """The luck of a game, and the decisions that cost most, the dearest first. judged: how many were looked at."""

    luck: tuple[Luck, ...]
    decisions: tuple[Decision, ...]
    judged: int


def review_game(replay: Replay, tries: int = TRIES) -> Review:
    """Look back upon a game, as far as it has come. Raises LocalizedError while seats still hide something.

    tries: of actions that are compared where no exact chances are known; 0: such decisions are left out.
    """
    steps = review_steps(replay, tries)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Review = end.value
            return found


def review_steps(replay: Replay, tries: int = TRIES) -> Generator[None, None, Review]:
    """Review a game as `review_game` does, with a pause after each decision."""
    game = replay.game
    if game.rules.secret and not replay.ended:
        raise LocalizedError("review_hidden")
    actions = list(standing_actions(replay))
    luck = count_luck([item for one in actions for item in game.review.luck(one.state, one.action)])
    searcher = find_searcher(game) if tries else None
    second = None if searcher is None else SecondLook(searcher, replay, max(tries, LEAST_TRIES))
    decisions, judged = list[Decision](), 0
    for one in [one for one in actions if one.seq not in replay.by_bots] or actions:
        exact = game.review.judge(one.state, one.action)
        if exact is not None:
            decisions.append(Decision(one.seq, exact.rule, one.action, exact.instead, exact.done, exact.best))
        judged += exact is not None or (second is not None and second.consider(one))
        yield
    for decision in second.decisions() if second is not None else ():
        decisions.append(decision)
        yield
    dear = sorted([one for one in decisions if one.is_dear], key=lambda one: -one.cost)
    return Review(luck, tuple(dear[:MOST]), judged)
