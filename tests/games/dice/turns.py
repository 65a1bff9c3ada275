"""States of a turn of the dice game: begun, in the middle, with given odds."""

from companion.games.dice.actions import Act
from tests.games.dice.conftest import CONTENT, GAME
from tests.games.dice.setups import SETUPS


def begun(label):
    header = GAME.rules.header(CONTENT, *SETUPS[label])
    return GAME.rules.new(CONTENT, header)


def standing(place, kept):
    """The referee's own table: an advanced game whose active player stands there and has kept that, about to roll."""
    state = begun("advanced-2")
    circles = [each.id for each in state.setup.places].index(place)
    players = (state.players[0]._replace(circles=circles), *state.players[1:])
    held = tuple([kept.get(die, "") for die in state.setup.dice])
    return state.replace(players=players, kept=held, rolls=1)


def thrown_by(state, shown):
    """After a roll of Frodo."""
    faces = dict(pair.split("=") for pair in shown.split(","))
    return GAME.rules.apply(state, Act("roll", "frodo", tuple([faces.get(die, "") for die in state.setup.dice])))
