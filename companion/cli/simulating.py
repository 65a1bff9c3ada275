"""companion simulate: many games at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli import screen
from companion.cli.common import (
    LOOK_UP,
    AsJson,
    GameName,
    Lang,
    TableOptions,
    Variant,
    fail,
    key_values,
    language,
    print_json,
)

if TYPE_CHECKING:
    from companion.play.bots.simulate import GameStatistics
    from companion.play.game.game import Game, Json
    from companion.simulation.tables import ResultTable
    from companion.words.wording import Voice

SUFFIXES = (".csv", ".parquet", ".pdf")


app = typer.Typer()


@app.command(rich_help_panel=LOOK_UP, epilog="Example: companion simulate dice --games 1000")
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(metavar="N", min=1, max=10_000_000, help="Number of games.")] = 100,
    player: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[:SEAT]", help="A player, as for `companion new`; default: as few as can be."),
    ] = None,
    variant: Variant = None,
    option: TableOptions = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(metavar="SEAT=BOT", help="Let a bot play this seat, the others at random; repeatable."),
    ] = None,
    fast: Annotated[
        str | None,
        typer.Option(
            metavar="WAY", help="Thousands at once with NumPy (extra fast), without journals: throws or turns."
        ),
    ] = None,
    jobs: Annotated[int, typer.Option(metavar="N", min=1, max=64, help="Number of processes.")] = 1,
    scheduler: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on a Dask cluster (extra scale)."),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed brings the same games.")] = 1,
    journals: Annotated[Path | None, typer.Option(help="Folder to keep every journal in.")] = None,
    out: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="<path>", help="Write a row a game (.csv, .parquet) or a page with plots (.pdf); repeatable."
        ),
    ] = None,
    paper: Annotated[str, typer.Option(help="Paper of the .pdf: a4 or letter.")] = "a4",
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Play many games, each seat by a bot or by chance; prints statistics of how they end.

    Parquet and PDF need the extra report.
    """
    import time

    from companion.api.bots import plan_games
    from companion.core.files import check_writable, write_atomic
    from companion.games import get
    from companion.play.bots.simulate import GameStatistics
    from companion.simulation.report import report_pdf
    from companion.words.wording import Voice

    paths, chosen = out or [], language(lang)
    plan = plan_games(
        game, player or (), variant, key_values(option or []), key_values(seat or []), fast, seed, journals, bool(paths)
    )
    tables = _tables(paths, paper)
    words = Voice(chosen, plan.content, plan.header["seats"] if player else ())
    for path in paths:
        check_writable(path)
    total, begun = GameStatistics(), time.perf_counter()
    try:
        with _bar(words, games) as advance:
            for part in plan.parts(games, jobs, scheduler):
                total.add(part.statistics)
                for table in tables.values():
                    table.add(part.rows)
                advance(part.statistics.games)
    except KeyboardInterrupt:
        fail(words.say("simulate.interrupted", number=total.games), 130)
    seconds = time.perf_counter() - begun
    files, how = {path: table.data() for path, table in tables.items()}, _how(words, get(game), plan.seats, fast)
    for path in paths:
        write_atomic(path, files.get(path) or report_pdf(total, plan.header, plan.content, words, how, not fast, paper))
    if as_json:
        _print_json(total, seconds)
        return
    _print(total, plan.header, words, seconds)
    for path in paths:
        print(path)


# --- what the call means ---------------------------------------------------------------------------------------------


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
    counts = [(words.say(f"ending.{ending}"), count) for ending, count in total.endings.most_common()]
    counts += [(words.name(Ref("seat", seat["id"])), total.wins[seat["id"]]) for seat in header["seats"]]
    rows = [(f"{label}:", f"{count} ({words.percent(Fraction(count, total.games), 2)})") for label, count in counts]
    screen.print_lines(screen.align_rows(rows, "  "))
    if actions := sum(total.actions.values()):
        print(words.say("simulate.speed", number=actions, rate=round(actions / seconds)))
    else:
        print(words.say("simulate.fast_speed", number=round(total.games / seconds)))
