"""Photos of sheets filled in by strangers: styles of marking, pens and scenes that no other generator has.

`photo(game, seed)` is the same for the same seed. A style, pen, table or scene belongs to SHARED, or to
tests/paper/kept_strangers.py: what lies there is for measuring only, nothing may be fitted to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

import cv2
import numpy as np

from companion import games
from companion.content.load import game_content
from companion.exports import raster
from companion.faces import palette
from companion.faces.model import Rect
from companion.paper.reference import Printed
from companion.play.game.paper_form import PaperForm
from companion.press.shop import Shop
from tests.paper import stranger_marks, stranger_pens, stranger_scenes
from tests.paper.stranger_fill import Hand, Sheet, fill_in
from tests.paper.stranger_pens import SCALE, Grid, Paper, Pen
from tests.paper.stranger_scenes import Laid, Scene, project

PIXELS = (1200, 1600, 1600, 2000, 2000, 2400, 3000, 4000)  # of a photo's longer edge
LANGUAGES = ("en", "en", "pl", "ru", "uk", "de")
INKS = ("full", "full", "full", "grey", "saver")


class Styles(NamedTuple):
    """What a photo is made of, each by its name."""

    marks: Mapping[str, stranger_marks.Style]
    halves: Mapping[str, stranger_marks.Halving]
    pens: Mapping[str, Pen]
    tables: Mapping[str, stranger_scenes.Texture]
    scenes: Mapping[str, Scene]


SHARED = Styles(
    stranger_marks.SHARED,
    stranger_marks.SHARED_HALVES,
    stranger_pens.SHARED,
    stranger_scenes.SHARED_TABLES,
    stranger_scenes.SHARED,
)


class Truth(NamedTuple):
    """A whole sheet in a photo. marks: of each field; says: of each part, as a reading has it.

    either: values of a part between which a person could not tell; style: of marks, of halves and pen, by name;
    corners: of the face in the photo, pixels.
    """

    printed: Printed
    marks: Mapping[str, str]
    says: Mapping[str, int | str]
    either: Mapping[str, tuple[int | str, ...]]
    style: Mapping[str, str]
    corners: tuple[tuple[float, float], ...] = ()


class Photo(NamedTuple):
    """A photo. data: JPEG; sheets: those that can be read, from left to right; scene, table: names."""

    data: bytes
    sheets: tuple[Truth, ...]
    scene: str
    table: str


def photo(game: str, seed: int | str, styles: Styles = SHARED, pixels: int = 0) -> Photo:
    """Return a photo of a filled sheet, or of two. pixels: of the longer edge, else by chance."""
    rng = seeded(game, seed)
    name, table = (pick(rng, one) for one in (styles.scenes, styles.tables))
    scene = styles.scenes[name]
    printed = choose_print(game, rng)
    long = pixels or max(int(rng.choice(PIXELS)), 2000 * scene.pair)
    size = (long, long * 3 // 4) if rng.random() < 0.8 else (long * 3 // 4, long)
    laid = [_laid(printed, scene, styles, rng) for _ in range(1 + scene.pair)]
    view, poses = _arrange(laid, scene, size, rng)
    surface = styles.tables[table](rng)
    middle = stranger_scenes.TABLE / 2
    onto = (
        view @ np.array([[1, 0, -middle], [0, 1, -middle], [0, 0, 1]]) @ np.diag([1 / stranger_scenes.COARSE] * 2 + [1])
    )
    seen = cv2.warpPerspective(
        surface.astype(np.float32), onto, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    for angle, x, y in _others(scene, rng):
        other, _, corners = _laid(printed, scene, styles, rng)
        there = _place(other, angle, x, y)
        while np.hypot(x, y) > 60 and _is_whole(project(view @ there, corners / SCALE), size):
            x, y = 1.05 * x, 1.05 * y
            there = _place(other, angle, x, y)
        stranger_scenes.lay(seen, other._replace(pose=there), view)
    _scatter(seen, scene, view, rng)
    truths = []
    for (sheet, truth, corners), there in zip(laid, poses, strict=True):
        stranger_scenes.lay(seen, sheet._replace(pose=there), view)
        at = project(view @ there, corners / SCALE)
        truths.append(truth._replace(corners=tuple((float(x), float(y)) for x, y in at)))
    fine = float(np.hypot(*(at[1] - at[0]))) / 140
    _fingers(seen, scene, at, fine, rng)
    stranger_scenes.shine(seen, scene, rng)
    truths.sort(key=lambda one: sum(x for x, _ in one.corners))
    return Photo(stranger_scenes.expose(seen, scene, fine, rng), tuple(truths), name, table)


def filled(game: str, seed: int | str, styles: Styles = SHARED) -> tuple[Grid, Truth]:
    """Return a filled sheet before it is photographed: RGB shares, SCALE pixels a mm."""
    rng = seeded(game, seed)
    return fill(choose_print(game, rng), styles, rng)


def fill(printed: Printed, styles: Styles, rng: np.random.Generator) -> tuple[Grid, Truth]:
    """Let somebody fill in a sheet."""
    picture, fields = print_face(printed)
    form = forms(printed.game)[printed.side]
    hand = Hand(rng, styles)
    sheet = Sheet(Paper(picture.copy(), rng), fields, form)
    marks, says, either = fill_in(printed.game, sheet, hand)
    return sheet.paper.picture, Truth(printed, marks, says, either, hand.names)


def seeded(game: str, seed: int | str) -> np.random.Generator:
    """Return the chance of a photo."""
    return np.random.default_rng(list(f"{game} {seed}".encode()))


def pick(rng: np.random.Generator, names: Mapping[str, object]) -> str:
    """Return one of the names."""
    return str(rng.choice(sorted(names)))


def choose_print(game: str, rng: np.random.Generator) -> Printed:
    """Return a side, language and ink."""
    form = forms(game)[str(rng.choice(sorted(forms(game))))]
    known = [lang for lang in LANGUAGES if lang in game_content(game).languages]
    return Printed(game, form.component, form.side, str(rng.choice(known)), str(rng.choice(INKS)))


@cache
def forms(game: str) -> dict[str, PaperForm]:
    """The sides of a game's sheets that can be read."""
    return {form.side: form for form in games.get(game).show.sheets.paper_forms(game_content(game))}


