"""How much processor time a photo may take. What is made once for all photos does not count.

The time of the whole process is what counts, since its libraries work in threads of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time

from companion.core.errors import LocalizedError

SECONDS = 10.0


class Patience:
    """The limit of one photo. Checked between steps, none of which takes long."""

    def __init__(self) -> None:
        self._end: float | None = None

    @contextmanager
    def limit(self, seconds: float | None = None) -> Iterator[None]:
        """Context manager: limit the time to read a photo."""
        before, self._end = self._end, process_time() + (SECONDS if seconds is None else seconds)
        try:
            yield
        finally:
            self._end = before

    @contextmanager
    def pause(self) -> Iterator[None]:
        """Context manager: stop the clock for work that serves later photos too."""
        begun, end = process_time(), self._end
        self._end = None
        try:
            yield
        finally:
            self._end = None if end is None else end + process_time() - begun

    def seconds_over(self) -> float:
        """Return the seconds by which reading a photo is over its limit, negative before it."""
        return float("-inf") if self._end is None else process_time() - self._end

    def check(self) -> None:
        """Raises LocalizedError when the time is up."""
        if self.seconds_over() >= 0:
            raise LocalizedError("photo_long")


PATIENCE = Patience()
