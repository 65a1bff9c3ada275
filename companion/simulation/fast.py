"""Games that NumPy plays side by side: companion.games.GAME.vector, which is looked for by name and may be missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from companion.core.errors import LocalizedError, WrongCall
from companion.play.bots.simulate import GameRow, GameStatistics, Load, PlayedGames, SimulationPart
from companion.play.game.game import Json, State


@dataclass(frozen=True, slots=True)
class FastTask:
    """Like companion.play.bots.simulate.Task, in one of the ways of the game's module."""

    load: Load
    header: Json
    seed: int
    way: str
    seats: Mapping[str, str]
    told: bool

    def play(self, first: int, games: int) -> SimulationPart:
        """Play the games `first` ... `first + games - 1`; they follow from all of these numbers."""
        game, content = self.load()
        seats = [seat["id"] for seat in self.header["seats"]]
        seed = (abs(self.seed), int(self.seed < 0), first)
        played: PlayedGames = simulator_module(game.id).play(
            self.way, game.rules.new(content, self.header), self.seats, games, seed
        )
        return self._part(played, seats, first)

    def _part(self, played: PlayedGames, seats: list[str], first: int) -> SimulationPart:
        lengths, endings = Counter(played.rounds.tolist()), Counter(played.ending.tolist())
        wins = {seat: int(won) for seat, won in zip(seats, played.won.sum(axis=0), strict=True) if won}
        named = Counter({played.endings[at][0]: count for at, count in endings.items()})
        total = GameStatistics(len(played.rounds), named, Counter(wins), lengths=lengths)
        return SimulationPart(total, self._rows(played, seats, first) if self.told else [])

    def _rows(self, played: PlayedGames, seats: list[str], first: int) -> list[GameRow]:
        columns = zip(
            played.rounds.tolist(), played.turns.tolist(), played.ending.tolist(), played.won.tolist(), strict=True
        )
        return [
            GameRow(
                number, self.seed, rounds, turns, played.endings[at][0], played.endings[at][1], _winners(seats, won)
            )
            for number, (rounds, turns, at, won) in enumerate(columns, first)
        ]


def _winners(seats: list[str], won: list[bool]) -> tuple[str, ...]:
    return tuple([seat for seat, wins in zip(seats, won, strict=True) if wins])


def simulator_module(game: str) -> ModuleType:
    """Return the game's own module. Raises WrongCall for none, LocalizedError where NumPy is missing."""
    name = f"companion.games.{game}.vector"
    if find_spec(name) is None:
        raise WrongCall("no_fast", game=game)
    if find_spec("numpy") is None:
        raise LocalizedError("fast_missing")
    return import_module(name)


def seat_bots(game: str, way: str, state: State, seats: Mapping[str, str]) -> dict[str, str]:
    """Return the bot of every seat. Raises WrongCall if the game does not know the way or the bots."""
    found = simulator_module(game)
    if way not in found.WAYS:
        raise WrongCall("no_fast_way", way, found.WAYS, choices=", ".join(found.WAYS))
    plays: Mapping[str, tuple[str, ...]] = found.plays(way, state)
    for seat, bot in seats.items():
        if bot not in plays[seat]:
            raise WrongCall("no_fast_bot", bot, plays[seat], way=way, seat=seat, choices=", ".join(plays[seat]))
    return {seat: seats.get(seat, known[0]) for seat, known in plays.items()}
