"""Running text over pages: headings, paragraphs, pictures with captions and table rows, from the top down.

Knows type and column widths; texts come from the caller. mm, origin at the page's top left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from companion.core.exact import total
from companion.core.units import mm
from companion.faces.model import Face, Item, Picture, Shape, Text, move_item, polygon_steps
from companion.faces.scripts.stretches import is_complex
from companion.faces.tags import CELL, HEAD, ITEM, OF_STYLE, ROW, TEXT, Tag, join_tags, shift_tags
from companion.faces.text import Line, Style, Typesetter

ENDLESS = 1e6  # mm; a paragraph may run on
WORDS = 40.0  # mm; the least that words beside a picture need in one column of several
NUMBER = 6.0  # mm; column of a step's number
APART, BELOW = 3.0, 3.5  # mm between a picture and its words, and below both
BOX = 2.6  # mm; a box to tick
WRITING, BETWEEN = 9.0, 8.0  # mm; height of a line to write on, and what is left between two beside each other


@dataclass(frozen=True, slots=True)
class PictureCell:
    """Words beside a picture of w x h mm: a drawing of cards/art/, or a box that the caller fills."""

    w: float
    h: float
    words: tuple[tuple[str, Style], ...]
    picture: str = ""


class TextFlow:
    """Sets text on pages of one size; begins a new page when one is full."""

    def __init__(self, size: tuple[float, float], setter: Typesetter, styles: dict[str, Style]) -> None:
        self.size, self.setter, self.styles = size, setter, styles
        self.pages: list[list[Item]] = [[]]
        self.tags: list[list[Tag]] = [[]]  # by page
        self.y = 0.0

    def faces(self, id: str) -> list[Face]:
        """Return the pages as faces."""
        pages = zip(self.pages, self.tags, strict=True)
        return [
            Face(f"{id} {number}", self.size, tuple(items), tags=join_tags(tags))
            for number, (items, tags) in enumerate(pages, 1)
        ]

    @contextmanager
    def tag_items(self, role: str) -> Iterator[None]:
        """Give what is added meanwhile a role, on each of its pages."""
        page, first, mark = len(self.pages) - 1, len(self.pages[-1]), len(self.tags[-1])
        yield
        for items, tags in zip(self.pages[page:], self.tags[page:], strict=True):
            if len(items) > first:
                tags[mark:] = [Tag(role, first, len(items), tuple(tags[mark:]))]
            first, mark = 0, 0

    def space(self, height: float) -> None:
        """Leave free space, mm; ignored at the top of a page."""
        self.y += height if self.y else 0.0

    def title(self, words: str) -> None:
        """Add the title and a rule below it."""
        self.text(words, self.styles["title"])
        self.space(1.2)
        self.rule()
        self.space(3.5)

    def heading(self, words: str) -> None:
        """Add a heading; at least three short paragraphs stay with it on its page."""
        self.space(4.5)
        self.reserve(mm(self.styles["heading"].size) * 1.3 + 1.2 + 3 * (self._lead(self.styles["text"]) + 1.4))
        self.text(words, self.styles["heading"])
        self.space(1.2)

    def paragraph(self, words: str) -> None:
        """Add running text."""
        self.text(words, self.styles["text"])
        self.space(1.4)

    def step(self, number: int, words: str) -> None:
        """Add a numbered step."""
        style = self.styles["text"]
        self.reserve(self._lead(style))
        with self.tag_items(ITEM):
            self.items(self._line(f"{number}", replace(style, font="serif-600")), 0.0, self.y)
            self.text(words, style, NUMBER)
        self.space(1.4)

    def cells(self, cells: Sequence[PictureCell], columns: int = 2) -> list[tuple[int, float, float]]:
        """Add pictures with words to their right, in columns (one on a narrow page).

        Returns page number, x and y of each picture's box.
        """
        indent = max(cell.w for cell in cells) + APART
        if self._column(columns) < indent + WORDS:
            columns = 1
        wide = self._column(columns)
        boxes = []
        for start in range(0, len(cells), columns):
            line = cells[start : start + columns]
            broken = [
                [(self._break_lines(words, style, wide - indent), style) for words, style in cell.words]
                for cell in line
            ]
            high = [total(len(lines) * self._lead(style) for lines, style in words) for words in broken]
            self.reserve(max((*high, *(cell.h for cell in line))))
            for column, (cell, words) in enumerate(zip(line, broken, strict=True)):
                x, y = column * (wide + BETWEEN), self.y
                boxes.append((len(self.pages) - 1, x, y))
                with self.tag_items(ITEM):
                    if cell.picture:
                        self.pages[-1].append(Picture(cell.picture, x, y, cell.w, cell.h))
                    for lines, style in words:
                        with self.tag_items(self._role(style)):
                            for one in lines:
                                self.items(self._place_line(one, style), x + indent, y)
                                y += self._lead(style)
            self.y += max((*high, *(cell.h for cell in line))) + BELOW
        return boxes

    def row(self, cells: Sequence[str], widths: Sequence[float], box: bool = False, head: bool = False) -> None:
        """Add a table row over a thin rule.

        box: draw a tick box before the first cell.
        head: set the cells as column labels.
        """
        style = self.styles["label"] if head else self.styles["text"]
        left = BOX + 2.2 if box or head else 0.0
        columns = [self._break_lines(cell, style, width - 2.0) for cell, width in zip(cells, widths, strict=True)]
        tall = max(len(lines) for lines in columns) * self._lead(style) + 1.3
        self.reserve(tall)
        x = left
        with self.tag_items(ROW):
            for lines, width in zip(columns, widths, strict=True):
                with self.tag_items(HEAD if head else CELL):
                    for index, line in enumerate(lines):
                        self.items(self._place_line(line, style), x, self.y + index * self._lead(style))
                x += width
        if box:
            side = ("rect", 0.2, self.y + 0.5, BOX, BOX)
            self.pages[-1].append(Shape((side,), stroke="ink", width=0.25))
        self.y += tall
        self.rule()
        self.y += 0.9

    def blank_fields(self, labels: Sequence[str], columns: int = 2) -> None:
        """Add labels, each followed by a line to write on, in columns."""
        style = self.styles["text"]
        wide = self._column(columns)
        for index, label in enumerate(labels):
            if index % columns == 0:
                self.reserve(WRITING)
                self.y += WRITING
            x = index % columns * (wide + BETWEEN)
            line = self._line(label, style)
            self.items(line, x, self.y - self._lead(style))
            start = x + self.setter.width(label, style) + 2.0
            pen = polygon_steps(((start, self.y), (x + wide, self.y)), closed=False)
            self.pages[-1].append(Shape(pen, stroke="umber", width=0.2))

    def face(self, face: Face) -> None:
        """Add a face, centred, as wide as the page allows."""
        w, h = face.trim
        k = min(1.0, self.size[0] / w, self.size[1] / h)
        self.reserve(h * k)
        self.tags[-1] += shift_tags(face.tags, len(self.pages[-1]))
        self.pages[-1] += [move_item(item, (self.size[0] - w * k) / 2, self.y, k) for item in face.items]
        self.y += h * k

    def rule(self) -> None:
        """Draw a thin line across the page."""
        line = polygon_steps(((0, self.y), (self.size[0], self.y)), closed=False)
        self.pages[-1].append(Shape(line, stroke="sand", width=0.2))

    def text(self, words: str, style: Style, indent: float = 0.0) -> None:
        """Add lines of one style; a page may end between any two."""
        with self.tag_items(self._role(style)):
            for line in self._break_lines(words, style, self.size[0] - indent):
                self.reserve(self._lead(style))
                self.items(self._place_line(line, style), self.size[0] - line.w if line.backwards else indent, self.y)
                self.y += self._lead(style)

    def reserve(self, height: float) -> None:
        """Begin a new page if less than `height` mm is left."""
        if self.y + height > self.size[1] and self.y:
            self.pages.append([])
            self.tags.append([])
            self.y = 0.0

    def items(self, items: Sequence[Text], x: float, y: float) -> None:
        """Add the items of a line whose top is at y."""
        self.pages[-1] += [replace(item, x=item.x + x, y=item.y + y) for item in items]

    def _role(self, style: Style) -> str:
        """Return the role of a text in one of the flow's styles."""
        return next((role for name, role in OF_STYLE.items() if style is self.styles.get(name)), TEXT)

    def _column(self, columns: int) -> float:
        """Return the width of one of `columns` columns, mm."""
        return (self.size[0] - (columns - 1) * BETWEEN) / columns

    def _break_lines(self, words: str, style: Style, width: float) -> Sequence[Line]:
        paragraphs = [
            " ".join(part for word in said.split(" ") for part in self._parts(word, style, width))
            for said in words.split("\n")
        ]
        words = "\n".join(paragraphs)
        return self.setter.fit_height(words, replace(style, floor=style.size), width, ENDLESS).lines if words else ()

    def _parts(self, word: str, style: Style, width: float) -> Iterator[str]:
        """Yield the word in pieces that each fit on a line."""
        while not is_complex(word) and self.setter.width(word, style) > width and len(word) > 1:
            most = len(word) - 1
            while most > 1 and self.setter.width(word[:most], style) > width:
                most -= 1
            yield word[:most]
            word = word[most:]
        yield word

    def _line(self, words: str, style: Style) -> list[Text]:
        return self._place_line(self._break_lines(words, style, ENDLESS)[0], style)

    def _place_line(self, line: Line, style: Style) -> list[Text]:
        base = mm(style.size) * 0.95
        return [
            Text(run.x, base, run.words, run.font, style.size, style.colour, style.tracking, backwards=run.backwards)
            for run in line.runs
        ]

    def _lead(self, style: Style) -> float:
        return mm(style.size) * style.lead
