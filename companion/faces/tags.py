"""Tags: what the items of a face are to somebody who does not see it.

A tag covers items that stand one behind the other in a face. Items without a tag stand for themselves: a text is a
paragraph, a picture a figure, a shape decoration.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import groupby

TITLE, HEADING, TEXT, NOTE, IMPRINT, FIGURE = "title", "heading", "text", "note", "imprint", "figure"
PART, LIST, ITEM, TABLE, ROW, HEAD, CELL = "part", "list", "item", "table", "row", "head", "cell"
HOLDERS = (PART, LIST, ITEM, TABLE, ROW)  # roles of what holds other tags
# roles of texts by their style; others are TEXT
OF_STYLE = {"title": TITLE, "heading": HEADING, "note": NOTE, "small": IMPRINT}
_PLACES = {TITLE: 0, NOTE: 2, IMPRINT: 3}  # in the order in which a face is read; all others are between
_AROUND = {ITEM: LIST, ROW: TABLE}


@dataclass(frozen=True, slots=True)
class Tag:
    """A role and the items that have it: from index `first` up to `end`, without it.

    inside: tags of some of these items.
    alt: words for a figure.
    order: place of a part among the others.
    """

    role: str
    first: int
    end: int
    inside: tuple[Tag, ...] = ()
    alt: str = ""
    order: float = 0.0

    def shift(self, by: int) -> Tag:
        """Return the tag for items that stand `by` places further."""
        return replace(self, first=self.first + by, end=self.end + by, inside=shift_tags(self.inside, by))


def shift_tags(tags: Iterable[Tag], by: int) -> tuple[Tag, ...]:
    """Return the tags for items that stand `by` places further."""
    return tuple(tag.shift(by) for tag in tags)


def reading_place(role: str, order: float) -> tuple[int, float]:
    """Return what to sort the parts of a face by, so that they stand in the order in which they are read."""
    return _PLACES.get(role, 1), order


def join_tags(tags: Sequence[Tag]) -> tuple[Tag, ...]:
    """Return the tags with neighbouring items in a list and neighbouring rows in a table."""
    out: list[Tag] = []
    for role, same in groupby(tags, key=lambda tag: tag.role):
        own = tuple(same)
        out += [Tag(_AROUND[role], own[0].first, own[-1].end, own)] if role in _AROUND else own
    return tuple(out)


class TagCollector:
    """Collects tags while the items of a face are made one after the other."""

    def __init__(self) -> None:
        self.count = 0  # items so far
        self.tags: list[Tag] = []

    def add(self, items: int, role: str = "", alt: str = "") -> None:
        """Count the next items; with a role they get a tag."""
        if role and items:
            self.tags.append(Tag(role, self.count, self.count + items, (), alt))
        self.count += items

    def repeat(self, items: int, tags: Iterable[Tag]) -> None:
        """Count items that were made before, with their tags."""
        self.tags += shift_tags(tags, self.count)
        self.count += items

    def since(self, first: int, mark: int) -> tuple[Tag, ...]:
        """Return the tags behind the first `mark` ones, for items counted from `first`."""
        return shift_tags(self.tags[mark:], -first)

    @contextmanager
    def group(self, role: str, order: float = 0.0) -> Iterator[None]:
        """Put the tags that are collected meanwhile inside one of this role."""
        first, mark = self.count, len(self.tags)
        yield
        if self.count > first:
            self.tags[mark:] = [Tag(role, first, self.count, tuple(self.tags[mark:]), order=order)]
