"""Text for a terminal of a laptop or phone."""

from __future__ import annotations

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
