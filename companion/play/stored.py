"""States as plain data and back: tuples are lists where they are stored. Knows no game."""

from __future__ import annotations

from typing import Any


def plain(value: Any) -> Any:
    """The same with lists for tuples, at every depth."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, tuple) else value


def fields(state: Any) -> dict[str, Any]:
    """The fields of a state that is a named tuple, but for its set-up, which a header holds."""
    out: dict[str, Any] = plain({name: value for name, value in state._asdict().items() if name != "setup"})
    return out


def frozen(value: Any) -> Any:
    """The same with tuples for lists, at every depth."""
    return tuple([frozen(item) for item in value]) if isinstance(value, list) else value
