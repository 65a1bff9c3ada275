"""The boundary to the caller: values of a wrong type and files that the system refuses are errors of ours."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from functools import cache, wraps
from inspect import Parameter, signature
from types import UnionType
from typing import Any, ParamSpec, TypeVar, get_args, get_origin

from companion.core.errors import StoreError, WrongType

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")
WHOLE = (str, bytes)  # of text no letter is asked for


def check_call(function: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """Decorator: raise WrongType for an argument that is not what its annotation says, StoreError for an OSError."""

    @wraps(function)
    def checked(*args: Asked.args, **named: Asked.kwargs) -> Answer:
        hints, spelled = argument_types(function), signature(function)
        for name, value in spelled.bind(*args, **named).arguments.items():
            if name in hints and not fits(value, hints[name]):
                raise WrongType(f"{name} is {spelled.parameters[name].annotation}, not {type(value).__name__}")
        try:
            return function(*args, **named)
        except (OSError, UnicodeEncodeError) as error:
            path, reason = getattr(error, "filename", None), getattr(error, "strerror", None)
            raise StoreError("file_unreadable", path=str(path or "?"), reason=str(reason or error)) from None

    return checked


@cache
def argument_types(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the types of the arguments by name, without those that are known to type checkers alone."""
    found = {}
    for name, parameter in signature(function).parameters.items():
        if parameter.kind is Parameter.VAR_KEYWORD or parameter.annotation is Parameter.empty:
            continue
        with suppress(NameError):
            found[name] = eval(parameter.annotation, function.__globals__)
    return found


def fits(value: Any, kind: Any) -> bool:
    """Return whether a value is of an annotated type; true for types that are not told apart here."""
    origin, parts = get_origin(kind) or kind, get_args(kind)
    if origin is UnionType:
        return any(fits(value, part) for part in parts)
    if origin in (int, float):
        return isinstance(value, int if origin is int else int | float) and not isinstance(value, bool)
    if origin is tuple:
        return isinstance(value, tuple | list) and len(value) == len(parts) and all(map(fits, value, parts))
    if origin is Any or not isinstance(origin, type):
        return True
    if issubclass(origin, Mapping):
        return isinstance(value, Mapping) and all(fits(one, parts[1]) for one in value.values())
    if issubclass(origin, Iterable) and origin not in WHOLE:
        if not isinstance(value, origin) or isinstance(value, WHOLE):
            return False
        return not isinstance(value, Collection) or all(fits(one, parts[0]) for one in value)
    return isinstance(value, origin)
