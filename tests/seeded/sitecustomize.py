"""Runs first in every Python that a test starts: its chance comes from the seed of the test, not from the machine.

So does the time of entries in a journal, on whose hashes all draws depend: it stands still.

TESTS_SEED: what it is made of. TESTS_COUNT: a file that grows by a byte with each process, so that no two of them, one
started by another or one that was killed and its successor, draw the same.
"""

import os
import sys
import time
from _random import Random  # the module `random` takes os.urandom when it is imported, and costs time

AT = 1795289400.0  # 2026-11-21T19:30:00Z
TIMES = "companion.play.journal.times"  # the module that says when entries are written


class Clock:
    """Stands for the module `time` where entries are written, unless a test sets the time itself."""

    gmtime, strftime = staticmethod(time.gmtime), staticmethod(time.strftime)
    _real = staticmethod(time.time)

    @classmethod
    def time(cls):
        return AT if time.time is cls._real else time.time()


class Finder:
    """Gives the module of the times of entries its clock when it is imported."""

    def find_spec(self, name, path=None, target=None):
        if name != TIMES:
            return None
        from importlib.util import find_spec

        sys.meta_path.remove(self)
        spec = find_spec(name)
        load = spec.loader.exec_module

        def exec_module(module):
            load(module)
            module.time = Clock

        spec.loader.exec_module = exec_module
        return spec


class Source:
    """Stands for os.urandom: for the same words the same bytes, one after the other."""

    def start(self, words: str) -> None:
        """Draw from the beginning for these words."""
        self._bits = Random(int.from_bytes(words.encode(), "big")).getrandbits

    def __call__(self, size: int) -> bytes:
        return self._bits(8 * size).to_bytes(size, "big")


def next_process(path: str) -> int:
    """The number of this process among those that were given the same file."""
    with open(path, "ab", buffering=0) as count:
        count.write(b".")
        return count.tell()


def start(source: Source) -> None:
    """As one more process of its test."""
    source.start(f"{os.environ['TESTS_SEED']} process {next_process(os.environ['TESTS_COUNT'])}")


if "TESTS_SEED" in os.environ:
    sys.meta_path.insert(0, Finder())
    source = Source()
    start(source)
    os.register_at_fork(after_in_child=lambda: start(source))
    os.urandom = source
