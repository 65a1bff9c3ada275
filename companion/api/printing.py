"""Files to print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

from companion.api.boundary import check_call, fits
from companion.api.reader import AnyPath, only_game, own_folder
from companion.content import load
from companion.core.errors import WrongCall, WrongType
from companion.press.deck import deck_name
from companion.press.print_options import Job
from companion.press.printers import find_printer
from companion.press.printing import print_files
from companion.press.stock import WrittenFile
from companion.press.two_processes import can_share, print_by_two
from companion.sheets.model import Correction

if TYPE_CHECKING:
    from companion.press.printing import Watch


@check_call
def print_kind(
    kind: str,
    *,
    game: str = "",
    lang: str = "",
    content: AnyPath | None = None,
    only: str | Sequence[str] = (),
    duplex: str = "",
    printer: str = "",
    offset: tuple[float, float] | None = None,
    images: AnyPath | None = None,
    out: AnyPath | None = None,
    watch: Watch | None = None,
    processes: int = 1,
    **options: Any,
) -> list[WrittenFile]:
    """Print a kind of a game's components, or `all`, as files.

    Args:
        kind: sheets, cards, tiles, dice, boards, aids, figures, boxes or all.
        game: its id; with `content` the only one there by default.
        lang: a language in which the game is printed; English by default.
        content: a folder of your own with content/, cards/ and layouts/.
        only: ids, globs or names of components and single pieces.
        duplex: none, long, short, fold or glue; long by default.
        printer: one of `companion printer add`, with its way of printing backs and their shift.
        offset: x and y in mm by which backs are shifted, in place of the printer's own.
        images: a folder of pictures that is the deck, in place of a game.
        out: the file (or folder) to write; by default a name in output/ of the current folder.
        watch: called with stage, done and total.
        processes: with 2, another process makes half the files of `all`; a script that asks for it stands below
            `if __name__ == "__main__":`.
        options: further fields of `companion.press.Job`: paper="letter", copies=3, ink="grey", bleed=3 (mm) ...

    Returns:
        The files: `path`, `pages`, `sheets` of paper, and the `used_share` of it, 0 to 1.

    Raises:
        WrongCall: an unknown word; names the nearest.
        FaceError: a face cannot be built.
        LayoutError: faces are too large for the paper.
        ContentError: a fault in content/.
        StoreError: a file cannot be written; none is left half written.
    """
    with own_folder(content, game) as folder:
        chosen = game or (deck_name(Path(images)) if images is not None else only_game(folder))
        patterns = (only,) if isinstance(only, str) else tuple(only)
        way, correction = backs(printer, duplex, offset)
        options |= {"out": None if out is None else Path(out), "images": None if images is None else Path(images)}
        if options.get("shop") and options.get("format", "pdf") == "pdf":
            options["format"] = "shop"
        job = Job(chosen, kind, lang or default_language(chosen), only=patterns, duplex=way, correction=correction)
        job = replace(job, **_check_options(options))
        return print_by_two(job, watch) if processes > 1 and can_share(job) else print_files(job, watch)


def backs(printer: str, duplex: str, offset: tuple[float, float] | None) -> tuple[str, Correction | None]:
    """Return the way of printing backs and their shift: what is asked for comes before the printer's own."""
    way, x, y, angle = "long", 0.0, 0.0, 0.0
    if printer:
        profile = find_printer(printer)
        way, x, y, angle = profile.flip, profile.x, profile.y, profile.angle
    if offset is not None:
        x, y = offset
    return duplex or way, Correction(x, y, angle) if x or y or angle else None


def _check_options(options: dict[str, Any]) -> dict[str, Any]:
    """Return options that are fields of a job. Raises WrongCall, WrongType."""
    known = get_type_hints(Job)
    for name, value in options.items():
        if name not in known:
            raise WrongCall("no_option", name, known)
        if not fits(value, known[name]):
            raise WrongType(f"{name} is {known[name]}, not {type(value).__name__}")
    return options


def default_language(game: str) -> str:
    """Return English, or the first language that the game has."""
    known = load.load(game).languages if load.has_game(game) else ("en",)
    return "en" if "en" in known else known[0]
