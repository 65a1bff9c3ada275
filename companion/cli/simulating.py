"""companion simulate: many games at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from companion.cli import screen
from companion.cli.commands import Argument, Option, command
from companion.cli.common import (
    AsJson,
    Lang,
    Variant,
    fail,
    game_content,
    key_values,
    language,
    print_json,
)

if TYPE_CHECKING:
    from companion.content.model import Content
    from companion.play.bots.simulate import GameStatistics, Task
    from companion.play.game.game import Game, Json
    from companion.simulation.fast import FastTask
    from companion.simulation.tables import ResultTable
    from companion.words.wording import Voice

SUFFIXES = (".csv", ".parquet", ".pdf")


def register(app: click.Group) -> None:
    """Add the command of this room."""
    app.add_command(command(simulate))


def simulate(
    game: Annotated[str, Argument(help="The game, for example dice.")],
    games: Annotated[int, Option(min=1, max=10_000_000, help="How many.")] = 100,
    player: Annotated[list[str] | None, Option(help="NAME:SEAT, as for new; else as few as can be.")] = None,
    variant: Variant = None,
    option: Annotated[list[str] | None, Option(help="k=v, as for new.")] = None,
    seat: Annotated[list[str] | None, Option(help="SEAT=BOT, repeatable; the other seats are random.")] = None,
    fast: Annotated[str | None, Option(help="Thousands at once, with NumPy, in a way that the game knows.")] = None,
    jobs: Annotated[int, Option(min=1, max=64, help="Processes.")] = 1,
    scheduler: Annotated[str | None, Option(help="Address of a Dask cluster that plays them.")] = None,
    seed: Annotated[int, Option(help="Same seed, same games.")] = 1,
    journals: Annotated[Path | None, Option(help="Folder that keeps every journal.")] = None,
    out: Annotated[list[Path] | None, Option(help="A .csv or .parquet, a row a game, or a .pdf.")] = None,
    paper: Annotated[str, Option(help="a4 or letter, of a .pdf.")] = "a4",
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Play many games, each seat by a bot or by chance; statistics of how they end."""
    import time

    from companion.core.errors import WrongCall
    from companion.core.files import check_writable, write_atomic
    from companion.core.messages import Refusal
    from companion.games import get
    from companion.play.bots.simulate import GameStatistics, Task, game_spans, spread_spans
    from companion.play.game.seats import default_seats
    from companion.simulation.fast import FastTask, seat_bots, simulator_module
    from companion.simulation.report import report_pdf
    from companion.simulation.workers import start_workers
    from companion.words.wording import Voice

    referee, content = get(game), game_content(game)
    options = key_values(option or [])
    players = player or default_seats(referee, content, variant, options)
    header = referee.rules.header(content, players, variant, options, None)
    if isinstance(header, Refusal):
        fail(Voice(language(lang), content).refusal_text(header), 1)
    seats = key_values(seat or [])
    _check_seats(referee, header, seats, fast is not None)
    paths = out or []
    tables = _tables(paths, paper)
    words = Voice(language(lang), content, header["seats"] if player else ())
    load = partial(_load, game)
    task: Task | FastTask
    if fast is None:
        task = Task(load, header, seed, seats, journals is not None, bool(paths))
        shares = game_spans(games)
    else:
        if journals is not None:
            raise WrongCall("fast_journals")
        seats = seat_bots(game, fast, referee.rules.new(content, header), seats)
        shares = game_spans(games, simulator_module(game).GAMES)
        task = FastTask(load, header, seed, fast, seats, bool(tables))
    _make_folder(journals)
    for path in paths:
        check_writable(path)
    total, begun = GameStatistics(), time.perf_counter()
    try:
        with start_workers(jobs, scheduler) as who, _bar(words, games) as advance:
            for part in spread_spans(task.play, shares, who.executor, who.still_there):
                total.add(part.statistics)
                for table in tables.values():
                    table.add(part.rows)
                for name, journal in part.journals.items():
                    write_atomic((journals or Path()) / name, journal)
                advance(part.statistics.games)
    except KeyboardInterrupt:
        fail(words.say("simulate.interrupted", number=total.games), 130)
    seconds = time.perf_counter() - begun
    files, how = {path: table.data() for path, table in tables.items()}, _how(words, referee, seats, fast)
    for path in paths:
        write_atomic(path, files.get(path) or report_pdf(total, header, content, words, how, not fast, paper))
    if as_json:
        _print_json(total, seconds)
        return
    _print(total, header, words, seconds)
    for path in paths:
        print(path)


