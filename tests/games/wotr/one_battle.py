"""Games that are one battle."""

from companion.core.messages import Refusal
from companion.games.wotr.game import GAME
from tests.games.wotr.board import CONTENT, Table


def header(position, players=()):
    return GAME.rules.header(CONTENT, players, "battle", {}, position)


def new(position):
    """A table, or code and rule of the refusal."""
    state = GAME.rules.new(CONTENT, header(position))
    return (state.code, state.rule) if isinstance(state, Refusal) else Table(state)
