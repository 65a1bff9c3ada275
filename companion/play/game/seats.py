"""Seats for a table that nobody named yet: those that the referee accepts, with their own names or as people choose."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, cycle, islice
from typing import TYPE_CHECKING, NamedTuple

from companion.core.errors import WrongCall
from companion.core.messages import Refusal
from companion.play.game.setup import COLON

if TYPE_CHECKING:
    from companion.content.model import Content, Row
    from companion.play.game.game import Game


class BotSeat(NamedTuple):
    """A bot, and the seat it is to have; empty where it takes what is left."""

    seat: str
    bot: str


def default_seats(
    game: Game, content: Content, variant: str | None, options: Mapping[str, str], number: int | None = None
) -> list[str]:
    """Return `Name:seat` of so many seats that the variant accepts, else of the first, named after themselves.

    number: as few as it accepts, if not given.
    """

    rows = list(content[content.info["seat_kind"]].values())
    least, most = content.info["seats_min"], content.info["seats_max"]
    for size in range(least, most + 1) if number is None else [number]:
        for chosen in combinations(rows, size):
            players = _named_seats(chosen)
            if not isinstance(game.rules.header(content, players, variant, options, None), Refusal):
                return players
    return _named_seats(tuple(islice(cycle(rows), least if number is None else number)))


def fewest_more(
    game: Game, content: Content, variant: str | None, players: list[str], left: Mapping[str, str]
) -> list[str]:
    """`Name:seat` of the fewest seats that make a table with `players`, each by its own name, else all by one.

    left: the seats to choose from, with their names. Empty if none of them make a table.
    """

    for number in range(1, len(left) + 1):
        for chosen in combinations(left, number):
            for names in ([left[seat] for seat in chosen], [left[chosen[0]]] * number):
                more = [f"{name}:{seat}" for name, seat in zip(names, chosen, strict=True)]
                if not isinstance(game.rules.header(content, [*players, *more], variant, {}, None), Refusal):
                    return more
    return []


def players_with_bots(
    players: list[str], asked: list[BotSeat], game: Game, content: Content, variant: str | None, lang: str = "en"
) -> tuple[list[str], list[BotSeat]]:
    """The players with those that bots need, and every bot with its seat. Raises WrongCall.

    Bots are named after their seats, in `lang`. One without a seat takes as few as make a table: all that are left
    where every seat has to be taken.
    """
    names = {row.id: row["name"][lang] for row in free_seats(game, content, variant)}
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


def _named_seats(rows: tuple[Row, ...]) -> list[str]:
    return [f"{row['name']['en']}:{row.id}" for row in rows]


def has_fixed_seats(content: Content) -> bool:
    """Return True if every variant has its own seats and all of them are always taken."""
    return bool(content.info.get("fixed_seats"))


def free_seats(game: Game, content: Content, variant: str | None) -> list[Row]:
    """Return the seats to choose from: those of the variant where they are fixed, else all."""
    rows = content[content.info["seat_kind"]]
    if not has_fixed_seats(content):
        return list(rows.values())
    return [rows[player.rpartition(":")[2]] for player in default_seats(game, content, variant, {})]


def seats_of_table(game: Game, content: Content, variant: str | None, number: int) -> list[Row]:
    """Return the seats that a table of so many may have, in the order of content/."""
    rows = list(content[content.info["seat_kind"]].values())
    accepted = [
        chosen
        for chosen in combinations(rows, number)
        if not isinstance(game.rules.header(content, _named_seats(chosen), variant, {}, None), Refusal)
    ]
    return [row for row in rows if any(row in chosen for chosen in accepted)]


def people_numbers(game: Game, content: Content, variant: str | None) -> list[int]:
    """Return how many people may play the variant; one person may hold several fixed seats."""

    numbers = range(1, content.info["seats_max"] + 1)
    named = [[f"{place}" for place in range(number)] for number in numbers]
    return [len(all) for all in named if not isinstance(game.rules.header(content, all, variant, {}, None), Refusal)]
