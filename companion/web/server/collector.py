"""The garbage collector of a server: pauses stay short however many tables are in memory.

Python looks through everything that lives long again and again: 0.4 ms a table, while all phones wait. Here what
outlived a look is left alone until the next thorough one. Knows no table.
"""

from __future__ import annotations

import asyncio
import gc

LOOK_S = 2.0  # between two looks at what is new; never while a page is made, whose parts would stay
LOOKS = 1800  # until a thorough one: what ended since, such as closed connections, is found by it
NEVER = 1_000_000


class Collector:
    """Looks for garbage between `start` and `stop`; on the event loop."""

    def start(self) -> None:
        """Leave alone what is loaded by now, and begin to look."""
        self._before = gc.get_threshold()
        gc.set_threshold(*self._before[:2], NEVER)
        self._left = LOOKS
        gc.freeze()
        self._wait()

    def stop(self) -> None:
        """Leave it to Python again."""
        self._timer.cancel()
        gc.set_threshold(*self._before)

    def look(self) -> None:
        """Free garbage among what is new, or among everything."""
        self._left -= 1
        if not self._left:
            self._left = LOOKS
            gc.unfreeze()
        gc.collect()
        gc.freeze()

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(LOOK_S, self._look_again)

    def _look_again(self) -> None:
        self.look()
        self._wait()
