"""Text for a terminal of a laptop or phone."""

from __future__ import annotations

WIDTH = 40


def wrapped(text: str) -> list[str]:
    """Lines of at most WIDTH characters, broken between words; what follows is set in."""
    out: list[str] = []
    line = ""
    lead = len(text) - len(text.lstrip(" "))
    for word in text.split():
        grown = f"{line} {word}" if line.strip() else f"{' ' * lead if not out else '    '}{word}"
        if len(grown) > WIDTH and line.strip():
            out.append(line)
            grown = f"    {word}"
        line = grown
    return [*out, line]
