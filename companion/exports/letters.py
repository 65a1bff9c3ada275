"""Outlines of letters as path data of SVG, read from the fonts."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from io import BytesIO
from typing import Any

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont, TTLibError

from companion.core import resources
from companion.core.errors import FaceError
from companion.pdf import font_files, fonts


@resources.cached_reader
def letter_outline(font: str, letter: str) -> str:
    """Return a letter's outline as path data in thousandths of its size, y down; "" for a missing letter.

    Raises FaceError for an unknown font.
    """
    name = _load_glyphs(font)[0].getBestCmap().get(ord(letter))
    return "" if name is None else _outline(font, name)


@resources.cached_reader
def glyph_outline(font: str, number: int) -> str:
    """Return the outline of a glyph of the font, like `letter_outline`."""
    return _outline(font, _load_glyphs(font)[0].getGlyphName(number))


def _outline(font: str, glyph: str) -> str:
    type, glyphs = _load_glyphs(font)
    pen, k = SVGPathPen(glyphs, _whole), fonts.EM / type["head"].unitsPerEm
    glyphs[glyph].draw(TransformPen(pen, (k, 0, 0, -k, 0, 0)))
    return str(pen.getCommands())


@resources.cached_reader
def _load_glyphs(name: str) -> tuple[TTFont, Mapping[str, Any]]:
    """Return a font file and its glyphs by name."""
    try:
        type = TTFont(BytesIO(font_files.font_bytes(name)), lazy=True)
        return type, type.getGlyphSet()
    except (TTLibError, struct.error, LookupError, ValueError, AssertionError):
        raise FaceError(f"the type '{name}' cannot be read") from None


def _whole(value: float) -> str:
    text = f"{value:.0f}"
    return "0" if text == "-0" else text
