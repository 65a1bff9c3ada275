"""Facts of content/: a rule, a card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.api.boundary import check_call
from companion.api.reader import check_language
from companion.content.load import SHARED, game_content, game_ids, load
from companion.core.errors import WrongCall
from companion.play.game.names import names_of

if TYPE_CHECKING:
    from companion.api.faces import PrintedFace
    from companion.content.model import Content, Row


class Rule(NamedTuple):
    """A rule in our words. id: as `WR-HUNT-5`."""

    row: Row

    @property
    def id(self) -> str:
        """Its id."""
        return self.row.id

    @property
    def page(self) -> int | None:
        """The page in the rulebook."""
        page: int | None = self.row.get("page")
        return page

    @property
    def kind(self) -> str:
        """`forced`, `choice`, `legality`, `prohibition`, `definition` or `ruling`."""
        return str(self.row["kind"])

    @check_call
    def text(self, lang: str = "en") -> str:
        """Return the rule. Raises WrongCall for an unknown language."""
        return str(self.row["text"][check_language(lang)])

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Rule {self.id}>"


class Card(NamedTuple):
    """A card, region, tile or other thing of a game: a row of content/ with its fields.

    kind: the table it stands in. place: file and line.
    """

    row: Row
    content: Content

    @property
    def id(self) -> str:
        """Its id."""
        return self.row.id

    @property
    def kind(self) -> str:
        """The table that it stands in."""
        return self.row.kind

    @property
    def place(self) -> str:
        """File and line."""
        return self.row.place

    @check_call
    def name(self, lang: str = "en") -> str:
        """Return its name, or its id where it has none. Raises WrongCall for a language that the game lacks."""
        if "name" not in self.row:
            return self.id
        return str(self.row["name"][check_content_language(self.content, lang)])

    @property
    def fields(self) -> dict[str, Any]:
        """Its fields as plain data; texts by language."""
        return {name: plain(value) for name, value in self.row.items() if name not in ("id", "prov", "src")}

    @property
    def provenance(self) -> dict[str, str]:
        """By field where it is from, as `rulebook` or `public J`."""
        return {name: mark for name in self.fields if (mark := field_mark(self.row, name))}

    @property
    def sources(self) -> list[Row]:
        """The sources that it names, each with title, address, day and licence where they are known."""
        return [self.content["source"][id] for id in source_ids(self.row, self.content)]

    def faces(self, lang: str = "", ink: str = "full") -> list[PrintedFace]:
        """Return the printed faces that show it, each front with its back. Raises WrongCall where none does."""
        from companion.api.faces import draw_faces

        return draw_faces(self.content.id, f"*/{self.id}", lang=lang, ink=ink)

    def __str__(self) -> str:
        return self.name()

    def __repr__(self) -> str:
        return f"<Card {self.content.id} {self.id}>"


@check_call
def rule(id: str) -> Rule:
    """Return a rule by its id, of any game. Raises WrongCall with the nearest."""
    found = find_rule(id.upper())
    if found is None:
        raise WrongCall("no_rule", id.upper(), all_rules())
    return Rule(found)


@check_call
def card(game: str, name: str) -> Card:
    """Return a card, region, tile or other thing by its id, or its name in any language. Raises WrongCall."""
    content = game_content(game)
    return Card(find_rows(content, name)[0], content)


def all_rules(game: str | None = None) -> dict[str, Row]:
    """Return rules by their ids: of a game, or of all games and those that they share. Raises WrongCall."""
    return {id: rule for table in _rule_tables(game) for id, rule in table.items()}


def find_rule(id: str, game: str | None = None) -> Row | None:
    """Return the rule of that id, or None; games after its own are not loaded. Raises WrongCall."""
    return next((table[id] for table in _rule_tables(game) if id in table), None)


def _rule_tables(game: str | None) -> Iterator[Mapping[str, Row]]:
    contents = map(load, (*game_ids(), SHARED)) if game is None else [game_content(game)]
    return (content.tables.get("rule", {}) for content in contents)


def find_rows(content: Content, name: str) -> list[Row]:
    """Return the rows of that id or name, those with names first, n >= 1. Raises WrongCall with the nearest."""
    names = names_of(content)
    ids = names.find_all(name) or [name]
    rows = [table[id] for id in ids for table in content.tables.values() if id in table]
    if not rows:
        near = names.nearest(name)
        raise WrongCall(
            "no_card", name, [near] if near else [row for table in content.tables.values() for row in table]
        )
    return sorted(rows, key=lambda row: "name" not in row)


def check_content_language(content: Content, lang: str) -> str:
    """Return the language if the game has it. Raises WrongCall."""
    if lang not in content.languages:
        raise WrongCall("no_language", lang, content.languages, choices=", ".join(content.languages))
    return lang


def plain(value: Any) -> Any:
    """Return a value of a row as lists and mappings."""
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items()}
    return [plain(part) for part in value] if isinstance(value, list | tuple) else value


def field_mark(row: Row, field: str) -> str:
    """Return the provenance of a field, as `prov` has it for the field or the row; empty where it is not said."""
    marks = row.get("prov", "")
    return str(marks.get(field, marks.get("row", "")) if isinstance(marks, Mapping) else marks)


def source_ids(row: Row, content: Content) -> list[str]:
    """Return the sources that a row names, in `src` or in `prov`."""
    marks = row.get("prov", ())
    named = [str(mark).partition(" ")[2] for mark in (marks.values() if isinstance(marks, Mapping) else [marks])]
    sources: Mapping[str, Row] = content.tables.get("source", {})
    return [id for id in dict.fromkeys([*row.get("src", ()), *named]) if id in sources]
