"""The sheet as if it lay flat under even light, beside its print: what is darker than the print is ink of the table."""

from __future__ import annotations

from collections.abc import Collection
from math import ceil
from typing import NamedTuple

import cv2
import numpy as np

from companion.paper.find import FoundSheet, project_points
from companion.paper.reference import SCALE, Grid, Reference, to_grey

COARSE = 4  # pixels a mm of the first look
ALIKE = 0.3  # correlation from which a patch is the printed one
LEAST_PATCHES = 12
LIGHTEST = 1.3  # times white paper that a pixel can be
PAPER = 0.72  # from this brightness on a printed pixel is ground that shows the light
SPREADS = (0.0, 1.0, 1.6, 2.4, 3.4, 4.8, 6.5)  # of a blurred photo, pixels at SCALE
STROKE = 21  # half millimetres; what is dark over more than that is a shadow, not a stroke
EDGE = 0.3  # share of what the print changes within a quarter of a millimetre that is not taken for ink
LEVELS = 12  # of the print's darkness, each as dark as this printer made it
RIDGE = 0.1


class Flat(NamedTuple):
    """picture: RGB, SCALE pixels a mm; spread: how blurred it is, in pixels; inside: of each mm if the photo has it."""

    picture: Grid
    spread: float
    inside: Grid


class Ink(NamedTuple):
    """dark: 0 to 1, how much darker each pixel is than its print; printed: how dark that print looks; noise: of `dark`;
    spread: as of the flat sheet; seen: how dark it is there, less than 0 where it is lighter than paper.
    """

    dark: Grid
    printed: Grid
    noise: float
    spread: float
    seen: Grid


def flatten_sheet(photo: Grid, found: FoundSheet) -> Flat:
    """Return the sheet laid flat: bent paper and lens straightened."""
    reference = found.reference
    shade = to_grey(photo)
    plane = _align(shade, reference, found.plane)
    bend = _find_bend(shade, reference, plane)
    picture = _lay_flat(photo, reference, plane, bend, SCALE)
    return Flat(picture, _spread(to_grey(picture), reference), _inside(shade, _places(reference, plane, bend)))


def extract_ink(flat: Flat, reference: Reference) -> Ink:
    """Return the writing, without the print."""

    printed = reference.picture.astype(np.float32) / 255
    ground = (_darkest(printed) > PAPER).astype(np.float32)
    darkest = _darkest(flat.picture.astype(np.float32) / 255 / _light(flat.picture, printed, ground))
    expected = _darkest(cv2.GaussianBlur(printed, (0, 0), flat.spread) if flat.spread else printed)
    expected = _as_printed(expected, darkest)
    noise = float(np.median(np.abs(expected - darkest)[ground > 0])) * 1.48
    least, around = np.ones((3, 3)), np.ones((5, 5))
    beside = EDGE * (cv2.dilate(expected, around) - cv2.erode(expected, around))
    dark = np.clip(cv2.erode(expected, least) - darkest - beside, 0, 1)
    return Ink(np.asarray(dark), np.clip(1 - expected, 0, 1), noise, flat.spread, 1 - np.minimum(darkest, LIGHTEST))


# --- where it lies ---------------------------------------------------------------------------------------------------


def _basis(points: Grid, size: tuple[float, float]) -> Grid:
    """The ways in which paper and lens bend a sheet, at points in mm."""
    x, y = points[:, 0] / size[0] * 2 - 1, points[:, 1] / size[1] * 2 - 1
    return np.stack([np.ones_like(x), x, y, x * y, x * x, y * y, x**3, x * x * y], 1)


