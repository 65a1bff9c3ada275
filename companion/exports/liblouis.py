"""Words in cells of Braille and back, by the program `lou_translate` of liblouis, which the user installs.

Cells are the characters of Unicode for Braille with six dots.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence

from companion.core.errors import WrongCall

PROGRAM = "lou_translate"
CELLS = frozenset(chr(0x2800 + dots) for dots in range(64))
_DISPLAY = "unicode.dis"  # its table for these characters
_SECONDS = 60.0  # for one run, which takes a tenth of a second


def check_program() -> str:
    """Return the path of the program. Raises WrongCall if it is not installed."""
    path = shutil.which(PROGRAM)
    if path is None:
        raise WrongCall("no_liblouis", PROGRAM)
    return path


def write_cells(lines: Sequence[str], table: str) -> list[str]:
    """Return each line in cells; a character that the table does not know stays, or is named. Raises WrongCall."""
    return _run("--forward", lines, table)


def read_cells(lines: Sequence[str], table: str) -> list[str]:
    """Return each line of cells in words. Raises WrongCall."""
    return _run("--backward", lines, table)


def _run(way: str, lines: Sequence[str], table: str) -> list[str]:
    command = [check_program(), way, f"{_DISPLAY},{table}"]
    text = "".join(f"{line}\n" for line in lines)
    try:
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise WrongCall("liblouis_failed", PROGRAM, table=table, why=str(error)) from None
    out = done.stdout.decode(errors="replace").split("\n")[:-1]
    if done.returncode or len(out) != len(lines):
        why = done.stderr.decode(errors="replace").strip().partition("\n")[0]
        raise WrongCall("liblouis_failed", PROGRAM, table=table, why=why)
    return out
