"""Wraps a table's text for a terminal of any width.

Indented lines (two spaces) belong to the line above them. The line of a seat begins with STEP if it has to act, else
with SEAT; neither is printed. Knows no game and no terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

WIDTH = 40  # characters of a line where nobody says how wide it may be
STEP, SEAT = "▶ ", "▷ "


def wrap_text(text: str, width: int = WIDTH) -> list[str]:
    """Return lines of at most `width` characters, broken between words; continuation lines are indented by four."""
    if len(text) <= width:
        return [text]
    lead = " " * (len(text) - len(text.lstrip(" ")))
    return wrap(
        " ".join(text.split()),
        width,
        initial_indent=lead,
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def fit_lines(lines: Iterable[str], width: int | None = WIDTH) -> list[str]:
    """Return the lines ready to print, each at most `width` characters (None: any length)."""
    told = [f"  {line.removeprefix(SEAT)}" if line.startswith(SEAT) else line for line in lines]
    return told if width is None else [row for line in told for row in wrap_text(line, width)]


def seat_line(acts: bool, text: str) -> str:
    """Return the line of a seat, marked if it has to act."""
    return (STEP if acts else SEAT) + text


def new_lines(lines: Sequence[str], before: Sequence[str]) -> list[str]:
    """Return the lines that are not in `before`, indented ones below their heading.

    A changed step mark alone does not make a line new.
    """
    known = {(_name(head), _without_mark(line)) for head, line in _with_headings(before)}
    out, told = list[str](), ""
    for head, line in _with_headings(lines):
        if (_name(head), _without_mark(line)) not in known:
            out += [head] if line != head != told else []
            out.append(line)
            told = head
    return out


def _with_headings(lines: Iterable[str]) -> list[tuple[str, str]]:
    """Return each line with its heading, or with itself."""
    out, head = list[tuple[str, str]](), ""
    for line in lines:
        if not line.startswith(" "):
            head = line
        out.append((head, line))
    return out


def _without_mark(line: str) -> str:
    return SEAT + line.removeprefix(STEP) if line.startswith(STEP) else line


def _name(head: str) -> str:
    """Return the constant part of a heading."""
    return _without_mark(head).partition(":")[0]
