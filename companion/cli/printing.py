"""companion print, companion preview."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.common import Folder, Lang, language, own_content, voice

if TYPE_CHECKING:
    from companion.press.printing import Watch
    from companion.sheets.model import Correction

LONG_WORK = 60  # faces or pages; what takes longer shows a bar

Game = Annotated[str, typer.Option(help="The game, for example dice; with --content the only one there.")]
Kind = Annotated[str, typer.Argument(help="sheets, cards, tiles, dice, boards, aids, figures, boxes or all.")]
Only = Annotated[list[str] | None, typer.Option(help="Only this id or glob; may be given again.")]
Ink = Annotated[str, typer.Option(help="full, saver or grey.")]
Trim = Annotated[str, typer.Option(help="Scale faces to this trim: poker, mini, tarot ... or WIDTHxHEIGHT in mm.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this room."""
    app.command("print")(print_)
    app.command("preview")(preview)


def print_(
    kind: Kind,
    game: Game = "",
    content: Folder = None,
    lang: Lang = None,
    paper: Annotated[str, typer.Option(help="a4, letter, a5, a3 ... or WIDTHxHEIGHT in mm.")] = "",
    layout: Annotated[str, typer.Option(help="A layout of layouts/, for example a die-cut sheet.")] = "press",
    trim: Trim = "",
    margin: Annotated[float | None, typer.Option(min=0, max=500, help="Free edge of the paper in mm.")] = None,
    gap: Annotated[float | None, typer.Option(min=0, max=200, help="Room between pieces in mm.")] = None,
    copies: Annotated[int | None, typer.Option(min=1, max=100_000, help="Copies of each component.")] = None,
    only: Only = None,
    duplex: Annotated[str, typer.Option(help="none, long, short, fold (on one side) or glue (sheet on sheet).")] = "",
    printer: Annotated[str, typer.Option(help="A printer of `companion printer add`.")] = "",
    bleed: Annotated[float | None, typer.Option(min=0, max=20, help="Bleed in mm.")] = None,
    marks: Annotated[bool, typer.Option(help="Crop marks.")] = True,
    mark_style: Annotated[str, typer.Option(help="Crop marks: corner, cross or full.")] = "",
    mark_distance: Annotated[float | None, typer.Option(min=0, max=20, help="Mark to trim in mm.")] = None,
    mark_length: Annotated[float | None, typer.Option(min=0.5, max=50, help="Length of marks in mm.")] = None,
    registration: Annotated[bool, typer.Option("--registration", help="Crosses to line up both sides.")] = False,
    ink: Ink = "full",
    offset: Annotated[str, typer.Option(help="X,Y in mm: how far back sides are shifted for this printer.")] = "",
    qr: Annotated[str | None, typer.Option(help="Address printed as a QR code on the sheets.")] = None,
    guide: Annotated[bool | None, typer.Option(help="Pages to read first: steps, checklist, credits.")] = None,
    changed: Annotated[bool, typer.Option("--changed", help="Only what changed since the last print.")] = False,
    format: Annotated[str, typer.Option(help="pdf, png, tts (Tabletop Simulator) or shop.")] = "pdf",
    dpi: Annotated[int, typer.Option(help="Pixels per inch of --format png.")] = 300,
    shop: Annotated[str, typer.Option(help="Print shop of --format shop.")] = "",
    address: Annotated[str, typer.Option(help="Where the pictures of --format tts will lie (a web address).")] = "",
    cutter: Annotated[str, typer.Option(help="Also write cutting paths: svg or dxf.")] = "",
    out: Annotated[Path | None, typer.Option(help="File (or folder) to write; default: a name in output/.")] = None,
) -> None:
    """Print a game's components as a PDF; prints each written path."""
    from companion.press import Job, print_job

    way, correction = _printer(printer, duplex, offset)
    found = own_content(content, game)
    job = Job(
        game=found,
        kind=kind,
        lang=_language(lang, found),
        paper=paper,
        layout=layout,
        trim=trim,
        margin=margin,
        gap=gap,
        copies=copies,
        only=tuple(only or ()),
        duplex=way,
        bleed=bleed,
        marks=marks,
        mark_style=mark_style,
        mark_distance=mark_distance,
        mark_length=mark_length,
        registration=registration,
        ink=ink,
        correction=correction,
        qr=qr,
        guide=guide,
        changed=changed,
        format="shop" if shop and format == "pdf" else format,
        dpi=dpi,
        shop=shop,
        address=address,
        cutter=cutter,
        out=out,
    )
    with _bar(lang) as watch:
        paths = print_job(job, watch)
    if not paths:
        print(voice(lang).say("printing.unchanged"), file=sys.stderr)
    for path in paths:
        print(path)


def preview(
    kind: Kind,
    game: Game = "",
    content: Folder = None,
    lang: Lang = None,
    only: Only = None,
    trim: Trim = "",
    ink: Ink = "full",
    width: Annotated[int, typer.Option(min=200, max=8000, help="Width of the picture in pixels.")] = 1600,
    out: Annotated[Path | None, typer.Option(help="File to write; default: a named PNG in output/.")] = None,
) -> None:
    """A contact sheet: every different face of a kind in one PNG; prints its path."""
    from companion.press import Job, preview_job

    found = own_content(content, game)
    job = Job(
        game=found,
        kind=kind,
        lang=_language(lang, found),
        only=tuple(only or ()),
        trim=trim,
        ink=ink,
        out=out,
    )
    with _bar(lang) as watch:
        print(preview_job(job, width, watch))


def _language(asked: str | None, game: str) -> str:
    """The language asked for, else English, else the first that the game has."""
    from companion.content.load import game_ids, load

    known = load(game).languages if game in game_ids() else ("en",)
    return language(asked, "en" if "en" in known else known[0])


def _printer(name: str, duplex: str, offset: str) -> tuple[str, Correction | None]:
    """The way of printing backs and their correction: --duplex and --offset come before the printer's own."""
    from companion.sheets.model import Correction

    way, x, y, angle = "long", 0.0, 0.0, 0.0
    if name:
        from companion import printers

        profile = printers.known(name)
        way, x, y, angle = profile.flip, profile.x, profile.y, profile.angle
    if offset:
        x, y = _offset(offset)
    return duplex or way, Correction(x, y, angle) if x or y or angle else None


def _offset(text: str) -> tuple[float, float]:
    from companion.errors import WrongCall

    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise WrongCall("not_offset", text) from None
    if not (abs(x) <= 50 and abs(y) <= 50):
        raise WrongCall("not_offset", text)
    return x, y


@contextmanager
def _bar(lang: str | None) -> Iterator[Watch | None]:
    """A progress bar on stderr for long work, nothing when stderr is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress, TaskID

    tasks: dict[str, TaskID] = {}
    words = voice(lang)
    with Progress(console=Console(stderr=True), transient=True) as bar:

        def watch(stage: str, done: int, of: int) -> None:
            if of >= LONG_WORK:
                if stage not in tasks:
                    tasks[stage] = bar.add_task(words.say(f"printing.{stage}"), total=of)
                bar.update(tasks[stage], completed=done)

        yield watch