@lru_cache(maxsize=32)
def print_face(printed: Printed) -> tuple[Grid, Mapping[str, Rect]]:
    """Return a face as it is printed, and its fields in mm."""
    content = game_content(printed.game)
    face = Shop(content, printed.lang).face(content["component"][printed.component], printed.side, None)
    image = next(iter(raster.render_faces([face], palette.inks()[printed.ink], SCALE * raster.INCH, clear=False)))
    return np.asarray(image.convert("RGB"), np.float32) / 255, face.fields


def _laid(printed: Printed, scene: Scene, styles: Styles, rng: np.random.Generator) -> tuple[Laid, Truth, Grid]:
    """A sheet with its truth, and the corners of its face in pixels of its own."""
    face, truth = fill(printed, styles, rng)
    h, w = face.shape[:2]
    picture, cover, (left, top) = stranger_scenes.paper_of(face, scene, rng)
    picture, cover, moved = stranger_scenes.curl(picture, cover, scene.curl, rng)
    corners = np.array([(0, 0), (w, 0), (w, h), (0, h)], float) + np.array((left, top)) * SCALE
    return Laid(picture, cover, np.eye(3)), truth, moved(corners)


def _place(sheet: Laid, angle: float, x: float, y: float) -> Grid:
    h, w = sheet.cover.shape
    return stranger_scenes.pose(angle, (x, y), (w / SCALE, h / SCALE))


