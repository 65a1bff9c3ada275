"""companion icons add, find."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from companion.cli import screen
from companion.cli.common import Lang, voice

app = typer.Typer(no_args_is_help=True)


@app.callback()
def icons() -> None:
    """Manage icons by others for games of your own: sets as Iconify publishes them.

    They are kept in your data folder. `icon: game-icons/crossed-swords`
    draws one in a face; in a text its name stands in brackets.
    """


@app.command(epilog="Example: companion icons add iconify-json-game-icons-1.2.4.tgz")
def add(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="An npm package @iconify-json/SET (.tgz), or its icons.json with info.json beside it."
        ),
    ],
    lang: Lang = None,
) -> None:
    """Add a set of icons, or a newer edition of it; prints its folder.

    Icons with gradients or text are left out: they cannot be printed.
    A licence that forbids selling or changing is refused.
    """
    from companion.icons.added import add_set
    from companion.icons.iconify import read_set

    words = voice(lang)
    with screen.progress_bar() as bar:
        found = read_set(file, lambda done, of: bar.show(words.say("icons.reading"), done, of) if bar else None)
    folder = add_set(found)
    credit = found.credit
    note = words.say("icons.added", n=len(found.icons), name=credit.name, author=credit.author, licence=credit.licence)
    print(note, file=sys.stderr)
    if found.left_out:
        name, reason = next(iter(found.left_out.items()))
        print(words.say("icons.left_out", n=len(found.left_out), name=name, reason=reason), file=sys.stderr)
    print(folder)


@app.command(epilog="Example: companion icons find sword")
def find(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[WORD]...", help="Parts of its name; all of them.")
    ] = None,
    lang: Lang = None,
) -> None:
    """List the added icons with these words in their names."""
    from companion.core.errors import WrongCall
    from companion.icons.added import find_icons

    found = find_icons(words or ())
    if not found:
        raise WrongCall("icons_none", " ".join(words or "*"))
    for name in found:
        print(name)
