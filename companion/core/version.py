"""The version of the running code, or "" if it cannot be known."""

from __future__ import annotations

import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from companion.core import resources

DISTRIBUTION = "rings-companion"


def version() -> str:
    """Return the version of the checkout, else of the installed package; "" for a copy without either."""
    return _of_checkout(resources.PACKAGE.parent / "pyproject.toml") or _of_package()


def _of_checkout(project: Path) -> str:
    """Return the version in the checkout's own files, which may be newer than the installed metadata."""
    try:
        told = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
        return str(told["version"]) if told["name"] == DISTRIBUTION else ""
    except (OSError, ValueError, KeyError, TypeError):  # no checkout of ours
        return ""


def _of_package() -> str:
    """Return the installed version, if that installation is this code."""
    try:
        found = distribution(DISTRIBUTION)
    except PackageNotFoundError:
        return ""
    same = Path(str(found.locate_file(resources.PACKAGE.name))).resolve() == resources.PACKAGE.resolve()
    return found.version if same else ""
