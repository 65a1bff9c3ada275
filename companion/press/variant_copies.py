"""Copies of a component that one variant (scenario) of a game needs. Knows content, builds nothing.

A component belongs to every variant, or to its `variants`. Its `lists` are fields such as `deck_list.cards`: the rows
that a variant lists there, once for each copy. A row that has a `scenario` or `scenarios` belongs to those, every other
to all.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.content.model import Content, Row
from companion.core.errors import FaceError


def needed_copies(content: Content, component: Row, row: Row | None, variant: str) -> int:
    """Return how many times the component's copies of a row a variant needs. Raises FaceError for an unknown list."""
    if variant not in component.get("variants", (variant,)):
        return 0
    if row is None:
        return 1
    if "lists" in component:
        return sum(_listed_ids(content, component, named, variant).count(row.id) for named in component["lists"])
    return int(_belongs(row, variant))


def has_scenario(row: Row) -> bool:
    """Return whether a row belongs to some variants only."""
    return bool(row.get("scenarios") or row.get("scenario"))


def _belongs(row: Row, variant: str) -> bool:
    own = row.get("scenarios") or [row.get("scenario", variant)]
    return variant in own


def _listed_ids(content: Content, component: Row, named: str, variant: str) -> list[str]:
    """Return ids in a list of the variant: `KIND.FIELD`, or through other rows of the kind, `KIND.FIELD.FIELD`."""
    kind, *fields = named.split(".")
    table = content.tables.get(kind)
    if table is None or not fields or any(field not in table.schema for field in fields):
        raise FaceError(f"{component.place}: 'lists' names no field {named!r:.60}")
    found: Sequence[Row] = [row for row in table.values() if row.id == variant or row.get("scenario") == variant]
    for field in fields[:-1]:
        found = [table[id] for row in found for id in row.get(field, ())]
    return [id for row in found for id in row.get(fields[-1], ())]
