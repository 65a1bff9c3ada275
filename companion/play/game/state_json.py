"""States as plain data and back, by the types of their fields: tuples are lists where they are stored, a step is a list
that begins with its kind. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from companion.play.game.steps import Step

Decode = Callable[[Any], Any]


def dump(state: Any) -> dict[str, Any]:
    """Return the fields of a state but for its set-up, which a header holds."""
    return {field.name: _plain(getattr(state, field.name)) for field in fields(state) if field.name != "setup"}


def _plain(value: Any) -> Any:
    if isinstance(value, Step):
        return [value.kind, *[_plain(getattr(value, field.name)) for field in fields(value)]]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def load(draft: Any, steps: Mapping[str, type[Step]], setup: Any, data: Mapping[str, Any]) -> Any:
    """Return the State of that Draft class from `dump`'s data."""
    hints = _hints(draft.STATE)
    given = {name: _load_value(hints[name], value, steps) for name, value in data.items()}
    return draft(setup=setup, **given).freeze()


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _load_value(kind: Any, value: Any, steps: Mapping[str, type[Step]]) -> Any:
    """A stored value as a field of that type has it."""
    if isinstance(kind, type) and issubclass(kind, Step):
        step = steps[value[0]]
        hints, named = _hints(step), [field.name for field in fields(step)]  # type: ignore[arg-type]
        return step(*[_load_value(hints[name], item, steps) for name, item in zip(named, value[1:], strict=True)])
    if not isinstance(value, list):
        return value
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        hints = _hints(kind)
        return kind(*[_load_value(hints[name], item, steps) for name, item in zip(kind._fields, value, strict=True)])
    inner = get_args(kind) if get_origin(kind) is tuple else ()
    if len(inner) == 2 and inner[1] is Ellipsis:
        inner = (inner[0],) * len(value)
    elif len(inner) != len(value):
        inner = (Any,) * len(value)
    return tuple([_load_value(kind, item, steps) for kind, item in zip(inner, value, strict=True)])
