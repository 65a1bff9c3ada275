"""Fields that cannot be seen: outside the photo, torn off, under a thumb or a flash. There the print is missing too."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, floor

import cv2
import numpy as np

from companion.faces.model import Rect
from companion.paper.flatten import Flat, Ink
from companion.paper.marks import BESIDE, FAINT, KINDS, PEN, UNCLEAR
from companion.paper.reference import SCALE, Grid
from companion.play.game.paper_form import WRITTEN

AROUND = 1.2  # mm about a field in which its print is looked for
FINE = 1.0  # mm over which light may differ
BLANK = 0.02  # how little print differs where there is none
LEAST = 0.25  # of the print of each quarter: strokes of a thick pen leave more of it
SMALL = 5.0  # mm; of such a field a stroke may cover most of the print of a quarter, even without hiding it
LEAST_SMALL = 0.3  # of the print of three quarters
LEAST_WRITTEN = 0.2  # of the print of any quarter, where words may be written over it
MIDDLE = 0.64  # of a field's edge that its middle has
WHITE, LIT = 248, 0.6  # from that brightness on a pixel may be lit by a flash, from that share on a middle
CLEAN = 2.0  # times the noise by which white paint may be darker than paper, beyond what may be no ink
PAINT = 0.15  # how much darker or lighter than paper it is at most
NEAR, FAR = 1.5, 5.0  # mm about a painted field between which its surroundings are looked at
LEAST_NEAR = 0.6  # of the print there, on each side
LEAST_LIT, SOME = 0.15, 0.005  # of its print that can then be seen, and how much print differs where there is some


def hidden_fields(flat: Flat, ink: Ink, fields: Mapping[str, Rect], kinds: Mapping[str, str]) -> frozenset[str]:
    """The fields of these kinds of which a quarter or more is hidden, of small ones half, of what is WRITTEN all; and
    those that the photo's edge cuts off, or a flash whitens. What is painted white can be seen.
    """
    found = [(name, kind, fields[name]) for name, kind in kinds.items()]
    return frozenset(
        [
            name
            for name, kind, rect in found
            if _is_outside(flat, rect) or _is_hidden(ink, kind, rect) or _is_lit(flat, ink, rect)
        ]
    )


def unseen_chances(kind: str) -> dict[str, float]:
    """Chances of the marks of a field that cannot be seen; of handwriting, whether there is any."""
    if kind == WRITTEN:
        return {"w": 0.5, "x": 0.5}
    return dict.fromkeys(KINDS[kind], 0.0) | {UNCLEAR: 1.0}


def _is_outside(flat: Flat, rect: Rect) -> bool:
    x, y, w, h = rect
    return not flat.inside[floor(y) : ceil(y + h), floor(x) : ceil(x + w)].all()


def _is_hidden(ink: Ink, kind: str, rect: Rect) -> bool:
    shown = sorted(_visible_shares(ink, rect)) or [1.0]
    if kind == WRITTEN:
        return shown[-1] < LEAST_WRITTEN
    lost = shown[:2][-1] < LEAST_SMALL if max(rect[2:]) < SMALL else shown[0] < LEAST
    return lost and not _is_painted(ink, rect)


def _is_painted(ink: Ink, rect: Rect) -> bool:
    """Return whether a field is as light as paper, without ink in or about it, and print is seen on all four sides."""
    x, y, w, h = rect
    wide, high = w * BESIDE, h * BESIDE
    dark = np.percentile(_cut(ink.dark, x - wide, y - high, x + w + wide, y + h + high), PEN)
    light = np.median(_cut(ink.seen, x, y, x + w, y + h))
    if dark > FAINT + CLEAN * ink.noise or abs(light) > PAINT:
        return False
    beside = (
        (x - FAR, y - 1, x - NEAR, y + h + 1),
        (x + w + NEAR, y - 1, x + w + FAR, y + h + 1),
        (x - 1, y - FAR, x + w + 1, y - NEAR),
        (x - 1, y + h + NEAR, x + w + 1, y + h + FAR),
    )
    return all(_is_printed(_fine(_cut(ink.printed, *at)), _fine(_cut(ink.seen, *at))) for at in beside)


def _is_printed(printed: Grid, seen: Grid) -> bool:
    return bool(printed.size and printed.std() > BLANK and _share(printed, seen) > LEAST_NEAR)


def _cut(picture: Grid, left: float, top: float, right: float, low: float) -> Grid:
    """Return what lies between these edges in mm."""
    left, top, right, low = (max(0, round(edge * SCALE)) for edge in (left, top, right, low))
    return picture[top:low, left:right]


def _is_lit(flat: Flat, ink: Ink, rect: Rect) -> bool:
    x, y, w, h = rect
    rows, columns = (
        slice(round((at + edge * (1 - MIDDLE) / 2) * SCALE), round((at + edge * (1 + MIDDLE) / 2) * SCALE))
        for at, edge in ((y, h), (x, w))
    )
    if (flat.picture[rows, columns].min(2) >= WHITE).mean() < LIT:
        return False
    printed = _fine(ink.printed[rows, columns])
    return bool(printed.std() > SOME and _share(printed, _fine(ink.seen[rows, columns])) < LEAST_LIT)


def _visible_shares(ink: Ink, rect: Rect) -> list[float]:
    """Return the visible share of the print in each quarter of a field that has any: about 1 or about 0."""
    x, y, w, h = rect
    edges = (x - AROUND, y - AROUND, x + w + AROUND, y + h + AROUND)
    left, top, right, low = (max(0, round(edge * SCALE)) for edge in edges)
    printed, seen = (_fine(one[top:low, left:right]) for one in (ink.printed, ink.seen))
    quarters = zip(_quarters(printed), _quarters(seen), strict=True)
    return [_share(one, other) for one, other in quarters if one.std() > BLANK]


def _share(printed: Grid, seen: Grid) -> float:
    """Return the visible share of a print."""
    return float((printed * seen).sum() / (printed * printed).sum())


def _fine(picture: Grid) -> Grid:

    return np.asarray(picture - cv2.GaussianBlur(picture, (0, 0), FINE * SCALE))


def _quarters(picture: Grid) -> list[Grid]:
    h, w = (edge // 2 for edge in picture.shape)
    return [picture[:h, :w], picture[:h, w:], picture[h:, :w], picture[h:, w:]]
