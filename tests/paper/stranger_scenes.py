"""Sheets on a table, photographed: textures, light, what lies beside and over them, lens and JPEG."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import cv2
import numpy as np

from tests.paper.stranger_pens import SCALE, Grid

Rng = np.random.Generator
Texture = Callable[[Rng], Grid]
TABLE = 480  # mm of a table's edge, about its centre
COARSE = 4  # pixels a mm of a table
SKINS = ((0.87, 0.68, 0.56), (0.72, 0.5, 0.38), (0.45, 0.3, 0.22), (0.93, 0.77, 0.67))


class Scene(NamedTuple):
    """What a photo is like. Numbers are how many, or how much from 0 to 1.

    neighbours: other sheets that the photo cuts; below: others under the sheet; pair: two whole sheets; margin: mm of
    blank paper about the sheet, at most; holes: in a wider left margin; hand: fingers over the edge; shadow, curl,
    lamp: a warm and uneven light; clutter: things that lie beside it.
    """

    neighbours: int = 0
    below: int = 0
    pair: bool = False
    margin: float = 1.0
    holes: bool = False
    hand: int = 0
    shadow: float = 0.0
    curl: float = 0.1
    lamp: float = 0.2
    clutter: int = 0
    noise: float = 0.4


SHARED = {
    "plain": Scene(),
    "shadow": Scene(shadow=1),
    "finger": Scene(hand=1, shadow=0.4),
    "curl": Scene(curl=1, margin=2),
    "stack": Scene(below=3),
    "neighbour": Scene(neighbours=1),
    "pair": Scene(pair=True),
}


def wood(rng: Rng) -> Grid:
    """Boards with grain."""
    size = TABLE * COARSE
    noise = cv2.resize(rng.random((size // 6, 24)).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC)
    fine = cv2.blur(rng.random((size, size)).astype(np.float32), (90, 1))
    boards = np.sin(np.cumsum(np.full(size, rng.uniform(0.02, 0.05)))[:, None] + 3 * noise)
    shade = 0.75 + 0.12 * boards + 0.9 * (fine - 0.5) + 0.1 * (noise - 0.5)
    joints = np.ones(size, np.float32)
    joints[:: int(rng.uniform(300, 500))] = 0.45
    return (
        shade[..., None]
        * joints[:, None, None]
        * np.float32(rng.choice(((0.72, 0.5, 0.3), (0.45, 0.3, 0.2), (0.85, 0.72, 0.53))))
    )


def laminate(rng: Rng) -> Grid:
    """One colour with a little noise."""
    noise = cv2.GaussianBlur(rng.standard_normal((TABLE * COARSE,) * 2).astype(np.float32), (0, 0), 3)
    return (1 + 0.15 * noise)[..., None] * rng.uniform(0.25, 0.85) * np.float32(rng.uniform(0.88, 1, 3))


def cork(rng: Rng) -> Grid:
    """Specks of several browns."""
    size = TABLE * COARSE
    specks = cv2.GaussianBlur(rng.standard_normal((size, size)).astype(np.float32), (0, 0), 4)
    specks = np.tanh(2 * specks / specks.std())
    return np.float32((0.66, 0.48, 0.32)) * (1 + 0.2 * specks)[..., None]


SHARED_TABLES: dict[str, Texture] = {"wood": wood, "laminate": laminate, "cork": cork}


class Laid(NamedTuple):
    """A sheet that lies somewhere. picture: RGB shares, SCALE pixels a mm; cover: where it is paper; pose: mm -> mm."""

    picture: Grid
    cover: Grid
    pose: Grid


def paper_of(face: Grid, scene: Scene, rng: Rng) -> tuple[Grid, Grid, tuple[float, float]]:
    """Return a sheet with its margins, what of it is paper, and where the face begins on it, mm."""
    left, top, right, low = rng.uniform(0, scene.margin, 4)
    left += 14 * scene.holes
    pads = [round(edge * SCALE) for edge in (top, low, left, right)]
    picture = cv2.copyMakeBorder(face, *pads, cv2.BORDER_CONSTANT, value=(1.0, 1.0, 1.0))
    picture = picture * np.float32(rng.uniform(0.96, 1, 3))
    cover = np.ones(picture.shape[:2], np.float32)
    if scene.holes:
        middle = picture.shape[0] // 2
        for y in (middle - 40 * SCALE, middle + 40 * SCALE):
            cv2.circle(cover, (7 * SCALE, y), 3 * SCALE, 0.0, -1, cv2.LINE_AA)
    return picture, cover, (pads[2] / SCALE, pads[0] / SCALE)


def curl(picture: Grid, cover: Grid, amount: float, rng: Rng) -> tuple[Grid, Grid, Callable[[Grid], Grid]]:
    """Bend a sheet; return it, what of it is paper, and where its points have gone (pixels)."""
    h, w = cover.shape
    strength = amount * rng.uniform(0.004, 0.022) * h * rng.choice((-1, 1))
    middle, swing = rng.uniform(0.2, 0.8), amount * rng.uniform(0, 0.3)
    y, x = np.mgrid[:h, :w].astype(np.float32)

    def lift(x: Grid, y: Grid) -> Grid:
        return strength * ((2 * (x / w - middle)) ** 2 + swing * np.sin(4 * y / h))

    lifted = lift(x, y).astype(np.float32)
    light = 1 + 0.25 * amount * np.sign(strength) * (x / w - middle)
    moved = [
        cv2.remap(layer, x, y + lifted, cv2.INTER_LINEAR, borderMode=mode)
        for layer, mode in ((picture * light[..., None], cv2.BORDER_REPLICATE), (cover, cv2.BORDER_CONSTANT))
    ]
    return moved[0], moved[1], lambda at: np.stack([at[:, 0], at[:, 1] - lift(at[:, 0], at[:, 1])], 1)


def pose(angle: float, at: tuple[float, float], size: tuple[float, float]) -> Grid:
    """Return how a sheet of that size, mm, lies on the table: turned, its middle there."""
    c, s = np.cos(angle), np.sin(angle)
    (x, y), (w, h) = at, size
    return np.array([[c, -s, x - c * w / 2 + s * h / 2], [s, c, y - s * w / 2 - c * h / 2], [0, 0, 1]])


def camera(rng: Rng, size: tuple[int, int], span: tuple[float, float], angle: float) -> Grid:
    """Return the homography from the table in mm to pixels. span: mm that have to be seen; angle: of the camera."""
    w, h = size
    focus = 1.15 * max(size)
    pitch, yaw = np.radians(rng.normal(0, 11)), np.radians(rng.normal(0, 9))
    away = focus * max(span[0] / w, span[1] / h)
    turn = np.eye(3)
    for by, (a, b) in ((angle, (0, 1)), (pitch, (1, 2)), (yaw, (0, 2))):
        one = np.eye(3)
        one[[a, a, b, b], [a, b, a, b]] = np.cos(by), -np.sin(by), np.sin(by), np.cos(by)
        turn = one @ turn
    seen = np.stack([turn[:, 0], turn[:, 1], (0, 0, away)], 1)
    off = rng.normal(0, 0.02, 2) * (w, h)
    return np.array([[focus, 0, w / 2 + off[0]], [0, focus, h / 2 + off[1]], [0, 0, 1]]) @ seen


def lay(photo: Grid, sheet: Laid, view: Grid) -> None:
    """Put a sheet into the photo with the shadow of its edge."""
    size = photo.shape[1::-1]
    onto = view @ sheet.pose
    fine = np.hypot(*np.diff(project(onto, np.array([(60.0, 40.0), (61.0, 40.0)])), axis=0)[0])
    scale = min(1.0, 1.25 * fine / SCALE)
    picture, cover = (cv2.resize(one, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) for one in sheet[:2])
    small = onto @ np.diag([1 / (scale * SCALE), 1 / (scale * SCALE), 1.0])
    seen = cv2.warpPerspective(picture, small, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    there = cv2.warpPerspective(cover, small, size, flags=cv2.INTER_LINEAR)
    dark = cv2.blur(np.roll(there, (int(fine), int(fine / 2)), (0, 1)), (int(3 * fine) | 1,) * 2)
    photo *= (1 - 0.45 * dark)[..., None]
    photo += there[..., None] * (seen - photo)


def project(view: Grid, points: Grid) -> Grid:
    """Return points of a plane as the homography shows them."""
    seen = np.c_[points, np.ones(len(points))] @ view.T
    return np.asarray(seen[:, :2] / seen[:, 2:])


def add_finger(photo: Grid, tip: Grid, root: Grid, width: float, rng: Rng) -> None:
    """Lay a finger over the photo: from outside to its tip, pixels."""
    cover = np.zeros(photo.shape[:2], np.float32)
    along = (root - tip) / np.hypot(*(root - tip))
    ends = [tuple(int(v * 16) for v in point) for point in (tip + along * width / 2, root)]
    cv2.line(cover, *ends, 1.0, int(width), cv2.LINE_AA, 4)
    depth = cv2.distanceTransform((cover > 0.5).astype(np.uint8), cv2.DIST_L2, 3) / (width / 2)
    skin = np.float32(SKINS[rng.integers(len(SKINS))]) * (0.6 + 0.45 * np.sqrt(np.clip(depth, 0, 1)))[..., None]
    nail = np.zeros(photo.shape[:2], np.float32)
    at = tip + along * width * 0.42
    turn = float(np.degrees(np.arctan2(along[1], along[0])))
    cv2.ellipse(nail, tuple(map(int, at)), (int(width * 0.34), int(width * 0.26)), turn, 0, 360, 1.0, -1, cv2.LINE_AA)
    skin += 0.12 * nail[..., None]
    photo *= (1 - 0.35 * cv2.blur(cover, (int(width) | 1,) * 2))[..., None]
    photo += cv2.blur(cover, (3, 3))[..., None] * (skin - photo)


def shine(photo: Grid, scene: Scene, rng: Rng) -> None:
    """Light it: a slope, darker corners, a shadow with soft edges, and its colour."""
    h, w = photo.shape[:2]
    y, x = np.mgrid[-1:1:48j, -1:1:64j].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    slope = 0.08 + 0.22 * scene.lamp
    light = 1 + slope * (np.cos(angle) * x + np.sin(angle) * y) - rng.uniform(0.03, 0.12) * (x * x + y * y)
    if scene.shadow:
        edge = rng.uniform(-0.4, 0.6) + 0.25 * np.sin(3 * y * rng.uniform(0.5, 1.5) + angle)
        side = np.cos(angle) * x + np.sin(angle) * y
        soft = rng.uniform(0.05, 0.3)
        light = light * (1 - rng.uniform(0.25, 0.5) * scene.shadow / (1 + np.exp((edge - side) / soft * 3)))
    tint = (
        1
        + np.float32((0.1, 0, -0.16)) * scene.lamp * rng.uniform(-0.4, 1.3)
        + rng.normal(0, 0.02, 3).astype(np.float32)
    )
    photo *= cv2.resize(light.astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)[..., None] * tint
    photo *= rng.uniform(0.72, 1.04)


def expose(photo: Grid, scene: Scene, fine: float, rng: Rng) -> bytes:
    """Return the JPEG of a photo. fine: pixels a mm of the sheet."""
    cv2.setRNGSeed(int(rng.integers(1 << 30)))
    soft = max(0.45, fine * abs(rng.normal(0, 0.045)))
    seen = cv2.GaussianBlur(photo, (0, 0), soft)
    if rng.random() < 0.15:
        length = max(2, round(fine * rng.uniform(0.1, 0.3)))
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, (0, 0), (length - 1, int(rng.integers(length))), 1.0)
        seen = cv2.filter2D(seen, -1, kernel / kernel.sum())
    noise = np.empty((*seen.shape[:2], 3), np.float32)
    cv2.randn(noise, (0, 0, 0), (1, 1, 1))
    seen = np.clip(seen, 0, 1) ** np.float32(rng.uniform(0.85, 1.15))
    seen += noise * (0.004 + 0.03 * scene.noise * rng.random())
    if rng.random() < 0.4:  # as phones sharpen
        seen += rng.uniform(0.2, 0.7) * (seen - cv2.GaussianBlur(seen, (0, 0), 1.2))
    pixels = (np.clip(seen, 0, 1) * 255).astype(np.uint8)[..., ::-1]
    return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(45, 95))])[1].tobytes()
