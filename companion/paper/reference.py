"""A printed face as pixels: what a photo is compared with. Made by the press when first needed, then kept."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from companion.errors import StoreError
from companion.exports import raster
from companion.faces import palette
from companion.faces.model import Rect
from companion.files import write_whole
from companion.press import manifest
from companion.press.shop import Piece, Shop, game_content
from companion.sheets.model import Leaf

SCALE = 8  # pixels a mm of everything that lies flat
SEEN = 6  # pixels a mm at which features are looked for
FEATURES = 1500
FORMAT = "1"  # of what is kept

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
    """How that looks. size in mm; picture: RGB, SCALE pixels a mm; grey: the same without colours; points: mm.

    features: one of each point; fields: mm.
    """

    printed: Printed
    size: tuple[float, float]
    picture: Grid
    grey: Grid
    points: Grid
    features: Grid
    fields: Mapping[str, Rect]


def grey(picture: Grid) -> Grid:
    """A picture without its colours."""
    import cv2

    found: Grid = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
    return found


def features(picture: Grid, most: int) -> tuple[Grid, Grid]:
    """Where a grey picture has something to recognise, in pixels, and what that looks like: its SIFT features."""
    import cv2

    points, found = cv2.SIFT.create(most).detectAndCompute(picture, None)
    if found is None:
        return np.zeros((0, 2), np.float32), np.zeros((0, 128), np.uint8)
    return np.array([point.pt for point in points], np.float32), found.astype(np.uint8)


@lru_cache(maxsize=4)
def reference(printed: Printed) -> Reference:
    """The face of that name. Raises CompanionError if it cannot be built."""
    shop = _shop(printed.game, printed.lang)
    face = shop.face(shop.content["component"][printed.component], printed.side, None)
    ink = palette.inks()[printed.ink]
    piece = Piece("", printed.component, "", "", Leaf(face.id, face), 1)
    digest = manifest.manifest((), [piece], ink).leaves[face.id].digest
    path = _folder() / f"{digest}-{FORMAT}.npz"
    kept = _read(path)
    if kept is None:
        kept = _made(next(iter(raster.pictures([face], ink, SCALE * raster.INCH, clear=False))))
        with suppress(StoreError):  # then it is made anew the next time
            out = BytesIO()
            np.savez_compressed(out, allow_pickle=False, **kept)
            write_whole(path, out.getvalue(), folders=True)
    return Reference(
        printed, face.trim, kept["picture"], grey(kept["picture"]), kept["points"], kept["features"], face.fields
    )


@cache
def _shop(game: str, lang: str) -> Shop:
    return Shop(game_content(game), lang)


def _folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("companion", appauthor=False) / "paper"


def _made(image: Any) -> dict[str, Grid]:
    import cv2

    picture = np.asarray(image.convert("RGB"))
    h, w = (round(edge * SEEN / SCALE) for edge in picture.shape[:2])
    points, found = features(grey(cv2.resize(picture, (w, h), interpolation=cv2.INTER_AREA)), FEATURES)
    return {"picture": picture, "points": points / SEEN, "features": found}


def _read(path: Path) -> dict[str, Grid] | None:
    """What was kept, None where there is nothing or it is damaged."""
    try:
        with np.load(path) as kept:
            return {name: kept[name] for name in ("picture", "points", "features")}
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None
