"""Photos that go wrong: what players, cameras and paper do to a filled sheet; made up, the same for the same seed."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import cv2
import numpy as np
from PIL import Image

from companion.paper.reference import Printed
from tests.paper import photos
from tests.paper.photos import SCALE

ROUTE = Printed("dice", "dice-route", "front", "en", "full")
LIT = 3.0  # times white paper that a flash is thrown back with
Grid = Any


@dataclass(frozen=True)
class Filled:
    """A filled sheet before it is photographed. says: by key of the file; pen: of PENS; hidden: what nobody sees."""

    picture: Grid
    printed: Printed
    fields: dict[str, tuple[float, float, float, float]]
    says: dict[str, int | str]
    pen: str = ""
    hidden: frozenset[str] = frozenset()


def filled(seed: str, printed: Printed = ROUTE, out: Iterable[str] = (), **says: int | str) -> Filled:
    """A sheet that says this, anything where nothing is said. out: fields in which a mark was crossed out again."""
    rng = Random(seed)
    form = next(one for one in photos.forms() if one.side == printed.side)
    picture, fields = photos.face(printed)
    hand = photos.Hand(rng, picture.shape[1::-1])
    for part in form.parts:
        says.setdefault(part.key, photos._way(part, rng))
        for name, mark in zip(part.fields, part.ways[says[part.key]], strict=True):
            photos._mark(hand, part.kind, mark, fields[name])
    for name in out:
        photos._cross_out(hand, fields[name])
    return Filled(hand.on(photos.printed_by(picture, rng)), printed, fields, says, hand.pen, frozenset(out))


def photo(sheet: Filled, seed: str, hard: float = 0.5) -> Grid:
    """The pixels of a photo of it."""
    data, _ = photos.photographed(sheet.picture, Random(seed), hard, sheet.fields)
    return np.asarray(Image.open(io.BytesIO(data)))


# --- paper -----------------------------------------------------------------------------------------------------------


def torn(sheet: Filled, seed: str, corner: int, reach: float) -> Filled:
    """A corner is missing, clockwise from the top left one, so many mm along its edges."""
    rng, noise = Random(seed), np.random.default_rng(len(seed))
    table = np.array([rng.choice([(150, 105, 70), (60, 62, 66), (40, 85, 60)])], np.float32)
    below = table + noise.standard_normal(sheet.picture.shape[:2], np.float32)[..., None] * 6
    return _without(sheet, _corner(sheet, corner, reach, 1.2, rng), below)


def folded(sheet: Filled, seed: str, corner: int, reach: float) -> Filled:
    """A corner lies folded over the sheet: its back is seen, white, with a shadow along it."""
    rng = Random(seed)
    away = _corner(sheet, corner, reach, 0.0, rng)
    over = _corner(sheet, corner, 2 * reach, 0.0, rng) & ~away
    over &= cv2.dilate(away.astype(np.uint8), np.ones((3, 3)), iterations=round(reach * SCALE / 2)) > 0
    shadow = cv2.GaussianBlur(over.astype(np.float32), (0, 0), SCALE)[..., None]
    shaded = replace(sheet, picture=sheet.picture * (1 - 0.4 * shadow))
    back = np.full_like(sheet.picture, 238)
    return _without(_without(shaded, over, back), away, np.full_like(sheet.picture, 90))


def flashed(sheet: Filled, name: str, reach: float) -> Filled:
    """A flash in a field of glossy paper."""
    x, y, w, h = sheet.fields[name]
    across, down = _grid(sheet)
    light = np.exp(-((across - x - w / 2) ** 2 + (down - y - h / 2) ** 2) / reach**2)[..., None]
    lit = sheet.picture + 255 * LIT * light
    return replace(sheet, picture=lit.astype(np.float32), hidden=sheet.hidden | _under(sheet, light[..., 0] > 0.5))


def copied(sheet: Filled, seed: str) -> Filled:
    """A photocopy: grey, too dark or too light, with dust and streaks."""
    rng = Random(seed)
    noise = np.random.default_rng(rng.randrange(1 << 30))
    grey = sheet.picture @ np.array([0.3, 0.59, 0.11], np.float32)
    grey = cv2.GaussianBlur(grey, (0, 0), rng.uniform(0.8, 1.6))
    grey = 255 / (1 + np.exp(-(grey - rng.uniform(105, 150)) / rng.uniform(22, 45)))
    grey += noise.standard_normal(grey.shape, np.float32) * rng.uniform(2, 8)
    grey[noise.random(grey.shape) < 2e-5 * rng.random()] = 40
    for _ in range(rng.randint(0, 3)):
        at = rng.randrange(grey.shape[1] - 3)
        grey[:, at : at + rng.randint(1, 3)] -= rng.uniform(10, 60)
    return replace(sheet, picture=np.repeat(np.clip(grey, 0, 255)[..., None], 3, 2).astype(np.float32))


def on_screen(sheet: Filled, seed: str) -> Filled:
    """The sheet shown by a screen: its pixels, in three colours each, that glow, and what mirrors in the glass."""
    rng = Random(seed)
    h, w = sheet.picture.shape[:2]
    fine = rng.uniform(3.6, 6.5)  # screen pixels a mm
    small = cv2.resize(sheet.picture, (round(w / SCALE * fine), round(h / SCALE * fine)), interpolation=cv2.INTER_AREA)
    shown = cv2.resize(small, (w, h), interpolation=cv2.INTER_NEAREST).astype(np.float32)
    across, down = _grid(sheet)
    deep = rng.uniform(0.1, 0.5)
    for colour in range(3):
        shown[..., colour] *= 1 - deep + deep * np.cos(2 * np.pi * (across * fine + colour / 3))
    shown *= (1 - deep / 2 + deep / 2 * np.cos(2 * np.pi * down * fine))[..., None]
    angle, beat = rng.uniform(0, np.pi), rng.uniform(1.5, 7)  # of moire, mm
    wave = np.cos(2 * np.pi * (across * np.cos(angle) + down * np.sin(angle)) / beat)
    shown *= 1 + rng.uniform(0.02, 0.14) * wave[..., None] * np.array([1, -0.6, 0.8], np.float32)
    glow = cv2.resize(cv2.GaussianBlur(cv2.resize(shown, (w // 8, h // 8)), (0, 0), 6), (w, h))
    shown = 1.25 * shown + rng.uniform(0.05, 0.25) * glow
    x, y = rng.uniform(0, w / SCALE), rng.uniform(0, h / SCALE)
    mirrored = np.exp(-((across - x) ** 2 + (down - y) ** 2) / rng.uniform(60, 700))[..., None]
    return replace(sheet, picture=(shown + rng.uniform(0, 130) * mirrored).astype(np.float32))


def _grid(sheet: Filled) -> tuple[Grid, Grid]:
    h, w = sheet.picture.shape[:2]
    across, down = np.meshgrid(np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32))
    return across / SCALE, down / SCALE


def _corner(sheet: Filled, corner: int, reach: float, ragged: float, rng: Random) -> Grid:
    across, down = _grid(sheet)
    if corner in (1, 2):
        across = across[:, ::-1]
    if corner in (2, 3):
        down = down[::-1]
    edge = ragged * np.sin(across * rng.uniform(0.5, 1.5)) + ragged / 2 * np.sin(down * rng.uniform(2, 4))
    return np.asarray(across + down < reach + edge)


def _without(sheet: Filled, away: Grid, below: Grid) -> Filled:
    picture = np.where(away[..., None], below, sheet.picture).astype(np.float32)
    return replace(sheet, picture=picture, hidden=sheet.hidden | _under(sheet, away))


def _under(sheet: Filled, away: Grid) -> frozenset[str]:
    """Fields of which more than half is away."""
    out = []
    for name, rect in sheet.fields.items():
        x, y, w, h = (round(edge * SCALE) for edge in rect)
        if away[y : y + h, x : x + w].mean() > 1 / 2:
            out.append(name)
    return frozenset(out)


# --- camera ----------------------------------------------------------------------------------------------------------


def dark(pixels: Grid, seed: str, light: float) -> Grid:
    """So much of the light is left; the camera makes up for it with noise."""
    noise = np.random.default_rng(len(seed)).standard_normal(pixels.shape, np.float32)
    return np.clip(pixels * light + noise * 3, 0, 255).astype(np.uint8)


def cut(pixels: Grid, left: float = 0.0, top: float = 0.0, right: float = 0.0, low: float = 0.0) -> Grid:
    """Shares of the photo that are missing at its edges."""
    h, w = pixels.shape[:2]
    return np.ascontiguousarray(pixels[round(top * h) : round((1 - low) * h), round(left * w) : round((1 - right) * w)])


def beside(*pictures: Grid) -> Grid:
    """Photos as one."""
    return np.concatenate(pictures, 1)


def saved(pixels: Grid, kind: str = "JPEG", **how: Any) -> bytes:
    """The photo as a file."""
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, kind, **how)
    return out.getvalue()
