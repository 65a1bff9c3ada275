"""companion printer add, list, test."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli import completion, screen
from companion.cli.common import AsJson, Lang, language, print_json, voice

if TYPE_CHECKING:
    from companion.press.printers import Profile
    from companion.words.wording import Voice

Reading = Annotated[
    str | None,
    typer.Option(
        metavar="READING", help="Where the pin comes out on the back: lines (Q11) or mm right and down (1.5,-1)."
    ),
]
Flip = Annotated[
    str,
    typer.Option(
        help="The edge your printer flips on; default: long. If the back of the test is upside down, the other one.",
        **completion.offer("long", "short"),
    ),
]


app = typer.Typer(no_args_is_help=True)


@app.callback()
def printer() -> None:
    """Manage your printers: the edge they flip on and the shift of back sides.

    They are kept in printers.json in your settings;
    COMPANION_PRINTERS names another file.
    """


@app.command(epilog="Example: companion printer add study --left Q11 --right R12")
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name of your own: letters, digits, - and _.")],
    left: Reading = None,
    right: Reading = None,
    x: Annotated[float | None, typer.Option(help="Shift of backs to the right in mm, in place of readings.")] = None,
    y: Annotated[float | None, typer.Option(help="Shift of backs down in mm, in place of readings.")] = None,
    angle: Annotated[
        float | None, typer.Option(help="Turn of backs clockwise in degrees, in place of readings.")
    ] = None,
    flip: Flip = "",
    lang: Lang = None,
) -> None:
    """Add a printer, or give it new values; says in words what its backs need."""
    from companion.core.errors import WrongCall
    from companion.press import printers
    from companion.sheets import calibration
    from companion.sheets.model import Correction

    words = voice(lang)
    given = (x, y, angle) != (None, None, None)
    if left is not None and right is not None and not given:
        needed = calibration.correction_of_readings(calibration.parse_reading(left), calibration.parse_reading(right))
    elif left is None and right is None and (given or flip):
        needed = Correction(x or 0.0, y or 0.0, angle or 0.0)
    else:
        raise WrongCall("printer_values")
    profile = printers.check_profile(name, needed.x, needed.y, needed.angle, flip or "long")
    printers.save_printer(profile)
    print(words.say("printer.stored", name=profile.name, how=_how(words, profile), edge=_edge(words, profile)))


@app.command("list", epilog="Example: companion printer list")
def list_(lang: Lang = None, as_json: AsJson = False) -> None:
    """List every printer and what its backs need.

    --json has of each `name`, `x`, `y` (mm), `angle` (degrees) and `flip`.
    """
    from companion.press import printers

    words = voice(lang)
    profiles = printers.load_printers()
    if as_json:
        print_json([asdict(one) for one in profiles.values()])
        return
    if not profiles:
        print(words.say("printer.none"))
    screen.print_lines(
        screen.align_rows(
            [(one.name, words.say(f"print.calibration_{one.flip}"), _how(words, one)) for one in profiles.values()]
        )
    )


@app.command("test", epilog="Example: companion printer test --paper a4")
def print_test(
    paper: Annotated[
        str,
        typer.Option(
            autocompletion=completion.papers, help="a4, letter, a3 ... or WIDTHxHEIGHT in mm, at least 200x205."
        ),
    ] = "a4",
    printer: Annotated[
        str,
        typer.Option(
            autocompletion=completion.printers,
            help="Print the proof of this printer: the pin should come out in the middle, at N13.",
        ),
    ] = "",
    flip: Flip = "",
    lang: Lang = None,
    out: Annotated[
        Path | None, typer.Option(help="File to write; default: a name in output/ of the current folder.")
    ] = None,
) -> None:
    """Print the calibration sheet, front and back, to be read with a pin; prints its path."""
    from companion.press import printer_test, printers

    spoken = language(lang)
    profile = printers.find_printer(printer) if printer else None
    way = flip or (profile.flip if profile else "long")
    print(printer_test.print_test(paper, way, spoken, profile, out))


def _edge(words: Voice, profile: Profile) -> str:
    return words.say(f"printer.{profile.flip}")


def _how(words: Voice, profile: Profile) -> str:
    """`0.6 mm right, 0.3 mm up, turned 0.12 degrees clockwise`."""
    ways = (
        (profile.x, "right", "left"),
        (profile.y, "down", "up"),
        (profile.angle, "clockwise", "counter"),
    )
    parts = [
        words.say(f"printer.{more if value > 0 else less}", n=words.texts.number(abs(round(value, 2))))
        for value, more, less in ways
        if round(value, 2)
    ]
    return ", ".join(parts) or words.say("printer.still")
