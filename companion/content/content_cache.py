"""What a game makes of its content/, made once. Knows no game."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from companion.content.model import Content

T = TypeVar("T")


def cached_by_content(make: Callable[[Content], T]) -> Callable[[Content], T]:
    """A function that makes its result only when it first meets a content; equal contents are two."""
    made: dict[int, tuple[Content, T]] = {}  # kept with its content, so that an id is never used again

    @wraps(make)
    def found(content: Content) -> T:
        kept = made.get(id(content))
        if kept is None:
            kept = made[id(content)] = (content, make(content))
        return kept[1]

    return found
