"""Fonts ready to measure and to draw with. Files are read when first used."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import count

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFDocument
from reportlab.pdfbase.ttfonts import SUBSETN, TTFError, TTFont

from companion.core import resources
from companion.core.errors import FaceError
from companion.core.exact import total
from companion.core.units import mm
from companion.faces.model import Text, rotate_point
from companion.faces.scripts.stretches import BREAK, count_tracked, is_complex
from companion.faces.text import KERNED
from companion.pdf import font_files, shaping
from companion.pdf.shaping import Glyph, GlyphRun

GAP = 0.08  # em between two texts that is a space
EM = 1000  # units of an outline in the size of its type
_BROKEN = (OSError, TTFError, struct.error, LookupError, ValueError, TypeError, AssertionError, ArithmeticError)
_GLYPHS = 0x100000  # from here on: letters for private use, for glyphs that have no letter of their own


class Letters(dict[str, float]):
    """Widths of a font's letters in em; KeyError for a missing one."""

    def __init__(self, name: str) -> None:
        super().__init__()
        face = load_font(name).face
        self._name, self._glyphs, self._widths = name, face.charToGlyph, face.charWidths
        self._kerned = name.endswith(KERNED)

    def __missing__(self, letter: str) -> float:
        code = ord(letter)
        if code not in self._glyphs:
            raise KeyError(letter)
        width: float = self._widths[code] / 1000
        self[letter] = width
        return width

    def width(self, words: str) -> float:
        """Return the width of words in em. Raises KeyError for a missing letter, FaceError for a missing script."""
        if not (self._kerned or is_complex(words)):
            return total([self[letter] for letter in words])
        return total([self._run_width(run) for run in shaping.shape_words(self._name, words)])

    def _run_width(self, run: GlyphRun | str) -> float:
        if isinstance(run, str):
            return total([self[letter] for letter in run])
        load_font(run.font)
        return run.width


class PDFType(TTFont):  # type: ignore[misc]
    """A font that also takes glyphs without a letter of their own, under letters for private use."""

    def __init__(self, name: str, path: str) -> None:
        super().__init__(name, path)
        self._private: dict[tuple[int, str], int] = {}
        self._words: dict[int, str] = {}
        self._next = count(_GLYPHS)

    def glyph_letter(self, glyph: Glyph) -> str:
        """Return the letter under which a glyph is drawn: its own if it has one."""
        if len(glyph.words) == 1 and self.face.charToGlyph.get(ord(glyph.words)) == glyph.id:
            return glyph.words
        code = self._private.get((glyph.id, glyph.words))
        if code is None:
            code = self._private.setdefault((glyph.id, glyph.words), next(self._next))
            self._words[code] = glyph.words
            self.face.charToGlyph[code] = glyph.id
            self.face.charWidths[code] = glyph.width * 1000
        return chr(code)

    def addObjects(self, doc: PDFDocument) -> None:  # noqa: N802  as ReportLab calls it
        """Add the font to a document; glyphs are copied from it as the letters that they stand for."""
        subsets: Sequence[Sequence[int]] = self.state[doc].subsets
        super().addObjects(doc)
        for number, subset in enumerate(subsets):
            name = (SUBSETN(number) + b"+" + self.face.name + self.face.subfontNameX).decode("pdfdoc")
            texts = doc.idToObject[f"toUnicodeCMap:{name}"]
            for code in subset:
                if code in self._words:
                    words = (self._words[code] or "\u200b").encode("utf-16-be").hex().upper()
                    texts.content = texts.content.replace(f"> <{code:04X}>", f"> <{words}>")


class LetterCodes(dict[str, tuple[str, str]]):
    """Codes of a font's letters in a document: the name of their subset, and the code, hexadecimal."""

    def __init__(self, name: str, document: PDFDocument) -> None:
        super().__init__()
        self._font, self._document = load_font(name), document

    def __missing__(self, letter: str) -> tuple[str, str]:
        ((subset, code),) = self._font.splitString(letter, self._document)
        self[letter] = self._font.getSubsetInternalName(subset, self._document), code.hex()
        return self[letter]


@resources.cached_reader
def letter_widths(font: str) -> Letters:
    """Return the letter widths: the Measure of faces/text.py. Raises FaceError for an unknown font."""
    return Letters(font)


def text_width(item: Text) -> float:
    """Return the width of a text with the tracking behind it, mm."""
    em = letter_widths(item.font).width(item.words)
    return mm(item.size) * (em + item.tracking * count_tracked(item.words))


def is_apart(item: Text, after: Text) -> bool:
    """Return True if a text does not continue right behind another one, and none of them has a space there."""
    if item.words.endswith((" ", BREAK)) or after.words.startswith(" "):
        return False
    size = mm(item.size)
    along, across = rotate_point((after.x - item.x, after.y - item.y), -item.angle)
    if abs(across) > GAP * size:
        return True
    gaps = [along - text_width(item)]
    if item.backwards or after.backwards:
        gaps.append(-along - text_width(after))
    return not any(-GAP * size < gap < GAP * size for gap in gaps)


def load_font(name: str) -> PDFType:
    """Return a font ready to draw with. Raises FaceError."""
    return _font(name.removesuffix(KERNED))


@resources.cached_reader
def _font(name: str) -> PDFType:
    path = font_files.font_path(name)
    try:
        if path.stat().st_size > font_files.LARGEST_FILE:
            raise FaceError(f"{font_files.OWN}/{path.name}: larger than {font_files.LARGEST_FILE // 1_000_000} MB")
        loaded = PDFType(name, str(path))
    except _BROKEN as error:
        why = "its outlines are not TrueType" if "postscript" in str(error) else str(error)[:100]
        raise FaceError(f"{font_files.OWN}/{path.name}: cannot be used as type ({why}); take a TrueType file") from None
    pdfmetrics.registerFont(loaded)
    return loaded
