"""companion table: guided play for one laptop or phone terminal that stands on the table."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli import completion, screen
from companion.cli.common import (
    PLAY,
    Lang,
    Position,
    Seed,
    StorePath,
    TableOptions,
    Variant,
    fail,
    game_content,
    key_values,
    language,
    open_session,
    open_store,
    resume_words,
    session_voice,
    voice,
)

if TYPE_CHECKING:
    from companion.cli.guided.questions import Questions
    from companion.content.model import Content, Row
    from companion.play.game.seats import BotSeat
    from companion.play.journal.session import Session
    from companion.words.wording import Voice


app = typer.Typer()


@app.command(rich_help_panel=PLAY, epilog="Example: companion table dice --player Ania --player Bo")
def table(
    what: Annotated[
        str,
        typer.Argument(
            metavar="GAME|SESSION",
            autocompletion=completion.tables,
            help="A game to start, or a session to go on with; default: the table asks.",
        ),
    ] = "",
    player: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[:SEAT]", help="A player, as for `companion new`; default: the table asks."),
    ] = None,
    variant: Variant = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[SEAT=]BOT",
            autocompletion=completion.bots,
            help="Let the app play that seat, or as many seats as make a table; repeatable.",
        ),
    ] = None,
    option: TableOptions = None,
    position: Position = None,
    seed: Seed = None,
    lang: Lang = None,
    store: StorePath = None,
) -> None:
    """Play a whole game on one device: it asks, rolls, checks the rules, and goes on after a crash."""
    from companion.cli import bot_seats
    from companion.cli.guided.guide import Guide
    from companion.cli.guided.questions import QuitTable
    from companion.content.load import has_game
    from companion.games import get
    from companion.play.journal.entries.seats import SeatBot

    session: Session | None = None
    try:
        what = what or _ask_game(lang)
        if not has_game(what):
            session = _unfinished_session(what, store)
        bots = bot_seats.read_bot_seats(bot or [], session.game if session else get(what))
        if session is None and not player and position is None:
            session = _resume(what, lang, store)
        if session is None:
            given = key_values(option or [])
            session, bots = _begin(what, player or [], bots, variant, given, position, seed, lang, store)
            _mix_words(session, lang, store)
        else:
            bots = bot_seats.going_on(bots, session)
        for one in bots:
            session.keep(session.plan(SeatBot(one.seat, one.bot)))
        Guide(session, session_voice(session, lang), store).run()
    except (QuitTable, EOFError, KeyboardInterrupt) as end:
        if not isinstance(end, QuitTable):
            print()
        if session is None:
            code = 0 if isinstance(end, QuitTable) else 130 if isinstance(end, KeyboardInterrupt) else 1
            fail(voice(lang).say("table.not_begun"), code)
        screen.print_lines([session_voice(session, lang).say("table.left", again=resume_words(session.id, store))])


def _ask_game(lang: str | None) -> str:
    """Return the game that the table chooses."""
    from companion.cli.guided.questions import Questions
    from companion.games import playable_games

    words, games = voice(lang), playable_games()
    lines = [f"{number} {game_content(game).info['title'][words.lang]}" for number, game in enumerate(games, 1)]
    screen.print_lines(lines)
    return Questions(words).one(words.say("table.which_game"), games)


def _unfinished_session(what: str, store: str | None) -> Session:
    """The session of that id. Raises WrongCall with the nearest game if it reads like one."""
    from companion.content.load import game_ids
    from companion.core.errors import StoreError, WrongCall

    try:
        return open_session(what, store)
    except StoreError as error:
        wrong = WrongCall("no_game", what, game_ids(), choices=", ".join(game_ids()))
        if error.code == "session_none" and wrong.values["near"]:
            raise wrong from None
        raise


def _resume(game: str, lang: str | None, store: str | None) -> Session | None:
    """The newest unfinished session, if the players want to go on with it."""
    from companion.cli.guided.questions import Questions
    from companion.core.errors import JournalError
    from companion.core.messages import Ref
    from companion.words.wording import Voice

    words = Voice(language(lang), game_content(game))
    for summary in open_store(store).list():
        if summary.game != game:
            continue
        try:
            session = open_session(summary.id, store)
        except JournalError as error:
            screen.print_lines([words.error_text(error)], "refusal")
            continue
        if session.game.rules.outcome(session.replay.state) is not None:
            continue
        own = session_voice(session, lang)
        names = ", ".join(own.name(Ref("seat", seat["id"])) for seat in session.replay.named_seats)
        told = words.say(f"variant.{session.replay.header['variant']}")
        asked = words.say("table.resume", id=session.id, names=names, at=summary.created, variant=told)
        questions = Questions(words)
        return session if questions.all(partial(questions.yes, asked)) else None
    return None


def _begin(
    game: str,
    players: list[str],
    bots: list[BotSeat],
    variant: str | None,
    options: dict[str, str],
    position: Path | None,
    seed: str | None,
    lang: str | None,
    store: str | None,
) -> tuple[Session, list[BotSeat]]:
    """Ask for what the call left open, then start; who plays at a table already in play its file says, or nobody.

    Every bot comes back with its seat.
    """
    from companion.cli import bot_seats
    from companion.cli.guided.questions import Questions
    from companion.cli.session import create_session
    from companion.games import get
    from companion.play.game.seats import players_with_bots
    from companion.words.wording import Voice

    words = Voice(language(lang), game_content(game))
    questions = Questions(words)
    players, variant, options, position = questions.all(
        partial(_ask_for_setup, questions, game, players, bots, variant, options, position)
    )
    if bots and position is None:
        players, bots = players_with_bots(players, bots, get(game), game_content(game), variant)
    session = create_session(game, players, variant, options, position, seed, lang, store)
    return session, bots if position is None else bot_seats.going_on(bots, session)


def _mix_words(session: Session, lang: str | None, store: str | None) -> None:
    """Tell what the draws of a new table follow from, and mix words of the players into them.

    Where all is drawn at the real table they are not asked for.
    """
    from companion.cli.guided.questions import Back, ask
    from companion.play.journal.entries.random_words import Reveal

    words, replay = session_voice(session, lang), session.replay
    screen.print_lines([words.say("table.begun", id=session.id, again=resume_words(session.id, store))])
    if not {*session.game.show.shown_by.values()} <= {*replay.real}:
        screen.print_lines([words.say("new.anchor", anchor=replay.header["anchor"])])
        try:
            luck = ask(words, words.say("table.reveal"), words.say("table.how_words"), _read_words)
        except Back:
            luck = ""
        if luck:
            session.keep(session.plan(Reveal(luck)))
    screen.print_lines([words.say("new.code", code=session.code)])


def _read_words(text: str) -> str:
    """Return the typed words; `q` leaves the table, which has begun."""
    from companion.cli.guided.questions import QuitTable

    if text.lower() == "q":
        raise QuitTable
    return text


def _ask_for_setup(
    questions: Questions,
    game: str,
    players: list[str],
    bots: list[BotSeat],
    variant: str | None,
    options: dict[str, str],
    position: Path | None,
) -> tuple[list[str], str | None, dict[str, str], Path | None]:
    """Players, variant, options and position file, where the call left them open."""
    from companion.play.game.seats import has_fixed_seats
    from companion.play.journal.table_options import REAL, REAL_OPTIONS, TEACH

    content, words = game_content(game), questions.words
    need_position = content.info.get("need_position", ())
    if position is None and variant in need_position:
        position = _ask_file(questions)
    if not players and position is None:
        first = has_fixed_seats(content) and variant is None
        variant = _ask_variant(content, questions) if first else variant
        players = _ask_players(game, bots, variant, questions)
        variant = variant or _ask_variant(content, questions)
        if variant in need_position:
            position = _ask_file(questions)
        for kind, question in (("dice", "table.real.dice"), ("tiles", "table.real.tiles")):
            if kind in content.info.get("typed", ()) and kind not in options and questions.yes(words.say(question)):
                options = options | {kind: REAL}
        if content.tables.get("lesson") and TEACH not in options and questions.yes(words.say("table.teach")):
            options = options | {TEACH: "true"}
        rows = list(content["option"].values())
        if options.get(TEACH) == "true":  # no house rules for those who are new to the game
            rows = [row for row in rows if row.id in REAL_OPTIONS]
        flags = [row for row in rows if row["values"] == "flag" and row.id not in options]
        asked = [words.say("table.option", option=row["says"][words.lang]) for row in flags]
        answers = [questions.yes(question, enter=False) for question in asked]
        options = options | {row.id: str(yes).lower() for row, yes in zip(flags, answers, strict=True)}
    return players, variant, options, position


def _ask_file(questions: Questions) -> Path:
    say = questions.words.say
    return questions.ask(say("table.position"), say("table.how_file"), lambda text: Path(text) if text else None)


def _ask_variant(content: Content, questions: Questions) -> str:
    variants, say = content.info["variants"], questions.words.say
    named = " / ".join(f"{number} {say(f'variant.{name}')}" for number, name in enumerate(variants, 1))
    return questions.one(say("table.variant", variants=named), variants)


def _ask_players(game: str, bots: list[BotSeat], variant: str | None, questions: Questions) -> list[str]:
    """`Name:seat` of everybody besides the bots, a name alone where the seat is left to the app.

    Where all seats are taken one person may take several, by their numbers with spaces between.
    """
    from companion.games import get
    from companion.play.game.seats import free_seats, has_fixed_seats, people_numbers
    from companion.play.game.setup import COLON

    content, words = game_content(game), questions.words
    all_taken = has_fixed_seats(content)
    kept = [one.seat for one in bots if one.seat]
    if all_taken:
        rows = free_seats(get(game), content, variant)
        size = len(rows)
    else:
        size, rows = _ask_size(game, len(bots), kept, variant, questions)
    free = [row for row in rows if row.id not in kept]
    most = size - len(bots)
    least = 1 if len(bots) > len(kept) else most  # bots take what is left
    allowed = people_numbers(get(game), content, variant) if all_taken else []
    players: list[str] = []
    people = 0
    while len(players) < most:
        left = all_taken and any(COLON not in player for player in players)  # the app deals what nobody asked for
        enough = len(players) >= least or (left and people in allowed)
        prompt = words.say("table.name_or_done" if enough else "table.name", number=people + 1)
        read = partial(_read_name, words, optional=enough)
        name = questions.ask(prompt, words.say("table.how_name"), read)
        if not name:
            break
        people += 1
        ids = [row.id for row in free]
        shown = [row["name"][words.lang] for row in free]
        if len(ids) > 1:
            ids.append("")
            shown.append(words.say("table.seat_app"))
        named = " / ".join(f"{number} {name}" for number, name in enumerate(shown, 1))
        asked = words.say("table.seats" if all_taken else "table.seat", name=name, seats=named)
        taken = questions.some(asked, ids, len(ids) if all_taken else 1)
        free = [row for row in free if row.id not in taken]
        players += [f"{name}{COLON}{seat}" for seat in taken if seat] or [name]
    return players


def _ask_size(
    game: str, bots: int, kept: list[str], variant: str | None, questions: Questions
) -> tuple[int, list[Row]]:
    """Return the number of players, the app's too, and the seats that a table of so many may have.

    kept: seats of bots, which are among them.
    """
    from companion.games import get
    from companion.play.game.seats import seats_of_table

    content, say = game_content(game), questions.words.say
    sizes = range(max(content.info["seats_min"], bots + 1), content.info["seats_max"] + 1)
    tables = {str(size): seats_of_table(get(game), content, variant, size) for size in sizes}
    tables = {size: rows for size, rows in tables.items() if rows and {*kept} <= {row.id for row in rows}}
    named = ", ".join(tables)
    how = say("error.number_one_of", numbers=named)

    def read_size(text: str) -> str | None:
        if text in tables:
            return text
        screen.print_lines([how], "refusal")
        return None

    size = next(iter(tables), "0")
    if len(tables) > 1:
        size = questions.ask(say("table.how_many_bots" if bots else "table.how_many", numbers=named), how, read_size)
    return int(size), tables.get(size, [])


def _read_name(words: Voice, text: str, optional: bool) -> str | None:
    name = text.replace(":", " ")
    if name.isdecimal():
        screen.print_lines([words.say("table.how_name")], "refusal")
        return None
    return name if name or optional else None
