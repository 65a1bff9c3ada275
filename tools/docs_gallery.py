"""The gallery of the documentation: one picture of every kind of face, in each language and ink. Knows no HTML.

    python -m tools.docs_gallery      writes the picture of a route sheet that README shows

A kind of face is one side of a component with one design; the first row that has it stands for all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

from PIL.Image import Image

from companion.core.files import write_atomic
from companion.core.units import mm
from companion.exports import raster
from companion.faces import palette
from companion.gallery.faces import FaceSide, list_sides
from companion.press.manifest import make_manifest
from companion.press.print_options import ALL
from companion.press.shop import Piece
from companion.sheets.model import Leaf

LONGEST = 1000  # pixels of a picture's longer side ...
DENSEST = 275.0  # ... at most so many an inch, that small pieces look small
SMALLER = 2.5  # times, on the page; it opens in full
QUALITY = 65  # of WebP
INK, LANG = palette.FULL, "en"  # what a page shows at first
SHEET = Path(__file__).parents[1] / "docs" / "route-sheet.png"
SHEET_DPI = 170.0


@dataclass(frozen=True, slots=True)
class Specimen:
    """A kind of face: what it is called, how large it is in mm, and how it is printed."""

    id: str
    component: str
    kind: str
    title: str
    side: str
    size: tuple[float, float]
    pixels: tuple[int, int]

    @property
    def page_size(self) -> tuple[int, int]:
        """Return its width and height on the page, in pixels."""
        w, h = (max(1, round(edge / SMALLER)) for edge in self.pixels)
        return w, h

    def picture(self, lang: str, ink: str) -> str:
        """The name of its picture in a language and an ink."""
        return f"{self.id}.{lang}.{ink}.webp"


def inks() -> tuple[str, ...]:
    """Those that print jobs may ask for, the usual one first."""
    return (INK, *sorted(palette.inks().keys() - {INK}))


@cache
def languages(game: str) -> tuple[str, ...]:
    """Those of a game, English first."""
    return (LANG, *(lang for lang in list_sides(game, "", LANG).languages if lang != LANG))


@cache
def specimens(game: str) -> list[Specimen]:
    """Every kind of face of a game, in the order in which it is printed."""
    return [
        Specimen(
            f"{side.id}-{side.side}",
            side.component.id,
            str(side.component["print"]),
            str(side.component["title"][LANG]),
            side.side,
            side.size,
            _pixels(side),
        )
        for side in _first_sides(game, LANG)
    ]


def pictures(game: str, kept: Path) -> Iterator[tuple[str, Path]]:
    """Each picture's name and its file in `kept`, where those that have not changed stay. Raises FaceError."""
    for lang in languages(game):
        for side in _first_sides(game, lang):
            face = side.shop.face(side.component, side.side, side.row)
            piece = Piece("", side.component.id, "", "", Leaf(side.id, face), 1)
            for ink in inks():
                inked = palette.inks()[ink]
                digest = make_manifest((), [piece], inked).leaves[side.id].digest
                path = kept / f"{digest}-{LONGEST}-{ink}.webp"
                if not path.is_file():
                    (image,) = raster.render_faces([face], inked, _dpi(side), size=_pixels(side))
                    out = BytesIO()
                    image.save(out, "WEBP", quality=QUALITY)
                    write_atomic(path, out.getvalue(), folders=True)
                yield f"{side.id}-{side.side}.{lang}.{ink}.webp", path


def route_sheet() -> Image:
    """The advanced side of a route sheet, in true colours."""
    side = next(one for one in list_sides("dice", "sheets", LANG).sides if (one.id, one.side) == ("dice-route", "back"))
    face = side.shop.face(side.component, side.side, side.row)
    (image,) = raster.render_faces([face], palette.inks()[INK], SHEET_DPI)
    return image


def _first_sides(game: str, lang: str) -> list[FaceSide]:
    found: dict[tuple[str, str, str], FaceSide] = {}
    for side in list_sides(game, ALL, lang).sides:
        design = side.shop.design(side.component, side.side, side.row)
        found.setdefault((side.component.id, side.side, design.place), side)
    return list(found.values())


def _dpi(side: FaceSide) -> float:
    return min(DENSEST, LONGEST * mm(72) / max(side.size))


def _pixels(side: FaceSide) -> tuple[int, int]:
    w, h = (max(1, round(edge * _dpi(side) / mm(72))) for edge in side.size)
    return w, h


if __name__ == "__main__":
    out = BytesIO()
    route_sheet().save(out, "PNG", optimize=True)
    write_atomic(SHEET, out.getvalue())
