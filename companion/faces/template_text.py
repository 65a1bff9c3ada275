"""Texts in templates: Jinja2 inserts values and decides nothing.

A template text is data from strangers. ALLOWED, FILTERS and TESTS list the permitted syntax; all else is refused
before it runs. It sees rows, texts and numbers, never a Python attribute, and its result has a bounded length. A
misspelt field is an error, never an empty string.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from jinja2 import StrictUndefined, TemplateError, Undefined, UndefinedError, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from companion.core.errors import FaceError, did_you_mean
from companion.faces.rows import Fields, Tables

Scope = Mapping[str, Any]
LONGEST = 10_000  # characters, of a template text and of what it says
DEEPEST = 40  # levels of a template text
LARGEST = 10**12  # numbers go no further
HIGHEST_POWER = 64
_UNKNOWN = re.compile(r"'(\w+)' is undefined")


def render_text(text: str, scope: Scope) -> str:
    """Return the text with its Jinja2 placeholders filled. Raises FaceError with the text."""
    if "{" not in text:
        return text
    try:
        said = _compile(text)(scope)
        if len(said) > LONGEST:
            raise FaceError(f"would say more than {LONGEST} characters")
    except UndefinedError as error:
        unknown = _UNKNOWN.fullmatch(error.message or "")
        raise _refusal(text, f"{error.message}{did_you_mean(unknown[1], scope) if unknown else ''}") from None
    except TemplateError as error:
        raise _refusal(text, error.message or "cannot be read") from None
    except (RecursionError, MemoryError):
        raise _refusal(text, "is nested too deep") from None
    except (FaceError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError) as error:
        raise _refusal(text, str(error)) from None
    return said


def _refusal(text: str, why: str) -> FaceError:
    shown = text if len(text) <= 80 else f"{text[:77]}..."
    return FaceError(f"in '{shown}': {why}")


@cache
def _compile(text: str) -> Callable[[Scope], str]:
    if len(text) > LONGEST:
        raise FaceError(f"a text has at most {LONGEST} characters, not {len(text)}")
    environment = _environment()
    tree = environment.parse(text)
    _check(tree)
    for joined in tree.find_all(nodes.Concat):  # what `~` joins is printed like all else
        joined.nodes = [nodes.Filter(part, "text", [], [], None, None, lineno=part.lineno) for part in joined.nodes]
    template = environment.from_string(tree)
    return lambda scope: "".join(template.root_render_func(template.new_context(scope, shared=True)))


# Nodes of Jinja2 that a text may consist of; `say` is the only thing to call.
ALLOWED = {
    *("Template", "Output", "TemplateData", "If", "CondExpr", "Name", "Const", "List", "Tuple", "Getattr", "Getitem"),
    *("Filter", "Test", "Call", "Keyword", "Compare", "Operand", "And", "Or", "Not", "Neg", "Pos"),
    *("Add", "Sub", "Mul", "Div", "FloorDiv", "Mod", "Pow", "Concat"),
}
STATEMENTS = "a text places words: no for, set, macro, include or other statement but if"


def _check(tree: Any) -> None:
    """Raise FaceError for syntax that is not allowed, anywhere in the text."""
    level = [tree]
    for _ in range(DEEPEST):
        for node in level:
            _check_node(node)
        level = [child for node in level for child in node.iter_child_nodes()]
        if not level:
            return
    raise FaceError(f"is nested more than {DEEPEST} levels deep")


def _check_node(node: Any) -> None:
    kind = type(node).__name__
    if kind not in ALLOWED:
        raise FaceError(f"'{kind}' is not allowed; {STATEMENTS}")
    if kind == "Const" and isinstance(node.value, (int, float)):
        _number(int(node.value) if isinstance(node.value, bool) else node.value)
    if kind in ("Filter", "Test"):
        known: Mapping[str, Any] = FILTERS if kind == "Filter" else TESTS
        if node.name not in known:
            raise FaceError(f"no {kind.lower()} '{node.name}'{did_you_mean(node.name, known)}")
    if kind == "Call" and getattr(node.node, "name", "") != "say":
        raise FaceError("only say(...) can be called")
    if kind in ("Getattr", "Name") and (name := node.attr if kind == "Getattr" else node.name).startswith("_"):
        raise FaceError(f"'{name}' is not a name that a text may use")
    if kind in ("Call", "Filter", "Test") and (node.dyn_args or node.dyn_kwargs):
        raise FaceError("values are given one by one, without *")


@cache
def _environment() -> Any:
    class Missing(StrictUndefined):
        """A field that a row, a list or a text does not have; what is nearest is looked for when somebody asks."""

        @property
        def _undefined_message(self) -> str:
            obj, name = self._undefined_obj, self._undefined_name
            if not isinstance(obj, (Fields, Tables, dict)):
                return str(super()._undefined_message)
            return f"{'it' if isinstance(obj, dict) else repr(obj)} has no '{name}'{did_you_mean(str(name), obj)}"

    class Plain(ImmutableSandboxedEnvironment):
        """Sees fields of rows and places of lists, never an attribute; counts with numbers only."""

        intercepted_binops = frozenset(("+", "-", "*", "/", "//", "%", "**"))

        def getattr(self, obj: Any, attribute: str) -> Any:
            return self.getitem(obj, attribute)

        def getitem(self, obj: Any, argument: Any) -> Any:
            if isinstance(obj, Undefined):
                str(obj)  # says what is missing
            if isinstance(obj, (Fields, Tables, dict)) and isinstance(argument, str):
                if argument in obj:
                    return obj[argument]
                return self.undefined(obj=obj, name=argument)
            if isinstance(obj, (list, tuple, str)) and type(argument) is int and -len(obj) <= argument < len(obj):
                return obj[argument]
            return self.undefined(f"{obj!r:.40} has no '{argument}'")

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
            return _calculate(operator, _number(left), _number(right))

    environment = Plain(undefined=Missing, autoescape=False, finalize=printed_value, optimized=False)
    environment.globals.clear()
    environment.filters = {**FILTERS, "text": printed_value}
    environment.tests = dict(TESTS)
    return environment


def printed_value(value: Any) -> str:
    """Return a value as printed: True as `true`, False and None as "", numbers plainly."""
    if isinstance(value, str):
        return value
    if value is None or value is False:
        return ""
    if value is True:
        return "true"
    if isinstance(value, (list, tuple)):
        raise FaceError("a list is not a text; put it together with join")
    if isinstance(value, (int, float)):
        return f"{_number(value):.12g}"
    if str(value):  # a row or a missing field says itself what is wrong; an `if` without `else` says nothing
        raise FaceError("is not a text")
    return ""


def _number(value: Any) -> int | float:
    """Return a number, if within bounds."""
    if type(value) not in (int, float):
        if not isinstance(value, (str, bool, list, tuple)):
            str(value)  # a missing field says so itself
        raise FaceError(f"counts with numbers, not with {value!r:.40}; texts are joined with ~")
    if not -LARGEST <= value <= LARGEST:
        raise FaceError(f"numbers go up to {LARGEST}")
    return value  # type: ignore[no-any-return]


def _calculate(operator: str, left: int | float, right: int | float) -> int | float:
    if operator == "**" and abs(right) > HIGHEST_POWER:
        raise FaceError(f"powers go up to {HIGHEST_POWER}")
    return _number(_OPERATORS[operator](left, right))


_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "**": lambda a, b: a**b,
}


def _default(value: Any, other: Any = "") -> Any:
    """Return `other` in place of a missing field."""
    return other if isinstance(value, Undefined) else value


def _join(parts: Any, between: str = "") -> str:
    """Return the texts of a list joined by a separator."""
    texts, glue = [printed_value(part) for part in _list_or_text(parts)], printed_value(between)
    if sum(map(len, texts)) + len(glue) * len(texts) > LONGEST:
        raise FaceError(f"would say more than {LONGEST} characters")
    return glue.join(texts)


def _list_or_text(value: Any) -> Any:
    """Return the value if it is a list or a text. Raises otherwise."""
    if not isinstance(value, (list, tuple, str)):
        raise FaceError(f"{printed_value(value)!r:.40} is neither a list nor a text")
    return value


def _end(value: Any, index: int) -> Any:
    parts = _list_or_text(value)
    if not parts:
        raise FaceError("is empty and has no first and no last")
    return parts[index]


def _ranges(value: Any) -> str:
    """Return sorted whole numbers with runs of three or more as ranges: `1–3, 5`."""
    runs: list[list[int]] = []
    for number in map(_whole, _list_or_text(value)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    said = (f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)
    return ", ".join(said)


def _round(value: Any, places: int = 0) -> int | float:
    """Return the number rounded to `places` decimals; a whole number without."""
    if type(places) is not int or not 0 <= places <= 6:
        raise FaceError(f"round takes 0 to 6 places, not {places!r:.40}")
    return round(_number(value), places or None)


def _whole(value: Any) -> int:
    """Return a number, or a numeric text, without its fraction."""
    return int(_number(_decimal(value)))


def _decimal(value: Any) -> int | float:
    """Return a number, or a numeric text as a number."""
    if not isinstance(value, str):
        return _number(value)
    try:
        return _number(float(value[:40]))
    except ValueError:
        raise FaceError(f"'{value:.40}' is not a number") from None


def _defined(value: Any) -> bool:
    return not isinstance(value, Undefined)


FILTERS: Mapping[str, Callable[..., Any]] = {
    "abs": lambda value: abs(_number(value)),
    "capitalize": lambda value: printed_value(value).capitalize(),
    "default": _default,
    "first": lambda value: _end(value, 0),
    "float": _decimal,
    "int": _whole,
    "join": _join,
    "last": lambda value: _end(value, -1),
    "length": lambda value: len(_list_or_text(value)),
    "lower": lambda value: printed_value(value).lower(),
    "max": lambda value: max(map(_number, _list_or_text(value))),
    "min": lambda value: min(map(_number, _list_or_text(value))),
    "ranges": _ranges,
    "round": _round,
    "title": lambda value: " ".join(word[:1].upper() + word[1:] for word in printed_value(value).split(" ")),
    "trim": lambda value: printed_value(value).strip(),
    "upper": lambda value: printed_value(value).upper(),
}
TESTS: Mapping[str, Callable[..., bool]] = {
    "defined": _defined,
    "undefined": lambda value: not _defined(value),
    "even": lambda value: _number(value) % 2 == 0,
    "odd": lambda value: _number(value) % 2 == 1,
    "none": lambda value: value is None,
    "number": lambda value: type(value) in (int, float),
    "string": lambda value: isinstance(value, str),
}
