"""Workers of a Dask cluster. Can be imported only with the extra `scale`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager

from distributed import Client
from distributed.comm import connect
from distributed.comm.core import CommClosedError
from distributed.scheduler import KilledWorker

from companion.core.errors import LocalizedError, WrongCall

CONNECT = 10  # seconds in which a scheduler answers
ALONE = 15.0  # seconds without any worker after which none is awaited


@contextmanager
def join_cluster(address: str) -> Iterator[tuple[Executor, Callable[[], None]]]:
    """Context manager: the executor of a scheduler, and a check that raises LocalizedError where nobody works any more.

    Raises WrongCall if the scheduler does not answer.
    """
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
        yield client.get_executor(pure=False), still_there
    except (KilledWorker, CancelledError, CommClosedError):
        raise LocalizedError("workers_lost") from None
    finally:
        client.close(timeout=CONNECT)


async def _answers(address: str) -> None:
    """A client that finds nobody cannot be put away cleanly, so one is made for an address that answers."""
    await (await connect(address, timeout=CONNECT)).close()
