"""Raster pictures (PNG, JPEG) for a PDF: checked before they are decoded, no finer than the print needs.

Knows Pillow and image streams, no face and no position. A JPEG that needs no change is kept as it is, without
its metadata. A picture is data from strangers: its size is checked first, and a broken one is refused.
"""

from __future__ import annotations

import struct
import warnings
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from stat import S_ISREG
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFImageXObject
from reportlab.pdfgen.canvas import Canvas

from companion.core.errors import FaceError
from companion.core.units import PT_PER_MM
from companion.faces.palette import Palette

SUFFIXES = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG"}
LARGEST_FILE = 64_000_000  # bytes
MOST_PIXELS = 100_000_000
FINEST = 600 / 72 * PT_PER_MM  # pixels in a mm: 600 dpi
QUALITY = 90  # of a JPEG that has to be written anew
LIGHTER = 0.45  # how much of its darkness a picture keeps in an ink that saves
_START = {"PNG": b"\x89PNG\r\n\x1a\n", "JPEG": b"\xff\xd8\xff"}
_BROKEN = (
    *(OSError, SyntaxError, ValueError, EOFError, LookupError, TypeError, ArithmeticError),
    *(struct.error, zlib.error),
)
_ORIENTATION = 0x0112  # the EXIF tag that says how the camera was held


@dataclass(frozen=True, slots=True)
class Raster:
    """A picture ready for the PDF.

    size: pixels.
    alpha: opacity of each pixel, compressed for `FlateDecode`.
    """

    size: tuple[int, int]
    space: str
    filter: str
    data: bytes
    alpha: bytes = b""


def is_raster(name: str) -> bool:
    """True if the name is that of a raster picture, not of a drawing."""
    return name.lower().endswith(tuple(SUFFIXES))


def pixel_size(path: Path) -> tuple[int, int]:
    """Return upright width and height in pixels. Raises FaceError for a file that cannot be printed."""
    with _open_picture(path) as image:
        return _upright_size(image)


def read_raster(path: Path, boxes: Iterable[tuple[float, float]], palette: Palette) -> Raster:
    """Return the picture in an ink, as fine as the largest of its boxes (width, height in mm) needs.

    Raises FaceError with file, fault and remedy.
    """
    with _open_picture(path) as image:
        w, h = _upright_size(image)
        finest = max((min(bw / w, bh / h) * FINEST for bw, bh in boxes), default=1.0)
        wanted = (w, h) if finest >= 1 else (max(1, round(w * finest)), max(1, round(h * finest)))
        jpeg = SUFFIXES[path.suffix.lower()] == "JPEG"
        plain = jpeg and image.mode in ("L", "RGB") and _turn(image) == 1 and wanted == (w, h)
        pixels = _pixels(image, path, wanted)
        if plain and not (palette.grey or palette.lighter):
            return Raster((w, h), _space(pixels.mode), "DCTDecode", _without_metadata(path.read_bytes()))
    alpha = b""
    if "A" in pixels.mode and pixels.getchannel("A").getextrema()[0] < 255:
        alpha = zlib.compress(pixels.getchannel("A").tobytes())
    pixels = _in_ink(pixels, palette)
    if jpeg:
        out = BytesIO()
        pixels.save(out, "JPEG", quality=QUALITY)
        return Raster(pixels.size, _space(pixels.mode), "DCTDecode", out.getvalue())
    return Raster(pixels.size, _space(pixels.mode), "FlateDecode", zlib.compress(pixels.tobytes()), alpha)


def screen_picture(path: Path, most: tuple[int, int]) -> tuple[tuple[int, int], bytes]:
    """Return size and WebP bytes of the picture in its own colours, at most `most` pixels. Raises FaceError."""
    with _open_picture(path) as image:
        w, h = _upright_size(image)
        k = min(most[0] / w, most[1] / h, 1.0)
        pixels = _pixels(image, path, (max(1, round(w * k)), max(1, round(h * k))))
    out = BytesIO()
    pixels.save(out, "WEBP", quality=QUALITY)
    return pixels.size, out.getvalue()


def embed_raster(canvas: Canvas, name: str, raster: Raster) -> None:
    """Store the picture in the document as a named form: a square of 1 x 1 with y upwards."""
    document = canvas._doc
    stored = _image_stream(name, raster.size, raster.space, raster.filter, raster.data)
    if raster.alpha:
        mask = _image_stream(f"{name}alpha", raster.size, "DeviceGray", "FlateDecode", raster.alpha)
        stored.smask = document.Reference(mask, document.getXObjectName(mask.name))
    document.Reference(stored, document.getXObjectName(name))
    document.addForm(name, stored)


