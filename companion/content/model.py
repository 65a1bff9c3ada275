"""What a content folder becomes: tables of rows, each row with the place it was written.

Knows nothing of YAML and nothing of any game: a file of content/ names its own fields (see load.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.content.texts import Texts

PROVENANCE = ("rulebook", "public", "both", "memory", "design", "ruling")


@dataclass(frozen=True, slots=True)
class Row(Mapping[str, Any]):
    """One fact: its fields by name, and `place` as `file:line`. Words are maps of language to text."""

    kind: str
    place: str
    fields: Mapping[str, Any]

    @property
    def id(self) -> str:
        """The id that QR codes, journals and tests use; never changes."""
        return str(self.fields["id"])

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)


@dataclass(frozen=True, slots=True)
class Table(Mapping[str, Row]):
    """All rows of one kind by id, in the order of the file; `schema` maps a field to its type.

    sheets: files of a spreadsheet that the rows were read from.
    defaults: `prov` and `src` of the head, each with its `file:line`.
    checks: what the table states of itself (table_checks.py), each with its `file:line`.
    """

    kind: str
    schema: Mapping[str, str]
    rows: Mapping[str, Row]
    sheets: tuple[Path, ...] = ()
    defaults: Mapping[str, tuple[str, Any]] = field(default_factory=dict)
    checks: tuple[tuple[str, Any], ...] = ()

    def __getitem__(self, row_id: str) -> Row:
        return self.rows[row_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


@dataclass(frozen=True, slots=True, eq=False)
class Content:
    """One game's facts and texts (or what all games share), a table per kind.

    Compared and hashed by identity, so that what is made of it can be cached (`functools.cache`).
    """

    id: str
    tables: Mapping[str, Table] = field(default_factory=dict)
    texts: Texts = field(default_factory=Texts)

    def __getitem__(self, kind: str) -> Table:
        return self.tables[kind]

    @property
    def info(self) -> Row:
        """The single row of game.yaml."""
        return self.tables["game"][self.id]

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages it has texts in, the first one its own."""
        return self.texts.languages
