"""Pens on paper: strokes in mm become ink whose width, darkness and edges depend on pen, pressure and grain."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

Grid = npt.NDArray[np.float32]
Path = npt.NDArray[np.float64]  # points, mm

SCALE = 12  # pixels a mm of a sheet that is written on
FINER = 2  # pixels of a stroke being drawn to one of the sheet
STEP = 0.12  # mm between points of a stroke
WHITE = (0.97, 0.97, 0.95)


class Pen(NamedTuple):
    """A pen. colour: RGB shares that the ink lets through; width: mm, least and most; dark: cover of the paper at most.

    grain: how much the paper's grain shows; bleed: mm by which the ink runs; skips: share of a stroke without ink;
    nib: how much wider strokes are across the nib than along it; soaked: whether the ends of strokes are darker.
    """

    colour: tuple[float, float, float]
    width: tuple[float, float]
    dark: float = 0.95
    grain: float = 0.1
    bleed: float = 0.0
    skips: float = 0.0
    nib: float = 0.0
    soaked: bool = False


SHARED = {
    "ballpoint_blue": Pen((0.12, 0.18, 0.55), (0.3, 0.5), 0.88, 0.3, skips=0.03),
    "ballpoint_black": Pen((0.12, 0.12, 0.14), (0.3, 0.5), 0.85, 0.35, skips=0.04),
    "pencil": Pen((0.3, 0.3, 0.31), (0.35, 0.7), 0.75, 0.9),
    "pencil_pale": Pen((0.42, 0.42, 0.43), (0.35, 0.6), 0.6, 0.9),
    "gel_black": Pen((0.05, 0.05, 0.06), (0.5, 0.8), 0.98, 0.02),
    "fineliner_red": Pen((0.75, 0.12, 0.12), (0.35, 0.5), 0.92, 0.08),
    "felt_green": Pen((0.1, 0.48, 0.25), (0.8, 1.3), 0.9, 0.1, bleed=0.12, soaked=True),
    "marker_black": Pen((0.08, 0.08, 0.1), (1.4, 2.0), 0.95, 0.03, bleed=0.1, soaked=True),
}


class Paper:
    """A printed sheet that is written on. picture: RGB shares, SCALE pixels a mm."""

    def __init__(self, picture: Grid, rng: np.random.Generator, grain: Grid | None = None) -> None:
        self.picture = picture
        self.rng = rng
        self.grain = make_grain(rng, picture.shape[:2]) if grain is None else grain

    def draw(self, path: Path, pen: Pen, width: float, pressure: float) -> None:
        """Draw a stroke of that width in mm. pressure: 0 to 1."""
        self._cover(path, pen, width, pressure, np.float32(pen.colour), False)

    def whiten(self, path: Path, width: float) -> None:
        """Cover it with correction fluid."""
        self._cover(path, Pen(WHITE, (1, 2), 0.97, 0.03, bleed=0.1), width, 0.9, np.float32(WHITE), True)

    def _cover(self, path: Path, pen: Pen, width: float, pressure: float, colour: Grid, opaque: bool) -> None:
        points = resample(path)
        margin = width + 4 * pen.bleed + 0.5
        low = np.maximum(((points.min(0) - margin) * SCALE).astype(int), 0)
        high = np.minimum(((points.max(0) + margin) * SCALE).astype(int), self.picture.shape[1::-1])
        if (high <= low).any():
            return
        place = np.s_[low[1] : high[1], low[0] : high[0]]
        cover = self._stroke(points - low / SCALE, pen, width, pressure, tuple(high - low)) * pen.dark
        cover *= np.clip(1 + pen.grain * (2.2 * (pressure - self.grain[place]) - 0.5), 0, 1)
        under = self.picture[place]
        onto = colour if opaque else under * colour
        self.picture[place] = under + cover[..., None] * (onto - under)

    def _stroke(self, points: Path, pen: Pen, width: float, pressure: float, size: tuple[int, int]) -> Grid:
        """Return the cover of a stroke: thin and pale where the pen is fast or light."""
        fine = np.zeros((size[1] * FINER, size[0] * FINER), np.uint8)
        firm = np.clip(pressure + 0.16 * smooth_noise(self.rng, len(points), 18), 0.1, 1)
        along = np.gradient(points, axis=0) if len(points) > 1 else np.ones_like(points)
        across = np.abs(np.sin(np.arctan2(along[:, 1], along[:, 0]) + np.pi / 4))
        widths = width * (0.7 + 0.4 * firm) * (1 - pen.nib * (1 - across))
        ends = np.minimum(np.arange(len(points)), np.arange(len(points))[::-1]) * STEP
        if not pen.soaked:
            widths = widths * (0.65 + 0.35 * np.clip(ends / 0.5, 0, 1))
        else:
            widths = widths * (1 + 0.25 * np.exp(-ends / 0.3))
        inked = smooth_noise(self.rng, len(points), 9) > (-9 if not pen.skips else np.log(pen.skips) / 2)
        shades = (255 * (0.55 + 0.45 * firm)).astype(int)
        zoom = 16 * SCALE * FINER
        for (x, y), wide, shade, wet in zip(points, widths, shades, inked, strict=True):
            if wet:
                cv2.circle(fine, (int(x * zoom), int(y * zoom)), int(wide * zoom / 2), int(shade), -1, cv2.LINE_AA, 4)
        cover = cv2.resize(fine, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        if pen.bleed:
            ragged = self.rng.standard_normal(cover.shape).astype(np.float32)
            ragged = 0.9 * cv2.GaussianBlur(ragged, (0, 0), 2.5)
            cover = np.clip(1.6 * cv2.GaussianBlur(cover, (0, 0), pen.bleed * SCALE) + ragged * (cover > 0), 0, 1)
        return cover


def make_grain(rng: np.random.Generator, size: tuple[int, ...]) -> Grid:
    """Return how high the paper is at each pixel, 0 to 1."""
    grain = cv2.GaussianBlur(rng.standard_normal(size).astype(np.float32), (0, 0), 1.1)
    return np.clip(0.5 + grain / (4 * grain.std()), 0, 1)


def resample(path: Path) -> Path:
    """Return the points of a path at equal distances."""
    far = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
    at = np.linspace(0, far[-1], max(2, int(far[-1] / STEP) + 1))
    return np.stack([np.interp(at, far, path[:, axis]) for axis in (0, 1)], 1)


def smooth_noise(rng: np.random.Generator, length: int, wave: int) -> Path:
    """Return noise with a spread of about 1 that changes over that many points."""
    knots = rng.standard_normal(length // wave + 3)
    return np.interp(np.arange(length) / wave, np.arange(len(knots)), knots)
