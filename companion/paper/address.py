"""The address printed on a sheet as a QR code (`companion print --qr`), and the session whose table it is."""

from __future__ import annotations

from functools import cache
from itertools import product
from urllib.parse import urlsplit

import cv2
import numpy as np

from companion.content.load import game_content
from companion.faces.model import Rect, Shape
from companion.paper.reading import PhotoSheet
from companion.paper.reference import SCALE, Grid, Printed, to_grey
from companion.play.journal.session import ID_LENGTH, ID_LETTERS
from companion.press.shop import Shop

ANY_ADDRESS = "http://localhost/"
SIZES = range(21, 42, 4)  # modules along an edge of codes that are printed so small
AWAY = (0.0, -0.75, 0.75, -1.5, 1.5)  # pixels by which a code may lie elsewhere
WITHIN = 4  # pixels of a module, of which those at its edge are not looked at
SHARPER = 1.5
CORNERS = np.s_[:7, :7], np.s_[:7, -7:], np.s_[-7:, :7]
MARK = np.pad(np.pad(np.ones((3, 3), int), 1), 1, constant_values=1)
QUIET, DRAWN = 4, 8  # modules of white about a code, and pixels of each, as decoders like them


def session_of_sheet(sheet: PhotoSheet) -> str | None:
    """The session that the code on a sheet names, if it has one that can be read."""
    return session_at(decode_address(sheet))


def decode_address(sheet: PhotoSheet) -> str:
    """The text of the code; nothing if none is read.

    Its place is known: its modules are looked at one by one, which reads what is too blurred for a decoder alone.
    """
    place = _place(sheet.printed)
    if place is None:
        return ""
    shade = to_grey(sheet.flat.picture)
    seen = [_modules(shade, place, number, off) for number in SIZES for off in product(AWAY, AWAY)]
    return _text(max(seen, key=_likeness))


def session_at(address: str) -> str | None:
    """The session of a tracker's address; None for any other text."""
    try:
        id = urlsplit(address).path.strip("/").split("/")[0].lower()
    except ValueError:
        return None
    return id if len(id) == ID_LENGTH and set(id) <= set(ID_LETTERS) else None


@cache
def _place(named: Printed) -> Rect | None:
    """Return the place of a face's code, mm: the drawing of most steps that it has only with an address."""
    content = game_content(named.game)
    component = content["component"][named.component]
    plain, coded = (
        Shop(content, named.lang, address).face(component, named.side, None) for address in (None, ANY_ADDRESS)
    )
    added = [item for item in coded.items if isinstance(item, Shape) and item not in plain.items]
    code = max(added, key=lambda item: len(item.path), default=None)
    if code is None:
        return None
    rects = [tuple(map(float, step[1:])) for step in code.path]
    left, top = (min(rect[at] for rect in rects) for at in (0, 1))
    right, low = (max(rect[at] + rect[at + 2] for rect in rects) for at in (0, 1))
    return left, top, right - left, low - top


def _modules(shade: Grid, place: Rect, number: int, off: tuple[float, float]) -> Grid:
    """The code as so many modules a row, 1 where they are dark: each as it is against those beside it."""

    x, y, w, _ = (SCALE * edge for edge in place)
    step = w / number / WITHIN
    there = np.array([[step, 0, x + off[0] + step / 2 - 0.5], [0, step, y + off[1] + step / 2 - 0.5]])
    size = (number * WITHIN, number * WITHIN)
    fine = cv2.warpAffine(shade, there, size, flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP)
    light = fine.reshape(number, WITHIN, number, WITHIN)[:, 1:-1, :, 1:-1].mean((1, 3))
    wide = np.pad(light, 1, constant_values=light.max())
    beside = (wide[:-2, 1:-1] + wide[2:, 1:-1] + wide[1:-1, :-2] + wide[1:-1, 2:]) / 4
    apart = light + SHARPER * (light - beside)
    even = cv2.normalize(apart, None, 0, 255, cv2.NORM_MINMAX).astype(np.uint8)
    return np.asarray(cv2.threshold(even, 0, 1, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)[1])


def _likeness(modules: Grid) -> int:
    """Return how many modules of the marks in three corners are as they have to be."""
    return sum(int((modules[corner] == MARK).sum()) for corner in CORNERS)


def _text(modules: Grid) -> str:

    marked = modules.copy()
    for corner in CORNERS:
        marked[corner] = MARK
    drawn = np.kron(1 - np.pad(marked, QUIET), np.full((DRAWN, DRAWN), 255)).astype(np.uint8)
    try:
        return str(cv2.QRCodeDetector().detectAndDecode(drawn)[0])
    except cv2.error:  # of what looks like a code and is none
        return ""
