"""What a card says, in words that Braille can write.

Uncontracted Braille has fewer signs than print, and some of its cells mean two things. So typographic signs become the
plain sign of the language, and what would come back as something else (`1/24`, `+1`) becomes words.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import partial

from companion.faces.model import Face, leave_out
from companion.faces.print_texts import PrintVoice
from companion.faces.tags import FIGURE, IMPRINT, ITEM, NOTE, TEXT, TITLE
from companion.press.readers.alt_texts import PictureTexts
from companion.press.readers.face_reader import FaceReader, Passage
from companion.press.shop import Piece

SHORT = 16  # letters; such texts stand side by side
LONGEST_VALUE = 30  # letters
BETWEEN = " · "  # parts of a printed line
_SIGN = re.compile(r"\[(\d+)\]")

Rules = tuple[tuple[str, str], ...]
_EVERYWHERE: Rules = ((r"[*]", ""), (BETWEEN, ", "), (r"\s+", " "), (r" (?=[.,;:!?])", ""), ("…", "..."))
_NAMED = (("braille_of", r"(\d+)/(\d+)"), ("braille_plus", r"\+(\d+)"), ("braille_times", r"×\s?(\d+)"))
_CYRILLIC: Rules = (
    ("“|„(?=\\w)", "«"),
    ("”", "»"),
    (r"(?<=\d)(?=[^\W\d_])", " "),  # 1А would be 11
    (r"(?<=\d), (?=[абцдефгхиж])", " - "),  # the space would be lost, and 6, а become 6,1
    (r" ?[–—]|\s-(?=\s)", "-"),  # a dash stands right behind the word before it
)
RULES: dict[str, Rules] = {
    "en": (
        ("[“”„«»]", '"'),
        ("–", "—"),
        ("(?<=[A-Z])’(?=[A-Z])", "'"),
        (r"(?<=\d)(?=[A-Ja-j]\b)", " "),  # 1A would be 11
    ),
    "pl": (
        ("[–—]", "-"),
        ("[“”„«»]", '"'),
        (r"(?<=\d)(?=[A-Ja-j]\b)", " "),
        ("’", "-"),  # an apostrophe would be a full stop
        (r'"\.', '."'),  # this one be an apostrophe
        (r"\(([^)]*)\)(?=[.,:;!?]|$)", r"- \1"),  # both brackets are the same cell
        (r"\(([^)]*)\)", r"- \1 -"),
    ),
    "ru": _CYRILLIC,
    "uk": (("’", "'"), ("ŷ", "у"), ("Ŷ", "У"), *_CYRILLIC),
}
LETTERS = {"pl": "ąćęłńóśźż", "ru": "ёй", "uk": "їйґ"}  # whose marks are no accents; English writes all accents


@dataclass(frozen=True, slots=True)
class CardWords:
    """A card in plain words.

    name: its title as printed.
    lines: role and words.
    keys: its values in small letters, those with numbers first.
    """

    name: str
    title: str
    lines: tuple[tuple[str, str], ...]
    keys: tuple[str, ...]


class BrailleWords:
    """Says the cards of one game in one language."""

    def __init__(self, words: PrintVoice) -> None:
        self.words, self.alt = words, PictureTexts(words)

    def card(self, piece: Piece) -> CardWords:
        """Return what both sides of a card say, the back in one line."""
        front = _Lines(self, piece.leaf.front)
        lines = front.lines
        title = self.plain(front.title or piece.name)
        if not front.title:
            lines = [(TITLE, title), *lines]
        if piece.leaf.back:
            back = [words for _, words in _Lines(self, piece.leaf.back).lines]
            lines = [*lines, (NOTE, ", ".join(dict.fromkeys(", ".join(back).split(", "))))]
        keys = sorted(front.values, key=lambda words: not any(map(str.isdigit, words)))
        return CardWords(front.title or piece.name, title, tuple(lines), tuple(keys))

    def plain(self, words: str) -> str:
        """Return words with signs that the Braille of the language can write."""
        for pattern, new in _EVERYWHERE:
            words = re.sub(pattern, new, words)
        for key, pattern in _NAMED:
            words = re.sub(pattern, partial(self.say_numbers, key), words)
        for pattern, new in RULES.get(self.words.lang, ()):
            words = re.sub(pattern, new, words)
        return self.without_accents(words).strip()

    def say_numbers(self, key: str, found: re.Match[str]) -> str:
        """Return the text of that id with the numbers that were found."""
        return self.words.say(key, **dict(zip(("n", "of"), found.groups(), strict=False)))

    def without_accents(self, words: str) -> str:
        """Return words without the accents that the language itself does not have."""
        own = LETTERS.get(self.words.lang)
        if own is None:
            return words
        return "".join(letter if letter.casefold() in own else _without_accent(letter) for letter in words)


class _Lines:
    """The lines of one face. values: its short texts and signs."""

    def __init__(self, words: BrailleWords, face: Face) -> None:
        self.words = words
        self.reader = FaceReader(leave_out(face, IMPRINT), words.alt)
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
            self.lines.append((passage.role, self.words.plain(words)))
            if passage.role == TITLE:
                self.title = words
            elif passage.role == TEXT and len(words) <= LONGEST_VALUE and not words.endswith("."):
                self.values.append(self.words.plain(words.lower()))
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
            self.lines.append((TEXT, self.words.plain(", ".join(self.units).replace(":, ", ": "))))
        self.values += [self.words.plain(words.rstrip(":").lower()) for words in self.units]
        self.units = []

    def name_signs(self, passage: Passage) -> str:
        """Return the words of a passage with its signs as words, but of an item a sign whose name it says."""

        def name(found: re.Match[str]) -> str:
            said = self.words.alt.picture(self.reader.signs[int(found[1])].name)
            rest = _SIGN.sub("", passage.words).casefold()
            return "" if passage.role == ITEM and said.casefold() in rest else said

        return " ".join(_SIGN.sub(name, passage.words).split())


def _without_accent(letter: str) -> str:
    """Return a letter without its accent."""
    return unicodedata.normalize("NFD", letter)[0]
