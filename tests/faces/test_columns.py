"""How groups of rows flow into columns."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from companion.core.errors import FaceError
from companion.faces.columns import LEAST, REST, STEP, RowGroup, Section, fill_columns
from tests.each import each

PITCH, GAP = 5.0, 2.0


def bottom(section: Section, group: RowGroup) -> float:
    """How far down a section reaches in its column."""
    return section.y + (group.again if section.first else group.head) + section.rows * PITCH


def random_groups(seed: int) -> list[RowGroup]:
    """Up to 12 groups of up to 20 rows, some under two heads."""
    random = Random(seed)
    return [RowGroup(random.randint(1, 20), random.choice((6.5, 14.5)), 6.5) for _ in range(random.randint(1, 12))]


@each("seed", range(40))
def test_every_row_stands_once_and_columns_are_as_short_as_can_be(seed: int) -> None:
    """In order, none beyond its column or over another; a group is split into 3 rows and 2 at least."""
    groups, columns = random_groups(seed), seed % 4 + 1
    sections = fill_columns(groups, columns, 1000, PITCH, GAP)
    rows = [(one.group, one.first + index) for one in sections for index in range(one.rows)]
    assert rows == [(number, index) for number, group in enumerate(groups) for index in range(group.rows)]
    assert max(one.column for one in sections) < columns
    for above, below in pairwise(sections):
        if above.column == below.column:
            assert below.y == pytest.approx(bottom(above, groups[above.group]) + GAP)
        else:
            assert (below.column, below.y) == (above.column + 1, 0)
        if below.first:
            assert below.column == above.column + 1
            assert above.rows >= (1 if above.first else LEAST)
            assert groups[below.group].rows - below.first >= REST
    longest = max(bottom(one, groups[one.group]) for one in sections)
    with pytest.raises(FaceError, match=f"needs more than {columns} columns"):
        fill_columns(groups, columns, longest - 2 * STEP, PITCH, GAP)


def test_nothing_to_place() -> None:
    """No group, no section."""
    assert fill_columns([], 2, 10, PITCH) == []
