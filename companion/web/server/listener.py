"""One thread that listens for entries of other processes. Knows stores and event loops."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Event, Thread

from companion.core.errors import StoreError
from companion.play.journal.store import Notice, Store

RETRY_S = 0.5  # until a store that did not open is tried again


class Listener:
    """Passes each notice of a store of its own to a callback on the event loop."""

    def __init__(self, open: Callable[[], Store]) -> None:
        self._open = open
        self._ended = Event()

    def start(self, tell: Callable[[Notice | None], None]) -> None:
        """Start to listen. tell: the callback."""
        loop = asyncio.get_running_loop()
        self._thread = Thread(target=self._run, args=(loop, tell), name="listener", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop and wait for the thread."""
        self._ended.set()
        self._thread.join()

    def _run(self, loop: asyncio.AbstractEventLoop, tell: Callable[[Notice | None], None]) -> None:
        while not self._ended.is_set():
            try:
                store = self._open()
            except StoreError:
                self._ended.wait(RETRY_S)
                continue
            for notice in store.listen(self._ended):
                loop.call_soon_threadsafe(tell, notice)
            store.close()
