"""Ink in a field -> the chance of each mark, by a small model for each kind of field that tools/fit_marks.py fitted.

A mark is a letter: `x` marked, `w` untouched, `h` halved, `d` one half marked; `?` is what only a person can tell, such
as a mark that was crossed out, or a field under a thumb.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from companion.faces.model import Rect
from companion.paper.flatten import Ink
from companion.paper.reference import SCALE, Grid

UNCLEAR = "?"
FILE = Path(__file__).with_name("marks.npz")
FAINT = 0.1  # ink that may be none
PEN = 95  # percentile of a field's ink that says how dark the pen is


class Kind(NamedTuple):
    """How a kind of field is looked at. marks: the letters; cells: a side; beside: how much more than the field."""

    marks: str
    cells: int
    beside: float


KINDS: Mapping[str, Kind] = {
    "circle": Kind("wx", 14, 0.12),
    "square": Kind("whdx", 18, 0.12),
    "tick": Kind("wx", 12, 0.4),
}
BLOCKS = {12: 6, 14: 7, 18: 6}  # a side, by cells a side


def chances(ink: Ink, fields: Mapping[str, Rect], kinds: Mapping[str, str]) -> dict[str, dict[str, float]]:
    """By field the chance of each mark. kinds: of each field, a name in KINDS."""
    rects = [(kinds[name], fields[name]) for name in kinds]
    if max(_darkness(_cut(ink.dark, *rect)) for rect in rects) < FAINT:
        return {name: {"w": 1.0} for name in kinds}
    out = {}
    for (name, kind), seen in zip(kinds.items(), looks(ink, rects), strict=True):
        out[name] = dict(zip(KINDS[kind].marks + UNCLEAR, _answer(kind, seen).tolist(), strict=True))
    return out


def _darkness(cut: Grid) -> float:
    return float(np.percentile(cut, PEN))


def looks(ink: Ink, fields: Sequence[tuple[str, Rect]], off: tuple[float, float] = (0.0, 0.0)) -> Iterator[Grid]:
    """What the model is asked of each field: its ink beside that of all fields, cell by cell, then how sure ink is.

    off: mm by which all are looked at beside their place.
    """
    cuts = [_cut(ink.dark, kind, rect, off) for kind, rect in fields]
    dark = [_darkness(cut) for cut in cuts]
    written = [one for one in dark if one > FAINT + 3 * ink.noise]
    pen = max(float(np.median(written)) if written else 0.0, FAINT)
    for (kind, _), cut in zip(fields, cuts, strict=True):
        n = KINDS[kind].cells
        cells = cut.reshape(n, 3, n, 3).mean((1, 3)) / pen
        about = (pen, 10 * ink.noise, ink.spread / 3)
        yield np.concatenate([np.sqrt(np.minimum(cells, 2)).ravel(), about]).astype(np.float32)


def _cut(dark: Grid, kind: str, rect: Rect, off: tuple[float, float] = (0.0, 0.0)) -> Grid:
    """The field and what lies beside it, three pixels a cell."""
    import cv2

    x, y, w, h = rect
    n = KINDS[kind].cells * 3
    wide, high = w * (1 + 2 * KINDS[kind].beside), h * (1 + 2 * KINDS[kind].beside)
    left, top = x + w / 2 - wide / 2 + off[0], y + h / 2 - high / 2 + off[1]
    across, down = wide * SCALE / n, high * SCALE / n
    to_sheet = np.array([[across, 0, (left * SCALE) + across / 2 - 0.5], [0, down, (top * SCALE) + down / 2 - 0.5]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(dark, to_sheet, (n, n), flags=flags, borderMode=cv2.BORDER_REPLICATE))


@cache
def _model() -> dict[str, Grid]:
    with np.load(FILE) as kept:
        return {name: kept[name].astype(np.float32) for name in kept.files}


def described(kind: str, looks: Grid) -> Grid:
    """Looks at fields of a kind, with what stands out in them: ink in blocks of cells, and along rows and columns."""
    n = KINDS[kind].cells
    cells = looks[:, : n * n].reshape(-1, n, n)
    blocks = cells.reshape(-1, BLOCKS[n], n // BLOCKS[n], BLOCKS[n], n // BLOCKS[n]).mean((2, 4))
    edge = n // 9
    inner = cells[:, edge:-edge, edge:-edge]
    lines = [inner.mean(1), inner.mean(2), inner.max(1), inner.max(2)]
    return np.concatenate([looks, blocks.reshape(len(looks), -1), *lines], 1)


def _answer(kind: str, seen: Grid) -> Grid:
    """Two layers: what is seen, in a few features, in a chance of each mark."""
    model = _model()
    inner = np.maximum(described(kind, seen[None])[0] @ model[f"{kind}_in"] + model[f"{kind}_in_at"], 0)
    said = inner @ model[f"{kind}_out"] + model[f"{kind}_out_at"]
    powers = np.exp(said - said.max())
    return np.asarray(powers / powers.sum())
