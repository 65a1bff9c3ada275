"""The words and values of a translated text."""

import re
import string

CYRILLIC = re.compile("[\u0400-\u04ff]")
PLAIN = str.maketrans("", "", string.punctuation + string.digits + " –—…«»„”“’·×²→")


def values_of(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


def words_of(text: str) -> str:
    """The text without the values put into it and without ids, commands and signs."""
    return re.sub(r"\{[^}]*\}|--[a-z]+|`[^`]*`", "", text).translate(PLAIN)
