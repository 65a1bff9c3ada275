"""The facts of content/ that the rules of a game use; their digest stands in every header. Knows no game."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from companion.play.game import Json

if TYPE_CHECKING:
    from companion.content.model import Content
    from companion.play.verbs import Verbs


def used_facts(
    content: Content, kinds: Collection[str], unused: Collection[str], verbs: Mapping[str, Verbs] | None = None
) -> Json:
    """Rows of these kinds by id, with every field but words and those that are `unused`, such as sources and looks.

    verbs: of the fields that hold lists of verbs, by name; these count as `Verbs.written` gives them.
    """
    spoken = verbs or {}

    def fact(name: str, value: Any) -> Any:
        return _plain([spoken[name].written(verb) for verb in value] if name in spoken else value)

    return {
        kind: {
            row.id: {name: fact(name, value) for name, value in row.items() if name in counted}
            for row in content[kind].values()
        }
        for kind in kinds
        if (counted := {name for name, type in content[kind].schema.items() if name not in unused and not _said(type)})
    }


def _said(type: str) -> bool:
    return type.startswith("words")


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value
