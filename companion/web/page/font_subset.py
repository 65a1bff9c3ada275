"""A font cut down to some letters, as WOFF2, by fontTools."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from companion.pdf import font_files


def subset_font(face: str, letters: str, family: str, features: Sequence[str], names: Sequence[int]) -> bytes:
    """Return the WOFF2 file with these letters alone, under its own family name.

    features: of OpenType, that are kept.
    names: ids in the table `name`, that are kept.
    """
    font = TTFont(BytesIO(font_files.font_bytes(face)), lazy=True)
    options = Options(hinting=False, layout_features=features, name_IDs=names, notdef_outline=True)
    cutter = Subsetter(options)
    cutter.populate(text=letters)
    cutter.subset(font)
    for row in list(font["name"].names):
        if row.nameID in (1, 4, 6):
            row.string = family.replace(" ", "") if row.nameID == 6 else family
    font.flavor = "woff2"
    out = BytesIO()
    font.save(out)
    return out.getvalue()
