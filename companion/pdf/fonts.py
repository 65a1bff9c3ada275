"""The bundled type: which file a font name means, how wide its letters are. Files are read when first used."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from companion.errors import FaceError, nearest

_SERIF, _SANS = ("font_source_serif_pro", "SourceSerifPro"), ("font_source_sans_pro", "SourceSansPro")
_WEIGHTS = {"400": "Regular", "600": "Semibold", "700": "Bold"}
FONTS = {
    f"{family}-{weight}": (package, f"{stem}-{name}.ttf")
    for family, (package, stem) in (("serif", _SERIF), ("sans", _SANS))
    for weight, name in _WEIGHTS.items()
}


class Letters(dict[str, float]):
    """Widths of a font's letters in em; KeyError for a letter that the font lacks."""

    def __init__(self, font: TTFont) -> None:
        super().__init__()
        self._glyphs, self._widths = font.face.charToGlyph, font.face.charWidths

    def __missing__(self, letter: str) -> float:
        code = ord(letter)
        if code not in self._glyphs:
            raise KeyError(letter)
        width: float = self._widths[code] / 1000
        self[letter] = width
        return width


@cache
def letters(name: str) -> Letters:
    """The Measure of faces/text.py. Raises FaceError for an unknown font."""
    return Letters(font(name))


@cache
def font(name: str) -> TTFont:
    """A font ready to draw with. Raises FaceError."""
    loaded = TTFont(name, str(_path(name)))
    pdfmetrics.registerFont(loaded)
    return loaded


def data(name: str) -> bytes:
    """The file of a font. Raises FaceError."""
    return _path(name).read_bytes()


def _path(name: str) -> Path:
    if name not in FONTS:
        raise FaceError(f"no font '{name}'{nearest(name, FONTS)}")
    package, file = FONTS[name]
    return _folder(package) / file


def _folder(package: str) -> Path:
    """Where a font package keeps its files; its code is not run."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise FaceError(f"the package {package} with the type is not installed")
    return Path(spec.submodule_search_locations[0]) / "files"
