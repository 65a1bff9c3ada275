"""Ink in a field -> the chance that anything is written there: names and numbers, which only a person can read."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from companion.faces.model import Rect
from companion.paper.flatten import Ink
from companion.paper.reference import SCALE
from companion.play.game.paper_form import WRITTEN

FAINT, NOISY = 0.1, 2.0  # ink is darker than that, and than so many times the noise
SOFT = 1.5  # pixels over which noise is evened out
INSIDE = 1.1  # mm of a field's edge that are not looked at: print may lie there
STROKE = 0.11  # mm2 of ink in one piece that are as likely a stroke as dirt
CLEAR = 5  # power by which more or less of it tells them apart


def writing_chances(ink: Ink, fields: Mapping[str, Rect], kinds: Mapping[str, str]) -> dict[str, dict[str, float]]:
    """Return by field that is WRITTEN: `x` if anything stands there, `w` if not."""
    out = {}
    for name, kind in kinds.items():
        if kind == WRITTEN:
            something = 1 - 1 / (1 + (largest(ink, fields[name]) / STROKE) ** CLEAR)
            out[name] = {"w": 1 - something, "x": something}
    return out


def largest(ink: Ink, rect: Rect) -> float:
    """The largest piece of ink in a field, mm2."""

    x, y, w, h = rect
    rows, columns = (
        slice(round((at + INSIDE) * SCALE), round((at + edge - INSIDE) * SCALE)) for at, edge in ((y, h), (x, w))
    )
    dark = cv2.GaussianBlur(ink.dark[rows, columns], (0, 0), SOFT) > max(FAINT, NOISY * ink.noise)
    _, _, pieces, _ = cv2.connectedComponentsWithStats(dark.astype(np.uint8), connectivity=8)
    return float(pieces[1:, cv2.CC_STAT_AREA].max(initial=0)) / SCALE**2
