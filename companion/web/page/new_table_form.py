"""Reads the form of a new table."""

from __future__ import annotations

from companion.content.load import load
from companion.core.errors import WrongCall
from companion.core.messages import Refusal
from companion.games import get
from companion.play.game.game import Json
from companion.play.journal.session import session_header

MAX_LETTERS = 40  # of a name


def read(fields: dict[str, str]) -> tuple[str, Json | Refusal]:
    """Return the game and the header that the form asks for, or a refusal by the game. Raises WrongCall."""
    game = fields.get("game", "")
    referee, content = get(game), load(game)
    players = []
    for place in range(content.info["seats_max"]):
        name = fields.get(f"name.{place}", "").replace(":", " ").strip()
        if len(name) > MAX_LETTERS:
            raise WrongCall("text_long", number=MAX_LETTERS)
        if name:
            seat = fields.get(f"seat.{place}")
            players.append(f"{name}:{seat}" if seat else name)
    options = {name[7:]: value for name, value in fields.items() if name.startswith("option.") and value}
    return game, session_header(referee, content, players, fields.get("variant") or None, options)
