"""Effects of rows of content/ as lists of verbs: `[{heal: {number: 1}}, {draw: 2}, shuffle]`, one function a verb.

    EFFECTS = Verbs("effect", shared=2)

    @EFFECTS.verb
    def heal(draft: Draft, who: int, number: int, most: int = 3) -> None: ...

Every verb is called with the `shared` arguments first; the other parameters are the schema of the content: `{heal:
{number: 1, most: 2}}` names them, `{heal: 1}` gives the first of them, `heal` none. A verb that was read is a plain
tuple in their order, ("heal", 1, 3), so that it fits a state and its journal. Parameters have these types:

    int, bool, str, Literal["one", "another"]
    Annotated[str, Id("nation")]        the id of a row
    Annotated[int, Least(1)]            a whole number, that or more
    tuple[T, ...]                       a list
    Annotated[Calls, EFFECTS]           a list of verbs
    Annotated[T, Reads(function)]       what function(content, value) makes of it, or raises ValueError

Conditions are verbs too: those whose functions return a bool. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, Protocol, TypeVar, get_args, get_origin
from typing import get_type_hints as hints_of

from companion.core.errors import ContentError, did_you_mean

if TYPE_CHECKING:
    from companion.content.model import Content

Call = tuple[Any, ...]  # a verb and all its arguments
Calls = tuple[Call, ...]
Function = TypeVar("Function", bound=Callable[..., Any])


class ArgumentType(Protocol):
    """Converts a value of content/ into an argument."""

    def read(self, content: Content, value: Any, /) -> Any:
        """Return the argument. Raises ValueError with the fault."""
        ...


class Id(NamedTuple):
    """The id of a row of this kind."""

    kind: str

    def read(self, content: Content, value: Any) -> str:
        """Return the id. Raises ValueError."""
        if not isinstance(value, str) or value not in content[self.kind]:
            raise ValueError(
                f"names no {self.kind} '{value!s:.60}'{did_you_mean(str(value)[:100], content[self.kind])}"
            )
        return value


class Least(NamedTuple):
    """A whole number of at least `least`."""

    least: int

    def read(self, content: Content, value: Any) -> int:
        """Return the number. Raises ValueError."""
        if type(value) is not int or value < self.least:
            raise ValueError(f"is not a whole number of {self.least} or more: {value!r:.60}")
        return value


class Reads(NamedTuple):
    """The result of a function of the value."""

    read: Callable[[Any, Any], Any]


class VerbError(ValueError):
    """A verb that cannot be read; `line` of its file, 0 where it is not known."""

    def __init__(self, text: str, line: int) -> None:
        super().__init__(text)
        self.line = line


class Verbs:
    """The verbs of one vocabulary.

    name: what a verb of it is called in messages. shared: how many parameters every function has before its own.
    """

    def __init__(self, name: str, shared: int) -> None:
        self.functions: dict[str, Callable[..., Any]] = {}
        self._name, self._shared = name, shared
        self._parameters: dict[str, dict[str, Parameter]] = {}

    def verb(self, function: Function) -> Function:
        """Decorator: register the function as the verb of its name, without a `_` at the end."""
        name = function.__name__.rstrip("_")
        assert name not in self.functions, name
        self.functions[name] = function
        return function

    def do(self, call: Call, *shared: Any) -> Any:
        """Call the function of a verb and return its result."""
        return self.functions[call[0]](*shared, *call[1:])

    def table(self, content: Content, kind: str, field: str, problems: list[str] | None = None) -> dict[str, Calls]:
        """The verbs in a field of every row of a kind; none where it is left out.

        Raises ContentError with every fault, or notes them in `problems` if that is given.
        """
        found: dict[str, Calls] = {}
        faults: list[str] = [] if problems is None else problems
        for row in content[kind].values():
            calls = []
            for value in row.get(field, ()):
                try:
                    calls.append(self.read_one(content, value))
                except VerbError as error:
                    file, _, line = row.place.rpartition(":")
                    faults.append(f"{file}:{error.line or line}: {row.id}: '{field}' {error}")
            found[row.id] = tuple(calls)
        if faults and problems is None:
            raise ContentError(faults)
        return found

    def read(self, content: Content, value: Any) -> Calls:
        """A list of verbs. Raises ValueError."""
        if not isinstance(value, list):
            raise ValueError(f"is not a list of {self._name}s: {value!r:.60}")
        return tuple([self.read_one(content, item) for item in value])

    def read_one(self, content: Content, value: Any) -> Call:
        """One verb with all its arguments. Raises VerbError."""
        try:
            return self._read_one(content, value)
        except ValueError as error:
            line = getattr(error, "line", 0) or getattr(value, "line", 0)
            raise VerbError(str(error), line) from None

    def write(self, value: Any) -> dict[str, Any]:
        """A verb of content/ as `{do: NAME, WORD: VALUE, ...}`, with the words it is given there. Raises ValueError."""
        name, given = self._words(value)
        types = self.parameters(name)
        return {"do": name, **{word: _write_argument(types[word].annotation, item) for word, item in given.items()}}

    def _words(self, value: Any) -> tuple[str, Mapping[str, Any]]:
        """The name of a verb, and what it is given by word. Raises ValueError."""
        if isinstance(value, Mapping) and len(value) == 1:
            ((name, said),) = value.items()
        else:
            name, said = value, {}
        if not isinstance(name, str) or name not in self.functions:
            known = did_you_mean(str(name)[:100], self.functions)
            raise ValueError(f"names no {self._name} '{name!s:.60}'{known}")
        parameters = self.parameters(name)
        if not isinstance(said, Mapping):
            if not parameters:
                raise ValueError(f"says '{name}: {said!s:.60}', which takes nothing")
            said = {next(iter(parameters)): said}
        for word in said:
            if word not in parameters:
                raise ValueError(f"gives '{name}' an unknown '{word!s:.60}'{did_you_mean(str(word)[:100], parameters)}")
        return name, said

    def _read_one(self, content: Content, value: Any) -> Call:
        name, said = self._words(value)
        out: list[Any] = [name]
        for word, parameter in self.parameters(name).items():
            if word in said:
                try:
                    out.append(_argument(parameter.annotation, content, said[word]))
                except VerbError:
                    raise
                except ValueError as error:
                    raise ValueError(f"of '{name}': '{word}' {error}") from None
            elif parameter.default is Parameter.empty:
                raise ValueError(f"lacks '{word}' of '{name}'")
            else:
                out.append(parameter.default)
        return tuple(out)

    def parameters(self, name: str) -> Mapping[str, Parameter]:
        """The words of a verb in their order, with their types; a `_` at the end of a parameter is not said."""
        if name not in self._parameters:
            function = self.functions[name]
            hints = hints_of(function, include_extras=True)
            own = list(signature(function).parameters.values())[self._shared :]
            self._parameters[name] = {
                parameter.name.rstrip("_"): parameter.replace(annotation=hints[parameter.name]) for parameter in own
            }
        return self._parameters[name]


def _argument(type: Any, content: Content, value: Any) -> Any:
    """A value of content/ as an argument of that type. Raises ValueError."""
    origin, inner = get_origin(type), get_args(type)
    if origin is Annotated:
        shape: ArgumentType = inner[1]
        return shape.read(content, value)
    if origin is tuple:
        if not isinstance(value, list):
            raise ValueError(f"is not a list: {value!r:.60}")
        return tuple([_argument(inner[0], content, item) for item in value])
    if origin is Literal:
        if value not in inner:
            raise ValueError(
                f"is '{value!s:.60}', not one of {', '.join(inner)}{did_you_mean(str(value)[:100], inner)}"
            )
    elif value.__class__ is not type:
        raise ValueError(f"is not of type {type.__name__}: {value!r:.60}")
    return value


def _write_argument(type: Any, value: Any) -> Any:
    """An argument as `Verbs.written` gives it: the verbs in it likewise, all else as it is."""
    inner = get_args(type)
    if get_origin(type) is tuple:
        return [_write_argument(inner[0], item) for item in value]
    if get_origin(type) is Annotated and isinstance(inner[1], Verbs):
        return [inner[1].write(item) for item in value]
    return value
