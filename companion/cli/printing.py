"""companion print."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from companion.cli.common import Lang, language


def register(app: typer.Typer) -> None:
    """Add the commands of this room."""
    app.command("print")(print_)


def print_(
    kind: Annotated[str, typer.Argument(help="sheets, cards, tiles, dice, boards, aids, figures, boxes or all.")],
    game: Annotated[str, typer.Option(help="The game, for example dice.")],
    lang: Lang = None,
    paper: Annotated[str, typer.Option(help="a4, letter, a5 or a3.")] = "a4",
    copies: Annotated[int | None, typer.Option(min=1, max=100_000, help="Copies of each component.")] = None,
    only: Annotated[list[str] | None, typer.Option(help="Only this id or glob; may be given again.")] = None,
    duplex: Annotated[str, typer.Option(help="none, long, short or fold (gutter fold on one side).")] = "long",
    bleed: Annotated[float, typer.Option(min=0, max=20, help="Bleed in mm.")] = 0.0,
    marks: Annotated[bool, typer.Option(help="Crop marks.")] = True,
    ink: Annotated[str, typer.Option(help="full, saver or grey.")] = "full",
    offset: Annotated[str, typer.Option(help="X,Y in mm: how far back sides are shifted for this printer.")] = "0,0",
    qr: Annotated[str | None, typer.Option(help="Address printed as a QR code on the sheets.")] = None,
    out: Annotated[Path | None, typer.Option(help="File to write (default: a named PDF in output/).")] = None,
) -> None:
    """Print a game's components as a PDF; prints each written path."""
    from companion.press import Job, print_job

    job = Job(
        game=game,
        kind=kind,
        lang=language(lang),
        paper=paper,
        copies=copies,
        only=tuple(only or ()),
        duplex=duplex,
        bleed=bleed,
        marks=marks,
        ink=ink,
        offset=_offset(offset),
        qr=qr,
        out=out,
    )
    for path in print_job(job):
        print(path)


def _offset(text: str) -> tuple[float, float]:
    from companion.errors import WrongCall

    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise WrongCall("not_offset", text) from None
    if not (abs(x) <= 50 and abs(y) <= 50):
        raise WrongCall("not_offset", text)
    return x, y
