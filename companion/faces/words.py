"""What a template may say: rows of content/ in one language, printed words, and Jinja2 to place them.

Jinja2 runs sandboxed and with StrictUndefined: a misspelt field is an error, never an empty place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from companion.content.model import Content, Row
from companion.errors import FaceError, nearest

Scope = Mapping[str, Any]


class Fields:
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

    def __contains__(self, name: str) -> bool:
        return name in self._row


def designed(row: Row, field: str) -> bool:
    """Whether the value of this field is our own choice."""
    prov = row.get("prov", "")
    return str(prov.get(field, "") if isinstance(prov, Mapping) else prov).startswith("design")


class Words:
    """Speaks one game's words in one language; the game's own come before those all games share."""

    def __init__(self, content: Content, shared: Content, lang: str) -> None:
        self.content, self.shared, self.lang = content, shared, lang

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

    def row(self, row: Row) -> Fields:
        """A row for a template's scope."""
        return Fields(row, self.content, self.lang)

    def say(self, key: str, **values: Any) -> str:
        """The printed words of that id with the values put in."""
        known: list[str] = []
        for content in (self.content, self.shared):
            table: Mapping[str, Row] = content.tables.get("print_word", {})
            if key in table:
                text = str(table[key]["text"][self.lang])
                try:
                    return text.format_map(values)
                except (KeyError, ValueError) as error:
                    raise FaceError(f"{table[key].place}: {key} ({self.lang}): no value for {error}") from None
            known += table
        raise FaceError(f"no printed words '{key}'{nearest(key, known)}")


class _Tables:
    """`all.KIND.ID`: any row of the game."""

    __slots__ = ("_kind", "_words")

    def __init__(self, words: Words, kind: str = "") -> None:
        self._words, self._kind = words, kind

    def __getitem__(self, name: str) -> _Tables | Fields:
        if not self._kind:
            return _Tables(self._words, self._words.content[name].kind)
        return self._words.row(self._words.content[self._kind][name])


def render(text: str, scope: Scope) -> str:
    """The text with its Jinja2 places filled. Raises FaceError."""
    if "{" not in text:
        return text
    from jinja2 import TemplateError

    try:
        return str(_compiled(text)(scope))
    except TemplateError as error:
        raise FaceError(f"in '{text}': {error.message}") from None
    except (TypeError, ValueError, OverflowError, ArithmeticError, LookupError) as error:
        raise FaceError(f"in '{text}': {error}") from None


@cache
def _compiled(text: str) -> Callable[[Scope], str]:
    return _environment().from_string(text).render  # type: ignore[no-any-return]


@cache
def _environment() -> Any:
    from jinja2 import StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    return ImmutableSandboxedEnvironment(undefined=StrictUndefined, autoescape=False)
