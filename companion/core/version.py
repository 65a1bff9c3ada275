"""Which companion this is: the version of the very code that runs, or none where nobody can tell."""

from __future__ import annotations

import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from companion.core import resources

DISTRIBUTION = "rings-companion"


def version() -> str:
    """Of the checkout, else of the package as it was installed; empty for a copy that says neither."""
    return _of_checkout(resources.PACKAGE.parent / "pyproject.toml") or _of_package()


def _of_checkout(project: Path) -> str:
    """What its own file says, which is newer than what was noted when the checkout was installed."""
    try:
        told = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
        return str(told["version"]) if told["name"] == DISTRIBUTION else ""
    except (OSError, ValueError, KeyError, TypeError):  # no checkout of ours
        return ""


def _of_package() -> str:
    """What was installed under our name, if it is this code and not another copy of it."""
    try:
        found = distribution(DISTRIBUTION)
    except PackageNotFoundError:
        return ""
    same = Path(str(found.locate_file(resources.PACKAGE.name))).resolve() == resources.PACKAGE.resolve()
    return found.version if same else ""
