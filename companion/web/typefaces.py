"""The type that the press prints with, as phones get it: WOFF2 with the letters of our languages alone.

Made from the bundled fonts when a phone first asks for it, and kept in the user's cache folder. Asks the floor of
print for the files, and only then.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from functools import cache
from importlib.metadata import version as installed
from io import BytesIO
from pathlib import Path
from threading import Lock

from companion.errors import StoreError
from companion.files import write_whole

SUFFIX = ".woff2"
KIND = "font/woff2"
FAMILIES = {"serif-400": "Companion Serif", "serif-600": "Companion Serif"}
FAMILIES |= {"sans-400": "Companion Sans", "sans-600": "Companion Sans"}  # their own names: OFL 1.1, reserved names
LATIN = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x100)))) + "ĄąĆćĘęŁłŃńŚśŹźŻżŶŷ"
CYRILLIC = "".join(map(chr, range(0x410, 0x450))) + "ЁёЄєІіЇїҐґ"
LETTERS = LATIN + CYRILLIC + "–—‘’‚“”„…•−×→←✓№"
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum"]
KEPT_NAMES = [0, 1, 2, 4, 6, 13, 14]  # copyright, family, style, full and PostScript name, licence and its address
_making = Lock()


@cache
def version() -> str:
    """What the files were made from and with; another one for every change of it."""
    made = [installed(name) for name in ("font-source-serif-pro", "font-source-sans-pro", "fonttools")]
    return hashlib.sha256("\n".join([LETTERS, *FEATURES, *made]).encode()).hexdigest()[:10]


@cache
def woff2(name: str) -> bytes:
    """The file of a name in FAMILIES; takes half a second when none has been kept."""
    kept = _folder() / f"{name}-{version()}{SUFFIX}"
    with _making:
        if kept.is_file():
            return kept.read_bytes()
        data = _made(name)
        with suppress(StoreError):  # then it is made anew for the next server
            write_whole(kept, data, folders=True)
        return data


def _folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("companion", appauthor=False) / "type"


def _made(name: str) -> bytes:
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    from companion.pdf import fonts

    font = TTFont(BytesIO(fonts.data(name)), lazy=True)
    options = Options(hinting=False, layout_features=FEATURES, name_IDs=KEPT_NAMES, notdef_outline=True)
    cutter = Subsetter(options)
    cutter.populate(text=LETTERS)
    cutter.subset(font)
    family = FAMILIES[name]
    for row in list(font["name"].names):
        if row.nameID in (1, 4, 6):
            row.string = family.replace(" ", "") if row.nameID == 6 else family
    font.flavor = "woff2"
    out = BytesIO()
    font.save(out)
    return out.getvalue()
