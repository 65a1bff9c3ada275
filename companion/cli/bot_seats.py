"""Seats for the app's players: what `--bot` asks for, and where they sit at a table that goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.play.game.seats import BotSeat

if TYPE_CHECKING:
    from companion.play.game.game import Game
    from companion.play.journal.session import Session


def read_bot_seats(words: list[str], game: Game) -> list[BotSeat]:
    """`[SEAT=]NAME` of each. Raises WrongCall for an unknown bot."""
    from companion.play.game.bots import find_bot

    found = []
    for word in words:
        seat, _, id = word.rpartition("=")
        find_bot(game, id)
        found.append(BotSeat(seat, id))
    return found


def going_on(asked: list[BotSeat], session: Session) -> list[BotSeat]:
    """Every bot with its seat at a table in play; without one it takes all that neither phones nor bots play.

    Where no phone plays at all, the first of those is left to who sits here. Raises WrongCall.
    """
    from companion.core.errors import WrongCall
    from companion.play.journal.roster import Roster

    seats, roster = session.replay.seats, Roster.from_entries(session.replay.entries)
    named = [one.seat for one in asked]
    left = [id for id in seats if not (roster.is_taken(id) or id in named or id in session.replay.bots)]
    if not any(roster.is_taken(id) for id in seats):
        left = left[1:]
    seated = []
    for wanted in asked:
        if wanted.seat and wanted.seat not in seats:
            raise WrongCall("no_player", wanted.seat, seats)
        given, left = ([wanted.seat], left) if wanted.seat else (left, [])
        if not given:
            raise WrongCall("bot_seats", wanted.bot)
        seated += [BotSeat(id, wanted.bot) for id in given]
    return seated
