"""Text for a terminal of a laptop or phone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

WIDTH = 40


def wrapped(text: str) -> list[str]:
    """Lines of at most WIDTH characters, broken between words only; what follows is set in."""
    lead = " " * (len(text) - len(text.lstrip(" ")))
    return wrap(
        " ".join(text.split()),
        WIDTH,
        initial_indent=lead,
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    ) or [""]


def changed(lines: Sequence[str], before: Sequence[str]) -> list[str]:
    """What is new since `before`, each entry under the last line that is not indented.

    An entry is a line with all that follow it by four spaces or more; whose step it is (▶) makes none new.
    """
    known = {_plain(entry) for entry in _entries(before)}
    out, head, told = list[str](), "", ""
    for entry in _entries(lines):
        text = _plain(entry)
        if not text.startswith(" "):
            head = entry
        if text not in known:
            out += [head] if text.startswith(" ") and "▶" not in entry and told != head else []
            told = head
            out.append(entry)
    return out


def _plain(entry: str) -> str:
    return entry.replace("▶", " ")


def _entries(lines: Iterable[str]) -> list[str]:
    out: list[str] = []
    for line in lines:
        if out and line.startswith("    "):
            out[-1] += f"\n{line}"
        else:
            out.append(line)
    return out
