"""companion sessions: the evenings in the store, who won them, and statistics over them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli import screen
from companion.cli.common import (
    PLAY,
    AsJson,
    Lang,
    OnlyGame,
    StorePath,
    fail,
    game_content,
    open_store,
    print_json,
    voice,
)

if TYPE_CHECKING:
    from companion.play.report.history import SessionSummary, StoreStatistics, WinShare
    from companion.words.wording import Voice

app = typer.Typer()


@app.command(rich_help_panel=PLAY, epilog="Example: companion sessions --game dice --stats")
def sessions(
    game: OnlyGame = None,
    player: Annotated[str | None, typer.Option(metavar="NAME", help="Only where somebody of this name played.")] = None,
    finished: Annotated[
        bool | None, typer.Option("--finished/--unfinished", help="Only games played to their end, or only the others.")
    ] = None,
    since: Annotated[
        str | None, typer.Option(metavar="DATE", help="Only begun on this day (2026-11-23) or later.")
    ] = None,
    stats: Annotated[
        bool, typer.Option("--stats", help="Statistics: games, lengths, endings, wins by player and seat, dice.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the finished games: .bgsplay for the app BG Stats, or .csv."),
    ] = None,
    lang: Lang = None,
    store: StorePath = None,
    as_json: AsJson = False,
) -> None:
    """List the sessions of the store, the newest first: id, day, game, players, who won.

    Damaged sessions are left out and counted; then the exit code is 1. In
    statistics breaks of more than half an hour do not count.

    --json has of each `session`, `game`, `variant`, `at`, `players`,
    `entries`, `finished`, `stopped`, `ending` and `winners`; of statistics
    it has `games` and `players`.
    """
    from companion.games import get, playable_games
    from companion.play.report.history import count_statistics, select_sessions, session_summaries

    if game is not None:
        get(game)  # an unknown one is a wrong call
    kept = open_store(store)
    damaged: list[str] = []
    listed = session_summaries(kept, playable_games() if game is None else [game], damaged)
    found = select_sessions(listed, player, finished, since)
    words = voice(lang)
    narrowed = any(given is not None for given in (game, player, finished, since))
    nothing = [] if damaged else [words.say("sessions.none" if narrowed else "sessions.empty")]
    if out is not None:
        from companion.api.plays import PlayList, choose_writer
        from companion.words.play_files import read_plays

        choose_writer(out)  # another kind of file is a wrong call, before all games are read
        print(PlayList(read_plays(kept, found, get, game_content, words.lang)).export(out))
    elif stats:
        counted = count_statistics(kept, found, get, game_content)
        if as_json:
            print_json(_statistics_json(counted))
        else:
            screen.print_lines(_statistics_lines(counted, words, lang) or nothing)
    elif as_json:
        print_json([_evening_json(one) for one in found])
    else:
        screen.print_lines(screen.align_rows([_row(one, lang) for one in found]) or nothing)
    if damaged:
        fail(words.say("sessions.damaged", number=len(damaged)), 1)


def _row(one: SessionSummary, lang: str | None) -> tuple[str, str, str]:
    from companion.core.visible import show_hidden

    words = voice(lang, game_content(one.game), one.header_seats)
    names = words.texts.join_items(one.names(words))
    return show_hidden(one.id), one.at[:10], f"{_title(one.game, words)}: {names}; {one.result(words)}"


def _title(game: str, words: Voice) -> str:
    return str(game_content(game).info["title"][words.lang])


def _evening_json(one: SessionSummary) -> dict[str, Any]:
    return {
        "session": one.id,
        "game": one.game,
        "variant": one.variant,
        "at": one.at,
        "players": [{"seat": seat, "name": name} for seat, name in one.seats],
        "entries": one.entries,
        "finished": one.is_over,
        "stopped": one.stopped,
        "ending": one.ending or None,
        "winners": list(one.winners),
    }


def _statistics_json(counted: StoreStatistics) -> dict[str, Any]:
    from companion.cli.verify import die_json

    return {
        "games": [
            {
                "game": game,
                "evenings": number,
                "finished": len(counted.lengths.get(game, [])),
                "endings": dict(counted.endings.get(game, {})),
                "minutes": [length.minutes for length in counted.lengths.get(game, [])],
                "seats": {seat: share._asdict() for (of, seat), share in counted.seats.items() if of == game},
                "dice": [die_json(die) for die in counted.dice.get(game, [])],
            }
            for game, number in counted.games.items()
        ],
        "players": {name: share._asdict() for name, share in counted.players.items()},
    }


def _statistics_lines(counted: StoreStatistics, words: Voice, lang: str | None) -> list[str]:
    from statistics import median_low

    from companion.cli.verify import dice_lines
    from companion.core.messages import Ref

    say = words.say
    out = []
    for game, number in counted.games.items():
        lengths = [length.minutes for length in counted.lengths.get(game, [])]
        own = voice(lang, game_content(game))
        out += ["", say("sessions.game", game=_title(game, words), number=number, over=len(lengths))]
        if any(lengths):
            least, middle, most = (
                say("sessions.minutes", number=n) for n in (lengths[0], median_low(lengths), lengths[-1])
            )
            out.append(f"  {say('sessions.length', least=least, middle=middle, most=most)}")
        endings = counted.endings.get(game, Counter()).most_common()
        seats = [(seat, share) for (of, seat), share in counted.seats.items() if of == game]
        rows = [(f"{own.say(f'ending.{ending}')}:", str(count)) for ending, count in endings]
        rows += [_share(own.name(Ref("seat", seat)), share, words) for seat, share in seats]
        out += screen.align_rows(rows, "  ")
        dice = [die for die in counted.dice.get(game, []) if sum(die.counts.values())]
        out += dice_lines(dice, own)
    if counted.players:
        out += ["", say("sessions.players")]
        shares = sorted(counted.players.items(), key=lambda row: (-row[1].won, row[0].casefold()))
        out += screen.align_rows([_share(name, share, words) for name, share in shares], "  ")
    return out[1:]


def _share(name: str, share: WinShare, words: Voice) -> tuple[str, str]:
    from companion.core.visible import show_hidden

    percent = round(100 * share.won / share.played)
    said = words.say("sessions.share", won=share.won, played=share.played, share=percent)
    return f"{show_hidden(name)}:", said
