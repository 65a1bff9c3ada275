"""Boxes that are equal on every face of a design: their items are built once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.content.model import Row
from companion.faces import template
from companion.faces.model import Item
from companion.faces.tags import Tag
from companion.faces.template import Box, Boxes, Template


@dataclass(frozen=True)
class Context:
    """Context of a box: names that texts may use, the content rows behind them, the origin in mm."""

    scope: Mapping[str, Any]
    rows: Mapping[str, Row]
    x: float = 0.0
    y: float = 0.0


KeptItems = tuple[list[Item], tuple[Tag, ...]]  # the tags count from the first of the items


class StaticItemCache:
    """Cache of boxes that are equal on every face of a design in one language: no text or number depends on a row.

    Their items are the same objects on every face, so that a PDF can draw them once.
    """

    def __init__(self) -> None:
        self.pictures: set[str] = set()  # names that were found
        self.roles: set[str] = set()
        self._plain: dict[int, tuple[Box, bool]] = {}
        self._items: dict[tuple[int, int, float, float], tuple[Box, KeptItems]] = {}
        self._with_qr: dict[int, tuple[Template, Boxes]] = {}

    def is_static(self, box: Box) -> bool:
        """True if nothing in the box depends on a row."""
        if id(box) not in self._plain:
            plain = box.kind != "room" and "each" not in box.keys and not _depends_on_row(box.keys)
            inner = [below for boxes in (box.boxes, box.last) for below in boxes.values() if below]
            self._plain[id(box)] = box, plain and all(self.is_static(below) for below in inner)
        return self._plain[id(box)][1]

    def items(self, design: Template, box: Box, here: Context) -> KeptItems | None:
        """Return the cached items of the box at this origin with their tags, or None."""
        found = self._items.get((id(design), id(box), here.x, here.y))
        return found[1] if found else None

    def store(self, design: Template, box: Box, here: Context, items: KeptItems) -> None:
        """Store the items of a box and their tags for the next face."""
        self._items[id(design), id(box), here.x, here.y] = box, items

    def with_qr(self, design: Template) -> Boxes:
        """Return the design's boxes with its `with_qr` boxes merged in."""
        if id(design) not in self._with_qr:
            self._with_qr[id(design)] = design, template.merge_boxes(design.boxes, design.with_qr)
        return self._with_qr[id(design)][1]


def _depends_on_row(value: Any) -> bool:
    """True if the value has a placeholder or depends on the source of a row's field."""
    if isinstance(value, str):
        return "{" in value
    if isinstance(value, Mapping):
        return "design" in value or any(map(_depends_on_row, value.values()))
    return isinstance(value, list) and any(map(_depends_on_row, value))
