"""What tests of stores share: other processes, the code of a fault, a disk without room."""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.core.errors import StoreError

ROOT = Path(__file__).parents[2]
AT = "2026-11-20T19:30:00Z"


def child(code: str, *args: str) -> subprocess.Popen[str]:
    """Another process that runs `code` with this checkout."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-c", code, *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def start_together(processes: list[subprocess.Popen[str]]) -> None:
    """Each says `ready` and waits for a line."""
    for process in processes:
        assert process.stdout.readline() == "ready\n", process.communicate()
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()


def code_of(call: Callable, *args: object) -> str:
    """The code of the StoreError that a call raises."""
    with pytest.raises(StoreError) as raised:
        call(*args)
    return raised.value.code


@contextmanager
def full_disk() -> Iterator[None]:
    """Within: no file can grow by a byte. The system's limit on a file's size stands for a full disk.

    It holds for the whole process, so it may not last until the result of the test is written into a file.
    """
    kept = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, kept[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, kept)
        signal.signal(signal.SIGXFSZ, ignored)
