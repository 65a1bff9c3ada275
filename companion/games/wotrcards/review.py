"""The luck of an evening of the card game: how well the paths that turned up are defended."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.bot_search import SEARCH, can_try
from companion.games.wotrcards.rules.locations.paths import WalkPath
from companion.games.wotrcards.state import State
from companion.play.game.game import GameReview, LuckItem
from companion.play.report.luck import spread_evenly


def chance_luck(state: State, act: Act) -> Iterator[LuckItem]:
    """Return the defence icons and victory points of a path (WC-LOC-5)."""
    step, facts = state.step, state.setup.tables.paths
    if act.type != "walk" or not isinstance(step, WalkPath):
        return
    left = [facts[id] for id in step.pieces_left(state)]
    came = facts[act.location]
    yield LuckItem("path_defence", "WC-LOC-5", "", came.defence, spread_evenly([path.defence for path in left]))
    yield LuckItem("path_points", "WC-LOC-5", "", came.points, spread_evenly([path.points for path in left]))


REVIEW = GameReview(luck=chance_luck, searcher=SEARCH, can_try=can_try)
