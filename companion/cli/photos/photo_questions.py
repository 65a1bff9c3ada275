"""What is in doubt on a sheet that was read: shown with its pictures, and asked where somebody sits at the terminal."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli import screen
from companion.core.files import check_writable, write_atomic
from companion.core.messages import Ref
from companion.core.visible import show_hidden

if TYPE_CHECKING:
    from companion.paper.reading import PhotoSheet
    from companion.paper.sheet import Doubt
    from companion.play.game.paper_form import SheetPart
    from companion.words.wording import Voice

MOST_WAYS = 12  # that are listed; of more the nearest are
NEAREST = 3
NOTHING = "-"  # is typed where nothing stands
LONGEST = 100  # characters of an answer where anything may be written


class Pictures:
    """Pictures of sheets, written into a folder; none without one."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def check(self) -> None:
        """Before there is a picture: whether the folder, if it is there, takes files. Raises StoreError."""
        if self._folder is not None and self._folder.exists():
            check_writable(self._folder / "1.jpg")

    def write_sheet(self, number: int, path: Path, sheet: PhotoSheet) -> Path | None:
        """The sheet of the photo `path`, flattened. Raises StoreError."""
        from companion.paper import pictures

        return self._write(f"{number}-{path.stem}", pictures.sheet_picture(sheet)) if self._folder else None

    def doubt(self, number: int, path: Path, sheet: PhotoSheet, doubt: Doubt) -> Path | None:
        """Write the picture of a doubt. Raises StoreError."""
        from companion.paper import pictures

        name = f"{number}-{path.stem}-{doubt.part.name}"
        return self._write(name, pictures.fields_picture(sheet, doubt.part.fields)) if self._folder else None

    def _write(self, name: str, picture: bytes) -> Path:
        assert self._folder is not None  # who calls has looked
        path = self._folder / f"{name}.jpg"
        write_atomic(path, picture, folders=True)
        return path


def question(path: Path, doubt: Doubt, picture: Path | None, words: Voice) -> str:
    """Return the doubt, where to look, and the rule."""
    part, fields = doubt.part, [doubt.part.fields.index(name) + 1 for name in doubt.fields]
    if part.ways:
        likely, other, places = _word_of(doubt.likely), _word_of(doubt.other), ", ".join(map(str, fields))
        said = words.say("read.doubt", part=(part.label,), likely=likely, other=other, fields=places)
    else:
        said = words.say("read.asked", part=(part.label,))
    shown = f" {words.say('read.picture', path=show_hidden(str(picture)))}" if picture else ""
    return f"{show_hidden(str(path))}: {said}{shown} {words.rule_mark(part.rule)}"


def answer(part: SheetPart, likely: int | str, words: Voice) -> int | str | None:
    """Return a person's reading, one of the part's ways if it has any; None if unknown to them too.

    Raises EOFError, KeyboardInterrupt.
    """
    if any(value == marks for value, marks in part.ways.items()):
        screen.print_lines([words.say("read.letters")], "aside", stream=sys.stderr)
    asked = words.say("read.enter", likely=_word_of(likely)) if part.ways else words.say("read.type")
    while True:
        typed = screen.ask(asked)
        if not typed:
            return likely if part.ways else None
        if not part.ways and len(typed) <= LONGEST:
            return int(typed) if typed.isdecimal() and typed.isascii() else typed
        if (value := _way(part, typed, words)) is not None:
            return value
        screen.print_lines([_not_possible(part, typed, words)], "refusal", stream=sys.stderr)


def _word_of(value: int | str) -> str:
    """The word of the file for what stands there."""
    return str(value).lower() if isinstance(value, bool) else str(value) or NOTHING


def _way(part: SheetPart, typed: str, words: Voice) -> int | str | None:
    """The way that somebody means by its word in the file, or by its name."""
    known = words.content.tables.get(part.key, ()) if words.content else ()
    for value in part.ways:
        named = words.name(Ref(part.key, str(value))) if value in known else ""
        if typed.casefold() in (_word_of(value).casefold(), named.casefold()):
            return value
    return None


def _not_possible(part: SheetPart, typed: str, words: Voice) -> str:
    if not part.ways:
        return words.say("error.text_long", number=LONGEST)
    ways = [_word_of(value) for value in part.ways]
    code = "read.not_possible"
    if len(ways) > MOST_WAYS:
        code, ways = "read.not_possible_near", difflib.get_close_matches(typed, ways, NEAREST, cutoff=0)
    said = words.say(code, word=typed[:LONGEST], choices=", ".join(ways))
    return f"{said} {words.rule_mark(part.rule)}"
