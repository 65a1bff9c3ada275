"""The terminal that lines are printed on: how wide it is, whether it has colour, and pages of what does not fit.

What goes to a file or another program is plain and never paged: the table in lines of 40 characters, all else as it is.
COLUMNS, LINES and NO_COLOR are obeyed (no-color.org). Colour repeats what the words say and says nothing by itself.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

from companion.core.text_wrap import STEP, WIDTH, align_columns, fit_lines

if TYPE_CHECKING:
    from companion.words.wording import Voice

MOST = 100  # characters of a line: longer ones are hard to read
LEAST = 20
LINES = 24  # of a terminal that does not say how many
STYLES = {"question": "1;36", "refusal": "31", "event": "32", "aside": "2", "number": "1;33", "step": "1"}  # SGR
RULE = re.compile(r" \[[A-Z]{2}-[A-Z0-9]+-[0-9]+[^\]]*\]$")
CLEARED = "\r\x1b[K"  # the line is empty and is written from its beginning
NUMBER = re.compile(r"^( {2})([0-9]+)(?= )")


def terminal_width(stream: IO[str] | None = None) -> int | None:
    """Characters of a line of the terminal; None for what is no terminal."""
    stream = stream or sys.stdout
    if not _is_terminal(stream):
        return None
    found = _number("COLUMNS") or _size(stream).columns or WIDTH
    return min(max(found, LEAST), MOST)


def format_rows(lines: Iterable[str], style: str = "", table: bool = False, stream: IO[str] | None = None) -> list[str]:
    """Lines as they are printed, in a style of STYLES.

    table: lines of a table, which are WIDTH characters long where no terminal says how long they may be.
    """
    stream, wide = stream or sys.stdout, terminal_width(stream)
    each = WIDTH if table and wide is None else wide
    told = [part for line in lines for part in line.split("\n")]
    if not _has_colour(stream):
        return fit_lines(told, each, not table)
    out: list[str] = []
    for line in told:
        own = "step" if table and line.startswith(STEP) else "" if line.startswith(" ") else style
        out += [_colour_row(row, own, style == "question") for row in fit_lines([line], each, not table)]
    return out


def align_rows(rows: Iterable[Sequence[str]], indent: str = "") -> list[str]:
    """Return rows of a list as lines with aligned columns; none makes room for more than half of the terminal."""
    wide = terminal_width()
    most = WIDTH if wide is None else wide // 2 - 2  # which the gap takes
    return [indent + line for line in align_columns(rows, most - len(indent))]


def print_lines(lines: Iterable[str], style: str = "", table: bool = False, stream: IO[str] | None = None) -> None:
    """Print lines in a style."""
    for row in format_rows(lines, style, table, stream):
        print(row, file=stream or sys.stdout)


def print_paged(found: Sequence[str], words: Voice) -> None:
    """Print `rows`; when the screen is full, wait until the reader goes on or has enough."""
    left, height = list(found), len(found)
    if is_interactive():
        height = max((_number("LINES") or _size(sys.stdout).lines or LINES) - 1, 4)
    while len(left) > height:
        print("\n".join(left[:height]))
        del left[:height]
        if not _goes_on(words.say("page.more", number=len(left))):
            return
    if left:
        print("\n".join(left))


def _goes_on(asked: str) -> bool:
    """Enter goes on, `q` does not; nothing else does anything, since the reader has not seen what it would answer."""
    while True:
        try:
            text = prompt(asked).lower()
        except EOFError:
            print()
            return False
        except KeyboardInterrupt:
            print()
            raise
        if text in ("", "q"):
            return not text


class Bar:
    """A progress bar on the last line of stderr: a share, and minutes and seconds that are left."""

    def __init__(self) -> None:
        self._stage, self._since, self._percent = "", 0.0, -1

    def show(self, stage: str, done: int, of: int) -> None:
        """Show the progress of a stage; a new stage begins when less is done, or another is named."""
        percent, now = 100 * done // of, time.monotonic()
        if stage != self._stage or percent < self._percent:
            self._stage, self._since, self._percent = stage, now, -1
        if percent > self._percent:
            self._percent = percent
            left = round((now - self._since) * (of - done) / done) if done else 0
            part = f"{'#' * (percent // 5):-<20}"
            print(f"{CLEARED}{stage} [{part}] {percent}% {left // 60}:{left % 60:02}", end="", file=sys.stderr)
            sys.stderr.flush()


@contextmanager
def progress_bar() -> Iterator[Bar | None]:
    """A bar that goes when the work is over; None where stderr is no terminal."""
    if not _is_terminal(sys.stderr):
        yield None
        return
    try:
        yield Bar()
    finally:
        print(CLEARED, end="", file=sys.stderr, flush=True)


def prompt(text: str) -> str:
    """Ask, and what is typed."""
    *before, last = fit_lines([text], terminal_width())
    for row in before:
        print(row)
    return input(f"{last} ").strip()


def is_interactive() -> bool:
    """Return whether somebody types at a terminal and reads there what is printed."""
    return _is_terminal(sys.stdin) and _is_terminal(sys.stdout)


def can_ask() -> bool:
    """Return whether somebody sits at stdin and reads stderr, wherever stdout goes."""
    return _is_terminal(sys.stdin) and _is_terminal(sys.stderr)


def ask(text: str) -> str:
    """Ask like `prompt`, where stdout is a file. Raises EOFError."""
    *before, last = format_rows([text], "question", stream=sys.stderr)
    for row in before:
        print(row, file=sys.stderr)
    print(f"{last} ", end="", file=sys.stderr, flush=True)
    typed = sys.stdin.readline()
    if not typed:
        raise EOFError
    return typed.strip()


def _colour_row(row: str, style: str, numbered: bool) -> str:
    """A row in a style; the number it begins with and the rule it ends with stand out."""
    number, rule = NUMBER.match(row) if numbered else None, RULE.search(row)
    first, last = number.end() if number else 0, rule.start() if rule else len(row)
    lead = f"{number[1]}{_paint(number[2], 'number')}" if number else ""
    return lead + _paint(row[first:last], style) + _paint(row[last:], "aside")


def _paint(text: str, style: str) -> str:
    return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if text.strip() and style else text


def _has_colour(stream: IO[str]) -> bool:
    return _is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _is_terminal(stream: IO[str]) -> bool:
    return stream is not None and stream.isatty()


def _number(name: str) -> int:
    """A whole number of the environment, or 0."""
    text = os.environ.get(name, "")
    return int(text) if text.isdecimal() and len(text) < len("10000") else 0


def _size(stream: IO[str]) -> os.terminal_size:
    try:
        return os.get_terminal_size(stream.fileno())
    except (OSError, ValueError):
        return os.terminal_size((0, 0))
