"""Commands from the signatures of functions: each parameter says in its annotation which option or argument it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import Parameter, getdoc, signature
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin

import click

RANGES: dict[type, Callable[..., click.ParamType[Any]]] = {int: click.IntRange, float: click.FloatRange}


@dataclass(frozen=True)
class Argument:
    """A positional argument. metavar: its name in the help."""

    help: str
    metavar: str | None = None


class Option:
    """An option, by default `--parameter-name`. min, max: both allowed."""

    def __init__(
        self, *names: str, help: str, min: float | None = None, max: float | None = None, envvar: str | None = None
    ) -> None:
        self.names, self.help, self.min, self.max, self.envvar = names, help, min, max, envvar


class CommandGroup(click.Group):
    """Commands that the help lists in the order in which they were added."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Their names."""
        return list(self.commands)


def command(does: Callable[..., None], name: str | None = None, **settings: Any) -> click.Command:
    """Return a command that calls a function; its options come from the signature, its help from the docstring."""
    parameters = [_parameter(told) for told in signature(does, eval_str=True).parameters.values()]
    return click.Command(name or does.__name__, settings, does, parameters, help=getdoc(does))


def _parameter(told: Parameter) -> click.Parameter:
    annotated, spelled = get_args(told.annotation)
    kind, many = _kind(annotated)
    required = told.default is Parameter.empty
    given: dict[str, Any] = {"help": spelled.help, "required": required}
    if kind is bool:
        given["is_flag"] = True
    else:
        given["type"] = _type(kind, spelled)
    if many:
        given["callback"] = _list_values
    elif not required:
        given["default"] = told.default
    if isinstance(spelled, Argument):
        return click.Argument([told.name], metavar=spelled.metavar, nargs=-1 if many else 1, **given)
    dashed = told.name.replace("_", "-")
    names = spelled.names or ([f"--{dashed}/--no-{dashed}"] if kind is bool else [f"--{dashed}"])
    return click.Option(
        [told.name, *names],
        multiple=many,
        envvar=spelled.envvar,
        show_envvar=True,
        show_default=not many and told.default not in (None, False, ""),
        **given,
    )


def _kind(annotated: Any) -> tuple[type, bool]:
    """Return the type of a value, and whether there may be several."""
    if isinstance(annotated, UnionType):
        (annotated,) = (one for one in get_args(annotated) if one is not NoneType)
    if get_origin(annotated) is list:
        return get_args(annotated)[0], True
    return annotated, False


def _type(kind: type, spelled: Argument | Option) -> click.ParamType[Any] | type:
    if kind is Path:
        return click.Path(path_type=Path)
    if isinstance(spelled, Option) and (spelled.min, spelled.max) != (None, None):
        return RANGES[kind](spelled.min, spelled.max)
    return kind


def _list_values(context: click.Context, parameter: click.Parameter, values: Sequence[Any]) -> list[Any] | None:
    return list(values) or None
