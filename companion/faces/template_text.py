"""Texts in templates and the values in them. Jinja2 is loaded by the first text that has a placeholder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.errors import FaceError

LONGEST = 10_000  # characters, of a template text and of what it says
LARGEST = 10**12  # numbers go no further


def render_text(text: str, scope: Mapping[str, Any]) -> str:
    """Return the text with its Jinja2 placeholders filled. Raises FaceError with the text."""
    if "{" not in text:
        return text
    from companion.faces.jinja_text import fill_text

    return fill_text(text, scope)


def printed_value(value: Any) -> str:
    """Return a value as printed: True as `true`, False and None as "", numbers plainly."""
    if isinstance(value, str):
        return value
    if value is None or value is False:
        return ""
    if value is True:
        return "true"
    if isinstance(value, (list, tuple)):
        raise FaceError("a list is no text; put it together with join")
    if isinstance(value, (int, float)):
        return f"{checked_number(value):.12g}"
    if str(value):  # a row or a missing field says itself what is wrong; an `if` without `else` says nothing
        raise FaceError("is no text")
    return ""


def checked_number(value: Any) -> int | float:
    """Return a number, if within bounds."""
    if type(value) not in (int, float):
        if not isinstance(value, (str, bool, list, tuple)):
            str(value)  # a missing field says so itself
        raise FaceError(f"counts with numbers, not with {value!r:.40}; texts are joined with ~")
    if not -LARGEST <= value <= LARGEST:
        raise FaceError(f"numbers go up to {LARGEST}")
    return value  # type: ignore[no-any-return]
