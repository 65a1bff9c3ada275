"""The public functions as others call them: tests/golden/api.txt changes only with a deprecation."""

import inspect
import re
from importlib import import_module
from pathlib import Path

import griffe

import companion

ROOT = Path(__file__).parents[2]


def test_names_parameters_and_defaults_are_those_of_the_golden_file(golden) -> None:
    golden("api.txt", "\n".join([line for name in companion.__all__ for line in describe(name)]) + "\n")


def describe(name: str) -> list[str]:
    """Return a public name with its signature; of a class its members, of a function those of what it returns."""
    public = getattr(companion, name)
    found = read_source(public)
    if not found.is_function:
        return [f"companion.{name}({', '.join(str(base) for base in found.bases)})", *members(found)]
    (returned,) = re.findall(r"^(?:list\[)?(\w+)", str(found.returns))
    return [
        signature(f"companion.{name}", found),
        *members(read_source(getattr(import_module(public.__module__), returned))),
    ]


def read_source(public: object) -> griffe.Object:
    """Return what the source says of a function or class."""
    path = Path(inspect.getsourcefile(inspect.unwrap(public)))
    return griffe.visit(public.__module__, filepath=path, code=path.read_text(encoding="utf-8"))[public.__name__]


def members(found: griffe.Class) -> list[str]:
    """Return the public members of a class, indented."""
    names = [name for name in found.members if not name.startswith("_")]
    return [
        f"    {signature(name, found[name]) if found[name].is_function else f'{name}: {found[name].annotation}'}"
        for name in names
    ]


def signature(name: str, function: griffe.Function) -> str:
    """Return `name(parameter: type = default) -> type`."""
    return function.signature(name=name)


def test_the_reference_describes_every_public_name() -> None:
    page = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    errors = page.rpartition("companion.core.errors")[2]
    for name in companion.__all__:
        assert f"### companion.{name}\n" in page or re.search(rf"\b{name}\b", errors), name
