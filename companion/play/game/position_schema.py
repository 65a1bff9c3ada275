"""Schema of a position file (a table already in play): key -> kind of value.

    read({"space": whole(2), "alive": flag(True), "hand": ids(cards)}, {"space": 5})
    -> {"space": 5, "alive": True, "hand": []}

A kind is a function of a mapping and a key: the value that stands there, or its default where the key is left out. It
raises WrongCall for a value that means nothing. A game adds kinds of its own. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

from companion.core.errors import WrongCall
from companion.play.game import input_values
from companion.play.game.game import Json

Kind = Callable[[Json, str], Any]
Schema = Mapping[str, Kind]


def read(schema: Schema, data: Json) -> Json:
    """Return every key of the schema with its value, read in that order. Raises WrongCall."""
    return {key: kind(data, key) for key, kind in schema.items()}


def whole_number(default: int = 0) -> Kind:
    """Return a kind of value: a whole number."""
    return partial(input_values.read_whole, default=default)


def flag(default: bool = False) -> Kind:
    """Return a kind of value: true or false."""
    return partial(input_values.flag, default=default)


def one(choices: Collection[str], default: str = "") -> Kind:
    """Return a kind of value: one of these words."""
    return partial(input_values.one, default=default, choices=choices)


def ids(known: Collection[str]) -> Kind:
    """Return a kind of value: a list of known ids in the given order."""
    return partial(input_values.ids, known=known)


def sorted_ids(known: Collection[str]) -> Kind:
    """Return a kind of value: a list of known ids, in the order of `known`."""
    return partial(input_values.sorted_ids, known=known)


def required_value(kind: Kind) -> Kind:
    """Return a kind of value: a value that the file must give."""

    def read_needed(data: Json, key: str) -> Any:
        if key not in data:
            raise WrongCall("key_needed", key)
        return kind(data, key)

    return read_needed


def optional_value(kind: Kind) -> Kind:
    """Return a kind of value: None where it is left out."""
    return lambda data, key: kind(data, key) if key in data else None


def nullable_value(kind: Kind) -> Kind:
    """Return a kind of value: None where it is left out or null."""
    return lambda data, key: None if data.get(key) is None else kind(data, key)


def mapping_value(schema: Schema, name: str = "", short: Mapping[type, str] | None = None) -> Kind:
    """Return a kind of value: a mapping with the keys of a schema.

    name: what a message calls it, its key without one. short: type of a value that may stand in place of the mapping
    -> the one key it then has.
    """

    def read_mapping(data: Json, key: str) -> Json:
        found = data.get(key, {})
        if short and type(found) in short:
            found = {short[type(found)]: found}
        input_values.check_keys(found, schema, name or key)
        return read(schema, found)

    return read_mapping


def by_id(kinds: Schema, listed: bool = False) -> Kind:
    """Return a kind of value: a selection of these ids, in the order of the file.

    listed: a list of ids may stand in place of the mapping, for ids of which nothing is said.
    """
    part = input_values.parts if listed else input_values.part

    def read_named(data: Json, key: str) -> Json:
        found = part(data, key, kinds)
        return {id: kinds[id](found, id) for id in found}

    return read_named


def list_value(kind: Kind) -> Kind:
    """Return a kind of value: a list of values of one kind."""

    def read_rows(data: Json, key: str) -> list[Any]:
        found = data.get(key, [])
        if not isinstance(found, list):
            raise WrongCall("not_list", str(found), key=key)
        return [kind({key: row}, key) for row in found]

    return read_rows
