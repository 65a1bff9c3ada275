"""The address printed on a sheet as a QR code (`companion print --qr`), and the session whose table it is."""

from __future__ import annotations

from urllib.parse import urlsplit

import numpy as np

from companion.paper.reading import Sheet
from companion.paper.reference import Grid
from companion.play.session import ID_LENGTH, ID_LETTERS

LARGER = (2, 1, 3)  # the flat sheet, so many times, in which the code is looked for


def session(pixels: Grid, sheet: Sheet) -> str | None:
    """The session that the code on a sheet in a photo names, if there is one to be read."""
    return session_at(printed(pixels, sheet))


def printed(pixels: Grid, sheet: Sheet) -> str:
    """The text of the code; nothing if none is read."""
    import cv2

    flat = sheet.flat.picture
    for times in LARGER:
        if text := _text(cv2.resize(flat, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)):
            return text
    return _text(pixels)


def session_at(address: str) -> str | None:
    """The session of a tracker's address; None for any other text."""
    try:
        id = urlsplit(address).path.strip("/").split("/")[0].lower()
    except ValueError:
        return None
    return id if len(id) == ID_LENGTH and set(id) <= set(ID_LETTERS) else None


def _text(picture: Grid) -> str:
    import cv2

    try:
        text, _, _ = cv2.QRCodeDetector().detectAndDecode(np.ascontiguousarray(picture))
    except cv2.error:  # of what looks like a code and is none
        return ""
    return str(text)
