"""Photos of filled sheets, made up: a hand, a pen, paper, light, a lens and JPEG; the same photo for the same seed.

What is printed is our own rendering, not a scan: printers and cameras are imitated.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import cv2
import numpy as np
from PIL import Image

from companion.content.load import game_content
from companion.exports import raster
from companion.faces import palette
from companion.games import get
from companion.paper.reference import Printed
from companion.play.game.paper_form import WRITTEN, PaperForm, SheetPart
from companion.press.shop import Shop

SCALE = 12  # pixels a mm of the sheet before it is photographed
WIDE, HIGH = 2016, 1512  # a photo of 12 megapixels, as it is opened
LEVELS = {"easy": 0.5, "usual": 1.0, "hard": 1.6}
PENS = {  # colour, width from and to in mm, how well it covers from and to, how often it is taken
    "ballpoint": ((28, 42, 130), 0.33, 0.48, 0.72, 0.95, 35),
    "fineliner": ((25, 25, 28), 0.35, 0.6, 0.85, 1.0, 20),
    "pencil": ((70, 70, 74), 0.4, 0.75, 0.42, 0.8, 18),
    "felt red": ((190, 35, 40), 0.7, 1.2, 0.7, 0.95, 9),
    "gel green": ((20, 110, 60), 0.4, 0.6, 0.75, 0.95, 8),
    "soft pencil": ((95, 95, 98), 0.35, 0.6, 0.34, 0.6, 10),
}
Grid = Any


@dataclass(frozen=True)
class Photo:
    """A photo and what is on it. marks: of each field, `?` where even a person has to ask; says: by name of the part.

    Of what only a person can read `says` has whether anything was written, `x`, or nothing, "".
    """

    data: bytes
    printed: Printed
    form: PaperForm
    marks: dict[str, str]
    says: dict[str, int | str]
    pen: str
    level: str
    corrected: bool

    @property
    def pixels(self) -> Grid:
        """As it is opened."""
        return np.asarray(Image.open(io.BytesIO(self.data)).convert("RGB"))


def photo(
    seed: str,
    level: str = "usual",
    played: bool = True,
    lawful: bool = True,
    game: str = "dice",
    address: str = "",
    **printed: str,
) -> Photo:
    """A sheet of a game, as it may end, or not lawful: any marks. address: printed on it as a QR code.

    printed: side, lang and ink, if given.
    """
    rng = Random(f"{seed} {level}")
    form = rng.choice(forms(game))
    lang, ink = rng.choice(game_content(game).languages), rng.choice(["full", "full", "saver", "grey"])
    named = Printed(game, form.component, form.side, lang, ink)._replace(**printed)
    form = next(one for one in forms(game) if one.side == named.side)
    picture, fields = face(named, address)
    hand = Hand(rng, picture.shape[1::-1])
    marks, says, corrected = (fill_score if form.whole else fill)(hand, form, fields, played, lawful)
    sheet = hand.on(printed_by(picture, rng))
    data, hidden = photographed(sheet, rng, LEVELS[level], fields)
    return Photo(
        data, named, form, marks | {name: "?" for name in hidden if name in marks}, says, hand.pen, level, corrected
    )


@cache
def forms(game: str = "dice") -> tuple[PaperForm, ...]:
    """The sides that are filled."""
    return get(game).show.sheets.paper_forms(game_content(game))


@cache
def face(named: Printed, address: str = "") -> tuple[Grid, dict[str, tuple[float, float, float, float]]]:
    """A face as it is printed, and its fields."""
    content = game_content(named.game)
    piece = Shop(content, named.lang, address or None).piece((content["component"][named.component], None, 1))
    found = piece.leaf.front if named.side == "front" else piece.leaf.back
    assert found is not None
    (image,) = raster.render_faces([found], palette.inks()[named.ink], SCALE * raster.INCH, clear=False)
    return np.asarray(image), found.fields


# --- the hand --------------------------------------------------------------------------------------------------------


class Hand:
    """Draws strokes with one pen; lengths in mm."""

    def __init__(self, rng: Random, size: tuple[int, int]) -> None:
        self.rng = rng
        self.pen = rng.choices(list(PENS), [pen[-1] for pen in PENS.values()])[0]
        self.colour, thin, thick, faint, strong, _ = PENS[self.pen]
        self.width, self.cover = rng.uniform(thin, thick), rng.uniform(faint, strong)
        self.mask = np.zeros(size[::-1], np.uint8)

    def stroke(self, *points: tuple[float, float]) -> None:
        """A line through points, as unsteady as hands are."""
        rng = self.rng
        for (x0, y0), (x1, y1) in pairwise(points):
            bow = rng.gauss(0, 0.06) * float(np.hypot(x1 - x0, y1 - y0))
            along = [t / 12 for t in range(13)]
            line = [
                (
                    x0 + (x1 - x0) * t + 4 * t * (1 - t) * bow + rng.gauss(0, 0.025),
                    y0 + (y1 - y0) * t - 2.4 * t * (1 - t) * bow + rng.gauss(0, 0.025),
                )
                for t in along
            ]
            dark, wide = round(255 * rng.uniform(0.85, 1)), max(1, round(self.width * SCALE * rng.uniform(0.85, 1.15)))
            dots = (np.array(line) * SCALE * 16).round().astype(np.int32)
            layer = np.zeros_like(self.mask)
            left, top = np.maximum(dots.min(0) // 16 - wide - 2, 0)
            right, low = dots.max(0) // 16 + wide + 2
            room = layer[top:low, left:right].copy()
            cv2.polylines(room, [dots - [left * 16, top * 16]], False, dark, wide, cv2.LINE_AA, 4)
            part = self.mask[top:low, left:right]
            np.maximum(part, room[: part.shape[0], : part.shape[1]], out=part)

    def cross(self, x: float, y: float, rx: float, ry: float, how: str = "") -> None:
        """A mark in a field with that middle and reach."""
        rng = self.rng
        how = how or rng.choices(["cross", "tick", "slash", "fill", "timid"], [82, 5, 5, 4, 4])[0]
        k = rng.uniform(0.34, 0.5) if how == "timid" else rng.uniform(0.6, 1.12)
        x, y, rx, ry = x + self.off(rx), y + self.off(ry), rx * k * 0.8, ry * k * 0.8
        if how == "tick":
            self.stroke((x - rx, y), (x - rx * 0.3, y + ry), (x + rx, y - ry * 1.2))
        elif how == "fill":
            self.scribble(x, y, rx, ry, 8)
        else:
            self.stroke((x - rx + self.off(rx), y - ry + self.off(ry)), (x + rx + self.off(rx), y + ry + self.off(ry)))
            if how != "slash":
                start = (x + rx + self.off(rx), y - ry + self.off(ry))
                self.stroke(start, (x - rx + self.off(rx), y + ry + self.off(ry)))

    def scribble(self, x: float, y: float, rx: float, ry: float, turns: int) -> None:
        """To and fro."""
        step = 2 / (turns - 1)
        ends = [
            (x + rx * (step * i - 1) + self.off(rx), y + ry * (0.9 - 1.8 * (i % 2)) + self.off(ry))
            for i in range(turns)
        ]
        self.stroke(*ends)

    def off(self, reach: float) -> float:
        """By how much a hand misses."""
        return self.rng.gauss(0, reach * 0.12)

    def on(self, sheet: Grid) -> Grid:
        """The sheet with what was drawn."""
        cover = self.mask.astype(np.float32) / 255 * self.cover
        if "pencil" in self.pen:  # paper is rough
            grain = np.random.default_rng(self.rng.randrange(1 << 30)).standard_normal(cover.shape, np.float32)
            cover *= np.clip(0.85 + 0.3 * grain, 0, 1)
        cover = cv2.GaussianBlur(cover, (0, 0), 0.6)[..., None]
        return sheet * (1 - cover) + sheet * cover * (np.array(self.colour, np.float32) / 255)


def fill(
    hand: Hand, form: PaperForm, fields: dict[str, Any], played: bool, lawful: bool
) -> tuple[dict[str, str], dict[str, Any], bool]:
    """Fill a sheet in: marks of each field, what it says, and whether something was crossed out."""
    rng = hand.rng
    kinds = {name: part.kind for part in form.parts for name in part.fields}
    marks = dict.fromkeys(kinds, "w")
    says: dict[str, Any] = {}
    if not played:
        return marks, says, False
    for part in form.parts:
        says[part.key] = _way(part, rng)
        marks |= zip(part.fields, part.ways[says[part.key]], strict=True)
    if not lawful:
        marks = {name: rng.choice("whdx" if kind == "square" else "wx") for name, kind in kinds.items()}
    for name, mark in marks.items():
        _mark(hand, kinds[name], mark, fields[name])
    untouched = [name for name, mark in marks.items() if mark == "w"]
    wrong = [name for name in untouched if rng.random() < 0.25]
    wrong = wrong if not lawful else rng.sample(untouched, 1) if untouched and rng.random() < 0.05 else []
    for name in wrong:
        _cross_out(hand, fields[name])
        marks[name] = "?"
    x = 42.0
    for _ in range(rng.randint(2, 7)):  # a name
        tall = rng.uniform(1.4, 2.6)
        hand.stroke((x, 16.8), (x + rng.uniform(0.6, 1.6), 16.8 - tall), (x + rng.uniform(1.5, 2.4), 16.8))
        x += rng.uniform(2.4, 3.6)
    if rng.random() < 0.06:  # a slip of the pen
        at = rng.uniform(8, 120), rng.uniform(46, 80)
        hand.stroke(at, (at[0] + rng.uniform(-12, 12), at[1] + rng.uniform(-8, 8)))
    return marks, says, bool(wrong)


def fill_score(
    hand: Hand, form: PaperForm, fields: dict[str, Any], played: bool, lawful: bool
) -> tuple[dict[str, str], dict[str, Any], bool]:
    """The same for the score sheet of a whole table: rows of some seats, ticks, circles, and numbers in boxes."""
    rng = hand.rng
    marks = dict.fromkeys(form.kinds, "w")
    says: dict[str, Any] = {}
    if not played:
        return marks, says, False
    rows = [part for part in form.parts if part.kind == WRITTEN and part.ways]
    absent = {part.seat for part in rows[rng.randint(2, max(2, len(rows))) :]}
    for part in form.parts:
        says |= _said(part, rng, absent)
        if part.kind == WRITTEN:
            field = part.fields[0]
            marks[field] = "x" if says.get(part.name) else "w"
        elif part.name in says:
            marks |= zip(part.fields, part.ways[says[part.name]], strict=True)
    if not lawful:
        marks |= {name: rng.choice("wx") for name, kind in form.kinds.items() if kind != WRITTEN}
    names = {part.fields[0] for part in rows}
    for name, mark in marks.items():
        if name in names and mark == "x":
            _write_name(hand, fields[name])
        elif form.kinds[name] == WRITTEN and mark == "x":
            _write_number(hand, fields[name])
        elif form.kinds[name] != WRITTEN:
            _mark(hand, form.kinds[name], mark, fields[name])
    own = {name for part in form.parts if part.seat for name in part.fields}
    free = [name for name, kind in form.kinds.items() if kind != WRITTEN and name not in own and marks[name] == "w"]
    wrong = [name for name in free if rng.random() < 0.25]
    wrong = wrong if not lawful else rng.sample(free, 1) if free and rng.random() < 0.05 else []
    for name in wrong:
        _cross_out(hand, fields[name])
        marks[name] = "?"
    return marks, says, bool(wrong)


def _said(part: SheetPart, rng: Random, absent: set[str]) -> dict[str, Any]:
    """What a part says: of a seat that does not play, only that."""
    if part.kind == WRITTEN and part.ways:
        return {part.name: "" if part.seat in absent else next(iter(part.ways))}
    if part.seat in absent:
        return {}
    ways = [value for value in part.ways if value not in absent]
    return {part.name: rng.choice(ways) if ways else "x" if rng.random() < 0.9 else ""}


DIGITS = (  # strokes in a box 1 wide and 1 high
    ((0.5, 0), (0.05, 0.3), (0.1, 0.8), (0.5, 1), (0.9, 0.75), (0.95, 0.3), (0.5, 0)),
    ((0.25, 0.25), (0.55, 0), (0.55, 1)),
    ((0.1, 0.25), (0.45, 0), (0.9, 0.25), (0.6, 0.6), (0.05, 1), (0.95, 1)),
    ((0.1, 0.1), (0.7, 0), (0.85, 0.25), (0.4, 0.5), (0.9, 0.75), (0.6, 1), (0.05, 0.9)),
    ((0.6, 0), (0.05, 0.65), (0.95, 0.65), (0.7, 0.4), (0.7, 1)),
    ((0.9, 0), (0.2, 0), (0.15, 0.45), (0.7, 0.4), (0.9, 0.7), (0.6, 1), (0.1, 0.9)),
    ((0.8, 0), (0.2, 0.45), (0.1, 0.8), (0.5, 1), (0.9, 0.75), (0.5, 0.5), (0.15, 0.7)),
    ((0.05, 0), (0.95, 0), (0.4, 1)),
    ((0.5, 0.5), (0.15, 0.2), (0.5, 0), (0.85, 0.2), (0.5, 0.5), (0.1, 0.8), (0.5, 1), (0.9, 0.8), (0.5, 0.5)),
    ((0.85, 0.3), (0.5, 0.5), (0.15, 0.25), (0.5, 0), (0.85, 0.3), (0.6, 1)),
)


def _write_number(hand: Hand, rect: tuple[float, float, float, float]) -> None:
    """One to two digits."""
    rng = hand.rng
    x, y, w, h = rect
    tall = min(h * rng.uniform(0.5, 0.85), rng.uniform(3.2, 6.5))
    number = rng.choice([rng.randrange(10), rng.randrange(10, 100)])
    left = x + w / 2 + rng.gauss(0, w * 0.08) - tall * 0.34 * len(str(number))
    top = y + h / 2 + rng.gauss(0, h * 0.06) - tall / 2
    for digit in map(int, str(number)):
        wide = tall * rng.uniform(0.4, 0.6)
        hand.stroke(*[(left + a * wide, top + b * tall) for a, b in DIGITS[digit]])
        left += tall * 0.68


def _write_name(hand: Hand, rect: tuple[float, float, float, float]) -> None:
    """A few letters on a line."""
    rng = hand.rng
    x, y, _, h = rect
    at, line = x + rng.uniform(1, 6), y + h - rng.uniform(0.2, 0.9)
    for _ in range(rng.randint(2, 6)):
        tall = rng.uniform(1.4, 2.8)
        hand.stroke((at, line), (at + rng.uniform(0.6, 1.6), line - tall), (at + rng.uniform(1.5, 2.4), line))
        at += rng.uniform(2.4, 3.6)


def _cross_out(hand: Hand, rect: tuple[float, float, float, float]) -> None:
    """A mark that was made by mistake, and what was done about it."""
    rng = hand.rng
    x, y, w, h = rect
    hand.cross(x + w / 2, y + h / 2, w / 2, h / 2, "cross")
    reach = rng.uniform(0.85, 1.15)
    hand.scribble(x + w / 2, y + h / 2, w / 2 * reach, h / 2 * reach, rng.randint(8, 14))


def _way(part: SheetPart, rng: Random) -> int | str:
    """A way to mark a part: of a number about two thirds, of a track with some squares halved."""
    values = list(part.ways)
    if part.kind == "circle":
        return values[min(len(values) - 1, max(0, round(rng.gauss(0.66, 0.29) * (len(values) - 1))))]
    if part.kind == "tick":
        return rng.choice(values)
    halved = [rng.random() < 0.3 for _ in part.fields]
    left = rng.randint(0, len(halved) + sum(halved))
    track = ""
    for half in halved:
        room = 2 if half else 1
        took = min(room, left)
        left -= took
        track += "x" if took == room else "d" if took else "h" if half else "w"
    return track


def _mark(hand: Hand, kind: str, mark: str, rect: tuple[float, float, float, float]) -> None:
    rng = hand.rng
    x, y, w, h = rect
    x, y, rx, ry = x + w / 2, y + h / 2, w / 2, h / 2
    if kind == "tick" and mark == "x":
        hand.cross(x, y, rx * 1.25, ry * 1.25, rng.choice(["cross", "cross", "tick"]))
    elif kind == "circle" and mark == "x":
        hand.cross(x, y, rx, ry)
    elif kind == "square":
        halved = mark in "hd" or (mark == "x" and rng.random() < 0.3)
        if halved:
            at = x + rng.gauss(0, 0.25)
            start = (at + rng.gauss(0, 0.2), y - ry * rng.uniform(0.75, 1.15))
            hand.stroke(start, (at + rng.gauss(0, 0.2), y + ry * rng.uniform(0.75, 1.15)))
        if mark == "d":
            side = 1 if rng.random() < 0.12 else -1
            hand.cross(x + side * rx * 0.5, y, rx * 0.5, ry * 0.85)
        elif mark == "x" and halved:
            hand.cross(x - rx * 0.5, y, rx * 0.5, ry * 0.85)
            hand.cross(x + rx * 0.5, y, rx * 0.5, ry * 0.85)
        elif mark == "x":
            hand.cross(x, y, rx, ry)


# --- the printer -----------------------------------------------------------------------------------------------------


def printed_by(picture: Grid, rng: Random) -> Grid:
    """What a home printer makes of a face: colours, blacks, dots that spread; a quarter of them print grey."""
    seen = picture.astype(np.float32)
    light = seen @ np.array([0.3, 0.59, 0.11], np.float32)
    colour = 0.0 if rng.random() < 0.25 else rng.uniform(0.6, 1.1)
    seen = light[..., None] + (seen - light[..., None]) * colour
    levels = 255 * np.linspace(0, 1, 256) ** rng.uniform(0.8, 1.25)
    black = rng.uniform(0, 55)
    seen = (black + levels * (255 - black) / 255).astype(np.float32)[np.clip(seen, 0, 255).astype(np.uint8)]
    seen = cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.3, 1.7))
    gain = rng.uniform(0, 0.5)
    return cv2.addWeighted(seen, 1 - gain, cv2.erode(seen, np.ones((3, 3))), gain, 0)


# --- the camera ------------------------------------------------------------------------------------------------------


def photographed(
    sheet: Grid, rng: Random, hard: float, fields: dict[str, tuple[float, float, float, float]]
) -> tuple[bytes, set[str]]:
    """The sheet on a table as a phone sees it, JPEG; and the fields that a thumb covers."""
    chance = np.random.default_rng(rng.randrange(1 << 30))
    high, wide = sheet.shape[0] / SCALE, sheet.shape[1] / SCALE
    at, plane = _pose(rng, hard, (wide, high))
    x, y = np.meshgrid(np.arange(WIDE, dtype=np.float32), np.arange(HIGH, dtype=np.float32))
    on_x, on_y = _seen_at(rng, hard, np.linalg.inv(plane), x, y, (wide, high))
    soft = cv2.GaussianBlur(sheet, (0, 0), max(0.3, SCALE / at * 0.35))
    seen = cv2.remap(soft, on_x * SCALE - 0.5, on_y * SCALE - 0.5, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    inside = ((on_x > 0) & (on_x < wide) & (on_y > 0) & (on_y < high)).astype(np.float32)
    inside = cv2.GaussianBlur(inside, (0, 0), 1)
    below = _table(rng, chance, inside)
    cv2.blendLinear(seen, below, inside, 1 - inside, seen)
    tint = np.array([rng.uniform(0.93, 1.07), 1, rng.uniform(0.85, 1.08)], np.float32) * rng.uniform(0.72, 1.06)
    seen *= cv2.merge([_light(rng, hard)] * 3)
    seen *= tint
    covered: set[str] = set()
    if rng.random() < 0.08:
        thumb = np.zeros((HIGH, WIDE), np.uint8)
        middle = int(rng.choice([0.06, 0.94]) * WIDE), int(rng.uniform(0.1, 0.9) * HIGH)
        cv2.ellipse(
            thumb, middle, (int(0.11 * WIDE), int(0.05 * WIDE)), rng.uniform(-20, 20), 0, 360, 255, -1, cv2.LINE_AA
        )
        seen = np.where(thumb[..., None] > 127, np.array([205, 150, 125], np.float32), seen)
        hidden = np.zeros((round(high), round(wide)), bool)
        under = (thumb > 127) & (inside > 0.5)
        hidden[
            np.clip(on_y[under].astype(int), 0, hidden.shape[0] - 1),
            np.clip(on_x[under].astype(int), 0, hidden.shape[1] - 1),
        ] = True
        covered = {
            name
            for name, (a, b, w, h) in fields.items()
            if hidden[int(b) : int(b + h) + 1, int(a) : int(a + w) + 1].mean() > 0.15
        }
    seen = cv2.GaussianBlur(seen, (0, 0), max(0.01, abs(rng.gauss(0, 0.8 * hard))))
    if rng.random() < 0.3 * hard:  # the hand shook
        n = rng.randint(3, 5 + round(4 * hard))
        line = np.zeros((n, n), np.float32)
        cv2.line(line, (0, rng.randrange(n)), (n - 1, rng.randrange(n)), 1)
        seen = cv2.filter2D(seen, -1, line / line.sum())
    noise = chance.standard_normal(seen.shape[:2], np.float32) * (2 + rng.uniform(1.5, 5) * hard)
    coloured = chance.standard_normal((HIGH // 2, WIDE // 2, 3), np.float32) * rng.uniform(0.5, 2) * hard
    seen += cv2.merge([noise] * 3)
    seen += cv2.resize(coloured, (WIDE, HIGH))
    out = io.BytesIO()
    Image.fromarray(cv2.convertScaleAbs(cv2.max(seen, 0.0))).save(out, "JPEG", quality=rng.randint(58, 90))
    return out.getvalue(), covered


def _pose(rng: Random, hard: float, size: tuple[float, float]) -> tuple[float, Grid]:
    """Pixels a mm, and the plane from mm of the sheet to pixels of the photo."""
    at = WIDE * rng.uniform(0.56, 0.93) / size[0]
    turn = np.radians(rng.gauss(0, 5 * hard) + (180 if rng.random() < 0.25 else 0))
    tilt = [rng.gauss(0, 0.11 * hard) / size[0] for _ in range(2)]
    cx, cy = size[0] / 2 + rng.gauss(0, 3), size[1] / 2 + rng.gauss(0, 3)
    c, s = np.cos(turn), np.sin(turn)
    flat = np.array([[c, -s, -c * cx + s * cy], [s, c, -s * cx - c * cy], [0, 0, 1]])
    away = np.array([[1, 0, 0], [0, 1, 0], [*tilt, 1]])
    return at, np.array([[at, 0, WIDE / 2], [0, at, HIGH / 2], [0, 0, 1]]) @ away @ flat


def _seen_at(rng: Random, hard: float, back: Grid, x: Grid, y: Grid, size: tuple[float, float]) -> tuple[Grid, Grid]:
    """Which mm of the sheet each pixel shows: the lens bows lines, the paper curls."""
    lens, curl, phase = rng.gauss(0, 0.008 * hard), abs(rng.gauss(0, 1.2 * hard)), rng.uniform(0, 6.28)
    dx, dy = x - WIDE / 2, y - HIGH / 2
    bow = 1 - lens * (dx * dx + dy * dy) / (WIDE / 2) ** 2
    dx, dy = WIDE / 2 + dx * bow, HIGH / 2 + dy * bow
    row = [(a * dx + b * dy + c).astype(np.float32) for a, b, c in back]
    on_x, on_y = row[0] / row[2], row[1] / row[2]
    height = curl * np.sin(on_x / size[0] * 3.6 + phase) / size[0]
    return (on_x + (on_x - size[0] / 2) * height).astype(np.float32), (on_y + (on_y - size[1] / 2) * height).astype(
        np.float32
    )


def _table(rng: Random, chance: np.random.Generator, inside: Grid) -> Grid:
    """What the sheet lies on, with its shadow."""
    kind = rng.randrange(5)
    colour = np.array([[150, 105, 70], [60, 62, 66], [228, 226, 222], [40, 85, 60], [190, 170, 145]][kind], np.float32)
    grain = chance.standard_normal((HIGH // (60 if kind in (0, 4) else 6) + 2, WIDE // 6 + 2), np.float32)
    size = (WIDE // 4, HIGH // 4)
    grain = cv2.resize(grain, size, interpolation=cv2.INTER_LINEAR) * (3 if kind == 2 else 10)
    shadow = cv2.GaussianBlur(cv2.resize(np.roll(inside, (8, 6), (0, 1)), size), (0, 0), 2.3)
    below = np.clip(colour * rng.uniform(0.75, 1.1) + grain[..., None], 0, 255) * (1 - 0.35 * shadow[..., None])
    return cv2.resize(below.astype(np.float32), (WIDE, HIGH))


def _light(rng: Random, hard: float) -> Grid:
    """Uneven light, shadows of phone and hands, sometimes glare; worked out on a quarter of the pixels."""
    wide, high = WIDE // 4, HIGH // 4
    x, y = np.meshgrid(np.arange(wide, dtype=np.float32) / wide, np.arange(high, dtype=np.float32) / wide)
    light = 1 + rng.gauss(0, 0.22 * hard) * (x - 0.5) + rng.gauss(0, 0.22 * hard) * (y - 0.38)
    light -= rng.uniform(0, 0.35) * ((x - 0.5) ** 2 + (y - 0.38) ** 2)
    for _ in range(rng.choice([0, 1, 1, 2])):
        corners = [[rng.uniform(-0.2, 1.2) * wide, rng.uniform(-0.2, 1.2) * high] for _ in range(4)]
        dark = np.zeros((high, wide), np.float32)
        cv2.fillConvexPoly(dark, cv2.convexHull(np.array(corners, np.int32)), 1.0, cv2.LINE_AA)
        light *= 1 - rng.uniform(0.12, 0.38) * min(1.3, hard) * cv2.GaussianBlur(dark, (0, 0), rng.uniform(1, 26))
    if rng.random() < 0.12:
        far = (x - rng.random()) ** 2 + (y - rng.uniform(0, 0.75)) ** 2
        light += rng.uniform(0.1, 0.45) * np.exp(-far / rng.uniform(0.002, 0.02))
    return np.clip(cv2.resize(light.astype(np.float32), (WIDE, HIGH)), 0.05, None)
