"""Faces as pixels: renders PDF pages. Knows dots per inch; drawing is left to pdf/.

Faces are drawn and rendered a few at a time, so a thousand of them take no more memory than one batch and one picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING

from PIL import ImageChops
from PIL.PngImagePlugin import PngInfo

from companion.core.errors import LocalizedError
from companion.core.units import mm
from companion.faces import outline
from companion.faces.model import Face, Shape
from companion.faces.palette import FULL, Palette
from companion.pdf import canvas, colour_profile
from companion.sheets.model import PlacedFace, Sheet, Slot

if TYPE_CHECKING:
    from PIL.Image import Image

INCH = mm(72)
BATCH = 32  # faces in one PDF
Pixels = tuple[int, int]


def face_pixels(face: Face, dpi: float, bleed: float = 0.0) -> Pixels:
    """Return width and height of a face with its bleed in pixels, each edge rounded to the nearest pixel."""
    w, h = (round((edge + 2 * bleed) * dpi / INCH) for edge in face.trim)
    return max(1, w), max(1, h)


def size_in_mm(size: Pixels, dpi: float) -> tuple[float, float]:
    """Return width and height of a picture in mm."""
    return size[0] * INCH / dpi, size[1] * INCH / dpi


def render_faces(
    faces: Iterable[Face],
    palette: Palette,
    dpi: float,
    bleed: float = 0.0,
    size: Pixels | None = None,
    clear: bool = True,
) -> Iterator[Image]:
    """Yield a picture of each face, RGB on white.

    size: exact pixels, instead of those that follow from dpi.
    clear: RGBA, transparent outside a rounded, round or hex outline; else the ground fills the corners.
    Raises FaceError.
    """
    masks: dict[tuple[object, ...], Image] = {}
    waiting = iter(faces)
    while batch := list(islice(waiting, BATCH)):
        sizes = [size or face_pixels(face, dpi, bleed) for face in batch]
        pages = ((_page(replace(face, outline="rect"), bleed), box) for face, box in zip(batch, sizes, strict=True))
        for face, box, image in zip(batch, sizes, render_pages(pages, palette), strict=True):
            if clear and face.outline in outline.SHAPED:
                key = (face.trim, face.outline, face.corner, box)
                if key not in masks:
                    masks[key] = _mask(face, bleed, box)
                image.putalpha(masks[key])
            yield image


def render_pages(pages: Iterable[tuple[Sheet, Pixels]], palette: Palette) -> Iterator[Image]:
    """Yield whole pages as RGB pictures of exactly these pixels.

    Raises FaceError, and LocalizedError without the extra.
    """
    try:
        from companion.exports.pdf_pages import pdf_pages
    except ImportError:
        raise LocalizedError("pictures_missing") from None
    waiting = iter(pages)
    while batch := list(islice(waiting, BATCH)):
        data = canvas.render_pdf([sheet for sheet, _ in batch], palette, "faces")
        yield from pdf_pages(data, [size for _, size in batch])


def png_bytes(image: Image, dpi: float, srgb: bool = False, rights: str = "") -> bytes:
    """Return the picture as PNG with its size on paper; equal bytes for equal pictures.

    srgb: with the profile of its colours.
    rights: a text for its `Copyright`.
    """
    out = BytesIO()
    info = PngInfo()
    if rights:
        info.add_itxt("Copyright", rights)
    profile = colour_profile.srgb_profile() if srgb else None
    image.save(out, "PNG", dpi=(dpi, dpi), icc_profile=profile, pnginfo=info)
    return out.getvalue()


def _page(face: Face, bleed: float) -> Sheet:
    """Return a page as large as the face with its bleed."""
    w, h = face.trim
    placed = PlacedFace(face, Slot(bleed, bleed, w, h))
    return Sheet((w + 2 * bleed, h + 2 * bleed), "front", (placed,), bleed)


def _mask(face: Face, bleed: float, size: Pixels) -> Image:
    """Return an opacity mask: 255 inside the outline, 0 outside."""
    black = Face("mask", face.trim, (Shape(outline.printed_path(face, bleed), fill="#000000"),))
    (image,) = render_pages([(_page(black, bleed), size)], Palette(FULL, {}))
    return ImageChops.invert(image.convert("L"))
