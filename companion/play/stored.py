"""States as plain data and back: tuples are lists where they are stored. Knows no game."""

from __future__ import annotations

from typing import Any


def plain(value: Any) -> Any:
    """The same with lists for tuples, at every depth."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, tuple) else value


def frozen(value: Any) -> Any:
    """The same with tuples for lists, at every depth."""
    return tuple([frozen(item) for item in value]) if isinstance(value, list) else value
