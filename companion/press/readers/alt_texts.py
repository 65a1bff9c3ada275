"""Words for pictures and fields of a tagged PDF, from the texts `picture.NAME` of the game or of all games.

NAME is the file's, `ring` for `icons/ring`; where two files have the same, one is named with its folder:
`vignettes.rivendell`. Drawings of cards/decoration.yaml have no words. Drawings of cards/composed.yaml are parts of
pictures, whose words are those of their parts. A drawing of a user's own without a text is called as a row whose `icon`
it is, else as its file.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path

from companion.content import strict_yaml
from companion.core import resources
from companion.core.errors import FaceError
from companion.faces.model import Shape
from companion.faces.print_texts import PrintVoice

DECORATION, COMPOSED = "cards/decoration.yaml", "cards/composed.yaml"
TEXTS = "picture."  # how ids of these texts begin
TALL = "-tall"  # at the end of the name of a picture that is higher than wide
LATIN = "en"  # the language of words in Latin letters where others are usual
LEAST = 3  # letters of such words; fewer are a number or a sign
TICK = 6.0  # mm; a field up to this width is ticked, a wider one is written in
_CYRILLIC = ("ru", "uk")


class PictureTexts:
    """Words for what is no text, in the language of a print; see pdf/structure.py."""

    def __init__(self, words: PrintVoice) -> None:
        self.words = words
        self.decoration, self.parts = decoration(), picture_parts()
        self.rows = _names_by_icon(words)
        self._said: dict[str, str] = {}
        self._places: dict[str, int | None] = {}

    def picture(self, name: str) -> str:
        """Return what a picture shows, or "" for decoration."""
        if name not in self._said:
            self._said[name] = self._picture(name)
        return self._said[name]

    def is_part(self, name: str) -> bool:
        """Return True if a picture is put together of this drawing and others."""
        return self._part(name) is not None

    def describe_parts(self, names: Iterable[str]) -> str:
        """Return what a picture that is put together of these drawings shows, or ""."""
        places = sorted(place for name in names if (place := self._part(name)) is not None)
        texts = dict.fromkeys(text for place in places if (text := self.parts[place][1]))
        return ", ".join(map(self.picture, texts))

    def _part(self, name: str) -> int | None:
        """Return the place among the parts of the first glob that fits, or None."""
        if name not in self._places:
            fits = (place for place, (pattern, _) in enumerate(self.parts) if fnmatchcase(name, pattern))
            self._places[name] = next(fits, None)
        return self._places[name]

    def _picture(self, name: str) -> str:
        short = name.removesuffix(TALL)
        file = short.rpartition("/")[2]
        named = TEXTS + short.replace("/", ".")
        if named not in self.words.texts:
            if any(fnmatchcase(name, pattern) for pattern in self.decoration):
                return ""
            named = TEXTS + file
        if named in self.words.texts:
            return self.words.texts.plain_text(named)
        return self.rows.get(file) or Path(file).stem.replace("-", " ").replace("_", " ")

    def field(self, shape: Shape) -> tuple[str, str]:
        """Return the role of a field to fill in (`cb` to tick, `tv` to write) and words for it."""
        if shape.path[0][0] == "M":
            return "tv", self.words.say("field_line")
        ticked = shape.path[0][0] == "circle" or shape.box[2] <= TICK
        return ("cb", self.words.say("field_tick")) if ticked else ("tv", self.words.say("field_box"))

    def language(self, words: str) -> str:
        """Return the language of words in Latin letters where the language of the print has others, or ""."""
        letters = [letter for letter in words if letter.isalpha()] if self.words.lang in _CYRILLIC else []
        foreign = len(letters) >= LEAST and all("LATIN" in unicodedata.name(letter, "") for letter in letters)
        return LATIN if foreign else ""


def _names_by_icon(words: PrintVoice) -> Mapping[str, str]:
    """Return the names of rows by their icon; the first row of an icon counts."""
    out: dict[str, str] = {}
    for table in words.content.tables.values():
        for row in table.values():
            if isinstance(icon := row.get("icon"), str) and (name := words.name(row)):
                out.setdefault(icon, name)
    return out


def decoration() -> tuple[str, ...]:
    """Return the globs of drawings that are decoration. Raises FaceError with file and line."""
    return _read_decoration(tuple(resources.find_all(DECORATION)))


def picture_parts() -> tuple[tuple[str, str], ...]:
    """Return the drawings that pictures are put together of, as globs, with their texts. Raises FaceError."""
    return _read_parts(tuple(resources.find_all(COMPOSED)))


@resources.cached_reader
def _read_parts(files: tuple[Path, ...]) -> tuple[tuple[str, str], ...]:
    out: list[tuple[str, str]] = []
    for path in files:
        data = strict_yaml.read_or_raise(path, COMPOSED)
        if not isinstance(data, Mapping) or not all(isinstance(text, str) for text in data.values()):
            raise FaceError(f"{COMPOSED}:1: is a mapping of names of drawings and texts, such as lands/hill: hill")
        out += data.items()
    return tuple(out)


@resources.cached_reader
def _read_decoration(files: tuple[Path, ...]) -> tuple[str, ...]:
    out: list[str] = []
    for path in files:
        data = strict_yaml.read_or_raise(path, DECORATION)
        if not isinstance(data, list) or not all(isinstance(pattern, str) for pattern in data):
            raise FaceError(f"{DECORATION}:1: is a list of names of drawings, such as ornaments/*")
        out += data
    return tuple(out)
