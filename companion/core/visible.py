"""Escapes invisible characters: control characters, line ends, bidirectional marks, lone surrogates.

Names, notes, times and types come from players and from files of strangers; on a screen they must not pass for
output of the program. Knows no message and no page.
"""

from __future__ import annotations

import json
from typing import Any
from unicodedata import category, normalize

HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})  # Unicode's kinds; spaces of every width stay


def clean_text(text: str) -> str:
    """Return the text fit for a journal: NFC, one line, no control characters."""
    return "".join(char for char in normalize("NFC", text) if category(char)[0] != "C").strip()


def show_hidden(text: str) -> str:
    r"""The text with each hidden character written out: `\n`, `\x1b`, `\u202e`, `\U000e0041`."""
    if text.isprintable():
        return text
    return text.translate({ord(char): char.encode("unicode_escape").decode() for char in _escape_each(text)})


def show_hidden_lines(text: str) -> str:
    """Show hidden characters in a text of several lines; line ends stay."""
    return "\n".join(map(show_hidden, text.split("\n")))


def json_text(document: Any) -> str:
    r"""Return the document as indented JSON with hidden characters as `\u....`; reads back unchanged."""
    text = json.dumps(document, ensure_ascii=False, indent=2)
    return text.translate({ord(char): json.dumps(char)[1:-1] for char in _escape_each(text) if char != "\n"})


def _escape_each(text: str) -> list[str]:
    return [char for char in set(text) if category(char) in HIDDEN]
