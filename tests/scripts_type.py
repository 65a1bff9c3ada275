"""Type of scripts that are shaped: a real one that other packages bring, and two drawn as boxes."""

from importlib.util import find_spec
from pathlib import Path

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

_HINDI = """
languagesystem DFLT dflt;
languagesystem dev2 dflt;
feature half { sub uni0928 uni094D by na_half; sub uni0938 uni094D by sa_half; } half;
"""
_THAI = """
languagesystem DFLT dflt;
languagesystem thai dflt;
markClass uni0E31 <anchor 0 700> @ABOVE;
markClass uni0E35 <anchor 0 700> @ABOVE;
table GDEF { GlyphClassDef [uni0E2A uni0E27 uni0E14], , [uni0E31 uni0E35], ; } GDEF;
feature mark { pos base [uni0E2A uni0E27 uni0E14] <anchor 300 900> mark @ABOVE; } mark;
"""


def real_type() -> Path:
    """Return DejaVu Sans, with Hebrew and Arabic, which matplotlib brings."""
    found = find_spec("matplotlib")
    assert found
    assert found.origin
    return Path(found.origin).parent / "mpl-data/fonts/ttf/DejaVuSans.ttf"


def draw_type(path: Path, letters: str, features: str = "", extra: tuple[str, ...] = ()) -> None:
    """Write a font of boxes: a space and these letters, marks without a width, and glyphs for its features."""
    codes = {ord(letter): f"uni{ord(letter):04X}" for letter in f" {letters}"}
    glyphs = [".notdef", *codes.values(), *extra]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(glyphs)
    builder.setupCharacterMap(codes)
    pen = TTGlyphPen(None)
    pen.moveTo((50, 0))
    for point in ((50, 700), (450, 700), (450, 0)):
        pen.lineTo(point)
    pen.closePath()
    box = pen.glyph()
    builder.setupGlyf(dict.fromkeys(glyphs, box))
    widths = {name: (0 if name in ("uni0E31", "uni0E35") else 400 + 10 * at, 50) for at, name in enumerate(glyphs)}
    builder.setupHorizontalMetrics(widths)
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": path.stem, "styleName": "Regular", "psName": path.stem})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200)
    builder.setupPost()
    if features:
        addOpenTypeFeaturesFromString(builder.font, features)
    builder.save(path)


def draw_hindi(path: Path) -> None:
    """Write a font with the letters of नमस्ते हिन्दी and two half forms."""
    draw_type(path, "नमस्तेहिदी\u0947दुया।", _HINDI, ("na_half", "sa_half"))


def draw_thai(path: Path) -> None:
    """Write a font with the letters of สวัสดี, whose marks stand above letters."""
    draw_type(path, "สวัดี", _THAI)