def _arrange(
    laid: list[tuple[Laid, Truth, Grid]], scene: Scene, size: tuple[int, int], rng: np.random.Generator
) -> tuple[Grid, list[Grid]]:
    """Where the camera and the sheets are: each is wholly in the photo."""
    turned = [rng.normal(0, 0.06) for _ in laid]
    apart = rng.uniform(112, 122) if len(laid) > 1 else 0
    upright = len(laid) > 1 or size[1] > size[0]
    poses = [
        _place(sheet, angle, rng.normal(0, 2), (at - (len(laid) - 1) / 2) * apart)
        for at, (angle, (sheet, _, _)) in enumerate(zip(turned, laid, strict=True))
    ]
    whole = [project(there, corners / SCALE) for there, (_, _, corners) in zip(poses, laid, strict=True)]
    angle = rng.normal(0, 0.08) + (np.pi if rng.random() < 0.06 else 0)
    if upright and len(laid) > 1 and size[0] > size[1]:
        angle += np.pi / 2
    span = rng.uniform(1.06, 1.5) * max(np.ptp(np.vstack(whole), 0))
    while True:
        view = stranger_scenes.camera(rng, size, (span, span * 0.72), angle)
        if all(_is_whole(project(view, corners), size, 0.01) for corners in whole):
            return view, poses
        span *= 1.04


def _is_whole(corners: Grid, size: tuple[int, int], edge: float = -0.02) -> bool:
    """Return whether a sheet is in the photo as a whole, that share of the longer edge away from its edges."""
    away = edge * max(size)
    return bool((corners > away).all() and (corners < np.array(size) - away).all())


def _others(scene: Scene, rng: np.random.Generator) -> list[tuple[float, float, float]]:
    """Angle and middle of sheets beside, which the photo cuts, and of those below."""
    sides = rng.permutation([(-1, 0), (1, 0), (0, -1), (0, 1)])[: scene.neighbours]
    beside = [
        (
            rng.normal(0, 0.05),
            x * rng.uniform(146, 160) + rng.normal(0, 8),
            y * rng.uniform(101, 110) + rng.normal(0, 8),
        )
        for x, y in sides
    ]
    return beside + [(rng.normal(0, 0.12), *rng.normal(0, 5, 2)) for _ in range(scene.below)]


def _scatter(photo: Grid, scene: Scene, view: Grid, rng: np.random.Generator) -> None:
    """Dice and a pen beside the sheet."""
    for _ in range(scene.clutter):
        angle = rng.uniform(0, 2 * np.pi)
        x, y = np.cos(angle) * rng.uniform(84, 100), np.sin(angle) * rng.uniform(62, 75)
        w, h = rng.choice(((14, 14), (16, 16), (7, 110), (22, 22)))
        corners = np.array([(-w, -h), (w, -h), (w, h), (-w, h)]) / 2
        there = project(view @ stranger_scenes.pose(rng.uniform(0, 3), (x, y), (0, 0)), corners)
        cover = np.zeros(photo.shape[:2], np.float32)
        cv2.fillConvexPoly(cover, (there * 16).astype(int), 1.0, cv2.LINE_AA, 4)
        photo += cover[..., None] * (np.float32(rng.uniform(0.05, 0.9, 3)) - photo)


def _fingers(photo: Grid, scene: Scene, corners: Grid, fine: float, rng: np.random.Generator) -> None:
    """Fingers that hold the sheet at its left or right edge, where no field is."""
    for _ in range(scene.hand):
        one, two = ((0, 3), (1, 2))[int(rng.integers(2))]
        at = corners[one] + (corners[two] - corners[one]) * rng.uniform(0.25, 0.8)
        inwards = (corners.mean(0) - at) / np.hypot(*(corners.mean(0) - at))
        root = at - inwards * 120 * fine + rng.normal(0, 12, 2) * fine
        stranger_scenes.add_finger(photo, at + inwards * rng.uniform(2, 7) * fine, root, 15 * fine, rng)
