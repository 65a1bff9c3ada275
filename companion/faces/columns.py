"""Groups of rows -> columns that are as short as can be. Knows heights in mm; draws nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from math import floor
from typing import TYPE_CHECKING

from companion.core.errors import FaceError
from companion.core.exact import total

if TYPE_CHECKING:
    from companion.content.model import Row
    from companion.faces.static_items import Context
    from companion.faces.template import Box

LEAST, REST = 3, 2  # rows of a group before and after it goes on in the next column
STEP = 0.1  # mm by which columns grow until all groups find room


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Rows that stand together.

    rows: how many.
    head: room above the first one, mm.
    again: room above them where they go on in the next column, mm.
    """

    rows: int
    head: float = 0.0
    again: float = 0.0


@dataclass(frozen=True)
class RowHead:
    """A head above a group of rows; height: mm."""

    box: Box
    context: Context
    height: float


@dataclass(frozen=True)
class HeadedRows:
    """Rows that stand together; heads: those that begin with them."""

    rows: list[dict[str, Row]]
    heads: list[RowHead]
    size: RowGroup


@dataclass(frozen=True, slots=True)
class Section:
    """The part of a group that stands in one column.

    group: its index.
    first: index of the first row in the group.
    rows: how many.
    column: number of the column, from 0.
    y: top of the head, mm from the top of the column.
    """

    group: int
    first: int
    rows: int
    column: int
    y: float


def fill_columns(
    groups: Sequence[RowGroup], columns: int, height: float, pitch: float, gap: float = 0.0
) -> list[Section]:
    """Return the sections of all groups in order.

    height: of a column at most, mm.
    pitch: height of a row, mm.
    gap: below each group, mm.
    Raises FaceError if the columns are too few or too low.
    """
    least = total(group.head + group.rows * pitch for group in groups) / columns
    for step in count():
        length = least + step * STEP
        if length > height + STEP:
            raise FaceError(f"needs more than {columns} columns of {height:g} mm")
        if (sections := _fill(groups, columns, min(length, height), pitch, gap)) is not None:
            return sections
    raise AssertionError


def _fill(groups: Sequence[RowGroup], columns: int, length: float, pitch: float, gap: float) -> list[Section] | None:
    """Return the sections in columns of that length, or None if the columns are too few."""
    sections: list[Section] = []
    column, y = 0, 0.0
    for index, group in enumerate(groups):
        first = 0
        while first < group.rows:
            head, left = group.again if first else group.head, group.rows - first
            rows = floor((length - y - head) / pitch + 1e-6)
            if rows < left and (rows := min(rows, left - REST)) < (1 if first else LEAST):
                rows = 0
            rows = min(rows, left)
            if rows:
                sections.append(Section(index, first, rows, column, y))
                y += head + rows * pitch + gap
            first += rows
            if first < group.rows:
                column, y = column + 1, 0.0
                if column == columns:
                    return None
    return sections
