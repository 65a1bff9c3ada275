"""Random games, step by step, from every set-up."""

from companion.content.load import load
from companion.core.messages import Refusal
from companion.games.wotr.game import GAME
from companion.games.wotr.rules.table import reports
from tests.games.random_games import play_on
from tests.games.wotr.setups import SETUPS

CONTENT = load("wotr")
RARELY = 0.02  # how often something is reported from the board


def header(label, real_cards=None):
    players, variant, options, position = SETUPS[label]
    hidden = any(type(hand) is int for hand in (position or {}).get("hands", {}).values())
    if real_cards is not None and not hidden:
        options = {**options, "real_cards": real_cards}
    made = GAME.rules.header(CONTENT, players, variant, options, position)
    assert not isinstance(made, Refusal), made
    return made


def choose_action(game, state, rng):
    """Any legal action, reports from the board seldom."""
    legal = game.rules.legal_actions(state)
    inside = [act for act in legal if act.type not in reports.REPORTS]
    return rng.choice(legal if rng.random() < RARELY or not inside else inside)


def walk(state, rng, most):
    """States, actions and what came of them, for so many actions."""
    return play_on(GAME, state, rng, most, choose_action)
