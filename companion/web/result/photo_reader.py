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

from companion.core.errors import LocalizedError
from companion.core.messages import Value
from companion.paper import photo_limits
from companion.paper.patience import PATIENCE, SECONDS
from companion.web.result.paper_sheets import PrintedSide, Reading, ShownDoubt

MOST = 8  # photos that come or wait, of all phones
MOST_OF_TABLE = 4  # of them, of one table, so that others find a place
MOST_OF_ONE = 2  # of them, of one phone
IDLE_S = 120.0  # after which the process ends; it holds some 250 MiB
GRACE_S = 2.0  # of processor that a step may take over the limit before the process is ended
WATCH_S = 0.5
_Found = Reading | tuple[str, dict[str, Value]]  # the sheet, or code and values of the error


class PhotoReader:
    """Reads photos for one server; to be used on the event loop. seconds: of processor time a photo."""

    largest = photo_limits.LARGEST_FILE  # bytes

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._turn = asyncio.Lock()
        self._asked: list[tuple[str, str]] = []  # table and phone
        self._process: ProcessPoolExecutor | None = None
        self._idle: asyncio.TimerHandle | None = None

    @staticmethod
    def need_packages() -> None:
        """Raise LocalizedError without the extra."""
        photo_limits.need_packages()
        if find_spec("python_multipart") is None:
            raise LocalizedError("camera_missing")

    @contextmanager
    def reserve(self, table: str, phone: str) -> Iterator[None]:
        """Hold a place from before the upload until the photo is read. Raises LocalizedError if all are taken."""
        at_table = [asked for asked in self._asked if asked[0] == table]
        of_phone = [asked for asked in self._asked if asked[1] == phone]
        if len(self._asked) >= MOST or len(at_table) >= MOST_OF_TABLE or len(of_phone) >= MOST_OF_ONE:
            raise LocalizedError("photo_queue")
        self._asked.append((table, phone))
        try:
            yield
        finally:
            self._asked.remove((table, phone))

    async def read(self, file: Callable[[], Awaitable[bytes]]) -> Reading:
        """Return the sheet in a photo. file: returns its bytes, called when it is this photo's turn.

        Raises LocalizedError with the reason why nothing can be read.
        """
        async with self._turn:
            if self._idle is not None:
                self._idle.cancel()
            self._process = self._process or ProcessPoolExecutor(1, get_context("spawn"), _end_with_server, (GRACE_S,))
            loop = asyncio.get_running_loop()
            try:
                found = await loop.run_in_executor(
                    self._process, _run_limited, _read_photo, await file(), self._seconds
                )
            except BrokenExecutor:
                self.stop()
                raise LocalizedError("photo_reader") from None
            finally:
                self._idle = loop.call_later(IDLE_S, self.stop)
        if isinstance(found, Reading):
            return found
        code, values = found
        raise LocalizedError(code, **values)

    def stop(self) -> None:
        """End the process after its current photo."""
        if self._idle is not None:
            self._idle.cancel()
        if self._process is not None:
            self._process.shutdown(wait=False, cancel_futures=True)
            self._process = None


def _end_with_server(grace: float) -> None:
    """It ends with the server, however that ends, or over a photo without end; Ctrl-C is for the server alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def follow() -> None:
        server = parent_process()
        while server is not None and server.is_alive() and PATIENCE.seconds_over() < grace:
            server.join(WATCH_S)
        os._exit(0)

    Thread(target=follow, daemon=True).start()


def _run_limited(work: Callable[[bytes], _Found], photo: bytes, seconds: float) -> _Found:
    """Run `work` on a photo within a limit of processor time, in the process."""
    with PATIENCE.limit(seconds):
        return work(photo)


def _read_photo(file: bytes) -> _Found:
    """The sheet, or code and values of the error."""
    from companion.paper import photo, pictures, reading

    try:
        sheet = reading.read_picture(photo.open_photo(BytesIO(file)))
    except LocalizedError as error:
        return error.code, error.values
    doubts = {
        doubt.part.name: ShownDoubt(
            doubt.likely, doubt.other, doubt.fields, pictures.fields_picture(sheet, doubt.fields or doubt.part.fields)
        )
        for doubt in sheet.read.doubts
    }
    printed = PrintedSide(*sheet.printed[1:])
    return Reading(sheet.printed.game, printed, dict(sheet.read.values), doubts, pictures.sheet_picture(sheet))
