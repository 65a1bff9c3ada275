"""Fonts: files by font name, letter widths. Files are read when first used.

A name is one of FONTS, or a file of the user's own in cards/fonts/ (`hand` for `hand.ttf`), which comes first.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from companion.core import resources
from companion.core.errors import FaceError, LocalizedError, did_you_mean
from companion.core.units import mm
from companion.faces.model import Text, rotate_point

_WEIGHTS = {"400": "Regular", "600": "Semibold", "700": "Bold"}
FONTS = {
    f"{family}-{weight}": f"{stem}-{name}.ttf"
    for family, stem in (("serif", "SourceSerifPro"), ("sans", "SourceSansPro"))
    for weight, name in _WEIGHTS.items()
}
TYPE = resources.PACKAGE / "type"  # of the house; licence: LICENSES/OFL-1.1.txt
OWN = "cards/fonts"
SUFFIXES = (".ttf", ".otf")
LARGEST_FILE = 64_000_000  # bytes
GAP = 0.08  # em between two texts that is a space
EM = 1000  # units of an outline in the size of its type
_NAME = re.compile(r"[\w. -]{1,80}")
_BROKEN = (OSError, TTFError, struct.error, LookupError, ValueError, TypeError, AssertionError, ArithmeticError)


class Letters(dict[str, float]):
    """Widths of a font's letters in em; KeyError for a missing one, FaceError for one that cannot be set."""

    def __init__(self, font: TTFont) -> None:
        super().__init__()
        self._glyphs, self._widths = font.face.charToGlyph, font.face.charWidths

    def __missing__(self, letter: str) -> float:
        code = ord(letter)
        if code not in self._glyphs:
            raise KeyError(letter)
        if unicodedata.bidirectional(letter) in ("R", "AL"):
            raise FaceError(
                f"'{letter}' (U+{code:04X}) is of a script that runs from right to left, which is not set yet"
            )
        width: float = self._widths[code] / 1000
        self[letter] = width
        return width


def letter_widths(font: str) -> Letters:
    """Return the letter widths: the Measure of faces/text.py. Raises FaceError for an unknown font."""
    return _letters(font, resources.roots())


def is_apart(item: Text, after: Text) -> bool:
    """Return True if a text does not continue right behind another one."""
    letters = letter_widths(item.font)
    size = mm(item.size)
    wide = size * (sum([letters[letter] for letter in item.words]) + item.tracking * len(item.words))
    along, across = rotate_point((after.x - item.x, after.y - item.y), -item.angle)
    return abs(across) > GAP * size or not -GAP * size < along - wide < GAP * size


def load_font(name: str) -> TTFont:
    """Return a font ready to draw with. Raises FaceError."""
    return _font(name, resources.roots())


def font_bytes(name: str) -> bytes:
    """Return the file of a font. Raises FaceError, LocalizedError in a clone that is not installed."""
    return _path(name).read_bytes()


def user_font(name: str) -> Path | None:
    """Return the user's own font file of that name, or None."""
    if not _NAME.fullmatch(name):
        return None
    return next((path for suffix in SUFFIXES if (path := resources.find(f"{OWN}/{name}{suffix}"))), None)


@resources.cached_reader
def _letters(name: str, roots: tuple[Path, ...]) -> Letters:
    return Letters(_font(name, roots))


@resources.cached_reader
def _font(name: str, roots: tuple[Path, ...]) -> TTFont:
    path = _path(name)
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise FaceError(f"{OWN}/{path.name}: larger than {LARGEST_FILE // 1_000_000} MB")
        loaded = TTFont(name, str(path))
    except _BROKEN as error:
        why = "its outlines are not TrueType" if "postscript" in str(error) else str(error)[:100]
        raise FaceError(f"{OWN}/{path.name}: cannot be used as type ({why}); take a TrueType file") from None
    pdfmetrics.registerFont(loaded)
    return loaded


def _path(name: str) -> Path:
    if path := user_font(name):
        return path
    if name not in FONTS:
        known = {*FONTS, *(file for suffix in SUFFIXES for file in resources.list_names(OWN, f"*{suffix}"))}
        raise FaceError(f"no font '{name:.60}'{did_you_mean(name[:100], known)}; your own stand in {OWN}/")
    if not (path := TYPE / FONTS[name]).is_file():
        raise LocalizedError("type_missing")
    return path
