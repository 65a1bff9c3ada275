"""Texts that try to control a terminal or to hide."""

import unicodedata

from companion.core.visible import HIDDEN

ATTACKS = {
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\0": "\\x00",
    "\x1b[2J": "\\x1b[2J",
    "\x7f": "\\x7f",
    "\x85": "\\x85",
    "\x9b2J": "\\x9b2J",
    "\xad": "\\xad",
    "\u061c": "\\u061c",
    "\u200b": "\\u200b",
    "\u200f": "\\u200f",
    "\u2028": "\\u2028",
    "\u2029": "\\u2029",
    "\u202e": "\\u202e",
    "\u2066": "\\u2066",
    "\ufeff": "\\ufeff",
    "\ue000": "\\ue000",
    "\U000e0041": "\\U000e0041",
    "\U0010ffff": "\\U0010ffff",
    "\udcff": "\\udcff",
}


def hidden(text: str) -> set[str]:
    return {char for char in text if unicodedata.category(char) in HIDDEN}
