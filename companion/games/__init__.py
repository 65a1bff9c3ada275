"""The games that can be refereed: id -> module with GAME, one line each. No game imports another."""

from __future__ import annotations

from importlib import import_module

from companion.core.errors import WrongCall
from companion.play.game.game import Game

GAMES = {
    "dice": "companion.games.dice.game",
    "fellowship": "companion.games.fellowship.game",
    "wotr": "companion.games.wotr.game",
    "wotrcards": "companion.games.wotrcards.game",
}


def get(game: str) -> Game:
    """Return the game of that id. Raises WrongCall."""
    if game not in GAMES:
        raise WrongCall("no_game", game, GAMES)
    found: Game = import_module(GAMES[game]).GAME
    return found
