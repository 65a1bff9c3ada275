"""Look up things of a game by id or by name in any language; accents, capitals and hyphens do not matter.

Knows the words of content/; knows no game, no table and no rule.
"""

from __future__ import annotations

import difflib
from collections.abc import Container
from functools import cache
from typing import TYPE_CHECKING

from companion.play.game.input_values import fold_name

if TYPE_CHECKING:
    from companion.content.model import Content

LEAST_LIKE = 0.55


class Names:
    """Names of the things in some tables of content/, in their order; folded names are looked up."""

    def __init__(self, content: Content, kinds: tuple[str, ...]) -> None:
        self._ids: dict[str, list[str]] = {}
        self._shown: dict[str, str] = {}
        self._parts = 1  # words of the longest name
        for kind in kinds:
            for id, row in content[kind].items():
                for name in (*row.get("name", {}).values(), id):
                    self._ids.setdefault(fold_name(name), []).append(id)
                    self._shown.setdefault(fold_name(name), name)
                    self._parts = max(self._parts, len(name.split()))

    def find(self, text: str, known: Container[str] | None = None) -> str | None:
        """Return the id of the first thing of that name; only of `known` ids where they are given."""
        found = self._ids.get(fold_name(text), ())
        return next((id for id in found if known is None or id in known), None)

    def find_all(self, text: str) -> list[str]:
        """The ids of all that are called so, each once."""
        return list(dict.fromkeys(self._ids.get(fold_name(text), ())))

    def nearest(self, text: str) -> str:
        """Return the most similar name as it is written, or an empty text."""
        found = difflib.get_close_matches(fold_name(text), self._ids, n=1, cutoff=LEAST_LIKE)
        return self._shown[found[0]] if found else ""

    def several(self, text: str, known: Container[str] | None = None) -> list[str]:
        """Return ids for names with commas between them; a name may contain a comma.

        What is known already, or means nothing, stays as it is.
        """
        parts, out = [part.strip() for part in text.split(",") if part.strip()], list[str]()
        while parts:
            whole, found = 1, parts[0]
            if known is None or found.lower() not in known:
                for end in range(min(len(parts), self._parts), 0, -1):
                    id = self.find("".join(parts[:end]), known)
                    if id is not None:
                        whole, found = end, id
                        break
            out.append(found)
            del parts[:whole]
        return out


@cache
def names_of(content: Content, kinds: tuple[str, ...] = ()) -> Names:
    """Return the names in these tables of a content, by default in all that have names; cached."""
    named = kinds or tuple(
        [kind for kind, table in content.tables.items() if table.schema.get("name") in ("words", "words?")]
    )
    return Names(content, named)