# --- what the call means ---------------------------------------------------------------------------------------------


def _check_seats(game: Game, header: Json, seats: Mapping[str, str], fast: bool) -> None:
    """Every seat that is named sits there, and its bot is known. Raises WrongCall."""
    from companion.core.errors import WrongCall
    from companion.play.game.bots import find_bot

    known = [seat["id"] for seat in header["seats"]]
    for seat, id in seats.items():
        if seat not in known:
            raise WrongCall("no_player", seat, known)
        if not fast:
            find_bot(game, id)


def _tables(paths: list[Path], paper: str) -> dict[Path, ResultTable]:
    """A table for every file that has a row a game. Raises WrongCall, LocalizedError where a package is missing."""
    from companion.core.errors import WrongCall
    from companion.simulation import report, tables

    found: dict[Path, ResultTable] = {}
    for path in paths:
        match path.suffix.lower():
            case ".csv":
                found[path] = tables.Csv()
            case ".parquet":
                found[path] = tables.open_parquet()
            case ".pdf":
                report.check_paper(paper)
            case _:
                raise WrongCall("simulate_out", str(path), choices=", ".join(SUFFIXES))
    return found


def _make_folder(journals: Path | None) -> None:
    from companion.core.errors import StoreError

    if journals is not None:
        try:
            journals.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError("file_unwritable", path=str(journals), reason=error.strerror or "") from None


@cache
def _load(game: str) -> tuple[Game, Content]:
    from companion.games import get

    return get(game), game_content(game)


# --- what is shown ---------------------------------------------------------------------------------------------------


@contextmanager
def _bar(words: Voice, games: int) -> Iterator[Callable[[int], None]]:
    """A bar that is told how many more games are over."""
    done = 0
    with screen.progress_bar() as bar:

        def advance(number: int) -> None:
            nonlocal done
            done += number
            if bar:
                bar.show(words.say("simulate.playing"), done, games)

        yield advance


def _how(words: Voice, game: Game, seats: Mapping[str, str], fast: str | None) -> str:
    """Return a sentence that says who played."""
    from companion.core.messages import Ref
    from companion.play.game.bots import RANDOM, bot_name

    said = words.say("report.fast", way=fast) if fast else words.say("report.refereed")
    named = [
        f"{words.name(Ref('seat', seat))}: {words.value_text(bot_name(game, bot))}"
        for seat, bot in seats.items()
        if bot != RANDOM
    ]
    if not named:
        return f"{said} {words.say('report.random')}"
    return f"{said} {words.say('report.bots', bots=', '.join(named), random=bot_name(game, RANDOM))}"


def _print_json(total: GameStatistics, seconds: float) -> None:
    counts = {"endings": dict(total.endings), "wins": dict(total.wins), "actions": dict(total.actions)}
    print_json({"games": total.games, "rounds": total.rounds, "seconds": seconds, **counts})


def _print(total: GameStatistics, header: Json, words: Voice, seconds: float) -> None:
    from fractions import Fraction

    from companion.core.messages import Ref

    print(words.say("simulate.games", number=total.games, rounds=words.decimal(total.rounds / total.games, 2)))
    for ending, count in total.endings.most_common():
        print(f"  {words.say(f'ending.{ending}')}: {count} ({words.percent(Fraction(count, total.games), 2)})")
    for seat in header["seats"]:
        name, won = words.name(Ref("seat", seat["id"])), total.wins[seat["id"]]
        print(f"  {name}: {won} ({words.percent(Fraction(won, total.games), 2)})")
    if actions := sum(total.actions.values()):
        print(words.say("simulate.speed", number=actions, rate=round(actions / seconds)))
    else:
        print(words.say("simulate.fast_speed", number=round(total.games / seconds)))
