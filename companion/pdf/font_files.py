"""Files of type by font name.

A name is one of FONTS, or a file of the user's own in cards/fonts/ (`hand` for `hand.ttf`), which comes first.
"""

from __future__ import annotations

import re
from pathlib import Path

from companion.core import resources
from companion.core.errors import FaceError, LocalizedError, did_you_mean

_WEIGHTS = {"400": "Regular", "600": "Semibold", "700": "Bold"}
FONTS = {
    f"{family}-{weight}": f"{stem}-{name}.ttf"
    for family, stem in (("serif", "SourceSerifPro"), ("sans", "SourceSansPro"))
    for weight, name in _WEIGHTS.items()
}
TYPE = resources.PACKAGE / "type"  # of the house; licence: LICENSES/OFL-1.1.txt
OWN = "cards/fonts"
SUFFIXES = (".ttf", ".otf")
LARGEST_FILE = 64_000_000  # bytes
_NAME = re.compile(r"[\w. -]{1,80}")
_WEIGHT = re.compile(r"(?<=-)\d00$")
_PLAIN_WEIGHT = 400  # of a font whose name has none


def font_bytes(name: str) -> bytes:
    """Return the file of a font. Raises FaceError, LocalizedError in a clone that is not installed."""
    return font_path(name).read_bytes()


def user_font(name: str) -> Path | None:
    """Return the user's own font file of that name, or None."""
    if not _NAME.fullmatch(name):
        return None
    return next((path for suffix in SUFFIXES if (path := resources.find(f"{OWN}/{name}{suffix}"))), None)


def user_fonts() -> list[str]:
    """Return the names of all font files of the user's own."""
    return sorted({file for suffix in SUFFIXES for file in resources.list_names(OWN, f"*{suffix}")})


def substitutes(name: str) -> list[str]:
    """Return the user's own fonts, those of about the same weight first (`hebrew-700` for `serif-700`)."""
    return sorted(user_fonts(), key=lambda other: abs(_weight(other) - _weight(name)))


def font_path(name: str) -> Path:
    """Return the file of a font. Raises FaceError, LocalizedError in a clone that is not installed."""
    if path := user_font(name):
        return path
    if name not in FONTS:
        known = {*FONTS, *user_fonts()}
        raise FaceError(f"no font '{name:.60}'{did_you_mean(name[:100], known)}; your own stand in {OWN}/")
    if not (path := TYPE / FONTS[name]).is_file():
        raise LocalizedError("type_missing")
    return path


def _weight(name: str) -> int:
    found = _WEIGHT.search(name)
    return int(found[0]) if found else _PLAIN_WEIGHT
