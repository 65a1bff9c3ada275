"""Labels in Braille for the sleeves of cards: name and values, as dots of true size, and the name in ink for helpers.

Dots as in Marburg Medium: 1.5 mm across, 2.5 mm apart in a cell, cells 6 mm apart, lines 10 mm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.exports.brf import wrap_cells
from companion.faces.model import Face, Item, Shape, Step, Text
from companion.faces.template import styles
from companion.faces.text import Typesetter

TRIM = (63.0, 88.0)  # mm; on a sleeve for cards of this size or more
WIDE, HIGH = 10, 8  # cells, lines
DOT, APART, CELL, LINE = 1.5, 2.5, 6.0, 10.0  # mm
LEFT, TOP = 3.25, 10.25  # mm; the middle of the first dot
INK = (4.0, 5.5)  # mm; left end and baseline of the name in ink
COLOUR = "umber"  # of ink: too light to rise on swell paper


def choose_lines(title: str, values: Sequence[str]) -> list[str]:
    """Return the lines of cells of a label: the title, then each value that still finds room."""
    lines = wrap_cells(title, WIDE)[:HIGH]
    for value in values:
        more = wrap_cells(value, WIDE)
        if len(lines) + len(more) <= HIGH:
            lines += more
    return lines


def label_face(id: str, name: str, lines: Sequence[str], setter: Typesetter) -> Face:
    """Return a label: lines of cells, and the name in ink above them."""
    style = styles()["small"]
    words = name
    while words and setter.width(words, style) > TRIM[0] - 2 * INK[0]:
        words = words[:-1]
    ink = Text(*INK, words, style.font, style.size, COLOUR)
    dots: tuple[Step, ...] = tuple(_dots(lines))
    items: tuple[Item, ...] = (ink, Shape(dots, fill="ink")) if dots else (ink,)
    return Face(id, TRIM, items, ground="paper")


def _dots(lines: Sequence[str]) -> Iterator[Step]:
    """Yield the dots of lines of cells as circles."""
    for row, line in enumerate(lines):
        for column, cell in enumerate(line):
            for dot in range(6):
                if ord(cell) >> dot & 1:
                    x = LEFT + CELL * column + APART * (dot // 3)
                    yield "circle", x, TOP + LINE * row + APART * (dot % 3), DOT / 2
