"""Wraps a table's text for a terminal of any width.

Indented lines (two spaces) belong to the line above them. The line of a seat begins with STEP if it has to act, else
with SEAT; neither is printed. Columns of a list are two spaces apart or more. Knows no game and no terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from unicodedata import combining, east_asian_width

WIDTH = 40  # characters of a line where nobody says how wide it may be
STEP, SEAT = "▶ ", "▷ "
INDENT = "    "  # of a line that goes on
GAP = re.compile(r"(?<=\S) {2,}(?=\S)")  # between two columns


def text_width(text: str) -> int:
    """Return how many columns of a terminal the text takes: two for a wide character, none for a combining one."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(char) else 1 + (east_asian_width(char) in "FW") for char in text)


def wrap_text(text: str, width: int = WIDTH, indent: str = INDENT) -> list[str]:
    """Return lines of at most `width` columns, broken between words; later ones begin with `indent` or deeper."""
    if text_width(text) <= width or text.isspace():
        return [text]
    lead = " " * (len(text) - len(text.lstrip(" ")))
    first, *words = text.split()
    out = [lead + first]
    for word in words:
        longer = f"{out[-1]} {word}"
        if text_width(longer) <= width:
            out[-1] = longer
        else:
            out.append(max(indent, lead) + word)
    return out


def align_columns(rows: Iterable[Sequence[str]], most: int = WIDTH) -> list[str]:
    """Return a line for each row, its cells below each other; what is wider than `most` moves the rest of its row."""
    cells = [list(row) for row in rows]
    widths = [
        max([text_width(cell) for cell in column if text_width(cell) <= most], default=0)
        for column in zip_longest(*cells, fillvalue="")
    ]
    return [
        "  ".join([cell + " " * (width - text_width(cell)) for cell, width in zip(row, widths, strict=False)]).rstrip()
        for row in cells
    ]


def wrap_columns(line: str, width: int) -> list[str]:
    """Wrap a line of a list: its last column goes on below itself, or stands alone where it begins too far right."""
    gaps = [gap.span() for gap in GAP.finditer(line)]
    if text_width(line) <= width or not gaps:
        return wrap_text(line, width)
    near = [end for _, end in gaps if text_width(line[:end]) <= width // 2]
    if near:
        start = text_width(line[: near[-1]])
        first, *more = wrap_text(line[near[-1] :], width - start, "")
        return [line[: near[-1]] + first, *(" " * start + row for row in more)]
    start, end = gaps[0]
    deeper = " " * (len(line) - len(line.lstrip(" "))) + INDENT
    return [*wrap_text(line[:start], width, deeper), *wrap_text(deeper + line[end:], width, deeper)]


def fit_lines(lines: Iterable[str], width: int | None = WIDTH, columns: bool = False) -> list[str]:
    """Return the lines ready to print, each at most `width` columns (None: any length).

    columns: they are a list, wrapped by `wrap_columns`.
    """
    told = [f"  {line.removeprefix(SEAT)}" if line.startswith(SEAT) else line for line in lines]
    wrap = wrap_columns if columns else wrap_text
    return told if width is None else [row for line in told for row in wrap(line, width)]


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
