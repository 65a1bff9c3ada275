"""What was made last, as long as there is room for it. Knows nothing of what it keeps."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class LruCache(Generic[T]):
    """What was made last, by key; for one thread."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: OrderedDict[Hashable, T] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` made for that key."""
        if key not in self._made:
            self._made[key] = make()
            if len(self._made) > self._most:
                self._made.popitem(last=False)
        self._made.move_to_end(key)
        return self._made[key]
