"""Files to print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.api.reader import AnyPath, only_game, own_folder
from companion.content import load
from companion.press.print_options import Job
from companion.press.printing import print_files
from companion.press.stock import WrittenFile

if TYPE_CHECKING:
    from companion.press.printing import Watch


def print_kind(
    kind: str,
    *,
    game: str = "",
    lang: str = "",
    content: AnyPath | None = None,
    only: str | Sequence[str] = (),
    out: AnyPath | None = None,
    watch: Watch | None = None,
    **options: Any,
) -> list[WrittenFile]:
    """Print a kind of a game's components, or `all`, and return the files: `path`, `pages`, `sheets`, `used` area.

    kind: sheets, cards, tiles, dice, boards, aids, figures or boxes.
    game: its id; with `content` the only one there by default.
    lang: one in which the game is printed; English by default.
    content: a folder of your own with content/, cards/ and layouts/.
    only: ids or globs of components.
    out: the file (or folder) to write; by default a name in output/, or in the current folder once installed.
    watch: called with stage, done and total.
    options: the fields of `companion.press.Job`, which are the options of `companion print`: paper="letter", copies=3,
    ink="grey", duplex="short", bleed=3 (mm) ...

    Raises WrongCall for an unknown word, FaceError, LayoutError, ContentError, StoreError where a file cannot be
    written. Then no file is left half written.
    """
    with own_folder(content):
        chosen = game or only_game()
        patterns = (only,) if isinstance(only, str) else tuple(only)
        job = Job(chosen, kind, lang or default_language(chosen), only=patterns)
        return print_files(replace(job, out=None if out is None else Path(out), **options), watch)


def default_language(game: str) -> str:
    """Return English, or the first language that the game has."""
    known = load.load(game).languages if game in load.game_ids() else ("en",)
    return "en" if "en" in known else known[0]
