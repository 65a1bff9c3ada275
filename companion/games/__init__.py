"""The games that can be refereed: id -> module with GAME, one line each, and those of plugins. None imports another."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from companion.core import plugins
from companion.core.errors import WrongCall

if TYPE_CHECKING:
    from companion.play.game.game import Game

GAMES = {
    "dice": "companion.games.dice.game",
    "fellowship": "companion.games.fellowship.game",
    "wotr": "companion.games.wotr.game",
    "wotrcards": "companion.games.wotrcards.game",
}


def playable_games() -> tuple[str, ...]:
    """Return the ids of all games with a referee, those of sound plugins last."""
    return (*GAMES, *[id for id in plugins.plugin_names() if id not in GAMES and has_referee(id)])


def has_referee(game: str) -> bool:
    """Return whether there is a game of that id that can be played."""
    return game in GAMES or _plugin_game(game) is not None


def get(game: str) -> Game:
    """Return the game of that id. Raises WrongCall."""
    if game in GAMES:
        found: Game = import_module(GAMES[game]).GAME
        return found
    other = _plugin_game(game)
    if other is None:
        raise WrongCall("no_game", game, playable_games())
    return other


def _plugin_game(game: str) -> Game | None:
    """Return the game of a sound plugin. Files of content/ are read only where a plugin has that id."""
    plugin = plugins.find_plugin(game)
    if plugin is None or plugin.game is None:
        return None
    from companion.content.load import has_game

    return plugin.game if has_game(game) else None
