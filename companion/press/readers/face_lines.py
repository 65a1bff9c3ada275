"""The words of a face in lines: signs by their names, short texts side by side, nothing twice."""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.faces.model import Face, leave_out
from companion.faces.print_texts import PrintVoice
from companion.faces.tags import FIGURE, IMPRINT, ITEM, TEXT, TITLE
from companion.press.readers.alt_texts import PictureTexts
from companion.press.readers.face_reader import FaceReader, Passage

SHORT = 16  # letters; such texts stand side by side
LONGEST_VALUE = 30  # letters
BETWEEN = " · "  # parts of a printed line
_CAPITALS = re.compile(r"\b[^\W\d_a-zа-яґіїє]{4,}\b")  # words in capitals; shorter ones are abbreviations
_SIGN = re.compile(r"\[(\d+)\]")


def spoken_words(face: Face, words: PrintVoice) -> str:
    """Return what a face says, to be read aloud: each line a sentence, capitals of headings small."""
    lines = FaceLines(face, PictureTexts(words), _spoken).lines
    return "\n".join(line if line.endswith((".", "!", "?", "…")) else f"{line}." for _, line in lines)


def _spoken(words: str) -> str:
    """Return words without markup; a voice might spell what is in capitals."""
    words = words.replace("*", "").replace(BETWEEN, ", ")
    return _CAPITALS.sub(lambda found: found[0].lower(), words)


class FaceLines:
    """The lines of one face.

    title: as printed, or "".
    values: its short texts and signs, in small letters.
    """

    def __init__(self, face: Face, alt: PictureTexts, plain: Callable[[str], str]) -> None:
        self.alt, self.plain = alt, plain
        self.reader = FaceReader(leave_out(face, IMPRINT), alt)
        self.title = ""
        self.values: list[str] = []
        self.lines: list[tuple[str, str]] = []
        self.said: set[str] = set()
        self.unit: list[str] = []
        self.units: list[str] = []
        self.listing = False  # the last passage was an item of a list
        for passage in self.reader.read_in_order():
            self.add(passage)
        self.end_line()

    def add(self, passage: Passage) -> None:
        """Add a passage: a sign or a short text to the line, another one as a line of its own."""
        words = self.name_signs(passage)
        if passage.picture or not words:
            return
        if passage.role == FIGURE:
            self.end_unit()
            self.unit = [words]
        elif passage.role == ITEM and len(words) <= SHORT:
            self.end_unit()
            if self.units and not self.listing:
                self.units[-1] += ":"
            self.units.append(words)
        elif passage.role == TEXT and len(words) <= SHORT:
            for part in words.split(BETWEEN):
                self.add_part(part)
        else:
            self.end_line()
            self.said.add(words.casefold())
            self.lines.append((passage.role, self.plain(words)))
            if passage.role == TITLE:
                self.title = words
            elif passage.role == TEXT and len(words) <= LONGEST_VALUE and not words.endswith("."):
                self.values.append(self.plain(words.lower()))
        self.listing = passage.role == ITEM

    def add_part(self, part: str) -> None:
        """Add a short text to the unit; a number waits for the text behind it."""
        if part.casefold() not in self.said or any(map(str.isdecimal, self.unit)):
            self.unit.append(part)
        if any(map(str.isalpha, part)):
            self.end_unit()
        elif " ".join(self.unit).casefold() in self.said:
            self.unit = []

    def end_unit(self) -> None:
        """Add the unit to the line, unless the face has said it before."""
        parts = list({part.casefold(): part for part in reversed(self.unit)}.values())[::-1]
        words, self.unit = " ".join(parts), []
        if words and words.casefold() not in self.said:
            self.units.append(words)
            self.said.update(part.casefold() for part in (words, *parts) if not part.isdecimal())

    def end_line(self) -> None:
        """Add the line of units."""
        self.end_unit()
        if self.units:
            self.lines.append((TEXT, self.plain(", ".join(self.units).replace(":, ", ": "))))
        self.values += [self.plain(words.rstrip(":").lower()) for words in self.units]
        self.units = []

    def name_signs(self, passage: Passage) -> str:
        """Return the words of a passage with its signs as words, but of an item a sign whose name it says."""

        def name(found: re.Match[str]) -> str:
            said = self.alt.picture(self.reader.signs[int(found[1])].name)
            rest = _SIGN.sub("", passage.words).casefold()
            return "" if passage.role == ITEM and said.casefold() in rest else said

        return " ".join(_SIGN.sub(name, passage.words).split())
