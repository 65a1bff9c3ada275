"""What a content folder becomes: tables of rows, each row with the place it was written.

Knows nothing of YAML and nothing of any game: a file of content/ names its own fields (see load.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

LANGUAGES = ("en", "pl", "ru", "uk")
PROVENANCE = ("rulebook", "public", "both", "memory", "design", "ruling")


@dataclass(frozen=True, slots=True)
class Row(Mapping[str, Any]):
    """One fact: its fields by name, and `place` as `file:line`. Texts are maps of language to words."""

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
    """All rows of one kind by id, in the order of the file; `schema` maps a field to its type."""

    kind: str
    schema: Mapping[str, str]
    rows: Mapping[str, Row]

    def __getitem__(self, row_id: str) -> Row:
        return self.rows[row_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


@dataclass(frozen=True, slots=True)
class Content:
    """One game's facts (or the words that all games share), a table per kind."""

    id: str
    tables: Mapping[str, Table] = field(default_factory=dict)

    def __getitem__(self, kind: str) -> Table:
        return self.tables[kind]

    @property
    def info(self) -> Row:
        """The single row of game.yaml."""
        return self.tables["game"][self.id]

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages it is written in, the first one its own."""
        return tuple(self.info.get("languages", LANGUAGES))

    def vocabulary(self, lang: str) -> dict[str, str]:
        """Every text of words.yaml in one language, by key."""
        return {key: row["text"][lang] for key, row in self.tables["word"].items()}
