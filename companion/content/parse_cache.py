"""Parsed files of the package, in the user's cache folder: to parse YAML and PO takes a hundred times as long.

A kept value is found by a digest of the file's name and text and of the parsers themselves (kept_values.py). Files of
the user's own, and those with faults, are not kept.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from companion.content import kept_values
from companion.core import resources

KIND = "content"
SMALLEST = 1_000  # characters; what is shorter is parsed as fast as it is found


def read_value(path: Path, name: str, text: str) -> Any:
    """Return the value that was kept for a file, or None."""
    return kept_values.read_value(KIND, _digest(name, text)) if _is_kept(path, text) else None


def keep_value(path: Path, name: str, text: str, value: Any) -> None:
    """Keep a JSON value for a file."""
    if _is_kept(path, text):
        kept_values.keep_value(KIND, _digest(name, text), value)


def _is_kept(path: Path, text: str) -> bool:
    return len(text) >= SMALLEST and path.is_relative_to(resources.root())


def _digest(name: str, text: str) -> str:
    return kept_values.digest_text(f"{_parsers()}\n{name}\n{text}")


@cache
def _parsers() -> str:
    """Return a digest of the modules that read files: with another one every value is another."""
    here = Path(__file__)
    modules = ("po", "strict_yaml", "precompiled")
    return kept_values.digest_files((here, *(here.with_name(f"{module}.py") for module in modules)), here.parent)
