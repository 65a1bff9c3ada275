"""Ink in and about a field -> the chance of each mark, by small networks that tools/fit_marks.py fitted.

Each judges every field alone, then LOOKS times more beside the rest of the sheet, most of all beside fields that look
like it: a player marks in one way. A mark is a letter: `x` marked, `w` untouched, `h` halved, `d` one half marked; `?`
is what only a person can tell, such as a mark that was crossed out, or a field under a thumb.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, reduce
from pathlib import Path

import cv2
import numpy as np

from companion.faces.model import Rect
from companion.paper.flatten import Ink
from companion.paper.reference import SCALE, Grid

UNCLEAR = "?"
MARKS = "wxhd" + UNCLEAR  # in the order of the network's answers
FILE = Path(__file__).with_name("marks.npz")
CELLS = 40  # a side of a field as it is looked at
BESIDE = 0.5  # of a field's edge on each side of it: where rings lie
FAINT = 0.1  # ink that may be none
MISSED = 0.1  # chance that a field is marked though no ink on the sheet is as dark as FAINT
PEN = 98  # percentile of a field's ink that says how dark the pen is
DARKEST = 2.0  # times the pen; what is darker looks the same
NEVER = -1e4
SELDOM = 0.5  # fields that a mark is taken for rarer than on a sheet
LOOKS = 2  # at the whole sheet, the second beside what the first made of it

KINDS: Mapping[str, str] = {"circle": "wx", "square": "whdx", "tick": "wx"}  # the letters that stand there


def mark_chances(ink: Ink, fields: Mapping[str, Rect], kinds: Mapping[str, str]) -> dict[str, dict[str, float]]:
    """Return by field the chance of each mark. kinds: of each field, a name in KINDS."""
    rects = [(kinds[name], fields[name]) for name in kinds]
    if max(_darkness(_cut_field(ink.dark, rect)) for _, rect in rects) < FAINT:
        return {name: _faint_chances(KINDS[kind]) for name, kind in kinds.items()}
    out = {}
    for (name, kind), said in zip(kinds.items(), _answers(*field_pictures(ink, rects)), strict=True):
        row = zip(MARKS, said.tolist(), strict=True)
        out[name] = {mark: chance for mark, chance in row if mark in KINDS[kind] + UNCLEAR}
    return out


def _faint_chances(known: str) -> dict[str, float]:
    marked = known.replace("w", "")
    return {"w": 1 - MISSED} | dict.fromkeys(marked, MISSED / len(marked))


def field_pictures(
    ink: Ink, fields: Sequence[tuple[str, Rect]], off: tuple[float, float] = (0.0, 0.0)
) -> tuple[Grid, Grid]:
    """Return the pictures that the network is shown: of each field, 2 x CELLS x CELLS from 0 to 1: ink beside what all
    fields of the sheet show of the pen, and what is printed there; and numbers: pen, noise, blur, and which kind it is.

    off: mm by which all are looked at beside their place.
    """
    cuts = [_cut_field(ink.dark, rect, off) for _, rect in fields]
    dark = [_darkness(cut) for cut in cuts]
    written = [one for one in dark if one > FAINT + 3 * ink.noise]
    pen = max(float(np.median(written)) if written else 0.0, FAINT)
    seen = [np.sqrt(np.minimum(_cells(cut) / pen, DARKEST) / DARKEST) for cut in cuts]
    printed = [_cells(_cut_field(ink.printed, rect, off)) for _, rect in fields]
    numbers = [[pen, 10 * ink.noise, ink.spread / 3, *(kind == one for one in KINDS)] for kind, _ in fields]
    return np.stack([seen, printed], 1).astype(np.float32), np.array(numbers, np.float32)


def _darkness(cut: Grid) -> float:
    return float(np.percentile(cut, PEN))


def _cells(cut: Grid) -> Grid:
    return np.asarray(cut.reshape(CELLS, 2, CELLS, 2).mean((1, 3)))


def _cut_field(picture: Grid, rect: Rect, off: tuple[float, float] = (0.0, 0.0)) -> Grid:
    """The field and what lies beside it, four pixels a cell."""

    x, y, w, h = rect
    n = CELLS * 2
    wide, high = w * (1 + 2 * BESIDE), h * (1 + 2 * BESIDE)
    left, top = x + w / 2 - wide / 2 + off[0], y + h / 2 - high / 2 + off[1]
    across, down = wide * SCALE / n, high * SCALE / n
    to_sheet = np.array([[across, 0, (left * SCALE) + across / 2 - 0.5], [0, down, (top * SCALE) + down / 2 - 0.5]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(picture, to_sheet, (n, n), flags=flags, borderMode=cv2.BORDER_REPLICATE))


# --- the networks ----------------------------------------------------------------------------------------------------


@cache
def _networks() -> list[dict[str, Grid]]:
    """The layers of each by name."""
    with np.load(FILE) as kept:
        layers = {name: kept[name].astype(np.float32) for name in kept.files}
    return [dict(zip(layers, one, strict=True)) for one in zip(*layers.values(), strict=True)]


def _answers(pictures: Grid, numbers: Grid) -> Grid:
    """A row of each field of a sheet: the chance of each of MARKS, as the networks say on the average."""
    return np.asarray(np.mean([run_network(layers, pictures, numbers) for layers in _networks()], 0))


def run_network(layers: Mapping[str, Grid], pictures: Grid, numbers: Grid) -> Grid:
    """A row of each field of a sheet: the chance of each of MARKS. pictures, numbers: as of `field_pictures`."""
    seen = pictures.transpose(0, 2, 3, 1)
    for layer in ("first", "second"):
        seen = reduce(np.maximum, _quarters(_convolve(seen, layers, layer)))
    seen = np.stack(_quarters(_convolve(seen, layers, "third"))).mean(0).transpose(0, 3, 1, 2)
    inner = _connect(np.concatenate([seen.reshape(len(seen), -1), numbers], 1), layers, "inner")
    never = numbers[:, -len(KINDS) :] @ impossible_marks()
    alike = _find_alike(inner, layers)
    said = _chances(inner @ layers["guess"] + layers["guess_at"] + never)
    for _ in range(LOOKS):
        usual = said.T @ inner / (said.sum(0)[:, None] + SELDOM)  # how each mark looks on this sheet
        around = np.repeat(_connect(usual.reshape(1, -1), layers, "around"), len(inner), 0)
        seen = np.concatenate([inner, around, inner - alike @ inner, alike @ said, said], 1)
        said = _chances(_connect(seen, layers, "both") @ layers["out"] + layers["out_at"] + never)
    return said


def _find_alike(inner: Grid, layers: Mapping[str, Grid]) -> Grid:
    """Return by field the weight of every other field, those most that look like it: a row sums to 1."""
    sought, keys = (inner @ layers[layer] + layers[f"{layer}_at"] for layer in ("sought", "key"))
    found = sought @ keys.T / np.sqrt(keys.shape[1])
    np.fill_diagonal(found, NEVER)
    return _chances(found)


def _connect(seen: Grid, layers: Mapping[str, Grid], layer: str) -> Grid:
    return np.asarray(np.maximum(seen @ layers[layer] + layers[f"{layer}_at"], 0))


def _chances(said: Grid) -> Grid:
    powers = np.exp(said - said.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True))


def _convolve(seen: Grid, layers: Mapping[str, Grid], layer: str) -> Grid:
    """Convolve fields x side x side x channels with kernels of 3 x 3; what is below 0 is 0."""
    kernels = layers[layer]
    fields, side, _, channels = seen.shape
    padded = np.pad(seen, ((0, 0), (1, 1), (1, 1), (0, 0)))
    shifted = [padded[:, y : y + side, x : x + side] for y in range(3) for x in range(3)]
    windows = np.concatenate(shifted, 3).reshape(-1, 9 * channels)
    out = windows @ kernels.transpose(2, 3, 1, 0).reshape(9 * channels, -1) + layers[f"{layer}_at"]
    return np.asarray(np.maximum(out, 0).reshape(fields, side, side, -1))


def _quarters(seen: Grid) -> tuple[Grid, Grid, Grid, Grid]:
    """Return the four cells of each 2 x 2 block as four pictures with half the side."""
    return seen[:, ::2, ::2], seen[:, 1::2, ::2], seen[:, ::2, 1::2], seen[:, 1::2, 1::2]


def impossible_marks() -> Grid:
    """Return an array by kind and mark: NEVER where the mark does not stand in such a field."""
    rows = [[0.0 if mark in known + UNCLEAR else NEVER for mark in MARKS] for known in KINDS.values()]
    return np.array(rows, np.float32)
