"""A photo's file -> pixels: small enough to work on, whatever the camera made. Believes nothing of the file."""

from __future__ import annotations

import struct
import warnings
from os import SEEK_END
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from companion.core.errors import LocalizedError, StoreError
from companion.paper.photo_limits import LARGEST_FILE

if TYPE_CHECKING:
    import numpy.typing as npt

    Pixels = npt.NDArray[np.uint8]

LONGEST_EDGE = 2048  # pixels that are worked on; more tell nothing more about a sheet
MOST_PIXELS = 130_000_000  # of a JPEG, which is made smaller while it is unpacked
MOST_WHOLE = 36_000_000  # of other files, which are unpacked whole; half as many with a palette or transparency
MOST_SCANS = 100  # of a JPEG that comes in ever finer scans, ten as a rule: each goes over all its pixels
MOST_SCANNED = 24 * MOST_WHOLE  # pixels that all its scans together go over
SCAN = b"\xff\xda"
JPEGS = ("JPEG", "MPO")  # the second has more pictures behind the first
FORMATS = ("JPEG", "PNG", "WEBP", "AVIF", "TIFF", "BMP", "GIF")
HEIF = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")  # brands of what iPhones take


def open_photo(source: Path | BinaryIO) -> Pixels:
    """The photo upright, RGB, its longer edge at most LONGEST_EDGE. Raises StoreError, LocalizedError."""
    if not isinstance(source, Path):
        return _decode(source)
    try:
        with source.open("rb") as file:
            return _decode(file)
    except FileNotFoundError:
        raise StoreError("file_none", path=str(source)) from None
    except OSError as error:
        raise StoreError("file_unreadable", path=str(source), reason=error.strerror or str(error)) from None


def _decode(file: BinaryIO) -> Pixels:
    """Raises OSError, LocalizedError."""
    try:
        if file.seek(0, SEEK_END) > LARGEST_FILE:
            raise LocalizedError("photo_large")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of too many pixels: they are counted below
            image: Any = Image.open(file, formats=FORMATS)
            with image:
                _check_size(image)
                _check_scans(image, file)
                if image.format in JPEGS:
                    image.draft("RGB", (LONGEST_EDGE * 3 // 4, LONGEST_EDGE * 3 // 4))
                image.load()
                image = _with_shades(image)
                image.thumbnail((LONGEST_EDGE, LONGEST_EDGE), Image.Resampling.BOX, reducing_gap=None)
                return np.asarray(_on_white(_upright(image)))
    except LocalizedError:
        raise
    except Image.DecompressionBombError:
        raise LocalizedError("photo_large") from None
    except UnidentifiedImageError:
        raise LocalizedError("photo_heic" if _is_heif(file) else "photo_unreadable") from None
    except (OSError, ValueError, SyntaxError, EOFError, RuntimeError) as error:
        if isinstance(error, OSError) and error.strerror:  # of the file, not of what is in it
            raise
        raise LocalizedError("photo_unreadable") from None


def _check_size(image: Any) -> None:
    """Raises LocalizedError for more pixels than can be unpacked."""
    whole = image.format not in JPEGS or "progressive" in image.info
    pixels = image.width * image.height * (2 if image.mode == "P" or image.has_transparency_data else 1)
    if pixels > (MOST_WHOLE if whole else MOST_PIXELS):
        raise LocalizedError("photo_large")


def _check_scans(image: Any, file: BinaryIO) -> None:
    """Raises LocalizedError for a file of a few bytes a scan that would keep its reader busy."""
    if image.format in JPEGS:
        place = file.tell()
        file.seek(0)
        scans = file.read().count(SCAN)
        if scans > MOST_SCANS or scans * image.width * image.height > MOST_SCANNED:
            raise LocalizedError("photo_unreadable")
        file.seek(place)


def _with_shades(image: Any) -> Any:
    """The picture in shades that can be mixed. Raises LocalizedError for pixels that are no shades, but numbers."""
    if image.mode.startswith("I;16"):
        return Image.fromarray((np.asarray(image) >> 8).astype(np.uint8))
    if image.mode in ("I", "F"):
        raise LocalizedError("photo_unreadable")
    if image.has_transparency_data:
        return image.convert("RGBA")
    return image.convert("RGB") if image.mode in ("1", "P") else image


def _upright(image: Any) -> Any:
    """Return the picture turned as the camera was held, if it says so legibly."""
    try:
        return ImageOps.exif_transpose(image)
    except (ValueError, SyntaxError, KeyError, TypeError, struct.error):
        return image


def _on_white(image: Any) -> Any:
    """RGB, white where the picture is transparent."""
    if image.mode != "RGBA":
        return image.convert("RGB")
    return Image.alpha_composite(Image.new("RGBA", image.size, "white"), image).convert("RGB")


def _is_heif(file: BinaryIO) -> bool:
    file.seek(0)
    head = file.read(12)
    return head[4:8] == b"ftyp" and head[8:] in HEIF
