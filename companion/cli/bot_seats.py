"""Seats for the app's players: what `--bot` asks for, at a table that begins and at one that goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.play.seats import fixed, free_seats
from companion.play.setup import COLON

if TYPE_CHECKING:
    from companion.content.model import Content
    from companion.play.game import Game
    from companion.play.session import Session


class BotSeat(NamedTuple):
    """A bot, and the seat it is to have; empty where it takes what is left."""

    seat: str
    bot: str


def read(words: list[str], game: Game) -> list[BotSeat]:
    """`[SEAT=]NAME` of each. Raises WrongCall for an unknown bot."""
    from companion.play.bots import bot

    found = []
    for word in words:
        seat, _, id = word.rpartition("=")
        bot(game, id)
        found.append(BotSeat(seat, id))
    return found


def beside(
    players: list[str], asked: list[BotSeat], game: Game, content: Content, variant: str | None
) -> tuple[list[str], list[BotSeat]]:
    """The players with those that bots need, and every bot with its seat. Raises WrongCall.

    A bot without a seat takes all that is left where every seat has to be taken, else as few more as the game takes.
    """
    from companion.errors import WrongCall
    from companion.play.seats import fewest_more

    rows = {row.id: row for row in free_seats(game, content, variant)}
    taken = [player.rpartition(COLON)[2] for player in players if COLON in player]
    seated = []
    for wanted in sorted(asked, key=lambda one: not one.seat):  # those that ask for a seat come first
        if wanted.seat and wanted.seat not in rows:
            raise WrongCall("no_player", wanted.seat, rows)
        left = [id for id in rows if id not in taken]
        named = {id: f"{rows[id]['name']['en']}{COLON}{id}" for id in left}
        if wanted.seat:
            given = [wanted.seat]
        elif fixed(content):
            given = left
        else:
            given = fewest_more(game, content, variant, players, named)
        if not given:
            raise WrongCall("bot_seats", wanted.bot)
        players = [*players, *[named[id] for id in given if id not in taken]]
        taken += given
        seated += [BotSeat(id, wanted.bot) for id in given]
    return players, seated


def going_on(asked: list[BotSeat], session: Session) -> list[BotSeat]:
    """Every bot with its seat at a table in play; without one it takes all that neither phones nor bots play.

    Where no phone plays at all, the first of those is left to who sits here. Raises WrongCall.
    """
    from companion.errors import WrongCall
    from companion.play.roster import Roster

    seats, roster = session.replay.seats, Roster.of(session.replay.entries)
    named = [one.seat for one in asked]
    left = [id for id in seats if not (roster.taken(id) or id in named or id in session.replay.bots)]
    if not any(roster.taken(id) for id in seats):
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
