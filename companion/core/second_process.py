"""A second process that shares long work. It ends with this one, also when somebody interrupts it."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

from companion.core import resources

T = TypeVar("T")
Tell = Callable[[Any], object]
Work = Callable[..., object]  # takes what tells the first process something, then its arguments; a module's function


def can_share_work() -> bool:
    """Return whether a second process would have a processor of its own."""
    return (os.cpu_count() or 1) > 1


def share_out(work: Mapping[T, int]) -> tuple[list[T], list[T]]:
    """Return work in two shares that take about as long, the longer for the process that runs already.

    work: how long each takes, in any unit.
    """
    shares: tuple[list[T], list[T]] = [], []
    for one in sorted(work, key=lambda one: -work[one]):
        min(shares, key=lambda share: sum(work[each] for each in share)).append(one)
    return shares


@contextmanager
def second_process(work: Work, *args: Any) -> Iterator[Connection]:
    """Context manager: a process that does `work(tell, *args)`, and what it tells.

    Reading fails with EOFError once it has ended, for whatever reason. In the end it is stopped.
    """
    answers, sender = get_context("spawn").Pipe(duplex=False)
    process = get_context("spawn").Process(
        target=_work, args=(work, sender, resources.user_folder(), args), daemon=True
    )
    with _interrupts_ignored():  # by the new process, which this one ends
        process.start()
    sender.close()
    try:
        yield answers
    finally:
        process.terminate()
        process.join()
        answers.close()


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(work: Work, sender: Connection, folder: Path | None, args: tuple[Any, ...]) -> None:
    gc.set_threshold(200_000)  # much is built, and hardly anything of it is garbage
    with suppress(Exception), resources.using_folder(folder):  # the first process then does all of the work
        work(sender.send, *args)
