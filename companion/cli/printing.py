"""companion print, companion preview."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import Field, fields
from functools import partial
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import click

from companion.cli import screen
from companion.cli.commands import Argument, Option, command
from companion.cli.common import (
    AsJson,
    Folder,
    Lang,
    StorePath,
    language,
    open_session,
    own_content,
    print_json,
    session_voice,
    voice,
)
from companion.press.print_options import Job

if TYPE_CHECKING:
    from companion.press.printing import Watch

LONG_WORK = 60  # faces or pages; what takes longer shows a bar

FIELDS: dict[str, Field[Any]] = {field.name: field for field in fields(Job)}


def _option(name: str) -> Any:
    """The option that a field of Job is; what is off by default is only ever turned on."""
    field = FIELDS[name]
    names = [f"--{name.replace('_', '-')}"] if field.default is False else []
    return Option(*names, **field.metadata)


Game = Annotated[str, Option(help="The game, for example dice; with --content the only one there.")]
Kind = Annotated[str, Argument(help="sheets, cards, tiles, dice, boards, aids, figures, boxes or all.")]
RESULT = "result"  # the kind that prints a finished game
WhatToPrint = Annotated[
    str,
    Argument(metavar="KIND", help="As for preview: sheets, cards ... or all; or result, for a finished SESSION."),
]
Only = Annotated[list[str] | None, Option(help="Only this id or glob; may be given again.")]
Trim = Annotated[str, _option("trim")]
Ink = Annotated[str, _option("ink")]


def register(app: click.Group) -> None:
    """Add the commands of this module to the app."""
    app.add_command(command(_with_job_options(print_), "print"))
    app.add_command(command(preview))


def _with_job_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command, instead of its `options`, those of Job in their order.

    What it spells itself stands in the place of the field of that name, or behind what it spells before.
    """
    own = dict(signature(command, eval_str=True).parameters)
    del own["options"]
    order, types, place = list(FIELDS), get_type_hints(Job), 0
    placed: list[tuple[int, Parameter]] = []
    for name, parameter in own.items():
        place = order.index(name) if name in order else place
        placed.append((place, parameter))
    for name, field in FIELDS.items():
        if field.metadata and name not in own:
            parameter = Parameter(name, Parameter.KEYWORD_ONLY, default=field.default)
            parameter = parameter.replace(annotation=Annotated[types[name], _option(name)])
            placed.append((order.index(name), parameter))
    placed.sort(key=lambda row: row[0])
    command.__signature__ = Signature([parameter for _, parameter in placed])  # type: ignore[attr-defined]
    return command


def print_(
    *,
    game: Game = "",
    content: Folder = None,
    kind: WhatToPrint,
    session: Annotated[str, Argument(metavar="[SESSION]", help="For `result`: the finished session.")] = "",
    lang: Lang = None,
    store: StorePath = None,
    only: Only = None,
    duplex: Annotated[str, Option(help="none, long, short, fold (on one side) or glue (sheet on sheet).")] = "",
    printer: Annotated[str, Option(help="A printer of `companion printer add`.")] = "",
    correction: Annotated[
        str, Option("--offset", help="X,Y in mm: how far back sides are shifted for this printer.")
    ] = "",
    as_json: AsJson = False,
    **options: Any,
) -> None:
    """Print a game's components as a PDF; prints each written path."""
    from companion.api.printing import print_kind
    from companion.core.errors import WrongCall
    from companion.press.stock import files_as_json

    if kind == RESULT:
        given = {"--game": game, "--content": content, "--only": only, "--duplex": duplex, "--printer": printer}
        if word := next((word for word, value in {**given, "--offset": correction}.items() if value), None):
            raise WrongCall("result_option", word)
        path = _print_result(session, lang, store, options)
        print_json({"files": [{"path": str(path)}]}) if as_json else print(path)
        return
    if session:
        raise WrongCall("session_only_result", session)
    shift = _offset(correction) if correction else None
    found = _game(options["images"], content, game)
    chosen, patterns = _language(lang, found), only or ()
    with _bar(lang) as watch:
        files = print_kind(
            kind,
            game=found,
            lang=chosen,
            only=patterns,
            duplex=duplex,
            printer=printer,
            offset=shift,
            watch=watch,
            **options,
        )
    if not files:
        print(voice(_own_language(lang)).say("printing.unchanged"), file=sys.stderr)
    if as_json:
        print_json(files_as_json(files))
        return
    for one in files:
        print(one.path)