def _lay_flat(photo: Grid, reference: Reference, plane: Grid, bend: Grid | None, scale: float) -> Grid:
    """The sheet at `scale` pixels a mm. bend: mm by which points lie elsewhere than on the plane."""

    w, h = (round(edge * scale) for edge in reference.size)
    if bend is None:
        to_photo = plane @ np.array([[1 / scale, 0, 0.5 / scale], [0, 1 / scale, 0.5 / scale], [0, 0, 1]])
        return np.asarray(cv2.warpPerspective(photo, to_photo, (w, h), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP))
    places = _places(reference, plane, bend) - np.float32(0.5)
    down, across = places.shape[:2]
    size = (across * SCALE, down * SCALE)
    maps = [cv2.resize(places[..., axis], size)[:h, :w] for axis in (0, 1)]
    return np.asarray(cv2.remap(photo, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def _places(reference: Reference, plane: Grid, bend: Grid) -> Grid:
    """Return the place in the photo of the middle of each mm of the sheet."""
    w, h = reference.size
    x, y = np.meshgrid(np.arange(ceil(w)) + 0.5, np.arange(ceil(h)) + 0.5)
    points = np.stack([x.ravel(), y.ravel()], 1)
    there = project_points(plane, points + _basis(points, reference.size) @ bend)
    return there.astype(np.float32).reshape(*x.shape, 2)


def _inside(photo: Grid, places: Grid) -> Grid:
    h, w = photo.shape
    return np.asarray(((places >= 0) & (places <= (w, h))).all(2))


def _align(shade: Grid, reference: Reference, plane: Grid) -> Grid:
    """The plane moved to where patches of the print lie."""
    for reach in (4.0, 1.5):
        points, off = _patches(_lay_flat(shade, reference, plane, None, COARSE), reference, COARSE, reach, 8.0)
        if len(points) < LEAST_PATCHES:
            break
        plane = _fit_plane(points, project_points(plane, points + off))
    return plane


def _fit_plane(points: Grid, there: Grid) -> Grid:

    apart = np.ptp(there, 0).max() / 400
    return np.asarray(cv2.findHomography(points, there, cv2.RANSAC, max(1.5, apart))[0])


def _find_bend(shade: Grid, reference: Reference, plane: Grid) -> Grid:
    bend = np.zeros((8, 2))
    for reach in (1.4, 0.8):
        laid = _lay_flat(shade, reference, plane, bend, SCALE)
        points, off = _patches(laid, reference, SCALE, reach, 5.5)
        if len(points) < LEAST_PATCHES:
            break
        basis, agree = _basis(points, reference.size), np.ones(len(points), bool)
        for _ in range(4):
            ridge = np.eye(8) * RIDGE
            step = np.linalg.lstsq(np.r_[basis[agree], ridge], np.r_[off[agree], np.zeros((8, 2))], rcond=None)[0]
            wrong = np.hypot(*(basis @ step - off).T)
            agree = wrong < max(0.2, 2.5 * float(np.median(wrong[agree])))
            if agree.sum() < LEAST_PATCHES:
                return bend
        bend = bend + step
    return bend


def _patches(laid: Grid, reference: Reference, scale: int, reach: float, half: float) -> tuple[Grid, Grid]:
    """Patches of the print that are found again: their middles and how far off they lie, mm."""

    printed = _edges(cv2.resize(reference.grey, laid.shape[1::-1], interpolation=cv2.INTER_AREA))
    there = _edges(laid)
    n, r = round(half * scale), round(reach * scale)
    points, off = [], []
    w, h = reference.size
    for cy in np.linspace(half + reach, h - half - reach, 6):
        for cx in np.linspace(half + reach, w - half - reach, 10):
            x, y = round(cx * scale), round(cy * scale)
            patch, room = (
                one[max(0, y - edge) : y + edge, max(0, x - edge) : x + edge]
                for one, edge in ((printed, n), (there, n + r))
            )
            if patch.std() < 3 or room.shape != (2 * (n + r), 2 * (n + r)) or room.std() < 1:
                continue
            likeness = cv2.matchTemplate(room, patch, cv2.TM_CCOEFF_NORMED)
            _, best, _, (j, i) = cv2.minMaxLoc(likeness)
            if best > ALIKE and 0 < i < 2 * r and 0 < j < 2 * r:
                points.append((cx, cy))
                off.append(
                    (
                        (j - r + _peak(likeness[i, j - 1 : j + 2])) / scale,
                        (i - r + _peak(likeness[i - 1 : i + 2, j])) / scale,
                    )
                )
    return np.array(points).reshape(-1, 2), np.array(off).reshape(-1, 2)


def _edges(picture: Grid) -> Grid:

    soft = cv2.GaussianBlur(picture, (0, 0), 1.2).astype(np.float32)
    dx, dy = (cv2.Sobel(soft, cv2.CV_32F, *order, ksize=3) for order in ((1, 0), (0, 1)))
    return np.asarray(np.sqrt(cv2.magnitude(dx, dy) * 8))


def _peak(three: Grid) -> float:
    """Return the top of the parabola through three values at -1, 0, 1."""
    before, at, after = map(float, three)
    bow = before - 2 * at + after
    return (before - after) / (2 * bow) if bow < 0 else 0.0


# --- light and ink ---------------------------------------------------------------------------------------------------


def likeness(flat: Flat, reference: Reference, boxes: Collection[str] = ()) -> float:
    """Return the likeness of the sheet and the print, at most 1, in the fields and just beside them.

    boxes: fields of which only the edges count, as they are empty in print and full of handwriting here.
    """

    printed = cv2.GaussianBlur(reference.grey, (0, 0), flat.spread) if flat.spread else reference.grey
    here = np.zeros(printed.shape, bool)
    for x, y, w, h in reference.fields.values():
        left, top, right, low = (round(edge * SCALE) for edge in (x - 1, y - 1, x + w + 1, y + h + 1))
        here[max(0, top) : low, max(0, left) : right] = True
    for name in boxes:
        x, y, w, h = reference.fields[name]
        left, top, right, low = (round(edge * SCALE) for edge in (x + 1, y + 1, x + w - 1, y + h - 1))
        here[top:low, left:right] = False
    return float(np.corrcoef(_edges(to_grey(flat.picture))[here], _edges(printed)[here])[0, 1])


def _spread(laid: Grid, reference: Reference) -> float:
    """Return the blur with which the print looks most like the sheet."""

    h, w = laid.shape
    middle = np.s_[h // 4 : -h // 4, w // 4 : -w // 4]
    here, printed, best = _edges(laid[middle]).ravel(), reference.grey[middle], (-1.0, 0.0)
    for spread in SPREADS:
        soft = cv2.GaussianBlur(printed, (0, 0), spread) if spread else printed
        best = max(best, (float(np.corrcoef(here, _edges(soft).ravel())[0, 1]), spread))
    return best[1]


def _darkest(picture: Grid) -> Grid:
    """Return the darkest of the three colours of each pixel: any pen darkens one."""
    return np.asarray(np.minimum(np.minimum(picture[..., 0], picture[..., 1]), picture[..., 2]))


def _light(picture: Grid, printed: Grid, ground: Grid) -> Grid:
    """Return the brightness of white paper at each pixel: shadows and glare, but no strokes."""

    h, w = ground.shape
    size = (w // 4, h // 4)  # half millimetres
    seen = cv2.resize(picture.astype(np.float32) / 255 * ground[..., None], size, interpolation=cv2.INTER_AREA)
    share = cv2.resize(printed * ground[..., None], size, interpolation=cv2.INTER_AREA)
    wide = cv2.GaussianBlur(seen, (0, 0), 6) / (cv2.GaussianBlur(share, (0, 0), 6) + 1e-3)
    near = np.where(share > 0.25, seen / np.maximum(share, 0.05), wide)
    round_ = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (STROKE, STROKE))
    light = cv2.GaussianBlur(cv2.morphologyEx(near.astype(np.float32), cv2.MORPH_CLOSE, round_), (0, 0), 1.5)
    return np.asarray(np.maximum(cv2.resize(light, (w, h)), 0.03))


def _as_printed(expected: Grid, seen: Grid) -> Grid:
    """The print as this printer and camera show it: each level of darkness as it mostly looks."""
    edges = np.linspace(0, 1, LEVELS + 1)
    middles, levels = (edges[:-1] + edges[1:]) / 2, []
    flat, there = expected[::2, ::2].ravel(), seen[::2, ::2].ravel()
    of = np.minimum((flat * LEVELS).astype(int), LEVELS - 1)
    for level in range(LEVELS):
        mine = there[of == level]
        levels.append(float(np.median(mine)) if len(mine) > 200 else float(middles[level]))
    return np.asarray(
        np.interp(expected, [*middles, 1.0], [*np.maximum.accumulate(levels), max(1.0, levels[-1])]), np.float32
    )
