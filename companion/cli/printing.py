"""companion print, companion preview."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import Field, fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli import completion, screen
from companion.cli.common import (
    PRINT,
    AsJson,
    Folder,
    Lang,
    StorePath,
    game_content,
    language,
    open_session,
    own_content,
    print_json,
    session_voice,
    voice,
)
from companion.cli.completion import offer
from companion.press.print_options import COLOURS, CUTTERS, FORMATS, Job

if TYPE_CHECKING:
    from companion.press.printing import Watch

LONG_WORK = 60  # faces or pages; what takes longer shows a bar
RESULT, REVIEW = KEPT = ("result", "review")  # kinds that print a finished game
WHAT, LAYOUT, FILES = "What to print", "Layout on paper", "Files"  # panels of options in the help
FIELDS: dict[str, Field[Any]] = {field.name: field for field in fields(Job)}
JOB_OPTIONS = [name for name, field in FIELDS.items() if field.metadata]  # the others are made of several options

app = typer.Typer()


def _option(name: str, panel: str, **settings: Any) -> Any:
    """The option that a field of Job is; what is off by default is only ever turned on."""
    field, dashed = FIELDS[name], name.replace("_", "-")
    spelled = f"--{dashed}/--no-{dashed}" if "bool" in field.type and field.default is not False else f"--{dashed}"
    return typer.Option(spelled, rich_help_panel=panel, **field.metadata, **settings)


Game = Annotated[
    str,
    typer.Option(
        rich_help_panel=WHAT,
        metavar="GAME",
        autocompletion=completion.games,
        help="The game, for example dice; may be left out if --content has only one.",
    ),
]
Only = Annotated[
    list[str] | None,
    typer.Option(
        rich_help_panel=WHAT,
        autocompletion=completion.components,
        metavar="ID|NAME",
        help="Only this component or piece, by id, glob ('guest/*') or printed name; repeatable.",
    ),
]
Trim = Annotated[str, _option("trim", LAYOUT, metavar="SIZE", autocompletion=completion.trims)]
Ink = Annotated[str, _option("ink", WHAT, **offer("full", "saver", "grey"))]


WhatToPrint = Annotated[
    str,
    typer.Argument(
        metavar="KIND",
        autocompletion=lambda ctx: [*completion.kinds(ctx), *KEPT],
        help="sheets, cards, tiles, dice, boards, aids, figures, boxes, all; result or review: of a finished SESSION.",
    ),
]
FinishedSession = Annotated[
    str,
    typer.Argument(
        metavar="SESSION",
        autocompletion=completion.sessions,
        help="The finished session to print.",
    ),
]
Images = Annotated[Path | None, _option("images", WHAT)]
Back = Annotated[Path | None, _option("back", WHAT)]
ImagesBleed = Annotated[float | None, _option("images_bleed", WHAT, metavar="MM")]
Variant = Annotated[str, _option("variant", WHAT, metavar="NAME", autocompletion=completion.variants)]
Copies = Annotated[int | None, _option("copies", WHAT, metavar="N")]
Changed = Annotated[bool, _option("changed", WHAT)]
Combine = Annotated[bool | None, _option("combine", WHAT)]
OneFile = Annotated[bool, _option("one_file", WHAT)]
Guide = Annotated[bool | None, _option("guide", WHAT)]
Large = Annotated[bool, _option("large", WHAT)]
Tagged = Annotated[bool, _option("tagged", FILES)]
Braille = Annotated[bool, _option("braille", FILES)]
Srgb = Annotated[bool, _option("srgb", FILES)]
CardThickness = Annotated[float | None, _option("card_thickness", WHAT, metavar="MM")]
SleeveThickness = Annotated[float | None, _option("sleeve_thickness", WHAT, metavar="MM")]
Qr = Annotated[str | None, _option("qr", WHAT, metavar="URL")]
Paper = Annotated[str, _option("paper", LAYOUT, metavar="SIZE", autocompletion=completion.papers)]
Layout = Annotated[str, _option("layout", LAYOUT, metavar="NAME", autocompletion=completion.layouts)]
Margin = Annotated[float | None, _option("margin", LAYOUT, metavar="MM")]
Gap = Annotated[float | None, _option("gap", LAYOUT, metavar="MM")]
Bleed = Annotated[float | None, _option("bleed", LAYOUT, metavar="MM")]
Duplex = Annotated[
    str,
    typer.Option(
        rich_help_panel=LAYOUT,
        help="The edge your printer flips on; none: each side on its own page; fold: front and back on one side; "
        "glue: back sheets behind front sheets. Default: the printer's, else long.",
        **offer("none", "long", "short", "fold", "glue"),
    ),
]
Printer = Annotated[
    str,
    typer.Option(
        rich_help_panel=LAYOUT,
        metavar="NAME",
        autocompletion=completion.printers,
        help="A printer of `companion printer add`: its flip edge and the shift of its backs.",
    ),
]
Offset = Annotated[
    str,
    typer.Option(
        "--offset",
        metavar="X,Y",
        rich_help_panel=LAYOUT,
        help="Shift of back sides in mm, right and down, in place of the printer's own.",
    ),
]
Marks = Annotated[bool, _option("marks", LAYOUT)]
MarkStyle = Annotated[str, _option("mark_style", LAYOUT, **offer("corner", "cross", "full"))]
MarkDistance = Annotated[float | None, _option("mark_distance", LAYOUT, metavar="MM")]
MarkLength = Annotated[float | None, _option("mark_length", LAYOUT, metavar="MM")]
Registration = Annotated[bool, _option("registration", LAYOUT)]
Format = Annotated[str, _option("format", FILES, **offer(*FORMATS))]
Dpi = Annotated[int, _option("dpi", FILES, metavar="N")]
Shop = Annotated[str, _option("shop", FILES, metavar="SHOP", autocompletion=completion.shops)]
Address = Annotated[str, _option("address", FILES, metavar="URL")]
Cutter = Annotated[str, _option("cutter", FILES, **offer(*CUTTERS))]
CutterMarks = Annotated[str, _option("cutter_marks", LAYOUT, metavar="NAME", autocompletion=completion.cutter_marks)]
Out = Annotated[Path | None, _option("out", FILES)]


@app.command("print", rich_help_panel=PRINT, epilog="Example: companion print sheets --game dice --paper letter")
def print_(
    kind: WhatToPrint,
    session: FinishedSession = "",
    *,
    game: Game = "",
    content: Folder = None,
    images: Images = None,
    back: Back = None,
    images_bleed: ImagesBleed = None,
    only: Only = None,
    variant: Variant = "",
    copies: Copies = None,
    changed: Changed = False,
    combine: Combine = None,
    one_file: OneFile = False,
    guide: Guide = None,
    large: Large = False,
    card_thickness: CardThickness = None,
    sleeve_thickness: SleeveThickness = None,
    qr: Qr = None,
    ink: Ink = "full",
    paper: Paper = "",
    layout: Layout = "press",
    trim: Trim = "",
    margin: Margin = None,
    gap: Gap = None,
    bleed: Bleed = None,
    duplex: Duplex = "",
    printer: Printer = "",
    correction: Offset = "",
    marks: Marks = True,
    mark_style: MarkStyle = "",
    mark_distance: MarkDistance = None,
    mark_length: MarkLength = None,
    registration: Registration = False,
    cutter_marks: CutterMarks = "",
    format: Format = "pdf",
    tagged: Tagged = False,
    braille: Braille = False,
    srgb: Srgb = False,
    dpi: Dpi = 300,
    shop: Shop = "",
    address: Address = "",
    cutter: Cutter = "",
    out: Out = None,
    lang: Lang = None,
    store: StorePath = None,
    as_json: AsJson = False,
) -> None:
    """Print a game's components as PDF files; prints each written path.

    `print result SESSION` prints a finished game to keep, or with
    --format png a picture to share. It takes --lang, --paper, --margin,
    --ink, --out and --store too. `print review SESSION` adds luck and the
    decisions that cost most.

    --json lists the files with kind, pages, pieces, sheets of paper and
    `used`, the part of the printable area that pieces cover.
    """
    asked = locals()
    options = {name: asked[name] for name in JOB_OPTIONS}
    gc.set_threshold(200_000)  # much is built, and hardly anything of it is garbage
    from companion.api.printing import print_kind
    from companion.core.errors import WrongCall
    from companion.core.second_process import can_share_work
    from companion.press.stock import files_as_json

    if kind in KEPT:
        given = {"--game": game, "--content": content, "--only": only, "--duplex": duplex, "--printer": printer}
        if word := next((word for word, value in {**given, "--offset": correction}.items() if value), None):
            raise WrongCall("result_option", word, kind=kind)
        path = _print_result(kind, session, lang, store, options)
        print_json({"files": [{"path": str(path)}]}) if as_json else print(path)
        return
    if session:
        raise WrongCall("session_only_result", session)
    shift = _offset(correction) if correction else None
    found = _game(images, content, game)
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
            processes=1 + can_share_work(),
            **options,
        )
    for name, ids in _shared_names(found, chosen, kind, patterns).items() if images is None else ():
        print(voice(_own_language(lang)).say("printing.shared_name", name=name, ids=", ".join(ids)), file=sys.stderr)
    if not files:
        print(voice(_own_language(lang)).say("printing.unchanged"), file=sys.stderr)
    elif (
        out is not None
        and format == "pdf"
        and not (changed or out.is_dir())
        and out not in (paths := [one.path for one in files])
    ):
        names = ", ".join(path.name for path in paths)
        print(voice(_own_language(lang)).say("printing.several", path=str(out), names=names), file=sys.stderr)
    if format == "shop" and (notes := next((one.path for one in files if one.path.name == COLOURS), None)):
        print(voice(_own_language(lang)).say("printing.colours", path=str(notes)), file=sys.stderr)
    if as_json:
        print_json(files_as_json(files))
        return
    for one in files:
        print(one.path)


def _print_result(kind: str, id: str, lang: str | None, store: str | None, options: dict[str, Any]) -> Path:
    """Write a finished session as pages or as a picture. Raises WrongCall."""
    from companion.core.errors import WrongCall
    from companion.play.report.review import review_game
    from companion.press.result import result_job
    from companion.words.review_words import review_sections
    from companion.words.souvenir import game_record

    if not id:
        raise WrongCall("result_session", kind=kind)
    opened = open_session(id, store)
    words = session_voice(opened, lang)
    if lang is None and words.lang not in opened.content.languages:
        words = session_voice(opened, "en")  # the game is not printed in the language of the session
    kept = game_record(opened.replay, words, opened.id)
    if kept is None:
        raise WrongCall("result_running", opened.id)
    if kind == REVIEW:
        kept = replace(kept, taught=review_sections(opened.replay, review_game(opened.replay), words))
    (path,) = result_job(Job(kept.game, kind, kept.lang, **options), kept)
    return path


@app.command(rich_help_panel=PRINT, epilog="Example: companion preview cards --game wotr")
def preview(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND",
            autocompletion=completion.kinds,
            help="sheets, cards, tiles, dice, boards, aids, figures, boxes or all.",
        ),
    ] = "all",
    game: Game = "",
    content: Folder = None,
    lang: Lang = None,
    only: Only = None,
    trim: Trim = "",
    ink: Ink = "full",
    width: Annotated[int, typer.Option(metavar="N", min=200, max=8000, help="Width of the picture in pixels.")] = 1600,
    out: Annotated[
        Path | None, typer.Option(help="File to write; default: a named PNG in output/ of the current folder.")
    ] = None,
    watch_files: Annotated[
        bool, typer.Option("--watch", help="Serve a page that draws the faces again when a file is saved; Ctrl-C ends.")
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(metavar="PORT", min=0, max=65535, help="Port of that page; default: a free one from 8020 on."),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Write a page for any browser to this folder, to show the faces to others."
        ),
    ] = None,
) -> None:
    """Draw every different face of a kind in one PNG and print its path, or make a page of them.

    --html writes one that needs no server; --watch serves one that stays
    up to date. The picture and --html need the extra pictures, --watch
    the extra watch.
    """
    from companion.press import preview_job

    if html is not None and (word := "--watch" * watch_files or "--out" * (out is not None)):
        from companion.core.errors import WrongCall

        raise WrongCall("html_alone", word)
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
    if html is not None:
        from companion.gallery.folder import write_page

        with _bar(lang) as watch:
            print(write_page(job, html, voice(_own_language(job.lang)), watch))
        return
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


def _shared_names(game: str, lang: str, kind: str, words: Sequence[str]) -> dict[str, list[str]]:
    """The ids behind each word that is the name of several components or pieces."""
    from companion.press.print_options import ALL
    from companion.press.selection import select_ids
    from companion.press.shop import Shop, print_kinds

    if not words:
        return {}
    content = game_content(game)
    kinds = print_kinds(content) if kind == ALL else (kind,)
    selected = select_ids(Shop(content, lang), kinds, words)
    return {name: ids for name, ids in selected.items() if len(ids) > 1}


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
    from companion.api.printing import default_language
    from companion.content.load import has_game, load

    usual = default_language(game)
    known = load(game).languages if has_game(game) else (usual,)
    found = asked if asked in known else language(asked, usual)
    return found if asked or os.environ.get("COMPANION_LANG") or found in known else usual


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
