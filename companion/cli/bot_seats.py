"""Seats for the app's players: what `--bot` asks for, at a table that begins and at one that goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.play.game.seats import free_seats
from companion.play.game.setup import COLON

if TYPE_CHECKING:
    from companion.content.model import Content
    from companion.play.game.game import Game
    from companion.play.journal.session import Session


class BotSeat(NamedTuple):
    """A bot, and the seat it is to have; empty where it takes what is left."""

    seat: str
    bot: str


def read_bot_seats(words: list[str], game: Game) -> list[BotSeat]:
    """`[SEAT=]NAME` of each. Raises WrongCall for an unknown bot."""
    from companion.play.game.bots import find_bot

    found = []
    for word in words:
        seat, _, id = word.rpartition("=")
        find_bot(game, id)
        found.append(BotSeat(seat, id))
    return found


def players_with_bots(
    players: list[str], asked: list[BotSeat], game: Game, content: Content, variant: str | None
) -> tuple[list[str], list[BotSeat]]:
    """The players with those that bots need, and every bot with its seat. Raises WrongCall.

    A bot without a seat takes as few as make a table: all that are left where every seat has to be taken.
    """
    from companion.core.errors import WrongCall
    from companion.play.game.seats import fewest_more

    names = {row.id: row["name"]["en"] for row in free_seats(game, content, variant)}
    seated = []
    for wanted in sorted(asked, key=lambda one: not one.seat):  # those that ask for a seat come first
        if wanted.seat and wanted.seat not in names:
            raise WrongCall("no_player", wanted.seat, names)
        left = {id: name for id, name in names.items() if id not in map(_seat, players)}
        if wanted.seat:
            more = [f"{left[wanted.seat]}{COLON}{wanted.seat}"] if wanted.seat in left else []
            seated.append(wanted)
        else:
            more = fewest_more(game, content, variant, players, left)
            seated += [BotSeat(_seat(player), wanted.bot) for player in more]
            if not more:
                raise WrongCall("bot_seats", wanted.bot)
        players = [*players, *more]
    return players, seated


def _seat(player: str) -> str:
    """Return the seat of `Name:seat`."""
    return player.rpartition(COLON)[2] if COLON in player else ""


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
