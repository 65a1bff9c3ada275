"""The pools of chance actions: dice, tiles, cards and golden runes."""

from __future__ import annotations

from companion.core.messages import Pair, Ref
from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules.common.common import GameStep
from companion.games.fellowship.state import State
from companion.play.game.pools import Pool

DIE = Ref("piece", "threat_die")


def action_pool(state: State, act: Act) -> Pool:
    """Return the pool that an open action draws from; cards are turned over unseen, as a tile is that somebody has
    looked at.

    See LR-STATE-6.
    """
    real, unseen = lies_on_table(state, act.type), act.type == "turn" or (act.type == "show" and bool(state.top))
    return _step_pool(state)._replace(unseen=unseen and not real, real=real)


def _step_pool(state: State) -> Pool:
    step = state.step
    assert isinstance(step, GameStep)
    return step.pool(state)


def possible_results(state: State) -> list[str]:
    """Every kind that may come now, once."""
    return _step_pool(state).kinds()


def lies_on_table(state: State, type: str) -> bool:
    """Real cards are turned over, a real story tile is revealed."""
    options = state.setup.options
    return (type == "turn" and options.real_cards) or (type == "show" and options.real_tiles)


def drawn_faces(state: State, action: Act) -> tuple[Pair, ...]:
    """The face of a roll; of cards, tiles and runes no long run can be told."""
    return (Pair(Ref("face", action.face), DIE),) if action.type == "roll" and action.face else ()


def dice(state: State) -> dict[Ref, tuple[str, ...]]:
    """The threat die."""
    return {DIE: state.setup.tables.faces}
