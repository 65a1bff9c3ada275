"""Times as entries hold them."""

from __future__ import annotations

import time
from functools import lru_cache


def now() -> str:
    """Return the time for `at`, in UTC, to the second."""
    return _stamp(int(time.time()))


def minutes_ago(minutes: int) -> str:
    """Return that time, as in `at`."""
    return _stamp(int(time.time()) - 60 * minutes)


@lru_cache(maxsize=1)
def _stamp(second: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(second))
