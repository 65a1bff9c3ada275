"""Reads a face: what it says, paragraph by paragraph, in the order in which it is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.faces.model import Face, Item, Picture, Shape, Text
from companion.faces.tags import FIGURE, HEADING, HOLDERS, ITEM, NOTE, TEXT, TITLE, Tag, reading_place
from companion.pdf.fonts import is_apart
from companion.press.readers.alt_texts import PictureTexts

ITEM_LETTERS = 120  # of an item of a list that is one paragraph
WHOLE = 0.9  # of a face: a picture as large as that is its ground
SMALL = 16.0  # mm; a picture up to this size is a sign


@dataclass(frozen=True, slots=True)
class Passage:
    """Something that is said: a paragraph with its markup, or a picture."""

    role: str
    words: str
    picture: Picture | None = None


class FaceReader:
    """Reads one face. signs: the pictures that stand in a line; `[0]` in the words is the first."""

    def __init__(self, face: Face, alt: PictureTexts) -> None:
        self.face, self.alt = face, alt
        self.signs: list[Picture] = []
        self.words = {item.words.casefold() for item in face.items if isinstance(item, Text)}

    def read_in_order(self) -> Iterator[Passage]:
        """Yield what the face says, in the order in which it is read."""
        parts: list[tuple[tuple[int, float], list[Passage]]] = []
        first, titled = 0, False
        for tag in (*self.face.tags, Tag("", len(self.face.items), len(self.face.items))):
            if tag.role == TITLE and titled:
                tag = replace(tag, role=HEADING)
            titled = titled or tag.role == TITLE
            parts.append((reading_place("", 0.0), list(self.read_loose(first, tag.first))))
            parts.append((reading_place(tag.role, tag.order), list(self.read_tags((tag,), tag.first, tag.end))))
            first = tag.end
        for _, blocks in sorted(parts, key=lambda part: part[0]):
            yield from blocks

    def read_tags(self, tags: Sequence[Tag], first: int, end: int) -> Iterator[Passage]:
        """Yield what the items from `first` up to `end` say."""
        for tag in tags:
            yield from self.read_loose(first, tag.first)
            if tag.role == ITEM:
                yield from self.join_item(list(self.read_tags(tag.inside, tag.first, tag.end)))
            elif tag.role in HOLDERS:
                yield from self.read_tags(tag.inside, tag.first, tag.end)
            elif tag.role and tag.role != FIGURE:
                role = TEXT if tag.role == NOTE and tag not in self.face.tags else tag.role
                yield Passage(role, self.markup(self.face.items[tag.first : tag.end]))
            first = tag.end
        yield from self.read_loose(first, end)

    def read_loose(self, first: int, end: int) -> Iterator[Passage]:
        """Yield texts and pictures that have no tag; no part of a picture that is put together, which shows nothing."""
        for item in self.face.items[first:end]:
            if isinstance(item, Text):
                yield Passage(TEXT, item.words)
            elif not isinstance(item, Picture) or self.alt.is_part(item.name):
                continue
            elif said := self.alt.picture(item.name):
                w, h = self.face.trim
                if item.w >= WHOLE * w and item.h >= WHOLE * h:
                    if said.casefold() not in self.words:
                        yield Passage(TEXT, said)
                elif max(item.w, item.h) <= SMALL:
                    yield Passage(FIGURE, self.sign(item))
                else:
                    yield Passage(FIGURE, "", item)

    def sign(self, picture: Picture) -> str:
        """Return the markup of a picture in a line."""
        self.signs.append(picture)
        return f"[{len(self.signs) - 1}]"

    def markup(self, items: Sequence[Item]) -> str:
        """Return words with the markup of bold ones and of signs."""
        weights = {item.font.rpartition("-")[2] for item in items if isinstance(item, Text)}
        plain = min(weights, default="")
        said, before = "", None
        for item in items:
            if isinstance(item, Shape):
                continue
            joined = isinstance(before, Text) and isinstance(item, Text) and not is_apart(before, item)
            said += "" if joined or not before else " "
            if isinstance(item, Picture):
                said += self.sign(item)
            else:
                said += item.words if item.font.rpartition("-")[2] == plain else f"*{item.words}*"
            before = item
        return said.replace("* *", " ").replace("**", "")

    @staticmethod
    def join_item(blocks: Sequence[Passage]) -> Sequence[Passage]:
        """Return the blocks of an item of a list, one if they are signs and a few words."""
        said = [block.words for block in blocks if block.role == TEXT]
        plain = all(block.role in (TEXT, FIGURE) and not block.picture for block in blocks)
        if not plain or not said or sum(map(len, said)) > ITEM_LETTERS:
            return blocks
        signs = [block.words for block in blocks if block.role == FIGURE]
        if said[0].isdigit() and not said[-1].isdigit():
            signs.append(said.pop(0))
        return [Passage(ITEM, " ".join([*signs, " · ".join(said)]))]
