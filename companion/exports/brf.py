"""A BRF file for an embosser: ASCII Braille (North American), pages of 40 cells by 25 lines.

Lines end with CR LF, pages with a form feed. Knows cells, not words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.exports.model import Document

WIDE, HIGH = 40, 25  # cells, lines
BLANK, HYPHEN = "\u2800", "\u2824"
_ASCII = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)="  # by dots, dot 1 the lowest bit
_LETTERS = {0x2800 + dots: letter for dots, letter in enumerate(_ASCII)}


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Cells with the number of blank ones before the first line and before the others."""

    cells: str
    first: int = 0
    others: int = 0


def wrap_cells(cells: str, wide: int) -> list[str]:
    """Return lines of at most `wide` cells; a longer word is divided with a hyphen."""
    words = []
    for word in cells.split(BLANK):
        while len(word) > wide:
            words.append(word[: wide - 1] + HYPHEN)
            word = word[wide - 1 :]
        words.append(word)
    out: list[str] = []
    for word in filter(None, words):
        if out and len(out[-1]) + 1 + len(word) <= wide:
            out[-1] += BLANK + word
        else:
            out.append(word)
    return out


def brf_file(name: str, blocks: Sequence[Sequence[Paragraph]]) -> Document:
    """Return the blocks as a file, an empty line between them; none is split that finds room on one page."""
    pages: list[list[str]] = []
    for block in blocks:
        lines = [line for paragraph in block for line in _lines(paragraph)]
        if pages and len(pages[-1]) + 1 + len(lines) <= HIGH:
            pages[-1] += ["", *lines]
        else:
            pages += [lines[at : at + HIGH] for at in range(0, len(lines), HIGH)]
    text = "\f".join("".join(f"{line}\r\n" for line in page) for page in pages)
    return Document(name, text.encode("ascii"))


def _lines(paragraph: Paragraph) -> list[str]:
    """Return a paragraph as lines of ASCII."""
    lines = wrap_cells(paragraph.cells, WIDE - max(paragraph.first, paragraph.others))
    indents = [paragraph.first, *[paragraph.others] * len(lines)]
    return [(BLANK * indent + line).translate(_LETTERS) for indent, line in zip(indents, lines, strict=False)]
