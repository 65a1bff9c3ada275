"""The facts of content/ that the rules of a game use, as tables and as the digest of a header. Knows no game."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast, get_origin, get_type_hints

from companion.play.game.game import Json

if TYPE_CHECKING:
    from companion.content.model import Content
    from companion.play.game.verbs import Verbs


Made = TypeVar("Made")


class Constant:
    """An object that never changes, so that copies of a state share it."""

    __slots__ = ()

    def __deepcopy__(self, memo: Any) -> Self:
        return self


def from_row(make: type[Made], row: Mapping[str, Any], **given: Any) -> Made:
    """A row as a named tuple: fields that are not `given` are those of the row, or their defaults where it has none.

    Lists become what the type of the field says, tuples or frozen sets. Raises KeyError for a field that is nowhere.
    """
    found, kinds = dict(given), _kinds_of_fields(cast("Hashable", make))
    for name in kinds.keys() - given.keys():
        if name in row or name not in make._field_defaults:  # type: ignore[attr-defined]
            kind = kinds[name]
            found[name] = row[name] if kind not in (tuple, frozenset) else kind(row[name])
    return make(**found)


@cache
def _kinds_of_fields(make: Any) -> Mapping[str, Any]:
    """Return the types of fields without what is in them; None for plain ones."""
    return {name: get_origin(hint) for name, hint in get_type_hints(make).items()}


def used_facts(
    content: Content, kinds: Collection[str], unused: Collection[str], verbs: Mapping[str, Verbs] | None = None
) -> Json:
    """Rows of these kinds by id, with every field but words and those that are `unused`, such as sources and looks.

    verbs: of the fields that hold lists of verbs, by name; these count as `Verbs.written` gives them.
    """
    spoken = verbs or {}

    def fact(name: str, value: Any) -> Any:
        return _plain([spoken[name].write(verb) for verb in value] if name in spoken else value)

    return {
        kind: {
            row.id: {name: fact(name, value) for name, value in row.items() if name in counted}
            for row in content[kind].values()
        }
        for kind in kinds
        if (
            counted := {
                name for name, type in content[kind].schema.items() if name not in unused and not _is_plain(type)
            }
        )
    }


def _is_plain(type: str) -> bool:
    return type.startswith("words")


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value
