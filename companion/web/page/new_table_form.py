"""Reads the form of a new table."""

from __future__ import annotations

from typing import NamedTuple

from companion.content.load import load
from companion.core.errors import WrongCall
from companion.core.messages import Refusal
from companion.games import get
from companion.play.game.bots import find_bot
from companion.play.game.game import Json
from companion.play.game.seats import BotSeat, players_with_bots
from companion.play.journal.session import session_header

MAX_LETTERS = 40  # of a name


class NewTable(NamedTuple):
    """The table that a form asks for. header: a refusal where the game does not accept it."""

    game: str
    header: Json | Refusal
    bots: list[BotSeat]


def read_form(fields: dict[str, str], lang: str) -> NewTable:
    """Return the table that a form asks for, the seats of bots named in that language. Raises WrongCall."""
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
    variant, bots = fields.get("variant") or None, list[BotSeat]()
    if bot := fields.get("bot"):
        find_bot(referee, bot)
        players, bots = players_with_bots(players, [BotSeat("", bot)], referee, content, variant, lang)
    return NewTable(game, session_header(referee, content, players, variant, options), bots)
