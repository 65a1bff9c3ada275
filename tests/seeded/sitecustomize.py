"""Runs first in every Python that a test starts: its chance comes from the seed of the test, not from the machine.

TESTS_SEED: what it is made of. TESTS_COUNT: a file that grows by a byte with each process, so that no two of them, one
started by another or one that was killed and its successor, draw the same.
"""

import os
from _random import Random  # the module `random` takes os.urandom when it is imported, and costs time


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
    source = Source()
    start(source)
    os.register_at_fork(after_in_child=lambda: start(source))
    os.urandom = source
