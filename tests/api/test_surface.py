"""The public functions as others call them: tests/golden/api.txt changes only with a deprecation."""

import re
from pathlib import Path

import griffe

import companion

ROOT = Path(__file__).parents[2]


def test_names_parameters_and_defaults_are_those_of_the_golden_file(golden) -> None:
    package = griffe.load("companion", search_paths=[ROOT], submodules=True)
    golden("api.txt", "\n".join([line for name in companion.__all__ for line in describe(package, name)]) + "\n")


def describe(package: griffe.Object, name: str) -> list[str]:
    """Return a public name with its signature; of a class its members."""
    public = getattr(companion, name)
    found = package[f"{public.__module__.removeprefix('companion.')}.{public.__name__}"]
    if found.is_function:
        return [signature(f"companion.{name}", found), *returned_class(package, found)]
    return [f"companion.{name}({', '.join(str(base) for base in found.bases)})", *members(found)]


def returned_class(package: griffe.Object, function: griffe.Function) -> list[str]:
    """Return the members of a class of companion.api that the function returns."""
    (name,) = re.findall(r"^(?:list\[)?(\w+)", str(function.returns))
    room = package[function.module.path.removeprefix("companion.")]
    return members(room[name]) if name in room.members and room[name].is_class else []


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
