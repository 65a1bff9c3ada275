"""The pools of chance actions: battlegrounds and sites, paths, cards."""

from __future__ import annotations

from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules.common.decks import DealCards
from companion.games.wotrcards.rules.locations.battlegrounds import Ground
from companion.games.wotrcards.rules.locations.paths import WalkPath
from companion.games.wotrcards.state import State
from companion.play.game.pools import Pool


def action_pool(state: State, act: Act) -> Pool:
    """Return the pieces that may turn up."""
    step = state.step
    assert isinstance(step, Ground | WalkPath | DealCards)
    return Pool.from_pieces(step.pieces_left(state), step.cards_due(state) if isinstance(step, DealCards) else 1)
