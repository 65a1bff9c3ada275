"""Cards in Braille: a BRF file of all they say, and labels for their sleeves.

Every line is translated by liblouis and back. What does not come back as it was, but for capitals, is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.core.errors import WrongCall
from companion.exports import brf, liblouis
from companion.exports.brf import Paragraph
from companion.exports.model import Document
from companion.faces.tags import HEADING, TITLE
from companion.press.readers import braille_labels
from companion.press.readers.braille_words import BrailleWords, CardWords
from companion.press.shop import Piece, Shop
from companion.sheets.model import Leaf

KIND = "cards"  # the print kind that is written
TABLES = {"en": "en-ueb-g1.ctb", "pl": "Pl-Pl-g1.utb", "ru": "ru-litbrl.ctb", "uk": "uk.utb"}  # of liblouis
_INDENTS = {TITLE: (4, 4), HEADING: (4, 4)}  # cells before the first line and the others
_PARAGRAPH = (2, 0)


def check_braille(lang: str) -> str:
    """Return the table of a language. Raises WrongCall without one, or without liblouis."""
    if lang not in TABLES:
        raise WrongCall("no_braille", lang, choices=", ".join(TABLES))
    liblouis.check_program()
    return TABLES[lang]


class BrailleCards:
    """The cards among some pieces, translated. Raises WrongCall for words that do not come back."""

    def __init__(self, shop: Shop, pieces: Iterable[Piece]) -> None:
        self.shop = shop
        words = BrailleWords(shop.words)
        self.pieces = [piece for piece in pieces if piece.kind == KIND]
        self.cards = [words.card(piece) for piece in self.pieces]
        self.heads = {piece.component: words.plain(piece.title) for piece in self.pieces}
        self.game = words.plain(shop.words.title)
        self.cells = translate_lines([self.game, *self.heads.values(), *_all_words(self.cards)], shop.words.lang)

    def brf_file(self, name: str) -> Document:
        """Return what the cards say, each under its name, those of a component under its title."""
        blocks = [[Paragraph(self.cells[self.game], 8, 8)]]
        component = ""
        for piece, card in zip(self.pieces, self.cards, strict=True):
            block = [Paragraph(self.cells[words], *_INDENTS.get(role, _PARAGRAPH)) for role, words in card.lines]
            if piece.component != component:
                component = piece.component
                block = [Paragraph(self.cells[self.heads[component]], 6, 6), *block]
            blocks.append(block)
        return brf.brf_file(name, blocks)

    def labels(self) -> list[Piece]:
        """Return a label for each card, in as many copies."""
        out = []
        for piece, card in zip(self.pieces, self.cards, strict=True):
            lines = braille_labels.choose_lines(self.cells[card.title], [self.cells[words] for words in card.keys])
            id = f"{piece.leaf.id} label"
            name = piece.title if card.name == piece.name else f"{piece.title}: {card.name}"
            face = braille_labels.label_face(id, name, lines, self.shop.setter)
            out.append(replace(piece, leaf=Leaf(id, face)))
        return out


def translate_lines(lines: Iterable[str], lang: str) -> dict[str, str]:
    """Return the cells of each line. Raises WrongCall for a line that does not come back, but for capitals."""
    table = check_braille(lang)
    known = list(dict.fromkeys(lines))
    cells = liblouis.write_cells(known, table)
    if missing := {letter for line in cells for letter in line} - liblouis.CELLS:
        raise WrongCall("braille_letters", lang, table=table, letters=" ".join(sorted(missing)))
    for line, back in zip(known, liblouis.read_cells(cells, table), strict=True):
        if back.casefold() != line.casefold():
            raise WrongCall("braille_differs", lang, table=table, line=line, back=back)
    return dict(zip(known, cells, strict=True))


def _all_words(cards: Sequence[CardWords]) -> Iterable[str]:
    """Yield every line of the cards, and their values."""
    for card in cards:
        yield card.title
        yield from (words for _, words in card.lines)
        yield from card.keys
