"""Pictures of a sheet that was read, as JPEG: all of it lying flat, or the fields that a person has to look at."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

import cv2
import numpy as np
from PIL import Image

from companion.paper.reading import PhotoSheet
from companion.paper.reference import SCALE, Grid, load_reference

BESIDE = 3.0  # mm about fields that are shown
WIDE = 1000  # pixels of a whole sheet
QUALITY = 80


def sheet_picture(sheet: PhotoSheet, wide: int = WIDE) -> bytes:
    """The whole sheet, so many pixels wide."""

    picture = sheet.flat.picture
    h, w = picture.shape[:2]
    return _jpeg(cv2.resize(picture, (wide, round(h * wide / w)), interpolation=cv2.INTER_AREA))


def fields_picture(sheet: PhotoSheet, fields: Iterable[str]) -> bytes:
    """These fields and what lies about them."""
    rects = [load_reference(sheet.printed).fields[name] for name in fields]
    left, top = (min(rect[at] for rect in rects) - BESIDE for at in (0, 1))
    right, low = (max(rect[at] + rect[at + 2] for rect in rects) + BESIDE for at in (0, 1))
    rows, columns = (slice(max(0, round(a * SCALE)), round(b * SCALE)) for a, b in ((top, low), (left, right)))
    return _jpeg(sheet.flat.picture[rows, columns])


def _jpeg(picture: Grid) -> bytes:

    out = BytesIO()
    Image.fromarray(np.ascontiguousarray(picture)).save(out, "JPEG", quality=QUALITY)
    return out.getvalue()
