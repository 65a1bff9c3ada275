"""Players of the app's own, and many games at once."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.api.boundary import check_call
from companion.api.reader import AnyPath, as_words, load_game, speak, voice
from companion.api.referee import Referee
from companion.api.refused import Refused
from companion.core.errors import StoreError, WrongCall
from companion.core.files import write_atomic
from companion.core.messages import Refusal
from companion.play.bots.simulate import GameStatistics, SimulationPart, Task, game_spans, spread_spans
from companion.play.game.bots import close_at_random, find_bot
from companion.play.game.seats import default_seats
from companion.simulation.fast import FastTask, seat_bots, simulator_module
from companion.simulation.workers import start_workers

if TYPE_CHECKING:
    from companion.content.model import Content
    from companion.play.game.game import Bot, Choice, Game, Json, State


@dataclass(frozen=True)
class Player:
    """A bot of a game: `choose` names its move, `play` makes it."""

    referee: Referee
    bot: Bot

    def choose(self, state: State, seat: str, rng: random.Random | int = 0) -> Choice | None:
        """Return the move of a seat (`act`), the reason (`why`) and what it weighed; None: it leaves it to others.

        It uses only what the seat knows. The same state, seat and seed bring the same choice.
        """
        source = rng if isinstance(rng, random.Random) else random.Random(rng)
        return self.bot.choose(self.referee.parts, self.referee.content, state, seat, source)

    def move(self, state: State, seat: str, rng: random.Random | int = 0) -> State:
        """Return the state after its move, chance drawn from `rng`; the same state if it leaves it to others."""
        source = rng if isinstance(rng, random.Random) else random.Random(rng)
        choice = self.choose(state, seat, source)
        if choice is None:
            return state
        game = self.referee.parts
        return game.rules.apply(state, close_at_random(game, state, choice.act, source))


@check_call
def bot(game: str, name: str) -> Player:
    """Return a bot by its name, as `good` or `easy`. Raises WrongCall with those that the game has."""
    referee = Referee(*load_game(game))
    return Player(referee, find_bot(referee.parts, name))


@check_call
def simulate(
    game: str,
    games: int = 100,
    *,
    players: Sequence[str] = (),
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
    seats: Mapping[str, str] | None = None,
    fast: str | None = None,
    seed: int = 1,
    jobs: int = 1,
    journals: AnyPath | None = None,
) -> GameStatistics:
    """Play many games and return how they ended: `endings`, `wins` by seat, `actions` by type, `lengths` in rounds.

    Args:
        game: its id.
        games: how many.
        players: as for `companion.new`; by default the fewest.
        variant: one that `companion games` lists.
        options: as for `companion.new`.
        seats: the bot of each seat; the others do anything that is legal.
        fast: a way in which the game plays thousands at once with NumPy.
        seed: the same seed brings the same games.
        jobs: processes.
        journals: a folder that keeps the journal of each game.

    Raises:
        WrongCall: an unknown word; names the nearest.
        Refused: seats that cannot be.
        LocalizedError: a package is missing.
        StoreError: a journal cannot be written.
    """
    total = GameStatistics()
    plan = plan_games(game, players, variant, options or {}, seats or {}, fast, seed, journals, rows=False)
    for part in plan.parts(games, jobs):
        total.add(part.statistics)
    return total


@dataclass(frozen=True)
class GamePlan:
    """Games that are going to be played. seats: by seat its bot."""

    header: Json
    content: Content
    seats: Mapping[str, str]
    task: Task | FastTask
    span: int | None
    journals: Path | None

    def parts(self, games: int, jobs: int = 1, scheduler: str | None = None) -> Iterator[SimulationPart]:
        """Play them and yield the results span by span, journals written. Raises LocalizedError, StoreError."""
        if self.journals is not None:
            _make_folder(self.journals)
        with start_workers(jobs, scheduler) as who:
            for part in spread_spans(self.task.play, game_spans(games, self.span), who.executor, who.still_there):
                for name, journal in part.journals.items():
                    write_atomic((self.journals or Path()) / name, journal)
                yield part


def plan_games(
    game: str,
    players: Sequence[str],
    variant: str | None,
    options: Mapping[str, Any],
    seats: Mapping[str, str],
    fast: str | None,
    seed: int,
    journals: AnyPath | None,
    rows: bool,
) -> GamePlan:
    """Return the games that a call describes. rows: a row a game is wanted. Raises WrongCall, Refused, StoreError."""
    referee, content = load_game(game)
    words = as_words(options)
    chosen = list(players) or default_seats(referee, content, variant, words)
    header = referee.rules.header(content, chosen, variant, words, None)
    if isinstance(header, Refusal):
        raise Refused(header, partial(speak, voice("en", content)))
    _check_seats(referee, header, seats, fast is not None)
    folder = None if journals is None else Path(journals)
    load = partial(_load, game)
    if fast is None:
        return GamePlan(header, content, seats, Task(load, header, seed, seats, folder is not None, rows), None, folder)
    if folder is not None:
        raise WrongCall("fast_journals")
    bots = seat_bots(game, fast, referee.rules.new(content, header), seats)
    task = FastTask(load, header, seed, fast, bots, rows)
    return GamePlan(header, content, bots, task, simulator_module(game).GAMES, None)


def _check_seats(game: Game, header: Json, seats: Mapping[str, str], fast: bool) -> None:
    """Every seat that is named sits there, and its bot is known. Raises WrongCall."""
    known = [seat["id"] for seat in header["seats"]]
    for seat, id in seats.items():
        if seat not in known:
            raise WrongCall("no_player", seat, known)
        if not fast:
            find_bot(game, id)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError("file_unwritable", path=str(folder), reason=error.strerror or "") from None


@cache
def _load(game: str) -> tuple[Game, Content]:
    return load_game(game)
