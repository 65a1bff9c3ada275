"""companion new, legal, do, show, log, undo, redo, export, import: a session step by step."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from companion.cli import completion, screen
from companion.cli.common import (
    PLAY,
    AsJson,
    Lang,
    Position,
    Seed,
    SessionId,
    StorePath,
    TableOptions,
    Variant,
    fail,
    game_content,
    key_values,
    language,
    look_into,
    open_session,
    open_store,
    print_json,
    session_voice,
)
from companion.cli.damage import exit_if_damaged, not_to_be_shown, print_as_json

if TYPE_CHECKING:
    from companion.core.messages import Refusal
    from companion.play.journal.journal_import import Replaced
    from companion.play.journal.session import Answer, Session
    from companion.words.wording import Voice

Viewer = Annotated[
    str | None,
    typer.Option(
        "--seat",
        metavar="SEAT",
        autocompletion=completion.seats,
        help="Show what this seat sees; default: what everybody may see.",
    ),
]


app = typer.Typer()


@app.command("new", rich_help_panel=PLAY, epilog="Example: companion new dice --player Ania --player Bo")
def start_session(
    game: Annotated[
        str, typer.Argument(metavar="GAME", autocompletion=completion.games, help="The game, for example dice.")
    ] = "",
    player: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME[:SEAT]",
            help="A player, clockwise; repeatable. SEAT: one, several (a+b) or a side; default: the next free one.",
        ),
    ] = None,
    variant: Variant = None,
    option: TableOptions = None,
    position: Position = None,
    seed: Seed = None,
    again: Annotated[
        str | None,
        typer.Option(
            autocompletion=completion.sessions,
            metavar="SESSION",
            help="Begin as that session began: game, players, seats, variant, options, language and position.",
        ),
    ] = None,
    lang: Lang = None,
    store: StorePath = None,
    as_json: AsJson = False,
) -> None:
    """Start a session; the last line printed is its id.

    Alone with --again, it starts the next game of the same players.
    """
    from companion.api.table import visible_state
    from companion.content.load import game_ids
    from companion.core.errors import WrongCall

    if again is None and not game:
        raise WrongCall("new_game", choices=", ".join(game_ids()))
    if again is None:
        session = create_session(
            game, player or [], variant, key_values(option or []), position, seed, lang, store, as_json
        )
    else:
        _only_again(
            {"GAME": game, "--player": player, "--variant": variant, "--option": option, "--position": position}
        )
        session = _rematch(again, seed, lang, store, as_json)
    if as_json:
        print_json({"ok": True, "session": session.id, "seq": 0, "code": session.code, "state": visible_state(session)})
        return
    voice = session_voice(session, lang)
    screen.print_lines(session.game.show.render_text(session.replay.state, voice.say), table=True)
    screen.print_lines([voice.say("new.anchor", anchor=session.replay.header["anchor"])])
    print(voice.say("new.code", code=session.code))
    print(session.id)


def create_session(
    game: str,
    players: list[str],
    variant: str | None,
    options: dict[str, str],
    position: Path | None,
    seed: str | None,
    lang: str | None,
    store: str | None,
    as_json: bool = False,
) -> Session:
    """A new session, or an exit with the reason."""
    from companion.api.table import begin_session
    from companion.core.messages import Refusal
    from companion.games import get
    from companion.words.wording import Voice

    referee, content, chosen = get(game), game_content(game), language(lang)
    kept = partial(open_store, store, create=True)
    session = begin_session(referee, content, players, variant, options, position, seed, chosen, kept)
    if isinstance(session, Refusal):
        _not_begun(session, Voice(chosen, content), as_json)
    return session


def _only_again(given: dict[str, Any]) -> None:
    """Raises WrongCall if something is asked for that --again takes from the old table."""
    from companion.core.errors import WrongCall

    if word := next((word for word, value in given.items() if value), None):
        raise WrongCall("again_only", word)


def _rematch(id: str, seed: str | None, lang: str | None, store: str | None, as_json: bool) -> Session:
    """A new session as that one was begun, or an exit with the reason."""
    from companion.api.table import read_seed
    from companion.core.messages import Refusal
    from companion.play.journal.entries.remarks import Rematch
    from companion.play.journal.session import Session, rematch_header
    from companion.words.wording import Voice

    old = open_session(id, store)
    header = rematch_header(old.replay)
    header["lang"] = language(lang, header.get("lang", "en"))
    session = Session.create(old.game, old.content, header, open_store(store, create=True), read_seed(seed))
    if isinstance(session, Refusal):
        _not_begun(session, Voice(header["lang"], old.content, header["seats"]), as_json)
    old.keep(old.plan(Rematch(session.id)))
    return session


def _not_begun(refusal: Refusal, voice: Voice, as_json: bool) -> NoReturn:
    """Exit with the reason."""
    from companion.api.reader import speak
    from companion.api.refused import Refused

    if as_json:
        no = Refused(refusal, partial(speak, voice))
        print_json({"ok": False, "seq": None, "refusal": no.document(), "state": None})
        raise typer.Exit(1)
    fail(voice.refusal_text(refusal), 1)


@app.command(rich_help_panel=PLAY, epilog="Example: companion legal kxmbra")
def legal(
    session_id: SessionId, seat: Viewer = None, lang: Lang = None, store: StorePath = None, as_json: AsJson = False
) -> None:
    """List every legal action; without --seat, none that would reveal what another seat hides.

    --json has of each `do`, the words for `companion do`, and `real`
    if these need --rolled too.
    """
    from companion.api.table import known_seat, legal_views

    session = open_session(session_id, store)
    voice, halt = session_voice(session, lang), session.replay.halt  # the game is paused or broken off
    offers = list(legal_views(session, known_seat(session, seat), voice))
    if as_json:
        print_json([offer.as_json() for offer in offers])
        return
    if halt is not None:
        screen.print_lines([voice.refusal_text(halt)], "refusal")
    heads = screen.align_rows([(offer.usage, offer.text) for offer in offers])
    lines = [line for head, offer in zip(heads, offers, strict=True) for line in (head, *offer.detail_lines())]
    screen.print_paged(screen.format_rows(lines), voice)


@app.command(rich_help_panel=PLAY, epilog="Example: companion do kxmbra keep dice=black,red")
def do(
    session_id: SessionId,
    action: Annotated[
        str,
        typer.Argument(
            metavar="ACTION",
            help="An action that `companion legal` lists, or one of the table.",
        ),
    ],
    words: Annotated[list[str] | None, typer.Argument(metavar="[K=V]...", help="Words that the action needs.")] = None,
    rolled: Annotated[
        str | None,
        typer.Option(
            metavar="RESULT",
            help="Result of real dice, cards or tiles, by id or by name in any language; default: the app draws.",
        ),
    ] = None,
    position: Annotated[Path | None, typer.Option(help="The table as it stands now (YAML), for override.")] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT",
            autocompletion=completion.seats,
            help="The seat that acts; default: the seat whose step it is.",
        ),
    ] = None,
    expect: Annotated[
        int | None, typer.Option(metavar="N", help="Refuse if entry N is no longer the last one.")
    ] = None,
    lang: Lang = None,
    store: StorePath = None,
    as_json: AsJson = False,
) -> None:
    """Make one move.

    A real card or tile is never drawn by the app: say --rolled.

    Every game also has these actions of the table:

    - note text=...: write a note into the journal
    - amend: take back the last typed result of the seat, to type it again
    - real dice=real (or =app, or tiles=...): whose dice are rolled from now on
    - commit hash=..., reveal words=...: mix words of players into the draws
    - override reason=... --position FILE: set the table, against the rules
    - pause, resume, end: pause the game, resume it, end it early
    - free seat=...: take the seat from its phones
    - admit number=..., deny number=...: answer a phone that asks for a seat
    """
    from companion.api.table import do_command
    from companion.core.errors import StaleSequence
    from companion.core.messages import Refusal
    from companion.play.journal.session import Answer

    session = open_session(session_id, store)
    given = key_values(words or [])
    try:
        if expect is not None and expect != session.seq:
            raise StaleSequence("stale", id=session.id, count=session.seq + 1, expected=expect + 1)
        answer = do_command(session, action, given, rolled, position, seat)
    except StaleSequence:
        session = open_session(session_id, store)
        answer = Answer(session.seq, Refusal("stale", "TB-TURN-1", {"seq": session.seq}))
    print_answer(session, answer, lang, as_json, seat or given.get("by"), action, given)


def print_answer(
    session: Session,
    answer: Answer,
    lang: str | None,
    as_json: bool,
    seat: str | None = None,
    action: str = "",
    given: Mapping[str, str] | None = None,
) -> None:
    """Print what came of a request, of that seat if one asked; a refusal ends with exit code 1.

    action, given: what was asked for, so that a refusal begins with what may be done instead of it.
    """
    from companion.api.table import refusal_error, visible_state

    voice = session_voice(session, lang)
    no = None if answer.refusal is None else refusal_error(session, answer.refusal, seat, action, given or {}, voice)
    if as_json:
        print_json(
            {
                "ok": no is None,
                "seq": answer.seq,
                "refusal": None if no is None else no.document(),
                "events": [voice.event_text(event) for event in answer.events()],
                "state": visible_state(session),
            }
        )
    elif no is not None:
        nearest = [line for view in no.instead[:1] if view.type == action for line in view.detail_lines(most=24)]
        legal = [*no.legal[:1], *nearest, *no.legal[1:12]]
        fail("\n".join([str(no), *([voice.say("refused.legal")] if legal else []), *[f"  {do}" for do in legal]]), 1)
    else:
        screen.print_lines([voice.event_text(event) for event in answer.events()], "event")
    if no is not None:
        raise typer.Exit(1)


@app.command(rich_help_panel=PLAY, epilog="Example: companion show kxmbra --lang pl")
def show(
    session_id: SessionId,
    part: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[KEY=ID]...", help="Only a part of the table, in games that have parts, for example a region."
        ),
    ] = None,
    seat: Viewer = None,
    lang: Lang = None,
    store: StorePath = None,
    as_json: AsJson = False,
) -> None:
    """Show the table as it stands, or a part of it."""
    from companion.api.table import known_seat, visible_state
    from companion.words.report_words import result_lines

    asked = key_values(part or [])
    opened = look_into(session_id, store)
    session = opened.session or not_to_be_shown(opened, lang, as_json)
    viewer = known_seat(session, seat)
    if as_json:
        document = {"session": session.id, "game": session.game.id, "seq": session.seq, "code": session.code}
        print_as_json(opened, lang, {**document, **visible_state(session, viewer)})
        return
    voice = session_voice(session, lang)
    if asked:
        part_lines = session.game.show.render_part(session.replay.state, voice.say, asked)
        screen.print_paged(screen.format_rows(part_lines, table=True), voice)
        return
    found = screen.format_rows(session.game.show.render_text(session.replay.state, voice.say, viewer), table=True)
    if session.replay.halt is not None:
        found += screen.format_rows([voice.refusal_text(session.replay.halt)], "refusal")
    elif session.game.rules.outcome(session.replay.state) is None:
        found += screen.format_rows(session.game.show.prompt(session.replay.state, voice.say, viewer), "question")
    else:
        found += screen.format_rows(result_lines(session.game, session.replay.state, voice))
    screen.print_paged(
        [*found, *screen.format_rows([voice.say("show.code", code=session.code, seq=session.seq)])], voice
    )
    exit_if_damaged(opened, lang)


@app.command(rich_help_panel=PLAY, epilog="Example: companion log kxmbra")
def log(session_id: SessionId, lang: Lang = None, store: StorePath = None, as_json: AsJson = False) -> None:
    """Show the journal: every entry in words, with the rules that applied."""
    from companion.play.journal.log import render_log

    opened = look_into(session_id, store)
    if as_json:
        entries = opened.session.replay.entries if opened.session else []
        rows = [_entry_json(entry) for entry in entries]
        if opened.damage is None:
            print_json(rows)
            return
        print_as_json(opened, lang, {"session": opened.id, "entries": rows, "lines": opened.lines[len(entries) :]})
    session = opened.session or not_to_be_shown(opened, lang, as_json)
    voice = session_voice(session, lang)
    told = [*render_log(session.replay, voice), voice.say("show.code", code=session.code, seq=session.seq)]
    screen.print_paged(screen.format_rows(told), voice)
    exit_if_damaged(opened, lang)


def _entry_json(entry: Any) -> dict[str, Any]:
    row: dict[str, Any] = entry._asdict()
    del row["line"]
    return row


@app.command(rich_help_panel=PLAY, epilog="Example: companion undo kxmbra --agree all")
def undo(
    session_id: SessionId,
    agree: Annotated[
        list[str] | None,
        typer.Option(
            autocompletion=lambda ctx: [*completion.seats(ctx), "all"],
            metavar="SEAT",
            help="A seat that agrees, or all, to take back dice that were seen; repeatable.",
        ),
    ] = None,
    to: Annotated[int | None, typer.Option(metavar="N", help="Take back everything after entry N.")] = None,
    lang: Lang = None,
    store: StorePath = None,
    as_json: AsJson = False,
) -> None:
    """Take back the last step; the journal keeps it, and the undo is an entry too.

    A seat that a phone plays agrees on that phone.
    """
    from companion.core.errors import WrongCall
    from companion.play.journal.entries.undo import Undo

    session = open_session(session_id, store)
    seats = session.replay.seats
    agreed = seats if "all" in (agree or []) else list(dict.fromkeys(agree or []))
    for seat in agreed:
        if seat not in seats:
            raise WrongCall("no_player", seat, [*seats, "all"])
    answer = session.keep(session.plan(Undo(agreed, to)))
    if answer.refusal is not None and answer.refusal.code == "undo_consent" and not as_json:
        print(session_voice(session, lang).say("undo.how", id=session.id), file=sys.stderr)
    print_answer(session, answer, lang, as_json)


@app.command(rich_help_panel=PLAY, epilog="Example: companion redo kxmbra")
def redo(session_id: SessionId, lang: Lang = None, store: StorePath = None, as_json: AsJson = False) -> None:
    """Bring back what the last undo took away."""
    from companion.play.journal.entries.undo import Redo

    session = open_session(session_id, store)
    print_answer(session, session.keep(session.plan(Redo())), lang, as_json)


@app.command(rich_help_panel=PLAY, epilog="Example: companion export kxmbra --out evening.jsonl")
def export(
    session_id: SessionId,
    out: Annotated[Path | None, typer.Option(help="File to write; default: a name in the current folder.")] = None,
    intact: Annotated[
        bool, typer.Option("--intact", help="Of a damaged session, write the entries before the damage.")
    ] = False,
    lang: Lang = None,
    store: StorePath = None,
) -> None:
    """Write the journal as a file; prints its path."""
    from companion.core.files import write_atomic

    opened = look_into(session_id, store)
    session = opened.session
    if session is None or (opened.damage is not None and not intact):
        assert opened.damage is not None  # without it there is a session
        raise opened.damage
    entries = session.replay.entries
    part = "-intact" if opened.damage is not None else ""
    path = out or _file(session.game.id, session.id, part)
    write_atomic(path, "".join(f"{entry.line}\n" for entry in entries).encode())
    print(path)
    if left := len(opened.lines) - len(entries):
        print(session_voice(session, lang).say("export.left_out", seq=len(entries), number=left), file=sys.stderr)


@app.command("import", rich_help_panel=PLAY, epilog="Example: companion import evening.jsonl")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A journal that `companion export` wrote.")],
    lang: Lang = None,
    store: StorePath = None,
) -> None:
    """Take in an exported journal, the rest of one, or what repairs a damaged one; prints the session's id last.

    Lines that a repair replaces are first written to a file, whose path
    is printed.
    """
    from companion.core.errors import StoreError
    from companion.core.files import read_lines
    from companion.core.visible import show_hidden
    from companion.games import get
    from companion.play.journal.journal_import import take_in
    from companion.words.wording import Voice

    lines = read_lines(file)
    words = Voice(language(lang))
    kept: list[str] = []

    def keep(old: Replaced) -> None:
        kept.append(words.say("import.repaired", id=old.id, seq=old.seq))
        kept.append(words.say("import.kept", path=str(_set_aside(old))))

    try:
        id, added = take_in(open_store(store, create=True), lines, get, game_content, keep)
    except StoreError as error:
        error.values.setdefault("path", str(file))  # it knows the session, not the file
        raise
    print(words.say("import.done", number=added))
    for line in kept:
        print(line)
    print(show_hidden(id))


def _file(game: str, id: str, part: str) -> Path:
    """A name in this folder for a session's journal, whatever a stranger's store calls it."""
    return Path(f"companion-{game}-{id if id.isalpha() else 'session'}{part}.jsonl")


def _set_aside(old: Replaced) -> Path:
    """Write lines that a repair replaces, as they were, into a file of their own. Raises StoreError."""
    from companion.core.errors import StoreError
    from companion.core.files import write_new

    data = "".join(f"{line}\n" for line in old.lines).encode("utf-8", "surrogateescape")
    for number in count(1):
        path = _file(old.game, old.id, f"-damaged{f'-{number}' if number > 1 else ''}")
        try:
            write_new(path, lambda new: new.write_bytes(data))
        except StoreError as error:
            if error.code != "file_there":
                raise
        else:
            return path
    raise AssertionError  # there is always one more number
