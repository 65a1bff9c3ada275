"""What chance decides: which battleground or site, which path, which cards."""

from __future__ import annotations

from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules.common.decks import Draw
from companion.games.wotrcards.rules.locations.battlegrounds import Ground
from companion.games.wotrcards.rules.locations.paths import WalkPath
from companion.games.wotrcards.state import State
from companion.play.game.pools import Pool


def pool(state: State, act: Act) -> Pool:
    """What may turn up."""
    step = state.step
    assert isinstance(step, Ground | WalkPath | Draw)
    return Pool.from_pieces(step.left(state), step.due(state) if isinstance(step, Draw) else 1)