def _image_stream(name: str, size: tuple[int, int], space: str, filter: str, data: bytes) -> Any:
    image = PDFImageXObject(name)
    image.width, image.height = size
    image.bitsPerComponent, image.colorSpace, image._filters, image.streamContent = 8, space, (filter,), data
    return image


# ---------------------------------------------------------------------- reading


def _open_picture(path: Path) -> Any:
    """Open the picture; its head is read, its pixels are not."""
    from PIL import Image

    if not Image:
        raise FaceError(
            f"{path.name}: a picture of pixels, which cannot be printed here, but by `companion print` on a computer; "
            "a drawing (SVG) can be printed everywhere"
        )
    kind = SUFFIXES[path.suffix.lower()]
    try:
        stat = path.stat()
        if not S_ISREG(stat.st_mode):
            raise FaceError(f"{path.name}: is not a regular file")
        if stat.st_size > LARGEST_FILE:
            raise FaceError(f"{path.name}: larger than {LARGEST_FILE // 1_000_000} MB; save it smaller")
        with path.open("rb") as file:
            if not file.read(8).startswith(_START[kind]):
                raise FaceError(f"{path.name}: is no {kind}, whatever its name says; save it as {kind}")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image = Image.open(path, formats=[kind])
    except Image.DecompressionBombError:
        raise _too_many_pixels(path) from None
    except _BROKEN as error:
        raise _broken_picture(path, error) from None
    if image.width * image.height > MOST_PIXELS:
        image.close()
        raise _too_many_pixels(path)
    if kind == "PNG" and getattr(image, "is_animated", False):
        image.close()
        raise FaceError(f"{path.name}: moves; save one picture of it")
    return image


def _too_many_pixels(path: Path) -> FaceError:
    return FaceError(f"{path.name}: more than {MOST_PIXELS // 1_000_000} million pixels; save it smaller")


def _broken_picture(path: Path, error: Exception) -> FaceError:
    return FaceError(f"{path.name}: is broken ({str(error)[:80]}); save it again")


def _turn(image: Any) -> int:
    """Return the EXIF orientation, 1 to 8; 1 is upright. Only a JPEG has it before its pixels are read."""
    if image.format == "PNG":
        return 1
    try:
        turn = image.getexif().get(_ORIENTATION, 1)
    except _BROKEN:
        return 1
    return turn if turn in range(1, 9) else 1


def _upright_size(image: Any) -> tuple[int, int]:
    """Return its size when upright."""
    w, h = image.size
    return (h, w) if _turn(image) >= 5 else (w, h)


def _pixels(image: Any, path: Path, wanted: tuple[int, int]) -> Any:
    """Return the picture upright, in L, LA, RGB or RGBA, in the wanted size."""
    from PIL import Image, ImageOps

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            turn = _turn(image)
            image.draft(None, wanted if turn < 5 else wanted[::-1])  # a JPEG is read no larger than needed
            image.load()
            if turn != 1:
                image = ImageOps.exif_transpose(image)
            if image.mode.startswith("I"):  # 16 bits
                image = image.convert("I").point(lambda value: value * (1 / 256)).convert("L")
            elif image.mode in ("P", "PA") or ("transparency" in image.info and image.mode in ("1", "L", "RGB")):
                image = image.convert("RGBA")
            elif image.mode not in ("L", "LA", "RGB", "RGBA"):
                image = image.convert("L" if image.mode == "1" else "RGB")
            return image if image.size == wanted else image.resize(wanted, Image.Resampling.LANCZOS)
    except _BROKEN as error:
        raise _broken_picture(path, error) from None


def _in_ink(image: Any, palette: Palette) -> Any:
    """Return the colours in an ink, without alpha."""
    image = image.convert("L" if image.mode in ("L", "LA") else "RGB")
    if palette.grey and image.mode == "RGB":
        image = image.convert("L", (0.2126, 0.7152, 0.0722, 0))
    if palette.lighter:
        image = image.point(lambda value: round(255 - (255 - value) * LIGHTER))
    return image


def _space(mode: str) -> str:
    return "DeviceGray" if mode == "L" else "DeviceRGB"


def _without_metadata(data: bytes) -> bytes:
    """Return a JPEG without metadata (place, thumbnail, profile), its pixels untouched."""
    out, at = [data[:2]], 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if marker == 0xDA:  # the pixels begin
            break
        if not (0xE1 <= marker <= 0xED or marker in (0xEF, 0xFE)):
            out.append(data[at:end])
        at = end
    return b"".join([*out, data[at:]])
