"""Who plays the games: this process, several of this machine, or a Dask cluster by its address."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from typing import NamedTuple

from companion.core.errors import LocalizedError


class Workers(NamedTuple):
    """executor: None for this process. still_there: raises LocalizedError where nobody works any more."""

    executor: Executor | None
    still_there: Callable[[], None]


@contextmanager
def start_workers(jobs: int, scheduler: str | None) -> Iterator[Workers]:
    """Context manager: `jobs` processes, or a scheduler's cluster. Raises WrongCall or LocalizedError."""
    if scheduler is not None:
        if find_spec("distributed") is None:
            raise LocalizedError("scale_missing")
        from companion.simulation.cluster import join_cluster

        with join_cluster(scheduler) as (executor, still_there):
            yield Workers(executor, still_there)
    elif jobs > 1:
        others = multiprocessing.active_children()
        with ProcessPoolExecutor(jobs, initializer=_end_at_once) as pool:
            try:
                yield Workers(pool, lambda: None)
            except BrokenExecutor:
                raise LocalizedError("workers_lost") from None
            except BaseException:  # Ctrl-C too; the pool would wait for ever for half a result
                for process in {*multiprocessing.active_children()} - {*others}:
                    process.terminate()
                pool._result_queue._writer.close()  # type: ignore[attr-defined]
                raise
            finally:
                pool.shutdown(wait=False, cancel_futures=True)
    else:
        yield Workers(None, lambda: None)


def _end_at_once() -> None:
    """A worker that is interrupted with the command says nothing."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
