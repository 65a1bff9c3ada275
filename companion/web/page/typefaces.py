"""The printed typefaces for phones: WOFF2 subsets with the letters of our languages, in parts.

A phone loads the parts whose letters its page shows. They are made from the bundled fonts at the first request and
cached in the user's cache folder.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.metadata import version as installed
from itertools import groupby
from pathlib import Path
from threading import Lock

from companion.core.errors import StoreError
from companion.core.files import write_atomic
from companion.core.user_folders import user_folder

SUFFIX = ".woff2"
KIND = "font/woff2"
FAMILIES = {"serif-400": "Companion Serif", "serif-600": "Companion Serif"}
FAMILIES |= {"sans-400": "Companion Sans", "sans-600": "Companion Sans"}  # their own names: OFL 1.1, reserved names
ADJUSTED = {"Companion Sans": "106%"}  # as large as the letters of phones, so that lines stay where they are
PARTS = {  # no letter in two of them; the texts of a language need no third part
    "latin": "".join(map(chr, range(0x20, 0x7F))) + "\xa0·–—‘’‚“”„…•−×→←✓№©°±²ÄÖÜßäöüĄąĆćĘęŁłŃńÓóŚśŹźŻżÁáâÉéÍíÚúû",
    "cyrillic": "".join(map(chr, range(0x410, 0x450))) + "ЁёЄєІіЇїҐґŶŷ«»",
}
PARTS["more"] = "".join(sorted(set(map(chr, range(0xA1, 0x100))) - set("".join(PARTS.values()))))  # names of people
FILES = {f"{face}-{part}": (face, letters) for face in FAMILIES for part, letters in PARTS.items()}
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum"]
SOURCES = ("Source Serif Pro 2.007", "Source Sans Pro 2.020")
KEPT_NAMES = [0, 1, 2, 4, 6, 13, 14]  # copyright, family, style, full and PostScript name, licence and its address
_making = Lock()


@cache
def version() -> str:
    """Return the version of the files, a hash of everything they are made from."""
    made = "\n".join([*PARTS.values(), *FEATURES, *SOURCES, installed("fonttools")])
    return hashlib.sha256(made.encode()).hexdigest()[:10]


@cache
def load_woff2(name: str) -> bytes:
    """Return the file of a name in FILES; takes a third of a second if it is not cached."""
    kept = _folder() / f"{name}-{version()}{SUFFIX}"
    with _making:
        if kept.is_file():
            return kept.read_bytes()
        data = _subset_font(name)
        with suppress(StoreError):  # then it is made anew for the next server
            write_atomic(kept, data, folders=True)
        return data


def font_face_rules(query: str = "") -> str:
    """Return the `@font-face` rules of all files. query: appended to each address."""
    return "".join(_font_face_rule(f"{name}{SUFFIX}{query}", face, letters) for name, (face, letters) in FILES.items())


def _font_face_rule(address: str, face: str, letters: str) -> str:
    family, weight = FAMILIES[face], face.partition("-")[2]
    adjusted = f"size-adjust:{ADJUSTED[family]};" if family in ADJUSTED else ""
    return (
        f'@font-face{{font-family:"{family}";font-weight:{weight};font-display:swap;{adjusted}'
        f'src:url({address}) format("woff2");unicode-range:{",".join(_ranges(letters))}}}\n'
    )


def _ranges(letters: str) -> Iterator[str]:
    """Yield runs of letters in the syntax of `unicode-range`."""
    for _, run in groupby(enumerate(sorted(map(ord, letters))), key=lambda one: one[1] - one[0]):
        found = [point for _, point in run]
        yield f"U+{found[0]:X}" + (f"-{found[-1]:X}" if len(found) > 1 else "")


def _folder() -> Path:
    return user_folder("cache") / "type"


def _subset_font(name: str) -> bytes:
    from companion.web.page.font_subset import subset_font

    face, letters = FILES[name]
    return subset_font(face, letters, FAMILIES[face], FEATURES, KEPT_NAMES)
