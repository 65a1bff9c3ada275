"""Ink in a field -> the chance that anything is written there: names and numbers, which only a person can read."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from companion.faces.model import Rect
from companion.paper.flatten import Ink
from companion.paper.reference import SCALE
from companion.play.paper_form import WRITTEN

FAINT, NOISY = 0.1, 4.0  # ink is darker than that, and than so many times the noise
INSIDE = 0.4  # mm of a field's edge that are not looked at
AREA, STEP = 0.25, 0.05  # mm2 of ink that are as likely a stroke as dirt; by how much that may be off


def chances(ink: Ink, fields: Mapping[str, Rect], kinds: Mapping[str, str]) -> dict[str, dict[str, float]]:
    """By field that is WRITTEN: `x` if anything stands there, `w` if not."""
    out = {}
    for name, kind in kinds.items():
        if kind == WRITTEN:
            something = 1 / (1 + exp(min(50.0, (AREA - inked(ink, fields[name])) / STEP)))
            out[name] = {"w": 1 - something, "x": something}
    return out


def inked(ink: Ink, rect: Rect) -> float:
    """How much of a field is covered with ink, mm2."""
    x, y, w, h = rect
    rows, columns = (
        slice(round((at + INSIDE) * SCALE), round((at + edge - INSIDE) * SCALE)) for at, edge in ((y, h), (x, w))
    )
    return float((ink.dark[rows, columns] > max(FAINT, NOISY * ink.noise)).sum()) / SCALE**2
