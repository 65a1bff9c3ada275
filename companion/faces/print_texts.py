"""Texts of printed faces: `print.KEY` of the game or shared, and rows of content/ as templates name them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.content.model import Content, Row
from companion.content.po import placeholders
from companion.content.texts import Lookup
from companion.core.errors import FaceError, did_you_mean
from companion.faces.rows import Fields, Tables
from companion.faces.template_text import LONGEST, printed_value

PRINTED = "print."  # how ids of printed texts begin


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
        """Return the names that every template text may use."""
        return {
            "lang": self.lang,
            "game": Fields(self.content.info, self.content, self.lang),
            "say": self.say,
            "all": Tables(self.content, self.lang),
            "count": {kind: len(table) for kind, table in self.content.tables.items()},
        }

    def number(self, value: float) -> str:
        """Return a number as short as it can be, with the decimal mark of the language."""
        return self.texts.number(value)

    def name(self, row: Row) -> str:
        """The row's `name` in this language, if it has one."""
        name = row.get("name", "")
        return str(name[self.lang]) if isinstance(name, Mapping) else str(name)

    def row(self, row: Row) -> Fields:
        """A row for a template's scope."""
        return Fields(row, self.content, self.lang)

    def has(self, key: str) -> bool:
        """True if there is a printed text of that id."""
        return PRINTED + key in self.texts

    def say(self, key: str, /, **values: Any) -> str:
        """The printed text of that id (without `print.`) with the values put in. Raises FaceError."""
        if not self.has(f"{key}"):
            known = [id.removeprefix(PRINTED) for id in self.texts if id.startswith(PRINTED)]
            raise FaceError(f"no printed words '{key!s:.60}'{did_you_mean(str(key)[:100], known)}")
        message = self.texts.message(f"{PRINTED}{key}")
        given = {
            name: self.number(value) if type(value) is float else printed_value(value) for name, value in values.items()
        }
        form = message.form(values)
        names = placeholders(form)
        try:
            if len(form) + sum(len(given[name]) for name in names) > LONGEST:
                raise FaceError(f"would say more than {LONGEST} characters")
            return form.format_map(given)
        except KeyError as missing:
            error = f"no value for '{missing.args[0]}'{did_you_mean(missing.args[0], given)}"
            raise FaceError(f"{message.place}: {key} ({self.lang}): {error}") from None
        except FaceError as error:
            raise FaceError(f"{message.place}: {key} ({self.lang}): {error}") from None
