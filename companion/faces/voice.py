"""Who speaks on printed faces: rows of content/ in one language, and printed texts, as a template may name them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.content.model import Content, Row
from companion.content.po import places
from companion.content.texts import Lookup
from companion.errors import FaceError, nearest
from companion.faces.fill import LONGEST, Plain, printed

PRINTED = "print."  # how ids of printed texts begin


class Fields(Plain):
    """A row in one language: its texts as words, its references as rows."""

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


def designed(row: Row, field: str) -> bool:
    """Whether the value of this field is our own choice."""
    prov = row.get("prov", "")
    return str(prov.get(field, "") if isinstance(prov, Mapping) else prov).startswith("design")


class PrintVoice:
    """Speaks one game's printed texts in one language; the game's own come before those all games share."""

    def __init__(self, content: Content, shared: Content, lang: str) -> None:
        self.content, self.lang = content, lang
        self.texts = Lookup(lang, content.texts, shared.texts)

    @property
    def title(self) -> str:
        """The game's name."""
        return str(self.content.info["title"][self.lang])

    def scope(self) -> dict[str, Any]:
        """What every text of a template can name."""
        return {
            "lang": self.lang,
            "game": Fields(self.content.info, self.content, self.lang),
            "say": self.say,
            "all": _Tables(self),
            "count": {kind: len(table) for kind, table in self.content.tables.items()},
        }

    def number(self, value: float) -> str:
        """As short as it can be, with the decimal mark of the language."""
        return self.texts.number(value)

    def name(self, row: Row) -> str:
        """The row's `name` in this language, if it has one."""
        name = row.get("name", "")
        return str(name[self.lang]) if isinstance(name, Mapping) else str(name)

    def row(self, row: Row) -> Fields:
        """A row for a template's scope."""
        return Fields(row, self.content, self.lang)

    def has(self, key: str) -> bool:
        """Whether there is a printed text of that id."""
        return PRINTED + key in self.texts

    def say(self, key: str, /, **values: Any) -> str:
        """The printed text of that id (without `print.`) with the values put in. Raises FaceError."""
        if not self.has(f"{key}"):
            known = [id.removeprefix(PRINTED) for id in self.texts if id.startswith(PRINTED)]
            raise FaceError(f"no printed text '{key!s:.60}'{nearest(str(key)[:100], known)}")
        message = self.texts.message(f"{PRINTED}{key}")
        given = {name: printed(value) for name, value in values.items()}
        form = message.form(values)
        names = places(form)
        try:
            if len(form) + sum(len(given[name]) for name in names) > LONGEST:
                raise FaceError(f"would say more than {LONGEST} characters")
            return form.format_map(given)
        except KeyError as missing:
            error = f"no value for '{missing.args[0]}'{nearest(missing.args[0], given)}"
            raise FaceError(f"{message.place}: {key} ({self.lang}): {error}") from None
        except FaceError as error:
            raise FaceError(f"{message.place}: {key} ({self.lang}): {error}") from None


class _Tables(Plain):
    """`all.KIND.ID`: any row of the game."""

    __slots__ = ("_kind", "_voice")

    def __init__(self, voice: PrintVoice, kind: str = "") -> None:
        self._voice, self._kind = voice, kind

    @property
    def _known(self) -> Mapping[str, Any]:
        tables = self._voice.content.tables
        return tables[self._kind] if self._kind else tables

    def __getitem__(self, name: str) -> _Tables | Fields:
        if not self._kind:
            return _Tables(self._voice, self._known[name].kind)
        return self._voice.row(self._known[name])

    def __contains__(self, name: object) -> bool:
        return name in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __repr__(self) -> str:
        return f"all.{self._kind}" if self._kind else "all"

    def __str__(self) -> str:
        raise FaceError(f"'{self!r}' is no text; it goes on with {'an id and a field' if self._kind else 'a kind'}")
