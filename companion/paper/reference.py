"""A printed face as pixels: what a photo is compared with. Made by the press when first needed, then kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from companion.content.load import game_content
from companion.core.errors import StoreError
from companion.core.files import write_atomic
from companion.core.user_folders import user_folder
from companion.exports import raster
from companion.faces import palette
from companion.faces.model import Face, Rect
from companion.paper.patience import PATIENCE
from companion.press import manifest
from companion.press.shop import Piece, Shop
from companion.sheets.model import Leaf

SCALE = 8  # pixels a mm of everything that lies flat
SEEN = 6  # pixels a mm at which features are looked for
FEATURES = 1500
FORMAT = "2"  # of what is kept

Grid = npt.NDArray[Any]


class Printed(NamedTuple):
    """One side of a leaf as it may have been printed."""

    game: str
    component: str
    side: str
    lang: str
    ink: str


@dataclass(frozen=True, slots=True)
class Reference:
    """A printed face. size in mm; picture: RGB, SCALE pixels a mm; grey: the same without colours; fields: mm."""

    printed: Printed
    size: tuple[float, float]
    picture: Grid
    grey: Grid
    fields: Mapping[str, Rect]


def to_grey(picture: Grid) -> Grid:
    """A picture without its colours."""

    found: Grid = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
    return found


def sift_features(picture: Grid, most: int) -> tuple[Grid, Grid]:
    """Return the SIFT features of a grey picture: their places in pixels, and their descriptors."""

    points, found = cv2.SIFT.create(most).detectAndCompute(picture, None)
    if found is None:
        return np.zeros((0, 2), np.float32), np.zeros((0, 128), np.uint8)
    return np.array([point.pt for point in points], np.float32), found.astype(np.uint8)


@lru_cache(maxsize=4)
def load_reference(printed: Printed) -> Reference:
    """The face of that name. Raises CompanionError if it cannot be built."""
    face, digest = _build(printed)
    (picture,) = _cached_arrays(f"{digest}-{FORMAT}", ("picture",), partial(_picture, printed))
    return Reference(printed, face.trim, picture, to_grey(picture), face.fields)


@lru_cache(maxsize=32)
def landmarks(printed: Printed) -> tuple[Grid, Grid]:
    """Points of a face that can be recognised, mm, and the feature of each."""
    name = f"{_build(printed)[1]}-{FORMAT}-landmarks"
    points, found = _cached_arrays(name, ("points", "features"), partial(_landmarks, printed))
    return points, found


def writing_fields(printed: Printed) -> Mapping[str, Rect]:
    """Return the fields of a face in which players write, mm."""
    return _build(printed)[0].fields


@lru_cache(maxsize=32)
def _build(printed: Printed) -> tuple[Face, str]:
    """The face, and a digest of all that its picture depends on."""
    shop = _shop(printed.game, printed.lang)
    face = shop.face(shop.content["component"][printed.component], printed.side, None)
    piece = Piece("", printed.component, "", "", Leaf(face.id, face), 1)
    return face, manifest.make_manifest((), [piece], palette.inks()[printed.ink]).leaves[face.id].digest


@cache
def _shop(game: str, lang: str) -> Shop:
    return Shop(game_content(game), lang)


def _folder() -> Path:
    return user_folder("cache") / "paper"


def _picture(printed: Printed) -> dict[str, Grid]:
    face, _ = _build(printed)
    ink = palette.inks()[printed.ink]
    image = next(iter(raster.render_faces([face], ink, SCALE * raster.INCH, clear=False)))
    return {"picture": np.asarray(image.convert("RGB"))}


def _landmarks(printed: Printed) -> dict[str, Grid]:

    picture = load_reference(printed).picture
    h, w = (round(edge * SEEN / SCALE) for edge in picture.shape[:2])
    points, found = sift_features(to_grey(cv2.resize(picture, (w, h), interpolation=cv2.INTER_AREA)), FEATURES)
    return {"points": points / SEEN, "features": found}


def _cached_arrays(name: str, arrays: Sequence[str], make: Callable[[], dict[str, Grid]]) -> list[Grid]:
    """Return the arrays of that name from the cache folder; make them where they are missing or damaged."""
    path = _folder() / f"{name}.npz"
    with suppress(Exception), path.open("rb") as file, np.load(file) as kept:  # damaged, it raises whatever zlib knows
        return [kept[array] for array in arrays]
    with PATIENCE.pause():
        made = make()
    with suppress(StoreError):  # then it is made anew the next time
        out = BytesIO()
        np.savez_compressed(out, allow_pickle=False, **made)
        write_atomic(path, out.getvalue(), folders=True)
    return [made[array] for array in arrays]