def _print_result(id: str, lang: str | None, store: str | None, options: dict[str, Any]) -> Path:
    """Write a finished session as pages or as a picture. Raises WrongCall."""
    from companion.core.errors import WrongCall
    from companion.press.result import result_job
    from companion.words.souvenir import game_record

    if not id:
        raise WrongCall("result_session")
    opened = open_session(id, store)
    words = session_voice(opened, lang)
    if lang is None and words.lang not in opened.content.languages:
        words = session_voice(opened, "en")  # the game is not printed in the language of the session
    kept = game_record(opened.replay, words, opened.id)
    if kept is None:
        raise WrongCall("result_running", opened.id)
    (path,) = result_job(Job(kept.game, RESULT, kept.lang, **options), kept)
    return path


def preview(
    kind: Kind,
    game: Game = "",
    content: Folder = None,
    lang: Lang = None,
    only: Only = None,
    trim: Trim = "",
    ink: Ink = "full",
    width: Annotated[int, Option(min=200, max=8000, help="Width of the picture in pixels.")] = 1600,
    out: Annotated[Path | None, Option(help="File to write; default: a named PNG in output/.")] = None,
    watch_files: Annotated[bool, Option("--watch", help="A page that follows the files; Ctrl-C ends.")] = False,
    port: Annotated[int | None, Option(min=0, max=65535, help="Of the page; default: one from 8020 on.")] = None,
) -> None:
    """A contact sheet: every different face of a kind in one PNG; prints its path. Or a page that follows the files."""
    from companion.press import preview_job

    found = own_content(content, game)
    if watch_files:
        from companion.cli.watching import watch as follow
        from companion.gallery.faces import draw_gallery

        _check_words(found, kind, ink)
        follow(
            partial(draw_gallery, found, kind, only=tuple(only or ()), ink=ink, trim=trim),
            lang,
            port,
            _own_language(lang),
        )
        return
    job = Job(found, kind, _language(lang, found), only=tuple(only or ()), trim=trim, ink=ink, out=out)
    with _bar(lang) as watch:
        print(preview_job(job, width, watch))


def _game(images: Path | None, content: Path | None, game: str) -> str:
    """The game asked for, or what a folder of pictures is called. Raises WrongCall."""
    if images is None:
        return own_content(content, game)
    from companion.core.errors import WrongCall
    from companion.press.deck import deck_name

    if word := "--game" * bool(game) or "--content" * (content is not None):
        raise WrongCall("images_alone", word)
    return deck_name(images)


def _check_words(game: str, kind: str, ink: str) -> None:
    """The words of a gallery mean something, as far as content without faults can tell. Raises WrongCall."""
    from companion.content import load
    from companion.faces import palette
    from companion.press.print_options import ALL
    from companion.press.shop import check_choice, print_kinds

    load.check_game(game)
    check_choice("no_ink", ink, palette.inks())
    faults: list[str] = []
    content = load.read_content(game, faults)
    if not faults:
        check_choice("no_kind", kind, (*print_kinds(content), ALL))


def _language(asked: str | None, game: str) -> str:
    """The language asked for, which may be one of the game alone; else English, else the first that the game has."""
    from companion.content.load import has_game, load

    known = load(game).languages if has_game(game) else ("en",)
    return asked if asked in known else language(asked, "en" if "en" in known else known[0])


def _own_language(asked: str | None) -> str | None:
    """The language that the command itself speaks: the one asked for, if it is one of ours."""
    from companion.content.load import languages

    return asked if asked in languages() else None


def _offset(text: str) -> tuple[float, float]:
    from companion.core.errors import WrongCall

    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise WrongCall("not_offset", text) from None
    if not (abs(x) <= 50 and abs(y) <= 50):
        raise WrongCall("not_offset", text)
    return x, y


@contextmanager
def _bar(lang: str | None) -> Iterator[Watch]:
    """A bar for long work."""
    words = voice(_own_language(lang))
    with screen.progress_bar() as bar:

        def watch(stage: str, done: int, of: int) -> None:
            if bar and of >= LONG_WORK:
                bar.show(words.say(f"printing.{stage}"), done, of)

        yield watch
