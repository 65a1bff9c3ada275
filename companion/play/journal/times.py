"""Times as entries hold them."""

from __future__ import annotations

import time
from datetime import datetime
from functools import lru_cache


def now() -> str:
    """Return the time for `at`, in UTC, to the second."""
    return _stamp(int(time.time()))


def minutes_ago(minutes: int) -> str:
    """Return that time, as in `at`."""
    return _stamp(int(time.time()) - 60 * minutes)


def seconds_between(before: str, after: str) -> float:
    """Return the seconds from one `at` to another; 0 where one of them, in a forged journal, is no time."""
    try:
        return (datetime.fromisoformat(after) - datetime.fromisoformat(before)).total_seconds()
    except (ValueError, TypeError):
        return 0


@lru_cache(maxsize=4)  # now, and from when on requests wait
def _stamp(second: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(second))
