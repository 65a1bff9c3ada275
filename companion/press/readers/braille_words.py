"""The words of a card as Braille can write them.

Uncontracted Braille has fewer signs than print, and some of its cells mean two things. So typographic signs become the
plain sign of the language, and what would come back as something else (`1/24`, `+1`) becomes words.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import partial

from companion.faces.print_texts import PrintVoice
from companion.faces.tags import NOTE, TITLE
from companion.press.readers.alt_texts import PictureTexts
from companion.press.readers.face_lines import BETWEEN, FaceLines
from companion.press.shop import Piece

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
        front = FaceLines(piece.leaf.front, self.alt, self.plain)
        lines = front.lines
        title = self.plain(front.title or piece.name)
        if not front.title:
            lines = [(TITLE, title), *lines]
        if piece.leaf.back:
            back = [words for _, words in FaceLines(piece.leaf.back, self.alt, self.plain).lines]
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


def _without_accent(letter: str) -> str:
    """Return a letter without its accent."""
    return unicodedata.normalize("NFD", letter)[0]
