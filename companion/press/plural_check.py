"""Finds printed texts that are used with the number 1 but have no singular form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from companion.content.model import Content
from companion.faces.print_texts import PRINTED, PrintVoice

_LIST = re.compile(r"\d+\W+\d")


class RecordingVoice(PrintVoice):
    """A PrintVoice that records the values of each text."""

    def __init__(self, content: Content, shared: Content, lang: str) -> None:
        super().__init__(content, shared, lang)
        self._values: dict[tuple[str, str], set[int | str]] = {}  # by the text and their name in it

    def say(self, key: str, /, **values: Any) -> str:
        """Return the text and record its values."""
        for name, value in values.items():
            if type(value) in (int, str):
                self._values.setdefault((key, name), set()).add(value)
        return super().say(key, **values)

    def faults(self) -> Iterator[str]:
        """Yield texts without plural forms that were used with 1 and need them.

        A number before a word is a count (`{n} cards`, but `{n} VP` is short for both), one after a word is a name
        (`box {n}`); and no text is right for both one number and a list of them (`paths 1, 2`).
        """
        for (key, name), values in self._values.items():
            message = self.texts.message(PRINTED + key)
            said, where = message.form({}), f"{message.place}: {key}: ({self.lang})"
            counted = re.search(rf"\{{{name}\}}\s+(\w)", said)
            if 1 in values and counted and counted[1].islower() and message.form({name: 1}) == said:
                yield f"{where} '{said}' is said with 1; it needs plural forms"
            texts = [value for value in values if isinstance(value, str)]
            if any(map(str.isdecimal, texts)) and any(map(_LIST.search, texts)):
                yield f"{where} '{said}' is said of one number and of several; one of them needs a text of its own"
