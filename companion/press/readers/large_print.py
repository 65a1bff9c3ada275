"""Large print: pieces 1.6 times as large, every word in type of 14 pt or more, and none cut.

A face whose type gets large enough by scaling is scaled, and so is one to be filled in, by as much as its type needs.
Few words grow where they stand. Any other face is set anew: what it says, in the order in which it is read, on as many
pages as that takes. Its imprint is left out; that stands at the edge of the sheets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise, zip_longest

from companion.core.exact import total
from companion.core.units import mm
from companion.faces import template
from companion.faces.model import Face, Item, Picture, Shape, Text, leave_out, resize_face, rotate_point
from companion.faces.tags import (
    FIGURE,
    HEADING,
    IMPRINT,
    ITEM,
    NOTE,
    TEXT,
    TITLE,
    TagCollector,
)
from companion.faces.text import ICON_DROP, Line, Style
from companion.faces.trim import words_outside_trim
from companion.press.overlaps import find_overlaps
from companion.press.readers.alt_texts import PictureTexts
from companion.press.readers.face_reader import FaceReader, Passage
from companion.press.shop import Piece, Shop
from companion.sheets.model import Leaf

KINDS = ("cards", "aids", "sheets")  # print kinds that are enlarged
FILLED = "sheets"  # to be filled in: what is left empty counts as much as the words
PAGED = "aids"  # whose sides are pages that follow each other
PAGE = (180.0, 255.0)  # mm; of those, on A4 and Letter
TIMES = 1.58  # four cards of 63 x 88 mm still find room on A4
LEAST = 14.0  # pt
SIZES = (24.0, 22.0, 20.0, 18.0, 17.0, 16.0, 15.0, LEAST)  # of the text, the first at which all of it finds room
TITLE_MORE, HEADING_MORE = 4.0, 1.0  # pt by which they are larger than the text
EDGE, PADDING = 3.0, 4.0  # mm; white edge outside the frame, and between frame and words
LEAD, CLOSE = 1.25, 1.12  # em between two lines, and where the words of a face do not find room
BETWEEN = 0.45  # em between two paragraphs
SHORT = 16  # letters; such texts stand on one line
NUMBER = 2  # letters; such a text stands before the next one
FEW = 60  # letters of a face whose words may grow where they stand
HIGHEST = 0.3  # of the page: a picture at most
ENDLESS = 1e6  # mm
EVEN = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)  # of a page: what is filled, the first at which no more pages are needed
PAIRED = 4  # short lines that follow each other: so many stand two in a line
BETWEEN_COLUMNS = 4.0  # mm


class LargePrint:
    """Enlarges the pieces of one game in one language."""

    def __init__(self, shop: Shop) -> None:
        self.shop, self.setter, self.alt = shop, shop.setter, PictureTexts(shop.words)
        styles = template.styles()
        self.plain = styles["text"]
        self.bold = replace(styles["title"], lead=1.1)

    def pieces(self, piece: Piece) -> list[Piece]:
        """Return the large pieces of a piece: one, or several if its words need more room. Raises FaceError."""
        if piece.kind not in KINDS:
            return [piece]
        sides = [leave_out(face, IMPRINT) for face in (piece.leaf.front, piece.leaf.back) if face]
        w, h = sides[0].trim
        if piece.kind == FILLED or any(face.fields for face in sides):
            k = max(TIMES, *(LEAST / face.smallest_type for face in sides))
            pairs: list[tuple[Face, Face | None]] = [_as_leaf([resize_face(face, (w * k, h * k)) for face in sides])]
        elif piece.kind == PAGED:
            pages = [page for face in sides for page in _Setting(self, face, PAGE).pages()]
            pairs = [_as_leaf(pages[at : at + 2]) for at in range(0, len(pages), 2)]
        else:
            found = [self.faces(face, (round(w * TIMES, 1), round(h * TIMES, 1))) for face in sides]
            count = max(map(len, found))
            pairs = [_as_leaf([pages[min(at, len(pages) - 1)] for pages in found]) for at in range(count)]
        ids = [piece.leaf.id] if len(pairs) == 1 else [f"{piece.leaf.id}-{n}" for n in range(1, len(pairs) + 1)]
        return [replace(piece, leaf=Leaf(id, *pair)) for id, pair in zip(ids, pairs, strict=True)]

    def faces(self, face: Face, size: tuple[float, float]) -> list[Face]:
        """Return a side of a card as large faces. Raises FaceError."""
        raised = self.raise_type(resize_face(face, size))
        return [raised] if raised else _Setting(self, face, size).pages()

    def raise_type(self, face: Face) -> Face | None:
        """Return the face with each text in LEAST pt or more about its middle, or None if that does not go."""
        if face.smallest_type >= LEAST:
            return face
        texts = [item for item in face.items if isinstance(item, Text)]
        if sum(len(text.words) for text in texts) > FEW:
            return None
        for closer in (1.0, 0.5, 0.0):
            items = tuple(self.raise_text(item, closer) if isinstance(item, Text) else item for item in face.items)
            raised = replace(face, items=items)
            if not words_outside_trim(items, *face.trim, self.setter) and not any(find_overlaps(raised, self.setter)):
                return raised
        return None

    def raise_text(self, text: Text, closer: float) -> Text:
        """Return a text in LEAST pt or more, its middle where it was. closer: how much of its tracking is left."""
        if text.size >= LEAST:
            return text
        tracking = text.tracking * closer
        before = self.setter.width(text.words, Style(text.font, text.size, tracking=text.tracking))
        now = self.setter.width(text.words, Style(text.font, LEAST, tracking=tracking))
        dx, dy = rotate_point(((before - now) / 2, 0.33 * mm(LEAST - text.size)), text.angle)
        return replace(text, x=text.x + dx, y=text.y + dy, size=LEAST, tracking=tracking)


class _Setting:
    """Sets what a face says on pages of one size."""

    def __init__(self, large: LargePrint, face: Face, size: tuple[float, float]) -> None:
        self.large, self.face, self.size = large, face, size
        reader = FaceReader(face, large.alt)
        self.blocks = list(self.join_short(reader.read_in_order()))
        self.signs = reader.signs
        self.wide = size[0] - 2 * (EDGE + PADDING)
        self.half = self.wide / 2
        self.high = size[1] - 2 * (EDGE + PADDING)

    @staticmethod
    def join_short(blocks: Iterator[Passage]) -> Iterator[Passage]:
        """Yield the blocks with a sign before the text that follows it, and short texts on one line."""
        held: list[str] = []
        letters = 0  # of the words among them
        for block in blocks:
            sign, short = block.role == FIGURE and not block.picture, block.role == TEXT and len(block.words) <= SHORT
            follows = block.role == TEXT and not short and not block.words[:1].isdigit()
            if letters > (NUMBER if follows else 0) and not short:
                yield Passage(TEXT, _join(held))
                held, letters = [], 0
            if sign or short:
                held.append(block.words)
                letters += len(block.words) * short
            elif block.role == TEXT:
                yield Passage(TEXT, _join([*held, block.words]))
                held, letters = [], 0
            else:
                yield block
        if letters:
            yield Passage(TEXT, _join(held))

    # ------------------------------------------------------------------ where it stands

    def pages(self) -> list[Face]:
        """Return the pages: one in the largest size that finds room, if need be without pictures and then notes."""
        words = [block for block in self.blocks if not block.picture]
        for blocks, sizes in (
            (self.blocks, SIZES),
            (words, SIZES),
            ([block for block in words if block.role != NOTE], (LEAST,)),
        ):
            for size in sizes:
                parts = [self.lines(block, size) for block in blocks]
                if total(part.height for part in parts) <= self.high:
                    return [self.page(parts, 1)]
        close = self.short_parts(words, LEAST, CLOSE)
        count = len(self.fill_pages(close, self.high))
        larger = (self.short_parts(words, size, LEAD) for size in SIZES)
        parts = next((parts for parts in larger if len(self.fill_pages(parts, self.high)) == count), close)
        fillings = (self.fill_pages(parts, self.high * share) for share in EVEN)
        even = next(pages for pages in fillings if len(pages) == count)
        return [self.page(page, number) for number, page in enumerate(even, 1)]

    @staticmethod
    def fill_pages(parts: Sequence[_Part], high: float) -> list[list[_Part]]:
        """Return the parts in pages of up to `high` mm."""
        pages: list[list[_Part]] = [[]]
        for piece in (piece for part in parts for piece in part.split()):
            if pages[-1] and total(one.height for one in (*pages[-1], piece)) > high:
                pages.append([])
            pages[-1].append(piece)
        return pages

    def short_parts(self, blocks: Sequence[Passage], size: float, lead: float) -> list[_Part]:
        """Return the blocks as parts, short ones that follow each other and begin alike two in a line."""
        wide, out = self.half - BETWEEN_COLUMNS, []
        parts = [self.lines(block, size, lead) for block in blocks]
        for (short, _), same in groupby(parts, key=lambda part: (part.is_within(wide), part.begins_with_sign)):
            own = list(same)
            if short and len(own) >= PAIRED:
                out += [replace(left, beside=right) for left, right in zip_longest(own[::2], own[1::2])]
            else:
                out += own
        return out

    def lines(self, block: Passage, size: float, lead: float = LEAD) -> _Part:
        """Return a block broken into lines. lead: line distance of its text, em."""
        if block.picture:
            k = min(self.wide / block.picture.w, HIGHEST * self.size[1] / block.picture.h)
            picture = replace(block.picture, w=block.picture.w * k, h=block.picture.h * k)
            return _Part(FIGURE, self.large.plain, (), picture.h + mm(size) * BETWEEN, picture)
        large = self.large
        style = replace(large.plain, size=size, floor=LEAST, lead=lead)
        if block.role == TITLE:
            style = replace(large.bold, size=size + TITLE_MORE, floor=LEAST)
        elif block.role == HEADING:
            style = replace(large.bold, size=size + HEADING_MORE, floor=LEAST)
        fitted = large.setter.fit_height(block.words, style, self.wide, ENDLESS)
        style = replace(style, size=fitted.size)
        between = BETWEEN if lead == LEAD else BETWEEN / 2
        height = mm(style.size) * (style.lead * len(fitted.lines) + between)
        return _Part(block.role, style, fitted.lines, height)

    def page(self, parts: Sequence[_Part], number: int) -> Face:
        """Return a page with its frame."""
        w, h = self.size
        frame = Shape((("rect", EDGE, EDGE, w - 2 * EDGE, h - 2 * EDGE),), stroke="ink", width=0.5)
        items: list[Item] = [frame]
        tags = TagCollector()
        tags.add(1)
        x, y = EDGE + PADDING, EDGE + PADDING
        for part in parts:
            for one, left in ((part, x), (part.beside, x + self.half)):
                own = list(self.place(one, left, y)) if one else []
                if one and own:
                    tags.add(len(own), "" if one.picture else TEXT if one.role == ITEM else one.role)
                items += own
            y += part.height
        outline, corner = ("rounded", self.face.corner * TIMES) if self.face.outline == "rounded" else ("rect", 0.0)
        return Face(
            f"{self.face.id} {number}", self.size, tuple(items), outline=outline, corner=corner, tags=tuple(tags.tags)
        )

    def place(self, part: _Part, x: float, y: float) -> Iterator[Item]:
        """Yield the items of a part whose top left is given, mm."""
        if part.picture:
            yield replace(part.picture, x=x + (self.wide - part.picture.w) / 2, y=y)
            return
        style, em = part.style, mm(part.style.size)
        for line in part.lines:
            base = y + 0.85 * em
            left = x + (self.wide - line.w) * line.backwards
            for run in line.runs:
                if run.icon:
                    sign = self.signs[int(run.icon)]
                    yield replace(sign, x=left + run.x, y=base + em * ICON_DROP - run.w, w=run.w, h=run.w, angle=0.0)
                else:
                    yield Text(
                        left + run.x, base, run.words, run.font, style.size, style.colour, backwards=run.backwards
                    )
            y += em * style.lead


@dataclass(frozen=True, slots=True)
class _Part:
    """A block in lines.

    height: mm, with the space below.
    beside: another one in the same lines, in the right half.
    """

    role: str
    style: Style
    lines: tuple[Line, ...]
    height: float
    picture: Picture | None = None
    beside: _Part | None = None

    def is_within(self, width: float) -> bool:
        """Return whether it is one line of text, at most so wide (mm)."""
        return self.role in (TEXT, ITEM) and len(self.lines) == 1 and self.lines[0].w <= width

    @property
    def begins_with_sign(self) -> bool:
        """True if a sign stands before its words."""
        return bool(self.lines and self.lines[0].runs[0].icon)

    def split(self) -> list[_Part]:
        """Return the part line by line; of a title, a heading or a picture all of it."""
        if self.role != TEXT or len(self.lines) < 2:
            return [self]
        lead = mm(self.style.size) * self.style.lead
        last = self.height - lead * (len(self.lines) - 1)
        heights = [*[lead] * (len(self.lines) - 1), last]
        return [replace(self, lines=(line,), height=height) for line, height in zip(self.lines, heights, strict=True)]


def _join(texts: Sequence[str]) -> str:
    """Return texts as one line; a dot stands between a number and a text that has numbers of its own."""
    apart = (before.isdigit() and any(map(str.isdigit, after)) for before, after in pairwise(texts))
    return "".join([texts[0], *(f"{' · ' if dot else ' '}{text}" for dot, text in zip(apart, texts[1:], strict=True))])


def _as_leaf(sides: Sequence[Face]) -> tuple[Face, Face | None]:
    """Return a front, and its back with the same outline if there is one."""
    front = sides[0]
    return front, replace(sides[1], outline=front.outline, corner=front.corner) if len(sides) > 1 else None
