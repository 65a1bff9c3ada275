"""A photo's file -> pixels: small enough to work on, whatever the camera made. Believes nothing of the file."""

from __future__ import annotations

import warnings
from os import SEEK_END
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from companion.errors import SpokenError, StoreError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Pixels = npt.NDArray[np.uint8]

LONGEST_EDGE = 2048  # pixels that are worked on; more tell nothing more about a sheet
MOST_PIXELS = 130_000_000  # of a JPEG, which is made smaller while it is unpacked
MOST_WHOLE = 40_000_000  # of other files, which are unpacked whole
LARGEST_FILE = 64_000_000  # bytes


def need_packages() -> None:
    """Raises SpokenError without the extra."""
    from importlib.util import find_spec

    if not all(map(find_spec, ("cv2", "numpy", "pypdfium2"))):
        raise SpokenError("camera_missing")


def opened(source: Path | BinaryIO) -> Pixels:
    """The photo upright, RGB, its longer edge at most LONGEST_EDGE. Raises StoreError, SpokenError."""
    import numpy as np
    from PIL import Image, ImageOps

    try:
        if _size(source) > LARGEST_FILE:
            raise SpokenError("photo_large")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of too many pixels: they are counted below
            image: Any = Image.open(source)
            with image:
                jpeg = image.format == "JPEG"
                if image.width * image.height > (MOST_PIXELS if jpeg else MOST_WHOLE):
                    raise SpokenError("photo_large")
                if jpeg:
                    image.draft("RGB", (LONGEST_EDGE * 3 // 4, LONGEST_EDGE * 3 // 4))
                image.thumbnail((LONGEST_EDGE, LONGEST_EDGE), Image.Resampling.BOX, reducing_gap=None)
                upright = ImageOps.exif_transpose(image)
                return np.asarray(upright.convert("RGB"))
    except FileNotFoundError:
        raise StoreError("file_none", path=str(source)) from None
    except SpokenError:
        raise
    except Image.DecompressionBombError:
        raise SpokenError("photo_large") from None
    except (OSError, ValueError, SyntaxError, EOFError) as error:
        if isinstance(error, OSError) and error.strerror:
            raise StoreError("file_unreadable", path=str(source), reason=error.strerror) from None
        raise SpokenError("photo_unreadable") from None


def _size(source: Path | BinaryIO) -> int:
    if isinstance(source, Path):
        return source.stat().st_size
    size = source.seek(0, SEEK_END)
    source.seek(0)
    return size
