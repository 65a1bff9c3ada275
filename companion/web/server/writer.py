"""One thread that writes for all: entries that arrive during a commit go together into the next one.

Knows stores and event loops, no session and no request.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import NamedTuple

from companion.core.errors import StoreError
from companion.play.journal.store import Append, Store

MAX_APPENDS = 512  # appends in one commit


class _Job(NamedTuple):
    append: Append
    done: asyncio.Future[None]
    loop: asyncio.AbstractEventLoop


class Writer:
    """Appends to a store of its own, in the order of arrival."""

    def __init__(self, open: Callable[[], Store]) -> None:
        self._open = open
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="writer", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Write all pending entries, then stop."""
        self._jobs.put(None)
        self._thread.join()

    async def append(self, id: str, expected: int, lines: Sequence[str]) -> None:
        """Return when the lines are on disk. Raises StaleSequence, StoreError."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._jobs.put(_Job(Append(id, expected, lines), done, loop))
        await done

    def _run(self) -> None:
        store: Store | None = None
        ended = False
        while not ended:
            jobs, ended = self._waiting()
            if not jobs:
                continue
            try:
                store = store or self._open()
                results: Sequence[Exception | None] = store.append_all([job.append for job in jobs])
            except Exception as error:  # of ours, too: nobody may wait for ever
                if store is not None and isinstance(error, StoreError) and error.code == "store_corrupt":
                    results = [_append_one(store, job.append) for job in jobs]
                else:
                    results = [error] * len(jobs)
            _tell(jobs, results)
        if store is not None:
            store.close()

    def _waiting(self) -> tuple[list[_Job], bool]:
        """Return all pending jobs, at least one, and True at the end."""
        jobs: list[_Job] = []
        job = self._jobs.get()
        while job is not None:
            jobs.append(job)
            if self._jobs.empty() or len(jobs) == MAX_APPENDS:
                return jobs, False
            job = self._jobs.get()
        return jobs, True


def _append_one(store: Store, append: Append) -> Exception | None:
    """Return the error of that append or None: a damaged page concerns only the sessions on it."""
    try:
        store.append(*append)
    except Exception as error:  # as above
        return error
    return None


def _tell(jobs: Sequence[_Job], results: Sequence[Exception | None]) -> None:
    """Pass the results to the waiting callers; every loop is woken once."""
    for loop in {job.loop for job in jobs}:
        own = [(job.done, result) for job, result in zip(jobs, results, strict=True) if job.loop is loop]
        loop.call_soon_threadsafe(_settle, own)


def _settle(results: Sequence[tuple[asyncio.Future[None], Exception | None]]) -> None:
    for done, error in results:
        if done.cancelled():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)
