"""What a game makes of its content/ is made once."""

import pytest

from companion import games
from companion.content.load import load
from companion.content.model import Content
from companion.play.game.names import names_of


@pytest.mark.parametrize("game", games.GAMES)
def test_it_is_made_once_for_each_content(game):
    """The same content gives the same thing; another one, though equal, gives its own."""
    first = load(game)
    second = Content(first.id, first.tables, first.texts)
    assert names_of(first) is names_of(first)
    assert names_of(second) is not names_of(first)
