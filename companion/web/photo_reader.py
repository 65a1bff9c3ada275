"""Photos of filled sheets, read one at a time in a process of its own, so that nobody's tap waits for it.

Knows no table and no request. Nothing of a photo is kept.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from io import BytesIO
from multiprocessing import get_context, parent_process
from threading import Thread

from companion.errors import SpokenError
from companion.paper import photo as photos
from companion.web.paper_sheets import Doubt, Printed, Reading

MOST = 8  # photos that come or wait, of all phones
MOST_OF_ONE = 2  # of them, of one phone
IDLE_S = 120.0  # after which the process ends; it holds some 250 MiB


def need_packages() -> None:
    """Raises SpokenError without the extra."""
    photos.need_packages()
    if find_spec("python_multipart") is None:
        raise SpokenError("camera_missing")


class PhotoReader:
    """The one of a server; to be used on the event loop."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._asked: list[str] = []
        self._process: ProcessPoolExecutor | None = None
        self._idle: asyncio.TimerHandle | None = None

    @contextmanager
    def place(self, phone: str) -> Iterator[None]:
        """Held from before a photo comes until it is read. Raises SpokenError if no more can wait."""
        if len(self._asked) >= MOST or self._asked.count(phone) >= MOST_OF_ONE:
            raise SpokenError("photo_queue")
        self._asked.append(phone)
        try:
            yield
        finally:
            self._asked.remove(phone)

    async def read(self, file: Callable[[], Awaitable[bytes]]) -> Reading:
        """What the sheet in the photo says. file: gives its bytes, asked for when it is its turn.

        Raises SpokenError with the reason why there is nothing to read.
        """
        async with self._turn:
            if self._idle is not None:
                self._idle.cancel()
            self._process = self._process or ProcessPoolExecutor(1, get_context("spawn"), _with_the_server)
            loop = asyncio.get_running_loop()
            try:
                found = await loop.run_in_executor(self._process, _read, await file())
            except BrokenExecutor:
                self.stop()
                raise SpokenError("photo_reader") from None
            finally:
                self._idle = loop.call_later(IDLE_S, self.stop)
        if isinstance(found, Reading):
            return found
        code, values = found
        raise SpokenError(code, **values)

    def stop(self) -> None:
        """The process ends once it has done what it does."""
        if self._idle is not None:
            self._idle.cancel()
        if self._process is not None:
            self._process.shutdown(wait=False, cancel_futures=True)
            self._process = None


def _with_the_server() -> None:
    """It ends with the server, however that ends, and Ctrl-C is for the server alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def follow() -> None:
        server = parent_process()
        if server is not None:
            server.join()
        os._exit(0)

    Thread(target=follow, daemon=True).start()


def _read(photo: bytes) -> Reading | tuple[str, dict[str, int | str]]:
    """The sheet, or code and values of the error: in the process of its own."""
    from companion.paper import pictures, reading

    try:
        sheet = reading.read_picture(photos.opened(BytesIO(photo)))
    except SpokenError as error:
        return error.code, error.values
    doubts = {
        doubt.part.name: Doubt(
            doubt.likely, doubt.other, doubt.fields, pictures.part(sheet, doubt.fields or doubt.part.fields)
        )
        for doubt in sheet.read.doubts
    }
    printed = Printed(*sheet.printed[1:])
    return Reading(sheet.printed.game, printed, dict(sheet.read.values), doubts, pictures.flat(sheet))
