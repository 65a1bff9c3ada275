"""A per-content cache for what a game derives from its content/. Knows no game."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from companion.content.model import Content

T = TypeVar("T")


def cached_by_content(make: Callable[[Content], T]) -> Callable[[Content], T]:
    """Decorator: cache the result per Content object (by identity, not equality)."""
    made: dict[int, tuple[Content, T]] = {}  # kept with its content, so that an id is never used again

    @wraps(make)
    def make_once(content: Content) -> T:
        kept = made.get(id(content))
        if kept is None:
            kept = made[id(content)] = (content, make(content))
        return kept[1]

    return make_once
