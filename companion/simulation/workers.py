"""Who plays the games: this process, several of this machine, or a Dask cluster by its address."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ProcessPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from typing import NamedTuple

from companion.core.errors import LocalizedError, WrongCall

CONNECT = 10  # seconds in which a scheduler answers
ALONE = 15.0  # seconds without any worker after which none is awaited


class Workers(NamedTuple):
    """executor: None for this process. still_there: raises LocalizedError where nobody works any more."""

    executor: Executor | None
    still_there: Callable[[], None]


@contextmanager
def start_workers(jobs: int, scheduler: str | None) -> Iterator[Workers]:
    """Context manager: `jobs` processes, or a scheduler's cluster. Raises WrongCall or LocalizedError."""
    if scheduler is not None:
        with _cluster(scheduler) as found:
            yield found
    elif jobs > 1:
        others = multiprocessing.active_children()
        with ProcessPoolExecutor(jobs, initializer=_end_at_once) as pool:
            try:
                yield Workers(pool, lambda: None)
            except BrokenExecutor:
                raise LocalizedError("workers_lost") from None
            except BaseException:  # what they still play is of no use
                for process in {*multiprocessing.active_children()} - {*others}:
                    process.terminate()
                raise
            finally:
                pool.shutdown(wait=False, cancel_futures=True)
    else:
        yield Workers(None, lambda: None)


def _end_at_once() -> None:
    """A worker that is interrupted with the command says nothing."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def _cluster(address: str) -> Iterator[Workers]:
    if find_spec("distributed") is None:
        raise LocalizedError("scale_missing")
    from distributed import Client
    from distributed.comm.core import CommClosedError
    from distributed.scheduler import KilledWorker

    try:
        asyncio.run(_answers(address))
        client = Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise WrongCall("no_scheduler", address, reason=str(error).partition("\n")[0]) from None
    alone_since: float | None = None

    def still_there() -> None:
        nonlocal alone_since
        if client.status not in ("running", "connecting"):
            raise LocalizedError("workers_lost")
        if client.scheduler_info(n_workers=1)["workers"]:
            alone_since = None
        elif alone_since is None:
            alone_since = time.monotonic()
        elif time.monotonic() - alone_since > ALONE:
            raise LocalizedError("workers_lost")

    try:
        yield Workers(client.get_executor(pure=False), still_there)
    except (KilledWorker, CancelledError, CommClosedError):
        raise LocalizedError("workers_lost") from None
    finally:
        client.close(timeout=CONNECT)


async def _answers(address: str) -> None:
    """A client that finds nobody cannot be put away cleanly, so one is made for an address that answers."""
    from distributed.comm import connect

    await (await connect(address, timeout=CONNECT)).close()
