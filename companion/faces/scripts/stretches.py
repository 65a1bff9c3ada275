"""Scripts whose letters join, stack or run from right to left: the stretches of a text that are shaped as a whole.

Knows Unicode, no fonts. In plain scripts (Latin, Greek, Cyrillic, those of East Asia) each letter has its one width.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby
from typing import NamedTuple

from companion.faces.scripts import bidi

BREAK = "\u200b"  # zero width space: a line may end here
_RIGHT_TO_LEFT = (  # letters of one script each; signs and digits of Arabic are apart
    "\u0590-\u05ff\ufb1d-\ufb4f",
    "\u0610-\u065f\u066d-\u06dc\u06df-\u06e8\u06ea-\u06ef\u06fa-\u06ff\u0750-\u077f\u0870-\u08ff\ufb50-\ufdff\ufe70-\ufefc",
    "\u0700-\u074f\u0860-\u086f",
    "\u0780-\u07bf",
    "\u07c0-\u07ff",
    "\u0800-\u083f",
    "\u0840-\u085f",
    "\U00010800-\U00010fff",
    "\U0001e800-\U0001efff",
)
_LEFT_TO_RIGHT = (
    "\u0900-\u097f\u1cd0-\u1cff\ua8e0-\ua8ff",  # Devanagari
    *(f"{chr(block)}-{chr(block + 0x7F)}" for block in range(0x980, 0xF00, 0x80)),  # Bengali to Lao
    "\u0f00-\u0fff",  # Tibetan
    "\u1000-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f",  # Burmese
    "\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff",  # parts of Korean syllables
    "\u1700-\u177f",
    "\u1780-\u17ff\u19e0-\u19ff",  # Khmer
    "\u1800-\u18af",  # Mongolian
    "\u1900-\u194f",
    "\u1950-\u19df",
    "\u1a00-\u1a1f",
    "\u1a20-\u1aaf",
    "\u1b00-\u1b7f",
    "\u1b80-\u1bbf\u1cc0-\u1ccf",
    "\u1bc0-\u1bff",
    "\u1c00-\u1c7f",
    "\ua800-\ua82f",
    "\ua840-\ua87f",
    "\ua880-\ua8df",
    "\ua900-\ua92f",
    "\ua930-\ua95f",
    "\ua980-\ua9df",
    "\uaa00-\uaa5f",
    "\uaa80-\uaadf",
    "\uaae0-\uaaff\uabc0-\uabff",
    "\U00011000-\U00011fff",
)
_MARKS = "\u200c\u200d\u0300-\u036f"  # joiners and accents, which go with the letter before them
_SIGNS = "\u0600-\u060f\u0660-\u066c\u06dd\u06de\u06e9\u06f0-\u06f9"  # of Arabic, each by itself
_INVISIBLE = "\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff"
_SCRIPTS = (*_RIGHT_TO_LEFT, *_LEFT_TO_RIGHT)
_ANY = re.compile(f"[{''.join((_INVISIBLE, _SIGNS, *_SCRIPTS))}]")
_PARTS = (f"[{_INVISIBLE}]+", f"[{_SIGNS}]", *(f"[{letters}][{letters}{_MARKS}]*" for letters in _SCRIPTS))
_GONE, _ALONE, _LAST_RIGHT = 1, 2, 2 + len(_RIGHT_TO_LEFT)  # groups of _complex_parts
# before a vowel that is written first, and behind one that ends a syllable or a sign of repetition
_THAI_BREAK = re.compile(
    "(?<=[\u0e01-\u0e3a\u0e40-\u0e4e])(?=[\u0e40-\u0e44])|(?<=[\u0e30\u0e33\u0e46])(?=[\u0e01-\u0e2e])"
)
_LAO_BREAK = re.compile("(?<=[\u0e81-\u0ecd])(?=[\u0ec0-\u0ec4])|(?<=[\u0eb0\u0eb3\u0ec6])(?=[\u0e81-\u0eae])")


class Stretch(NamedTuple):
    """Letters of one direction: of one script that are shaped as a whole, or plain ones.

    backwards: they run from right to left. Plain letters are in the order in which they are seen.
    """

    words: str
    shaped: bool
    backwards: bool = False


def is_complex(words: str) -> bool:
    """Return whether any letter is of a script that is shaped, or invisible."""
    return not words.isascii() and _ANY.search(words) is not None


def split_scripts(words: str) -> list[Stretch]:
    """Return the stretches in the order in which they are written, without what is invisible."""
    out, at = [], 0
    for match in _complex_parts().finditer(words):
        if at < match.start():
            out.append(Stretch(words[at : match.start()], False))
        at, group = match.end(), match.lastindex or 0
        if group > _GONE:
            out.append(Stretch(match[0], True, _ALONE < group <= _LAST_RIGHT))
    if at < len(words):
        out.append(Stretch(words[at:], False))
    return out


def order_scripts(words: str, backwards: bool) -> list[Stretch]:
    """Return the stretches of a line in the order in which they are seen, from the left.

    backwards: the line runs from right to left; it does so too if its first letter does.
    """
    levels = bidi.levels(words, int(backwards) or bidi.base_level(words))
    parts: list[tuple[Stretch, int]] = []
    at = 0
    for match in [*_complex_parts().finditer(words), None]:
        start = match.start() if match else len(words)
        parts += [(Stretch(words[index], False), levels[index]) for index in range(at, start)]
        if match is None:
            break
        at = match.end()
        if match.lastindex != _GONE:
            parts.append((Stretch(match[0], True, levels[start] % 2 == 1), levels[start]))
    seen = [parts[index] for index in bidi.visual_order([level for _, level in parts])]
    out: list[Stretch] = []
    for plain, same in groupby(seen, key=lambda part: not part[0].shaped):
        if plain:
            out.append(Stretch("".join(_mirror(part.words, level) for part, level in same), False))
        else:
            out += [part for part, _ in same]
    return out


def split_at_breaks(word: str) -> list[str]:
    """Return the parts of a word between which a line may end; all but the last one end with BREAK."""
    for rule in (_THAI_BREAK, _LAO_BREAK):
        word = rule.sub(BREAK, word)
    parts = [part for part in word.split(BREAK) if part]
    return [*(part + BREAK for part in parts[:-1]), *parts[-1:]]


def count_tracked(words: str) -> int:
    """Return the number of letters that tracking sets apart: those of plain scripts."""
    if not is_complex(words):
        return len(words)
    return sum([len(part.words) for part in split_scripts(words) if not part.shaped])


@cache
def _complex_parts() -> re.Pattern[str]:
    """Return the expression of all parts, a group each; plain texts need not wait for it."""
    return re.compile("|".join(f"({part})" for part in _PARTS))


def _mirror(letter: str, level: int) -> str:
    return bidi.MIRRORED.get(letter, letter) if level % 2 else letter
