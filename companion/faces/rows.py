"""Rows of content/ as templates see them: in one language, fields by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.content.model import Content, Row
from companion.core.errors import FaceError, did_you_mean


class Fields:
    """A row in one language: texts as strings, references as rows."""

    __slots__ = ("_content", "_lang", "_row")

    def __init__(self, row: Row, content: Content, lang: str) -> None:
        self._row, self._content, self._lang = row, content, lang

    def __getitem__(self, name: str) -> Any:
        value = self._row[name]
        kind = self._content[self._row.kind].schema[name].removesuffix("?")
        return self._read(value, kind)

    def _read(self, value: Any, kind: str) -> Any:
        head, _, rest = kind.partition(" ")
        if head == "words":
            return value[self._lang]
        if head == "ref":
            return Fields(self._content[rest][value], self._content, self._lang)
        if head == "list":
            return [self._read(item, rest) for item in value]
        return value

    def __contains__(self, name: object) -> bool:
        return name in self._row

    def __iter__(self) -> Iterator[str]:
        return iter(self._row)

    def __repr__(self) -> str:
        return f"{self._row.kind} '{self._row.id}'"

    def __str__(self) -> str:
        raise FaceError(f"{self!r} is a whole row; name one of its fields: {', '.join(self)}")


def is_own_choice(row: Row, field: str) -> bool:
    """True if the value of this field is our own choice (provenance `design`)."""
    prov = row.get("prov", "")
    return str(prov.get(field, "") if isinstance(prov, Mapping) else prov).startswith("design")


def listed_rows(named: str, rows: Mapping[str, Row], content: Content) -> list[dict[str, Row]]:
    """Return the rows of a kind, or of a list of references in one of `rows` (`die.faces`), each by its kind.

    Lists of listed rows (`sheet.decks.cards`) give the row between as well. Raises FaceError.
    """
    tables = content.tables
    kind, *fields = named.split(".")
    if not fields or kind not in rows:
        if named not in tables:
            raise FaceError(f"no content of kind '{named:.60}'{did_you_mean(named, tables)}")
        return [{named: row} for row in tables[named].values()]
    found: list[dict[str, Row]] = [{kind: rows[kind]}]
    for field in fields:
        target = tables[kind].schema.get(field, "").removesuffix("?").removeprefix("list ref ")
        if target not in tables or not all(isinstance(one[kind].get(field), list) for one in found):
            raise FaceError(f"'{named}' is not a list of rows")
        found = [{**one, target: tables[target][id]} for one in found for id in one[kind][field]]
        kind = target
    return found


def field_rank(named: str, rows: Mapping[str, Row], content: Content) -> Any:
    """Return the value by which rows are sorted by a field (`card.suit`).

    Its place in the table for an id or a reference, its place among the choices for a choice. Raises FaceError.
    """
    kind, _, field = named.partition(".")
    if kind not in rows or field not in rows[kind]:
        raise FaceError(f"the rows have no '{named:.60}'{did_you_mean(field, rows.get(kind, rows))}")
    value = rows[kind][field]
    head, _, rest = content[kind].schema[field].removesuffix("?").partition(" ")
    match head:
        case "id" | "ref":
            return list(content[rest or kind]).index(value)
        case "one":
            return rest.split("|").index(value)
        case "int" | "number" | "text" | "flag":
            return value
        case _:
            raise FaceError(f"rows are not sorted by '{named:.60}', which is of the type '{head}'")


class Tables:
    """`all.KIND.ID` in a template: any row of the game."""

    __slots__ = ("_content", "_kind", "_lang")

    def __init__(self, content: Content, lang: str, kind: str = "") -> None:
        self._content, self._lang, self._kind = content, lang, kind

    @property
    def _rows_by_id(self) -> Mapping[str, Any]:
        tables = self._content.tables
        return tables[self._kind] if self._kind else tables

    def __getitem__(self, name: str) -> Tables | Fields:
        if not self._kind:
            return Tables(self._content, self._lang, self._rows_by_id[name].kind)
        return Fields(self._rows_by_id[name], self._content, self._lang)

    def __contains__(self, name: object) -> bool:
        return name in self._rows_by_id

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows_by_id)

    def __repr__(self) -> str:
        return f"all.{self._kind}" if self._kind else "all"

    def __str__(self) -> str:
        raise FaceError(f"'{self!r}' is not a text; it goes on with {'an id and a field' if self._kind else 'a kind'}")
